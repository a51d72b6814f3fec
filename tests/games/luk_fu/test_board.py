"""The board of Luk Fu as each seat sees it, and the choices that people are offered."""

import json
import random
from typing import Any

import pytest

from qipai.engine.seats import SPECTATOR
from tests.games.luk_fu.told import GAME, ToldDeal, deal_of

OWN = ("own_down", "marks", "melds", "declaring", "hopes")  # what nobody else is sent


def public(board: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in board.items() if key not in OWN}


@pytest.mark.parametrize("players", GAME.seats)
def test_all_see_the_same_table(players: int) -> None:
    """§12.1, §12.2  Seats in their own order whoever looks; what is one's own, nobody else is sent."""
    chance = random.Random(players)
    for seed in range(3):
        deal = ToldDeal.dealt(players, seed)
        while True:
            seen = deal.board(SPECTATOR)
            assert json.loads(json.dumps(seen)) == seen
            assert [seen[key] for key in OWN] == [[], None, [], None, None]
            assert [place["cards"] for place in seen["seats"]] == [len(hand) for hand in deal.faces.hands]
            for seat in range(players):
                board = deal.board(seat)
                assert public(board) == public(seen)
                if seat == seen["dreamer"]:
                    assert [board[key] for key in OWN[:4]] == [[], None, [], None]
                elif deal.phase != "over":
                    hand = sorted(GAME.notation.format_card(card) for card in deal.faces.hands[seat])
                    assert sorted(mark["card"] for mark in board["marks"]) == hand
            if deal.phase == "over":
                break
            legal = deal.legal(GAME.to_act(deal.state))
            deal.tell(chance.choice([text for text in legal if text != "declare"]))


def test_nothing_face_down_is_on_the_board() -> None:
    """§6.3, §12.2  Not while the round goes on, not later, not when the deal is over."""
    deal = deal_of("7S-4G", "9S-3G", "2K", "6S-2G", done="7S 9S")
    deal.tell("down 6S")
    for seat in (SPECTATOR, 0, 1, 2):
        assert "6S" not in json.dumps(deal.board(seat))
    assert deal.board(3)["own_down"] == [{"round": 1, "cards": ["6S"]}]
    deal.tell("3G", "down 2G", "4G")
    assert deal.phase == "over"
    assert "6S" not in json.dumps(deal.board(0))
    assert deal.board(3)["own_down"] == [{"round": 1, "cards": ["6S"]}, {"round": 2, "cards": ["2G"]}]
    assert deal.board(3)["marks"] is None


def test_the_dreamers_card_is_seen_when_it_is_shown() -> None:
    """§3.2, §12.1"""
    deal = deal_of("9S-8S-7S-6S-5S-4S", "2G-2K-2C-3G-3K-3C", "1C", "5G-5K-7C-7K-8G-8K")
    assert all("1C" not in json.dumps(deal.board(seat)) for seat in (SPECTATOR, 0, 1, 2, 3))
    assert deal.board(2)["outcome"] is None
    deal.tell("declare")
    outcome = deal.board(SPECTATOR)["outcome"]
    assert (outcome["ending"], outcome["winner"], outcome["n"], outcome["dreamt"]) == ("won", 0, 6, ["1C"])
    assert outcome["revealed"] == outcome["counting"] == ["9S", "8S", "7S", "6S", "5S", "4S"]


def test_claims_are_no_part_of_the_board() -> None:
    """§4.1, §12.2  Of the question for the five tigers all see who is still asked."""
    deal = ToldDeal("luk_fu dealer=0 hands=1S-1G-1K-1C-L/9S-9G-9K-9C-8S/2S/8G-8K-8C-7S-7G")
    board = deal.board(1)
    assert (board["phase"], board["trick"], board["to_act"]) == ("claiming", 0, [0, 1, 3])
    twin = ToldDeal("luk_fu dealer=0 hands=1S-1G-1K-1C-L/9S-9G-9K-9C-8S/2S/8G-8K-8C-7S-7G")
    deal.tell("claim")
    twin.tell("keep")
    assert [deal.board(seat) for seat in (SPECTATOR, 1, 2, 3)] == [twin.board(seat) for seat in (SPECTATOR, 1, 2, 3)]
    deal.tell("keep", "keep")
    assert deal.board(1)["outcome"]["revealed"] == ["1S", "1G", "1K", "1C", "L"]


def test_places_and_calls() -> None:
    """§2.1, §4.2, §4.3"""
    deal = deal_of("7S-4G", "9S-3G", "2K", "6S-2G", calls="not_play")
    board = deal.board(3)
    assert (board["phase"], board["dealer"], board["dreamer"], board["declined"]) == ("calling", 0, 2, [0])
    assert board["seats"][0]["chips"] == [{"chip": "dealer"}, {"chip": "declined"}]
    assert board["seats"][2] == {"cards": 1, "chips": [{"chip": "dreamer"}]}
    deal.tell("not_play", "play")
    board = deal.board(0)
    assert (board["caller"], board["privileged"], board["leader"], board["trick"]) == (3, 3, 0, 1)
    assert board["seats"][3]["chips"] == [{"chip": "player_3"}, {"chip": "privileged"}]
    board = deal_of("7S-4G", "9S-3G", "6S-2G").board(1)
    assert (board["caller"], board["privileged"], board["dreamer"]) == (0, None, None)
    assert [place["chips"] for place in board["seats"]] == [
        [{"chip": "dealer"}, {"chip": "called"}],
        [{"chip": "player_2"}],
        [{"chip": "player_3"}],
    ]


def test_a_round_as_it_lies() -> None:
    """§6.1 to §6.4, §12.1"""
    deal = deal_of("7S-4G", "9S-3G", "2K", "6S-2G", done="7S 9S")
    board = deal.board(3)
    assert (board["phase"], board["to_act"], board["owner"], board["led"]) == (
        "attacking",
        [3],
        1,
        {"kind": "single", "count": 1},
    )
    assert board["laid"] == [
        {"count": 1, "cards": ["7S"], "down": False, "kind": "single", "best": False},
        {"count": 1, "cards": ["9S"], "down": False, "kind": "single", "best": True},
        None,
        None,
    ]
    deal.tell("down 6S")
    board = deal.board(3)
    assert (board["phase"], board["leader"], board["led"], board["trick"]) == ("leading", 1, None, 2)
    assert (board["tricks"], board["won"][1], board["laid"]) == ([0, 1, 0, 0], ["9S"], [None] * 4)
    assert board["seats"][1]["chips"][-1] == {"chip": "tricks", "n": 1}


def test_rounds_that_are_over_may_be_looked_through() -> None:
    """§6.4, §12.1  Everything that lay face up, the beaten cards too."""
    deal = deal_of("7S-4G", "9S-3G", "2K", "6S-2G", done="7S 9S down 6S 3G down 2G 4G")
    assert [past["winner"] for past in deal.board(2)["rounds"]] == [1, 0]
    assert deal.board(2)["rounds"][0] == {
        "number": 1,
        "leader": 0,
        "winner": 1,
        "count": 1,
        "laid": [
            {"count": 1, "cards": ["7S"], "down": False, "kind": "single", "best": False},
            {"count": 1, "cards": ["9S"], "down": False, "kind": "single", "best": True},
            None,
            {"count": 1, "cards": None, "down": True, "kind": None, "best": False},
        ],
    }


# -- one's own hand


def test_which_cards_may_be_led() -> None:
    """§8.1 to §8.3  Said to the leader, and why not; to nobody else."""
    deal = deal_of("9S-4S-7G-1C", "8S-3G-2G-5C", "6S", "7S-8G-5G-4G")
    marks = deal.marks(0)
    assert [(face, mark["leads"], mark["aged"]) for face, mark in marks.items()] == [
        ("9S", False, True),
        ("4S", True, False),
        ("7G", False, False),
        ("1C", False, True),
    ]
    assert marks["4S"]["not_yet"] is None
    assert marks["7G"]["not_yet"]["section"] == "8.2"
    assert marks["7G"]["not_yet"]["text"] == deal.why_not(0, "7G").text
    assert [(mark["leads"], mark["not_yet"]) for mark in deal.marks(1).values()] == [(None, None)] * 4


def test_what_a_hand_makes() -> None:
    """§5.3, §5.4  The largest goks and runs, which may share cards."""
    deal = deal_of("7S-6S-5S-4S-7G-7K-2C", "9S-3G-2G-5C-1S-2S-1G", "6C", "8S-8G-5G-4G-3S-4K-5K")
    board = deal.board(0)
    assert board["melds"] == [
        {"kind": "gok", "cards": ["7S", "7G", "7K"]},
        {"kind": "run", "cards": ["7S", "6S", "5S", "4S"]},
    ]
    assert {mark["card"]: mark["melds"] for mark in board["marks"]} == {
        "7S": [0, 1],
        "6S": [1],
        "5S": [1],
        "4S": [1],
        "7G": [0],
        "7K": [0],
        "2C": [],
    }


def test_how_far_it_is_to_declaring() -> None:
    """§9.1  Tricks and aged cards together, for oneself; only the leader may."""
    hands = ("9S-9G-8G-7G-6G-5G-L", "1S-2S-3S-4S-5S-6S-1G", "1C", "8S-7S-2G-3G-4G-9K-8K")
    deal = deal_of(*hands)
    assert deal.board(0)["declaring"] == {"tricks": 0, "aged": 7, "needed": 6, "may": True}
    assert deal.board(1)["declaring"] == {"tricks": 0, "aged": 1, "needed": 6, "may": False}
    deal.tell("9S")
    assert deal.board(0)["declaring"]["may"] is False


def test_what_the_dreamer_hopes_for() -> None:
    """§10.3, §11.8, §12.2  The cards that match his, in whatever hand; told to him alone."""
    hands = ("9S-8S-2K", "9G-2S-2G", "9C", "9K-7S-6S")
    deal = deal_of(*hands)
    assert deal.board(2)["hopes"] == ["9S", "9G", "9K"]
    assert [deal.board(seat)["hopes"] for seat in (SPECTATOR, 0, 1, 3)] == [None] * 4
    assert deal_of(*hands, scoring="sung1996").board(2)["hopes"] == []


def test_aged_cards_before_the_play() -> None:
    """§7.1  Whoever is asked to call sees them."""
    deal = deal_of("9S-8S-2K", "9G-2S-2G", "3K", "9K-7S-6S", calls="")
    assert [mark["card"] for mark in deal.board(0)["marks"] if mark["aged"]] == ["9S", "8S"]
    assert deal.board(0)["declaring"] == {"tricks": 0, "aged": 2, "needed": 6, "may": False}


# -- choices


def offered(deal: ToldDeal, seat: int) -> list[tuple[str, str]]:
    return [(choice.action, choice.kind) for choice in deal.choices(seat)]


def test_answers_and_calls_are_choices_without_cards() -> None:
    """§4.1, §4.2"""
    deal = ToldDeal("luk_fu dealer=0 hands=1S-1G-1K-1C-L/9S-9G-9K-9C-8S/2S/8G-8K-8C-7S-7G")
    assert sorted(offered(deal, 0)) == [("claim", "claim"), ("keep", "keep")]
    assert deal.choices(1) == [("keep", (), "keep", (), ())]
    deal.tell("keep", "keep", "keep")
    assert offered(deal, 0) == [("play", "play"), ("not_play", "not_play")]


def test_leads_are_offered_from_the_cheapest() -> None:
    """§6.1, §8.2, §9.1  Declaring first; then what gives away no aged card, and low cards."""
    deal = deal_of("6S-5S-4S-8K", "9S-3G-2G-5C", "7S", "6K-6G-5G-4G")
    assert offered(deal, 0) == [("4S", "single"), ("5S", "single"), ("6S", "single"), ("6S-5S-4S", "run")]
    assert deal.choices(0)[3] == ("6S-5S-4S", ("6S", "5S", "4S"), "run", ("6S", "5S", "4S"), ())
    deal = deal_of("9S-8S-7S-6S-5S-4S", "2G-2K-2C-3G-3K-3C", "1C", "5G-5K-7C-7K-8G-8K")
    assert offered(deal, 0)[0] == ("declare", "declare")
    deal = deal_of("8S-8G-8K-8C", "9S-3G-2G-5C", "7S", "6K-6G-5G-4G")
    assert ("8S-8G-8K-8C", "gok") in offered(deal, 0)


def test_what_beats_is_offered_before_what_is_surrendered() -> None:
    """§6.2, §6.3  The same card may do both."""
    deal = deal_of("5S-4S", "9S-2G", "2S", "8S-6S", done="5S")
    assert offered(deal, 1) == [("9S", "single"), ("down 9S", "down")]
    deal.tell("down 9S")
    assert offered(deal, 3) == [("6S", "single"), ("8S", "single")]


def test_aged_cards_are_surrendered_last() -> None:
    """§6.3, §9.1  Each is worth a trick."""
    deal = deal_of("7S-3G", "9K-L", "2S", "8S-6S", done="7S")
    assert offered(deal, 1) == [("down L", "down"), ("down 9K", "down")]
    deal = deal_of("7S-3G", "L-4K", "9K", "8S-6S", done="7S")
    assert offered(deal, 1) == [("down 4K", "down"), ("down L", "down")]


def test_every_card_has_a_name() -> None:
    """§1.2"""
    cards = GAME.words["cards"]
    assert len(cards) == 37
    assert cards["9S"] == {"en": "9 Sip", "zh-Hans": "九拾", "zh-Hant": "九拾"}
    assert cards["1C"]["zh-Hant"] == "毛公（一綫）"
    assert cards["L"]["en"] == "Li Chen"
