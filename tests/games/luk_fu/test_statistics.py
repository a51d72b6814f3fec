"""§4, §9, §10  What many deals come to, counted by hand for a few of them."""

import numpy as np

from qipai.engine.seats import NOBODY
from qipai.games.luk_fu.state import ABANDONED, DRAWN, RESULT, WON
from qipai.games.luk_fu.telling.statistics import statistics

FIELDS = ("players", "dealer", "caller", "ending", "winner", "number", "matches", "value", "points")
DEALS = (
    (4, 0, 0, WON, 0, 8, 2, 4, (8, -6, 4, -6)),  # §10.3 the example of the book
    (4, 1, 2, WON, 1, 6, 0, 1, (0, 2, -2, 0)),  # §10.4 player 2 called, lost and pays for both
    (4, 2, 1, DRAWN, NOBODY, 0, 0, 0, (0, 0, 0, 0)),  # player 3 called
    (4, 3, NOBODY, ABANDONED, NOBODY, 0, 0, 0, (0, 0, 0, 0)),
)


def test_tables() -> None:
    results = np.zeros(len(DEALS), RESULT)
    for row, deal in zip(results, DEALS, strict=True):
        for name, value in zip(FIELDS, deal, strict=True):
            row[name] = value
    tables = {public.name: public.rows for public in statistics(results)}
    assert tables["endings"] == {"abandoned": (0.25,), "drawn": (0.25,), "won": (0.5,), "claimed": (0.0,)}
    assert tables["calls"] == {"the dealer": (0.25, 1.0, 8.0), "player 2": (0.25, 0.0, -2.0), "player 3": (0.25, 0.0, 0.0)}
    assert tables["numbers"] == {"6 tricks": (0.5, 1.0), "8 tricks": (0.5, 4.0)}
    assert tables["dreams"] == {"0": (0.5,), "2": (0.5,)}
