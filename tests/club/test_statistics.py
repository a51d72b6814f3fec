"""Sums, places and averages of deals that are counted by hand."""

import pytest

from qipai.club.statistics import MOST_POINTS, Score, statistics_of


def alone(points: int, at: int = 0, level: str = "rule", place: int = 0, seats: int = 4) -> Score:
    return Score("g", at, place, points, 1, seats - 1, level)


def test_nothing_was_played() -> None:
    assert statistics_of([]) == []


def test_games_are_apart_and_the_most_played_is_first() -> None:
    other = Score("h", 1, 0, 100, 4, 0, "")
    found = statistics_of([other, alone(1), alone(2)])
    assert [(one.game, one.deals, one.points) for one in found] == [("g", 2, 3), ("h", 1, 100)]


def test_the_curve_is_the_running_sum_in_the_order_of_time() -> None:
    (found,) = statistics_of([alone(-5, at=30), alone(2, at=10), alone(3, at=20)])
    assert found.curve == [[10, 2], [20, 5], [30, 0]]


def test_a_long_curve_keeps_its_ends() -> None:
    (found,) = statistics_of([alone(1, at=at) for at in range(5000)])
    assert len(found.curve) == MOST_POINTS
    assert found.curve[0] == [0, 1]
    assert found.curve[-1] == [4999, 5000]
    assert all(points == at + 1 for at, points in found.curve)


def test_places_are_counted_apart_by_the_number_of_players() -> None:
    (found,) = statistics_of([alone(1, place=0), alone(1, place=2), alone(1, place=2), alone(1, place=1, seats=2)])
    assert [(one.players, one.counts) for one in found.places] == [(2, [0, 1]), (4, [1, 0, 2, 0])]


def test_the_average_has_students_interval() -> None:
    """Of 1, 2 and 6: mean 3, standard deviation √7, and t = 4.303 with two degrees of freedom."""
    (found,) = statistics_of([alone(1), alone(2), alone(6)])
    (average,) = found.against_bots
    assert (average.level, average.deals, average.mean) == ("rule", 3, 3.0)
    assert average.error == pytest.approx(4.303 * 7**0.5 / 3**0.5, abs=0.001)
    assert found.among_people == []


def test_one_deal_has_no_interval() -> None:
    ((average,),) = (one.against_bots for one in statistics_of([alone(7)]))
    assert (average.mean, average.error) == (7.0, None)


def test_people_and_levels_are_apart_and_mixed_bots_are_in_no_average_of_a_level() -> None:
    party = [Score("g", 1, 0, 4, 2, 2, "rule"), Score("g", 2, 0, 6, 2, 2, ""), Score("g", 3, 0, 1, 4, 0, "")]
    (found,) = statistics_of([*party, alone(9), alone(-9, level="noisy"), alone(5, level="")])
    assert [(one.people, one.deals, one.mean) for one in found.among_people] == [(2, 2, 5.0), (4, 1, 1.0)]
    assert [(one.level, one.mean) for one in found.against_bots] == [("noisy", -9.0), ("rule", 9.0)]
    assert found.deals == 6
