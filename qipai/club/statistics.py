"""What one's finished deals add up to, by game: points over time, places, and how one fares among people and against bots."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from qipai.arena.intervals import mean_of

MOST_POINTS = 200  # of a curve: more than a screen shows


class Score(NamedTuple):
    """What is counted of a finished deal; the names mean what they do in `Played`."""

    game: str
    at: int
    place: int
    points: int
    people: int
    bots: int
    level: str


class Average(Struct):
    """Points a deal, on average over deals of one kind."""

    people: int  # who sat at the table, oneself among them
    level: str  # of the bots, where people is 1; else ""
    deals: int
    mean: float  # in parts of a point, as everywhere here
    error: float | None  # half the width of the 95 % interval; null for a single deal


class PlaceCounts(Struct):
    """Which places one took in deals of so many players."""

    players: int
    counts: list[int]  # how often one was first, second, …; equal points share a place


class GameStatistics(Struct):
    """A game in GET /api/me/statistics.  Points are in parts, of which the game's `unit` make one."""

    game: str
    deals: int
    points: int  # the sum
    curve: list[list[int]]  # [time in ms, running sum after that deal], of some deals where there are many
    places: list[PlaceCounts]
    among_people: list[Average]  # by how many people sat at the table, two and more
    against_bots: list[Average]  # alone against bots of one level


def statistics_of(scores: Iterable[Score]) -> list[GameStatistics]:
    """Return the statistics of each game that was played, the most played first.

    >>> [one] = statistics_of([Score("g", 1, 0, 6, 1, 3, "rule"), Score("g", 2, 1, -2, 1, 3, "rule")])
    >>> one.points, one.curve, one.places[0].counts, one.against_bots[0].mean
    (4, [[1, 6], [2, 4]], [1, 1, 0, 0], 2.0)
    """
    by_game: dict[str, list[Score]] = {}
    for score in sorted(scores, key=lambda score: score.at):
        by_game.setdefault(score.game, []).append(score)
    return sorted((_of_game(game, own) for game, own in by_game.items()), key=lambda one: (-one.deals, one.game))


def _of_game(game: str, scores: Sequence[Score]) -> GameStatistics:
    sizes = sorted({score.people + score.bots for score in scores})
    people = sorted({score.people for score in scores} - {1})
    levels = sorted({score.level for score in scores if score.people == 1 and score.level})
    return GameStatistics(
        game=game,
        deals=len(scores),
        points=sum(score.points for score in scores),
        curve=_curve(scores),
        places=[_places(size, scores) for size in sizes],
        among_people=[_average(count, "", [one for one in scores if one.people == count]) for count in people],
        against_bots=[_average(1, level, [one for one in scores if (one.people, one.level) == (1, level)]) for level in levels],
    )


def _places(size: int, scores: Sequence[Score]) -> PlaceCounts:
    taken = Counter(score.place for score in scores if score.people + score.bots == size)
    return PlaceCounts(size, [taken[place] for place in range(size)])


def _average(people: int, level: str, scores: Sequence[Score]) -> Average:
    estimate = mean_of(np.array([score.points for score in scores], dtype=float))
    error = None if estimate.high is None else estimate.high - estimate.mean
    return Average(people, level, len(scores), estimate.mean, error)


def _curve(scores: Sequence[Score]) -> list[list[int]]:
    """Return the running sum after each deal; where there are many, after deals at equal distances and the last."""
    sums = np.cumsum([score.points for score in scores])
    count = min(len(scores), MOST_POINTS)
    shown = np.unique(np.linspace(0, len(scores) - 1, count).round().astype(int))
    return [[scores[place].at, int(sums[place])] for place in shown]
