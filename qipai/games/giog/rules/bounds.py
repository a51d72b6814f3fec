"""§10  What a deal can cost or bring at most, and what its points add up to."""

from typing import Any

from qipai.engine import records
from qipai.engine.contract import Bounds

from ..variants import SHARES, SHARES_AND_BONUS, Ruleset
from .scoring import LAST_TRICK_STAKE

MOST_TAKINGS = 2  # §3.8 the starter's stack and the side; §3.4 an end; §3.7 a side
WIN = 1  # §10.1, §10.5 the point that a deal is worth


def utility_sum(ruleset: Ruleset, players: int) -> int:
    """§10.1 to §10.5  Return the sum of all seats' points: 0 where shares are counted, else one win, shared or not."""
    return 0 if ruleset.aim in (SHARES, SHARES_AND_BONUS) else WIN


def bounds(ruleset: Ruleset, setup: Any) -> Bounds:
    """§10.1, §10.2, §10.5  Return the lowest and highest points of a seat: none or all of a win, or of the pieces counted.

    §10.4 The last trick costs each of the others its stake.
    """
    if ruleset.aim not in (SHARES, SHARES_AND_BONUS):
        return Bounds(0, WIN)
    twin: Any = records.to_plain(setup)
    share = twin.hand_size + (LAST_TRICK_STAKE if ruleset.aim == SHARES_AND_BONUS else 0)
    return Bounds(-share, (twin.players - 1) * share)


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """Return an upper bound of the decisions of a deal.

    There is one for each stack, two takings or one naming of an order, and in each trick a lay of each player and a question.
    A stack is turned up at most once (§3.2, §3.3), and there is one for two pieces.  A trick takes at least one piece from
    every hand (§5.1, §5.2), so there are no more tricks than pieces in a hand; in each everybody lays once, and everybody
    but the leader is asked at most once whether to expose (§7.2, §7.5).
    """
    twin = records.to_plain(setup)
    return int(sum(twin.pack) // 2 + MOST_TAKINGS + twin.hand_size * (2 * twin.players - 1))
