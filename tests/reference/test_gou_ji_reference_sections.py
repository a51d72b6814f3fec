"""The reference of Gou Ji, section by section of the rule book."""

import pytest

from tests.reference.gou_ji import Table
from tests.reference.gou_ji_order import blocks_of
from tests.reference.gou_ji_positions import asked, dealt, does, playing, window
from tests.reference.gou_ji_record import FIRST, FRESH, ORDINARY, Start
from tests.reference.gou_ji_rules import SUITS, all_sets, beats, counted_round, is_gou_ji, points, read
from tests.reference.gou_ji_scenarios import Scenario
from tests.reference.gou_ji_vectors import answer, seat_of
from tests.vectors import vectors

VECTORS = vectors("gou_ji")
FEW = ("4S", "5S", "6S", "7S", "8S", "9S")  # a card for each
SCENARIOS = [vector for vector in VECTORS if vector["kind"] == "scenario"]
QUESTIONS = [vector for vector in VECTORS if vector["kind"] != "scenario"]


@pytest.mark.parametrize("vector", QUESTIONS, ids=lambda vector: vector["id"])
def test_examples(vector):
    assert answer(vector) == vector["expect"]


@pytest.mark.parametrize("vector", SCENARIOS, ids=lambda vector: vector["id"])
def test_scenarios(vector):
    Scenario(vector).play()


# -- §2, §3


@pytest.mark.parametrize(
    "drawn", [("B", "J", "F"), ("A", "A", "A"), ("A", "7", "A"), ("A", "2", "B"), ("C", "10", "F"), ("C", "Q", "B")]
)
def test_the_count_of_kai_pai(drawn):  # §2.2
    first, card, taker = drawn
    assert counted_round(seat_of(first), card) == seat_of(taker)


def test_a_joker_moves_kai_pai_on():  # §2.2
    order = ("R", "9S", "B", "5S", "6S", "7S")
    table = Table(Start(FIRST, order, (0, 2, 0, 1), 0))
    assert (table.kaipai, table.taker) == (3, 5)
    table = Table(Start(FIRST, order, (0,) * 7, 5))
    assert (table.kaipai, table.taker) == (0, 2)  # the first card that is no joker


def test_the_big_loser_names_the_first_taker():  # §2.3
    table = Table(Start(ORDINARY, FEW, places=(1, 2, 3, 4, 6, 5)))
    assert (table.phase, asked(table), table.kaipai) == ("naming", "E", 1)
    assert table.legal(4) == {f"taker {seat}" for seat in range(6)}
    assert table.hands == [[]] * 6
    table.apply(4, "taker 2")
    assert (table.hands[2], table.hands[1]) == (["4"], ["9"])
    assert table.starter == 4


def test_the_earliest_threes_start():  # §3.2
    order = [f"{rank}{suit}" for rank in "4 5 6 7 8 9".split() for suit in SUITS * 4] + ["10S", "10H", "10D"] * 40
    order = order[:216]
    order[0:115:114] = ["3H", "3H"]  # A, with the 20th card
    order[4:113:108] = ["3S", "3S"]  # E, with the 19th
    order[1] = "AS"
    start = Start(FIRST, tuple(order), (1,), 0)
    table = Table(start)
    assert [seat for seat in range(6) if "show" in table.legal(seat)] == [0, 4]
    assert window(Table(start), A="show", E="show").starter == 4
    assert window(Table(start), A="show").starter == 0
    assert window(Table(start)).starter == 0  # the first taker


def test_who_gets_the_open_card_starts():  # §14.1
    table = Table(Start(FIRST, ("4S", "5S", "6S", "7S", "8S", "9S"), (3,), 2), {"kaipai_card": "face_up"})
    assert (table.taker, table.starter, table.phase) == (2, 5, "revolution")


# -- §4


def test_a_revolution():  # §4.1, §4.3, §4.4
    table = dealt({"A": "4-5", "B": "2-5", "C": "B-5", "D": "4-4"}, kaipai=3, taker="A")
    window(table)
    assert [asked for asked in range(6) if "revolt" in table.legal(asked)] == [0, 3, 4, 5]
    window(table, A="revolt", D="revolt")
    in_turn = [0, 3] if table.taker in (0, 4, 5) else [3, 0]
    first, second = in_turn
    assert table.pending() == {(first + 2) % 6, (first + 4) % 6}
    table.apply((first + 2) % 6, "silent")
    table.apply((first + 4) % 6, "plead")
    table.apply(first, "withdraw")
    assert table.pending() == {(second + 2) % 6, (second + 4) % 6}
    for mate in sorted(table.pending()):
        table.apply(mate, "silent")
    assert (table.over, table.ending, table.points()) == (True, "thrown_in", [0] * 6)
    assert table.next_session_state()["kaipai"] == table.kaipai


def test_two_for_a_revolution():  # §14.2, §14.3
    rules = {"revolution_quorum": 2, "revolution_persuasion": False}
    table = window(window(dealt({"A": "4-5"}, options=rules)), A="revolt")
    assert table.phase == "leading"
    table = window(window(dealt({"A": "4-5"}, options=rules)), A="revolt", F="revolt")
    assert table.ending == "thrown_in"


@pytest.mark.parametrize(
    ("keeps", "ordinary", "sweep"), [("sweep_only", "none", "sweep"), ("all", "ordinary", "sweep"), ("none", "none", "none")]
)
def test_tribute_after_a_revolution(keeps, ordinary, sweep):  # §5.7, §14.4
    rules = {"revolution_keeps_tribute": keeps, "revolution_persuasion": False}
    table = Table(Start(ORDINARY, FEW, places=(1, 2, 3, 4, 5, 6)), rules)
    table.apply(5, "taker 5")
    window(table, B="revolt")
    assert table.next_session_state() == {"kind": FRESH, "kaipai": 2, "places": (1, 2, 3, 4, 5, 6), "due": ordinary}
    table = window(window(Table(Start(FRESH, FEW, (0,), 2, (1, 0, 2, 0, 3, 0), "sweep"), rules)), B="revolt")
    assert table.next_session_state() == {"kind": FRESH, "kaipai": 2, "places": (1, 0, 2, 0, 3, 0), "due": sweep}


# -- §5


def ordinary(places, hands, **options):
    """An ordinary game after these places, everybody playing on."""
    table = dealt(hands, ORDINARY, places=places, options=options)
    table.apply(places.index(6), "taker 0")
    return window(table)


FIVES = dict.fromkeys("ABCDEF", "4-5-6")


def test_both_agree_to_swap_or_nothing_happens():  # §5.1
    for answers, starter in (("swap swap", 3), ("swap stay", 5), ("stay stay", 5)):
        table = ordinary((1, 2, 3, 5, 4, 6), FIVES)
        assert (table.phase, asked(table)) == ("swapping", "DF")
        for seat, said in zip((3, 5), answers.split(), strict=True):
            table.apply(seat, said)
        assert (table.starter, table.kaipai) == (starter, 2)
        assert {debt["from"]: debt["n"] for debt in table.tributes} == {starter: 2, 8 - starter: 1}


def test_the_highest_is_given_and_anything_returned():  # §5.5, §5.6
    table = ordinary((1, 2, 3, 4, 5, 6), FIVES | {"F": "3-B-R", "E": "9-A-2", "A": "4-4-5"})
    assert (table.phase, asked(table)) == ("liberating", "EF")
    window(table)
    assert (table.phase, asked(table)) == ("returning", "AB")
    assert table.hands[0] == ["4", "4", "5", "B", "R"]
    assert table.legal(0) == {f"return {cards}" for cards in "4-4 4-5 4-B 4-R 5-B 5-R B-R".split()}
    table.apply(1, "return 2")
    table.apply(0, "return 4-5")
    assert (table.hands[5], table.hands[4], table.hands[0]) == (["3", "4", "5"], ["9", "A", "2"], ["4", "B", "R"])
    assert (table.phase, asked(table)) == ("leading", "F")


def test_liberation():  # §5.3
    table = ordinary((1, 2, 3, 4, 5, 6), dict.fromkeys("ABCDEF", "4-5-6-7") | {"F": "R-R-R-R"})
    assert table.legal(5) == {"pay", "refuse"}
    assert table.legal(4) == {"pay"}
    window(table, F="refuse")
    assert [debt["state"] for debt in table.tributes] == ["refused", "paid"]


@pytest.mark.parametrize(("answers", "state"), [(("waive", "waive"), "waived"), (("waive", "insist"), "paid")])
def test_a_waiver_takes_both(answers, state):  # §5.4
    table = window(ordinary((1, 2, 3, 4, 6, 5), FIVES))
    assert (table.phase, asked(table)) == ("waiving", "ABEF")  # E owes A, and F owes B
    for seat, said in zip((0, 4, 1, 5), (*answers, "insist", "waive"), strict=True):
        table.apply(seat, said)
    assert [debt["state"] for debt in table.tributes] == [state, "paid"]


def test_tribute_for_a_sweep_is_one_card_to_the_dui_men():  # §5.2
    table = dealt(FIVES, FRESH, places=(1, 0, 2, 0, 3, 0), due="sweep")
    window(window(window(table)))
    assert [(debt["from"], debt["to"], debt["n"]) for debt in table.tributes] == [(1, 4, 1), (3, 0, 1), (5, 2, 1)]


# -- §6


TABLE_OF_THE_BOOK = """
6-6-6 7-7-R yes / 7-7-2 7-7-R no / 8-8-8 7-7-R no / 3-2-2 A-A-A yes / K-2-2 2-2-2 yes / 6-B-B 7-7-R no / 6-B-B 7-R-R yes
9-9-B 9-9-R no / K-K-B A-2-B no / A-A-B 2-2-B no / A-A-B 2-2-R yes / Q-Q-B K-B-R yes / A-B-B 2-2-R no / A-B-B 2-R-R yes
2-2 2-B no / 2-2 B-B yes / 2-B 2-R no / 2-B B-R yes / B-B B-R no / B-B R-R yes / 7-7 Q-Q-Q no
"""


@pytest.mark.parametrize("line", TABLE_OF_THE_BOOK.replace("\n", "/").strip("/").split("/"))
def test_what_beats_what(line):  # §6.2, §6.3
    table, laid, outcome = line.split()
    assert beats(read(laid), read(table)) == (outcome == "yes")


def test_beating_is_an_order_and_keeps_the_level():  # §6.3, §6.5
    pack = read("3-9-10-10-10-10-J-J-J-J-Q-Q-Q-K-A-2-2-B-B-R")
    sets = all_sets(pack)
    for low_joker_duel in (True, False):
        for one in sets:
            assert not beats(one, one)
            for other in sets:
                if beats(one, other):
                    assert not beats(other, one)
                    assert is_gou_ji(one, low_joker_duel) or not is_gou_ji(other, low_joker_duel)


def test_low_sets_with_a_black():  # §14.5
    assert [is_gou_ji(read(cards), False) for cards in ("3-3-B", "9-9-9-B", "10-B", "2-B", "3-R")] == [
        False,
        False,
        True,
        True,
        True,
    ]


# -- §7


def test_a_pass_holds_for_the_trick():  # §7.2
    table = does(playing("A", hands={"A": "4-7-9", "C": "6-9"}), "A:4", "B:pass", "C:6", "DEF:pass", "A:7")
    assert asked(table) == "C"
    assert asked(does(table, "C:pass")) == "A"


def test_the_wind():  # §7.5, §14.9
    hands = {"B": "9"}
    assert asked(does(playing("B", "A:8", out="C", hands=hands), "B:9", "D:take", "D:pass", "E:take", "EFA:pass")) == "D"
    acts = "B:9", "CDEFA:pass"
    assert asked(does(playing("B", "A:8", hands=hands), *acts)) == "C"
    assert asked(does(playing("B", "A:8", hands=hands, wind_to="next_right_partner"), *acts)) == "D"


def test_the_end_of_a_game():  # §7.6, §12.2, §14.21, §14.22
    table = does(playing("A", out="CE", hands={"A": "5"}), "A:5")
    assert (table.ending, table.places, table.points()) == ("sweep", [3, 0, 1, 0, 2, 0], [12, -12] * 3)
    assert table.next_session_state()["due"] == "sweep"
    table = does(playing("A", out="CE", hands={"A": "5"}, stop_on_sweep=False), "A:5")
    assert (table.over, asked(table)) == (False, "B")
    table = does(playing("A", out="BCDE", hands={"A": "5"}), "A:5")
    assert (table.ending, table.places) == ("played", [5, 1, 2, 3, 4, 6])
    table = does(playing("A", out="BCE", hands={"A": "5"}, stop_when_one_team=True), "A:5")
    assert (table.ending, table.places) == ("one_team", [4, 1, 2, 5, 3, 6])


@pytest.mark.parametrize("line", "123 12/124 6/125 4/126 2/134 4/135 2/136 0/145 2/146 0/156 -2".split("/"))
def test_points_of_places(line):  # §12.1, §14.23
    team, worth = line.split()
    other = [place for place in "123456" if place not in team]
    places = [int(place) for pair in zip(team, other, strict=True) for place in pair]
    assert points(places) == [int(worth), -int(worth)] * 3
    assert points(places, "winner_only") == [max(int(worth), 0), max(-int(worth), 0)] * 3


# -- §8


def test_a_duel():  # §8.2, §8.3
    hands = {"C": "J-J-J-5", "D": "K-2-2-2-2-2-4", "A": "A-A-A-4"}
    table = does(playing("C", hands=hands), "C:J-J-J", "D:K-2-2", "A:A-A-A", "D:2-2-2", "A:pass")
    assert asked(table) == "D"


def test_no_head_no_duel():  # §8.4
    table = does(playing("B", "A:6-6", out="E", hands={"B": "K-K-4", "C": "2-2-4"}), "B:K-K")
    assert (table.mode, asked(table)) == ("normal", "C")
    assert does(table, "C:2-2").duel == (2, 5)


def test_last_cards_in_a_duel():  # §8.5
    hands = {"B": "K-K", "E": "A-A-5"}
    assert asked(does(playing("B", "A:6-6", hands=hands), "B:K-K", "E:pass")) == "C"
    assert asked(does(playing("B", "A:6-6", hands=hands), "B:K-K", "E:A-A")) == "E"
    assert asked(does(playing("B", "A:6-6", hands=hands | {"E": "A-A"}), "B:K-K", "E:A-A")) == "F"


# -- §9


def declared(hands, first="A-A", **options):
    """B has laid `K-K`, a duel with E, and C declares Shao Pai."""
    table = playing("B", "A:7-7", hands={"B": "4-K-K", "D": "2-2-4"} | hands, **options)
    return window(does(table, "B:K-K"), C=f"shao {first}")


HANDS_OF_THE_BOOK = """
8-8-8-A-A good / 4-A-A-2-2 good / A-A-2-2 good / 5-5-9-J-J-A-A-B-R good / 5-5-9-J-J-A-A-B false / 8-10-A-A-2-2 false
"""


@pytest.mark.parametrize("line", HANDS_OF_THE_BOOK.strip().split(" / "))
def test_the_condition_on_the_rest(line):  # §9.2, §9.7, §14.11
    hand, verdict = line.split()
    table = does(declared({"C": hand}), "DEFAB:pass")
    assert (table.places[2] == 6) == (verdict == "false")
    assert asked(table) == ("B" if verdict == "false" else "C")
    table = does(playing("B", "A:7-7", hands={"B": "4-K-K", "C": hand}, shao_validation="strict"), "B:K-K")
    assert ("shao A-A" in table.legal(2)) == (verdict == "good")


def test_who_is_asked_about_shao_pai():  # §9.1, §14.12, §14.13
    hands = {"A": "4-A-A", "B": "4-K-K", "C": "4-4", "E": "5-A-A"}
    table = does(playing("B", "F:7-7", passed="A", hands=hands), "B:K-K")
    assert (asked(table), table.legal(0), table.legal(2)) == ("AC", {"no_shao", "shao A-A"}, {"no_shao"})
    assert asked(does(playing("B", "F:7-7", passed="A", hands=hands, shao_after_pass=False), "B:K-K")) == "C"
    table = window(does(playing("B", "A:7-7", hands=hands | {"C": "9-A-A"}), "B:K-K"), A="shao A-A", C="shao A-A")
    assert table.shao == {"declarer": 2, "starter": 1, "first": True}  # the one on the right
    assert table.hands[0] == ["4", "A", "A"]
    assert asked(does(window(does(playing("B", "A:7-7", hands=hands), "B:K-K")), "E:A-A")) == "B"
    table = does(window(does(playing("B", "A:7-7", hands=hands, shao_window="every_duel_play"), "B:K-K")), "E:A-A")
    assert (table.phase, asked(table)) == ("window", "DF")


def test_one_set_is_no_shao_pai():  # §14.14
    hands = {"B": "4-K-K", "C": "A-A"}
    assert does(playing("B", "A:7-7", hands=hands), "B:K-K").legal(2) == {"no_shao"}
    table = declared({"C": "A-A"}, shao_allow_single=True)
    assert (table.places[2], asked(table)) == (1, "D")
    assert asked(does(table, "DEFAB:pass")) == "D"


def test_the_run():  # §9.4, §9.6
    table = does(declared({"C": "5-5-9-J-J-A-A-B-R"}), "DEFAB:pass")
    assert table.mode == "run"
    assert "J-J" not in table.legal(2)
    does(table, "C:J-J-B")
    assert asked(does(table, "DEFAB:pass", "C:5-5-R")) == "C"
    assert {text for text in table.legal(2) if "count" not in text} == {"9", "show_hand", "expose"}
    assert (does(table, "C:9").places[2], table.mode, asked(table)) == (1, "normal", "D")


def test_shao_pai_is_beaten():  # §9.5
    table = does(declared({"C": "5-5-9-J-J-A-A-B-R", "A": "B-B-4"}), "D:2-2")
    assert table.duel == (3, 0)
    assert table.hands[2] == read("5-5-9-J-J-B-R")
    assert asked(window(table)) == "A"


def test_a_player_without_a_head_beats_shao_pai():  # §9.5, §10.4
    hands = {"B": "4-K-K", "C": "8-A-A", "D": "2-2-4"}
    table = playing("B", "F:7-7", out="A", hands=hands)
    table = does(window(does(table, "B:K-K"), C="shao A-A"), "D:2-2")
    assert (table.mode, table.best, asked(table)) == ("normal", ["2", "2"], "E")
    assert asked(does(table, "EFBC:pass")) == "D"


def test_only_opponents_answer():  # §14.15
    table = declared({"C": "8-A-A"}, shao_responders="opponents")
    assert asked(does(table, "DFB:pass")) == "C"


# -- §10


def test_blocks():  # §10.2
    table = playing("B", out="AD", hands={"B": "5-A-3", "E": "8-3", "C": "Q-3"})
    assert asked(does(table, "B:5")) == "F"
    does(table, "F:pass", "C:leave", "E:8")
    assert asked(does(table, "C:Q")) == "B"
    assert asked(does(table, "B:A", "C:take", "C:pass", "E:pass")) == "B"


@pytest.mark.parametrize(
    ("out", "parts"), [("AD", ["EC", "FB"]), ("BD", ["F", "ACE"]), ("ABD", ["CE", "F"]), ("ABCD", ["E", "F"])]
)
def test_who_forms_a_block(out, parts):  # §10.2
    left = [seat for seat in range(6) if "ABCDEF"[seat] not in out]
    assert sorted(map(sorted, blocks_of(left))) == sorted(sorted(map(seat_of, part)) for part in parts)


def test_cycles_of_four():  # §10.3
    hands = dict.fromkeys("ABCD", "3-4-5-6-7-8-9-10-J-Q")
    table = does(playing("C", out="EF", hands=hands), "C:3")
    for acts in ("D:leave", "B:4", "A:5", "D:6", "A:take", "A:7", "B:leave", "D:8", "C:9", "B:10"):
        does(table, acts)
    assert table.candidates == (2, 0)


def test_a_vote():  # §14.8
    def voted(*votes):
        table = does(playing("C", out="EF", order_protocol="vote"), "C:3")
        assert (table.phase, table.legal(1), table.legal(3)) == ("ordering", {"first 1", "first 3"}, {"first 1", "first 3"})
        return asked(does(table, *votes))

    assert voted("B:first 1", "D:first 1") == "B"
    assert voted("B:first 1", "D:first 3") == "D"


def test_a_play_in_the_endgame_wipes_out_passes():  # §14.6
    acts = "B:5", "F:pass", "C:take", "C:Q"
    hands = {"B": "5-A-3", "C": "Q-3"}
    assert does(playing("B", out="AD", hands=hands), *acts).passed == {5}
    assert does(playing("B", out="AD", hands=hands, endgame_pass_reset=True), *acts).passed == set()


def test_no_duels_in_the_endgame():  # §14.7
    for table in (
        does(playing("C", out="AB", hands={"C": "K-K-4"}, endgame_duels=False), "C:K-K"),
        does(playing("C", out="A", hands={"C": "K-K"}, endgame_duels=False), "C:K-K"),
    ):
        assert table.mode == "normal"
    assert does(playing("C", out="A", hands={"C": "K-K"}), "C:K-K").duel == (2, 5)


# -- §14


def test_jokers_put_a_number_right_only_where_they_are_needed():  # §14.19
    rules = {"misplay": "correct"}
    table = does(playing("B", "A:7-7-7", hands={"B": "Q-Q-Q-2-B-R"}, **rules), "B:Q-Q")
    assert table.legal(1) == {"Q-Q-Q", "Q-Q-2"}
    table = does(playing("B", "A:7-7-7", hands={"B": "Q-Q-B-R"}, **rules), "B:Q-Q")
    assert table.legal(1) == {"Q-Q-B", "Q-Q-R"}


def test_the_wrong_number_of_cards():  # §14.19
    table = playing("B", "A:7-7", hands={"B": "4-Q-Q-Q"}, misplay="correct")
    assert table.phase == "following"
    does(table, "B:Q-Q-Q")
    assert (table.phase, table.legal(1)) == ("correcting", {"Q-Q"})
    assert does(table, "B:Q-Q").best == ["Q", "Q"]
    table = does(playing("B", "A:7-7-7", hands={"B": "4-Q-Q"}, misplay="correct"), "B:Q-Q")
    assert (asked(table), table.hands[1]) == ("C", ["4", "Q", "Q"])
    assert does(playing("B", "A:7-7-7", hands={"B": "B-Q-Q"}, misplay="correct"), "B:Q-Q").legal(1) == {"Q-Q-B"}
