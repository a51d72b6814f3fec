"""§14.10  Asking for the wind, in every way that a trick may go."""

import pytest

from qipai.games import GOU_JI as GAME

from .situations import LETTERS, Situation
from .told import ToldGame, seen

ASKING = "wind_protocol=request"
DUEL = f"{ASKING} hands=7-7-4/K-K/5-5-4/8-8-3/6-6-A-A/9-9-3 table=7-7 owner=0"
ALONE = f"{ASKING} shao_allow_single=true hands=7-7-4/K-K-4/A-A/8-8-3/6-6-3/2-2-3 table=7-7 owner=0"


def askers(situation: Situation) -> str:
    return "".join(name for name in LETTERS if situation.can(f"{name} ask_wind"))


def test_the_wind_is_asked_for_in_a_duel() -> None:
    """§14.10, §8.5  B lays K-K as last cards; E agrees and C leads, or E beats the kings and leads."""
    situation = Situation(DUEL).do("B K-K")
    assert (situation.phase, situation.asked, askers(situation)) == ("window", "AC", "")  # Shao Pai is settled first
    situation.decline()
    assert (situation.turn(), askers(situation)) == ("duel E", "C")
    assert GAME.may_act(situation.state) >> 2 & 1
    situation.do("C ask_wind")
    assert (situation.turn(), askers(situation)) == ("duel E", "")
    assert situation.plays("E") == {"pass", "A-A"}
    assert Situation(DUEL).do("B K-K").decline().do("C ask_wind", "E pass").turn() == "lead C"
    assert situation.do("E A-A").turn() == "lead E"


def test_nobody_asks_where_the_wind_is_not_to_be_asked_for() -> None:
    """§14.10, §14.9"""
    assert askers(Situation(DUEL.replace(ASKING, "")).do("B K-K").decline()) == ""
    assert askers(Situation(DUEL.replace("K-K/", "K-K-4/")).do("B K-K").decline()) == ""  # no last cards
    assert askers(Situation(f"wind_to=next_right_partner {DUEL}").do("B K-K").decline()) == "D"
    only = DUEL.replace("5-5-4", ".").replace("8-8-3", ".")  # C and D are out: E would catch it, and nobody else may beat
    assert askers(Situation(only).do("B K-K").decline()) == ""


def test_who_goes_out_with_an_answer() -> None:
    """§14.10, §8.5  E answers B's kings with last cards: F asks, and B clears."""
    line = f"{ASKING} hands=7-7-4/K-K-4/5-5-4/8-8-3/A-A/9-9-3 table=7-7 owner=0"
    situation = Situation(line).do("B K-K").decline().do("E A-A").decline()
    assert (situation.turn(), askers(situation)) == ("duel B", "F")
    assert situation.do("F ask_wind", "B pass").turn() == "lead F"


def test_table_talk_has_nothing_to_do_with_it() -> None:
    """§14.24, §14.10"""
    assert askers(Situation(f"table_talk=false {DUEL}").do("B K-K").decline()) == "C"


def test_the_wind_of_a_shao_pai_of_one_set() -> None:
    """§14.10, §14.14  C is out with A-A: D may ask in the first turn, and F beats the aces or agrees."""
    situation = Situation(ALONE).do("B K-K", "C shao A-A").decline()
    assert (situation.mode, situation.asked, askers(situation)) == ("shao", "D", "D")
    situation.do("D ask_wind")
    assert situation.asked == "E"
    beaten = Situation(ALONE).do("B K-K", "C shao A-A").decline().do("D ask_wind", "E pass", "F 2-2")
    assert (beaten.turn(), beaten.public.wind_asker) == ("normal A", -1)  # F's Dui Men is out (§9.5)
    assert situation.do("E pass", "F pass", "A pass", "B pass").turn() == "lead D"


def test_who_passed_on_a_shao_pai_may_still_ask() -> None:
    """§14.10  D passes on C's last cards, and asks while E is asked."""
    situation = Situation(ALONE).do("B K-K", "C shao A-A").decline().do("D pass")
    assert (situation.asked, askers(situation)) == ("E", "D")
    situation.do("D ask_wind", "E pass", "F pass", "A pass")
    assert situation.do("B pass").turn() == "lead D"


def test_a_team_mate_who_is_not_asked_about_shao_pai() -> None:
    """§14.10, §14.9, §14.15  E, C's team mate, would catch the wind and has no turn on the aces."""
    situation = Situation(f"shao_responders=opponents wind_to=next_right_partner {ALONE}").do("B K-K", "C shao A-A").decline()
    assert (situation.asked, askers(situation)) == ("D", "E")
    situation.do("E ask_wind")
    assert situation.asked == "F"
    assert situation.do("F pass", "B pass", "D pass").turn() == "lead E"


def test_who_has_passed_in_the_trick_asks_at_anothers_turn() -> None:
    """§14.10, §7.2  C has passed before B lays the last cards."""
    line = f"{ASKING} hands=7-7/9/4-4/10-4/9-4/9-4 table=8 owner=0 passed=2 to_act=1"
    situation = Situation(line).do("B 9")
    assert (situation.asked, askers(situation)) == ("D", "C")
    situation.do("C ask_wind")
    assert situation.asked == "D"
    assert situation.do(*(f"{name} pass" for name in "DEFA")).turn() == "lead C"


def test_who_still_has_a_turn_waits_for_it() -> None:
    """§14.10  C, who would catch the wind, does not ask while it is C's own turn to come."""
    line = f"{ASKING} wind_to=next_right_partner hands=7-7/9/4-4/10-4/9-4/9-4 table=8 owner=0"
    situation = Situation(line).do("B 9")
    assert (situation.asked, askers(situation)) == ("C", "")
    assert askers(situation.do("C pass")) == "D"


def test_the_final_set_of_a_run() -> None:
    """§14.10, §9.6  C runs out with 8-8-8, below the level: D asks in turn."""
    line = f"{ASKING} hands=7-7-4/K-K-4/8-8-8-A-A/9-9-9-3/6-6-3/9-9-3 table=7-7 owner=0"
    situation = Situation(line).do("B K-K", "C shao A-A").decline().do(*(f"{name} pass" for name in "DEFAB"), "C 8-8-8")
    assert (situation.turn(), askers(situation)) == ("normal D", "D")
    assert situation.do("D ask_wind", *(f"{name} pass" for name in "EFAB")).turn() == "lead D"


def test_it_is_told_and_asked_in_words() -> None:
    """§14.10"""
    game = ToldGame(DUEL)
    game.tell("1:K-K", "0:no_shao", "2:no_shao")
    (fact,) = game.tell("2:ask_wind")
    assert fact.public == {"seat": 2, "action": "ask_wind", "aside": True}
    assert game.board()["asks"] == {"what": "answering_wind", "section": "14.10", "name": 2}
    assert (game.board()["asker"], game.board()["asked"]) == (2, 4)
    told = seen(game.tell("4:pass"))
    assert [fact["event"] for fact in told] == ["passed", "cleared", "wind"]


@pytest.mark.parametrize(
    ("seat", "code"),
    [(0, "wind_not_yours"), (3, "wind_not_yours")],
)
def test_why_the_wind_may_not_be_asked_for(seat: int, code: str) -> None:
    """§14.10"""
    game = ToldGame(DUEL)
    game.tell("1:K-K", "0:no_shao", "2:no_shao")
    assert game.why_not(2, "ask_wind") is None
    assert game.why_not(seat, "ask_wind").code == code
    game.tell("2:ask_wind")
    assert game.why_not(2, "ask_wind").code == "wind_not_now"
