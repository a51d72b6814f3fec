"""No decision has more legal actions than the buffer holds: counted without the engine, and made by it."""

from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from tests.games.giog.situations import bag, dealt, holding

ONES, TWOS, FIVES = 2, 10, 2  # §1.1 kinds of which there are one (generals), two, and five (pawns)
HAND = 16  # §2.5, §2.6 the largest


def hands() -> Iterator[list[int]]:
    """How many pieces of each kind a hand can hold, kinds with equal numbers in the pack being alike."""
    for generals in range(ONES + 1):
        for single in range(TWOS + 1):
            for double in range(TWOS - single + 1):
                for pawns in range(6):
                    rest = HAND - generals - single - 2 * double - pawns
                    if 0 <= rest <= pawns:
                        yield [1] * (generals + single) + [2] * double + [pawns, rest]


def choices(hand: list[int]) -> list[int]:
    """In how many ways so many pieces can be chosen, by their number."""
    ways = [1]
    for copies in hand:
        ways = [
            sum(ways[total - taken] for taken in range(copies + 1) if 0 <= total - taken < len(ways))
            for total in range(len(ways) + copies)
        ]
    return ways


def test_no_answer_has_more_choices() -> None:
    """§5.2  Two players, eight pawns led; where pieces may also be hidden (§11.6), at most a sequence of seven is answered."""
    game = dealt("daqiluo2", 2).game
    most = [max(choices(hand)[count] for hand in hands()) for count in range(HAND + 1)]
    sequences = 2**7  # §4.9 of seven pieces there is one length, and every piece of it has two colours
    assert max(most) == most[8] == game.max_actions
    assert max(most[:8]) + sequences <= game.max_actions


def test_the_bound_is_reached() -> None:
    mixed = "rG-bG-rA-rA-bA-bA-rE-bE-rR-bR-rH-bH-rC-bC-rP-bP"
    pawns = "rP-rP-rP-rP-bP-bP-bP-bP-rE-bE-rR-bR-rH-bH-rC-bC"
    situation = holding("daqiluo2", pawns, mixed).play(0, "rP-rP-rP-rP-bP-bP-bP-bP")
    actions = situation.game.legal(situation.state, situation.rules, 1)
    assert len(actions) == len(set(actions)) == situation.game.max_actions


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_answers_are_complete_and_in_order(count: int) -> None:
    """§5.2  Every choice once, in the order that is promised: the highest piece that differs decides."""
    hand = "rA-bE-bE-rH-bC-rP-rP-rP".split("-")
    led = {1: "bP", 2: "bP-bP", 3: "bP-bP-bP", 4: "bP-bP-bP-bP", 5: "bP-bP-bP-bP-bP"}[count]
    situation = holding("giog", "-".join(["bP"] * 5 + ["bR", "rR", "rC"]), "-".join(hand)).play(0, led)
    actions = situation.game.legal(situation.state, situation.rules, 1)
    assert sorted(actions) == sorted({bag("-".join(chosen)) for chosen in combinations(hand, count)})
    assert all(before < after for before, after in pairwise(actions))
