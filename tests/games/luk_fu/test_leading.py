"""§8  Which single cards may be led: nine categories, and the privilege; §11.5."""

import random

import pytest

from qipai.engine import records
from qipai.games.luk_fu.rules.leading import first_category, single_leads
from tests.games.luk_fu.situations import CARDS, at, cards_in, chance_deal, mask, playing, spell

HAND = "9S-4S-7G-1C"


def singles(hand: str, aged: str = "", privileged: bool = False) -> set[str]:
    """What may be led alone by who holds these, some of them aged."""
    public = playing({}, caller=1 if privileged else 0).state
    opened = records.opened(public)
    aged_cards = mask(aged) | mask(hand) & mask("9S-9G-9K-9C-1S-1C-L")
    rules = records.opened(playing({}).rules)
    return set(cards_in(spell(int(single_leads(opened.public, rules, 1, mask(hand), aged_cards)))))


def test_the_nine_categories() -> None:
    """§8.1  Young before aged, Sip before Gon, Sok, Chen and Li Chen; 1 Sip is an aged Sip and 1 Chen an aged Chen."""
    order = ["4S-2S", "9S-1S", "3G-1G", "9G", "5K-1K", "9K", "6C-2C", "9C-1C", "L"]
    hand = mask("-".join(order))
    aged = mask("9S-1S-9G-9K-9C-1C-L")
    for cards in order:
        assert spell(int(first_category(hand, aged))) == cards
        hand &= ~mask(cards)
    assert int(first_category(0, 0)) == 0


@pytest.mark.parametrize(
    ("hand", "aged", "ordinary", "privileged"),
    [
        (HAND, "", "4S", "9S-4S-1C"),
        ("9S-7G-1C", "", "9S", "9S-1C"),
        ("7G-1C", "", "7G", "7G-1C"),
        ("1C", "", "1C", "1C"),
        ("6S-5S-4S-8K", "", "6S-5S-4S", "6S-5S-4S"),
        ("9S-8S-1S", "8S", "9S-8S-1S", "9S-8S-1S"),
        ("9K-8K-7K-4K", "8K-7K", "4K", "9K-8K-7K-4K"),
        ("3C-L", "", "3C", "3C-L"),
        ("9S-1S-8G-4G", "", "9S-1S", "9S-1S"),
        ("8G-4G", "8G", "4G", "8G-4G"),
        ("L", "", "L", "L"),
        ("9C-1C-L", "", "9C-1C", "9C-1C-L"),
    ],
)
def test_what_may_be_led_alone(hand: str, aged: str, ordinary: str, privileged: str) -> None:
    """§8.2, §8.3  The first category that the hand has; who is privileged may advance any aged card, and hold none back."""
    assert singles(hand, aged) == set(cards_in(ordinary))
    assert singles(hand, aged, privileged=True) == set(cards_in(privileged))


def test_the_dealer_has_no_privilege() -> None:
    """§4.3, §8.3, §11.5  Who calls as the dealer leads like everybody; by option the first lead of all is free."""
    hands = {0: HAND, 1: "8S", 3: "8G"}
    assert playing(hands, size=4).singles() == {"4S"}
    assert playing(hands, size=4, dealer_caller_free_open="true").singles() == set(cards_in(HAND))
    assert playing(hands, size=4, dealer_caller_free_open="true", caller=1).singles() == {"4S"}


def test_only_the_first_lead_is_free() -> None:
    """§11.5"""
    situation = playing(
        {0: HAND, 1: "8S-5C-2C-3K", 3: "8G-6C-7C-4K"}, "9S", "down 8S", "down 4K", size=4, dealer_caller_free_open="true"
    )
    assert situation.seat == 0
    assert situation.singles() == {"4S"}


def test_goks_and_runs_are_free() -> None:
    """§8.4  Whatever cards they are made of; and nobody is restricted in beating or surrendering."""
    situation = playing({0: "6S-5S-4S-8K"}, size=4)
    assert situation.legal() == ["4S", "5S", "6S", "6S-5S-4S"]
    assert not situation.may("8K")
    beating = playing({0: "2C", 1: "9C-3C-4S-5S", 3: "7S"}, "2C", size=4)
    assert beating.beats() == {"3C", "9C"}


def test_the_order_of_the_list() -> None:
    """§6.1  Declaring, single cards from the lowest, goks by number, runs by length."""
    situation = at("dealer=0 hands=9S-8S-7S-9G-9K-1S-L/2S-2G-2K-3K-4K-5K-6K/./3S-3G-4G-5G-6G-7G-8G keep keep keep play")
    assert situation.legal() == ["declare", "1S", "7S", "8S", "9S", "9S-9G-9K", "9S-8S-7S"]


def test_a_lead_is_always_possible() -> None:
    """§8.2  A card of the first category; and every single lead is of the first category, or aged and privileged."""
    chance = random.Random(9)
    for _ in range(12):
        situation = chance_deal(chance)
        while situation.phase != "over":
            if situation.phase == "leading":
                seat, found = situation.seat, situation.singles()
                hand, aged = cards_in(situation.hand(seat)), cards_in(situation.aged(seat))
                category = {card: CARDS.index("9" + card[1]) * 2 + (card in aged) if card != "L" else 99 for card in hand}
                first = {card for card in hand if category[card] == min(category.values())}
                is_privileged = situation.public.caller == seat != situation.public.dealer
                assert found == (first | set(aged) if is_privileged else first)
            situation.play(chance.choice([text for text in situation.legal() if text != "declare"]))


def test_the_privileged_example() -> None:
    """§8.2, §8.3  Player 2 has called and beaten 5 Sip with 7 Sip: what may be led then, one after the other."""
    dealt = "9S-7S-4S-1S-8G-4G-8K-7K-6K-4K-3C-1C"
    hands = {0: "5S-3S-6S-9C", 1: dealt, 3: "2S-8S-9G-9K", 2: "5C"}
    situation = playing(hands, "5S", "7S", "down 8S", caller=1)
    assert situation.singles() == {"9S", "4S", "1S", "1C"}
    assert not situation.may("8G")
    situation.play("9S", "down 2S", "down 6S")
    assert situation.singles() == {"4S", "1S", "1C"}
