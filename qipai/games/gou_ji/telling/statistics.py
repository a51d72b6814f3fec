"""What is worth counting over many games of Gou Ji: how they end, the places, duels and Shao Pai, and what tribute is worth."""

import numpy as np

from qipai.engine.game import Statistic

from ..seating import SEATS
from ..state import ENDINGS, ORDINARY_GAME, RETURNED, TRIBUTES

Rows = dict[str, tuple[float, ...]]
FROM_THE_STARTER = ("starts", "right neighbour", "right team mate", "Dui Men", "left team mate", "left neighbour")


def statistics(results: np.ndarray) -> list[Statistic]:
    """§4.4, §7.4, §8, §9, §5  Return the tables for an array of results of games: shares of games, and points a game."""
    return [
        Statistic("endings", ("the game", "games"), (".1%",), endings(results)),
        Statistic(
            "places",
            ("seat from who starts", "first", "last", "mean place", "points a game"),
            (".1%", ".1%", ".2f", "+.2f"),
            places(results),
        ),
        Statistic("course", ("in a game", "mean", "most"), (".2f", ".0f"), course(results)),
        Statistic(
            "tribute", ("tribute of an ordinary game", "of all", "points of the receivers"), (".1%", "+.2f"), tribute(results)
        ),
    ]


def endings(results: np.ndarray) -> Rows:
    """§4.4, §7.6, §12.2  Return the share of games by their ending."""
    return {name: (float(np.mean(results["ending"] == ending)),) for ending, name in enumerate(ENDINGS) if name}


def places(results: np.ndarray) -> Rows:
    """§3.3, §7.4  Return, by seat from the one that starts: how often first, how often last, mean place, mean points.

    Places that a sweep leaves open count as the fifth.
    """
    played = results[results["place"].any(axis=1)]
    rows: Rows = {}
    for step, name in enumerate(FROM_THE_STARTER if len(played) else ()):
        seat = (played["starter"] + step) % SEATS
        place = played["place"][np.arange(len(played)), seat]
        rows[name] = (
            float(np.mean(place == 1)),
            float(np.mean(place == SEATS)),
            float(np.where(place, place, SEATS - 1).mean()),
            float(played["points"][np.arange(len(played)), seat].mean()),
        )
    return rows


def course(results: np.ndarray) -> Rows:
    """§7.3, §8.1, §9  Return the mean and the largest number, in a game, of tricks, duels, Shao Pai and penalties."""
    punished = np.bitwise_count(results["penalised"].astype(np.uint8))
    counts = {
        "tricks": results["tricks"],
        "duels": results["duels"],
        "Shao Pai": results["declarations"],
        "Shao Pai beaten": results["beaten_runs"],
        "penalties": punished,
    }
    return {name: (float(values.mean()), float(values.max())) for name, values in counts.items()}


def tribute(results: np.ndarray) -> Rows:
    """§5.2 to §5.4  Return, by what became of a tribute: its share of all, and the receivers' mean points in that game."""
    ordinary = results[(results["kind"] == ORDINARY_GAME) & results["place"].any(axis=1)]
    rows: Rows = {}
    for stage in range(1, RETURNED + 1):
        those, givers = np.nonzero(ordinary["tribute"] == stage)
        if len(those):
            receivers = ordinary["receiver"][those, givers]
            points = ordinary["points"][those, receivers]
            rows[TRIBUTES[stage]] = (len(those) / (2 * len(ordinary)), float(points.mean()))
    return rows
