"""§10, §11.8  What a deal can cost or bring at most."""

from typing import Any

from qipai.engine import records
from qipai.engine.contract import Bounds

from ..cards import LI_CHEN_MASK
from ..variants import SUNG_1996, Ruleset
from .calling import CLAIMED_TRICKS
from .scoring import ALL_REDS, ALL_TRICKS, DREAMERS_TRICKS, SUNG_BASE, SUNG_CLAIM, SUNG_MOST, value_of

IN_PLAY = 3  # §2.1 the dreamer decides nothing
LOSERS = 2  # §10.2
MOST_MATCHES = 4  # §10.3 the other three of the dreamer's number and Li Chen, or all four of number 1 where he has Li Chen


def bounds(ruleset: Ruleset, setup: Any) -> Bounds:
    """§10.2, §10.4  Return the lowest and highest points of a seat: it gets, or pays for both losers, the value of a hand full of tricks.

    §10.3 The dreamer's income is added, where there is a dreamer.  Tricks won and aged cards are together at most as many as a hand had
    cards (§6.1).
    """
    twin: Any = records.to_plain(setup)
    if ruleset.scoring == SUNG_1996:
        counted = SUNG_MOST if twin.hand_size == ALL_TRICKS else twin.hand_size - SUNG_BASE + ALL_REDS
        most = LOSERS * max(counted, SUNG_CLAIM)
        return Bounds(-most, most)
    value = int(value_of(max(twin.hand_size, CLAIMED_TRICKS), ruleset))
    income = int(value_of(DREAMERS_TRICKS + MOST_MATCHES, ruleset)) if twin.dreamer else 0
    return Bounds(-LOSERS * (value + income), LOSERS * max(value, income))


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """Return an upper bound of the decisions: the answers of each window, a call of each seat, and one act of each a round.

    A round takes at least one card from every hand (§6.1), so there are no more rounds than cards in a hand; a player who declares
    does so instead of leading (§9.1).  Without Li Chen nobody is asked for Ng Fu Ha San (§2.2).
    """
    twin = records.to_plain(setup)
    windows = 1 + ruleset.ng_fu_late_claim if twin.pack & LI_CHEN_MASK else 0
    return int(IN_PLAY * (windows + 1 + twin.hand_size))
