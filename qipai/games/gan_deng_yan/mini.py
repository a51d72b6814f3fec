"""Mini packs: two players, a few ranks, and a talon."""

from qipai.engine.contract import Mini
from qipai.engine.errors import QipaiError

from .state import LOWEST, TWO

PLAYERS = 2
MOST_COPIES = 4


def sized(ranks: int, copies: int, hand: int) -> Mini:
    """Return the pack with `copies` cards of each of the lowest `ranks` ranks, and `hand` cards for each of two players.

    The dealer gets one more; the others are the talon.  Raises `QipaiError` for a pack that cannot be dealt.
    """
    if not (1 <= ranks <= TWO - LOWEST + 1 and 1 <= copies <= MOST_COPIES and hand >= 1 and PLAYERS * hand < ranks * copies):
        raise QipaiError(f"No pack has {ranks} ranks with {copies} cards each for two hands of {hand} and one card more.")
    # every play is a different bag of cards, and passing is one more
    return Mini(
        PLAYERS, {LOWEST + rank: copies for rank in range(ranks)}, {"dealer": 0, "hand_size": hand}, (copies + 1) ** ranks
    )


MINI = sized(3, 2, 1)._replace(most_actions=8)
