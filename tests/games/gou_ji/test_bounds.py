"""§12  A sweep is the most there is."""

import pytest

from qipai.games import GOU_JI as GAME

from .situations import Situation

SWEEP = "hands=./././././9 places=1/4/2/5/3/6 phase=over ending=sweep"


@pytest.mark.parametrize(("record", "bounds"), [("zero_sum", (-12, 12)), ("winner_only", (0, 12))])
def test_a_sweep_reaches_the_bounds(record: str, bounds: tuple[int, int]) -> None:
    """§12.2, §14.23"""
    situation = Situation(f"score_record={record} {SWEEP}")
    points = list(situation.result().points)
    stated = GAME.bounds(situation.ruleset, GAME.setup(situation.rules, 6))
    assert (min(points), max(points)) == stated == bounds
