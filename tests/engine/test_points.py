"""Points as people write them: whole ones, and fractions where a win is shared."""

import pytest

from qipai.engine.points import format_points


@pytest.mark.parametrize(
    ("parts", "unit", "text"),
    [
        (0, 1, "+0"),
        (7, 1, "+7"),
        (-12, 1, "-12"),
        (0, 60, "+0"),
        (60, 60, "+1"),
        (-120, 60, "-2"),
        (30, 60, "+½"),
        (20, 60, "+⅓"),
        (15, 60, "+¼"),
        (12, 60, "+⅕"),
        (140, 60, "+2⅓"),
        (-140, 60, "-2⅓"),
        (50, 60, "+⅚"),
        (35, 60, "+7/12"),
        (95, 60, "+1 7/12"),
    ],
)
def test_so_many_parts_of_a_point(parts: int, unit: int, text: str) -> None:
    assert format_points(parts, unit) == text
