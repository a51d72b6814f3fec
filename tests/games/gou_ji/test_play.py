"""§7 Play, §8 the duel and §9 Shao Pai, by the examples of the book."""

import pytest

from qipai.games import GOU_JI as GAME
from qipai.games.gou_ji.rules.sets import rank_in
from qipai.games.gou_ji.verbs import value_of

from .situations import Situation

SIX = "hands=4-7-9/5-6-K-K/6-8-J-J/5-5-9/3-A-A/3-3-8"


def test_who_leads_lays_any_set_and_cannot_pass() -> None:
    """§7.1"""
    situation = Situation("hands=4-4-2/5-5/6/8/9/9 phase=leading starter=0")
    assert situation.may("A") >= {"4", "4-4", "4-2", "4-4-2", "2"}
    assert not situation.can("A pass")


def test_a_pass_holds_for_the_trick() -> None:
    """§7.2  A leads 4, B passes, C lays 6, D, E and F pass, A lays 7: C is next."""
    situation = Situation(f"{SIX} phase=leading starter=0")
    situation.do("A 4", "B pass", "C 6", "D pass", "E pass", "F pass", "A 7")
    assert situation.turn() == "normal C"


def test_a_trick_ends_when_all_others_have_passed() -> None:
    """§7.3, §6.4"""
    situation = Situation(f"{SIX} phase=leading starter=0").do("A 9", "B pass", "C pass", "D pass", "E pass", "F pass")
    assert situation.turn() == "lead A"
    assert situation.public.passed == 0
    red = Situation("hands=4-7/5-R/6/8/9/9 table=3 owner=0").do("B R")
    assert red.turn() == "lead B"


def test_going_out_takes_the_best_place_and_last_cards_may_be_beaten() -> None:
    """§7.4"""
    situation = Situation("hands=7-7/9/10-4/8/9/9 table=8 owner=0 passed=2").do("B 9")
    assert situation.places[1] == 1
    assert situation.turn() == "normal D"


def test_the_wind_goes_to_the_right_even_to_who_has_passed() -> None:
    """§7.5  B lays 9 as the last card, C is out already, and D, E, F and A pass: D leads."""
    situation = Situation("hands=7-7/9/./8-4/9-4/9-4 table=8 owner=0").do("B 9", *(f"{name} pass" for name in "DEFA"))
    assert situation.turn() == "lead D"


def test_the_game_ends_when_one_player_has_cards() -> None:
    """§7.6"""
    situation = Situation("hands=9/7-7/./././. table=8 owner=1 places=././1/2/3/4").do("A 9")
    assert (situation.phase, situation.places) == ("over", [5, 6, 1, 2, 3, 4])


def test_the_game_ends_with_three_places_of_one_team() -> None:
    """§7.6, §12.2, §14.21"""
    line = "hands=9/7-7/./8-8/./8 table=8 owner=5 places=././1/./2/."
    assert Situation(line).do("B pass", "D pass", "A 9").ending == "sweep"
    assert Situation(f"stop_on_sweep=false {line}").do("B pass", "D pass", "A 9").ending == ""


# -- §8


def test_a_duel_is_fought_by_two() -> None:
    """§8.1, §8.2, §8.3  The table of the book: D wins with 2-2-2, and nobody else could play."""
    situation = Situation("hands=A-A-A-3/3-3-3/J-J-J-3/K-2-2-2-2-2-4/9-9-9/A-A-A phase=leading starter=2")
    situation.do("C J-J-J")
    assert situation.mode == "normal"
    situation.do("D K-2-2")
    assert situation.turn() == "duel A"
    situation.do("A A-A-A").do("D 2-2-2")
    assert situation.turn() == "duel A"
    assert situation.plays("A") == {"pass"}
    assert situation.do("A pass").turn() == "lead D"


def test_a_dui_men_who_has_passed_may_answer() -> None:
    """§8.1"""
    situation = Situation("hands=3-4/K-K-4/3-4/3-4/A-A-4/3-4 table=5-5 owner=3 passed=4,5,0").do("B K-K")
    assert situation.turn() == "duel E"


def test_without_a_head_high_sets_are_ordinary() -> None:
    """§8.4  E is out: B's kings start nothing; C lays twos, and that is a duel with F."""
    situation = Situation("hands=6-6-4/K-K-4/2-2-4/8-8/./3-3 phase=leading starter=0").do("A 6-6", "B K-K")
    assert situation.turn() == "normal C"
    assert situation.do("C 2-2").turn() == "duel F"


def test_last_cards_in_a_duel() -> None:
    """§8.5  B lays K-K as last cards. If E gives up, C leads; if E lays A-A, E leads."""
    line = "hands=6-6-4/K-K/2-4/8-8/A-A-3/3-3 table=6-6 owner=0"
    situation = Situation(line).do("B K-K")
    assert situation.places[1] == 1
    assert situation.turn() == "duel E"
    assert situation.do("E pass").turn() == "lead C"
    assert Situation(line).do("B K-K", "E A-A").turn() == "lead E"


# -- §9

DUEL = "hands=7-7-4/K-K-4/{hand}/8-8/6-6-3/3-3 table=7-7 owner=0"


@pytest.mark.parametrize(
    ("hand", "good"),
    [
        ("8-8-8-A-A", True),
        ("4-A-A-2-2", True),
        ("A-A-2-2", True),
        ("5-5-9-J-J-A-A-B-R", True),
        ("5-5-9-J-J-A-A-B", False),
        ("8-10-A-A-2-2", False),
    ],
)
def test_the_condition_on_the_rest(hand: str, good: bool) -> None:
    """§9.2, §9.7  The table of the book: a good declaration leads on, a false one is the last place."""
    situation = Situation(DUEL.format(hand=hand)).do("B K-K", "A no_shao", "C shao A-A")
    assert situation.mode == "shao"
    situation.do(*(f"{name} pass" for name in "DEFAB"))
    assert situation.turn() == ("lead C" if good else "lead B")
    assert situation.places[2] == (0 if good else 6)


def test_a_number_that_is_no_set_declares_nothing() -> None:
    """§6.1, §9.1  A rank beside no natural cards, natural cards of no rank, ranks that there are not: nobody can write them."""
    situation = Situation(DUEL.format(hand="4-A-A-2-2-B-R")).do("B K-K", "A no_shao")
    seat, legal = 2, set(GAME.legal(situation.state, situation.rules, 2))
    declared = [action for action in legal if GAME.notation.format_action(action, situation.ruleset).startswith("shao")]
    assert len(declared) > 3
    assert any(rank_in(value_of(action)) == 0 for action in declared)
    for action in declared:
        for rank in range(16):
            number = action & ~15 | rank
            assert GAME.is_legal(situation.state, situation.rules, seat, number) == (number in legal)


def test_one_set_is_no_shao_pai() -> None:
    """§9.2, §14.14"""
    line = DUEL.format(hand="A-A")
    assert Situation(line).do("B K-K").may("C") == {"no_shao"}
    alone = Situation(f"shao_allow_single=true {line}").do("B K-K", "C shao A-A", "A no_shao")
    assert alone.places[2] == 1
    assert alone.do(*(f"{name} pass" for name in "DEFAB")).turn() == "lead D"


def test_both_neighbours_are_asked_and_the_right_hand_one_goes_first() -> None:
    """§9.1"""
    situation = Situation("hands=7-7-4-A-A/K-K-4/A-A-5/8-8/6-6-3/3-3-A-A table=7-7 owner=0").do("B K-K")
    assert (situation.phase, situation.asked) == ("window", "AC")
    situation.do("A shao A-A", "C shao A-A")
    assert situation.public.runner == 2
    assert situation.turn() == "shao D"


def test_the_run_of_the_book() -> None:
    """§9.3, §9.4, §9.6"""
    situation = Situation(DUEL.format(hand="5-5-9-J-J-A-A-B-R")).do("B K-K", "C shao A-A")
    situation.decline().do(*(f"{name} pass" for name in "DEFAB"))
    assert situation.can("C J-J-B")
    assert not situation.can("C J-J")
    assert not situation.can("C 9")
    situation.do("C J-J-B", *(f"{name} pass" for name in "DEFAB"))
    assert situation.do("C 5-5-R").turn() == "lead C"
    assert situation.plays("C") == {"9"}
    situation.do("C 9")
    assert (situation.places[2], situation.turn()) == (1, "normal D")


def test_a_beaten_declaration_leaves_the_rest() -> None:
    """§9.5  D beats the first A-A with 2-2 and is in a duel with A; C keeps the rest."""
    situation = Situation("hands=7-7-4/K-K-4/5-5-9-J-J-A-A-B-R/2-2-8/6-6-3/3-3 table=7-7 owner=0")
    situation.do("B K-K", "C shao A-A").decline().do("D 2-2")
    assert situation.hand("C") == "5-5-9-J-J-B-R"
    assert situation.turn() == "duel A"
    assert situation.places[2] == 0


def test_who_beats_shao_pai_without_a_head_goes_on_in_turn() -> None:
    """§9.5"""
    situation = Situation("hands=./K-K-4/5-5-A-A/2-2-8/6-6-3/3-3-3 table=7-7 owner=5 passed=4").do(
        "B K-K", "C shao A-A", "D 2-2"
    )
    assert situation.turn() == "normal F"
