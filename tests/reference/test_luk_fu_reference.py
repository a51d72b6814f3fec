"""The reference of Luk Fu against the examples, and against second definitions and counts by hand."""

import math
import random
from itertools import combinations

import pytest

from tests.reference.luk_fu import Table, order_for
from tests.reference.luk_fu_evidence import Act, Evidence, is_bounded, not_threatened
from tests.reference.luk_fu_rules import (
    AGED_FROM_THE_START,
    CARDS,
    FIVE_TIGERS,
    LI_CHEN,
    RED,
    SUITS,
    Rules,
    beats,
    category,
    melds,
    number,
    pack,
    read,
    spell,
    superior,
    type_of,
)
from tests.reference.luk_fu_search import Search
from tests.vectors import vectors

VECTORS = vectors("luk_fu")
ROLES = ["dealer", "player2", "dreamer", "player3"]


# -- the examples of the rule book


def with_hand(hand, dreamer=True, options=None):
    """A table at which the dealer has these cards, filled up to twelve; the others have what is left."""
    rest = [card for card in reversed(pack(4 if dreamer else 3)) if card not in hand]
    hand = list(hand) + [rest.pop() for _ in range(12 - len(hand))]
    dreamt = rest.pop() if dreamer else None
    return Table(4 if dreamer else 3, 0, order_for([hand, rest[:12], rest[12:]], dreamt), options)


def said(table, *texts):
    """Lets those who are asked say these, in turn."""
    for text in texts:
        seat = table.pending()[0]
        assert text in table.legal(seat), (text, seat, table.legal(seat))
        table.play(seat, text)
    return table


def answer_constants(vector):
    suit_cards = [card for card in CARDS if card != LI_CHEN]
    sizes = {"full_pack": len(CARDS) + 1, "suit_cards": len(suit_cards)}  # Li Fa is never in play
    sizes |= {"four_player_deck": len(pack(4)), "three_player_deck": len(pack(3))}
    assert sizes == vector["expect"]


def answer_deal(vector):
    players, expect = vector["given"]["players"], vector["expect"]
    table = Table(players, 0, pack(players))
    held = dict(zip(["dealer", "player2", "player3"], map(len, table.hands.values()), strict=True))
    held |= {"dreamer": 1} if table.dreamt else {}
    assert held == {role: expect[role] for role in held}
    if "round1" in expect:
        order = [next((seat for seat in table.hands if card in table.hands[seat]), table.dreamer) for card in pack(players)]
        assert [ROLES[seat] for seat in order[:4]] == expect["round1"]
        assert [ROLES[seat] for seat in order[4:]] == expect["later"] * 11
    else:
        assert (LI_CHEN in table.pack, table.phase == "claiming") == (expect["has_L"], expect["ng_fu"])


def answer_red_imprints(vector):
    assert set(vector["expect"]["cards"]) == RED
    assert len(RED) == vector["expect"]["count"]


def answer_aged_at_start(vector):
    assert set(vector["expect"]["cards"]) == AGED_FROM_THE_START
    assert not AGED_FROM_THE_START & set(vector["expect"]["not"])


def answer_ng_fu(vector):
    table = with_hand(vector["hand_includes"] + ["9S", "2S"])
    if "L" not in vector["hand_includes"]:
        assert LI_CHEN not in table.hands[0]
    if vector["given"]["phase"] == "play":
        said(table, "keep", "keep", "keep", "play")
    expect = vector["expect"]
    assert ("claim" in table.legal(0)) == expect["may_claim"]
    if "meld" in expect:
        assert (type_of(vector["hand_includes"]) is not None) == expect["meld"]
    if "tricks" in expect:
        assert said(table, "claim", "keep", "keep").ending.tricks == expect["tricks"]


def answer_call(vector):
    table = said(Table(4, 0, pack(4)), "keep", "keep", "keep", *vector["calls"])
    found = {"caller": table.caller, "privileged": table.privileged, "leader": table.leader}
    roles = {name: None if seat is None else ROLES[seat] for name, seat in found.items()}
    if table.over:
        roles = {"result": table.ending.how, "next_dealer": ROLES[table.next_dealer()]}
    assert roles == vector["expect"]


def answer_meld(vector):
    kind, expect = type_of(vector["cards"]), vector["expect"]
    assert (kind and f"{kind}{len(vector['cards'])}") == expect["type"]
    numbers, suits = {number(card) for card in vector["cards"]}, {card[-1] for card in vector["cards"]}
    if "rank" in expect:
        assert numbers == {expect["rank"]}
    if "top" in expect:
        assert (max(numbers), suits) == (expect["top"], {expect["suit"]})


def answer_superior(vector):
    assert superior(vector["play"], vector["over"]) == vector["expect"]


def answer_surrender(vector):
    best, hand = frozenset(vector["given"]["best"]), frozenset(vector["given"]["hand"])
    allowed = Rules().surrenders(hand, best, best)
    for case in vector["cases"]:
        assert (frozenset(case["discard"]) in allowed) == case["expect"]


def answer_aged(vector):
    """Where nothing is said of the course of the deal, what was seen and the bounds must do."""
    given = vector["given"]
    bounds = {(q, suit): top for q, suits in given.get("bounds", {}).items() for suit, top in suits.items()}
    unseen = set(CARDS) - set(given["hand"]) - set(given["out"])
    threats = {card for card in unseen if not all(is_bounded(card, bounds, q) for q in ("q1", "q2"))}
    assert not_threatened(given["hand"], threats) == set(vector["expect"]["aged"])
    assert set(given["hand"]) - set(vector["expect"]["aged"]) == set(vector["expect"]["not_aged"])


def evidence_of(vector):
    given = vector["given"]
    cards = given["pack"] if isinstance(given["pack"], dict) else {}
    used = {f"{rank}{suit}" for suit in cards if suit != LI_CHEN for rank in cards[suit]} | ({LI_CHEN} & set(cards))
    rounds = []
    for acts in given["history"]:
        rounds.append([])
        for act in acts:
            did = next(did for did in ("lead", "beat", "surrender") if did in act)
            laid = act.get("cards") if did == "surrender" else act[did]
            size = act["surrender"] if did == "surrender" else len(laid)
            rounds[-1].append(Act(act["by"], did, size, frozenset(laid) if laid else None))
    return Evidence(
        rules=Rules(vector.get("option")),
        pack=frozenset(used),
        players=tuple(given["players"]),
        holder=given["holder"],
        hand=frozenset(given["hand"]),
        rounds=tuple(map(tuple, rounds)),
        privileged=given["privileged"],
        dreamer=given["dreamer"],
    )


def answer_aged_exact(vector):
    evidence, expect = evidence_of(vector), vector["expect"]
    assert evidence.size(evidence.holder) == len(evidence.hand)
    assert evidence.aged() == Search(evidence).aged() == set(expect["aged"])
    assert evidence.hand - evidence.aged() == set(expect["not_aged"])
    assert ("bounds does not see it" in vector["remark"]) <= (evidence.aged("bounds") != evidence.aged())


def answer_lead_sequence(vector):
    """The opponents surrender to everything, so they have nothing that could beat any of it."""
    given, expect = vector["given"], vector["expect"]
    hand = frozenset(given["dealt"]) - set(given["already_played"])
    out = set(given["already_played"]) | set(given["other_face_up"])
    for place, lead in enumerate(vector["sequence"], 1):
        aged = not_threatened(hand, set(CARDS) - hand - out)
        if len(lead) == 1 and lead[0] not in Rules().leadable(hand, aged, given["privileged"]):
            assert expect == {"illegal_at": place}
            return
        assert frozenset(lead) in melds(hand)
        hand, out = hand - set(lead), out | set(lead)
    assert expect == "legal"


def answer_categories(vector):
    names = [f"{suit}_{age}" for suit in SUITS for age in ("nonaged", "aged")] + ["L"]
    cards = [("5" + suit, aged) for suit in SUITS for aged in (False, True)] + [(LI_CHEN, True)]
    found = dict(zip(names, (category(*card) for card in cards), strict=True))
    assert sorted(found, key=found.get) == vector["expect"]["order"]


def answer_lead(vector):
    hand = frozenset(vector["given"]["hand"])
    aged = not_threatened(hand, set(CARDS) - hand)
    for case in vector["cases"]:
        assert (case["lead"][0] in Rules().leadable(hand, aged, vector["given"]["privileged"])) == case["expect"]


def answer_round(vector):
    given, expect = vector["given"], vector["expect"]
    rest = [card for card in CARDS if card not in given["player2_hand"] + given["lead"]["cards"]]
    hands = [given["lead"]["cards"] + rest[:11], given["player2_hand"], rest[11:23]]
    table = Table(4, 0, order_for(hands, rest[23]))
    said(table, "keep", "keep", "keep", "not_play", "play")
    table.play(0, spell(given["lead"]["cards"]))
    assert any(text.startswith("down") for text in table.legal(1)) == expect["player2_may_surrender"]
    said(table, *(spell(step["play"]) for step in vector["steps"] if "play" in step))
    table.play(3, next(text for text in sorted(table.legal(3)) if text.startswith("down")))
    assert (ROLES[table.leader], table.tricks(1)) == (expect["winner"], expect["tricks"])
    assert table.pending() == [ROLES.index(expect["next_leader"])]


def answer_declare(vector):
    given, expect = vector["given"], vector["expect"]
    if "hand_before" not in given:
        assert (given["tricks"] + given["aged"] >= 6) == expect["may_declare"]
        return
    best = frozenset(given["lead"]["cards"])
    assert frozenset(given["play"]) in beats(frozenset(given["hand_before"]), best)
    hand = frozenset(given["hand_before"]) - set(given["play"])
    aged = not_threatened(hand, set(CARDS) - hand)
    tricks = given["tricks_before"] + len(given["play"])
    assert (tricks, aged, tricks + len(aged)) == (expect["tricks"], set(expect["aged"]), expect["n"])
    assert (tricks + len(aged) >= 6) == expect["may_declare"]


def without_cards(tricks, last_winner, options=None):
    """A table after the last round, with so many tricks won."""
    table = Table(3, 0, pack(3), options)
    cards = iter(pack(3))
    table.won = {seat: frozenset(next(cards) for _ in range(won)) for seat, won in enumerate(tricks)}
    table.leader = last_winner
    table._end_without_cards()
    return table


def answer_end(vector):
    given, expect = vector["given"], vector["expect"]
    names = list(given["tricks"])
    for last in [names.index(given["last_winner"])] if "last_winner" in given else range(3):
        ending = without_cards(given["tricks"].values(), last).ending
        assert ending.how == expect["result"]
        if "winner" in expect:
            assert (names[ending.winner], ending.tricks) == (expect["winner"], expect["n"])


def answer_tricks(vector):
    hands = [vector["given"]["win_with"], ["4S", "4G", "4K", "3S"], ["2S", "2G", "2K", "2C"]]
    table = said(Table(3, 0, order_for(hands)), "play", spell(hands[0]), f"down {spell(hands[1])}", f"down {spell(hands[2])}")
    assert table.tricks(0) == vector["expect"]["tricks"]


def answer_value(vector):
    assert Rules({"base": vector["given"]["base"]}).value(vector["given"]["n"]) == vector["expect"]


def answer_payoff(vector):
    given, expect, rules = vector["given"], vector["expect"], Rules()
    counting = given["won_cards"] + given["aged_left"]
    players = [role for role in ROLES if role != "dreamer"]
    pay = rules.payments(
        players, given["winner"], len(counting), counting, given["privileged"], "dreamer", given["dreamer_card"]
    )
    assert (len(counting), pay) == (expect["n"], expect["pay"])
    assert rules.dreamer_tricks(counting, given["dreamer_card"]) == (expect["dreamer_tricks"] or 0)


def answer_ng_fu_payoff(vector):
    rules = Rules({"base": vector["given"]["base"]})
    pay = rules.claim_payments(["dealer", "player2", "player3"], vector["given"]["claimer"], "dreamer")
    assert pay == vector["expect"]["pay"]


def answer_sung1996(vector):
    rules = Rules(vector["option"])
    counting = [*sorted(RED)[: vector["given"]["reds"]], *["2S", "3S", "4S", "5S"]][: vector["given"]["n"]]
    pay = rules.payments(["w", "x", "y"], "w", vector["given"]["n"], counting, None)
    assert pay == {"w": 2 * vector["expect"], "x": -vector["expect"], "y": -vector["expect"]}


ANSWERS = {name.removeprefix("answer_"): answer for name, answer in list(globals().items()) if name.startswith("answer_")}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_an_example_of_the_rule_book(vector):
    ANSWERS[vector["kind"]](vector)


# -- counts by hand, and second definitions


def test_the_pack_has_so_many_melds():
    """36 + 1 single cards, four goks of three and one of four a number, 7 + 6 + … + 1 runs a suit."""
    found = [type_of(meld) for meld in melds(frozenset(CARDS))]
    assert {kind: found.count(kind) for kind in found} == {"single": 37, "gok": 9 * 5, "run": 4 * 28}


def test_melds_are_the_parts_of_a_hand_that_are_melds():
    chance = random.Random(1)
    for _ in range(6):
        hand = chance.sample([card for card in CARDS if chance.random() < 0.6 or card[0] in "123"], 11)
        parts = [frozenset(part) for size in range(1, 12) for part in combinations(hand, size)]
        assert melds(frozenset(hand)) == {part for part in parts if type_of(part)}


def test_of_two_melds_of_a_type_and_size_one_is_superior():
    """§5.5  Single cards of different suits and those that stand alone apart."""
    for one, other in combinations(melds(frozenset(CARDS)), 2):
        alike = type_of(one) == type_of(other) and len(one) == len(other)
        if type_of(one) == "single":
            suited = {card[1:] for card in one | other}
            alike &= len(suited) == 1 and not (one | other) & {"1S", "1C", LI_CHEN}
        comparable = alike and not (type_of(one) == "gok" and {number(c) for c in one} == {number(c) for c in other})
        assert superior(one, other) + superior(other, one) == comparable


def test_superiority_is_transitive():
    chance = random.Random(2)
    every = sorted(melds(frozenset(CARDS)), key=sorted)
    for _ in range(100):
        lowest = chance.choice(every)
        for middle in every:
            if superior(middle, lowest):
                assert beats(frozenset(CARDS), middle) <= beats(frozenset(CARDS), lowest)


def test_of_four_fours_two_may_stay_and_three_may_not():
    """Twelve cards with four fours and no higher gok; 3 of 12 go.  Two or more fours must: C(4,2)·8 + C(4,3) = 52."""
    hand = read("9S-8S-7S-4S-6G-4G-5K-4K-3K-8C-4C-3C")
    best = read("2S-2G-2K")
    allowed = Rules().surrenders(hand, best, best)
    assert len(allowed) == 52
    assert all(len(away & read("4S-4G-4K-4C")) >= 2 for away in allowed)
    assert len(Rules().surrenders(hand, read("9S-9G-9K"), read("9S-9G-9K"))) == math.comb(12, 3)


def test_the_claim_takes_all_five_tigers():
    assert spell(FIVE_TIGERS) == "1S-1G-1K-1C-L"
