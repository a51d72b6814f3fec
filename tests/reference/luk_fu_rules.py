"""The rules of Luk Fu 六虎 that need no table to be asked, written from the rule book alone.

Cards are texts, `9S` or `L`; hands and melds are sets of them.  Everything works with a part of the pack, too.  § numbers
are those of `qipai/games/luk_fu/RULES.md`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

SUITS = "SGKC"  # §1.3 high to low
LI_CHEN = "L"
CARDS = [f"{number}{suit}" for suit in SUITS for number in range(9, 0, -1)] + [LI_CHEN]  # in the order of writing
FIVE_TIGERS = frozenset({"1S", "1G", "1K", "1C", LI_CHEN})  # §4.1
STAND_ALONE = frozenset({"1S", "1C", LI_CHEN})  # §5.2
AGED_FROM_THE_START = frozenset({"9S", "9G", "9K", "9C", "1S", "1C", LI_CHEN})  # §7.1
RED = AGED_FROM_THE_START | {"8S"}  # §1.2

# §11 the default first
CHOICES: dict[str, tuple[str, ...]] = {
    "ng_fu_late_claim": ("false", "true"),
    "surrender_reference": ("best", "lead"),
    "surrender_singles_free": ("false", "true"),
    "aged_inference": ("exact", "bounds", "faceup"),
    "dealer_caller_free_open": ("false", "true"),
    "end_any_six": ("false", "true"),
    "base": ("6", "5"),
    "scoring": ("exponential", "sung1996"),
    "dealer_next": ("rotate", "winner"),
    "evasion": ("free", "unpaid", "forbid"),
}

Cards = frozenset[str]
Seat = TypeVar("Seat")


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


def spell(cards: Iterable[str]) -> str:
    return "-".join(in_order(cards)) or "."


def read(text: str) -> Cards:
    return frozenset() if text == "." else frozenset(text.split("-"))


def number(card: str) -> int:
    """§1.3"""
    return 1 if card == LI_CHEN else int(card[0])


def place_of_suit(card: str) -> int:
    """§1.3  0 for Sip, the highest; Li Chen comes after all suits."""
    return len(SUITS) if card == LI_CHEN else SUITS.index(card[1])


def same_suit(one: str, other: str) -> bool:
    return place_of_suit(one) == place_of_suit(other) and LI_CHEN not in (one, other)


def higher_cards(card: str, cards: Iterable[str]) -> Cards:
    """§7.2  Those of its suit that are above it."""
    return frozenset(other for other in cards if same_suit(other, card) and number(other) > number(card))


def pack(players: int) -> list[str]:
    """§1.4, §1.5"""
    return CARDS if players == 4 else CARDS[:-1]


# §5 -----------------------------------------------------------------------------------------------------------------


def type_of(cards: Collection[str]) -> str | None:
    """§5.1, §5.3, §5.4  single, gok or run, or None for what is no meld."""
    if len(cards) == 1:
        return "single"
    if len(cards) < 3 or LI_CHEN in cards:
        return None
    numbers = sorted(map(number, cards))
    suits = {place_of_suit(card) for card in cards}
    if len(set(numbers)) == 1 and len(suits) == len(cards):
        return "gok"
    if len(suits) == 1 and numbers == list(range(numbers[0], numbers[0] + len(cards))):
        return "run"
    return None


def superior(play: Collection[str], best: Collection[str]) -> bool:
    """§5.5"""
    kind = type_of(play)
    if kind is None or kind != type_of(best) or len(play) != len(best):
        return False
    if kind == "single":
        (card,), (beaten,) = play, best
        stand_alone = card in STAND_ALONE or beaten in STAND_ALONE  # §5.2
        return not stand_alone and same_suit(card, beaten) and number(card) > number(beaten)
    if kind == "gok":
        return number(min(play)) > number(min(best))
    suit, beaten_suit = place_of_suit(min(play)), place_of_suit(min(best))
    return suit < beaten_suit or (suit == beaten_suit and max(map(number, play)) > max(map(number, best)))


@lru_cache(100_000)
def melds(hand: Cards) -> frozenset[Cards]:
    """§5.6  Every meld that can be formed from these cards."""
    found = {frozenset({card}) for card in hand}
    for value in range(1, 10):
        equal = [card for card in hand if card != LI_CHEN and number(card) == value]
        found |= {frozenset(cards) for size in (3, 4) for cards in combinations(equal, size)}
    for suit in SUITS:
        for low in range(1, 8):
            for high in range(low + 2, 10):
                cards = frozenset(f"{value}{suit}" for value in range(low, high + 1))
                if cards <= hand:
                    found.add(cards)
    return frozenset(found)


@lru_cache(100_000)
def beats(hand: Cards, best: Cards) -> frozenset[Cards]:
    """§6.2  The melds of a hand that are superior to the best so far."""
    return frozenset(meld for meld in melds(hand) if superior(meld, best))


def aged_among(cards: Cards) -> Cards:
    """§11.10  Those of §7.1, and those whose higher cards of the suit are all there as well."""
    return frozenset(card for card in cards if card in AGED_FROM_THE_START or higher_cards(card, CARDS) <= cards)


@lru_cache(100_000)
def most_together(cards: Cards) -> int:
    """§11.10  How many cards belong to goks, runs and aged cards that lie side by side, by trying all ways."""
    found = [meld for meld in melds(cards) if len(meld) > 1] + [frozenset({card}) for card in aged_among(cards)]
    return laid_out(cards, tuple(found))


def laid_out(cards: Cards, parts: tuple[Cards, ...]) -> int:
    """Take the first card: it is left over, or it is in one of the parts that it can be in."""
    if not parts or not cards:
        return 0
    first = min(cards)
    rest = cards - {first}
    best = laid_out(rest, tuple(part for part in parts if first not in part))
    for part in parts:
        if first in part:
            left = cards - part
            best = max(best, len(part) + laid_out(left, tuple(other for other in parts if other <= left)))
    return best


def is_strong(cards: Cards) -> bool:
    """§11.10"""
    return most_together(cards) >= 6


class Rules:
    """What one table plays."""

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        chosen = {
            name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in (options or {}).items()
        }
        for name, value in chosen.items():
            if value not in CHOICES.get(name, ()):
                raise ValueError(f"Luk Fu has no option {name}={value}")
        self.options = {name: values[0] for name, values in CHOICES.items()} | chosen

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.options == other.options

    def __getitem__(self, option: str) -> str:
        return self.options[option]

    def is_on(self, option: str) -> bool:
        return self.options[option] == "true"

    # §6.3 -----------------------------------------------------------------------------------------------------------

    def shows_something(self, best: Cards) -> bool:
        """§11.3  Is a surrender to this restricted, and hence evidence?"""
        return len(best) > 1 or not self.is_on("surrender_singles_free")

    def may_surrender(self, hand: Cards, away: Cards, lead: Cards, best: Cards) -> bool:
        """§6.3, §11.2, §11.3  May these go face down from that hand?"""
        if not self.shows_something(best):
            return True
        if self["surrender_reference"] == "lead":
            return not beats(hand, best) or not beats(hand - away, lead)
        return not beats(hand - away, best)

    def surrenders(self, hand: Cards, lead: Cards, best: Cards) -> set[Cards]:
        """§6.3  By trying every part of the hand that has the size."""
        parts = map(frozenset, combinations(in_order(hand), len(best)))
        return {away for away in parts if self.may_surrender(hand, away, lead, best)}

    # §8 -------------------------------------------------------------------------------------------------------------

    def leadable(self, hand: Cards, aged: Collection[str], privileged: bool, free: bool = False) -> set[str]:
        """The single cards that may be led; `free` is the dealer's freedom of §11.5."""
        if free:
            return set(hand)
        first = min((category(card, card in aged) for card in hand), default=0)
        ordinary = {card for card in hand if category(card, card in aged) == first}  # §8.2
        return ordinary | {card for card in hand if privileged and card in aged}  # §8.3

    # §10 ------------------------------------------------------------------------------------------------------------

    def value(self, tricks: int) -> int:
        """§10.1, §11.7"""
        table = {5: 0.5, 6: 1, 7: 2, 8: 4, 9: 8, 10: 16, 11: 32, 12: 128}
        return int(table[tricks] * (2 if self["base"] == "5" else 1))

    def value_by_reds(self, tricks: int, reds: int) -> int:
        """§11.8"""
        return 30 if (tricks, reds) == (12, 8) else tricks - 5 + reds

    def dreamer_tricks(self, counting: Collection[str], dreamt: str | None) -> int:
        """§10.3, §11.8  None at all without a match, without a dreamer, or on the other scale."""
        matches = 0 if dreamt is None else sum(number(card) == number(dreamt) for card in counting)
        return 5 + matches if matches and self["scoring"] == "exponential" else 0

    def payments(
        self,
        players: Collection[Seat],
        winner: Seat,
        tricks: int,
        counting: Collection[str],
        privileged: Seat | None,
        dreamer: Seat | None = None,
        dreamt: str | None = None,
        unpaid: bool = False,
    ) -> dict[Seat, int]:
        """§10.2 to §10.4, §11.8  What each gets from a deal that was won in play; the winner nothing where it is `unpaid` (§11.10)."""
        if self["scoring"] == "sung1996":
            owed = self.value_by_reds(tricks, len(RED & set(counting)))
        else:
            owed = self.value(tricks)
        if unpaid:
            owed = 0
        dream = self.dreamer_tricks(counting, dreamt)
        owed_to_the_dreamer = self.value(dream) if dream else 0
        gets = {seat: -(owed + owed_to_the_dreamer) for seat in players if seat != winner}
        if privileged in gets:
            gets = dict.fromkeys(gets, 0) | {privileged: sum(gets.values())}
        gets[winner] = 2 * owed
        if dreamer is not None:
            gets[dreamer] = 2 * owed_to_the_dreamer
        return gets

    def claim_payments(self, players: Collection[Seat], winner: Seat, dreamer: Seat | None = None) -> dict[Seat, int]:
        """§10.5, §11.8"""
        owed = 6 if self["scoring"] == "sung1996" else self.value(8)
        gets = {seat: 2 * owed if seat == winner else -owed for seat in players}
        return gets if dreamer is None else gets | {dreamer: 0}


def category(card: str, aged: bool) -> int:
    """§8.1"""
    if card == LI_CHEN:
        return 9
    return 2 * place_of_suit(card) + (2 if aged else 1)
