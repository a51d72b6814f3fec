"""What people are told in the Giog family: every fact for the right eyes, and what follows from an action in order."""

import json
import random
import string
from typing import Any

import pytest

from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import LANGUAGES
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact
from qipai.games import GAMES
from tests.games.giog.told import ToldDeal

FAMILY = [game for game in GAMES.values() if game.room == "giog"]
EVENTS = {
    "stacked",
    "lots",
    "turned",
    "tied",
    "ordered",
    "took",
    "directed",
    "dealt",
    "laid",
    "revealed",
    "exposed",
    "thrown_in",
    "beheaded",
    "cleared",
}


def events(facts: list[Fact]) -> list[str]:
    return [fact.event for fact in facts]


def play_out(deal: ToldDeal, chance: random.Random) -> None:
    while deal.phase != "over":
        for seat in deal.asked:
            deal.tell(seat, chance.choice(deal.legal(seat)))


def changes(game: Any, ruleset: Any) -> dict[str, str]:
    return game.changed_options(ruleset)


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(4))
def test_facts_follow_the_pieces(game: Any, seed: int) -> None:
    """§12.1 to §12.3  Hands move with the kinds, and what a fact tells one seat the others do not see."""
    chance = random.Random(f"{game.name} {seed}")
    players = game.seats[seed % len(game.seats)]
    deal = ToldDeal.dealt(game.name, players, seed, **changes(game, random_ruleset(game, chance)))
    pack = sum(map(len, deal.faces.hands)) + len(deal.faces.undealt)
    play_out(deal, chance)
    assert not any(deal.faces.hands)
    for fact in deal.facts:
        assert fact.event in EVENTS
        assert Fact.read(json.loads(json.dumps(fact.whole()))) == fact
        for seat, part in fact.private.items():
            assert fact.event == "dealt" or seat == fact.public["seat"]
            assert not set(part) & set(fact.seen_by(SPECTATOR))
    laid = [face for fact in deal.facts if fact.event == "laid" for face in fact.seen_by(fact.public["seat"])["cards"]]
    scored = deal.scored()
    assert Fact.read(json.loads(json.dumps(scored.whole()))) == scored
    assert len(laid) + len(scored.public["left"] or []) == pack


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.name)
def test_there_are_words_for_everything(game: Any) -> None:
    """Every language has a text with the same fields; every event, kind and reason has its words."""
    words = game.words
    for chapter in words.values():
        for told in chapter.values():  # a sentence, or what has a name and a meaning
            for sentence in [told["name"], told["meaning"]] if "meaning" in told else [told]:
                assert set(sentence) == set(LANGUAGES)
            fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in sentence.values()]
            assert fields[0] == fields[1] == fields[2]
    assert set(game.kinds) <= set(words["kinds"])
    chance = random.Random(game.name)
    for players in game.seats:
        deal = ToldDeal.dealt(game.name, players, players, **changes(game, random_ruleset(game, chance)))
        play_out(deal, chance)
        for fact in (*deal.facts, deal.scored()):
            assert line_of(fact) in words["events"]
            assert fact.public.get("why", "highest") in words["why"]
            assert fact.public.get("kind", "single") in words["kinds"]
            assert fact.public.get("group", "foot") in words["groups"]


def line_of(fact: Fact) -> str:
    """The key of a fact's line in the log."""
    told = fact.public
    if fact.event == "laid":
        if told.get("down"):
            return "led" if told.get("lead") else "laid"
        return "led_up" if told.get("lead") else "laid_under" if told.get("under") else "laid_up"
    return "cleared_none" if fact.event == "cleared" and told["winner"] is None else fact.event


# -- the sharing out


def turning(*pieces: str) -> tuple[ToldDeal, list[int], list[int]]:
    """A deal of Giog in which the players turn up these pieces in turn: the deal, the seats in turn, and their stacks.

    Everybody takes the first stack in the row of the next seat; who must turn up another takes the second, and so on.
    """
    first = ToldDeal.dealt("giog", 4).public.first
    seats = [(first + turn) % 4 for turn in range(4)]
    stacks = [4 * ((seats[turn % 4] + 1) % 4) + 1 + turn // 4 for turn in range(len(pieces))]
    places = {2 * stack - 2: piece for stack, piece in zip(stacks, pieces, strict=True)}
    return ToldDeal.dealt("giog", 4, places=places), seats, stacks


def test_stacks_are_turned_up_for_the_order() -> None:
    """§3.1, §3.2, §3.4, §3.5  Of horse, elephant, pawn and general, the last is first and the third last."""
    deal, seats, stacks = turning("rH", "bE", "bP", "rG")
    layout, lots = deal.facts
    assert layout.public["rows"] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    assert (layout.public["layout"], "long" in layout.public) == ("rows", False)
    assert lots.public == {"dice": None, "first": seats[0]}
    told = [fact for seat, stack in zip(seats, stacks, strict=True) for fact in deal.tell(seat, f"turn {stack}")]
    assert told[1].public == {"seat": seats[1], "action": f"turn {stacks[1]}", "stack": stacks[1], "pieces": ["bE"]}
    order = [seats[3], seats[1], seats[0], seats[2]]
    assert events(told) == ["turned"] * 4 + ["ordered"]
    assert told[-1].public == {"order": order, "section": "3.2"}

    took, dealt = deal.tell(order[0], "take 8")
    taken = {order[0]: [8, 4, 16, 12], order[1]: [7, 3, 15, 11], order[2]: [6, 2, 14, 10], order[3]: [5, 1, 13, 9]}
    assert took.public["taken"] == [taken[seat] for seat in range(4)]
    assert dealt.public == {"counts": [8, 8, 8, 8]}
    for seat in range(4):
        assert dealt.seen_by(seat)["cards"] == dealt.hidden["hands"][seat]
        assert len(dealt.hidden["hands"][seat]) == 8
    assert "cards" not in dealt.seen_by(SPECTATOR)


def test_equal_pieces_are_turned_up_again() -> None:
    """§3.3  The two horses decide between themselves."""
    deal, seats, stacks = turning("bE", "bH", "bP", "bH", "rC", "rG", "rA", "rP")
    told = [fact for seat, stack in zip(seats, stacks, strict=False) for fact in deal.tell(seat, f"turn {stack}")]
    assert events(told)[-1] == "tied"
    assert told[-1].public == {"seats": sorted((seats[1], seats[3]))}
    assert events(deal.tell(seats[1], f"turn {stacks[5]}")) == ["turned"]
    turned, ordered = deal.tell(seats[3], f"turn {stacks[7]}")
    assert turned.public["pieces"] == ["rP"]
    assert ordered.public == {"order": [seats[0], seats[1], seats[3], seats[2]], "section": "3.3"}


def test_the_long_row_is_told() -> None:
    """§3.1, §11.2"""
    layout = ToldDeal.dealt("giog", 3, long_row="2").facts[0].public
    assert [len(row) for row in layout["rows"]] == [5, 6, 5]
    assert layout["long"] == 1


def test_the_circle_is_counted_out() -> None:
    """§3.6, §3.7  Horse and elephant make 10, and the player opposite the opener starts."""
    deal = ToldDeal.dealt("jumapao", 4, opener=1, places={12: "bH", 13: "rE"})
    assert events(deal.facts) == ["stacked"]
    assert deal.facts[0].public == {"layout": "circle", "rows": [list(range(1, 17))]}
    turned, ordered = deal.tell(1, "turn 7")
    assert (turned.public["pieces"], turned.public["sum"]) == (["bH", "rE"], 10)
    assert ordered.public == {"order": [3], "section": "3.6"}
    assert len(deal.faces.hands[3]) == 2
    took, dealt = deal.tell(0, "take 8")
    assert took.public["taken"] == [[8, 12, 16, 4], [9, 13, 1, 5], [10, 14, 2, 6], [7, 11, 15, 3]]
    assert {"bH", "rE"} <= set(dealt.seen_by(3)["cards"])


def test_the_first_opener_is_drawn_by_lot() -> None:
    """§3.6"""
    assert events(ToldDeal.dealt("jumapao", 4).facts) == ["stacked", "lots"]


def test_the_first_stack_of_sang_krip_is_its_takers_secret() -> None:
    """§3.8, §12.2"""
    deal = ToldDeal.dealt("sangkrip", 3, places={8: "rG", 9: "bP"})
    starter = deal.facts[1].public["first"]
    (took,) = deal.tell(starter, "take 5")
    assert took.seen_by(starter)["pieces"] == ["rG", "bP"]
    assert took.public == {"seat": starter, "action": "take 5", "stack": 5}
    took, dealt = deal.tell((starter + 1) % 3, "take 4")
    assert took.public["taken"][starter] == [5, 2, 15, 12]
    assert (dealt.public["counts"], len(dealt.hidden["left"])) == ([8, 8, 8], 8)


def test_dice_are_shown() -> None:
    """§3.9  The first with the highest throw leads."""
    lots, dealt = ToldDeal.dealt("daqiluo1", 5).facts
    dice, first = lots.public["dice"], lots.public["first"]
    assert dice[first] == max(dice)
    assert dealt.public == {"counts": [6] * 5}


def test_the_order_of_the_stacks_is_told() -> None:
    """§11.10, §12.2  Everybody sees the row and who gets which stack, each player the pieces."""
    deal = ToldDeal.dealt("daqiluo2", 2, places={12: "rG"}, stack_order="directed")
    stacked, lots = deal.facts
    assert stacked.public == {"layout": "row", "stacks": 8, "size": 4}
    assert len(stacked.hidden["places"]) == 32
    first = lots.public["first"]
    directed, dealt = deal.tell(first, "direct ends_right")
    taken = [[8, 7, 6, 5], [1, 2, 3, 4]]
    assert directed.public == {
        "seat": first,
        "action": "direct ends_right",
        "kind": "ends_right",
        "taken": taken if first == 0 else taken[::-1],
    }
    assert not directed.private
    assert not directed.hidden
    assert dealt.public == {"counts": [16, 16]}
    places_of = stacked.hidden["places"]
    own = [piece for stack in taken[0] for piece in places_of[4 * stack - 4 : 4 * stack]]
    assert sorted(dealt.seen_by(first)["cards"]) == sorted(own)
    assert places_of[12] in dealt.seen_by(1 - first)["cards"]
    assert "cards" not in dealt.seen_by(SPECTATOR)


def test_tam_cuc_is_dealt_at_once() -> None:
    """§3.10, §11.9"""
    lots, dealt = ToldDeal.dealt("tamcuc", 3, tamcuc_three="27").facts
    assert lots.public["dice"] is None
    assert dealt.public == {"counts": [9, 9, 9]}


# -- laid face down, turned up together


def test_what_lies_face_down_is_its_players_secret() -> None:
    """§5.1, §6.1  The others learn the number, and of the leader the type."""
    deal = ToldDeal.holding("giog", "rC-rC-bP", "rA-bA-rP", "bR-bR-rE", "rH-bH-bP")
    (led,) = deal.tell(0, "rC-rC")
    assert led.seen_by(1) == {"event": "laid", "seat": 0, "count": 2, "down": True, "lead": True, "kind": "pair"}
    assert led.seen_by(0)["cards"] == ["rC", "rC"]
    (laid,) = deal.tell(1, "rA-bA")
    assert laid.seen_by(0) == {"event": "laid", "seat": 1, "count": 2, "down": True}
    assert laid.private == {1: {"action": "rA-bA", "cards": ["rA", "bA"]}}
    assert [len(hand) for hand in deal.faces.hands] == [1, 1, 3, 3]


def test_everything_is_turned_up_at_once() -> None:
    """§5.3, §6.2  On a pair of cannons, a guard of each colour is nothing, and chariots win."""
    deal = ToldDeal.holding("giog", "rC-rC-bP", "rA-bA-rP", "bR-bR-rE", "rH-bH-bP")
    laid, revealed, cleared = deal.tell_trick("rC-rC", "rA-bA", "bR-bR", "rH-bP")
    assert laid.event == "laid"
    assert revealed.public["plays"] == [
        {"seat": 0, "cards": ["rC", "rC"], "kind": "pair", "best": False},
        {"seat": 1, "cards": ["rA", "bA"], "kind": None, "best": False},
        {"seat": 2, "cards": ["bR", "bR"], "kind": "pair", "best": True},
        {"seat": 3, "cards": ["rH", "bP"], "kind": None, "best": False},
    ]
    assert cleared.public == {"trick": 2, "winner": 2, "taken": 8, "pot": 0, "why": "highest", "section": "5.3"}


@pytest.mark.parametrize(
    ("name", "texts", "winner", "why", "section"),
    [
        ("giog", ("rC", "bA", "bH", "bA"), 3, "priority", "6.3"),
        ("giog", ("rR", "rR", "bH", "bP"), 0, "leader", "6.3"),
        ("jumapao", ("rC", "bA", "bH", "bA"), None, "set_aside", "6.4"),
        ("daqiluo1", ("rC", "bA", "bA", "bH"), 1, "earlier", "6.6"),
        ("daqiluo1", ("bA", "bA", "rC", "bH"), 0, "earlier", "6.6"),
        ("zhihu", ("rC", "bR", "bR", "bH"), 1, "earlier", "6.6"),
        ("zhihu", ("rC", "bA", "rG", "bP"), 0, "highest", "5.3"),
    ],
)
def test_why_a_trick_is_won(name: str, texts: tuple[str, ...], winner: int | None, why: str, section: str) -> None:
    """§5.4, §6.3, §6.4, §6.6"""
    deal = ToldDeal.holding(name, *(f"{text}-bP-rP" for text in texts), priority=(3, 1, 0, 2))
    cleared = deal.tell_trick(*texts)[-1].public
    assert (cleared["winner"], cleared["why"], cleared["section"]) == (winner, why, section)
    assert (cleared["taken"], cleared["pot"]) == ((0, 4) if winner is None else (4, 0))


def test_the_pot_of_the_last_trick_is_nobodys() -> None:
    """§6.5"""
    deal = ToldDeal.holding("jumapao", "rC", "rC", "bP", pot=3)
    cleared = deal.tell_trick("rC", "rC", "bP")[-1].public
    assert (cleared["winner"], cleared["pot"], cleared["why"], cleared["section"]) == (None, 6, "nobody", "6.5")


def test_who_keeps_a_general_too_long_is_beheaded() -> None:
    """§9.3, §10.1  The trick is told as usual, and nothing taken counts."""
    deal = ToldDeal.holding("giog", "rP", "bG", "rC")
    assert events(deal.tell_trick("rP", "bG", "rC")) == ["laid", "revealed", "beheaded", "cleared"]
    assert deal.facts[-2].public == {"seat": 1, "section": "9.3"}
    assert deal.facts[-1].public["winner"] == 1
    rows = deal.scored().public["rows"]
    assert [(row["captured"], row["counts"], row["beheaded"]) for row in rows] == [(0, 0, False), (3, 0, True), (0, 0, False)]
    assert deal.scored().public["points"] == [20, 20, 20]


def test_the_group_is_named() -> None:
    """§4.11, §5.1"""
    deal = ToldDeal.holding("zhihu", "rR-rH-rC-bP", *["bR-bH-bC-rP"] * 3)
    (led,) = deal.tell(0, "rR-rH-rC-bP")
    assert (led.public["kind"], led.public["group"]) == ("triple_one", "mobile")


# -- exposed or thrown in


def test_what_does_not_beat_the_best_is_thrown_in_unseen() -> None:
    """§7.1 to §7.4  On a cannon, the first guard is exposed, the second and a horse are thrown in."""
    deal = ToldDeal.holding("sangkrip", "rC-bP", "bA-bP", "bA-rP", "rH-rP")
    told = deal.tell_trick("rC", "bA", "bA", "rH")
    assert events(told) == ["laid", "revealed", "exposed", "thrown_in", "thrown_in", "cleared"]
    assert told[1].public == {"plays": [{"seat": 0, "cards": ["rC"], "kind": "single", "best": True}]}
    assert told[2].public == {"seat": 1, "pieces": ["bA"], "kind": "single"}
    assert told[3].seen_by(0) == {"event": "thrown_in", "seat": 2, "count": 1}
    assert told[3].seen_by(2)["pieces"] == ["bA"]
    assert told[-1].public == {"trick": 2, "winner": 1, "taken": 4, "pot": 0, "why": "highest", "section": "7.2"}
    deal.tell_trick("bP", "rP", "rP", "bP")
    opened = deal.scored().public["thrown"]
    assert [(thrown["trick"], thrown["seat"], thrown["cards"]) for thrown in opened][:2] == [(2, 2, ["bA"]), (2, 3, ["rH"])]


def test_showing_may_be_a_choice() -> None:
    """§7.5, §11.5  Each is asked in turn; the pieces had left the hand before."""
    deal = ToldDeal.holding("tamcuc", "rC-bP", "bA-bP", "rA-rP")
    assert events(deal.tell_trick("rC", "bA", "rA")) == ["laid", "revealed"]
    (thrown,) = deal.tell(1, "conceal")
    assert thrown.seen_by(2) == {"event": "thrown_in", "seat": 1, "action": "conceal", "count": 1}
    assert thrown.seen_by(1)["pieces"] == ["bA"]
    exposed, cleared = deal.tell(2, "expose")
    assert exposed.public == {"seat": 2, "action": "expose", "pieces": ["rA"], "kind": "single"}
    assert cleared.public["winner"] == 2


def test_when_nothing_can_win() -> None:
    """§9.5, §11.1"""
    deal = ToldDeal.holding("sangkrip", "rG", "bG", general_rule="void")
    cleared = deal.tell_trick("rG", "bG")[-1].public
    assert (cleared["winner"], cleared["why"], cleared["section"]) == (1, "next", "11.1")
    deal = ToldDeal.holding("tamcuc", "rG-bP", "bG-rP", trick=1)
    deal.tell_trick("rG", "bG")
    cleared = deal.tell(1, "conceal")[-1].public
    assert (cleared["winner"], cleared["why"], cleared["section"]) == (0, "void", "9.5")


def test_an_offenders_pieces_are_credited() -> None:
    """§9.4, §10.2  Thrown in or exposed, a general in the last trick of Sang krip is told, and its player's pieces count for another."""
    deal = ToldDeal.holding("sangkrip", "rG-bP", "bG-rC", "rP-bP")
    deal.tell_trick("bP", "rC", "rP")
    told = deal.tell_trick("bG", "bP", "rG")
    assert events(told) == ["laid", "revealed", "beheaded", "thrown_in", "exposed", "beheaded", "cleared"]
    assert [fact.public["section"] for fact in told if fact.event == "beheaded"] == ["9.4", "9.4"]
    scored = deal.scored().public
    assert [(row["captured"], row["counts"]) for row in scored["rows"]] == [(3, 0), (3, 0), (0, 6)]
    assert (scored["section"], scored["points"]) == ("10.2", [-2, -2, 4])


def test_a_concealed_general_is_not_told_before_the_trick_is_over() -> None:
    """§11.5, §12.1  What was thrown in stays unseen while others are still asked, a general among it too."""
    deal = ToldDeal.holding("sangkrip", "rC", "bG", "rP", may_conceal=True)
    deal.tell_trick("rC", "bG", "rP")
    assert events(deal.tell(1, "conceal")) == ["thrown_in"]
    assert (deal.public.offenders, deal.board(2)["beheaded"]) == (0, [])
    assert events(deal.tell(2, "conceal")) == ["thrown_in", "beheaded", "cleared"]
    assert (deal.facts[-2].public["seat"], deal.board(2)["beheaded"]) == (1, [1])


def test_an_exposed_general_is_told_at_once() -> None:
    """§9.4, §12.1"""
    deal = ToldDeal.holding("sangkrip", "rC", "bG", "rP", may_conceal=True)
    deal.tell_trick("rC", "bG", "rP")
    assert events(deal.tell(1, "expose")) == ["exposed", "beheaded"]


# -- face up in turn


def test_what_is_as_high_lies_on_top() -> None:
    """§8.1 to §8.4  Guard on cannon, guard on guard, and a horse goes under the pile unseen."""
    deal = ToldDeal.holding("daqiluo2", "rC-bP", "bA-bP", "rA-rP", "rH-rP")
    (led,) = deal.tell(0, "rC")
    assert led.public == {"seat": 0, "count": 1, "action": "rC", "cards": ["rC"], "lead": True, "kind": "single"}
    (laid,) = deal.tell(1, "bA")
    assert laid.public == {"seat": 1, "count": 1, "action": "bA", "cards": ["bA"], "kind": "single"}
    deal.tell(2, "rA")
    under, cleared = deal.tell(3, "rH")
    assert under.public == {"seat": 3, "count": 1, "under": True}
    assert under.seen_by(3)["cards"] == ["rH"]
    assert (cleared.public["winner"], cleared.public["why"], cleared.public["section"]) == (2, "later", "8.2")
    cleared = deal.tell_trick("rP", "rP", "bP", "bP")[-1].public
    assert (cleared["winner"], cleared["why"]) == (1, "later")


def test_nobody_learns_whether_pieces_went_under_by_choice() -> None:
    """§11.6, §12.2"""
    deal = ToldDeal.holding("daqiluo2", "rC-bP", "bA-bP", "bP-rP", must_show=False)
    deal.tell(0, "rC")
    chosen, forced = deal.tell(1, "under bA")[0], deal.tell(2, "bP")[0]
    assert chosen.seen_by(0) == {**forced.seen_by(0), "seat": 1}
    assert chosen.seen_by(1)["action"] == "under bA"


def test_under_the_pile_may_be_face_up() -> None:
    """§11.7"""
    deal = ToldDeal.holding("daqiluo2", "rC-bP", "bP-rP", "bA-bP", under_face="up")
    deal.tell(0, "rC")
    assert deal.tell(1, "bP")[0].public == {"seat": 1, "count": 1, "action": "bP", "cards": ["bP"], "under": True}


def test_a_general_wins_the_last_trick() -> None:
    """§10.3, §10.4"""
    deal = ToldDeal.holding("daqiluo2", "rC", "rG", "bH")
    deal.tell_trick("rC", "rG", "bH")
    scored = deal.scored().public
    assert scored["section"] == "10.4"
    assert [row["bonus"] for row in scored["rows"]] == [-2, 4, -2]
    assert [row["points"] for row in scored["rows"]] == scored["points"]


def test_the_last_trick_wins_zhi_hu() -> None:
    """§10.5"""
    deal = ToldDeal.holding("zhihu", "rC", "rR", "bR", "rG")
    deal.tell_trick("rC", "rR", "bR", "rG")
    scored = deal.scored().public
    assert (scored["winners"], scored["section"], scored["points"]) == ([1], "10.5", [0, 60, 0, 0])


def test_left_over_pieces_are_opened_at_the_end() -> None:
    """§3.5, §12.3"""
    deal = ToldDeal.dealt("giog", 3, 3)
    play_out(deal, random.Random(3))
    assert len(deal.scored().public["left"]) == 2
