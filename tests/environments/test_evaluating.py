"""Duplicate deals: against itself a policy wins nothing, and what is told is what was paid."""

import numpy as np
import pytest

import qipai
from qipai.arena.intervals import mean_of

pytestmark = pytest.mark.native


def first(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return np.zeros(len(obs), np.int64)


def test_a_policy_wins_nothing_against_itself() -> None:
    found = qipai.evaluate("gan_deng_yan", first, against=first, deals=40, players=3)
    assert found.rewards.shape == (40, 3)
    assert np.abs(found.rewards).max() > 0
    assert not found.rewards.sum(axis=1).any()  # every table is the same table: each deal adds up to nothing
    assert (found.points.mean, found.points.low, found.points.high) == (0, 0, 0)
    assert found.wins.mean == pytest.approx(1 / 3)
    assert found.fair == pytest.approx(1 / 3)


def test_the_worse_loses_and_the_interval_is_that_of_the_deals() -> None:
    found = qipai.evaluate("gan_deng_yan", first, deals=60, players=2, compact=True)
    assert found.points.high is not None
    assert found.points.high < 0
    assert found.points == mean_of(found.rewards.astype(np.float64).mean(axis=1))
    assert found.wins.mean < 0.5
    assert str(found).startswith(f"its points a deal {found.points.mean:+.2f} (")
    again = qipai.evaluate("gan_deng_yan", first, deals=60, players=2, compact=True)
    assert np.array_equal(found.rewards, again.rewards)


def test_means_are_not_rounded_as_rewards_are() -> None:
    found = qipai.evaluate("gan_deng_yan", first, deals=60, players=2, compact=True, reward_scale=0.1)
    assert found.rewards.dtype == np.float32
    assert found.points == mean_of(np.array([[float(paid) for paid in deal] for deal in found.rewards]).mean(axis=1))


def test_two_evaluations_are_equal_where_all_figures_are() -> None:
    found, again, other = (qipai.evaluate("gan_deng_yan", first, deals=20, players=2, seed=seed) for seed in (5, 5, 6))
    assert found == again
    assert {found, again, other} == {found, other}
    assert found != other
    assert found != found._replace(rewards=found.rewards + 1)
