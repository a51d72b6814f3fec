"""Evaluate the rows of a tournament: which bot is ahead of which, by how much, and how certain that is.

A bot's points on a deal are its own: the mean over all tables of the mean over its seats, as everywhere else.  Two seats
are *opposed* if they belong to different bots and different teams.  The points by which a bot is ahead of another on a
deal are the mean over all tables of the mean over all pairs of opposed seats: between two players twice its own.  Its share
of being ahead is the same mean of 1, ½ (equal points) or 0.  The deal (where deals are chained, the session) is the unit of all intervals, so that what
the tables of a deal share is not counted twice.
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
    """How one bot of a match does against another.  Estimates are over deals, or over sessions where deals are chained."""

    one: str
    other: str
    deals: int
    tables: int  # per deal
    wins: Estimate  # share of wins of a seat of `one`; the side with the most points wins, a tie is shared
    ahead: Estimate  # share of comparisons in which `one` has more points than `other`; equal points count half
    points: Estimate  # what a seat of `one` gets itself, per deal
    points_ahead: Estimate  # that of `one` less that of `other`, over opposed seats, per deal
    unpaired: Estimate  # `points_ahead` with every table counted as an independent deal

    @property
    def luck_removed(self) -> float | None:
        """The part of the variance that duplicate tables removed; negative if they increased it, None if unknown."""
        if not self.unpaired.error or self.points_ahead.error is None:
            return None
        return 1 - (self.points_ahead.error / self.unpaired.error) ** 2


class Thinking(NamedTuple):
    """How long a bot took per decision, in milliseconds."""

    bot: str
    decisions: int
    percentiles: tuple[float, ...]  # at PERCENTILES


class MatchPoints:
    """The points of one match, complete sessions only.

    `sessions`: session numbers, shape (sessions,).  `points`: int64 of shape (sessions, deals per session, tables,
    seats), in parts of a point (`unit` parts make one).
    """

    def __init__(self, match: Match, teams: Sequence[int], length: int, unit: int, rows: Sequence[Row]) -> None:
        """Arrange the rows of a match; they must be complete sessions of `length` deals."""
        self.match, self.teams, self.unit = match, np.array(teams), unit
        by_place = sorted(rows, key=lambda row: (row.deal, row.table))
        shape = (-1, length, len(match.tables), len(teams))
        self.sessions = np.array([row.deal // length for row in by_place])[:: length * len(match.tables)]
        self.points = np.array([row.points for row in by_place], np.int64).reshape(shape)

    def opposed(self, one: int, other: int) -> list[np.ndarray]:
        """Return, for each table, the pairs of opposed seats of two bots: int arrays of shape (pairs, 2)."""
        return [
            np.array([(s, t) for s in _seats(table, one) for t in _seats(table, other) if self.teams[s] != self.teams[t]])
            for table in self.match.tables
        ]

    def differences(self, one: int, other: int) -> tuple[np.ndarray, int]:
        """Return `one`'s points less `other`'s, int64 of shape (sessions, deals, tables), and the divisor that gives points.

        `one` and `other` are indices into the match's bots.
        """
        sums, whole = self._over_opposed(one, other, lambda mine, theirs: mine - theirs)
        return sums, whole * self.unit

    def ahead(self, one: int, other: int) -> np.ndarray:
        """Return the share of opposed pairs in which `one` has more points; equal points count half.

        Shape (sessions, deals, tables).
        """
        sums, whole = self._over_opposed(one, other, lambda mine, theirs: np.sign(mine - theirs))
        return (whole + sums) / (2 * whole)

    def _over_opposed(self, one: int, other: int, compare: Any) -> tuple[np.ndarray, int]:
        """Return the mean of `compare` over opposed pairs, times a whole number, and that number.

        Whole numbers make equal terms cancel exactly.
        """
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
        """Each seat's share of the win: shape (sessions, deals, tables, seats).

        1 if its side alone has the most points, less if sides tie, else 0.
        """
        sides = sorted(set(self.teams.tolist()))
        of_side = np.stack([self.points[..., self.teams == side].sum(axis=-1) for side in sides], axis=-1)
        first = of_side == of_side.max(axis=-1, keepdims=True)
        share = first / first.sum(axis=-1, keepdims=True)
        return share[..., [sides.index(team) for team in self.teams.tolist()]]

    def wins(self, bot: int) -> np.ndarray:
        """Return the mean share of the win of a seat of this bot, shape (sessions,)."""
        tables = [self.shares[:, :, table, _seats(places, bot)].mean(axis=-1) for table, places in enumerate(self.match.tables)]
        return np.stack(tables, axis=-1).mean(axis=(1, 2))

    def own(self, bot: int) -> np.ndarray:
        """Return the mean points of a seat of this bot, per deal: shape (sessions,)."""
        at = [_seats(table, bot) for table in self.match.tables]
        whole = lcm(*map(len, at))  # whole numbers make equal terms cancel exactly
        sums = [self.points[:, :, table, seats].sum(axis=-1) * (whole // len(seats)) for table, seats in enumerate(at)]
        means: np.ndarray = np.stack(sums, axis=-1).mean(axis=(1, 2)) / (whole * self.unit)
        return means

    def contrast(self, one: int, other: int) -> Contrast:
        """Return how bot `one` of the match does against bot `other` (indices)."""
        differences, parts = self.differences(one, other)
        return Contrast(
            one=self.match.bots[one],
            other=self.match.bots[other],
            deals=self.points.shape[0] * self.points.shape[1],
            tables=len(self.match.tables),
            wins=share_of(self.wins(one)),
            ahead=share_of(self.ahead(one, other).mean(axis=(1, 2))),
            points=mean_of(self.own(one)),
            points_ahead=mean_of(differences.mean(axis=(1, 2)) / parts),
            unpaired=mean_of(differences.mean(axis=1).ravel() / parts),
        )

    def contrasts(self) -> list[Contrast]:
        """Return the contrast of every pair of the match's bots."""
        return [self.contrast(one, other) for one, other in combinations(range(len(self.match.bots)), 2)]


class Comparison:
    """Everything that the rows of a tournament show."""

    def __init__(self, tournament: Tournament, rows: Sequence[Row]) -> None:
        terms = tournament.terms
        self.tournament, self.terms, self.bots = tournament, terms, terms.bots
        self.fair = 1 / len(set(tournament.teams))  # a side's share of the wins if all bots are equally strong
        self.rows = len(rows)
        self.digest = digest(rows)
        by_match: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            by_match[row.match].append(row)
        self.played = [
            MatchPoints(tournament.matches[number], tournament.teams, terms.session, tournament.game.unit, found)
            for number, found in sorted(by_match.items())
        ]
        self.contrasts = [contrast for played in self.played for contrast in played.contrasts()]
        self.thinking = thinking(terms.bots, rows)

    @cached_property
    def wins(self) -> np.ndarray:
        """How often bot i was ahead of bot j, in tables: shape (sessions, bots, bots)."""
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
        """Bradley-Terry ratings of `bots`, in their order."""
        return rate(self.wins)

    @cached_property
    def matrix(self) -> np.ndarray:
        """The share of tables at which bot i was ahead of bot j: shape (bots, bots), NaN for pairs that never met."""
        sums = self.wins.sum(axis=0)
        met = sums + sums.T
        return np.where(met > 0, sums / np.maximum(met, 1), np.nan)

    @property
    def complete(self) -> bool:
        """True if every deal of the tournament has been played."""
        return self.rows == self.tournament.rows_in_all

    def summary(self) -> dict[str, Any]:
        """Return all figures as JSON values, as `summary.json` has them."""
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
    """Return how long each bot took, from the decisions that were timed."""
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
