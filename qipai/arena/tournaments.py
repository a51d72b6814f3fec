"""A tournament: what was agreed, who plays what, and playing it with as many processes as there are.

A tournament is cut into shards, ranges of deals of one match.  A shard's rows follow from the terms and its range alone, so it does
not matter where shards are played, in which order, or how often one is begun again.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from qipai.engine.errors import QipaiError
from qipai.engine.game import Game

from .matches import SEEDS, Hall, Maker, Row
from .plans import Match, matches_of, usual_plan

QUICK_SHARD, SLOW_SHARD = 64, 4  # sessions: of compiled levels, and of bots that may think for long


class Terms(msgspec.Struct, frozen=True):
    """What settles every row of a tournament."""

    game: str
    rules_version: int
    rules: dict[str, str]  # what differs from the default
    players: int
    bots: tuple[str, ...]
    deals: int  # of each match
    session: int  # deals in a row that are chained
    plan: str
    seed: int


class Shard(NamedTuple):
    """Deals of one match: whole sessions."""

    match: int
    first: int
    end: int


class Tournament:
    """Terms with a game and bots to play them."""

    def __init__(self, terms: Terms, game: Game, makers: Mapping[str, Maker]) -> None:
        self.terms, self.game, self.makers = terms, game, makers
        self.ruleset: Any = game.ruleset(**terms.rules)
        self.teams = tuple(game.teams(self.ruleset, terms.players))
        self.matches: list[Match] = matches_of(terms.plan, terms.bots, self.teams)
        self.hall = Hall(game, self.ruleset, terms.players, makers)

    def rows_of(self, shard: Shard) -> Iterator[list[Row]]:
        """The rows of a shard, a session at a time."""
        length, match = self.terms.session, self.matches[shard.match]
        for first in range(shard.first, shard.end, length):
            yield self.hall.session(shard.match, match, self.terms.seed, first, length)

    def rows_a_session(self, match: int) -> int:
        """How many rows a whole session of a match has."""
        return len(self.matches[match].tables) * self.terms.session

    @property
    def rows_in_all(self) -> int:
        """How many rows there will be."""
        return sum(self.rows_a_session(match) for match in range(len(self.matches))) * (self.terms.deals // self.terms.session)

    def shards(self, played: Mapping[int, set[int]]) -> list[Shard]:
        """What is still to be played, all matches side by side; `played` has the sessions of each match that were."""
        sessions = self.terms.deals // self.terms.session
        length = QUICK_SHARD if all(map(self.hall.is_compiled, self.terms.bots)) else SLOW_SHARD
        found = []
        for first in range(0, sessions, length):
            for match in range(len(self.matches)):
                done = played.get(match, set())
                missing = [number for number in range(first, min(first + length, sessions)) if number not in done]
                found += [self._shard(match, run) for run in _runs(missing)]
        return found

    def _shard(self, match: int, run: range) -> Shard:
        return Shard(match, run.start * self.terms.session, run.stop * self.terms.session)


def agree(
    game: Game,
    ruleset: Any,
    bots: Sequence[str],
    deals: int,
    players: int | None = None,
    plan: str | None = None,
    seed: int = 1,
    session: int = 1,
    makers: Mapping[str, Maker] | None = None,
) -> Tournament:
    """A tournament between bots, levels or names of `makers`.  Raises `QipaiError` with a sentence for what cannot be."""
    players = game.seats[0] if players is None else players
    game.setup(game.rules(ruleset), players)
    if len(bots) < 2:
        raise QipaiError("A tournament is between two bots or more.")
    for name in bots:
        if bots.count(name) > 1:
            raise QipaiError(f"{name!r} is named twice; a bot that meets itself makes no difference.")
    if not 0 <= seed < SEEDS:
        raise QipaiError(f"A tournament's seed is a whole number from 0 to {SEEDS - 1}, not {seed}.")
    if deals % session:
        raise QipaiError(f"{deals} deals do not make whole sessions of {session}.")
    teams = game.teams(ruleset, players)
    terms = Terms(
        game=game.name,
        rules_version=game.rules_version,
        rules=game.changed_options(ruleset),
        players=players,
        bots=tuple(bots),
        deals=deals,
        session=session,
        plan=plan or usual_plan(teams),
        seed=seed,
    )
    tournament = Tournament(terms, game, makers or {})
    for name in bots:
        tournament.hall.bot(name, seed)
    return tournament


Runner = Callable[[Tournament, Sequence[Shard]], Iterable[list[Row]]]


def play_here(tournament: Tournament, shards: Sequence[Shard]) -> Iterator[list[Row]]:
    """Play shards in this process."""
    for shard in shards:
        yield from tournament.rows_of(shard)


def in_processes(count: int) -> Runner:
    """Play shards in so many processes on this machine; rows come in the order of the shards."""

    def play(tournament: Tournament, shards: Sequence[Shard]) -> Iterator[list[Row]]:
        asked = (tournament.terms, dict(tournament.makers))
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_parent)
        try:
            yield from pool.map(_play_shard, [asked] * len(shards), shards)
        except BaseException:  # nobody waits for shards whose rows nobody takes
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    return play


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_shard(asked: tuple[Terms, dict[str, Maker]], shard: Shard) -> list[Row]:
    return rows_of(*asked, shard)


def rows_of(terms: Terms, makers: Mapping[str, Maker], shard: Shard) -> list[Row]:
    """The rows of a shard from what can be sent to another process."""
    tournament = _known(msgspec.json.encode(terms), tuple(sorted(makers.items())))
    return [row for rows in tournament.rows_of(shard) for row in rows]


@lru_cache(4)
def _known(terms: bytes, makers: tuple[tuple[str, Maker], ...]) -> Tournament:
    """A tournament as a worker knows it, from one shard to the next."""
    from qipai.games import find_game

    agreed = msgspec.json.decode(terms, type=Terms)
    return Tournament(agreed, find_game(agreed.game), dict(makers))


def _runs(numbers: Sequence[int]) -> Iterator[range]:
    """Unbroken runs of ascending numbers."""
    start = 0
    for place in range(1, len(numbers) + 1):
        if place == len(numbers) or numbers[place] != numbers[place - 1] + 1:
            yield range(numbers[start], numbers[place - 1] + 1)
            start = place
