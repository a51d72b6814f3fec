"""§11.10  Evading the call: strong hands, who must call, who is not paid, and what a declined call tells."""

import random
from collections import Counter
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.game import seeded
from qipai.engine.seats import SPECTATOR
from qipai.games.luk_fu.cards import ALL_SUITS, LI_CHEN_MASK
from qipai.games.luk_fu.knowing import drawing
from qipai.games.luk_fu.rules.evasion import strong_cards
from tests.games.luk_fu.definitions import most_side_by_side
from tests.games.luk_fu.every_world import Knowledge, lay_randomly
from tests.games.luk_fu.situations import (
    CARDS,
    GAME,
    Line,
    Situation,
    at,
    cards_in,
    chance_deal,
    dealt,
    lines_of,
    mask,
    spell,
)
from tests.games.luk_fu.told import ToldDeal

PACK = ALL_SUITS | LI_CHEN_MASK
STRONG = "9S-7S-5G-3G-8K-6K-2K-1S-5C-4C-3C-L"
WEAK = "9S-7S-5G-3G-8K-6K-2K-1S-6C-4C-3C-L"


# -- what is strong


@pytest.mark.parametrize("line", list(lines_of("strong.txt")), ids=lambda line: line.place)
def test_strong(line: Line) -> None:
    cards, _, count = line.words
    assert most_side_by_side(cards_in(cards)) == int(count)
    strong = int(strong_cards(mask(cards), PACK))
    assert strong.bit_count() == (int(count) if int(count) >= 6 else 0)


def test_strong_hands_by_their_definition() -> None:
    """§11.10  Against all ways to lay a hand out, of hands by chance and of hands from few numbers, which have many."""
    chance, found = random.Random(1110), Counter[bool]()
    narrow = [card for card in CARDS if card != "L" and card[0] in "3456"]
    for turn in range(3_000 if NATIVE else 800):
        hand = chance.sample(narrow if turn % 8 == 0 else CARDS, 12)
        most, strong = most_side_by_side(hand), int(strong_cards(mask("-".join(hand)), PACK))
        assert strong.bit_count() == (most if most >= 6 else 0), hand
        assert strong & ~mask("-".join(hand)) == 0
        found[most >= 6] += 1
    assert min(found.values()) > 100


# -- calling


@pytest.mark.parametrize(
    ("evasion", "hand", "calls"),
    [
        ("free", STRONG, ["play", "not_play"]),
        ("unpaid", STRONG, ["play", "not_play"]),
        ("forbid", STRONG, ["play"]),
        ("forbid", WEAK, ["play", "not_play"]),
    ],
)
def test_what_the_dealer_may_call(evasion: str, hand: str, calls: list[str]) -> None:
    """§4.2, §11.10  The clock calls Jor where the dealer must."""
    situation = dealt({0: hand}, evasion=evasion).play("keep", "keep", "keep")
    assert situation.legal() == calls
    assert situation.may("not_play") == ("not_play" in calls)
    default = GAME.notation.format_action(GAME.default_action(situation.state, situation.rules, 0), situation.ruleset)
    assert default == calls[-1]


def test_player_2_is_free() -> None:
    """§11.10  It concerns the dealer alone."""
    situation = dealt({0: "8S-5S-3S-8G-6G-2G-7K-5K-3K-8C-6C-2C", 1: STRONG}, evasion="forbid").play(
        "keep", "keep", "keep", "not_play"
    )
    assert situation.legal() == ["play", "not_play"]


def test_the_refusal_names_the_cards() -> None:
    """§11.10"""
    deal = ToldDeal(f"luk_fu evasion=forbid {told_hands()} keep keep keep")
    refusal = deal.why_not(0, "not_play")
    assert (refusal.code, refusal.section) == ("must_call", "11.10")
    assert "9-1 Sip, 5-4-3 Chen, Li Chen" in refusal.text["en"]
    assert [choice.action for choice in deal.choices(0)] == ["play"]


def told_hands() -> str:
    situation = dealt({0: STRONG})
    return f"dealer=0 hands={'/'.join(situation.hand(seat) for seat in range(4))}"


# -- who is not paid


HANDS = "9C-1C-L-5G-4G-3G-6K-5K/3S-2G-4K-3K-2K-2C-3C-4C/9K/2S-4S-6G-1K-5C-6C-7C-8C"  # the dealer's is strong
CALLED = "keep keep keep not_play play"
LED = "5G down 2C 6G 2S"
WON_BY_MORE = {  # what the dealer throws away in the second round, and how the deal goes on to six tricks
    "3G": "down 3G 3S 2G down 1K 4G 6K down 3C down 5C declare",
    "5K": "down 5K 3S 2G down 1K 4G 3G down 3C down 5C 6K down 4C down 6C declare",
}


@pytest.mark.parametrize(
    ("evasion", "thrown", "points"),
    [
        ("unpaid", "5K", [0, -2, 2, 0]),  # 9C, 1C, L and the run, led card by card, are seen: only the dreamer is paid
        ("unpaid", "3G", [2, -4, 2, 0]),  # the run was broken and never seen
        ("free", "5K", [2, -4, 2, 0]),
        ("free", "3G", [2, -4, 2, 0]),
    ],
)
def test_who_pays_a_dealer_who_evaded(evasion: str, thrown: str, points: list[int]) -> None:
    """§10.4, §11.10  Six tricks are worth 1, and one card matches the dreamer's; the privileged loser owes both twice."""
    situation = at(f"evasion={evasion} dealer=0 hands={HANDS} {CALLED} {LED} {WON_BY_MORE[thrown]}")
    assert (situation.ending, situation.public.winner, situation.public.number) == ("won", 0, 6)
    assert situation.points() == points


SIX_AGED = "9S-9G-9K-9C-1S-1C/2S-3S-4S-2G-3G-4G/L/2K-3K-4K-2C-3C-4C"


def test_a_dealer_who_called_is_paid() -> None:
    """§10.2, §10.3, §11.10  Six tricks for 1, and two matches for 2."""
    called, declined = (
        at(f"evasion=unpaid dealer=0 hands={SIX_AGED} keep keep keep {calls} declare") for calls in ("play", "not_play play")
    )
    assert called.points() == [2, -3, 4, -3]
    assert declined.points() == [0, -4, 4, 0]


def test_another_winner_is_paid() -> None:
    """§10.4, §11.10  However strong the dealer's hand was that declined."""
    hands = "8S-8G-8K-7S-7G-7K/9S-9G-9K-9C-1S-1C/2S/2K-3K-4K-2C-3C-4C"
    calls = "not_play not_play play"
    played = at(f"evasion=unpaid dealer=0 hands={hands} {calls} 7S 9S down 2K declare")
    assert (played.public.winner, played.public.number, played.public.dreamt) == (1, 6, mask("2S"))
    assert played.points() == [0, 2, 0, -2]


def test_the_other_scale() -> None:
    """§11.8, §11.10  Where the dreamer gets nothing, nobody pays anything."""
    situation = at(f"evasion=unpaid scoring=sung1996 dealer=0 hands={SIX_AGED} keep keep keep not_play play declare")
    assert situation.points() == [0, 0, 0, 0]


def test_what_is_told_of_it() -> None:
    """§11.10  Who does not pay, and the cards that all have seen; nothing that was surrendered."""
    deal = ToldDeal(f"luk_fu evasion=unpaid dealer=0 hands={HANDS} {CALLED} {LED} {WON_BY_MORE['5K']}")
    refused, paid, scored = deal.result()
    assert (refused.event, refused.public) == (
        "unpaid",
        {"seat": 1, "seats": [0], "cards": ["5G", "4G", "3G", "9C", "1C", "L"]},
    )
    assert paid.public == {"seat": 1, "seats": [2], "owed": 2, "why": "dreamer_for_both"}
    assert scored.public["payments"] == [{"from": 1, "to": 2, "owed": 2, "why": "dreamer_for_both"}]
    assert (scored.public["evaded"], scored.public["points"]) == (refused.public["cards"], [0, -2, 2, 0])
    deal = ToldDeal(f"luk_fu evasion=unpaid dealer=0 hands={HANDS} {CALLED} {LED} {WON_BY_MORE['3G']}")
    assert [fact.event for fact in deal.result()] == ["paid", "paid", "scored"]
    assert deal.scored()["evaded"] == []


# -- what a declined call tells


PACKS = (("456789", "SGK", 6), ("3456789", "SGK", 7), ("34567", "SGK", 5))


def after_a_declined_call(chance: random.Random) -> Situation:
    """Somewhere in a deal for three whose dealer did not call and was free not to, a third of the time from few cards."""
    while True:
        ranks, suits, size = chance.choice(PACKS)
        situation = chance_deal(chance, ranks, suits, size, 3, evasion="forbid")
        if situation.public.declined & 1:
            for _ in range(chance.randrange(8)):
                if situation.phase != "over":
                    lay_randomly(situation, chance)
            if situation.phase != "over":
                return situation


def test_worlds_agree_with_the_duty_to_call() -> None:
    """§11.10, §12.3  Of all ways to lay the unseen cards exactly those in which the dealer's hand was not strong."""
    chance, judged, unlawful = random.Random(41), 0, 0
    while judged < (4_000 if NATIVE else 1_500) or not unlawful:
        situation = after_a_declined_call(chance)
        holder = chance.choice([SPECTATOR, 1, 2])
        knowledge, observation = Knowledge(situation, holder), situation.observation(holder)
        if knowledge.number_of_placements() > 1_000:
            continue
        evident = {frozenset(world.items()) for world in knowledge.worlds()}
        lawful = {frozenset(world.items()) for world in knowledge.lawful_worlds()}
        assert frozenset(knowledge.world_in(situation.state).items()) in lawful
        for world in knowledge.placements():
            form = frozenset(world.items())
            assert situation.accepts(observation, knowledge.state(world)) == (form in lawful)
            judged += 1
            unlawful += form in evident - lawful


def test_it_is_no_evidence() -> None:
    """§7.8, §11.10  What is aged does not depend on it: the same with the option and without."""
    chance, asked = random.Random(42), 0
    free = GAME.rules(GAME.ruleset())
    while asked < 60:
        situation = after_a_declined_call(chance)
        for seat in (1, 2):
            observation = GAME.new_observation()
            GAME.observe(situation.state, free, seat, observation)
            assert spell(records.to_plain(observation).aged) == situation.aged(seat)
            asked += 1


@pytest.mark.parametrize(
    "tries",
    [None, pytest.param(0, marks=pytest.mark.skipif(NATIVE, reason="how often is tried is a constant of the compiled rules"))],
    ids=["drawn", "walked"],
)
def test_worlds_that_are_drawn_are_lawful(monkeypatch: pytest.MonkeyPatch, tries: int | None) -> None:
    """§11.10, §12.3  By drawing, and by walking from world to world; strong hands among those that are dealt are passed over."""
    if tries is not None:
        monkeypatch.setattr(drawing, "TRIES", tries)
    chance, world, source = random.Random(43), GAME.new_state(), seeded(9)
    for _ in range(12):
        situation = after_a_declined_call(chance)
        observation = situation.observation(chance.choice([SPECTATOR, 1, 2]))
        knowledge = Knowledge(situation, observation_seat(observation))
        for _ in range(4):
            GAME.sample_world(observation, situation.rules, source, world)
            assert situation.accepts(observation, world)
            assert knowledge.allows_call(knowledge.world_in(world))


def observation_seat(observation: Any) -> int:
    return int(records.to_plain(observation).seat)


def test_a_declined_call_of_a_whole_hand() -> None:
    """§11.10  Before anything is played: every hand that is drawn for the dealer is weak."""
    situation = dealt({0: WEAK}, evasion="forbid").play("keep", "keep", "keep", "not_play")
    observation, world, source = situation.observation(1), GAME.new_state(), seeded(7)
    for _ in range(60):
        GAME.sample_world(observation, situation.rules, source, world)
        assert situation.accepts(observation, world)
        assert most_side_by_side(cards_in(spell(records.to_plain(world).holdings[0].hand))) < 6
