"""What is worth counting over many deals of Luk Fu: how they end, what they are won with, and what calling brings."""

import numpy as np

from qipai.engine.game import Statistic
from qipai.engine.seats import NOBODY

from ..rules.ending import ENOUGH
from ..rules.scoring import ALL_TRICKS
from ..seating import WITH_DREAMER
from ..state import CLAIMED, ENDINGS, WON

Rows = dict[str, tuple[float, ...]]


def statistics(results: np.ndarray) -> list[Statistic]:
    """§9, §10  Return the tables for an array of results of deals: shares of deals, and points a deal."""
    return [
        Statistic("endings", ("the deal", "deals"), (".1%",), endings(results)),
        Statistic("calls", ("called by", "deals", "then wins", "points a deal"), (".1%", ".1%", "+.2f"), calls(results)),
        Statistic("numbers", ("won in play with", "wins", "worth"), (".1%", ".1f"), numbers(results)),
        Statistic("dreams", ("dreamer's matches", "wins"), (".1%",), dreams(results)),
    ]


def endings(results: np.ndarray) -> Rows:
    """§4.1, §4.4, §9  Return the share of deals by their ending."""
    names = {ENDINGS.index(name): name for name in ENDINGS if name}
    return {name: (float(np.mean(results["ending"] == ending)),) for ending, name in names.items()}


def calls(results: np.ndarray) -> Rows:
    """§4.2, §4.3, §10.4  Return by caller: the share of deals, how often the caller wins, and the caller's mean points.

    A dealer who called pays for himself; any other caller pays for both losers.
    """
    played = results[(results["caller"] != NOBODY) & (results["ending"] != CLAIMED)]
    turn = (played["caller"] - played["dealer"]) % played["players"]
    last = np.where(played["players"] == WITH_DREAMER, 3, 2)
    chosen = {"the dealer": turn == 0, "player 2": turn == 1, "player 3": (turn == last) & (turn > 1)}
    rows: Rows = {}
    for name, those in chosen.items():
        called = played[those]
        if len(called):
            points = called["points"][np.arange(len(called)), called["caller"]]
            wins = np.mean(called["winner"] == called["caller"])
            rows[name] = (len(called) / len(results), float(wins), float(points.mean()))
    return rows


def numbers(results: np.ndarray) -> Rows:
    """§10.1  Return by number of tricks: the share of deals won in play with it, and their mean value."""
    won = results[results["ending"] == WON]
    rows: Rows = {}
    for number in range(ENOUGH, ALL_TRICKS + 1):
        those = won["number"] == number
        if those.any():
            rows[f"{number} tricks"] = (float(those.mean()), float(won["value"][those].mean()))
    return rows


def dreams(results: np.ndarray) -> Rows:
    """§10.3  Return by number of matches with the dreamer's card: the share of deals that were won in play."""
    won = results[(results["ending"] == WON) & (results["players"] == WITH_DREAMER)]
    counts = np.unique(won["matches"], return_counts=True)
    return {str(matches): (count / len(won),) for matches, count in zip(*counts, strict=True)}
