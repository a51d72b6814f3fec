"""§10.3  What the dreamer may hope for is told to the dreamer alone."""

from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.boards import as_values

from .situations import DREAMER, GAME, Situation, playing


def board(situation: Situation, seat: int) -> dict[str, Any]:
    return as_values(GAME.telling.describe(records.opened(situation.observation(seat)), records.opened(situation.rules)))


@pytest.mark.parametrize(
    ("dreamt", "hopes"),
    [("7G", ["7S", "7K", "7C"]), ("1K", ["1S", "1G", "1C", "L"]), ("L", ["1S", "1G", "1K", "1C"])],
)
def test_cards_of_the_same_number(dreamt: str, hopes: list[str]) -> None:
    situation = playing({DREAMER: dreamt})
    assert [board(situation, seat)["hopes"] for seat in range(4)] == [None, None, hopes, None]
    assert board(situation, DREAMER)["marks"] is None


def test_nothing_by_sungs_scale() -> None:
    """§11.8"""
    assert board(playing({DREAMER: "7G"}, scoring="sung1996"), DREAMER)["hopes"] == []
