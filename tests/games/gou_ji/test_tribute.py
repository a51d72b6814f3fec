"""§4 Revolution and §5 tribute."""

from qipai.games.gou_ji.state import FRESH_GAME, NO_DUE, ORDINARY_DUE, OWED, PAID, REFUSED, RETURNED, SWEEP_DUE, WAIVED

from .situations import LETTERS, Situation

HANDS = "hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/3-A-2-B/9-9-K-R"
LAST = "last=1/2/3/4/5/6"  # A was first … F last


def declaring(rules: str = "", last: str = "") -> Situation:
    return Situation(f"{rules} {HANDS} {last} phase=revolution".strip())


def test_who_may_revolt() -> None:
    """§4.1"""
    situation = declaring()
    assert situation.asked == "ABCDEF"
    assert [situation.may(name) == {"play_on", "revolt"} for name in LETTERS] == [True, False, True, True, False, False]


def test_wishes_are_taken_from_the_first_taker_on() -> None:
    """§4.2, §4.3  C's wish is first; nobody pleads, and what A wanted stays unknown."""
    situation = Situation(f"{HANDS} phase=revolution taker=2").do(
        "A revolt", "B play_on", "C revolt", *(f"{n} play_on" for n in "DEF")
    )
    assert (situation.phase, situation.asked, situation.public.wish) == ("pleading", "AE", 2)
    situation.everybody("silent")
    assert (situation.ending, situation.public.wildless) == ("thrown_in", 1 << 2)


def test_the_plea() -> None:
    """§4.3, §14.2  Pleaded with, one is asked once more; after a withdrawal it is the next one's turn."""
    situation = Situation(f"{HANDS} phase=revolution taker=2").do(
        "A revolt", "B play_on", "C revolt", *(f"{n} play_on" for n in "DEF")
    )
    situation.do("A plead", "E silent")
    assert (situation.phase, situation.asked) == ("confirming", "C")
    situation.do("C withdraw")
    assert (situation.phase, situation.asked, situation.public.wish) == ("pleading", "CE", 0)
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
        situation = declaring(f"{rules} revolution_persuasion=false".strip(), LAST).do(*moves)
        assert list(situation.result().points) == [0] * 6
        following = situation.next_setup()
        assert (following.kind, following.due, list(following.places)) == (FRESH_GAME, due, [1, 2, 3, 4, 5, 6])
    sweep = declaring("revolution_persuasion=false", "last=1/./2/./3/. due=sweep").do(*moves).next_setup()
    assert sweep.due == SWEEP_DUE


def test_two_losers_of_one_team_may_swap() -> None:
    """§5.1"""
    line = f"{HANDS} last=1/2/3/5/4/6 phase=swapping"
    situation = Situation(line).do("D swap", "F swap")
    assert (situation.public.big_loser, situation.public.second_loser) == (3, 5)
    assert (situation.public.owes[3], situation.public.receiver[3], situation.public.owes[5], situation.public.receiver[5]) == (
        2,
        0,
        1,
        1,
    )
    assert Situation(line).do("D swap", "F stay").public.big_loser == 5
    assert declaring(last=LAST).everybody("play_on").phase == "liberating"


def test_who_owes_what() -> None:
    """§5.2"""
    public = declaring(last=LAST).everybody("play_on").public
    assert [(public.receiver[seat], public.owes[seat]) for seat in (5, 4)] == [(0, 2), (1, 1)]
    sweep = declaring(last="last=1/./2/./3/. due=sweep").everybody("play_on").public
    assert [(sweep.receiver[seat], sweep.owes[seat]) for seat in (1, 3, 5)] == [(4, 1), (0, 1), (2, 1)]


def test_liberation() -> None:
    """§5.3"""
    line = f"hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/3-A-2-B/R-R-R-R {LAST} phase=liberating"
    situation = Situation(line)
    assert (situation.asked, situation.may("F"), situation.may("E")) == ("EF", {"pay", "refuse"}, {"pay"})
    situation.do("E pay", "F refuse")
    assert (situation.public.tribute[5], situation.public.tribute[4]) == (REFUSED, PAID)
    assert Situation(line).everybody("pay").public.tribute[5] == PAID


def test_waiver_among_team_mates() -> None:
    """§5.4  E owes A, and both must agree; F owes B."""
    line = f"{HANDS} last=1/2/3/4/6/5 phase=liberating"
    situation = Situation(line).everybody("pay")
    assert (situation.phase, situation.asked) == ("waiving", "ABEF")
    situation.do("A waive", "E waive", "B waive", "F insist")
    assert (situation.public.tribute[4], situation.public.tribute[5]) == (WAIVED, PAID)


def test_giving_and_returning() -> None:
    """§5.5, §5.6  The highest go, all at once; any come back, even the same."""
    situation = Situation(f"hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/9-9-K-A-A-2/3-A-2-B-B-R {LAST} phase=liberating").everybody(
        "pay"
    )
    assert (situation.hand("A"), situation.hand("B"), situation.hand("F")) == ("4-5-6-7-B-R", "3-3-2-2-B", "3-A-2-B")
    assert (situation.phase, situation.asked) == ("returning", "AB")
    assert not situation.can("A return 4")
    assert not situation.can("B return 3-3")
    situation.do("A return 4-R", "B return 2")
    assert (situation.hand("F"), situation.hand("E")) == ("3-4-A-2-B-R", "9-9-K-A-A-2")
    assert situation.public.tribute[5] == RETURNED
    assert situation.turn() == "lead F"  # §3.3


def test_two_cards_from_nines_to_aces() -> None:
    """§5.5  From 9-9-K-A-A-2 two cards of tribute are A-2."""
    situation = Situation(f"hands=4-5-6-7/3-3-2-B/5-5-6-6/8-8-9-9/3-3/9-9-K-A-A-2 {LAST} phase=liberating").everybody("pay")
    assert situation.hand("F") == "9-9-K-A"


def test_tribute_after_a_sweep_is_due_until_it_is_paid() -> None:
    """§5.2, §5.7"""
    situation = declaring(last="last=1/./2/./3/. due=sweep").everybody("play_on")
    assert (situation.phase, situation.asked) == ("liberating", "BDF")
    assert all(situation.public.tribute[seat] == OWED for seat in (1, 3, 5))
