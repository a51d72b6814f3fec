"""A sample of what `python -m tests.reference.dou_dizhu_judges` plays; `docs/evidence.md` has the whole outcome."""

import functools
import importlib.util
import random
from collections import Counter

import pytest

from qipai.games import DOU_DIZHU
from tests.reference.differences import Difference
from tests.reference.dou_dizhu_judges import EXPLAINED, JUDGES, Count, Engine, Reference, compare, hardly_shuffled, shuffled
from tests.reference.dou_dizhu_rules import PACK

DEALS = 12


@pytest.fixture(params=JUDGES)
def judge(request):
    package = JUDGES[request.param].package
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{request.param} is not installed: there is no module {package}")
    return request.param


@pytest.mark.parametrize("rules", [Reference, functools.partial(Engine, DOU_DIZHU)], ids=["reference", "engine"])
def test_whole_deals_agree(judge, rules):
    count = Count()
    for seed in range(5000, 5000 + DEALS):
        compare(judge, seed, count, rules)
    assert count.deals == DEALS
    assert count.positions > 20 * DEALS
    assert len(count.shapes) > 8
    assert count.classes.keys() <= EXPLAINED[judge].keys()


class Stricter(Reference):
    """Rules with one sentence wrong."""

    def __init__(self, variant: str, seed: int) -> None:
        super().__init__(variant, seed)
        self.deal.rules.options["single_wings"] = "different"


def compare_all(judge, rules):
    for seed in range(5000, 5000 + DEALS):
        compare(judge, seed, Count(), rules)


def test_wrong_rules_are_found(judge):
    with pytest.raises(Difference, match="seed 5"):
        compare_all(judge, Stricter)


@pytest.mark.parametrize("deal", [shuffled, hardly_shuffled])
def test_the_packs_of_the_comparison_are_whole(deal):
    assert Counter(deal(random.Random(3))) == Counter(PACK)
