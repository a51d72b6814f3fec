"""What is worth counting over many deals of Luk Fu: how they end, what they are won with, and what calling brings."""

import numpy as np

from qipai.engine.game import Statistic
from qipai.engine.seats import NOBODY

from .ending import ENOUGH
from .scoring import ALL_TRICKS
from .seating import WITH_DREAMER
from .state import CLAIMED, ENDINGS, WON

Rows = dict[str, tuple[float, ...]]


def statistics(results: np.ndarray) -> list[Statistic]:
    """§9, §10  Tables of shares, and of points a deal."""
    return [
        Statistic("endings", ("the deal", "deals"), (".1%",), endings(results)),
        Statistic("calls", ("called by", "deals", "then wins", "points a deal"), (".1%", ".1%", "+.2f"), calls(results)),
        Statistic("numbers", ("won in play with", "wins", "worth"), (".1%", ".1f"), numbers(results)),
        Statistic("dreams", ("dreamer's matches", "wins"), (".1%",), dreams(results)),
    ]


def endings(results: np.ndarray) -> Rows:
    """§4.1, §4.4, §9  How deals end."""
    names = {ENDINGS.index(name): name for name in ENDINGS if name}
    return {name: (float(np.mean(results["ending"] == ending)),) for ending, name in names.items()}


def calls(results: np.ndarray) -> Rows:
    """§4.2, §4.3, §10.4  Who calls, how often that player wins, and what it brings: the dealer pays for himself, others for both."""
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
    """§10.1  With how many tricks deals are won in play."""
    won = results[results["ending"] == WON]
    rows: Rows = {}
    for number in range(ENOUGH, ALL_TRICKS + 1):
        those = won["number"] == number
        if those.any():
            rows[f"{number} tricks"] = (float(those.mean()), float(won["value"][those].mean()))
    return rows


def dreams(results: np.ndarray) -> Rows:
    """§10.3  How often how many cards match the dreamer's."""
    won = results[(results["ending"] == WON) & (results["players"] == WITH_DREAMER)]
    counts = np.unique(won["matches"], return_counts=True)
    return {str(matches): (count / len(won),) for matches, count in zip(*counts, strict=True)}
