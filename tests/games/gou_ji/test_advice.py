"""§11.4, §14.25  Advice on a hand that lies open."""

import pytest

from qipai.games import GOU_JI as GAME
from qipai.session.deal import Answer, Deal, Terms

from .situations import Situation, letters
from .told import ToldGame

# The example of the book: A's open hand is 5-5-9-K-2, and it is A's turn on 4-4 of F
OPEN = "hands=5-5-9-K-2/8-8-3/7-7-3/8-8-3/./9-9-3 table=4-4 owner=5 passed=1 exposed=0"
OF_THE_BOOK = {"advise 5-5", "advise 5-2", "advise 9-2", "advise K-2", "advise pass"}


def advice(situation: Situation, name: str) -> set[str]:
    return {text for text in situation.may(name) if text.startswith("advise")}


@pytest.mark.parametrize("name", ["C", "E"])
def test_what_may_be_advised_is_what_may_be_done(name: str) -> None:
    """§11.4  The example of the book; E is out and advises all the same."""
    assert advice(Situation(OPEN), name) == OF_THE_BOOK


def test_only_team_mates_advise_and_only_on_an_open_hand() -> None:
    """§11.4, §11.3"""
    situation = Situation(OPEN)
    assert [advice(situation, name) for name in "ABDF"] == [set()] * 4
    assert letters(GAME.may_act(situation.state)) == "BCDEF"  # the opponents may ask for counts
    for line in (OPEN.replace(" exposed=0", ""), OPEN.replace("exposed=0", "shown=0"), f"advice=false {OPEN}"):
        assert advice(Situation(line), "C") == set()


def test_no_advice_where_nobody_talks() -> None:
    """§14.24, §14.25"""
    silent = Situation(f"table_talk=false {OPEN}")
    assert GAME.may_act(silent.state) == 0
    assert advice(silent, "C") == set()
    told = Situation(f"counts_public=true {OPEN}")
    assert advice(told, "C") == OF_THE_BOOK


def test_a_lead_is_any_set_and_no_pass() -> None:
    """§11.4, §7.1"""
    situation = Situation("hands=5-5-9/8-8-3/7-7-3/8-8-3/6-6-3/9-9-3 phase=leading starter=0 exposed=0")
    assert advice(situation, "C") == {"advise 5", "advise 5-5", "advise 9"}


def test_a_run_takes_its_own_leads() -> None:
    """§11.4, §9.4  C runs with 5-5-9-R: 5-5-R, 9-R and the like, but no set without a joker."""
    line = "hands=7-7-4/K-K-4/5-5-9-R/8-8/6-6-3/3-3-4 phase=leading leader=2 runner=2 mode=run starter=0 exposed=2"
    situation = Situation(line)
    assert advice(situation, "A") == {f"advise {text}" for text in situation.plays("C")}
    assert "advise 5-5-R" in advice(situation, "A")
    assert "advise 5-5" not in advice(situation, "A")


def test_a_duellist_is_advised_too() -> None:
    """§11.4, §8.2"""
    situation = Situation("hands=5-5-A-A/K-K-4/7-7-3/8-8-3/A-A-3/9-9-3 table=7-7 owner=0 exposed=4").do("B K-K").decline()
    assert (situation.mode, situation.asked) == ("duel", "E")
    assert advice(situation, "A") == {"advise A-A", "advise pass"}


def test_advice_is_given_once_and_binds_nobody() -> None:
    """§11.4"""
    situation = Situation(OPEN).do("C advise 9-2")
    assert situation.turn() == "normal A"
    assert advice(situation, "C") == set()
    assert advice(situation, "E") == OF_THE_BOOK
    situation.do("E advise pass", "A 5-5")
    assert (situation.public.advised, list(situation.public.advice)) == (0, [0, 0])
    assert situation.asked == "C"


@pytest.mark.parametrize("move", ["A pass", "A 5-5"])
def test_advice_lapses_when_it_is_acted(move: str) -> None:
    """§11.4"""
    assert Situation(OPEN).do("C advise 9-2", move).public.advised == 0


def test_advice_outlasts_a_question() -> None:
    """§11.2, §11.4, §14.20  But there is none while the question is open, nor after somebody was put out."""
    situation = Situation(f"infringement=big_loser {OPEN}").do("C advise 9-2", "F count 2")
    assert situation.phase == "telling"
    assert advice(situation, "E") == set()
    assert Situation(f"infringement=big_loser {OPEN}").do("C advise 9-2", "F count 2", "C say 3").public.advised == 0b100
    gone = Situation(f"infringement=big_loser {OPEN}").do("C advise 9-2", "F count 2", "C say 4")
    assert gone.places[2] == 6
    assert gone.public.advised == 0


def test_no_advice_to_lay_the_wrong_number() -> None:
    """§11.4, §14.19"""
    assert advice(Situation(f"misplay=correct {OPEN}"), "C") == OF_THE_BOOK


def test_nobody_advises_twice() -> None:
    """§11.4"""
    situation = Situation(f"{OPEN} advised=2,4 advised_sets=9-2/.")
    assert (situation.public.advised, advice(situation, "C")) == (0b10100, set())


def test_everybody_hears_and_sees_it() -> None:
    """§11.4, §13.1"""
    game = ToldGame(OPEN)
    (fact,) = game.tell("2:advise 5-2")
    assert fact.public == {"seat": 2, "action": "advise 5-2", "aside": True, "to": 0, "pieces": ["5H", "2S"]}
    assert (fact.private, fact.hidden) == ({}, {})
    (passing,) = game.tell("4:advise pass")
    assert passing.public == {"seat": 4, "action": "advise pass", "aside": True, "to": 0, "kind": "pass"}
    for observer in (-1, 0, 1, 2):
        assert game.board(observer)["advice"] == [
            {"seat": 2, "to": 0, "cards": ["5", "2"]},
            {"seat": 4, "to": 0, "cards": None},
        ]


def test_why_there_is_no_advice() -> None:
    """§11.4, §14.25"""
    game = ToldGame(OPEN)
    assert game.why_not(2, "advise 5-5") is None
    assert [game.why_not(seat, "advise 5-5").code for seat in (0, 1)] == ["advice_for_mates", "advice_for_mates"]
    assert game.why_not(2, "advise Q-2").code == "advice_cannot"
    game.tell("2:advise 5-5")
    assert game.why_not(2, "advise 5-5").code == "advised_already"
    refusal = ToldGame(f"advice=false {OPEN}").why_not(2, "advise 5-5")
    assert (refusal.code, refusal.section) == ("advice_off", "14.25")


def test_a_table_takes_it_out_of_turn_and_goes_on_asking() -> None:
    """§11.4  Beside the question: whoever is to act is still asked the same."""
    game = ToldGame(OPEN)
    rules, setup = game.rules, GAME.setup(game.rules, 6)
    deal = Deal(Terms(GAME, game.ruleset, rules, 6), setup, GAME.shuffled(rules, setup, 1))
    deal.state, deal.faces = game.state, game.faces
    action = GAME.notation.parse_action("advise 9-2", game.ruleset)
    assert [deal.has_right(seat) for seat in (2, 4)] == [True, True]
    deal.check(2, action)
    (fact,) = deal.answer(2, Answer(action, None))
    assert (fact.event, deal.asked(), deal.questions) == ("advised", [0], 0)
