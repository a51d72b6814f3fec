"""Duplicate deals: the same cards, played again at every table of a match.

A deal has a number, and with the seed of the tournament that settles its cards and what every seat's bot draws at random:
two tables at which the same bots sit play alike, so that bots which do not differ make no difference.  Deals belong to
sessions, which start afresh; a session of more than one deal is chained by `next_setup` at each of its tables.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from qipai.bots import Bot, make_bot
from qipai.bots.heuristic import choosers
from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, door, seeded
from qipai.engine.records import Record
from qipai.engine.shuffling import below

from .plans import Match
from .playing import COMPILED_LEVELS, loop, play_table

SEEDS = 1 << 32  # a tournament's seed is below
# The upper halves of the seeds: no simulation and no training, whose seeds are below `SEEDS`, ever sees these deals.
OF_CARDS, OF_THOUGHTS = 0x63617264 << 32, 0x74686E6B << 32
TIMED_DEALS = 48  # the first deals of a match, in which every decision is timed
HALF_SEED = 30  # bits

Maker = Callable[[Game, Any, int], Bot]  # (game, ruleset, seed): a bot for one deal

_below = door("engine", "below", below)


class Row(NamedTuple):
    """One deal at one table.  All but the last two are the same on every machine."""

    match: int
    deal: int
    table: int
    setup: str  # what it started from, where that differs from a first deal
    seats: tuple[str, ...]  # who sat where
    points: tuple[int, ...]  # in parts: `Game.unit` make a point
    decisions: tuple[int, ...]
    milliseconds: float  # the whole deal
    micros: tuple[tuple[int, ...], ...]  # by seat, of each decision: in the first deals of a match


class Hall:
    """All it takes to play deals of one kind; made once, used for every table."""

    def __init__(self, game: Game, ruleset: Any, players: int, makers: Mapping[str, Maker]) -> None:
        self.game, self.ruleset, self.players, self.makers = game, ruleset, players, makers
        self.rules = game.rules(ruleset)
        self.first = game.setup(self.rules, players)
        self.state, self.actions, self.observation = game.new_state(), game.new_actions(), game.new_observation()
        self.result = records.new(game.RESULT)
        self.compiled: dict[str, int] = COMPILED_LEVELS if game.room in choosers() else {}
        self.warm: set[int] = set()  # matches whose bots have been at a table here

    def session(self, number: int, match: Match, seed: int, first: int, length: int) -> list[Row]:
        """A session of `length` deals from `first` on, at every table of match number `number`."""
        rows = []
        if first < TIMED_DEALS and number not in self.warm:  # what a first call takes longer is not thinking
            self.play(number, first, 0, self.first, tuple(match.bots[place] for place in match.tables[0]), seed)
            self.warm.add(number)
        for table, places in enumerate(match.tables):
            seats = tuple(match.bots[place] for place in places)
            setup = self.first
            for deal in range(first, first + length):
                rows.append(self.play(number, deal, table, setup, seats, seed))
                if deal + 1 < first + length:
                    following = records.new(self.game.SETUP)
                    self.game.next_setup(setup, self.result, self.rules, following)
                    setup = following
        return rows

    def play(self, match: int, deal: int, table: int, setup: Record, seats: tuple[str, ...], seed: int) -> Row:
        """A deal from a setup; its result stays in `result`."""
        order = self.game.shuffled(self.rules, setup, seed | OF_CARDS, deal)
        seeds = self.thoughts(seed, deal)
        micros: tuple[tuple[int, ...], ...] = ()
        begun = time.perf_counter()
        if deal >= TIMED_DEALS and all(map(self.is_compiled, seats)):
            decisions = self.play_compiled(setup, order, seats, seeds)
        else:
            times = self.play_timed(deal, setup, order, seats, seeds)
            decisions = tuple(map(len, times))
            micros = tuple(map(tuple, times)) if deal < TIMED_DEALS else ()
        passed = (time.perf_counter() - begun) * 1000
        self.game.returns(self.state, self.rules, self.result)
        points = tuple(int(number) for number in records.opened(self.result).points[: self.players])
        return Row(match, deal, table, self.describe(setup), seats, points, decisions, round(passed, 3), micros)

    def is_compiled(self, name: str) -> bool:
        """Can this bot play in the compiled loop?"""
        return name in self.compiled and name not in self.makers

    def play_compiled(self, setup: Record, order: Record, seats: Sequence[str], seeds: Sequence[int]) -> tuple[int, ...]:
        """Play a deal out without leaving compiled code.  Returns the decisions of each seat."""
        pairs = [seeded(seed + own) for seed in seeds for own in (0, 1)]
        thoughts: Any = np.concatenate(pairs) if NATIVE else pairs
        levels = [self.compiled[name] for name in seats]
        decisions = [0] * len(seats)
        counts: Any = np.zeros(len(seats), np.int64) if NATIVE else decisions
        loop(self.game, play_table)(
            self.rules,
            setup,
            order,
            self.state,
            self.observation,
            self.actions,
            thoughts,
            np.array(levels) if NATIVE else levels,
            counts,
        )
        return tuple(map(int, counts))

    def play_timed(
        self, deal: int, setup: Record, order: Record, seats: Sequence[str], seeds: Sequence[int]
    ) -> list[list[int]]:
        """Play a deal out with any bots.  Returns the microseconds of each seat's decisions."""
        game, rules, state = self.game, self.rules, self.state
        bots = [self.bot(name, seed) for name, seed in zip(seats, seeds, strict=True)]
        times: list[list[int]] = [[] for _ in seats]
        game.deal(state, rules, setup, order)
        while not game.is_over(state):
            seat = game.to_act(state)
            game.legal_actions(state, rules, seat, self.actions)
            game.observe(state, rules, seat, self.observation)
            begun = time.perf_counter_ns()
            action = bots[seat].act(self.observation, self.actions, None)
            times[seat].append((time.perf_counter_ns() - begun) // 1000)
            if not game.is_legal(state, rules, seat, action):
                written = game.notation.format_action(action, self.ruleset)
                raise QipaiError(f"{seats[seat]} played {written} in deal {deal}, which is not legal.")
            game.apply_action(state, rules, seat, action)
        return times

    def bot(self, name: str, seed: int) -> Bot:
        """The bot of a name: one that the caller makes, or a level."""
        if name in self.makers:
            return self.makers[name](self.game, self.ruleset, seed)
        return make_bot(self.game, name, self.ruleset, seed)

    def thoughts(self, seed: int, deal: int) -> list[int]:
        """A seed for each seat's bot: of the seat, not of the table, as chance is part of what is duplicated."""
        random = seeded(seed | OF_THOUGHTS, deal)
        return [_below(random, 1 << HALF_SEED) << HALF_SEED | _below(random, 1 << HALF_SEED) for _ in range(self.players)]

    def describe(self, setup: Record) -> str:
        """The fields in which a setup differs from that of a first deal."""
        if setup is self.first:
            return ""
        now, first = records.to_plain(setup), records.to_plain(self.first)
        return " ".join(f"{name}={_spell(value)}" for name, value, old in _fields(now, first) if value != old)


def _fields(now: Any, first: Any) -> Iterator[tuple[str, Any, Any]]:
    return ((name, getattr(now, name), getattr(first, name)) for name in now.__slots__)


def _spell(value: Any) -> str:
    return "/".join(map(_spell, value)) if isinstance(value, list) else str(value)
