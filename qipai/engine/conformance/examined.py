"""A deal under examination: its records, its progress, and how a failed check is reported."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any, NoReturn

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.positions import format_position
from qipai.engine.records import Record, opened
from qipai.engine.telling import Card, Faces, Fact

LONG = 60  # decisions at the beginning of a deal that are all checked
LOOKS = 0.1  # share of the later decisions that are checked


class ConformanceError(QipaiError):
    """Raised when a game breaks the contract; the text says how, and how to reproduce it."""


@dataclass(frozen=True)
class Taken:
    """A decision that was taken."""

    seat: int
    action: Action
    cards: tuple[Card, ...]  # physical, as they left the hand or were chosen for it


class Track:
    """A deal being played: the rules' state and the physical cards, moved together."""

    def __init__(self, game: Game, rules: Record, players: int, setup: Record, order: Record) -> None:
        self.game, self.rules = game, rules
        self.state, self.faces = game.new_state(), Faces(players)
        game.deal(self.state, rules, setup, order)
        self.told = game.telling.tell_deal(opened(self.state), opened(rules), opened(setup), opened(order), self.faces)

    def apply(self, seat: int, action: Action, cards: list[Card] | None) -> list[Fact]:
        """Apply an action and return its facts; `cards` are the chosen ones, None for any."""
        before = records.copy(self.state)
        self.game.apply_action(self.state, self.rules, seat, action)
        return self.game.telling.tell(opened(before), opened(self.state), opened(self.rules), seat, action, self.faces, cards)

    def observation(self, observer: int) -> Record:
        """Return the observation of a seat, in a new record."""
        return observe(self.game, self.rules, self.state, observer)

    def find(self, seat: int, faces: list[str]) -> list[Card]:
        """Return cards with these faces from a hand."""
        held: dict[str, list[Card]] = {}
        for card in self.faces.hands[seat]:
            held.setdefault(self.game.notation.format_card(card), []).append(card)
        return [held[face].pop() for face in faces]

    def cards(self) -> list[Card]:
        """Return all cards in hands and undealt."""
        return [card for hand in (*self.faces.hands, self.faces.undealt) for card in hand]


class Examined:
    """One deal, and what all checks share."""

    def __init__(
        self, game: Game, ruleset: Any, rules: Record, players: int, setup: Record, order: Record, random: Random
    ) -> None:
        self.game, self.ruleset, self.rules = game, ruleset, rules
        self.players, self.setup, self.order, self.random = players, setup, order, random
        self.where = ""  # seed, variant and number of the deal, to reproduce it
        self.counts: Counter[str] = Counter()
        self.track = self.begin(order)
        self.decided: list[Taken] = []
        self.kept: Counter[Card] = Counter()  # cards of answers that are held back until others have answered
        self.offered: set[frozenset[int]] = set()  # the sets of kinds of actions that decisions have offered
        self.texts: list[str] = []  # of legal actions, to make mutants of
        self.numbers: list[int] = []  # legal actions, of any seat
        self.scratch = (game.new_state(), game.new_observation(), game.new_actions())  # never cleared

    def begin(self, order: Record) -> Track:
        """Return this deal from its beginning, dealt from an order of the cards."""
        return Track(self.game, self.rules, self.players, self.setup, order)

    def fail(self, sentence: str) -> NoReturn:
        """Raise `ConformanceError` with a sentence, where the deal is from, its rules and its position."""
        rules = ", ".join(f"{name}={value}" for name, value in self.game.changed_options(self.ruleset).items())
        raise ConformanceError(
            f"{self.game.name}: {sentence}\n{self.where}, {len(self.decided)} decisions in; rules: {rules or 'default'}\n{self.position()}"
        )

    def position(self) -> str:
        """Return the position of the deal so far; of a game whose position cannot be written, the reason."""
        try:
            decisions = [(step.seat, step.action) for step in self.decided]
            return format_position(self.game, self.ruleset, self.setup, self.order, decisions)
        except QipaiError as error:
            return f"{self.game.name} has no position: {error}"

    def same(self, one: Record, other: Record, sentence: str) -> None:
        """Fail with a sentence unless two records are equal."""
        if not (np.array_equal(one, other) if NATIVE else one == other):
            self.fail(sentence)


def observe(game: Game, rules: Record, state: Record, observer: int) -> Record:
    """Return the observation of a seat, in a new record."""
    observation = game.new_observation()
    game.observe(state, rules, observer, observation)
    return observation
