"""What people are told in Luk Fu: every fact for the right eyes, and what follows from an action in order."""

import json
import random
import string
from typing import Any

import pytest

from qipai.engine.conformance import random_ruleset
from qipai.engine.errors import LANGUAGES
from qipai.engine.lines import Teller, key_of
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact
from tests.games.luk_fu.told import GAME, ToldDeal, deal_of

FIVE = ["1S", "1G", "1K", "1C", "L"]
UNTOLD = {"answered"}  # who has answered the question for the five tigers is no line of the log

# §10.3 the dealer is to declare: six tricks by these two melds, and 9S and L in the hand
ROUNDS = "9G-8G-7G down 3S-2S-3G down 5S-6G-1G 4S-4K-4C down 2G-3K-2K down 7K-5K-1K"
HANDS = ("9S-9G-8G-7G-4S-4K-4C-L", "3S-2S-3G-2G-3K-2K-3C-2C", "9C", "5S-6G-1G-7K-5K-1K-8C-6C")
# the same with player 3 in the dealer's place: he beats the dealer's lead
LOST = "6G-5G-4G down 3S-2S-3G 9G-8G-7G 4S-4K-4C down 5S-7K-5K down 2G-3K-2K"
LOSING = ("6G-5G-4G-5S-7K-5K-8C-6C", *HANDS[1:3], HANDS[0])


def events(facts: list[Fact]) -> list[str]:
    return [fact.event for fact in facts]


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("seed", range(6))
def test_facts_follow_the_cards(players: int, seed: int) -> None:
    """§12.1 to §12.3  Hands move with the cards, and what a fact tells one seat the others do not see."""
    chance = random.Random(f"{players} {seed}")
    deal = ToldDeal.dealt(players, seed, **GAME.changed_options(random_ruleset(GAME, chance)))
    hands = next(fact for fact in deal.facts if fact.event == "dealt").hidden["hands"]
    deal.play_out(chance)
    for fact in (*deal.facts, *deal.result()):
        assert Fact.read(json.loads(json.dumps(fact.whole()))) == fact
        for seat, part in fact.private.items():
            assert fact.event == "dealt" or (seat == fact.public["seat"] and fact.event in ("laid", "answered"))
            assert not set(part) & set(fact.seen_by(SPECTATOR))
    for seat, faces in enumerate(deal.faces.hands):
        laid = [fact for fact in deal.facts if fact.event == "laid" and fact.public["seat"] == seat]
        gone = [face for fact in laid for face in fact.seen_by(seat)["cards"]]
        assert sorted(gone + [GAME.notation.format_card(card) for card in faces]) == sorted(hands[seat])


def test_there_are_words_for_everything() -> None:
    """Every language has a text with the same fields; every event, kind, chip and reason has its words."""
    words = GAME.words
    for chapter in words.values():
        for told in chapter.values():  # a sentence, or what has a name and a meaning
            for sentence in [told["name"], told["meaning"]] if "meaning" in told else [told]:
                assert set(sentence) == set(LANGUAGES)
            fields = [{name for _, name, _, _ in string.Formatter().parse(text) if name} for text in sentence.values()]
            assert fields[0] == fields[1] == fields[2]
    assert set(GAME.kinds) <= set(words["kinds"])
    chance = random.Random(7)
    for seed in range(24):
        deal = ToldDeal.dealt(3 + seed % 2, seed, **GAME.changed_options(random_ruleset(GAME, chance)))
        deal.play_out(chance)
        for fact in (*deal.facts, *deal.result()):
            assert fact.event in UNTOLD or key_of(fact.seen_by(SPECTATOR), words["events"])
            assert fact.public.get("why", "tricks") in words["why"]
            assert fact.public.get("kind", "single") in words["kinds"]
        assert {chip["chip"] for place in deal.board(0)["seats"] for chip in place["chips"]} <= set(words["chips"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_can_be_said(language: str) -> None:
    """No line has a field left open, for whoever reads it."""
    chance = random.Random(language)
    for seed in range(8):
        players = 3 + seed % 2
        deal = ToldDeal.dealt(players, seed)
        deal.play_out(chance)
        for reader in (SPECTATOR, *range(players)):
            teller = Teller(GAME, list("ABCD"[:players]), language, reader if reader != SPECTATOR else None)
            for fact in (*deal.facts, *deal.result()):
                for line in teller.lines(fact.seen_by(reader)):
                    assert line
                    assert not any(left in line for left in ("{", "down ", "None"))


# -- before the play


def test_the_deal_is_told() -> None:
    """§2.1, §2.3, §3.1, §3.2, §12.2  Everybody sees how many cards each has; the dreamer's one card is his secret."""
    lots, dealt, dreaming = ToldDeal.dealt(4).facts
    dealer = lots.public["seat"]
    dreamer = (dealer + 2) % 4
    assert dreaming.public == {"seat": dreamer}
    assert dealt.public == {"dealer": dealer, "counts": [1 if seat == dreamer else 12 for seat in range(4)]}
    for seat in range(4):
        assert dealt.seen_by(seat)["cards"] == dealt.hidden["hands"][seat]
    assert "cards" not in dealt.seen_by(SPECTATOR)


def test_three_have_no_dreamer() -> None:
    """§2.2"""
    deal = ToldDeal.dealt(3)
    assert events(deal.facts) == ["lots", "dealt"]
    assert deal.facts[1].public["counts"] == [12, 12, 12]


def test_claim_and_silence_are_sealed() -> None:
    """§4.1, §12.2  Of an answer all learn that it was given; what it was, only who gave it."""
    deal = ToldDeal(f"luk_fu dealer=0 hands={'-'.join(FIVE)}/9S-9G-9K-9C-8S/2S/8G-8K-8C-7S-7G")
    (claim,) = deal.tell("claim")
    (keep,) = deal.tell("keep")
    assert claim.seen_by(1) == {"event": "answered", "seat": 0}
    assert keep.seen_by(0) == {"event": "answered", "seat": 1}
    assert claim.seen_by(0)["action"] == "claim"
    _, claimed = deal.tell("keep")
    assert claimed.public == {"seat": 0, "cards": FIVE, "n": 8}


def test_a_claim_is_paid_as_eight_tricks() -> None:
    """§10.5, §3.2  The dreamer gets nothing, and his card stays closed."""
    deal = ToldDeal(f"luk_fu dealer=0 hands={'-'.join(FIVE)}/9S-9G-9K-9C-8S/2S/8G-8K-8C-7S-7G claim keep keep")
    scored = deal.scored()
    assert scored["payments"] == [
        {"from": 1, "to": 0, "owed": 4, "why": "claim"},
        {"from": 3, "to": 0, "owed": 4, "why": "claim"},
    ]
    assert (scored["ending"], scored["section"], scored["dreamt"]) == ("claimed", "10.5", None)
    assert "dreamt" not in events(deal.facts)


def test_calls_are_told() -> None:
    """§4.2, §4.3"""
    deal = ToldDeal.dealt(4)
    assert events(deal.tell("keep", "keep", "keep")) == ["answered", "unclaimed"]
    (called,) = deal.tell("not_play")
    assert called.public == {"seat": deal.public.dealer, "action": "not_play", "kind": "not_play"}
    called, privileged = deal.tell("play")
    assert called.public["action"] == "play"
    assert privileged.public == {"seat": (deal.public.dealer + 1) % 4}


def test_a_dealer_who_calls_is_not_privileged() -> None:
    """§4.3"""
    assert events(ToldDeal.dealt(3).tell("play")) == ["called"]


def test_nobody_calls() -> None:
    """§4.4, §3.2"""
    deal = ToldDeal.dealt(4)
    told = deal.tell("keep", "keep", "keep", "not_play", "not_play", "not_play")
    assert events(told) == ["called", "abandoned"]
    scored = deal.scored()
    assert (scored["ending"], scored["payments"], scored["points"], scored["dreamt"]) == ("abandoned", [], [0] * 4, None)


def test_late_claims_are_asked_after_the_dealers_call() -> None:
    """§11.1  A claim makes the call void: nobody has been made privileged."""
    hands = f"9S-9G-9K-9C-8S/{'-'.join(FIVE)}/2S/8G-8K-8C-7S-7G"
    deal = ToldDeal(f"luk_fu ng_fu_late_claim=true dealer=0 hands={hands} keep keep keep not_play")
    assert events(deal.tell("keep", "claim", "keep")) == ["answered", "claimed"]
    assert deal.scored()["winner"] == 1


# -- rounds


def test_leads_beats_and_surrenders() -> None:
    """§6.1 to §6.4, §12.1, §12.2  What lies face up all see; what was surrendered only its player."""
    deal = deal_of("7S-4G", "9S-3G", "2K", "6S-2G")
    (led,) = deal.tell("7S")
    assert led.public == {"seat": 0, "count": 1, "action": "7S", "cards": ["7S"], "kind": "single", "best": True, "lead": True}
    (beaten,) = deal.tell("9S")
    assert beaten.public == {"seat": 1, "count": 1, "action": "9S", "cards": ["9S"], "kind": "single", "best": True}
    down, cleared = deal.tell("down 6S")
    assert down.public == {"seat": 3, "count": 1, "down": True}
    assert down.private == {3: {"action": "down 6S", "cards": ["6S"]}}
    assert cleared.public == {"seat": 1, "round": 1, "tricks": 1, "total": 1}
    assert "6S" not in str([fact.seen_by(seat) for fact in (down, cleared) for seat in (SPECTATOR, 0, 1, 2)])


def test_a_round_is_worth_its_cards() -> None:
    """§6.4"""
    deal = deal_of(*HANDS, done=ROUNDS.rsplit(" down", 1)[0])
    assert deal.tell("down 7K-5K-1K")[-1].public == {"seat": 0, "round": 2, "tricks": 3, "total": 6}


# -- the end


def test_the_winner_shows_the_hand_and_the_dreamer_his_card() -> None:
    """§3.2, §9.1, §10.3, §12.1  Two tricks of the hand are aged; both nines match the dreamer's."""
    deal = deal_of(*HANDS, done=ROUNDS)
    declared, counted, dreamt, matched = deal.tell("declare")
    assert declared.public == {
        "seat": 0,
        "action": "declare",
        "pieces": ["9S", "L"],
        "held": 2,
        "tricks": 6,
        "n": 8,
    }
    assert counted.public == {"seat": 0, "pieces": ["9S", "L"]}
    assert dreamt.public == {"seat": 2, "cards": ["9C"]}
    assert matched.public == {"seat": 2, "pieces": ["9S", "9G"], "matches": 2}


def test_who_pays_whom() -> None:
    """§10.1 to §10.3  The example of the book: eight tricks and two matches."""
    deal = deal_of(*HANDS, done=f"{ROUNDS} declare")
    scored = deal.scored()
    assert scored["payments"] == [
        {"from": 1, "to": 0, "owed": 4, "why": "tricks"},
        {"from": 3, "to": 0, "owed": 4, "why": "tricks"},
        {"from": 1, "to": 2, "owed": 2, "why": "dreamer"},
        {"from": 3, "to": 2, "owed": 2, "why": "dreamer"},
    ]
    assert scored["points"] == [8, -6, 4, -6]
    assert (scored["n"], scored["value"], scored["income"], scored["liable"]) == (8, 4, 2, None)
    assert (scored["dreamt"], scored["matching"]) == (["9C"], ["9S", "9G"])
    paid = deal.result()[0]
    assert paid.public == {"seat": 1, "seats": [0], "owed": 4, "why": "tricks"}
    assert events(deal.result()) == ["paid"] * 4 + ["scored"]
    sections = deal.board(0)["outcome"]["sections"]
    assert [sections[payment["why"]] for payment in scored["payments"]] == ["10.1", "10.1", "10.3", "10.3"]


def test_a_privileged_loser_pays_for_both() -> None:
    """§10.4  The example of the book: player 2 has called, and player 3 wins."""
    deal = deal_of(*LOSING, calls="not_play play", done=f"{LOST} declare")
    scored = deal.scored()
    assert scored["payments"] == [
        {"from": 1, "to": 3, "owed": 8, "why": "tricks_for_both"},
        {"from": 1, "to": 2, "owed": 4, "why": "dreamer_for_both"},
    ]
    assert (scored["points"], scored["liable"]) == ([0, -12, 4, 8], 1)
    assert {deal.board(1)["outcome"]["sections"][payment["why"]] for payment in scored["payments"]} == {"10.4"}


def test_the_base_doubles_what_is_paid() -> None:
    """§11.7"""
    scored = deal_of(*HANDS, done=f"{ROUNDS} declare", base=5).scored()
    assert [payment["owed"] for payment in scored["payments"]] == [8, 8, 4, 4]


def test_red_imprints_are_paid() -> None:
    """§1.2, §11.8  3 + 3, and nothing for the dreamer, who shows his card all the same."""
    deal = deal_of(*HANDS, done=ROUNDS, scoring="sung1996")
    assert [fact.public for fact in deal.tell("declare")[2:]] == [{"seat": 2, "cards": ["9C"], "why": "no_income"}]
    scored = deal.scored()
    assert [(payment["owed"], payment["why"]) for payment in scored["payments"]] == [(6, "reds"), (6, "reds")]
    assert (scored["section"], scored["reds"]) == ("11.8", ["9S", "9G", "L"])
    scored = deal_of(*LOSING, calls="not_play play", done=f"{LOST} declare", scoring="sung1996").scored()
    assert scored["payments"] == [{"from": 1, "to": 3, "owed": 12, "why": "reds_for_both"}]


def test_no_card_matches() -> None:
    """§10.3"""
    deal = deal_of("9S-8S-7S-6S-5S-4S", "2G-2K-2C-3G-3K-3C", "1C", "5G-5K-7C-7K-8G-8K")
    declared, _, dreamt = deal.tell("declare")
    assert declared.public["n"] == 6
    assert dreamt.public == {"seat": 2, "cards": ["1C"], "why": "no_match"}
    assert [payment["to"] for payment in deal.scored()["payments"]] == [0, 0]


def test_the_cards_are_gone() -> None:
    """§9.2, §9.3, §3.2  Seven tricks with the last round win; without it, or without six, the deal is drawn and nothing is shown."""
    deal = deal_of("8G-7G-6G-5G-4G-3G-5K", "2G-2S-3S-2C-4S-3C-3K", "9C", "8K-6S-8C-6C-7S-5C-7K")
    deal.tell("8G-7G-6G-5G-4G-3G", "down 2G-2S-3S-2C-4S-3C", "down 6S-8C-6C-7S-5C-8K")
    told = deal.tell("5K", "down 3K", "7K")
    assert events(told) == ["laid", "cleared", "drawn"]
    assert told[-1].public == {"why": "not_the_last"}
    assert (deal.scored()["ending"], deal.scored()["dreamt"]) == ("drawn", None)
    deal = deal_of("8G-7G-6G-5G-4G-3G-5K", "2G-2S-3S-2C-4S-3C-3K", "9C", "4K-6S-8C-6C-7S-5C-7C")
    deal.tell("8G-7G-6G-5G-4G-3G", "down 2G-2S-3S-2C-4S-3C", "down 6S-8C-6C-7S-5C-4K")
    told = deal.tell("5K", "down 3K", "down 7C")
    assert events(told) == ["laid", "cleared", "won", "dreamt"]
    assert told[2].public == {"seat": 0, "n": 7}
    assert told[3].public["why"] == "no_match"
    deal = deal_of("8S", "7S", "2K", "6S")
    assert deal.tell("8S", "down 7S", "down 6S")[-1].public == {"why": "too_few"}


def test_six_tricks_at_the_very_end() -> None:
    """§11.6  Most tricks win, whoever took the last round; but two with six each draw."""
    hands = ("8G-7G-6G-5G-4G-3G-5K", "2G-2S-3S-2C-4S-3C-3K", "9C", "8K-6S-8C-6C-7S-5C-7K")
    done = "8G-7G-6G-5G-4G-3G down 2G-2S-3S-2C-4S-3C down 6S-8C-6C-7S-5C-8K 5K down 3K"
    assert events(deal_of(*hands, done=done, end_any_six="true").tell("7K"))[2:] == ["won", "dreamt"]
    hands = (
        "9S-8S-7S-6S-5S-4S-1G-2K-1K-3C-2C-1C",
        "2S-9G-8G-7G-6G-5G-4G-9K-7K-6K-4K-3K",
        "L",
        "3S-1S-3G-2G-8K-5K-9C-8C-7C-6C-5C-4C",
    )
    done = "9S-8S-7S-6S-5S-4S down 2S-9K-7K-6K-4K-3K down 9C-8C-7C-6C-5C-4C 3C-2C-1C 9G-8G-7G down 3S-1S-3G"
    deal = deal_of(*hands, done=f"{done} 6G-5G-4G down 2G-8K-5K", end_any_six="true")
    assert deal.tell("down 1G-2K-1K")[-1].public == {"why": "six_each"}


def test_nothing_that_was_surrendered_is_ever_shown() -> None:
    """§12.2  Not even when the deal is over, and no loser's hand either."""
    chance = random.Random(5)
    for seed in range(12):
        deal = ToldDeal.dealt(4, seed)
        deal.play_out(chance)
        scored = deal.scored()
        down = [fact for fact in deal.facts if fact.public.get("down")]
        secret = {face for fact in down for face in fact.private[fact.public["seat"]]["cards"]}
        losers = set(range(4)) - {scored["winner"]}
        secret |= {GAME.notation.format_card(card) for seat in losers for card in deal.faces.hands[seat]}
        shown = {face for fact in (*deal.facts, *deal.result()) for face in faces_in(fact.public)}
        assert not shown & secret - set(scored["dreamt"] or ())


def faces_in(told: Any) -> set[str]:
    """All cards that are named anywhere in a fact."""
    if isinstance(told, str):
        return {told}
    parts = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return {face for part in parts for face in faces_in(part)}
