"""Bradley–Terry ratings: cases worked out by hand, a likelihood climbed another way, intervals from a formula."""

from math import exp, log, sqrt

import numpy as np
import pytest

from qipai.arena.ratings import ELO, rate, strengths


def test_three_quarters_are_the_logarithm_of_three():
    found = strengths(np.array([[0.0, 75], [25, 0]]))
    assert found[0] - found[1] == pytest.approx(log(3))
    assert ELO * log(10) == pytest.approx(400)
    assert found.sum() == pytest.approx(0)


def test_odds_that_multiply_are_met_exactly():
    """Two to one, two to one, and four to one between the ends: strengths 4, 2 and 1."""
    wins = np.array([[0, 20, 40], [10, 0, 30], [10, 15, 0.0]])
    assert np.exp(strengths(wins) - strengths(wins)[2]) == pytest.approx([4, 2, 1])


def test_a_cycle_makes_all_equal():
    assert strengths(np.array([[0, 9, 1], [1, 0, 9], [9, 1, 0.0]])) == pytest.approx([0, 0, 0])


def minorised(wins, rounds=20_000):
    """Hunter's iteration, which shares nothing with Newton's: p[i] = wins of i / sum over j of met / (p[i] + p[j])."""
    bots = len(wins)
    p = [1.0] * bots
    for _ in range(rounds):
        p = [sum(wins[i]) / sum((wins[i][j] + wins[j][i]) / (p[i] + p[j]) for j in range(bots) if j != i) for i in range(bots)]
        p = [value * bots / sum(p) for value in p]
    return [log(value) for value in p]


def test_another_way_up_the_same_hill():
    wins = [[0, 70, 91, 12], [30, 0, 60, 7], [9, 40, 0, 1], [88, 93, 99, 0]]
    slow = minorised(wins, 3000)
    assert strengths(np.array(wins, float)) - strengths(np.array(wins, float))[0] == pytest.approx(
        [value - slow[0] for value in slow], abs=1e-6
    )


def test_the_bootstrap_agrees_with_the_delta_method():
    """Of 400 single comparisons 60 % are won: the rating is half the log odds, with error 1 / (2 sqrt(n p q))."""
    wins = np.zeros((400, 2, 2))
    wins[:240, 0, 1] = wins[240:, 1, 0] = 1
    found = rate(wins)
    assert found.elo[0] == pytest.approx(ELO / 2 * log(240.5 / 160.5))
    reach = 1.96 * ELO / 2 / sqrt(400 * 0.6 * 0.4)
    assert found.high[0] - found.elo[0] == pytest.approx(reach, rel=0.12)
    assert found.elo[0] - found.low[0] == pytest.approx(reach, rel=0.12)


def test_deals_are_drawn_whole():
    """Ten tables of each deal that all go the same way are worth one: the interval is as wide as with a table a deal."""
    wins = np.zeros((400, 2, 2))
    wins[:240, 0, 1] = wins[240:, 1, 0] = 1
    one, ten = rate(wins), rate(10 * wins)
    assert ten.high[0] - ten.low[0] == pytest.approx(one.high[0] - one.low[0], rel=0.02)


def test_who_never_lost_has_a_rating_and_who_never_played_has_none():
    wins = np.zeros((50, 3, 3))
    wins[:, 0, 1] = 1
    found = rate(wins)
    assert found.elo[0] == pytest.approx(ELO / 2 * log(50.5 / 0.5))
    assert np.isnan(found.elo[2])
    # Jeffreys' interval for 50 of 50 is 0.951 to 1 - 1e-5: in ratings, half the log odds.
    assert found.low[0] == pytest.approx(ELO / 2 * log(0.951 / 0.049), rel=0.05)
    assert found.high[0] == pytest.approx(ELO / 2 * log(1e5), rel=0.12)


def test_known_strengths_are_found_again():
    """Comparisons drawn from known strengths: the intervals hold them about as often as they say."""
    truth = np.array([0.9, 0.2, -0.3, -0.8])
    rng = np.random.RandomState(2)
    held = 0
    for _ in range(40):
        wins = np.zeros((120, 4, 4))
        for i in range(4):
            for j in range(i):
                ahead = rng.random_sample(120) < 1 / (1 + exp(truth[j] - truth[i]))
                wins[:, i, j], wins[:, j, i] = ahead, ~ahead
        found = rate(wins, resamples=200)
        held += int(((found.low < ELO * truth) & (ELO * truth < found.high)).sum())
    assert 0.89 < held / 160 <= 0.995
