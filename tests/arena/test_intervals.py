"""Intervals: against tables of the distribution, against simulated truth, and against a bootstrap written here."""

import random
import statistics

import numpy as np
import pytest

from qipai.arena.intervals import mean_of, share_of, student_95


@pytest.mark.parametrize(
    ("freedom", "printed"),  # from printed tables of Student's distribution, two-sided 5 %
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (19, 2.093), (60, 2.000), (1000, 1.962)],
)
def test_student(freedom, printed):
    assert student_95(freedom) == pytest.approx(printed, rel=0.004)


def test_a_mean_of_few_values_by_hand():
    """Of 2, 4, 4, 6: mean 4, sample variance 8/3, error sqrt(2/3), times 3.182."""
    found = mean_of(np.array([2, 4, 4, 6]))
    assert found.mean == 4
    assert found.error == pytest.approx((2 / 3) ** 0.5)
    assert found.high == pytest.approx(4 + 3.182 * (2 / 3) ** 0.5)


def test_one_value_has_no_interval():
    assert mean_of(np.array([3.0]))[1:] == (None, None, None)
    assert share_of(np.array([1.0]))[1:] == (None, None, None)


def tables_of(rng, deals, tables, luck):
    """Points at the tables of deals that have luck in common, around 1."""
    return 1 + luck * rng.standard_normal((deals, 1)) + rng.standard_normal((deals, tables))


def test_intervals_by_deal_hold_the_truth_as_often_as_they_say_and_intervals_by_table_do_not():
    rng = np.random.RandomState(7)
    by_deal = by_table = 0
    for _ in range(2000):
        points = tables_of(rng, 12, 6, luck=1)
        by_deal += abs(mean_of(points.mean(axis=1)).mean - 1) < mean_of(points.mean(axis=1)).high - points.mean()
        by_table += abs(points.mean() - 1) < mean_of(points.ravel()).high - points.mean()
    assert 0.935 < by_deal / 2000 < 0.965
    assert by_table / 2000 < 0.75


@pytest.mark.parametrize("truth", [0.5, 0.8, 0.95])
def test_shares_of_deals_with_two_tables_hold_the_truth(truth):
    rng = np.random.RandomState(11)
    held = 0
    for _ in range(2000):
        same = rng.random_sample(60) < 0.5  # in half of the deals the cards decide both tables
        first, second = (rng.random_sample(60) < truth for _ in range(2))
        found = share_of((1 * first + np.where(same, first, second)) / 2)
        held += found.low <= truth <= found.high
    assert 0.93 < held / 2000 < 0.985


def test_who_won_everything_may_still_lose():
    found = share_of(np.ones(30))
    assert found.high == 1
    assert 0.8 < found.low < 0.95


def test_values_that_are_alike_by_chance_are_not_taken_for_certain():
    """Wilson's interval for 10 of 20, with 2.093 for 1.96: 0.5 and 2.093 sqrt(1/80 + 2.093²/1600) / (1 + 2.093²/20)."""
    found = share_of(np.full(20, 0.5))
    assert found.high == pytest.approx(0.7118, abs=1e-3)
    assert found.low == pytest.approx(0.2882, abs=1e-3)


def test_a_bootstrap_by_deal_agrees():
    values = tables_of(np.random.RandomState(3), 200, 2, luck=2).mean(axis=1).tolist()
    draw = random.Random(5)
    means = sorted(statistics.fmean(draw.choices(values, k=len(values))) for _ in range(4000))
    found = mean_of(np.array(values))
    assert found.low == pytest.approx(means[100], abs=0.05)
    assert found.high == pytest.approx(means[-101], abs=0.05)
