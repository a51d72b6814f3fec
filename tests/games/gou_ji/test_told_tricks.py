"""What people are told in Gou Ji while tricks are played: sets, duels, Shao Pai, the endgame, and what is said at the table."""

import random
from typing import Any

from tests.games.gou_ji.told import DUELS, ToldGame, events, seen

# -- tricks


def test_leads_sets_and_passes() -> None:
    """§7.1 to §7.3"""
    game = ToldGame("hands=4-5-5/6-6/3/8/7/9-9-9 leader=0")
    (led,) = game.tell("5-5")
    assert led.public == {
        "seat": 0,
        "action": "5-5",
        "cards": ["5H", "5S"],
        "spells": ["5", "5"],
        "kind": "several",
        "lead": True,
        "high": False,
    }
    laid, went_out = game.tell("6-6")
    assert (laid.public["lead"], went_out.public) == (False, {"seat": 1, "place": 1})
    (passed,) = game.tell("pass")
    assert passed.public == {"seat": 2, "action": "pass"}
    told = game.tell("pass", "pass", "pass", "pass")
    assert seen(told)[1:] == [
        {"event": "cleared", "seat": 1, "leader": 2},
        {"event": "wind", "seat": 2, "from": 1},
    ]


def test_chosen_cards_are_laid() -> None:
    """§6.1  Of equal cards those that were chosen."""
    game = ToldGame("hands=5-5-5-8/6/3/8/7/9 leader=0")
    assert game.act(0, "5-5", "5D-5S")[0].public["cards"] == ["5D", "5S"]
    assert game.hand(0) == ["5H", "8S"]


def test_a_red_ends_the_trick() -> None:
    """§6.4"""
    game = ToldGame("hands=4-5-R/6-6/3/8/7/9 leader=0")
    assert seen(game.tell("5-R"))[1:] == [{"event": "cleared", "seat": 0, "leader": 0}]


def test_duels_are_told() -> None:
    """§8.1 to §8.3  Who gives up a duel has passed."""
    game = ToldGame(DUELS)
    assert seen(game.tell("K-K"))[1:] == [{"event": "duel", "seat": 0, "to": 3}]
    assert events(game.tell("1:no_shao", "5:no_shao")) == ["answered"]
    passed, cleared = game.tell("pass")
    assert passed.public == {"seat": 3, "action": "pass", "duel": True}
    assert cleared.public == {"seat": 0, "leader": 0}


SHAO = "hands=4-K-K-9/5-5-8-A-A-B/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0"


def test_only_the_declaration_that_holds_is_told() -> None:
    """§9.1, §13.2  Both neighbours declare: the right-hand one does it, and the other's cards stay."""
    game = ToldGame(SHAO)
    game.tell("K-K")
    (answered,) = game.act(1, "shao A-A", "AH-AS")
    assert answered.public == {"seat": 1, "aside": True}
    assert answered.private == {1: {"action": "shao A-A", "cards": ["AH", "AS"]}}
    assert len(game.hand(1)) == 6
    told = game.tell("5:shao A-A")
    assert seen(told)[1:] == [
        {"event": "shao_declared", "seat": 1, "to": 0},
        {
            "event": "laid",
            "seat": 1,
            "cards": ["AH", "AS"],
            "spells": ["A", "A"],
            "kind": "several",
            "lead": False,
            "high": True,
        },
    ]
    assert told[0].seen_by(0) == {"event": "answered", "seat": 5, "aside": True}
    assert (len(game.hand(1)), len(game.hand(5))) == (4, 4)


def test_shao_pai_that_is_beaten() -> None:
    """§9.5"""
    game = ToldGame(SHAO)
    game.tell("K-K", "1:shao A-A", "5:no_shao", "2:pass")
    told = game.tell("2-2")
    assert seen(told)[1:] == [{"event": "shao_beaten", "seat": 1, "to": 3}, {"event": "duel", "seat": 3, "to": 0}]


def test_a_run() -> None:
    """§9.4, §9.6"""
    game = ToldGame("hands=4-K-K-9/5-8-A-A-R/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    told = game.tell("K-K", "1:shao A-A", "5:no_shao", "pass", "pass", "pass", "pass", "pass")
    assert seen(told)[1:] == [{"event": "cleared", "seat": 1, "leader": 1}]
    assert events(game.tell("5-R")) == ["laid", "cleared"]
    assert events(game.tell("8")) == ["laid", "went_out"]


def test_a_false_declaration() -> None:
    """§9.7  The cards are taken away unseen; nobody is told them, at the end neither."""
    game = ToldGame("hands=4-K-K-9/5-6-8-A-A/6/8-8-B-2-2/7-7-A-A/4-9-A-A leader=0")
    told = game.tell("K-K", "1:shao A-A", "5:no_shao", "pass", "pass", "pass", "pass", "pass")
    assert seen(told)[1:] == [
        {"event": "cleared", "seat": 1, "leader": 0},
        {"event": "shao_false", "seat": 1, "place": 6},
    ]
    assert game.hand(1) == []
    game.play_out(random.Random(1))
    assert game.scored()["left"][1] == 3
    assert not {"5S", "8S"} & set(faces_in([fact.seen_by(0) for fact in game.facts]))


def faces_in(told: Any) -> list[str]:
    """All texts in what somebody is told."""
    if isinstance(told, str):
        return [told]
    parts = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return [face for part in parts for face in faces_in(part)]


def test_the_endgame_is_announced() -> None:
    """§10.1  When the second player goes out, and again when the four are less than four."""
    game = ToldGame("hands=4/5/6-7/8-9/7-8/9-9 leader=0")
    assert events(game.tell("4")) == ["laid", "went_out"]
    assert seen(game.tell("5"))[2:] == [{"event": "endgame", "kind": "alternating"}]
    assert seen(game.tell("leave")) == [{"event": "left_it", "seat": 2, "action": "leave", "aside": True}]
    assert game.asked == [4]
    game = ToldGame("hands=4/5-5/6/8-9/7-8/9-9 leader=0")
    assert seen(game.tell("4", "pass", "6"))[2:] == [{"event": "endgame", "kind": "blocks"}]


def test_votes_are_sealed() -> None:
    """§14.8"""
    game = ToldGame("order_protocol=vote hands=4/5/6-7/8-9/7-8/9-9 leader=0")
    game.tell("4", "5")
    (voted,) = game.tell("2:first 4")
    assert (voted.public, voted.private) == ({"seat": 2, "aside": True}, {2: {"action": "first 4"}})
    assert seen(game.tell("4:first 4"))[1:] == [{"event": "ordered", "seat": 4}]


# -- table talk


def test_rang_pai() -> None:
    """§11.1  Who agrees has passed, without another decision."""
    position = "hands=5-6-6-K-R/3/4/9-2/A/8 leader=0"
    game = ToldGame(position)
    (rang,) = game.tell("5", "pass", "pass", "9", "0:rang")
    assert rang.public == {"seat": 0, "action": "rang", "to": 4, "aside": True}
    told = game.tell("agree")
    assert seen(told) == [
        {"event": "agreed", "seat": 4, "action": "agree", "to": 0},
        {"event": "passed", "seat": 4},
    ]
    game = ToldGame(position)
    told = game.tell("5", "pass", "pass", "9", "0:rang", "disagree")
    assert seen(told) == [{"event": "disagreed", "seat": 4, "action": "disagree", "to": 0, "aside": True}]


def test_counts() -> None:
    """§11.2, §14.20  The table counts, or the player, who is out when the number is wrong."""
    hands = "hands=4-5/5-6/6-7/8-9/7-8/3-3-3-3-3-3-3-3-3-3-3 leader=0"
    game = ToldGame(hands)
    assert seen(game.tell("0:count 2")) == [
        {"event": "asked_count", "seat": 0, "action": "count 2", "to": 2, "aside": True},
        {"event": "told", "seat": 2, "n": 2},
    ]
    assert seen(game.tell("1:count 5"))[1:] == [{"event": "told", "seat": 5, "more": True}]
    game = ToldGame(f"infringement=big_loser {hands}")
    assert events(game.tell("0:count 2")) == ["asked_count"]
    assert seen(game.tell("say 2")) == [{"event": "told", "seat": 2, "action": "say 2", "aside": True, "n": 2}]
    told = game.tell("0:count 4", "say more")
    assert seen(told) == [
        {"event": "told", "seat": 4, "action": "say more", "aside": True, "more": True},
        {"event": "infringed", "seat": 4, "place": 6},
    ]


def test_hands_are_shown_to_team_mates_and_exposed_to_all() -> None:
    """§11.3, §11.4"""
    game = ToldGame("hands=4-5-2/5-6/6-7/8-9/7-8/3-3 leader=0")
    (shown,) = game.tell("1:show_hand")
    assert shown.public == {"seat": 1, "action": "show_hand", "aside": True}
    assert shown.private == {seat: {"pieces": ["5H", "6S"]} for seat in (3, 5)}
    (exposed,) = game.tell("expose")
    assert exposed.public == {"seat": 0, "action": "expose", "aside": True, "pieces": ["4S", "5S", "2S"]}


def test_the_wind_is_asked_for() -> None:
    """§14.10"""
    game = ToldGame("wind_protocol=request hands=9/10-J/6-7/8-9/7-8/3-3 leader=0")
    (asked,) = game.tell("9", "ask_wind")
    assert asked.public == {"seat": 1, "action": "ask_wind", "aside": True}
    assert events(game.tell("pass", "pass", "pass", "pass")) == ["passed", "cleared", "wind"]


def test_the_wrong_number_of_cards() -> None:
    """§14.19  Everybody sees them; they are put right, or taken back."""
    game = ToldGame("misplay=correct hands=7-7-4/Q-Q-Q-4/6-7/8-9/7-8/3-3-3 leader=0")
    (misplayed,) = game.tell("7-7", "Q-Q-Q")
    assert misplayed.public == {"seat": 1, "action": "Q-Q-Q", "pieces": ["QD", "QH", "QS"]}
    assert len(game.hand(1)) == 4
    (corrected,) = game.tell("Q-Q")
    assert (corrected.event, corrected.public["spells"]) == ("corrected", ["Q", "Q"])
    game = ToldGame("misplay=correct hands=7-7-7-4/Q-Q-4/6-7/8-9/7-8/3-3-3 leader=0")
    told = game.tell("7-7-7", "Q-Q")
    assert events(told) == ["misplayed", "took_back", "passed"]
    assert "action" not in told[2].public
