"""No decision has more legal actions than the buffer holds: counted without the engine, and made by it."""

import itertools

import pytest

from qipai.games import GAN_DENG_YAN as GAME
from tests.games.gan_deng_yan.situations import Position

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()
RUN = 12  # ranks that sequences run through: 3 to A
COLOURINGS = {1: [1, 1, 1], 2: [1, 2, 3, 2, 1]}  # by packs: how many jokers of two colours make so many jokers


def choices(ranks: int, copies: int, jokers: int) -> int:
    """In how many ways so many jokers stand for cards of so many ranks, no more than `copies` for one."""
    ways = [1] + [0] * jokers
    for _ in range(ranks):
        ways = [sum(ways[total - here] for here in range(min(copies, total) + 1)) for total in range(jokers + 1)]
    return ways[jokers]


def readings(packs: int, ranks: int, copies: int) -> int:
    """§3.8  The plays of one reading: at least one card is natural."""
    return sum(
        colourings * choices(ranks, copies, jokers)
        for jokers, colourings in enumerate(COLOURINGS[packs])
        if jokers < ranks * copies
    )


def plays(packs: int, sequences: dict[int, int]) -> int:
    """All plays that a whole pack or two can make; `sequences` gives the fewest ranks of each width that is played."""
    sets = sum(len(RANKS) * readings(packs, 1, copies) for copies in (1, 2, 3, 4))  # §3.10
    runs = sum(
        (RUN - length + 1) * readings(packs, length, copies)
        for copies, shortest in sequences.items()
        for length in range(shortest, RUN + 1)
    )
    return sets + runs + 1  # §3.7


@pytest.mark.parametrize(
    ("packs", "options", "sequences"),
    [
        (1, "", {1: 3, 2: 2}),
        (2, "decks=2", {1: 3, 2: 2}),
        (1, "triplet_mode=ordinary triplet_seq=true", {1: 3, 2: 2, 3: 2}),
        (2, "decks=2 triplet_mode=ordinary triplet_seq=true", {1: 3, 2: 2, 3: 2}),
    ],
)
def test_a_leader_who_holds_everything(packs: int, options: str, sequences: dict[int, int]) -> None:
    """Whoever holds fewer cards can make only plays that this hand can make too."""
    jokers = "X-X" if packs == 1 else "B-B-R-R"
    hand = "-".join([*itertools.chain.from_iterable([rank] * 4 * packs for rank in RANKS), jokers])
    position = Position(f"{options} hands={hand}/.")
    actions = GAME.legal(position.state, position.rules, 0)
    assert len(actions) == len(set(actions)) == plays(packs, sequences)
    assert len(actions) <= GAME.max_actions


def test_the_bound_is_reached() -> None:
    assert plays(2, {1: 3, 2: 2, 3: 2}) == GAME.max_actions
