"""The engine against the reference, which somebody else wrote from the rule book without reading it."""

import random
from typing import Any

import pytest

from tests.reference.dou_dizhu_compare import Count, chooser, compare, random_deal
from tests.reference.dou_dizhu_rules import CHOICES

MOST_DECISIONS = 165


def played(seed: int, **options: Any) -> Count:
    """A deal at random; `python -m tests.reference.compare --game dou_dizhu` plays thousands."""
    chance, count = random.Random(seed), Count()
    compare(random_deal(chance, **options), chooser(chance), count)
    return count


@pytest.mark.parametrize("seed", range(8))
def test_random_deals_go_as_the_reference_says(seed: int) -> None:
    for number in range(5):
        assert 0 < played(seed * 1000 + number).decisions <= MOST_DECISIONS


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in CHOICES.items() for value in values])
def test_deals_under_every_house_rule_go_as_the_reference_says(name: str, value: Any) -> None:
    """§8.1 to §8.16"""
    count = played(7, **{name: value})
    assert count.decisions > 0
    assert count.values[name, str(value)] == 1
