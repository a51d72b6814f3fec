"""§6 Sets and §14 house rules that no other file tries, each beside its default."""

from qipai.games.gou_ji.notation.text import parse_set
from qipai.games.gou_ji.rules.sets import beats, is_high
from qipai.games.gou_ji.variants import VARIANTS

from .situations import Situation

DUEL = "hands=7-7-4/K-K-4/5-5-A-A-B/8-8/6-6-3/3-3-A-A table=7-7 owner=0"


def test_sets_and_levels() -> None:
    """§6.1, §6.2, §6.3, §6.5: a sample; the whole is in `test_sets.py` and in the file of examples."""
    assert beats(parse_set("Q-Q"), parse_set("7-7"))
    assert not beats(parse_set("6-6-6-6"), parse_set("6-6-2-2"))
    assert is_high(parse_set("Q-2-2"), VARIANTS["default"].ruleset)


def test_low_jokers() -> None:
    """§14.5"""
    line = "hands=3-3-B-9/5/6/8-8/9/9 phase=leading starter=0"
    assert Situation(line).do("A 3-3-B").turn() == "duel D"
    assert Situation(f"low_joker_duel=false {line}").do("A 3-3-B").turn() == "normal B"


def test_where_the_wind_blows() -> None:
    """§14.9  B is out with 9 and all pass: C leads, or B's team mate D."""
    line = "hands=7-7/9/4-4/8-4/9-4/9-4 table=8 owner=0"
    moves = ("B 9", *(f"{name} pass" for name in "CDEFA"))
    assert Situation(line).do(*moves).turn() == "lead C"
    assert Situation(f"wind_to=next_right_partner {line}").do(*moves).turn() == "lead D"


def test_asking_for_the_wind() -> None:
    """§14.10"""
    line = "hands=7-7/9/4-4/10-4/9-4/9-4 table=8 owner=0"
    assert not Situation(line).do("B 9").can("C ask_wind")
    situation = Situation(f"wind_protocol=request {line}").do("B 9", "C ask_wind")
    assert situation.turn() == "normal D"
    assert situation.plays("D") == {"pass", "10"}
    caught = Situation(f"wind_protocol=request {line}").do("B 9", "C ask_wind", *(f"{name} pass" for name in "DEFA"))
    assert caught.turn() == "lead C"
    refused = situation.do("D 10")
    assert refused.turn() == "normal E"
    assert refused.public.passed == 0


def test_strict_declarations() -> None:
    """§14.11"""
    hand = DUEL.replace("5-5-A-A-B", "5-5-6-A-A")
    assert Situation(hand).do("B K-K").can("C shao A-A")
    assert Situation(f"shao_validation=strict {hand}").do("B K-K").may("C") == {"no_shao"}


def test_windows_on_every_answer() -> None:
    """§14.12  E answers B's kings with aces: B's team mates, E's neighbours D and F, may step in."""
    line = DUEL.replace("6-6-3", "A-A-3").replace("3-3-A-A", "2-2-5").replace("8-8", "8-8-9")
    assert Situation(line).do("B K-K", "E A-A").turn() == "duel B"
    situation = Situation(f"shao_window=every_duel_play {line}").do("B K-K", "E A-A")
    assert (situation.phase, situation.asked) == ("window", "DF")
    situation.do("D no_shao", "F shao 2-2")
    assert (situation.mode, situation.public.challenged) == ("shao", 4)


def test_shao_pai_after_passing() -> None:
    """§14.13"""
    line = "hands=7-7-4/K-K-4/5-5-A-A-B/8-8/6-6-3/3-3-A-A table=7-7 owner=3 passed=0,4,5"
    assert Situation(line).do("B K-K").asked == "AC"
    assert Situation(f"shao_after_pass=false {line}").do("B K-K").asked == "C"


def test_who_may_beat_shao_pai() -> None:
    """§14.15"""
    moves = ("B K-K", "C shao A-A")
    assert Situation(DUEL).do(*moves).decline().asked == "D"
    only = Situation(f"shao_responders=opponents {DUEL}").do(*moves).decline()
    seen = []
    while only.mode == "shao" and only.phase == "following":
        seen.append(only.asked)
        only.do(f"{only.asked} pass")
    assert seen == ["D", "F", "B"]


def test_when_one_team_is_left() -> None:
    """§14.22  F goes out third; the places left go to A, C and E from the right of F."""
    line = "hands=7-7/./7-7/./7-7/9 table=8 owner=4 places=./1/./2/./."
    going_on = Situation(f"stop_on_sweep=false {line}").do("A pass", "C pass", "F 9")
    assert going_on.ending == ""
    situation = Situation(f"stop_on_sweep=false stop_when_one_team=true {line}").do("A pass", "C pass", "F 9")
    assert (situation.phase, situation.places) == ("over", [4, 1, 5, 2, 6, 3])


def test_a_false_declaration_is_punished_also_where_breaches_are_ignored() -> None:
    """§14.20, §9.7, §7.4"""
    situation = Situation(DUEL.replace("5-5-A-A-B", "5-6-A-A")).do("B K-K", "C shao A-A").decline()
    situation.do(*(f"{name} pass" for name in "DEFAB"))
    assert (situation.places[2], situation.turn()) == (6, "lead B")


def test_what_everybody_knows_and_what_not() -> None:
    """§13.1, §13.3: sizes can be reckoned, whatever is printed; §13.2: hands cannot."""
    situation = Situation(DUEL).do("B K-K")
    assert list(situation.public.left) == [3, 1, 5, 2, 3, 4]
    assert sum(situation.public.played[1]) == 2
