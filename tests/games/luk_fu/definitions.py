"""§5, §6.3  Melds and surrenders by the words of the rule book, over cards as texts and whole lists: slow, and plain to see."""

from collections.abc import Collection
from itertools import combinations

from tests.games.luk_fu.situations import CARDS

SUITS = "SGKC"
Cards = tuple[str, ...]


def is_meld(cards: Cards) -> str:
    """§5.1, §5.3, §5.4, by their words."""
    if len(cards) == 1:
        return "single"
    if len(cards) < 3 or "L" in cards:
        return ""
    ranks = sorted(int(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(set(ranks)) == 1:
        return "gok"
    return "run" if len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks))) else ""


def beats(cards: Cards, best: Cards) -> bool:
    """§5.2, §5.5, by their words."""
    kind = is_meld(cards)
    if not kind or kind != is_meld(best) or len(cards) != len(best):
        return False
    if kind == "single":
        alone = {"1S", "1C", "L"} & {*cards, *best}
        return not alone and cards[0][1] == best[0][1] and cards[0][0] > best[0][0]
    if kind == "gok":
        return cards[0][0] > best[0][0]
    high, other = (max(one, key=lambda card: card[0]) for one in (cards, best))
    return (-SUITS.index(high[1]), high[0]) > (-SUITS.index(other[1]), other[0])


RANKS = range(9, 0, -1)
EQUALS = [[f"{rank}{suit}" for suit in SUITS] for rank in RANKS]
SEQUENCES = [[f"{rank}{suit}" for rank in RANKS] for suit in SUITS]
ALL_MELDS: list[Cards] = [
    *combinations(CARDS, 1),
    *(gok for cards in EQUALS for size in (3, 4) for gok in combinations(cards, size)),
    *(tuple(cards[high:low]) for cards in SEQUENCES for high in range(7) for low in range(high + 3, 10)),
]


def can_beat(hand: Collection[str], best: Cards) -> bool:
    """§6.3  Is there a meld in the hand that is superior?"""
    return any(beats(cards, best) for cards in ALL_MELDS if len(cards) == len(best) and set(cards) <= set(hand))


def surrenders(hand: Collection[str], lead: Cards, best: Cards, options: dict[str, str]) -> set[frozenset[str]]:
    """§6.3, §11.2, §11.3  Every choice of cards that may go, from all that there are."""
    choices = map(frozenset, combinations(hand, len(best)))
    if options.get("surrender_singles_free") == "true" and len(best) == 1:
        return set(choices)
    if options.get("surrender_reference") == "lead":
        if not can_beat(hand, best):
            return set(choices)
        return {away for away in choices if not can_beat(set(hand) - away, lead)}
    return {away for away in choices if not can_beat(set(hand) - away, best)}


def most_side_by_side(cards: Collection[str]) -> int:
    """§11.10  How many cards belong to goks, runs and aged cards, each used once: the best of all ways to lay them out."""
    melds = [frozenset(meld) for meld in ALL_MELDS if len(meld) > 1 and set(meld) <= set(cards)]
    aged = {card for card in cards if is_aged_among(card, cards)}

    def most(first: int, used: frozenset[str]) -> int:
        more = (most(place + 1, used | melds[place]) for place in range(first, len(melds)) if not melds[place] & used)
        return max(len(used | aged), *more, 0)

    return most(0, frozenset())


def is_aged_among(card: str, cards: Collection[str]) -> bool:
    """§7.1, §11.10"""
    if card in {"9S", "9G", "9K", "9C", "1S", "1C", "L"}:
        return True
    return all(f"{rank}{card[1]}" in cards for rank in range(int(card[0]) + 1, 10))
