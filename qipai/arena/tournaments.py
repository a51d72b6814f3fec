"""A tournament: its terms, its bots, and playing it in one or several processes.

A tournament is cut into shards, each a range of deals of one match.  The rows of a shard depend only on the terms and
its range, so shards can be played anywhere, in any order, and again after a failure.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.numbers import MOST_DEALS, one_of, whole

from .matches import SEEDS, Hall, Maker, Row
from .plans import PLANS, Match, matches_of, usual_plan
from .spreading import in_pool

QUICK_SHARD, SLOW_SHARD = 64, 4  # sessions per shard: of compiled levels only, and with bots that may think for long


class Terms(msgspec.Struct, frozen=True):
    """Everything that determines the rows of a tournament, the code of its bots aside."""

    game: str
    rules_version: int
    rules: dict[str, str]  # options that differ from the default
    players: int
    bots: tuple[str, ...]
    deals: int  # per match
    session: int  # deals per session; within one they are chained
    plan: str
    seed: int


class Shard(NamedTuple):
    """The deals `first` to `end` - 1 of one match: complete sessions."""

    match: int
    first: int
    end: int


class Tournament:
    """Terms together with the game and the makers of its bots."""

    def __init__(self, terms: Terms, game: Game, makers: Mapping[str, Maker]) -> None:
        self.terms, self.game, self.makers = terms, game, makers
        self.ruleset: Any = game.ruleset(**terms.rules)
        self.teams = tuple(game.teams(self.ruleset, terms.players))
        self.matches: list[Match] = matches_of(terms.plan, terms.bots, self.teams)
        self.hall = Hall(game, self.ruleset, terms.players, makers)

    def rows_of(self, shard: Shard) -> Iterator[list[Row]]:
        """Play a shard and yield its rows, one session at a time."""
        length, match = self.terms.session, self.matches[shard.match]
        for first in range(shard.first, shard.end, length):
            yield self.hall.session(shard.match, match, self.terms.seed, first, length)

    def rows_a_session(self, match: int) -> int:
        """Return the number of rows of a complete session of a match."""
        return len(self.matches[match].tables) * self.terms.session

    @property
    def rows_in_all(self) -> int:
        """The number of rows of the complete tournament."""
        return sum(self.rows_a_session(match) for match in range(len(self.matches))) * (self.terms.deals // self.terms.session)

    def shards(self, played: Mapping[int, set[int]]) -> list[Shard]:
        """Return the shards still to be played, matches interleaved; `played` has the sessions done so far, by match."""
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
    """Make a tournament between `bots`.

    `bots`: two or more different names: levels, searches such as `pimc:300`, or keys of `makers`, which maps names to
    functions (game, ruleset, seed) -> bot.  `deals`: per match, a multiple of `session`.  `players`: `game.usual_players`
    unless given.  `plan`: a name in `plans.PLANS`, `usual_plan` unless given.  Raises `QipaiError` for
    arguments that are not allowed.
    """
    players = game.usual_players if players is None else players
    game.setup(game.rules(ruleset), players)
    if len(bots) < 2:
        raise QipaiError("A tournament is between two bots or more.")
    for name in bots:
        if bots.count(name) > 1:
            raise QipaiError(f"{name!r} is named twice; a bot that meets itself makes no difference.")
    if not 0 <= seed < SEEDS:
        raise QipaiError(f"A tournament's seed is a whole number from 0 to {SEEDS - 1}, not {seed}.")
    deals = whole("The number of deals", deals, 1, MOST_DEALS)
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
        plan=usual_plan(teams) if plan is None else one_of("seat plan", plan, PLANS),
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
    """Return a runner that plays shards in `count` processes on this machine; rows arrive in the order of the shards."""

    def play(tournament: Tournament, shards: Sequence[Shard]) -> Iterator[list[Row]]:
        return in_pool(count, rows_of, (tournament.terms, dict(tournament.makers)), shards)

    return play


def rows_of(terms: Terms, makers: Mapping[str, Maker], shard: Shard) -> list[Row]:
    """Play a shard in a process that has only the terms and the makers; return its rows."""
    tournament = _known(msgspec.json.encode(terms), tuple(sorted(makers.items())))
    return [row for rows in tournament.rows_of(shard) for row in rows]


@lru_cache(4)
def _known(terms: bytes, makers: tuple[tuple[str, Maker], ...]) -> Tournament:
    """Return a worker's tournament, kept from one shard to the next."""
    from qipai.games import find_game

    agreed = msgspec.json.decode(terms, type=Terms)
    return Tournament(agreed, find_game(agreed.game), dict(makers))


def _runs(numbers: Sequence[int]) -> Iterator[range]:
    """Yield the unbroken runs of ascending numbers."""
    start = 0
    for place in range(1, len(numbers) + 1):
        if place == len(numbers) or numbers[place] != numbers[place - 1] + 1:
            yield range(numbers[start], numbers[place - 1] + 1)
            start = place
