"""One deal as environments play it: a decision is an action index, a place in a seat's legal list; an observation a vector with named entries.

The list holds what is legal now, in the order that the rules define.  It depends only on what the seat knows, so an
index means the same action throughout one information state.  `pettingzoo` and `gymnasium` wrap a `Course`; it has no
dependency on either.
"""

import os
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game, read_buffer
from qipai.engine.numbers import as_whole, described, one_of, truth, whole
from qipai.engine.records import Record
from qipai.engine.seats import seats_in
from qipai.games import find_game
from qipai.session.deal import Terms

from .cutting import CUT, checked_longest, lister
from .encoding import SCALED
from .features import features_of
from .history import History
from .layouts import layouts
from .observing import observer
from .pictures import draw

REWARDS = ("seat", "team")
LONGEST_HISTORY = 1 << 16  # rows; no deal has so many actions
ELSEWHERE = 0  # no process has this number

Observation = dict[str, np.ndarray]
Choice = int | np.integer[Any]  # the number of an action, as people write it and as spaces draw it


class Course:
    """Play a game under fixed rules for a fixed number of players: deal after deal, one at a time.

    >>> course = Course("gan_deng_yan", players=3)
    >>> course.begin(seed=7)
    >>> while not course.is_over():
    ...     seat = course.to_act()
    ...     course.apply(seat, course.action(seat, 0))
    >>> sum(course.rewards())
    0.0
    """

    def __init__(
        self,
        game: Game | str,
        variant: str = "default",
        players: int | None = None,
        reward: str = "seat",
        longest: int | None = None,
        overflow: str = "cut",
        candidates: int | None = None,
        compact: bool = False,
        history: int | None = None,
        **options: object,
    ) -> None:
        """Make the course and begin a deal from a random seed.

        `game`: a game or its name.  `variant`: a named rule set of it, changed by `options` (house rules by name).
        `players`: `game.usual_players` unless given.  `reward`: "seat" pays each seat its own points,
        "team" the sum of its team, which where sides form in the deal (Dou Dizhu) is the seat alone.

        `longest`: the length of the action mask, that is how many actions a seat may choose from; `LONGEST` (512)
        unless given, and never more than `game.max_actions`, which is enough for every list.  `overflow`: what happens
        to a longer list: "cut" shortens it (see `cutting`), "refuse" makes `count` raise an error.

        `candidates`: as `longest`, and observations then hold the actions themselves as so many rows of features.
        `compact`: write the compact observation (see `compact.py`) and not the complete one; `layout` is the one chosen.
        `history`: observations also hold the last so many public actions as rows of numbers (see `history.py`).

        Raises `QipaiError` for an unknown game, variant, option or reward, and for a number of players that the game
        does not allow.
        """
        self.game, compact, reward = find_game(game), truth("`compact`", compact), one_of("reward", reward, REWARDS)
        self._terms = (self.game, variant, players, reward, longest, overflow, candidates, compact, history, options)
        self.ruleset = self.game.ruleset(variant, **options)
        self.rules = self.game.rules(self.ruleset)
        self.players = self.game.usual_players if players is None else players
        self.setup = self.game.setup(self.rules, self.players)
        self.players = int(self.players)
        self.longest, self.cuts = checked_longest(self.game, longest, overflow, candidates)
        self.candidates = None if candidates is None else self.longest
        self.left_out = 0  # how many legal actions the last call of `count` cut from the list
        self.reward = reward
        self.teams = self.game.teams(self.ruleset, self.players)
        self.layouts = layouts(self.game)
        self.layout = self.layouts.seen(compact)
        self._vector = np.empty(self.layout.entries, SCALED)
        self._see = observer(self.game, self.rules, self._vector, compact)
        length = None if history is None else whole("The number of actions in a history", history, 1, LONGEST_HISTORY)
        self.history = None if length is None else History(Terms(self.game, self.ruleset, self.rules, self.players), length)
        self._listed: int | None = None  # the seat whose actions `_actions` holds
        self._record, self._actions, self._cut = self.game.new_observation(), self.game.new_actions(), records.new(CUT)
        self._drawn_in: int | None = ELSEWHERE  # the process that drew the seed; None: the caller gave it
        self.begin(None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy or pickle the course in the midst of its deal; without a seed of the caller, copy and original deal different cards next."""
        return _course, (self._terms,), (self._seed, self._deals, self.decisions, self.left_out, self._drawn_in is not None)

    def __setstate__(self, told: tuple[int, int, list[tuple[int, Action]], int, bool]) -> None:
        seed, deals, decisions, left_out, drawn = told
        self._deal(seed, deals - 1)
        for seat, action in decisions:
            self.apply(seat, action)
        self.left_out, self._drawn_in = left_out, ELSEWHERE if drawn else None

    @property
    def draws_seed(self) -> bool:
        """Whether a deal without a seed would be of a new one: the caller gave none, and another process or the original of this copy drew the last."""
        return self._drawn_in not in (None, os.getpid())

    def begin(self, seed: int | None) -> None:
        """Start a new deal.

        With a seed: the same deal as `Game.start` with that seed.  Without: the next deal (stream) of the last seed, or the first
        of a random one if no seed was ever given and this is a new course, a copy, or in a forked process.
        """
        if seed is not None:
            self._deal(seed, 0)
            self._drawn_in = None
        elif self.draws_seed:
            self._deal(secrets.randbits(63), 0)
            self._drawn_in = os.getpid()
        else:
            self._deal(self._seed, self._deals)

    def _deal(self, seed: int, stream: int) -> None:
        self.order = self.game.shuffled(self.rules, self.setup, seed, stream)  # refuses a wrong seed: nothing has changed yet
        self._seed, self._deals = seed, stream + 1
        self.state = self.game.new_state()
        self.game.deal(self.state, self.rules, self.setup, self.order)
        if self.history is not None:
            self.history.begin(self.state, self.setup, self.order)
        self.decisions: list[tuple[int, Action]] = []
        self._listed = None

    def is_over(self) -> bool:
        """Return True if the deal has ended."""
        return bool(self.game.is_over(self.state))

    def to_act(self) -> int:
        """Return the seat that decides now, or -1 after the end; of several that are asked together, the first."""
        return int(self.game.to_act(self.state))

    def pending(self) -> list[int]:
        """Return all seats that owe a decision, in ascending order."""
        return list(seats_in(int(self.game.pending(self.state))))

    def count(self, seat: int) -> int:
        """Return how many actions the seat may choose from: 0 unless it owes a decision, and at most `longest`.

        Sets `left_out` to the number of legal actions that were cut from the list.  An action out of turn (a right) is
        listed only while the seat owes a decision.  Raises `QipaiError` for a seat that does not exist, and with
        `overflow="refuse"` for a list longer than `longest`.
        """
        self.left_out = 0
        self._listed = None
        if not int(self.game.pending(self.state)) >> self._seat(seat) & 1:
            return 0
        count = int(self.game.legal_actions(self.state, self.rules, seat, self._actions))
        if count <= self.longest:
            self._listed, self._count = seat, count
            return count
        if not self.cuts:
            raise QipaiError(
                f"Seat {seat} has {count} legal actions, and this environment was made for {self.longest} at most; "
                f"{self.game.name} never has more than {self.game.max_actions}."
            )
        self.left_out = int(lister(self.game)(self.state, self.rules, seat, self._actions, self._cut, self.longest))
        self._listed, self._count = seat, count - self.left_out
        return self._count

    def _seat(self, seat: int) -> int:
        return whole("A seat", seat, 0, self.players - 1)

    def legal(self, seat: int) -> list[Action]:
        """Return the actions that the seat may choose from; an action's index in the list is its number."""
        return [int(action) for action in read_buffer(self._actions, self.count(seat))]

    def action(self, seat: int, number: Any) -> Action:
        """Return the action with that number in the seat's legal list.  Raises `QipaiError` if there is none."""
        count = self._count if self._listed == self._seat(seat) else self.count(seat)  # mostly just listed
        if not is_number(number, count):
            raise QipaiError(
                f"Action {described(number)} is not legal for seat {seat}: it has {count}, numbered from 0, as its action mask says."
            )
        return int(read_buffer(self._actions, count)[int(number)])

    def offers(self, seat: int, number: Any) -> bool:
        """Return True if the seat's legal list has an action with that number."""
        return is_number(number, self.count(seat))

    def apply(self, seat: int, action: Action) -> None:
        """Take an action, given as the rules encode it (see `action`), for a seat that owes a decision.

        Does not check that it is legal.
        """
        if self.history is None:
            self.game.apply_action(self.state, self.rules, seat, action)
        else:
            before = records.copy(self.state)
            self.game.apply_action(self.state, self.rules, seat, action)
            self.history.note(before, self.state, seat, action)
        self.decisions.append((seat, action))
        self._listed = None

    def look(self, seat: int) -> Record:
        """Return the seat's observation record.  The record belongs to this object and is overwritten by the next look."""
        self.game.observe(self.state, self.rules, self._seat(seat), self._record)
        return self._record

    def observation(self, seat: int) -> Observation:
        """Return the seat's observation and action mask.

        `"observation"`: float32 of shape (`layout.entries`,), values in 0 to 1.  `"action_mask"`: int8 of
        shape (`longest`,), 1 for each number that is an action.  With `candidates` also `"candidates"`: float32 of
        shape (`candidates`, `layouts.action.entries`), where row i is the action with number i (see `features`), and
        the rows beyond the list are 0.  With `history` also `"history"`: float32 of shape (`history`, entries), where the
        last row is the latest public action; `history.names` says what the entries are.
        """
        mask = np.zeros(self.longest, np.int8)
        count = self.count(seat)
        mask[:count] = 1
        self._see(self.state, seat)
        seen: Observation = {"observation": self._vector.copy(), "action_mask": mask}
        if self.candidates is not None:
            rows = np.zeros((self.candidates, self.layouts.action.entries), SCALED)
            legal = np.array(read_buffer(self._actions, count), np.int64)
            rows[:count] = features_of(self.game, self.rules, legal, SCALED)
            seen["candidates"] = rows
        if self.history is not None:
            seen["history"] = self.history.write(seat)
        return seen

    def texts(self, seat: int) -> list[str]:
        """Return the seat's legal actions in notation, by number."""
        return [self.game.notation.format_action(action, self.ruleset) for action in self.legal(seat)]

    def features(self, seat: int) -> NDArray[np.float32]:
        """Return the features of each legal action: float32 of shape (count, `layouts.action.entries`)."""
        return features_of(self.game, self.rules, np.array(self.legal(seat), np.int64), SCALED)

    def privileged(self) -> NDArray[np.float32]:
        """Return the whole state, hidden cards included: float32 of shape (`layouts.state.entries`,).

        For critics and analysis only.
        """
        return self.layouts.state.encode(self.state)

    def told(self) -> dict[str, Any]:
        """Return what belongs in `info` beside the last observation: `cut`, the number of legal actions that have no number."""
        return {"cut": self.left_out}

    def rewards(self) -> list[float]:
        """Return the points of the deal by seat, in rule-book points; with `reward="team"` the sum of the seat's team.

        0 before the end.
        """
        if not self.is_over():
            return [0.0] * self.players
        points = [points / self.game.unit for points in self.game.result(self.state, self.rules).points[: self.players]]
        if self.reward == "seat":
            return points
        return [sum(other for other, team in zip(points, self.teams, strict=True) if team == mine) for mine in self.teams]

    def show(self) -> str:
        """Return the whole table as text, all hands face up.  For onlookers and debugging, never for a player."""
        return str(self.game.notation.show(records.opened(self.state), self.ruleset))

    def pixels(self) -> NDArray[np.uint8]:
        """Return the whole table as a picture, all hands face up: uint8 of shape (height, width, 3), the same throughout a deal.

        For onlookers.  Raises `QipaiError` where Pillow is not installed.
        """
        terms = Terms(self.game, self.ruleset, self.rules, self.players)
        return draw(terms, self.setup, self.order, self.decisions).pixels()


def is_number(number: Any, count: int) -> bool:
    """Return True if `number` is a whole number (of Python or NumPy) with 0 <= number < count."""
    place = as_whole(number)
    return place is not None and 0 <= place < count


def _course(terms: tuple[Any, ...]) -> Course:
    """Rebuild a pickled course from its arguments."""
    *given, options = terms
    return Course(*given, **options)


def as_record(game: Game, actions: Sequence[Action]) -> Record:
    """Return actions as the record that `Bot.act` takes: the game's `ACTIONS`, filled."""
    filled: Record = game.new_actions()
    opened = filled[0] if NATIVE else filled
    if NATIVE:
        opened["count"], opened["list"][: len(actions)] = len(actions), actions
    else:
        opened.count, opened.list[: len(actions)] = len(actions), actions
    return filled
