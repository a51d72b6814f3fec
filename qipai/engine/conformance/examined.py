"""A deal under examination: what it is played with, how it stands, and how to say what is wrong with it."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any, NoReturn

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.records import Record, opened
from qipai.engine.telling import Card, Faces, Fact

LONG = 60  # decisions of a deal that are all looked at
LOOKS = 0.1  # of the later ones, how many


class ConformanceError(QipaiError):
    """A game breaks the contract; the text says how, and how to see it again."""


@dataclass(frozen=True)
class Step:
    """A decision as it is logged."""

    seat: int
    action: Action
    cards: tuple[Card, ...]  # physical, as they left the hand or were chosen for it


class Track:
    """A deal as it is played: the state and the faces beside it."""

    def __init__(self, game: Game, rules: Record, players: int, setup: Record, order: Record) -> None:
        self.game, self.rules = game, rules
        self.state, self.faces = game.new_state(), Faces(players)
        game.deal(self.state, rules, setup, order)
        self.told = game.telling.tell_deal(opened(self.state), opened(rules), opened(setup), opened(order), self.faces)

    def apply(self, seat: int, action: Action, cards: list[Card] | None) -> list[Fact]:
        before = records.copy(self.state)
        self.game.apply_action(self.state, self.rules, seat, action)
        return self.game.telling.tell(opened(before), opened(self.state), opened(self.rules), seat, action, self.faces, cards)

    def observation(self, observer: int) -> Record:
        return observe(self.game, self.rules, self.state, observer)

    def find(self, seat: int, faces: list[str]) -> list[Card]:
        """The cards of a hand with these faces."""
        held: dict[str, list[Card]] = {}
        for card in self.faces.hands[seat]:
            held.setdefault(self.game.notation.format_card(card), []).append(card)
        return [held[face].pop() for face in faces]

    def cards(self) -> list[Card]:
        """All cards that were not played."""
        return [card for hand in (*self.faces.hands, self.faces.undealt) for card in hand]


class Examined:
    """One deal, and what every check needs."""

    def __init__(
        self, game: Game, ruleset: Any, rules: Record, players: int, setup: Record, order: Record, random: Random
    ) -> None:
        self.game, self.ruleset, self.rules = game, ruleset, rules
        self.players, self.setup, self.order, self.random = players, setup, order, random
        self.where = ""  # how to see the deal again
        self.counts: Counter[str] = Counter()
        self.track = self.begin(order)
        self.steps: list[Step] = []
        self.kept: Counter[Card] = Counter()  # of answers to a question that others are still asked
        self.offered: set[frozenset[int]] = set()  # the sorts of choices that there were
        self.texts: list[str] = []  # of legal actions, to make mutants of
        self.scratch = (game.new_state(), game.new_observation(), game.new_actions())  # never cleared

    def begin(self, order: Record) -> Track:
        """The same deal from its beginning, over an order of the cards."""
        return Track(self.game, self.rules, self.players, self.setup, order)

    def fail(self, sentence: str) -> NoReturn:
        rules = ", ".join(f"{name}={value}" for name, value in self.game.changed_options(self.ruleset).items())
        position = self.game.notation.format_position(opened(self.track.state), self.ruleset, opened(self.setup))
        raise ConformanceError(
            f"{self.game.name}: {sentence}\n{self.where}, {len(self.steps)} decisions in; rules: {rules or 'default'}\n{position}"
        )

    def same(self, one: Record, other: Record, sentence: str) -> None:
        if not (np.array_equal(one, other) if NATIVE else one == other):
            self.fail(sentence)


def observe(game: Game, rules: Record, state: Record, observer: int) -> Record:
    """What a seat may know of a state, in a fresh record."""
    observation = game.new_observation()
    game.observe(state, rules, observer, observation)
    return observation
