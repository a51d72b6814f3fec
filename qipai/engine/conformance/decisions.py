"""What a seat that is asked, or has a right, may do: legal is what `is_legal` and `why_not` say, texts can be read back, choices are the same."""

from collections import Counter
from collections.abc import Iterator, Sequence

from qipai.engine.errors import NotationError
from qipai.engine.game import Action, read_buffer
from qipai.engine.records import opened
from qipai.engine.telling import Card

from .examined import Examined

TEXTS = 24  # legal actions of a decision whose texts are read back
MUTANTS = 12  # actions of a decision that are probably not legal


def check_actions(deal: Examined, seat: int) -> Action:
    """The legal actions of a seat; returns one of them at random."""
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
    check_choices(deal, seat, legal)
    deal.counts["legal actions"] += len(legal)
    return deal.random.choice(legal)


def check_legality(deal: Examined, seat: int, action: Action, text: str, legal: bool) -> None:
    game = deal.game
    if bool(game.is_legal(deal.track.state, deal.rules, seat, action)) != legal:
        deal.fail(f"{text} {'is' if legal else 'is not'} among the legal actions of seat {seat}, and is_legal disagrees")
    refusal = game.telling.why_not(opened(deal.track.state), opened(deal.rules), seat, action)
    if (refusal is None) != legal:
        deal.fail(f"{text} {'is' if legal else 'is not'} among the legal actions of seat {seat}, and why_not disagrees")


def mutants(deal: Examined) -> Iterator[str]:
    """Texts of actions that can be read, spliced from texts of legal ones."""
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
    """People are offered exactly the legal actions, and hold what these need."""
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
