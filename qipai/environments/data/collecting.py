"""Go through deals decision by decision and collect what each deciding seat knew, could do and did.

A row is made from the seat's observation and its legal list alone, before its action is applied; the points are added
when the deal is over.  The state never reaches a row.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from qipai.bots import Bot, make_bot
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, read_buffer
from qipai.engine.records import Record

from ..cutting import CUT, lister
from ..encoding import WHOLE
from ..vector import bot_seeds
from .agreeing import Work

NO_CHOICE = -1  # `choice` where the action that was taken is not in the list: it was cut

Decide = Callable[[int, Record, Record], tuple[int, Action]]


class Noted(NamedTuple):
    """One decision, as its seat may know it."""

    step: int  # how many decisions were taken before it in the deal
    seat: int
    seen: np.ndarray
    legal: list[Action]
    action: Action
    by: str


class Columns:
    """Rows of examples while they are collected."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.rows: list[tuple[int, Noted, np.ndarray]] = []  # deal, decision, points by chair

    def add(self, deal: int, taken: list[Noted], points: list[float]) -> None:
        """Add the decisions of a finished deal."""
        for one in taken:
            self.rows.append((deal, one, np.roll(np.array(points, np.float32), -one.seat)))


class Reader:
    """Plays deals on records of its own and says what each deciding seat knew."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.game, self.ruleset, self.rules, self.players = work.table
        self.longest, self.forced = work.terms.longest, work.terms.forced
        self._list = lister(self.game)
        self._actions, self._cut = self.game.new_actions(), records.new(CUT)
        self._seen = self.game.new_observation()
        self.state = self.game.new_state()

    def begin(self, setup: Record, order: Record) -> None:
        """Deal."""
        self.game.deal(self.state, self.rules, setup, order)

    def look(self, seat: int) -> tuple[Record, Record]:
        """Return what a seat knows and what it may do, the list cut; both records are written over by the next look."""
        self._list(self.state, self.rules, seat, self._actions, self._cut, self.longest)
        self.game.observe(self.state, self.rules, seat, self._seen)
        return self._seen, self._actions

    def note(self, step: int, seat: int, action: Action, by: str) -> Noted | None:
        """Return the decision that the last look was for; None for a forced one that is not kept."""
        count = int(records.opened(self._actions).count)
        if count < 2 and not self.forced:
            return None
        seen = self.work.layout.encode(self._seen, np.empty(self.work.layout.entries, WHOLE))
        return Noted(step, seat, seen, [int(one) for one in read_buffer(self._actions, count)], action, by)

    def points(self) -> list[float]:
        """Return the points of the finished deal by seat, in points of the rule book."""
        return [points / self.game.unit for points in self.game.result(self.state, self.rules).points[: self.players]]


def play(work: Work, first: int, end: int) -> Columns:
    """Let the bots play the deals `first` to `end` - 1 of the terms."""
    reader, columns, terms = Reader(work), Columns(work), work.terms
    game, setup = reader.game, reader.game.setup(reader.rules, reader.players)
    for deal in range(first, end):
        reader.begin(setup, game.shuffled(reader.rules, setup, terms.seed, deal))
        seeds = bot_seeds(terms.seed, deal, reader.players)
        names = [terms.bots[(seat - deal) % reader.players] for seat in range(reader.players)]
        bots: list[Bot] = [make_bot(game, name, reader.ruleset, seed) for name, seed in zip(names, seeds, strict=True)]
        taken, step = list[Noted](), 0
        while not game.is_over(reader.state):
            seat = int(game.to_act(reader.state))
            action = int(bots[seat].act(*reader.look(seat), None))
            noted = reader.note(step, seat, action, names[seat])
            taken += [noted] if noted else []
            game.apply_action(reader.state, reader.rules, seat, action)
            step += 1
        columns.add(deal, taken, reader.points())
    return columns


def follow(
    work: Work, columns: Columns, deal: int, setup: Record, order: Record, decisions: Iterator[tuple[int, Action]]
) -> None:
    """Add the decisions of a deal that was played elsewhere.  Raises `QipaiError` if one of them is not legal."""
    reader, taken = Reader(work), list[Noted]()
    game = reader.game
    reader.begin(setup, order)
    for step, (seat, action) in enumerate(decisions):
        if not game.is_legal(reader.state, reader.rules, seat, action):
            raise QipaiError(f"Decision {step} of deal {deal} is not legal under these rules.")
        reader.look(seat)
        noted = reader.note(step, seat, action, "")
        taken += [noted] if noted else []
        game.apply_action(reader.state, reader.rules, seat, action)
    if not game.is_over(reader.state):
        raise QipaiError(f"Deal {deal} is not over after its {step + 1} decisions.")
    columns.add(deal, taken, reader.points())


def arrays(columns: Columns) -> dict[str, Any]:
    """Return the rows as arrays by the name of the column; `legal` lies in one row, and `ends` says where each list ends."""
    rows, work = columns.rows, columns.work
    taken = [one for _, one, _ in rows]
    lists = [one.legal for one in taken]
    return {
        "deal": np.array([deal for deal, *_ in rows], np.int64),
        "step": np.array([one.step for one in taken], np.int32),
        "seat": np.array([one.seat for one in taken], np.int8),
        "observation": np.array([one.seen for one in taken], WHOLE).reshape(len(rows), work.layout.entries),
        "ends": np.cumsum([len(one) for one in lists], dtype=np.int64),
        "legal": np.array([action for one in lists for action in one], np.int64),
        "choice": np.array([_place(one) for one in taken], np.int32),
        "action": np.array([one.action for one in taken], np.int64),
        "points": np.array([points for *_, points in rows], np.float32).reshape(len(rows), work.terms.players),
        "bot": np.array([one.by for one in taken], np.str_),
    }


def _place(one: Noted) -> int:
    return one.legal.index(one.action) if one.action in one.legal else NO_CHOICE
