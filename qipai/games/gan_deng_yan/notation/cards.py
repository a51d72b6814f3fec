"""The spelling of cards and hands.  People see physical cards with suits; the rules see kinds (§1.1)."""

import re
from typing import Any

from qipai.cards.french import BLACK_JOKER, RED_JOKER, SUITS, Face, format_face, parse_face
from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.options import rules_record
from qipai.engine.telling import KIND_BITS, Card, copy_of, kind_of

from ..rules.dealing import dealt_kind
from ..state import BLACK, HAND, RANK_NAMES, RED

RANKS = {name: rank for rank, name in RANK_NAMES.items()}
JOKER_NAMES = ("X", "B", "R", "JB", "JR")
NO_CARDS = "."


def joker_kind(name: str, ruleset: Any) -> int:
    """§1.1, §7.1  Return the kind of a joker by its name; with one pack the two jokers are of one kind."""
    return RED if name in ("R", "JR") and ruleset.decks == 2 else BLACK


def is_red(card: Card) -> bool:
    """Return whether a physical joker is drawn red: with one pack the second copy is."""
    return kind_of(card) == RED or copy_of(card) % len(SUITS) == 1


def format_card(card: Card) -> str:
    """Return the face of a physical card: `10H`."""
    if kind_of(card) >= BLACK:
        return RED_JOKER if is_red(card) else BLACK_JOKER
    return format_face(Face(RANK_NAMES[kind_of(card)], SUITS[copy_of(card) % len(SUITS)]))


def parse_card(text: str) -> Card:
    """Return the physical card with a face, of the first pack.

    A red joker is read as that of one pack; `card_kind` tells its kind under other rules.
    """
    face = parse_face(text)
    if face is None:
        raise NotationError(f"{text!r:.60} is no card: a card is a rank and a suit (S H D C) like 10H, or a joker, B or R.")
    if not face.suit:
        return BLACK | (face.rank == RED_JOKER) << KIND_BITS
    return RANKS[face.rank] | SUITS.index(face.suit) << KIND_BITS


def card_kind(card: Card, ruleset: Any) -> int:
    """Return the kind of a physical card under these rules."""
    return int(dealt_kind(card, rules_record(ruleset)))


def physical(card: Card, ruleset: Any) -> Card:
    """Return the card as these rules count it: with one pack both jokers are copies of one kind."""
    copy = is_red(card) if kind_of(card) >= BLACK and ruleset.decks == 1 else copy_of(card)
    return card_kind(card, ruleset) | copy << KIND_BITS


def format_kind(kind: int, ruleset: Any) -> str:
    """Return the name of a kind of card: `10`; a joker is `X` with one pack, `B` or `R` with two."""
    if kind < BLACK:
        return RANK_NAMES[kind]
    if ruleset.decks == 1:
        return "X"
    return RED_JOKER if kind == RED else BLACK_JOKER


def parse_kind(text: str, ruleset: Any) -> int:
    name = text.strip().upper()
    if name in RANKS:
        return RANKS[name]
    if name in JOKER_NAMES and not (name == "X" and ruleset.decks == 2):
        return joker_kind(name, ruleset)
    jokers = "X for a joker" if ruleset.decks == 1 else "B and R for the jokers"
    raise NotationError(f"{text!r:.60} is no card here: cards are 3 4 5 6 7 8 9 10 J Q K A 2 and {jokers}.")


def split_cards(text: str) -> list[str]:
    """Return the words of a list of cards, joined by dashes, commas or spaces."""
    return [word for word in re.split(r"[-,\s]+", text.strip().upper()) if word]


def format_kinds(kinds: list[int], ruleset: Any) -> str:
    return "-".join(format_kind(kind, ruleset) for kind in kinds) or NO_CARDS


def kinds_in(hand: Any) -> list[int]:
    """Return the kinds of a hand's cards, low to high, each as often as it is held."""
    return [kind for kind, count in enumerate(hand.count) for _ in range(count)]


def format_hand(hand: Any, ruleset: Any) -> str:
    return format_kinds(kinds_in(hand), ruleset)


def parse_kinds(text: str, ruleset: Any) -> list[int]:
    if text.strip() == NO_CARDS:
        return []
    return [parse_kind(word, ruleset) for word in split_cards(text)]


def hand_of(kinds: list[int]) -> Any:
    """Return an opened hand of cards of these kinds."""
    hand = records.opened(records.new(HAND))
    for kind in kinds:
        hand.count[kind] += 1
    hand.cards = len(kinds)
    return hand
