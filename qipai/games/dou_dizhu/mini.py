"""Mini packs: two cards each and a bottom card, or as many as are asked for."""

from qipai.engine.contract import Mini
from qipai.engine.errors import QipaiError

from .state import LOWEST, MAX_ACTIONS, SEATS, TWO

MOST_COPIES = 4
QUIET = {"bidding": "none", "doubling": "none"}


def sized(ranks: int, copies: int, hand: int) -> Mini:
    """Return the pack with `copies` cards of each of the lowest `ranks` ranks, and `hand` cards for each of three players.

    What is left lies at the bottom and goes to the landlord, who is the first player.  Raises `QipaiError` for a pack that
    cannot be dealt.
    """
    if not (1 <= ranks <= TWO - LOWEST + 1 and 1 <= copies <= MOST_COPIES and hand >= 1 and SEATS * hand < ranks * copies):
        raise QipaiError(f"No pack has {ranks} ranks with {copies} cards each for three hands of {hand} and a bottom card.")
    pack = {LOWEST + rank: copies for rank in range(ranks)}
    return Mini(SEATS, pack, {"first": 0, "hand_size": hand}, min(2 * (copies + 1) ** ranks, MAX_ACTIONS), QUIET)


MINI = Mini(SEATS, {3: 3, 4: 2, 5: 2}, {"first": 0, "hand_size": 2}, 10, QUIET)
