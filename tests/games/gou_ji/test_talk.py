"""§11 Table talk, and the house rules about it."""

import pytest

from qipai.engine import records
from qipai.games import GOU_JI as GAME

from .situations import LETTERS, Situation, letters

RANG = "hands=5-6-6-K-R/3-4-7/3-4-7/9-10-2/A-A-7/3-3-7 table=9 owner=3 beaten=0 passed=1,2"


def test_rang_pai() -> None:
    """§11.1  The example of the book: E agrees and passes, F passes, A lays K, and D's 2 starts a duel."""
    situation = Situation(RANG)
    assert letters(GAME.may_act(situation.state)) == "ABCDF"  # A may ask for Rang Pai too
    assert situation.can("A rang")
    assert not situation.can("B rang")
    situation.do("A rang")
    assert (situation.phase, situation.asked) == ("holding", "E")
    situation.do("E agree")
    assert situation.turn() == "normal F"
    situation.do("F pass", "A K", "D 2")
    assert situation.turn() == "duel A"
    situation.do("A R", "A 6-6", *(f"{name} pass" for name in "BCDEF"), "A 5")
    assert situation.places[0] == 1


def test_rang_pai_refused_or_out_of_place() -> None:
    """§11.1"""
    situation = Situation(RANG).do("A rang", "E disagree")
    assert situation.turn() == "normal E"
    assert not situation.can("A rang")
    assert not Situation(RANG.replace("passed=1,2", "passed=1 to_act=4")).can("A rang")
    assert not Situation(RANG.replace("beaten=0", "beaten=1")).can("A rang")


def test_rang_pai_may_shut_out_the_others() -> None:
    """§14.16"""
    assert Situation(RANG).do("A rang", "E agree", "F pass", "A K").public.closed == 0
    shut = Situation(f"rang_exclusive=true {RANG}").do("A rang", "E agree", "F pass", "A K")
    assert letters(shut.public.closed) == "BCEF"


def test_who_may_ask_for_a_count() -> None:
    """§11.2  Team mates, the Dui Men while it has cards, and all others where the Dui Men is out."""
    situation = Situation("hands=3-4/3-4/3-4/./3-4/3-4-5-6-7-8-9-10-J-Q-K table=9 owner=2")
    asked = {name: {seat for seat in range(6) if situation.can(f"{name} count {seat}")} for name in LETTERS}
    assert asked["B"] == {0, 4, 5}  # A has no head; E is B's Dui Men; F is a team mate
    assert asked["C"] == {0, 4, 5}
    assert asked["D"] == {0, 1, 5}
    situation.do("C count 5", "C count 0")
    assert (situation.public.told[5], situation.public.told[0]) == (11, 2)
    assert not situation.can("B count 0")  # it has been told


def test_counts_that_people_tell() -> None:
    """§14.20  A wrong number is the lowest place at once."""
    line = "infringement=big_loser hands=3-4/3-4/3-4/3-4/3-4/3-4-5 table=9 owner=2 passed=3"
    situation = Situation(line).do("C count 0")
    assert (situation.phase, situation.asked) == ("telling", "A")
    assert situation.do("A say 2").turn() == "normal E"
    wrong = Situation(line).do("C count 0", "A say 5")
    assert wrong.places[0] == 6
    assert wrong.turn() == "normal E"
    own = Situation(line).do("C count 4", "E say more")
    assert (own.places[4], own.turn()) == (6, "normal F")


def test_showing_a_hand_to_team_mates() -> None:
    """§11.3, §13.2"""
    situation = Situation("hands=3-4/3-4/3-4/3-4/3-4/3-4-5-6-7-8-9-10-J-Q-K table=9 owner=2").do("A show_hand")
    assert not situation.can("F show_hand")
    assert not situation.can("A show_hand")
    for seat, seen in ((2, 2), (4, 2), (1, 0), (-1, 0)):
        observation = GAME.new_observation()
        GAME.observe(situation.state, situation.rules, seat, observation)
        chair = -max(seat, 0) % 6
        assert sum(records.to_plain(observation).seen[chair]) == seen


def test_exposing_a_hand() -> None:
    """§11.4, §14.17"""
    line = "hands=3-4/3-4/3-4/3-4-5/3-4/3-4 table=9 owner=2"
    situation = Situation(line)
    assert not situation.can("A expose")
    situation.do("D expose")
    assert situation.turn() == "normal D"
    observation = GAME.new_observation()
    GAME.observe(situation.state, situation.rules, -1, observation)
    assert sum(records.to_plain(observation).seen[3]) == 3
    assert not Situation(f"expose_max=2 {line}").can("D expose")


def test_without_table_talk() -> None:
    """§14.24, §14.18"""
    silent = Situation(f"table_talk=false {RANG}")
    assert GAME.may_act(silent.state) == 0
    assert silent.plays("E") == silent.may("E")
    printed = Situation(f"counts_public=true {RANG}")
    assert not any(text.startswith("count") for name in LETTERS for text in printed.may(name))


@pytest.mark.parametrize(
    ("hand", "tried", "corrections"),
    [("Q-Q-Q-4", "Q-Q-Q", {"Q-Q"}), ("Q-4-B-R", "Q", {"Q-R", "Q-B"}), ("Q-Q-4", "Q", {"Q-Q"})],
)
def test_a_set_of_the_wrong_size_is_put_right(hand: str, tried: str, corrections: set[str]) -> None:
    """§14.19, §11.5"""
    line = f"hands=3-4/{hand}/3-4/3-4-5/3-4/3-4 table=7-7 owner=0"
    assert not Situation(line).can(f"B {tried}")
    situation = Situation(f"misplay=correct {line}").do(f"B {tried}")
    assert situation.phase == "correcting"
    assert situation.plays("B") == corrections


def test_what_cannot_be_put_right_is_a_pass() -> None:
    """§14.19  On 7-7-7 somebody lays Q-Q and has 4 besides: the queens go back, and all have seen them."""
    situation = Situation("misplay=correct hands=3-4/Q-Q-4/3-4/3-4-5/3-4/3-4 table=7-7-7 owner=0").do("B Q-Q")
    assert (situation.hand("B"), situation.turn()) == ("4-Q-Q", "normal C")
    assert sum(situation.public.held[1]) == 2
