"""Seat plans: who sits where, and that nobody sits better."""

from itertools import permutations

import pytest

from qipai.arena.plans import PLANS, matches_of, usual_plan
from qipai.engine.errors import QipaiError

ALONE = (0, 1, 2, 3, 4, 5)
TEAMS = (0, 1, 0, 1, 0, 1)


def test_two_change_seats():
    assert matches_of("swap", ("a", "b"), (0, 1)) == [(("a", "b"), ((0, 1), (1, 0)))]


def test_teams_change_sides():
    (match,) = matches_of("swap", ("a", "b"), TEAMS)
    assert match.tables == ((0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0))


def test_one_challenger_among_five_sits_once_in_every_seat():
    first, second = matches_of("challenger", ("a", "b"), TEAMS)
    assert (first.bots, second.bots) == (("a", "b"), ("b", "a"))
    assert len(first.tables) == 6
    assert [table.index(0) for table in first.tables] == [0, 1, 2, 3, 4, 5]
    assert all(table.count(1) == 5 for table in first.tables)


def test_where_two_play_a_challenge_is_the_same_both_ways():
    assert len(matches_of("challenger", ("a", "b", "c"), (0, 1))) == 3


def test_three_bots_at_three_seats_sit_in_all_orders():
    (match,) = matches_of("mixed", ("a", "b", "c"), (0, 1, 2))
    assert sorted(match.tables) == sorted(permutations(range(3)))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("plan", ["challenger", "rotations", "mixed"])
def test_every_bot_of_a_plan_meets_every_seat_equally_often_and_no_table_comes_twice(plan, seats):
    for match in matches_of(plan, ("a", "b", "c")[: min(3, seats)], ALONE[:seats]):
        assert len(set(match.tables)) == len(match.tables)
        for bot in range(len(match.bots)):
            at = [sum(table[seat] == bot for table in match.tables) for seat in range(seats)]
            assert len(set(at)) == 1
    if plan != "challenger":  # which is not the same for both, and so is played both ways
        chairs = [sum(table.count(bot) for table in match.tables) for bot in range(len(match.bots))]
        assert len(set(chairs)) == 1


def test_all_bots_meet():
    for plan in PLANS:
        matches = matches_of(plan, ("a", "b", "c"), (0, 1) if plan == "swap" else (0, 1, 2, 3))
        met = {frozenset(pair) for match in matches for pair in permutations(match.bots, 2)}
        assert met == {frozenset("ab"), frozenset("ac"), frozenset("bc")}


def test_the_usual_plan_is_by_the_sides():
    assert [usual_plan(teams) for teams in ((0, 1), TEAMS, (0, 1, 2))] == ["swap", "swap", "challenger"]


@pytest.mark.parametrize(
    ("plan", "teams", "sentence"),
    [
        ("ladder", (0, 1), "no seat plan 'ladder'; there are swap, challenger, rotations, mixed"),
        ("swap", (0, 1, 2), "for two sides; at this table there are 3"),
        ("mixed", (0, 1), "3 bots are too many for 2 seats"),
    ],
)
def test_a_plan_that_does_not_fit_says_why(plan, teams, sentence):
    with pytest.raises(QipaiError, match=sentence):
        matches_of(plan, ("a", "b", "c"), teams)
