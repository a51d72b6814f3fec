"""What people are told in Gou Ji: every fact for the right eyes, and what follows from an action in order."""

import json
import random
import string
from collections import Counter

import pytest

from qipai.engine import records
from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import LANGUAGES, WrongCards
from qipai.engine.lines import Teller, key_of
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact, kind_of
from qipai.games.gou_ji.notation.text import format_card, kinds_in
from tests.games.gou_ji.told import DUELS, EVERYBODY, GAME, MOVES, SEATS, ToldGame, events, seen

UNTOLD = {"answered", "voted", "confirmed", *MOVES}  # of these only what comes of them is a line of the log
AFTER = "hands=3-4-K/8-A-A/6/8-8-B/7-7-A-A/9-9"
LAST = "last=1/2/3/4/5/6"  # seat 5 is the big loser and owes two cards to seat 0, seat 4 one to seat 1


@pytest.mark.parametrize("seed", range(6))
def test_facts_follow_the_cards(seed: int) -> None:
    """§13.1, §13.2  Faces go with the cards; of what only one seat is told, the others are told nothing."""
    chance = random.Random(seed)
    options = GAME.changed_options(random_ruleset(GAME, chance)) if seed else {}
    game = ToldGame.dealt(seed, **options)
    for _ in range(2):
        game.play_out(chance)
        for fact in game.facts:
            assert Fact.read(json.loads(json.dumps(fact.whole()))) == fact
            for part in fact.private.values():
                assert not set(part) & set(fact.seen_by(SPECTATOR))
            assert not fact.private or set(fact.private) <= may_see(fact)
        assert [sorted(map(kind_of, hand)) for hand in game.faces.hands] == hands_of(game)
        held = Counter(face for hand in map(game.hand, range(SEATS)) for face in hand)
        assert held + Counter(map(format_card, game.faces.undealt)) + laid_in(game) == WHOLE_PACK
        game = ToldGame.dealt(seed, game.following(), **options)


def may_see(fact: Fact) -> set[int]:
    """Who may be told more of a fact than everybody."""
    if fact.event == "dealt":
        return set(range(SEATS))
    seat = fact.public["seat"]
    if fact.event in ("paid_tribute", "returned", "handed_over"):
        return {seat, fact.public["to"]}
    return {(seat + 2) % SEATS, (seat + 4) % SEATS} if fact.event == "showed_hand" else {seat}


def hands_of(game: ToldGame) -> list[list[int]]:
    """What lies in the hands: the cards of who was penalised have been taken away."""
    state = records.to_plain(game.state)
    return [[] if state.public.penalised >> seat & 1 else kinds_in(hand) for seat, hand in enumerate(state.hands)]


def laid_in(game: ToldGame) -> Counter[str]:
    return Counter(face for fact in game.facts if fact.event in ("laid", "corrected") for face in fact.public["cards"])


WHOLE_PACK = Counter(
    {f"{rank}{suit}": 4 for rank in "3 4 5 6 7 8 9 10 J Q K A 2".split() for suit in "SHDC"} | {"B": 4, "R": 4},
)


def test_there_are_words_for_everything() -> None:
    """Every language has a text with the same fields; every event, kind, chip and reason has its words."""
    words = GAME.words
    for chapter in words.values():
        for told in chapter.values():  # a sentence, or what has a name and a meaning
            for sentence in [told["name"], told["meaning"]] if "meaning" in told else [told]:
                assert set(sentence) == set(LANGUAGES)
            fields = [
                {name.split("|")[0] for _, name, _, _ in string.Formatter().parse(text) if name} for text in sentence.values()
            ]
            assert fields[0] == fields[1] == fields[2]
    assert set(GAME.kinds) <= set(words["kinds"])
    chance = random.Random(7)
    for seed in range(6):
        game = ToldGame.dealt(seed, **GAME.changed_options(random_ruleset(GAME, chance)))
        game.play_out(chance)
        for fact in (*game.facts, Fact("scored", game.scored())):
            assert fact.event in UNTOLD or key_of(fact.seen_by(SPECTATOR), words["events"])
            assert fact.public.get("why", "taker") in words["why"]
            assert str(fact.public.get("place", 1)) in words["places"]
            if "spells" in fact.public:
                assert fact.public["kind"] in words["kinds"]
        assert {chip for seat in range(SEATS) for chip in game.chips(seat)} <= set(words["chips"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_can_be_said(language: str) -> None:
    """No line has a field left open, or a seat for a name, for whoever reads it."""
    chance = random.Random(language)
    names = ["Anna", "Bert", "Cora", "Dora", "Emil", "Fritz"]
    for seed in range(4):
        game = ToldGame.dealt(seed, **GAME.changed_options(random_ruleset(GAME, chance)))
        game.play_out(chance)
        for reader in EVERYBODY:
            teller = Teller(GAME, names, language, reader if reader != SPECTATOR else None)
            for told in (*seen(game.facts, reader), {"event": "scored", **game.scored()}):
                lines = list(teller.lines(told))
                assert lines or told["event"] in UNTOLD
                assert all(line and not any(left in line for left in ("{", "None")) for line in lines)


def test_lines_of_the_log() -> None:
    """§5.5, §7.4, §8.1, §11.2  As those who sit there read them."""
    game = ToldGame(f"hands=3-4-K/8-A-A/6/8-8-B/7-7-A-A/9-9-2-B phase=liberating {LAST} taker=2")
    paid = game.tell("5:pay", "4:pay")[-1]
    assert [line_of(paid, seat) for seat in (SPECTATOR, 5, 0)] == [
        "Fritz pays 2 to Anna, face down.",
        "You pay Anna 2S-B.",
        "Fritz pays you 2S-B.",
    ]
    game = ToldGame(DUELS)
    laid, duel = game.tell("K-K")
    assert (line_of(laid), line_of(duel, 3)) == ("Anna leads K-K", "Gou Ji level: Anna is in a duel with you.")
    passed, _ = game.tell("1:no_shao", "5:no_shao", "pass")
    assert line_of(passed) == "Dora gives up"
    assert line_of(game.tell("0:count 2")[-1], 4) == "Cora: 1 left"
    assert line_of(game.tell("0:expose")[0], 0) == "You lay your hand open: 4S-9S"
    assert line_of(ToldGame("hands=4/5/6-7/8-9/7-8/9-9 leader=0").tell("4")[-1]) == "Anna is out: 1st, Tou Ke."


def line_of(fact: Fact, reader: int = SPECTATOR) -> str:
    names = ["Anna", "Bert", "Cora", "Dora", "Emil", "Fritz"]
    (line,) = Teller(GAME, names, "en", reader if reader != SPECTATOR else None).lines(fact.seen_by(reader))
    return line


# -- before the play


def test_kai_pai_and_the_deal() -> None:
    """§2.2, §3.1  Who draws, what is counted, and who draws first; each seat sees its own cards."""
    lots, kaipai, dealt = ToldGame.dealt(1).facts
    assert events([lots, kaipai, dealt]) == ["lots", "kaipai", "dealt"]
    player, taker = lots.public["seat"], kaipai.public["to"]
    assert kaipai.public["seat"] == player
    assert taker == (player + kaipai.public["n"] - 1) % SEATS
    assert dealt.public == {"seat": taker, "counts": [36] * SEATS, "kind": "first"}
    assert dealt.seen_by(2)["cards"] == dealt.hidden["hands"][2]
    assert "cards" not in dealt.seen_by(SPECTATOR)


def test_jokers_go_back() -> None:
    """§2.2  The Kai Pai player who draws one gives the office to the right."""
    for seed in range(400):
        facts = ToldGame.dealt(seed).facts
        if facts[1].event == "kaipai_joker":
            assert facts[1].public["pieces"] in (["B"], ["R"])
            assert facts[1].public["seat"] == facts[0].public["seat"]
            assert facts[2].public["seat"] == (facts[0].public["seat"] + 1) % SEATS
            return
    pytest.fail("nobody drew a joker")


def test_the_card_that_lay_face_up() -> None:
    """§14.1  All see who has drawn it."""
    game = ToldGame.dealt(3, kaipai_card="face_up")
    kaipai, face_up = game.facts[-3], game.facts[-1]
    assert face_up.public == {"seat": game.public.starter, "pieces": kaipai.public["pieces"]}
    assert face_up.public["pieces"][0] in game.hand(game.public.starter)


def test_nobody_has_cards_before_a_taker_is_named() -> None:
    """§2.3  The naming gives them out, from whoever was named on."""
    first = ToldGame.dealt(5, table_talk="false", stop_on_sweep="false")
    first.play_out(random.Random(5))
    game = ToldGame.dealt(6, first.following(), table_talk="false")
    assert (game.facts, game.phase, [game.hand(seat) for seat in range(SEATS)]) == ([], "naming", [[]] * SEATS)
    pile = game.faces.undealt[::6]
    loser = game.public.big_loser
    named, dealt = game.tell(f"taker {(loser + 2) % SEATS}")
    assert named.public == {
        "seat": loser,
        "action": f"taker {(loser + 2) % SEATS}",
        "to": (loser + 2) % SEATS,
        "aside": True,
    }
    assert game.faces.hands[(loser + 2) % SEATS] == pile
    assert dealt.public == {"seat": (loser + 2) % SEATS, "counts": [36] * SEATS, "kind": "ordinary"}


def test_threes_are_shown_once_all_have_answered() -> None:
    """§3.2, §3.3, §13.2  Who else would have shown, nobody learns."""
    position = "hands=3-3-4/3-3-8/6/8/7/9 phase=showing threes=S-S:20:S/H-H:19:H/./././."
    game = ToldGame(position)
    first, *_ = game.tell("0:show")
    assert (first.public, first.private) == ({"seat": 0, "aside": True}, {0: {"action": "show"}})
    told = game.tell("1:show", "2:keep", "3:keep", "4:keep", "5:keep")
    assert seen(told)[1:] == [{"event": "showed", "seat": 1, "pieces": ["3H", "3H"]}]
    told = game.tell("play_on", "play_on", "play_on", "play_on", "play_on", "play_on")
    assert seen(told)[1:] == [{"event": "starts", "seat": 1, "why": "showed"}]
    told = ToldGame(position).tell("keep", "keep", "keep", "keep", "keep", "keep")
    assert seen(told)[1:] == [{"event": "none_showed"}]


def test_only_wishes_that_are_heard_become_known() -> None:
    """§4.2 to §4.4, §13.2  Seat 4 wants a revolution too, and nobody learns of it."""
    game = ToldGame("hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1")
    told = game.tell("1:play_on", "2:revolt", "3:play_on", "4:revolt", "5:play_on", "0:play_on")
    assert seen(told)[1:] == [{"event": "wishes", "seat": 2}]
    (plea,) = game.tell("4:plead")
    assert plea.public == {"seat": 4, "action": "plead", "pleads": True, "aside": True}
    assert events(game.tell("0:silent")) == ["pleaded"]
    assert events(game.tell("revolt")) == ["confirmed", "revolted", "abandoned"]
    assert not any("4" in json.dumps(fact) for fact in seen(game.facts[:6]) if fact.get("seat") != 4)
    scored = game.scored()
    assert (scored["ending"], scored["points"], scored["places"]) == ("thrown_in", [0] * SEATS, [None] * SEATS)
    assert scored["next"] == {"kind": "fresh", "section": "2.2", "tributes": [], "big_loser": None, "kaipai": 1}


def test_a_withdrawn_revolution() -> None:
    """§4.3  Then the next one is asked; without a plea it is declared at once."""
    game = ToldGame("hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1")
    game.tell("1:play_on", "2:revolt", "3:play_on", "4:revolt", "5:play_on", "0:play_on", "4:plead", "0:silent")
    assert events(game.tell("withdraw")) == ["confirmed", "withdrew", "wishes"]
    assert events(game.tell("0:silent", "2:silent")) == ["pleaded", "revolted", "abandoned"]


def test_revolutions_without_a_plea() -> None:
    """§14.2, §14.3  Two are needed, and each declares for good."""
    hands = "hands=3-2/3-B/6-A/8-2/7/9-2 phase=revolution taker=1"
    game = ToldGame(f"revolution_persuasion=false revolution_quorum=2 {hands}")
    told = game.tell("1:play_on", "2:revolt", "3:play_on", "4:revolt", "5:play_on", "0:play_on")
    assert seen(told)[1:] == [{"event": "revolted", "seat": 2}, {"event": "revolted", "seat": 4}, {"event": "abandoned"}]


def test_roles_are_swapped() -> None:
    """§5.1  Both agree, or nobody learns who was against it."""
    position = f"{AFTER} phase=swapping last=1/2/3/5/4/6 taker=2"
    game = ToldGame(position)
    assert events(game.tell("5:swap")) == ["answered"]
    assert seen(game.tell("3:swap"))[1:] == [{"event": "swapped", "seat": 5, "to": 3}]
    game = ToldGame(position)
    assert seen(game.tell("5:stay", "3:swap"))[1:] == [{"event": "not_swapped", "seats": [5, 3]}]


def test_liberation() -> None:
    """§5.3  A refusal is public; the other loser pays."""
    game = ToldGame(f"hands=4-K/8-A-A/6/8-8-B/7-7-A-A/9-R-R-R-R phase=liberating {LAST} taker=2")
    told = game.tell("5:refuse", "4:pay")
    assert events(told) == ["answered", "refused", "paid_tribute"]
    assert told[1].public == {"seat": 5}


def test_tribute_is_seen_by_two() -> None:
    """§5.5, §5.6, §13.2  The highest cards go over; what is returned goes back when all have chosen."""
    game = ToldGame(f"hands=3-4-K/8-A-A/6/8-8-B/7-7-A-A/9-9-2-B phase=liberating {LAST} taker=2")
    told = game.tell("5:pay", "4:pay")
    assert events(told) == ["answered", "paid_tribute", "paid_tribute"]
    handed = game.facts[-1]
    assert (handed.event, handed.public) == ("handed_over", told[2].public)
    assert told[2].public == {"seat": 5, "to": 0, "n": 2}
    assert told[2].private == {5: {"pieces": ["2S", "B"]}, 0: {"pieces": ["2S", "B"]}}
    assert handed.private == {5: {"cards": ["2S", "B"]}, 0: {"cards": ["2S", "B"]}}
    assert game.hand(0) == ["3S", "4S", "KS", "2S", "B"]
    (returned,) = game.act(0, "return 3-4", "4S-3S")
    assert returned.public == {"seat": 0, "to": 5, "n": 2, "aside": True}
    assert returned.private == {0: {"action": "return 3-4", "cards": ["3S", "4S"]}, 5: {"pieces": ["3S", "4S"]}}
    assert sorted(game.hand(0)) == ["2S", "3S", "4S", "B", "KS"]
    told = game.tell("1:return 8")
    assert events(told) == ["returned", "starts"]
    assert told[-1].public == {"seat": 5, "why": "big_loser"}
    assert sorted(game.hand(0)) == ["2S", "B", "KS"]
    assert sorted(game.hand(5)) == ["3S", "4S", "9H", "9S"]


def test_which_copies_go_back() -> None:
    """§5.6  The cards that were chosen, not others like them; cards that are not held are refused."""
    game = ToldGame(f"hands=3-3-3-K/8-A-A/6/8-8-B/7-7-A-A/9-9-2-B phase=liberating {LAST} taker=2")
    game.tell("5:pay", "4:pay")
    game.act(0, "return 3-3", "3D-3S")
    assert len(game.hand(0)) == 6
    game.tell("1:return 8")
    assert sorted(game.hand(0)) == ["2S", "3H", "B", "KS"]
    with pytest.raises(WrongCards):
        game.faces.take(0, [1], [game.faces.hands[1][0]])


def test_waivers() -> None:
    """§5.4  Only the outcome is public."""
    position = f"{AFTER} phase=waiving last=1/5/3/4/6/2 taker=2"  # seat 4 owes two cards to seat 0, seat 1 one to seat 5
    game = ToldGame(position)
    assert sorted(game.asked) == [0, 1, 4, 5]
    told = game.tell("0:waive", "1:waive", "4:waive", "5:insist")
    assert seen(told)[1:3] == [
        {"event": "not_waived", "seat": 1, "to": 5},
        {"event": "waived", "seat": 4, "to": 0},
    ]
    assert events(told)[3:] == ["paid_tribute"]


# -- the end


def test_the_end_of_a_game() -> None:
    """§12.1, §12.4, §2.1  Points, places, and what the next game will be; how much is left, and not what."""
    game = ToldGame("stop_on_sweep=false hands=9-9/8/./././. places=././3/2/1/4 leader=1")
    assert events(game.tell("8")) == ["laid", "went_out"]
    scored = game.scored()
    assert scored == {
        "points": [0, 0, 0, 0, 0, 0],
        "places": [6, 5, 3, 2, 1, 4],
        "ending": "played",
        "section": "12.1",
        "kind": "first",
        "penalised": [],
        "left": [2, 0, 0, 0, 0, 0],
        "next": {
            "kind": "ordinary",
            "section": "2.3",
            "tributes": [{"from": 0, "to": 4, "n": 2}, {"from": 1, "to": 3, "n": 1}],
            "big_loser": 0,
            "kaipai": None,
        },
    }


def test_a_sweep() -> None:
    """§12.2, §2.1, §5.2  Twelve points; fresh, and each loser owes their Dui Men one card."""
    game = ToldGame("hands=9/8/./7/./7 places=././2/./1/. leader=0 kaipai=2")
    game.tell("9")
    scored = game.scored()
    assert (scored["ending"], scored["points"]) == ("sweep", [12, -12] * 3)
    assert scored["places"] == [3, None, 2, None, 1, None]
    assert scored["next"] == {
        "kind": "fresh",
        "section": "2.2",
        "tributes": [{"from": 1, "to": 4, "n": 1}, {"from": 3, "to": 0, "n": 1}, {"from": 5, "to": 2, "n": 1}],
        "big_loser": None,
        "kaipai": 3,
    }


def test_what_is_told_of_the_next_game_is_what_it_is() -> None:
    """§2.1, §5.2, §12.4"""
    chance, setup = random.Random(2), None
    for seed in range(8):
        game = ToldGame.dealt(seed, setup)
        game.play_out(chance)
        coming, setup = game.scored()["next"], game.following()
        public = ToldGame.dealt(seed + 1, setup).public
        assert coming["kind"] == ("first", "fresh", "ordinary")[public.kind]
        assert coming["tributes"] == [
            {"from": seat, "to": public.receiver[seat], "n": public.owes[seat]} for seat in range(SEATS) if public.owes[seat]
        ]


def test_nobody_sees_more_than_they_may() -> None:
    """§13.2  What is in nobody's hand but one's own, nobody is told before it is laid or shown."""
    chance = random.Random(9)
    game = ToldGame.dealt(9, table_talk="false")
    game.play_out(chance)
    for observer in EVERYBODY:
        told = [fact.seen_by(observer) for fact in game.facts if fact.event not in ("dealt", "answered")]
        assert Counter(face for fact in told for face in fact.get("cards", [])) == laid_in(game)
        answers = [fact for fact in game.facts if fact.event == "answered" and fact.public["seat"] != observer]
        assert not any({"action", "cards"} & set(fact.seen_by(observer)) for fact in answers)
