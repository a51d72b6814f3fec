"""The board of the Giog family as each seat sees it, and the choices that people are offered."""

import json
import random
from typing import Any

import pytest

from qipai.engine.seats import SPECTATOR
from qipai.games import GAMES
from qipai.games.giog.rules.directing import ORDERS
from tests.games.giog.told import ToldDeal

FAMILY = [game for game in GAMES.values() if game.room == "giog"]
OWN = ("laid", "previous", "known", "seats")  # what differs between the boards of two seats


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.name)
def test_all_see_the_same_table(game: Any) -> None:
    """§12.1  Seats in their own order whoever looks; only one's own pieces are seen by oneself alone."""
    chance, words = random.Random(game.name), game.words
    for players in game.seats:
        deal = ToldDeal.dealt(game.name, players, players)
        while deal.phase != "over":
            for seat in deal.asked:
                deal.tell(seat, chance.choice(deal.legal(seat)))
            public = deal.board(SPECTATOR)
            assert json.loads(json.dumps(public)) == public
            assert [place["cards"] for place in public["seats"]] == [len(hand) for hand in deal.faces.hands]
            chips = [chip["chip"] for place in public["seats"] for chip in place["chips"]]
            assert set(chips) <= set(words["chips"])
            for seat in range(players):
                board = deal.board(seat)
                assert {key: part for key, part in board.items() if key not in OWN} == {
                    key: part for key, part in public.items() if key not in OWN
                }
                for other in set(range(players)) - {seat}:
                    assert board["laid"][other] == public["laid"][other]
                    assert board["known"][other] == public["known"][other]


def test_the_board_while_stacks_are_turned_up() -> None:
    """§3.1, §3.2"""
    deal = ToldDeal.dealt("giog", 2, places={18: "rH"})
    first = deal.public.first
    if first == 1:
        deal.tell(1, "turn 1")
    board = deal.tell(0, "turn 10") and deal.board(SPECTATOR)
    assert board["stacks"]["rows"] == [list(range(1, 9)), list(range(9, 17))]
    assert board["stacks"]["stacks"][9] == {"n": 10, "up": ["rH"], "by": 0, "taker": None}
    assert (board["leader"], board["led"], board["left"]) == (None, None, {"count": 8, "known": []})
    assert board["phase"] == ("taking" if first == 1 else "turning")


def test_what_was_turned_up_is_remembered() -> None:
    """§3.4, §3.5  It is known in the hand that took it until it is seen again, and among what is left over."""
    deal = ToldDeal.dealt("giog", 2, places={0: "rG", 26: "bP"})
    for _ in range(2):
        (seat,) = deal.asked
        deal.tell(seat, "turn 1" if seat == 1 else "turn 14")
    assert deal.board(0)["priority"] == [1, 0]
    deal.tell(1, "take 1")
    board = deal.board(0)
    assert (board["known"], board["stacks"]) == ([[], ["rG"]], None)
    assert board["left"] == {"count": 8, "known": ["bP"]}
    assert board["seats"][1]["chips"] == [{"chip": "priority", "n": 1}, {"chip": "known", "n": 1}]
    assert deal.board(1)["known"] == [[], []]
    assert deal.board(SPECTATOR)["known"] == [[], ["rG"]]


def test_pieces_face_down_are_seen_by_their_player() -> None:
    """§6.1, §12.2"""
    deal = ToldDeal.holding("giog", "rC-rC-bP", "rA-bA-rP", "bR-bR-rE", priority=(2, 0, 1))
    deal.tell(0, "rC-rC")
    deal.tell(2, "bR-bR")
    board = deal.board(2)
    assert (board["phase"], board["to_act"], board["leader"], board["owner"]) == ("answering", [1], 0, None)
    assert board["led"] == {"kind": "pair", "count": 2}
    assert board["laid"] == [
        {"count": 2, "cards": None, "kind": "pair", "under": False, "best": False},
        None,
        {"count": 2, "cards": ["bR", "bR"], "kind": "pair", "under": False, "best": False},
    ]
    assert deal.board(1)["laid"][2] == {"count": 2, "cards": None, "kind": None, "under": False, "best": False}
    assert board["seats"][0]["chips"] == [{"chip": "priority", "n": 2}, {"chip": "led"}]


def test_the_trick_before_lies_as_it_was_decided() -> None:
    """§5.4, §6.2"""
    deal = ToldDeal.holding("jumapao", "rC-rC-bP", "rA-bA-rP", "bR-bR-rE", trick=3)
    deal.tell_trick("rC-rC", "rA-bA", "bR-bR")
    board = deal.board(0)
    assert (board["trick"], board["phase"], board["leader"], board["captured"]) == (4, "leading", 2, [0, 0, 6])
    assert board["laid"] == [None, None, None]
    assert board["previous"] == {
        "trick": 3,
        "leader": 0,
        "winner": 2,
        "taken": 6,
        "led": {"kind": "pair", "count": 2},
        "laid": [
            {"count": 2, "cards": ["rC", "rC"], "kind": "pair", "under": False, "best": False},
            {"count": 2, "cards": ["rA", "bA"], "kind": None, "under": False, "best": False},
            {"count": 2, "cards": ["bR", "bR"], "kind": "pair", "under": False, "best": True},
        ],
    }
    deal.tell_trick("rE", "bP", "rP")
    assert (deal.board(0)["phase"], deal.board(0)["previous"]["trick"]) == ("over", 4)


def test_the_pot_and_the_beheaded() -> None:
    """§6.4, §9.3"""
    deal = ToldDeal.holding("jumapao", "rR-bG", "rR-bP", "bR-rP")
    deal.tell_trick("rR", "rR", "bR")
    assert (deal.board(1)["pot"], deal.board(1)["previous"]["winner"]) == (3, None)
    deal.tell_trick("bG", "bP", "rP")
    board = deal.board(1)
    assert board["beheaded"] == [0]
    assert {"chip": "beheaded"} in board["seats"][0]["chips"]


def test_what_one_threw_in_stays_ones_own_knowledge() -> None:
    """§7.4, §12.3"""
    deal = ToldDeal.holding("sangkrip", "rC-bP", "bA-bP", "bA-rP")
    deal.tell_trick("rC", "bA", "bA")
    mine, theirs = deal.board(2)["previous"]["laid"][2], deal.board(0)["previous"]["laid"][2]
    assert mine == {"count": 1, "cards": ["bA"], "kind": None, "under": True, "best": False}
    assert theirs == {**mine, "cards": None}


def test_the_board_while_pieces_are_exposed() -> None:
    """§7.1, §7.2, §11.5"""
    deal = ToldDeal.holding("sangkrip", "rC-bP", "bA-bP", "bA-rP", may_conceal=True)
    deal.tell_trick("rC", "bA", "bA")
    board = deal.board(0)
    assert (board["phase"], board["to_act"], board["owner"]) == ("exposing", [1], 0)
    assert [place["best"] for place in board["laid"]] == [True, False, False]
    deal.tell(1, "expose")
    assert (deal.board(0)["owner"], deal.board(0)["laid"][1]["cards"]) == (1, ["bA"])


def test_the_pile() -> None:
    """§8.2, §8.3"""
    deal = ToldDeal.holding("daqiluo2", "rC-bP", "bP-rP", "bA-bP")
    deal.tell(0, "rC")
    deal.tell(1, "rP")
    assert deal.board(2)["laid"] == [
        {"count": 1, "cards": ["rC"], "kind": "single", "under": False, "best": True},
        {"count": 1, "cards": None, "kind": None, "under": True, "best": False},
        None,
    ]
    assert deal.board(2)["owner"] == 0


def test_the_group_that_was_led() -> None:
    """§4.11, §5.1"""
    deal = ToldDeal.holding("zhihu", "bP-rR", "rP-rR", "bP-bR", "bP-bR")
    deal.tell(0, "bP")
    assert deal.board(1)["led"] == {"kind": "single", "group": "foot", "count": 1}


# -- choices


def offered(deal: ToldDeal, seat: int) -> list[tuple[str, str]]:
    return [(choice.action, choice.kind) for choice in deal.choices(seat)]


def test_stacks_are_choices_without_pieces() -> None:
    """§3.4"""
    deal = ToldDeal.dealt("sangkrip", 2)
    (choice, *_) = deal.choices(deal.asked[0])
    assert choice == ("take 1", (), "take", ("1",), ())


def test_leads_are_offered_from_the_cheapest() -> None:
    """§5.1  What gives away the lowest pieces first, and more of them before fewer."""
    deal = ToldDeal.holding("giog", "rG-rA-rE-bP-bP", "bG-bA-bE-bR-rP", "rR-rH-rC-rP-bC")
    assert offered(deal, 0) == [
        ("bP-bP", "pair"),
        ("bP", "single"),
        ("rE", "single"),
        ("rA", "single"),
        ("rG-rA-rE", "noble"),
        ("rG", "single"),
    ]
    assert deal.choices(0)[0] == ("bP-bP", ("bP", "bP"), "pair", ("bP", "bP"), ())


def test_answers_that_count_are_offered_first() -> None:
    """§5.2, §5.3"""
    deal = ToldDeal.holding("giog", "rC-rC-bP", "rA-rA-rP", "bR-bR-rE")
    deal.tell(0, "rC-rC")
    assert offered(deal, 1) == [("rA-rA", "pair"), ("rA-rP", "loose")]


def test_what_cannot_win_is_loose() -> None:
    """§9.5, §11.1  A banned piece in the first trick, a forced general in the last."""
    deal = ToldDeal.holding("tamcuc", "rC-bP", "rA-rP", "bR-rE", trick=1)
    deal.tell(0, "rC")
    assert offered(deal, 1) == [("rP", "single"), ("rA", "loose")]
    deal = ToldDeal.holding("sangkrip", "rC", "rG", "bR", general_rule="void")
    deal.tell(0, "rC")
    assert offered(deal, 1) == [("rG", "loose")]


def test_a_place_under_the_pile_is_a_choice() -> None:
    """§8.3, §11.6"""
    deal = ToldDeal.holding("daqiluo2", "rC-bP", "rA-rP", "bR-rE", must_show=False)
    deal.tell(0, "rC")
    assert offered(deal, 1) == [("rA", "single"), ("rP", "loose"), ("under rA", "under")]
    assert deal.choices(1)[2].needs == ("rA",)


def test_orders_of_stacks_are_choices_without_pieces() -> None:
    """§11.10  As the book lists them, and the row without its pieces."""
    deal = ToldDeal.dealt("daqiluo2", 3, stack_order="directed")
    (first,) = deal.asked
    board = deal.board(first)
    assert (board["phase"], board["row"], board["stacks"]) == ("directing", {"stacks": 6, "size": 5, "section": "11.10"}, None)
    assert [seat["cards"] for seat in board["seats"]] == [0, 0, 0]
    assert board["left"] == {"count": 0, "known": []}
    assert offered(deal, first) == [(f"direct {order}", order) for order in ORDERS]
    assert {choice.needs for choice in deal.choices(first)} == {()}
    assert set(ORDERS) <= set(deal.game.words["kinds"])
    deal.tell(first, "direct left")
    assert "row" not in deal.board(first)


def test_exposing_comes_before_throwing_in() -> None:
    """§7.5"""
    deal = ToldDeal.holding("tamcuc", "rC-bP", "rE-rP", "bR-rE")
    deal.tell_trick("rC", "rE", "bR")
    assert offered(deal, 1) == [("expose", "expose"), ("conceal", "conceal")]
