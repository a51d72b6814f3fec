"""§10 The endgame, by the examples of the book."""

import pytest

from qipai.games.gou_ji.rules.endgame import arrangement_of, block_of
from qipai.games.gou_ji.state import ALTERNATING, BLOCKS

from .situations import LETTERS, Situation, letters


def mask(names: str) -> int:
    return sum(1 << LETTERS.index(name) for name in names)


@pytest.mark.parametrize(
    ("left", "arrangement"), [("BCEF", BLOCKS), ("ABCD", ALTERNATING), ("ACEF", BLOCKS), ("CEF", BLOCKS), ("EF", BLOCKS)]
)
def test_what_holds_depends_on_who_is_left(left: str, arrangement: int) -> None:
    """§10.1"""
    assert arrangement_of(mask(left)) == arrangement


@pytest.mark.parametrize(
    ("left", "blocks"),
    [("BCEF", ["BF", "CE"]), ("ACEF", ["ACE", "F"]), ("CEF", ["CE", "F"]), ("EF", ["E", "F"])],
)
def test_blocks(left: str, blocks: list[str]) -> None:
    """§10.2  The table of the book."""
    assert {letters(block_of(mask(left), LETTERS.index(name))) for name in left} == set(blocks)


def test_a_visit_of_each_block() -> None:
    """§10.2  The course that the book tells."""
    situation = Situation("hands=./5-A-4-4/Q-4-4/./8-4-4/3-3-3 phase=leading starter=1 places=1/././2/./.").do("B 5")
    assert situation.turn() == "normal F"
    situation.do("F pass")
    assert (situation.phase, situation.asked) == ("ordering", "C")
    situation.do("C leave", "E 8")
    assert situation.turn() == "normal C"
    situation.do("C Q")
    assert situation.turn() == "normal B"
    situation.do("B A", "C leave", "E pass", "C pass")
    assert situation.turn() == "lead B"


def test_four_seated_alternately() -> None:
    """§10.3  The cycles that the book tells: A, C against B, D; C leads."""
    situation = Situation("hands=5-9-3-3/6-10-K-3/4-J-3-3/7-Q-3-3/./. phase=leading starter=2 places=././././1/2").do("C 4")
    assert (situation.phase, situation.asked) == ("ordering", "D")
    situation.do("D leave", "B 6")
    assert situation.turn() == "normal A"
    situation.can("A pass")
    situation.do("A pass", "D 7")
    assert (situation.order, situation.turn()) == (
        "alternating",
        "normal C",
    )  # A has passed: nobody else of the team is left to choose
    situation.do("C J")
    assert (situation.phase, situation.asked) == ("ordering", "D")
    situation.do("D take", "D Q")
    assert situation.turn() == "normal C" or situation.turn() == "normal B"


def test_all_four_have_a_turn_before_anybody_has_another() -> None:
    """§10.3"""
    situation = Situation("hands=5-9-3-3/6-10-K-3/4-J-3-3/7-Q-3-3/./. phase=leading starter=2 places=././././1/2")
    situation.do("C 4", "D leave", "B 6", "A 9", "D Q")
    assert (situation.phase, situation.asked) == ("ordering", "A")


def test_the_last_must_take_the_turn() -> None:
    """§10.4"""
    situation = Situation("hands=./5-A-4-4/Q-4-4/./8-4-4/3-3-3 phase=leading starter=1 places=1/././2/./.").do("B 5", "F pass")
    assert situation.may("C") >= {"take", "leave"}
    assert situation.do("C leave").turn() == "normal E"


def test_the_order_is_made_anew_when_another_goes_out() -> None:
    """§10.4, §10.1"""
    situation = Situation("hands=./5-A-4-4/Q-4-4/./8/3-3-3 phase=leading starter=1 places=1/././2/./.").do(
        "B 5", "F pass", "C leave", "E 8"
    )
    assert situation.places[4] == 3
    assert situation.turn() == "normal B"


def test_the_vote() -> None:
    """§14.8"""
    line = "order_protocol=vote hands=./5-A-4-4/Q-4-4/./8-4-4/3-3-3 phase=leading starter=1 places=1/././2/./."
    situation = Situation(line).do("B 5", "F pass")
    assert (situation.phase, situation.asked) == ("ordering", "CE")
    assert situation.do("C first 4", "E first 4").turn() == "normal E"
    assert Situation(line).do("B 5", "F pass", "C first 4", "E first 2").turn() == "normal C"


def test_passes_are_wiped_out_in_the_endgame() -> None:
    """§14.6"""
    line = "hands=./5-A-4-4/Q-4-4/./8-4-4/3-3-9 phase=leading starter=1 places=1/././2/./."
    moves = ("B 5", "F pass", "C leave", "E 8")
    assert Situation(line).do(*moves).public.passed == mask("F")
    assert Situation(f"endgame_pass_reset=true {line}").do(*moves).public.passed == 0


def test_no_duels_in_the_endgame() -> None:
    """§14.7"""
    line = "hands=./K-K-4-4/Q-4-4/./8-4-4/3-3-3 phase=leading starter=1 places=1/././2/./."
    assert Situation(line).do("B K-K").turn() == "duel E"
    assert Situation(f"endgame_duels=false {line}").do("B K-K").turn() == "normal F"
