"""One deal as environments play it: decisions are positions in a seat's legal list, observations are vectors with names.

An action's number is its place in the list of what is legal now, in the order that the rules state.  That list is a function of
what the seat knows, so a number means one thing in one information state.
"""

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game, read_buffer
from qipai.engine.records import Record
from qipai.engine.seats import seats_in
from qipai.games import find_game

from .encoding import SCALED
from .features import features_of
from .fields import layouts

REWARDS = ("seat", "team")

Observation = dict[str, np.ndarray]


class Course:
    """A game under rules, for a number of players: deal after deal, one at a time."""

    def __init__(
        self,
        game: Game | str,
        variant: str = "default",
        players: int | None = None,
        reward: str = "seat",
        longest: int | None = None,
        **options: object,
    ) -> None:
        """`players`: the fewest that the game allows, unless given.  `longest`: bounds legal lists, and so the action space.

        Raises `QipaiError` for a game, a variant, an option, a number of players or a kind of reward that there is not.
        """
        if reward not in REWARDS:
            raise QipaiError(f"There is no reward {reward!r}; there are {', '.join(REWARDS)}.")
        self.game = find_game(game) if isinstance(game, str) else game
        self.ruleset = self.game.ruleset(variant, **options)
        self.rules = self.game.rules(self.ruleset)
        self.setup = self.game.setup(self.rules, self.game.seats[0] if players is None else players)
        self.players = players or self.game.seats[0]
        self.longest = longest or self.game.max_actions
        self.reward = reward
        self.teams = self.game.teams(self.ruleset, self.players)
        self.layouts = layouts(self.game)
        self._record, self._actions = self.game.new_observation(), self.game.new_actions()
        self._seed, self._deals = secrets.randbits(63), 0
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """A new deal: of a seed that which `Game.start` deals too, and without one the next of the latest seed."""
        if seed is not None:
            self._seed, self._deals = seed, 0
        order = self.game.shuffled(self.rules, self.setup, self._seed, self._deals)
        self.state = self.game.new_state()
        self.game.deal(self.state, self.rules, self.setup, order)
        self._deals += 1

    def is_over(self) -> bool:
        return bool(self.game.is_over(self.state))

    def to_act(self) -> int:
        """The seat that decides now; of several that are asked together the first."""
        return int(self.game.to_act(self.state))

    def pending(self) -> list[int]:
        """All seats that owe a decision."""
        return list(seats_in(int(self.game.pending(self.state))))

    def count(self, seat: int) -> int:
        """How many actions the seat has if it owes a decision; else none.

        A right out of turn is offered with a decision that the seat owes, and not otherwise.
        """
        if not int(self.game.pending(self.state)) >> seat & 1:
            return 0
        count = int(self.game.legal_actions(self.state, self.rules, seat, self._actions))
        if count > self.longest:
            raise QipaiError(
                f"Seat {seat} has {count} legal actions, and this environment was made for {self.longest} at most; "
                f"{self.game.name} never has more than {self.game.max_actions}."
            )
        return count

    def legal(self, seat: int) -> list[Action]:
        """These actions, in the order of their numbers."""
        return [int(action) for action in read_buffer(self._actions, self.count(seat))]

    def action(self, seat: int, number: Any) -> Action:
        """The action with that number.  Raises `QipaiError` where there is none."""
        count = self.count(seat)
        if not 0 <= int(number) < count:
            raise QipaiError(
                f"Action {number} is not legal for seat {seat}: it has {count}, numbered from 0, as its action mask says."
            )
        return int(read_buffer(self._actions, count)[int(number)])

    def apply(self, seat: int, action: Action) -> None:
        self.game.apply_action(self.state, self.rules, seat, action)

    def look(self, seat: int) -> Record:
        """What the seat may know.  The record is this object's own and is filled anew at the next look."""
        self.game.observe(self.state, self.rules, seat, self._record)
        return self._record

    def observation(self, seat: int) -> Observation:
        """What the seat may know as a vector, and which numbers are actions."""
        mask = np.zeros(self.longest, np.int8)
        mask[: self.count(seat)] = 1
        return {"observation": self.layouts.observation.encode(self.look(seat)), "action_mask": mask}

    def texts(self, seat: int) -> list[str]:
        """The legal actions as people write them."""
        return [self.game.notation.format_action(action, self.ruleset) for action in self.legal(seat)]

    def features(self, seat: int) -> np.ndarray:
        """A line of `layouts.action` for each legal action."""
        return features_of(self.game, self.rules, np.array(self.legal(seat), np.int64), SCALED)

    def privileged(self) -> np.ndarray:
        """Everything, hidden cards too, as `layouts.state`: for critics and analysis, never for a seat."""
        return self.layouts.state.encode(self.state)

    def rewards(self) -> list[float]:
        """By seat, in points of the rule book: what the deal brought the seat, or all of its team; 0 before the end."""
        if not self.is_over():
            return [0.0] * self.players
        points = [points / self.game.unit for points in self.game.result(self.state, self.rules).points[: self.players]]
        if self.reward == "seat":
            return points
        return [sum(other for other, team in zip(points, self.teams, strict=True) if team == mine) for mine in self.teams]

    def show(self) -> str:
        """The whole table in text, every hand face up: for people who watch, never for who plays."""
        return str(self.game.notation.show(records.opened(self.state), self.ruleset))


def as_record(game: Game, actions: Sequence[Action]) -> Record:
    """Legal actions as bots read them."""
    filled = game.new_actions()
    opened = filled[0] if NATIVE else filled
    if NATIVE:
        opened["count"], opened["list"][: len(actions)] = len(actions), actions
    else:
        opened.count, opened.list[: len(actions)] = len(actions), actions
    return filled
