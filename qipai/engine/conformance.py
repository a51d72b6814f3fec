"""The checks that every game passes: `check(game)` plays random deals and asks everything that the contract promises.

Over every variant, every number of seats and random rule sets: cards are conserved, legal is what `is_legal` and `why_not` say,
deals end within their bound, texts can be read back, copies are independent, a log replays to the same bytes, and above all
nobody can learn what they must not: re-dealing the cards that a seat cannot see changes neither what it is told, nor its
observation, nor its legal actions.

    python -m qipai.engine.conformance gan_deng_yan --deals 100
"""

import argparse
import json
import pkgutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any, NoReturn

import numpy as np

from . import records
from .compiling import NATIVE
from .errors import NotationError, QipaiError, RulesetError
from .game import Action, Game, read_buffer, seeded
from .records import Record, opened
from .seats import NOBODY, SPECTATOR, seats_in
from .telling import Card, Faces, Fact

TEXTS = 24  # legal actions of a decision whose texts are read back
MUTANTS = 12  # actions of a decision that are probably not legal
WORLDS = 2  # sampled worlds a decision
REDEALS = 2  # re-dealt deals an observer and deal
RANDOM = "random rules"
DESCRIBED = ("trick", "owner", "to_act", "seats")  # what `describe` tells of every game; `cards` and `chips` of each seat


class ConformanceError(QipaiError):
    """A game breaks the contract; the text says how, and how to see it again."""


@dataclass
class Summary:
    """How much was checked."""

    counts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return ", ".join(f"{number:,} {what}" for what, number in self.counts.items())


@dataclass(frozen=True)
class Step:
    """A decision as it is logged."""

    seat: int
    action: Action
    cards: tuple[Card, ...]  # physical, as they left the hand


def check(
    game: Game,
    deals: int = 10,
    seed: int = 1,
    report: Callable[[str], None] | None = None,
    variant: str | None = None,
) -> Summary:
    """Check a game over `deals` deals of every variant and number of seats, and as many of random rule sets.

    Only of one `variant`, or of `RANDOM`, if it is named.  `report` is told a line after each variant and number of seats.
    Raises `ConformanceError` for the first broken promise.
    """
    summary = Summary()
    for name, players, choose in _tables(game, variant):
        random = Random(f"{game.name} {seed} {name} {players}")
        setup: Record | None = None
        ruleset, rules = None, None
        for number in range(deals):
            if ruleset is None or name == RANDOM:
                ruleset = choose(random)
                rules, setup = game.rules(ruleset), None
            if setup is None:
                setup = game.setup(rules, players)
            deal = _Deal(game, ruleset, rules, players, setup, seed, number, name, random, summary.counts)
            try:
                setup = deal.check()
            except ConformanceError:
                raise
            except QipaiError as error:
                deal.fail(f"what the game says itself, it refuses: {error}")
        if report:
            report(f"{game.name}, {name}, {players} seats: {deals} deals")
    if not summary.counts["re-deals"]:
        raise ConformanceError(f"{game.name}: no deal with the hidden cards dealt anew could be played beside the true one")
    return summary


def _tables(game: Game, wanted: str | None) -> Iterator[tuple[str, int, Callable[[Random], Any]]]:
    for name, variant in game.variants.items():
        if wanted in (None, name):
            for players in game.seats:
                yield name, players, lambda random, ruleset=variant.ruleset: ruleset  # type: ignore[misc]
    if wanted in (None, RANDOM):
        for players in game.seats:
            yield RANDOM, players, lambda random: random_ruleset(game, random)


def random_ruleset(game: Game, random: Random) -> Any:
    """A rule set that the game accepts, with every value of every option in it sooner or later."""
    while True:
        changes: dict[str, Any] = {}
        for option in game.options:
            values: list[object] = list(option.values)
            if option.numbers:
                values.append(random.choice(option.numbers))
            changes[option.name] = random.choice(values)
        try:
            return game.ruleset(**changes)
        except RulesetError:
            continue


class _Deal:
    """One deal under examination."""

    def __init__(
        self,
        game: Game,
        ruleset: Any,
        rules: Record,
        players: int,
        setup: Record,
        seed: int,
        number: int,
        name: str,
        random: Random,
        counts: Counter[str],
    ) -> None:
        self.game, self.ruleset, self.rules, self.players, self.setup = game, ruleset, rules, players, setup
        self.seed, self.number, self.name, self.random, self.counts = seed, number, name, random, counts
        self.order = game.shuffled(rules, setup, seed, number)
        self.track = _Track(self, self.order)
        self.steps: list[Step] = []
        self.texts: list[str] = []  # of legal actions, to make mutants of
        self.scratch = (game.new_state(), game.new_observation(), game.new_actions())  # never cleared

    def fail(self, sentence: str) -> NoReturn:
        where = f"seed {self.seed}, {self.name}, {self.players} seats, deal {self.number}, {len(self.steps)} decisions in"
        rules = ", ".join(f"{name}={value}" for name, value in self.game.changed_options(self.ruleset).items())
        position = self.game.notation.format_position(opened(self.track.state), self.ruleset, opened(self.setup))
        raise ConformanceError(f"{self.game.name}: {sentence}\n{where}; rules: {rules or 'default'}\n{position}")

    def check(self) -> Record:
        """Play the deal out, checking everything.  Returns the setup of the next."""
        game, bound = self.game, int(self.game.max_decisions(self.ruleset, opened(self.setup)))
        self.check_beginning()
        while not game.is_over(self.track.state):
            if len(self.steps) > bound:
                self.fail(f"the deal has more than {bound} decisions, its stated bound")
            self.decide()
        if game.pending(self.track.state) != 0 or game.to_act(self.track.state) != NOBODY:
            self.fail("the deal is over and somebody owes a decision")
        following = self.check_end()
        self.check_log()
        for observer in (SPECTATOR, *range(self.players)):
            for _ in range(REDEALS):
                self.check_redealt(observer, self.random.randrange(len(self.steps) + 1))
        self.counts["deals"] += 1
        return following

    def check_beginning(self) -> None:
        game = self.game
        if records.to_bytes(self.order) != records.to_bytes(game.shuffled(self.rules, self.setup, self.seed, self.number)):
            self.fail("the same seed shuffles differently")
        dirty = self.scratch[0]
        for _ in range(2):  # the second time over the remains of a deal
            game.deal(dirty, self.rules, self.setup, self.order)
            self.same(dirty, self.track.state, "the same order deals differently into a state that was used before")
        drawn = records.to_plain(self.order)
        face_of = game.notation.format_card
        if sorted(map(face_of, self.track.cards())) != sorted(map(face_of, drawn.cards[: drawn.count])):
            self.fail("the cards in hands and undealt are not the pack")
        kind_name, rules = game.telling.name_kind, opened(self.rules)
        for card in set(self.track.cards()):
            face = game.notation.format_card(card)
            again = game.notation.parse_card(face)
            if game.notation.format_card(again) != face or kind_name(again, rules) != kind_name(card, rules):
                self.fail(f"the face {face} is read as another card")
        self.check_facts(self.track.told)

    def same(self, one: Record, other: Record, sentence: str) -> None:
        if not (np.array_equal(one, other) if NATIVE else one == other):
            self.fail(sentence)

    # -- one decision of every seat that is asked

    def decide(self) -> None:
        """All that are asked choose; every choice is checked before any is made."""
        game, state = self.game, self.track.state
        asked = list(seats_in(game.pending(state)))
        if game.to_act(state) not in asked:
            self.fail(f"seat {game.to_act(state)} is to act and is not among those who owe a decision, {asked}")
        self.check_position()
        for observer in (SPECTATOR, *range(self.players)):
            self.check_observer(observer)
        self.check_worlds(self.random.randrange(SPECTATOR, self.players))
        chosen = [(seat, self.check_actions(seat)) for seat in asked]
        if len(asked) > 1:
            self.check_commuting(chosen)
        for seat, action in chosen:
            self.step(seat, action)

    def check_position(self) -> None:
        notation = self.game.notation
        text = notation.format_position(opened(self.track.state), self.ruleset, opened(self.setup))
        ruleset, setup, state = notation.parse_position(text)
        self.same(state, self.track.state, "the position text is read as another state")
        self.same(setup, self.setup, "the position text is read as another setup")
        if ruleset != self.ruleset:
            self.fail("the position text is read as another rule set")

    def check_actions(self, seat: int) -> Action:
        """The legal actions of a seat; returns one of them at random."""
        game, state, rules = self.game, self.track.state, self.rules
        buffer = self.scratch[2]
        legal = [int(action) for action in read_buffer(buffer, game.legal_actions(state, rules, seat, buffer))]
        if not legal:
            self.fail(f"seat {seat} owes a decision and has no legal action")
        if len(set(legal)) != len(legal):
            self.fail(f"seat {seat} has a legal action twice")
        if int(opened(buffer).count) != len(legal) or len(legal) > game.max_actions:
            self.fail("the move list says another count than it holds, or more than its bound")
        if int(game.default_action(state, rules, seat)) not in legal:
            self.fail(f"the default action of seat {seat} is not legal")
        sample = self.random.sample(legal, min(TEXTS, len(legal)))
        for action in sample:
            text = game.notation.format_action(action, self.ruleset)
            if game.notation.parse_action(text, self.ruleset) != action:
                self.fail(f"the action {text} is read as another one")
            self.check_legality(seat, action, text, True)
            self.texts.append(text)
        for text in self.mutants():
            action = game.notation.parse_action(text, self.ruleset)
            self.check_legality(seat, action, text, action in legal)
        self.check_choices(seat, legal)
        self.counts["legal actions"] += len(legal)
        return self.random.choice(legal)

    def check_legality(self, seat: int, action: Action, text: str, legal: bool) -> None:
        game = self.game
        if bool(game.is_legal(self.track.state, self.rules, seat, action)) != legal:
            self.fail(f"{text} {'is' if legal else 'is not'} among the legal actions of seat {seat}, and is_legal disagrees")
        refusal = game.telling.why_not(opened(self.track.state), opened(self.rules), seat, action)
        if (refusal is None) != legal:
            self.fail(f"{text} {'is' if legal else 'is not'} among the legal actions of seat {seat}, and why_not disagrees")

    def mutants(self) -> Iterator[str]:
        """Texts of actions that can be read, spliced from texts of legal ones."""
        for _ in range(MUTANTS):
            one, other = self.random.choice(self.texts), self.random.choice(self.texts)
            text = one[: self.random.randint(0, len(one))] + other[self.random.randint(0, len(other)) :]
            try:
                self.game.notation.parse_action(text, self.ruleset)
            except NotationError:
                text = other
            self.counts["mutants"] += text != other
            yield text

    def check_choices(self, seat: int, legal: Sequence[Action]) -> None:
        """People are offered exactly the legal actions, and hold what these need."""
        game = self.game
        observation, rules = opened(self.track.observation(seat)), opened(self.rules)
        choices = game.telling.choices(observation, rules, legal)
        texts = [game.notation.format_action(action, self.ruleset) for action in legal]
        if sorted(choice.action for choice in choices) != sorted(texts):
            self.fail(f"the choices of seat {seat} are not its legal actions")
        hand: dict[str, list[Card]] = {}
        for card in self.track.faces.hands[seat]:
            hand.setdefault(game.telling.name_kind(card, rules), []).append(card)
        for choice in self.random.sample(choices, min(TEXTS, len(choices))):
            needs = Counter(choice.needs)
            if any(count > len(hand.get(kind, [])) for kind, count in needs.items()):
                self.fail(f"{choice.action} needs cards that seat {seat} does not hold: {' '.join(choice.needs)}")
            cards = [card for kind, count in needs.items() for card in hand[kind][:count]]
            if cards and choice.action not in game.telling.explain(observation, rules, seat, cards).actions:
                self.fail(f"the cards of {choice.action} are not explained as it")

    def check_commuting(self, chosen: list[tuple[int, Action]]) -> None:
        first, second = records.copy(self.track.state), records.copy(self.track.state)
        for seat, action in chosen:
            self.game.apply_action(first, self.rules, seat, action)
        for seat, action in reversed(chosen):
            self.game.apply_action(second, self.rules, seat, action)
        self.same(first, second, "decisions that are owed together have another outcome in another order")
        self.counts["decisions together"] += 1

    def step(self, seat: int, action: Action) -> None:
        """Make a decision: a copy of the state must stand apart, the cards must come from the hand."""
        game, state = self.game, self.track.state
        before, twin = records.to_bytes(state), records.copy(state)
        game.apply_action(twin, self.rules, seat, action)
        if records.to_bytes(state) != before:
            self.fail("an action changes the state that its own was copied from")
        cards, hand = Counter(self.track.cards()), Counter(self.track.faces.hands[seat])
        needs = next(
            choice.needs for choice in game.telling.choices(opened(self.track.observation(seat)), opened(self.rules), [action])
        )
        facts = self.track.apply(seat, action, None)
        self.same(twin, self.track.state, "the same action leads to another state in a copy")
        taken = cards - Counter(self.track.cards())
        if Counter(self.track.cards()) - cards or taken - hand:
            self.fail("cards came from nowhere, or left a hand that did not play")
        if sorted(game.telling.name_kind(card, opened(self.rules)) for card in taken.elements()) != sorted(needs):
            self.fail(f"the cards that left the hand are not the cards of {game.notation.format_action(action, self.ruleset)}")
        self.steps.append(Step(seat, action, tuple(taken.elements())))
        self.check_facts(facts)
        self.check_decision(facts[0], self.steps[-1])
        self.counts["decisions"] += 1

    def check_facts(self, facts: list[Fact]) -> None:
        for fact in facts:
            if Fact.read(json.loads(json.dumps(fact.whole()))) != fact:
                self.fail(f"the fact {fact.event} is not what its JSON says")

    def check_decision(self, fact: Fact, step: Step) -> None:
        """The first fact of an action tells `seat`, `action` and `cards`, to whomever: logs are replayed from it."""
        told = {**fact.hidden, **fact.private.get(step.seat, {}), **fact.public}
        notation = self.game.notation
        faces = [notation.format_card(card) for card in step.cards]
        if told.get("seat") != step.seat or told.get("action") != notation.format_action(step.action, self.ruleset):
            self.fail(f"the fact {fact.whole()} does not tell the decision of seat {step.seat}")
        if sorted(told.get("cards", [])) != sorted(faces):
            self.fail(f"the fact {fact.whole()} does not tell the cards {' '.join(faces)}")

    # -- what an observer knows

    def check_observer(self, observer: int) -> None:
        """An observation is built from nothing, accepts the truth, and cannot tell it from the worlds that it accepts."""
        game, rules, state = self.game, self.rules, self.track.state
        observation = self.track.observation(observer)
        dirty = self.scratch[1]
        game.observe(state, rules, observer, dirty)
        self.same(dirty, observation, f"the observation of seat {observer} keeps what was in its record before")
        board = game.telling.describe(opened(observation), opened(rules))
        if json.loads(json.dumps(board)) != board or any(key not in board for key in DESCRIBED):
            self.fail(f"the board of seat {observer} is not of JSON values, or lacks one of {', '.join(DESCRIBED)}")
        for seat, count in enumerate(place["cards"] for place in board["seats"]):
            if count is not None and count != len(self.track.faces.hands[seat]):
                self.fail(f"the board tells {count} cards of seat {seat}, which holds {len(self.track.faces.hands[seat])}")
        if not game.accepts(observation, rules, state):
            self.fail(f"seat {observer} does not accept the true state")

    def check_worlds(self, observer: int) -> None:
        """Worlds drawn for an observer cannot be told from the true one."""
        observation, world = self.track.observation(observer), self.scratch[0]
        random = seeded(self.random.getrandbits(63))
        for _ in range(WORLDS):
            self.game.sample_world(observation, self.rules, random, world)
            self.check_world(observer, observation, world, "sampled")
            self.counts["worlds"] += 1

    def check_world(self, observer: int, observation: Record, world: Record, sort: str) -> None:
        """A world that a seat cannot tell from the true one."""
        game, rules, seen = self.game, self.rules, self.game.new_observation()
        game.observe(world, rules, observer, seen)
        self.same(seen, observation, f"seat {observer} sees a difference in a {sort} world")
        if not game.accepts(observation, rules, world):
            self.fail(f"seat {observer} does not accept a {sort} world")
        asked = observer >= 0 and game.pending(self.track.state) >> observer & 1
        if asked and game.legal(world, rules, observer) != game.legal(self.track.state, rules, observer):
            self.fail(f"the legal actions of seat {observer} are others in a {sort} world")

    def check_redealt(self, observer: int, length: int) -> None:
        """Deal what the observer cannot see anew, and play the same beginning of the deal beside the true one."""
        true = _Track(self, self.order)
        for past in self.steps[:length]:
            true.apply(past.seat, past.action, list(past.cards))
        mine = set(true.faces.hands[observer]) if observer >= 0 else set()
        hidden = [card for card in true.cards() if card not in mine]
        other = _Track(self, self.redealt(hidden))
        self.track = true = _Track(self, self.order)
        told, told_other = true.told, other.told
        ahead: list[Step | None] = [*self.steps[:length], None]
        for step in ahead:
            observation = true.observation(observer)
            if [fact.seen_by(observer) for fact in told] != [fact.seen_by(observer) for fact in told_other]:
                if self.game.accepts(observation, self.rules, other.state):
                    self.fail(f"what seat {observer} is told changes with cards that it cannot see")
                self.counts["re-deals with public consequences"] += 1
                return
            self.check_world(observer, observation, other.state, "re-dealt")
            if step is None:
                break
            if not self.game.is_legal(other.state, self.rules, step.seat, step.action):
                return
            told = true.apply(step.seat, step.action, list(step.cards))
            try:
                told_other = other.apply(step.seat, step.action, list(step.cards))
            except QipaiError:
                return
        self.counts["re-deals"] += 1

    def redealt(self, hidden: list[Card]) -> Record:
        """The order of this deal with some of its cards shuffled among their places."""
        drawn, shuffled = records.to_plain(self.order), self.random.sample(hidden, len(hidden))
        moved = dict(zip(hidden, shuffled, strict=True))
        drawn.cards[: drawn.count] = [moved.get(card, card) for card in drawn.cards[: drawn.count]]
        return records.from_plain(drawn)

    # -- the end, and the log

    def check_end(self) -> Record:
        game, result, following = self.game, records.new(self.game.RESULT), records.new(self.game.SETUP)
        game.returns(self.track.state, self.rules, result)
        points = [int(part) for part in records.to_plain(result).points]
        if any(points[self.players :]) or (game.zero_sum(self.ruleset) and sum(points) != 0):
            self.fail(f"the points {points} do not add up to nothing, or go to an empty chair")
        facts = game.telling.tell_result(opened(self.track.state), opened(self.rules), opened(result), self.track.faces)
        self.check_facts(facts)
        if [fact.event for fact in facts].count("scored") != 1:
            self.fail("the end of the deal is not told by one `scored` fact")
        game.next_setup(self.setup, result, self.rules, following)
        return following

    def check_log(self) -> None:
        """From the texts alone, the deal is played again to the same bytes and the same facts."""
        notation, drawn = self.game.notation, records.to_plain(self.order)
        drawn.cards[: drawn.count] = [notation.parse_card(notation.format_card(card)) for card in drawn.cards[: drawn.count]]
        again, true = _Track(self, records.from_plain(drawn)), _Track(self, self.order)
        if again.told != true.told:
            self.fail("the dealing is told differently in a replay")
        for step in self.steps:
            action = notation.parse_action(notation.format_action(step.action, self.ruleset), self.ruleset)
            cards = again.find(step.seat, [notation.format_card(card) for card in step.cards])
            facts = true.apply(step.seat, step.action, list(step.cards))
            if again.apply(step.seat, action, cards) != facts:
                self.fail("a decision is told differently in a replay")
        self.same(again.state, self.track.state, "the replay of the log ends in another state")
        self.counts["replays"] += 1


class _Track:
    """A deal as it is played: the state and the faces beside it."""

    def __init__(self, deal: _Deal, order: Record) -> None:
        self.game, self.rules = deal.game, deal.rules
        self.state, self.faces = self.game.new_state(), Faces(deal.players)
        self.game.deal(self.state, self.rules, deal.setup, order)
        self.told = self.game.telling.tell_deal(
            opened(self.state), opened(self.rules), opened(deal.setup), opened(order), self.faces
        )

    def apply(self, seat: int, action: Action, cards: list[Card] | None) -> list[Fact]:
        before = records.copy(self.state)
        self.game.apply_action(self.state, self.rules, seat, action)
        return self.game.telling.tell(opened(before), opened(self.state), opened(self.rules), seat, action, self.faces, cards)

    def observation(self, observer: int) -> Record:
        observation = self.game.new_observation()
        self.game.observe(self.state, self.rules, observer, observation)
        return observation

    def find(self, seat: int, faces: list[str]) -> list[Card]:
        """The cards of a hand with these faces."""
        held: dict[str, list[Card]] = {}
        for card in self.faces.hands[seat]:
            held.setdefault(self.game.notation.format_card(card), []).append(card)
        return [held[face].pop() for face in faces]

    def cards(self) -> list[Card]:
        """All cards that were not played."""
        return [card for hand in (*self.faces.hands, self.faces.undealt) for card in hand]


def main(words: Sequence[str] | None = None) -> int:
    """`python -m qipai.engine.conformance GAME`: a game of the house, or any as MODULE:NAME."""
    parser = argparse.ArgumentParser(prog="python -m qipai.engine.conformance", description=main.__doc__)
    parser.add_argument("game", metavar="GAME", help="a name, or MODULE:NAME of a game of your own")
    parser.add_argument("--deals", type=int, default=10, help="of every variant and number of seats (default: 10)")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(words)
    game = pkgutil.resolve_name(told.game) if ":" in told.game else import_module("qipai.games").find_game(told.game)
    try:
        summary = check(game, told.deals, told.seed, print)
    except ConformanceError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{game.name} conforms: {summary}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
