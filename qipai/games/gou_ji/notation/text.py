"""The spelling of cards, sets and actions: `parse_action(format_action(action)) == action`.

Cards are written by their ranks, low to high: `8-8-2-B`.  In reading, their order is free, and `JB` and `JR` are jokers too.  Whole
cards have a suit besides, `10H`: people see it, and the rules ask for it once (§3.2).
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from qipai.cards.french import SUITS, Face, format_face, parse_face
from qipai.engine.errors import NotationError
from qipai.engine.telling import KIND_BITS, Card, copy_of
from qipai.engine.telling import kind_of as card_kind

from .. import verbs
from ..ranks import BLACK, COPIES, HIGHEST_NATURAL, KIND, KINDS, NO_RANK, RANKS, RED, TWO
from ..rules.sets import blacks_in, naturals_in, pack_set, rank_in, reds_in, twos_in
from ..seating import SEATS
from ..verbs import higher_kind, lower_kind, pack_action, pack_kinds, value_of, verb_of

NO_CARDS = "."
OTHER_NAMES = {"JB": "B", "JR": "R"}
MORE_NAME = "more"
SEAT_VERBS = {"taker": verbs.TAKER, "first": verbs.FIRST, "count": verbs.COUNT}
CARD_VERBS = {"return": verbs.RETURN, "shao": verbs.SHAO}
SAY_NAME = "say"
ADVISE_NAME, TO_PASS = "advise", "pass"
BARE_VERBS = {
    "pass": verbs.PASS,
    "keep": verbs.KEEP,
    "show": verbs.SHOW,
    "play_on": verbs.PLAY_ON,
    "revolt": verbs.REVOLT,
    "silent": verbs.SILENT,
    "plead": verbs.PLEAD,
    "withdraw": verbs.WITHDRAW,
    "stay": verbs.STAY,
    "swap": verbs.SWAP,
    "pay": verbs.PAY,
    "refuse": verbs.REFUSE,
    "insist": verbs.INSIST,
    "waive": verbs.WAIVE,
    "no_shao": verbs.NO_SHAO,
    "take": verbs.TAKE,
    "leave": verbs.LEAVE,
    "rang": verbs.RANG,
    "disagree": verbs.DISAGREE,
    "agree": verbs.AGREE,
    "show_hand": verbs.SHOW_HAND,
    "expose": verbs.EXPOSE,
    "ask_wind": verbs.ASK_WIND,
}
VERBS = {**BARE_VERBS, **SEAT_VERBS, **CARD_VERBS, SAY_NAME: verbs.SAY, ADVISE_NAME: verbs.ADVISE}
VERB_NAMES = {verb: name for name, verb in VERBS.items()}


# -- cards


@cache
def format_card(card: Card) -> str:
    """Return the face of a physical card; the copies of a natural card or a 2 are its suits, pack after pack."""
    name = name_of(card_kind(card))
    return format_face(Face(name, SUITS[copy_of(card) % len(SUITS)] if card_kind(card) < BLACK else ""))


def faces_of(cards: Iterable[Card]) -> list[str]:
    """Return the faces of cards from low to high, equal ranks by suit, so that no order tells of which pack they are."""
    return [face for _, face in sorted((card_kind(card), format_card(card)) for card in cards)]


def any_copies(hand: Iterable[Card], kinds: Iterable[int]) -> list[Card]:
    """Return cards of these kinds from a hand, the first by their faces, where nobody has chosen among equal ones."""
    left = sorted(hand, key=format_card)
    found = []
    for kind in kinds:
        found.append(next(card for card in left if card_kind(card) == kind))
        left.remove(found[-1])
    return found


def parse_card(text: str) -> Card:
    """Return the card with a face, of the first pack.  Raises `NotationError` for a text that is no face."""
    face = parse_face(text)
    if face is None:
        raise NotationError(f"{text!r:.60} is no card: a card is a rank and a suit (S H D C) like 10H, or a joker, B or R.")
    return KIND[face.rank] | (SUITS.index(face.suit) if face.suit else 0) << KIND_BITS


def name_of(kind: int) -> str:
    """Return the rank of a kind as text."""
    return RANKS[int(kind) - 1]


def kind_named(text: str) -> int:
    """Return the kind of a rank.  Raises `NotationError` for a text that is no rank."""
    name = text.strip().upper()
    name = OTHER_NAMES.get(name, name)
    if name not in KIND:
        raise NotationError(f"{text!r:.60} is no rank: ranks are {' '.join(RANKS)}.")
    return KIND[name]


def kinds_named(text: str) -> list[int]:
    """Return the kinds of cards by their text, low to high.

    Raises `NotationError` for unknown ranks, or more equal cards than four packs have.
    """
    if text.strip() == NO_CARDS:
        return []
    kinds = sorted(kind_named(word) for word in re.split(r"[-,\s]+", text.strip()))
    for kind, count in Counter(kinds).items():
        if count > COPIES[name_of(kind)]:
            raise NotationError(
                f"{text!r:.60} names {count} cards {name_of(kind)}, and four packs have {COPIES[name_of(kind)]}."
            )
    return kinds


def format_kinds(kinds: Iterable[int]) -> str:
    """Return the text of cards by their kinds, in this order."""
    return "-".join(name_of(kind) for kind in kinds) or NO_CARDS


# -- hands


def kinds_in(hand: Any) -> list[int]:
    """Return the kinds of a hand's cards, low to high; a hand is a count of each kind."""
    return [kind for kind in range(1, KINDS) for _ in range(int(hand[kind]))]


def ranks_in(hand: Any) -> list[str]:
    """Return the ranks of a hand's cards, low to high."""
    return list(_ranks_in(tuple(hand)))


@lru_cache(1024)
def _ranks_in(counts: tuple[int, ...]) -> list[str]:
    return [name for kind, name in enumerate(RANKS, start=1) for _ in range(int(counts[kind]))]


def format_hand(hand: Any) -> str:
    """Return the text of a hand, which is a count of each kind."""
    return format_kinds(kinds_in(hand))


def hand_of(kinds: Iterable[int]) -> list[int]:
    """Return the count of each kind among cards by their kinds."""
    hand = [0] * KINDS
    for kind in kinds:
        hand[kind] += 1
    return hand


# -- sets


def kinds_in_set(cards: int) -> list[int]:
    """§6.1  Return the kinds of a set's cards, low to high."""
    counts = (
        (rank_in(cards), naturals_in(cards)),
        (TWO, twos_in(cards)),
        (BLACK, blacks_in(cards)),
        (RED, reds_in(cards)),
    )
    return [int(kind) for kind, count in counts for _ in range(int(count))]


def spell(cards: int) -> list[str]:
    """Return the ranks of a set's cards: its naturals, 2s, Blacks and Reds."""
    return [name_of(kind) for kind in kinds_in_set(int(cards))]


def format_set(cards: int) -> str:
    """Return the text of a set."""
    return format_kinds(kinds_in_set(int(cards)))


def parse_set(text: str) -> int:
    """Return the set of cards by their text, in any order.

    Raises `NotationError` for natural cards of two ranks, which are no set (§6.1), and as `kinds_named` does.
    """
    if text.strip() in ("", NO_CARDS):
        raise NotationError("No card is named.")
    kinds = kinds_named(text)
    cards = set_of(kinds)
    if cards is None:
        low, high = sorted({kind for kind in kinds if kind <= HIGHEST_NATURAL})[:2]
        raise NotationError(
            f"{text!r:.60} is no set: beside 2s, B and R all cards of a set have one rank, and {name_of(low)} and {name_of(high)} differ."
        )
    return cards


def set_of(kinds: Iterable[int]) -> int | None:
    """§6.1  Return the set of cards by their kinds; None if they are no set."""
    hand = hand_of(kinds)
    ranks = [kind for kind in range(1, HIGHEST_NATURAL + 1) if hand[kind]]
    if len(ranks) > 1 or not any(hand):
        return None
    rank = ranks[0] if ranks else NO_RANK
    return int(pack_set(rank, hand[rank], hand[TWO], hand[BLACK], hand[RED]))


# -- actions


def format_action(action: int, ruleset: Any) -> str:
    """Return the text of an action."""
    verb, value = int(verb_of(action)), int(value_of(action))
    if verb == verbs.LAY:
        return format_set(value)
    name = VERB_NAMES[verb]
    if name in BARE_VERBS:
        return name
    if verb == verbs.SAY:
        return f"{name} {MORE_NAME if value == verbs.MORE else value}"
    if verb == verbs.ADVISE:
        return f"{name} {format_set(value) if value else TO_PASS}"
    if verb == verbs.RETURN:
        return f"{name} {format_kinds(kind for kind in (lower_kind(value), higher_kind(value)) if kind)}"
    return f"{name} {format_set(value) if verb == verbs.SHAO else value}"


def parse_action(text: str, ruleset: Any) -> int:
    """Return the action with a text, words in either case and cards in any order.  Raises `NotationError` if there is none."""
    head, _, rest = text.strip().partition(" ")
    name, rest = head.lower(), rest.strip()
    try:
        if name in BARE_VERBS:
            if rest:
                raise NotationError(f"Nothing stands after {name}.")
            return int(pack_action(BARE_VERBS[name], 0))
        if name in SEAT_VERBS:
            return int(pack_action(SEAT_VERBS[name], parse_seat(rest)))
        if name in CARD_VERBS:
            return int(pack_action(CARD_VERBS[name], parse_set(rest) if name == "shao" else parse_return(rest)))
        if name == ADVISE_NAME:
            return int(pack_action(verbs.ADVISE, 0 if rest.lower() == TO_PASS else parse_set(rest)))
        if name == SAY_NAME:
            return int(pack_action(verbs.SAY, parse_count(rest)))
        return int(pack_action(verbs.LAY, parse_set(text)))
    except NotationError as error:
        raise NotationError(
            f"{text!r:.60} is no action.  {error}  Actions are cards to lay, like 8-8-2-B; pass, and the other words for what one is asked;"
            " taker, first and count with a seat, return and shao with cards, advise with cards or pass, say with a number or more."
        ) from None


def parse_seat(text: str) -> int:
    """Return a seat by its number.  Raises `NotationError` for any other text."""
    if not text.isdecimal() or int(text) >= SEATS:
        raise NotationError(f"{text!r:.60} is no seat: seats are 0 to {SEATS - 1}.")
    return int(text)


def parse_return(text: str) -> int:
    """§5.6  Return the value of a return: one card or two.  Raises `NotationError` for any other number of cards."""
    kinds = kinds_named(text)
    if len(kinds) not in (1, 2):
        raise NotationError(f"{text!r:.60} cannot be returned: it is one card or two.")
    return int(pack_kinds(kinds[0] if len(kinds) == 2 else 0, kinds[-1]))


def parse_count(text: str) -> int:
    """§11.2  Return a count: a number, or that it is more.  Raises `NotationError` for any other text."""
    if text.lower() == MORE_NAME:
        return verbs.MORE
    if not text.isdecimal() or not 1 <= int(text) <= verbs.FEW:
        raise NotationError(f"{text!r:.60} is no count: a count is 1 to {verbs.FEW}, or {MORE_NAME}.")
    return int(text)
