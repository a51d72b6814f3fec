"""§10, §11.8  The worst loss and the best win: twelve tricks, four matches, and a privileged loser."""

from typing import Any

import pytest

from qipai.games import LUK_FU as GAME

from .test_ending import won

ONES, NINES_AND_EIGHTS = "1S-1G-1K-1C", "9S-9G-9K-9C-8S-8G-8K-8C"


@pytest.mark.parametrize(("base", "each"), [(6, 128 + 8), (5, 256 + 16)])
def test_four_can_lose_twelve_tricks_and_four_matches_twice(base: int, each: int) -> None:
    """§10.1, §10.3, §10.4, §11.7"""
    situation = won(1, ONES, NINES_AND_EIGHTS, dreamt="L", caller=3, base=base)
    value = each * 16 // 17
    assert situation.points() == [0, 2 * value, 2 * (each - value), -2 * each]
    assert bounds(4, base=base) == (-2 * each, 2 * value)


def test_three_can_lose_twelve_tricks_twice() -> None:
    """§2.2  There is no dreamer to be paid."""
    assert won(1, ONES, NINES_AND_EIGHTS, players=3, caller=2).points() == [0, 256, -256]
    assert bounds(3) == (-256, 256)


def test_everything_on_the_other_scale() -> None:
    """§11.8"""
    situation = won(0, "9S-9G-9K-9C-1S-1C-8S-L", "8G-8K-8C-7S", caller=1, scoring="sung1996")
    assert situation.points() == [60, -60, 0, 0]
    assert bounds(4, scoring="sung1996") == (-60, 60)


def bounds(players: int, **options: Any) -> tuple[int, int]:
    ruleset = GAME.ruleset(**options)
    low, high = GAME.bounds(ruleset, GAME.setup(GAME.rules(ruleset), players))
    return low, high
