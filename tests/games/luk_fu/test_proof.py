"""§7.2, §12.3  Why a card is aged: facts that suffice together, and of which none can be left out."""

import random

import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.games.luk_fu.telling.proof import proof_of
from tests.games.luk_fu.every_world import Fact, Knowledge, is_higher, lay_randomly
from tests.games.luk_fu.situations import Situation, at, cards_in, chance_deal, mask, playing
from tests.games.luk_fu.test_worlds import FEW, holders, leads

PLAYERS = 4


def proof(situation: Situation, holder: int, card: str) -> set[Fact]:
    """The facts of a proof: (round, seat) is a surrender, (round,) a lead."""
    opened = records.opened(situation.observation(holder))
    number = mask(card).bit_length() - 1
    facts = int(proof_of(opened, records.opened(situation.rules), number))
    players = situation.players
    surrenders = {
        (bit // PLAYERS, (holder + bit % PLAYERS) % players) for bit in range(12 * PLAYERS) if facts >> bit & 1
    }  # chairs count from one's own
    return surrenders | {(number,) for number in range(12) if facts >> 12 * PLAYERS + number & 1}


def test_nothing_is_needed_for_what_is_seen() -> None:
    """§7.1, §7.3"""
    situation = playing({0: "9S", 1: "8S-7S-9G", 3: "6S-5S"}, "9S", "down 8S", "down 5S")
    assert proof(situation, 1, "7S") == set()
    assert proof(situation, 1, "9G") == set()


def test_two_surrenders() -> None:
    """§7.4"""
    situation = at("dealer=0 hands=9C-7C-6C/8C-1C-2C/L/3C-4C-5C keep keep keep play 6C down 8C down 3C")
    assert proof(situation, 0, "7C") == {(0, 1), (0, 3)}


def test_a_surrender_and_a_lead() -> None:
    """§7.5, §7.7"""
    hands = {0: "7S-6S-8G", 1: "8S-7G-L", 2: "9G", 3: "9S"}
    situation = playing(hands, "6S", "8S", "down 9S", "7G", "down 2G", "8G")
    assert proof(situation, 0, "7S") == {(0, 3), (1,)}


def test_three_eights_and_a_single_card() -> None:
    """§7.6"""
    hands = {0: "8S-6S-8G-8K-8C", 1: "7S-9G-9K-1G-2G", 2: "9S", 3: "9C-L"}
    story = ("8G-8K-8C", "down 1G-2G-1K", "down 3G-4G-5G", "6S", "7S", "down 6G")
    situation = playing(hands, *story, "9G", "down 7G", "down 1C", "9K", "down 1S", "down 2C", caller=1)
    assert proof(situation, 0, "8S") == {(0, 1), (1, 3)}


def test_two_leads() -> None:
    """§7.7"""
    hands = "dealer=0 hands=5C-2C-7C/6C-9C-8C/9K/6K-3C-4C play 5C 6C down 3C 9C down 4C down 2C"
    assert proof(at(hands), 3, "6K") == {(0,), (1,)}


@pytest.mark.parametrize("options", [{}, {"surrender_reference": "lead"}], ids=["best", "lead"])
def test_facts_suffice_and_none_can_be_left_out(options: dict[str, str]) -> None:
    """§7.5 to §7.7, §12.3  Of every aged card of small deals that eyes do not show, against lists of all worlds."""
    chance, tried = random.Random(f"proof {options}"), 0
    while tried < (16 if NATIVE else 6):
        for situation in leads(chance, options):
            for holder in holders(situation):
                knowledge = Knowledge(situation, holder)
                if knowledge.number_of_placements() > FEW:
                    continue
                for card in cards_in(situation.aged(holder)):
                    if card in ("1S", "1C", "L") or not any(is_higher(other, card) for other in knowledge.unseen):
                        continue
                    facts = proof(situation, holder, card)
                    assert facts <= set(knowledge.facts())
                    assert card in knowledge.aged(facts)
                    for fact in facts:
                        assert card not in knowledge.aged(facts - {fact})
                    tried += 1


def test_proofs_of_whole_deals_use_the_past_of_others_only() -> None:
    """§12.3  They speak of what others did and everybody saw; and with whole packs too every aged card has one."""
    chance, proved = random.Random(41), 0
    for _ in range(10 if NATIVE else 4):
        situation = chance_deal(chance)
        while situation.phase != "over":
            if situation.phase == "leading":
                for holder in holders(situation):
                    knowledge = Knowledge(situation, holder)
                    for card in cards_in(situation.aged(holder)):
                        facts = proof(situation, holder, card)
                        assert facts <= set(knowledge.facts())
                        above = {other for other in knowledge.unseen if is_higher(other, card)}
                        assert bool(facts) == bool(above and card not in ("1S", "1C", "L"))
                        proved += bool(facts)
            lay_randomly(situation, chance)
    assert proved
