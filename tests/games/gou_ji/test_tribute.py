"""§4 Revolution and §5 tribute."""

from qipai.games.gou_ji.state import FRESH_GAME, NO_DUE, ORDINARY_DUE, OWED, PAID, REFUSED, RETURNED, SWEEP_DUE, WAIVED

from .situations import LETTERS, Table

HANDS = "hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/3-A-2-B/9-9-K-R"
LAST = "last=1/2/3/4/5/6"  # A was first … F last


def declaring(rules: str = "", last: str = "") -> Table:
    return Table(f"{rules} {HANDS} {last} phase=revolution".strip())


def test_who_may_revolt() -> None:
    """§4.1"""
    table = declaring()
    assert table.asked == "ABCDEF"
    assert [table.may(name) == {"play_on", "revolt"} for name in LETTERS] == [True, False, True, True, False, False]


def test_wishes_are_taken_from_the_first_taker_on() -> None:
    """§4.2, §4.3  C's wish is first; nobody pleads, and what A wanted stays unknown."""
    table = Table(f"{HANDS} phase=revolution taker=2").do("A revolt", "B play_on", "C revolt", *(f"{n} play_on" for n in "DEF"))
    assert (table.phase, table.asked, table.table.wish) == ("pleading", "AE", 2)
    table.everybody("silent")
    assert (table.ending, table.table.wildless) == ("thrown_in", 1 << 2)


def test_the_plea() -> None:
    """§4.3, §14.2  Pleaded with, one is asked once more; after a withdrawal it is the next one's turn."""
    table = Table(f"{HANDS} phase=revolution taker=2").do("A revolt", "B play_on", "C revolt", *(f"{n} play_on" for n in "DEF"))
    table.do("A plead", "E silent")
    assert (table.phase, table.asked) == ("confirming", "C")
    table.do("C withdraw")
    assert (table.phase, table.asked, table.table.wish) == ("pleading", "CE", 0)
    at_once = declaring("revolution_persuasion=false").do("A revolt", *(f"{n} play_on" for n in "BCDEF"))
    assert at_once.ending == "thrown_in"


def test_two_for_a_revolution() -> None:
    """§14.3"""
    one = declaring("revolution_quorum=2 revolution_persuasion=false").do("A revolt", *(f"{n} play_on" for n in "BCDEF"))
    assert (one.ending, one.phase) == ("", "leading")
    two = declaring("revolution_quorum=2 revolution_persuasion=false").do("A revolt", "B play_on", "C play_on", "D revolt")
    assert two.do("E play_on", "F play_on").ending == "thrown_in"


def test_what_follows_a_revolution() -> None:
    """§4.4, §5.7, §14.4  No points; a fresh game; only tribute for a sweep remains due."""
    moves = ("A revolt", *(f"{n} play_on" for n in "BCDEF"))
    for rules, due in (("", NO_DUE), ("revolution_keeps_tribute=all", ORDINARY_DUE), ("revolution_keeps_tribute=none", NO_DUE)):
        table = declaring(f"{rules} revolution_persuasion=false".strip(), LAST).do(*moves)
        assert list(table.result().points) == [0] * 6
        following = table.next_setup()
        assert (following.kind, following.due, list(following.places)) == (FRESH_GAME, due, [1, 2, 3, 4, 5, 6])
    sweep = declaring("revolution_persuasion=false", "last=1/./2/./3/. due=sweep").do(*moves).next_setup()
    assert sweep.due == SWEEP_DUE


def test_two_losers_of_one_team_may_swap() -> None:
    """§5.1"""
    line = f"{HANDS} last=1/2/3/5/4/6 phase=swapping"
    table = Table(line).do("D swap", "F swap")
    assert (table.table.big_loser, table.table.second_loser) == (3, 5)
    assert (table.table.owes[3], table.table.receiver[3], table.table.owes[5], table.table.receiver[5]) == (2, 0, 1, 1)
    assert Table(line).do("D swap", "F stay").table.big_loser == 5
    assert declaring(last=LAST).everybody("play_on").phase == "liberating"


def test_who_owes_what() -> None:
    """§5.2"""
    table = declaring(last=LAST).everybody("play_on").table
    assert [(table.receiver[seat], table.owes[seat]) for seat in (5, 4)] == [(0, 2), (1, 1)]
    sweep = declaring(last="last=1/./2/./3/. due=sweep").everybody("play_on").table
    assert [(sweep.receiver[seat], sweep.owes[seat]) for seat in (1, 3, 5)] == [(4, 1), (0, 1), (2, 1)]


def test_liberation() -> None:
    """§5.3"""
    line = f"hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/3-A-2-B/R-R-R-R {LAST} phase=liberating"
    table = Table(line)
    assert (table.asked, table.may("F"), table.may("E")) == ("EF", {"pay", "refuse"}, {"pay"})
    table.do("E pay", "F refuse")
    assert (table.table.tribute[5], table.table.tribute[4]) == (REFUSED, PAID)
    assert Table(line).everybody("pay").table.tribute[5] == PAID


def test_waiver_among_team_mates() -> None:
    """§5.4  E owes A, and both must agree; F owes B."""
    line = f"{HANDS} last=1/2/3/4/6/5 phase=liberating"
    table = Table(line).everybody("pay")
    assert (table.phase, table.asked) == ("waiving", "ABEF")
    table.do("A waive", "E waive", "B waive", "F insist")
    assert (table.table.tribute[4], table.table.tribute[5]) == (WAIVED, PAID)


def test_giving_and_returning() -> None:
    """§5.5, §5.6  The highest go, all at once; any come back, even the same."""
    table = Table(f"hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/9-9-K-A-A-2/3-A-2-B-B-R {LAST} phase=liberating").everybody("pay")
    assert (table.hand("A"), table.hand("B"), table.hand("F")) == ("4-5-6-7-B-R", "3-3-2-2-B", "3-A-2-B")
    assert (table.phase, table.asked) == ("returning", "AB")
    assert not table.can("A return 4")
    assert not table.can("B return 3-3")
    table.do("A return 4-R", "B return 2")
    assert (table.hand("F"), table.hand("E")) == ("3-4-A-2-B-R", "9-9-K-A-A-2")
    assert table.table.tribute[5] == RETURNED
    assert table.turn() == "lead F"  # §3.3


def test_two_cards_from_nines_to_aces() -> None:
    """§5.5  From 9-9-K-A-A-2 two cards of tribute are A-2."""
    table = Table(f"hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/3-3/9-9-K-A-A-2 {LAST} phase=liberating").everybody("pay")
    assert table.hand("F") == "9-9-K-A"


def test_tribute_after_a_sweep_is_due_until_it_is_paid() -> None:
    """§5.2, §5.7"""
    table = declaring(last="last=1/./2/./3/. due=sweep").everybody("play_on")
    assert (table.phase, table.asked) == ("liberating", "BDF")
    assert all(table.table.tribute[seat] == OWED for seat in (1, 3, 5))
