"""The reference of Gou Ji: what is said at the table, and what comes of it (§11, §14)."""

import pytest

from tests.reference.gou_ji_positions import asked, does, no_shao, playing

RANG = {"A": "5-6-6-K-R", "D": "9-2-5", "E": "A-5", "F": "A-5"}


@pytest.mark.parametrize(("exclusive", "then"), [(False, "DF"), (True, "D")])
def test_rang_pai(exclusive, then):  # §11.1, §14.16
    table = does(playing("A", hands=RANG, rang_exclusive=exclusive), "A:5", "BC:pass", "D:9")
    assert table.may_act() >= {0}
    does(table, "A:rang", "E:agree")
    assert (table.passed, asked(table)) == ({1, 2, 4}, "F")
    table = does(
        playing("A", hands=RANG | {"F": "10-5"}, rang_exclusive=exclusive), "A:5", "BC:pass", "D:9", "A:rang", "E:agree"
    )
    does(table, "F:10", "A:K")
    assert asked(table) == "D"
    does(table, "D:pass")
    assert asked(table) == ("F" if "F" in then else "A")


def test_rang_pai_may_be_refused_and_is_not_asked_twice():  # §11.1
    table = does(playing("A", hands=RANG), "A:5", "BC:pass", "D:9", "A:rang", "E:disagree")
    assert asked(table) == "E"
    assert "rang" not in table.legal(0)


def test_who_may_ask_for_a_count():  # §11.2, §14.18, §14.24
    table = playing("A", hands={"D": "3-4-5"})
    assert [seat for seat in range(6) if "count 3" in table.legal(seat)] == [0, 1, 5]
    does(table, "F:count 3")
    assert (table.told[3], "count 3" in table.legal(0)) == ("3", False)
    assert does(table, "D:count 0").told[0] == "more"
    table = playing("B", out="A", hands={"D": "3-4-5"})
    assert [seat for seat in range(6) if "count 3" in table.legal(seat)] == [0, 1, 2, 4, 5]
    for rules in ({"counts_public": True}, {"table_talk": False}):
        assert not any("count" in text for seat in range(6) for text in playing("A", **rules).legal(seat))


def test_showing_and_exposing():  # §11.3, §11.4, §14.17
    table = playing("A", hands={"A": "3-4-5", "B": "-".join(["3"] * 10)}, expose_max=3)
    assert [seat for seat in range(6) if "show_hand" in table.legal(seat)] == [0, 1]
    assert [seat for seat in range(6) if "expose" in table.legal(seat)] == [0]
    does(table, "A:expose", "B:show_hand")
    assert (table.exposed, table.shown, asked(table)) == ({0}, {1: ["3"] * 10}, "A")
    assert "expose" not in table.legal(0)


def advice(table, *seats):
    return [{text for text in table.legal(seat) if text.startswith("advise")} for seat in seats]


def test_advice_on_an_open_hand():  # §11.4, §14.25
    hand = {"A": "5-5-9-K-2"}
    table = playing("A", "F:4-4", hands=hand)
    assert advice(table, 2) == [set()]
    does(table, "A:expose")
    sets = {"advise 5-5", "advise 5-2", "advise 9-2", "advise K-2", "advise pass"}
    assert advice(table, 0, 1, 2, 3, 4, 5) == [set(), set(), sets, set(), sets, set()]
    does(table, "C:advise 5-5")
    assert advice(table, 2, 4) == [set(), sets]
    assert (table.advice, asked(table)) == ({2: "5-5"}, "A")
    assert does(table, "A:pass").advice == {}
    leading = does(playing("A", hands=hand), "A:expose")
    assert "advise pass" not in leading.legal(2)
    assert {"advise 5", "advise 5-5", "advise 5-5-2"} <= leading.legal(2)
    assert advice(does(playing("A", hands=hand, advice=False), "A:expose"), 2) == [set()]


# -- §14


def test_a_promise_is_kept_or_broken():  # §14.20
    rules = {"hands": RANG, "infringement": "big_loser"}
    acts = "A:5", "BC:pass", "D:9", "A:rang", "E:agree"
    table = does(playing("A", **rules), *acts)
    assert (asked(table), table.legal(4) & {"pass", "A"}) == ("E", {"pass", "A"})
    kept = does(table, "E:pass")
    assert (kept.passed, asked(kept), kept.rang_agreed) == ({1, 2, 4}, "F", 0)
    broken = does(playing("A", **rules), *acts, "E:A")
    assert (broken.places[4], broken.hands[4], broken.best, asked(broken)) == (6, [], ["9"], "F")
    assert broken.rang_agreed is None


def test_the_wind_in_a_duel():  # §14.10
    hands = {"B": "K-K", "C": "3-4", "E": "A-A-5"}
    rules = {"wind_protocol": "request", "hands": hands}
    table = no_shao(does(playing("B", **rules), "B:K-K"))
    assert (asked(table), [seat for seat in range(6) if "ask_wind" in table.legal(seat)]) == ("E", [2])
    does(table, "C:ask_wind")
    assert (asked(table), "ask_wind" in table.legal(2)) == ("E", False)
    agreed = does(table, "E:pass")
    assert (agreed.phase, asked(agreed)) == ("leading", "C")
    beaten = does(no_shao(does(playing("B", **rules), "B:K-K")), "C:ask_wind", "E:A-A")
    assert (beaten.phase, asked(beaten)) == ("leading", "E")


def test_who_has_passed_asks_without_a_turn():  # §14.10
    table = does(playing("B", "A:8", passed="C", wind_protocol="request", hands={"B": "9", "C": "3-4"}), "B:9")
    assert (asked(table), "ask_wind" in table.legal(2)) == ("D", True)
    assert asked(does(table, "C:ask_wind", "DEFA:pass")) == "C"


def test_a_wrong_answer():  # §14.20
    rules = {"infringement": "big_loser"}
    table = does(playing("A", hands={"D": "3-4-5"}, **rules), "B:count 3")
    assert (table.phase, asked(table)) == ("telling", "D")
    assert does(table, "D:say 3").told[3] == "3"
    table = does(playing("B", "A:5", hands={"D": "3-4-5"}, **rules), "F:count 3", "D:say more")
    assert (table.places[3], asked(table)) == (6, "B")
    assert asked(does(table, "BC:pass")) == "E"
    assert asked(does(playing("B", "A:5", **rules), "F:count 1", "B:say 1")) == "C"
    assert asked(does(playing("A", **rules), "C:count 0", "A:say 1")) == "B"


def test_asking_for_the_wind():  # §14.10
    rules = {"wind_protocol": "request", "hands": {"B": "9", "C": "J-4", "E": "Q-4"}}
    table = playing("B", "A:8", **rules)
    does(table, "B:9", "C:ask_wind")
    assert (asked(table), "ask_wind" in table.legal(3)) == ("D", False)
    assert asked(does(table, "DEFA:pass")) == "C"
    table = does(playing("B", "A:8", **rules), "B:9", "C:ask_wind", "D:pass", "E:Q")
    assert (table.passed, asked(does(table, "FA:pass"))) == ({3, 5, 0}, "C")
