"""Duplicate deals: the same cards, played again at every table of a match.

The tournament's seed and the number of a deal determine its cards and the random numbers of each seat's bot.  So two
tables with the same bots play alike, and bots that do not differ show no difference.  Sessions start afresh; within a
session of several deals, each table chains its deals by `next_setup`.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from qipai.bots import Bot, make_bot
from qipai.engine import records
from qipai.engine.chance import draw_below, seeded
from qipai.engine.compiling import NATIVE
from qipai.engine.game import Game
from qipai.engine.records import Record

from .plans import Match
from .playing import COMPILED_LEVELS, check_action, loop, play_table

SEEDS = 1 << 32  # a tournament's seed is below
# Upper halves of the seeds.  Simulations and training use seeds below `SEEDS`, so they never see these deals.
OF_CARDS, OF_THOUGHTS = 0x63617264 << 32, 0x74686E6B << 32
TIMED_DEALS = 48  # at the start of a match; each of their decisions is timed
HALF_SEED = 30  # bits

Maker = Callable[[Game, Any, int], Bot]  # (game, ruleset, seed): return a bot for one deal


class Row(NamedTuple):
    """One deal at one table.  All fields but the last two are the same on every machine."""

    match: int
    deal: int
    table: int
    setup: str  # the fields of the setup that differ from a first deal's
    seats: tuple[str, ...]  # the bot in each seat
    points: tuple[int, ...]  # by seat, in parts of a point (`Game.unit` parts make one)
    decisions: tuple[int, ...]  # by seat
    milliseconds: float  # for the whole deal
    micros: tuple[tuple[int, ...], ...]  # microseconds of each decision, by seat; in the first `TIMED_DEALS` deals only


class Hall:
    """Plays deals of one game under one rule set; holds the records that all tables use in turn."""

    def __init__(self, game: Game, ruleset: Any, players: int, makers: Mapping[str, Maker]) -> None:
        self.game, self.ruleset, self.players, self.makers = game, ruleset, players, makers
        self.rules = game.rules(ruleset)
        self.first = game.setup(self.rules, players)
        self.state, self.actions, self.observation = game.new_state(), game.new_actions(), game.new_observation()
        self.result = records.new(game.RESULT)
        self.compiled: dict[str, int] = COMPILED_LEVELS if game.chooser else {}
        self.warm: set[int] = set()  # matches whose bots have been at a table here

    def session(self, number: int, match: Match, seed: int, first: int, length: int) -> list[Row]:
        """Play `length` deals from number `first` on at every table of a match, and return the rows.

        `number` is the match's index in the tournament.
        """
        rows = []
        if first < TIMED_DEALS and number not in self.warm:  # keep the time of compiling and loading out of the figures
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
        """Play one deal from a setup and return its row; its result stays in `self.result`."""
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
        """Return True if the compiled loop can play this bot."""
        return name in self.compiled and name not in self.makers

    def play_compiled(self, setup: Record, order: Record, seats: Sequence[str], seeds: Sequence[int]) -> tuple[int, ...]:
        """Play a deal to its end in compiled code; return the number of decisions of each seat."""
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
            self.game.noise_at(self.players),
            counts,
        )
        return tuple(map(int, counts))

    def play_timed(
        self, deal: int, setup: Record, order: Record, seats: Sequence[str], seeds: Sequence[int]
    ) -> list[list[int]]:
        """Play a deal to its end with bots of any kind; return the microseconds of each seat's decisions.

        Raises `QipaiError` if a bot returns an illegal action.
        """
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
            check_action(game, rules, self.ruleset, state, seat, action, seats[seat], deal)
            game.apply_action(state, rules, seat, action)
        return times

    def bot(self, name: str, seed: int) -> Bot:
        """Make the bot of that name: by the caller's maker if there is one, else by `make_bot`."""
        if name in self.makers:
            return self.makers[name](self.game, self.ruleset, seed)
        return make_bot(self.game, name, self.ruleset, seed)

    def thoughts(self, seed: int, deal: int) -> list[int]:
        """Return a seed for each seat's bot.

        It depends on the deal and the seat, not on the table: chance is duplicated too.
        """
        random = seeded(seed | OF_THOUGHTS, deal)
        return [
            draw_below(random, 1 << HALF_SEED) << HALF_SEED | draw_below(random, 1 << HALF_SEED) for _ in range(self.players)
        ]

    def describe(self, setup: Record) -> str:
        """Return the fields in which a setup differs from that of a first deal, as `name=value` words."""
        if setup is self.first:
            return ""
        now, first = records.to_plain(setup), records.to_plain(self.first)
        return " ".join(f"{name}={_spell(value)}" for name, value, old in _fields(now, first) if value != old)


def _fields(now: Any, first: Any) -> Iterator[tuple[str, Any, Any]]:
    return ((name, getattr(now, name), getattr(first, name)) for name in now.__slots__)


def _spell(value: Any) -> str:
    return "/".join(map(_spell, value)) if isinstance(value, list) else str(value)
