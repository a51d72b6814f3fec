"""Check the legal actions of a seat: `is_legal` and `why_not` agree with the list, texts can be read back, people get the same."""

from collections import Counter
from collections.abc import Iterator, Sequence

from qipai.engine.errors import NotationError
from qipai.engine.game import Action, read_buffer
from qipai.engine.records import opened
from qipai.engine.telling import Card

from .examined import Examined

TEXTS = 24  # legal actions of a decision whose texts are read back
MUTANTS = 12  # texts per decision spliced from others, mostly of illegal actions
FLIPPED = 2  # legal actions of a decision, each of whose bits is flipped
NUMBERS = 12  # further numbers of each sort per decision: two bits flipped, random ones, actions legal elsewhere
BITS = 64  # of an action


def check_actions(deal: Examined, seat: int) -> Action:
    """Check the legal actions of a seat, and return one of them at random."""
    game, state, rules = deal.game, deal.track.state, deal.rules
    buffer = deal.scratch[2]
    legal = [int(action) for action in read_buffer(buffer, game.legal_actions(state, rules, seat, buffer))]
    asked = game.pending(state) >> seat & 1
    if not legal:
        deal.fail(f"seat {seat} {'owes a decision' if asked else 'has a right'} and has no legal action")
    if len(set(legal)) != len(legal):
        deal.fail(f"seat {seat} has a legal action twice")
    if int(opened(buffer).count) != len(legal) or len(legal) > game.max_actions:
        deal.fail("the move list says another count than it holds, or more than its bound")
    if asked and int(game.default_action(state, rules, seat)) not in legal:
        deal.fail(f"the default action of seat {seat} is not legal")
    for action in deal.random.sample(legal, min(TEXTS, len(legal))):
        text = game.notation.format_action(action, deal.ruleset)
        if game.notation.parse_action(text, deal.ruleset) != action:
            deal.fail(f"the action {text} is read as another one")
        check_legality(deal, seat, action, text, True)
        deal.texts.append(text)
    for text in mutants(deal):
        action = game.notation.parse_action(text, deal.ruleset)
        check_legality(deal, seat, action, text, action in legal)
    check_numbers(deal, seat, legal)
    deal.numbers += deal.random.sample(legal, min(FLIPPED, len(legal)))
    check_choices(deal, seat, legal)
    deal.counts["legal actions"] += len(legal)
    return deal.random.choice(legal)


def check_legality(deal: Examined, seat: int, action: Action, text: str, legal: bool) -> None:
    """Check that `is_legal` and `why_not` say of an action what the list says."""
    game = deal.game
    if bool(game.is_legal(deal.track.state, deal.rules, seat, action)) != legal:
        deal.fail(f"{text} {'is' if legal else 'is not'} among the legal actions of seat {seat}, and is_legal disagrees")
    refusal = game.telling.why_not(opened(deal.track.state), opened(deal.rules), seat, action)
    if (refusal is None) != legal:
        deal.fail(f"{text} {'is' if legal else 'is not'} among the legal actions of seat {seat}, and why_not disagrees")


def check_numbers(deal: Examined, seat: int, legal: Sequence[Action]) -> None:
    """Check, for many numbers, that `is_legal` accepts exactly the legal actions."""
    game, state, rules, known = deal.game, deal.track.state, deal.rules, frozenset(legal)
    for number in numbers(deal, legal):
        if bool(game.is_legal(state, rules, seat, number)) != (number in known):
            said = "is" if number in known else "is not"
            deal.fail(f"the number {number:#x} {said} among the legal actions of seat {seat}, and is_legal disagrees")
        deal.counts["numbers"] += 1


def numbers(deal: Examined, legal: Sequence[Action]) -> Iterator[int]:
    """Yield int64 numbers near legal actions, actions that were legal for other seats or earlier, and random numbers."""
    random = deal.random
    near = [*random.sample(legal, min(FLIPPED, len(legal))), *random.sample(deal.numbers, min(FLIPPED, len(deal.numbers)))]
    for action in near[:FLIPPED]:
        yield from (signed(action ^ 1 << bit) for bit in range(BITS))
        yield from (-action, action - 1, action + 1)
    for _ in range(NUMBERS):
        if near:
            one, other = random.choice(near), random.choice(near)
            yield signed(one ^ 1 << random.randrange(BITS) ^ 1 << random.randrange(BITS))
            yield one ^ other
            mask = random.getrandbits(BITS)
            yield signed(one & mask | other & ~mask)
        yield signed(random.getrandbits(BITS) >> random.randrange(BITS))
    yield from random.sample(deal.numbers, min(NUMBERS, len(deal.numbers)))


def signed(bits: int) -> int:
    """Return the signed int64 with these 64 bits."""
    bits &= (1 << BITS) - 1
    return bits - (bits >> BITS - 1 << BITS)


def mutants(deal: Examined) -> Iterator[str]:
    """Yield readable texts of actions, spliced from texts of legal ones."""
    for _ in range(MUTANTS):
        one, other = deal.random.choice(deal.texts), deal.random.choice(deal.texts)
        text = one[: deal.random.randint(0, len(one))] + other[deal.random.randint(0, len(other)) :]
        try:
            deal.game.notation.parse_action(text, deal.ruleset)
        except NotationError:
            text = other
        deal.counts["mutants"] += text != other
        yield text


def check_choices(deal: Examined, seat: int, legal: Sequence[Action]) -> None:
    """Check that people are offered exactly the legal actions, hold the cards that these need, and get them explained."""
    game = deal.game
    observation, rules = opened(deal.track.observation(seat)), opened(deal.rules)
    choices = game.telling.choices(observation, rules, legal)
    texts = [game.notation.format_action(action, deal.ruleset) for action in legal]
    if sorted(choice.action for choice in choices) != sorted(texts):
        deal.fail(f"the choices of seat {seat} are not its legal actions")
    hand: dict[str, list[Card]] = {}
    for card in deal.track.faces.hands[seat]:
        hand.setdefault(game.telling.name_kind(card, rules), []).append(card)
    for choice in deal.random.sample(choices, min(TEXTS, len(choices))):
        needs = Counter(choice.needs)
        if any(count > len(hand.get(kind, [])) for kind, count in needs.items()):
            deal.fail(f"{choice.action} needs cards that seat {seat} does not hold: {' '.join(choice.needs)}")
        cards = [card for kind, count in needs.items() for card in hand[kind][:count]]
        if cards and choice.action not in game.telling.explain(observation, rules, seat, cards).actions:
            deal.fail(f"the cards of {choice.action} are not explained as it")
