"""What the rows of a tournament say: who is ahead of whom by how much, and how sure that is.

Two seats are opposed if they belong to different bots and different teams.  A bot's difference to another on a deal is the
mean over all its tables of the mean over all opposed seats; its share of being ahead likewise, where equal points are half.
Intervals are over deals (over sessions, where deals are chained): what the tables of a deal have in common does not count twice.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple

import msgspec
import numpy as np

from .intervals import Estimate, mean_of, share_of
from .matches import Row
from .plans import Match
from .ratings import Ratings, rate
from .storing import digest
from .tournaments import Tournament

PERCENTILES = (50, 90, 99, 100)


class Contrast(NamedTuple):
    """How one bot of a match does against another."""

    one: str
    other: str
    deals: int
    tables: int  # of each deal
    wins: Estimate  # how often the seats of `one` belong to the side with most points; a tie is shared
    ahead: Estimate  # how often `one` has more points than `other`
    points: Estimate  # how many more, intervals by deal
    unpaired: Estimate  # the same as if every table were a deal of its own

    @property
    def luck_removed(self) -> float | None:
        """Which part of the variance went because deals were played again; below 0 where that made it worse."""
        if not self.unpaired.error or self.points.error is None:
            return None
        return 1 - (self.points.error / self.unpaired.error) ** 2


class Thinking(NamedTuple):
    """How long a bot took for a decision, in milliseconds."""

    bot: str
    decisions: int
    percentiles: tuple[float, ...]  # at PERCENTILES


class Played:
    """One match as it was played: whole sessions only."""

    def __init__(self, match: Match, teams: Sequence[int], length: int, unit: int, rows: Sequence[Row]) -> None:
        self.match, self.teams, self.unit = match, np.array(teams), unit
        by_place = sorted(rows, key=lambda row: (row.deal, row.table))
        shape = (-1, length, len(match.tables), len(teams))
        self.sessions = np.array([row.deal // length for row in by_place])[:: length * len(match.tables)]
        self.points = np.array([row.points for row in by_place], np.int64).reshape(shape)

    def opposed(self, one: int, other: int) -> list[np.ndarray]:
        """At each table, the pairs of opposed seats of two bots."""
        return [
            np.array([(s, t) for s in _seats(table, one) for t in _seats(table, other) if self.teams[s] != self.teams[t]])
            for table in self.match.tables
        ]

    def differences(self, one: int, other: int) -> tuple[np.ndarray, int]:
        """By session, deal and table, by how much one bot is above another, in so many parts of a point."""
        sums, whole = self._over_opposed(one, other, lambda mine, theirs: mine - theirs)
        return sums, whole * self.unit

    def ahead(self, one: int, other: int) -> np.ndarray:
        """By session, deal and table, which part of the opposed seats of one bot is ahead of those of another."""
        sums, whole = self._over_opposed(one, other, lambda mine, theirs: np.sign(mine - theirs))
        return (whole + sums) / (2 * whole)

    def _over_opposed(self, one: int, other: int, compare: Any) -> tuple[np.ndarray, int]:
        """The mean over opposed seats as a whole number of parts, so that what cancels cancels exactly."""
        pairs = self.opposed(one, other)
        whole = lcm(*map(len, pairs))
        sums = [
            compare(self.points[:, :, table, seats[:, 0]], self.points[:, :, table, seats[:, 1]]).sum(axis=-1)
            * (whole // len(seats))
            for table, seats in enumerate(pairs)
        ]
        return np.stack(sums, axis=-1), whole

    @cached_property
    def shares(self) -> np.ndarray:
        """Of the win of a deal, what each seat's side has."""
        sides = sorted(set(self.teams.tolist()))
        of_side = np.stack([self.points[..., self.teams == side].sum(axis=-1) for side in sides], axis=-1)
        first = of_side == of_side.max(axis=-1, keepdims=True)
        share = first / first.sum(axis=-1, keepdims=True)
        return share[..., [sides.index(team) for team in self.teams.tolist()]]

    def wins(self, bot: int) -> np.ndarray:
        """By session, what a seat of a bot has of the win."""
        tables = [self.shares[:, :, table, _seats(places, bot)].mean(axis=-1) for table, places in enumerate(self.match.tables)]
        return np.stack(tables, axis=-1).mean(axis=(1, 2))

    def contrast(self, one: int, other: int) -> Contrast:
        """One bot of the match beside another."""
        differences, parts = self.differences(one, other)
        return Contrast(
            one=self.match.bots[one],
            other=self.match.bots[other],
            deals=self.points.shape[0] * self.points.shape[1],
            tables=len(self.match.tables),
            wins=share_of(self.wins(one)),
            ahead=share_of(self.ahead(one, other).mean(axis=(1, 2))),
            points=mean_of(differences.mean(axis=(1, 2)) / parts),
            unpaired=mean_of(differences.mean(axis=1).ravel() / parts),
        )

    def contrasts(self) -> list[Contrast]:
        """Every two bots of the match."""
        return [self.contrast(one, other) for one, other in combinations(range(len(self.match.bots)), 2)]


class Comparison:
    """All that a tournament's rows say."""

    def __init__(self, tournament: Tournament, rows: Sequence[Row]) -> None:
        terms = tournament.terms
        self.tournament, self.terms, self.bots = tournament, terms, terms.bots
        self.fair = 1 / len(set(tournament.teams))  # what a seat's side has of the wins among equals
        self.rows = len(rows)
        self.digest = digest(rows)
        by_match: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            by_match[row.match].append(row)
        self.played = [
            Played(tournament.matches[number], tournament.teams, terms.session, tournament.game.unit, found)
            for number, found in sorted(by_match.items())
        ]
        self.contrasts = [contrast for played in self.played for contrast in played.contrasts()]
        self.thinking = thinking(terms.bots, rows)

    @cached_property
    def wins(self) -> np.ndarray:
        """By session, who was ahead of whom at how many tables."""
        sessions = sorted({int(number) for played in self.played for number in played.sessions})
        place = {number: row for row, number in enumerate(sessions)}
        wins = np.zeros((len(sessions), len(self.bots), len(self.bots)))
        for played in self.played:
            rows = [place[int(number)] for number in played.sessions]
            for one, other in combinations(range(len(played.match.bots)), 2):
                i, j = (self.bots.index(played.match.bots[bot]) for bot in (one, other))
                ahead = played.ahead(one, other)
                wins[rows, i, j] += ahead.sum(axis=(1, 2))
                wins[rows, j, i] += (1 - ahead).sum(axis=(1, 2))
        return wins

    @cached_property
    def ratings(self) -> Ratings:
        """Of `bots`, in their order."""
        return rate(self.wins)

    @cached_property
    def matrix(self) -> np.ndarray:
        """How often the bot of a row was ahead of the bot of a column; none where they never met."""
        sums = self.wins.sum(axis=0)
        met = sums + sums.T
        return np.where(met > 0, sums / np.maximum(met, 1), np.nan)

    @property
    def complete(self) -> bool:
        return self.rows == self.tournament.rows_in_all

    def summary(self) -> dict[str, Any]:
        """The figures, JSON values only."""
        ratings = self.ratings
        return {
            "terms": msgspec.json.decode(msgspec.json.encode(self.terms)),
            "complete": self.complete,
            "fair": self.fair,
            "digest": self.digest,
            "rows": self.rows,
            "ratings": [
                {"bot": bot, "elo": float(elo), "low": float(low), "high": float(high)}
                for bot, elo, low, high in zip(self.bots, *ratings, strict=True)
            ],
            "contrasts": [
                {
                    **{
                        name: value._asdict() if isinstance(value, Estimate) else value
                        for name, value in found._asdict().items()
                    },
                    "luck_removed": found.luck_removed,
                }
                for found in self.contrasts
            ],
            "ahead": [[None if np.isnan(share) else float(share) for share in line] for line in self.matrix],
            "thinking": [
                {"bot": bot, "decisions": decisions, **{f"p{p}": ms for p, ms in zip(PERCENTILES, percentiles, strict=True)}}
                for bot, decisions, percentiles in self.thinking
            ],
        }


def thinking(bots: Sequence[str], rows: Sequence[Row]) -> list[Thinking]:
    """How long each bot took, from the decisions that were timed."""
    times: dict[str, list[int]] = {bot: [] for bot in bots}
    for row in rows:
        for seat, micros in enumerate(row.micros):
            times[row.seats[seat]] += micros
    return [
        Thinking(bot, len(found), tuple(float(ms) for ms in np.percentile(np.array(found) / 1000, PERCENTILES)))
        for bot, found in times.items()
        if found
    ]


def _seats(table: Sequence[int], bot: int) -> list[int]:
    return [seat for seat, place in enumerate(table) if place == bot]
