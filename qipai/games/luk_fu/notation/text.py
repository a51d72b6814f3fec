"""The spelling of cards and actions: `parse_action(format_action(action)) == action`.

Cards are written rank first, `9S` for 9 Sip, and `L` for Li Chen; several of them joined, Sip first and from high to low: `9S-8S-4G-L`.
In reading, their order is free, and the Chinese names of the suits will do as well: `9拾`.
"""

import re
from functools import lru_cache
from typing import Any

from qipai.engine.errors import NotationError
from qipai.engine.telling import Card
from qipai.engine.telling import kind_of as card_kind

from ..cards import CARDS, LI_CHEN, LI_CHEN_NAME, RANKS, SUITS, face_of
from ..rules.rounds import CLAIM, DECLARE, DOWN, KEEP, LAY, NOT_PLAY, PLAY, cards_of, pack_action, verb_of

NO_CARDS = "."
CHARACTERS = "綫索貫拾"  # §1.2, in the order of `SUITS`
SIMPLIFIED = "线索贯拾"
BARE_VERBS = {"declare": DECLARE, "play": PLAY, "not_play": NOT_PLAY, "claim": CLAIM, "keep": KEEP}
NAMES = {verb: name for name, verb in BARE_VERBS.items()}
DOWN_NAME = "down"
ORDER = [number for suit in (3, 2, 1, 0) for number in range(suit * RANKS + RANKS - 1, suit * RANKS - 1, -1)] + [LI_CHEN]


def number_of(text: str) -> int:
    """Return the number of the card with a face."""
    word = text.strip().upper()
    if word in (LI_CHEN_NAME, "離綫", "离线"):
        return LI_CHEN
    if len(word) == 2 and word[0] in "123456789":
        for suits in (SUITS, CHARACTERS, SIMPLIFIED):
            if word[1] in suits:
                return suits.index(word[1]) * RANKS + int(word[0]) - 1
    raise NotationError(f"{text!r:.60} is no card: a card is a number from 1 to 9 and S, G, K or C, like 9S, or L for Li Chen.")


def format_card(card: Card) -> str:
    """Return the face of a physical card; its kind is its number + 1."""
    return face_of(card_kind(card) - 1)


def parse_card(text: str) -> Card:
    return number_of(text) + 1


def faces_in(cards: int) -> list[str]:
    """Return the faces of a mask, in the order in which people hold them."""
    return list(_faces_in(int(cards)))


@lru_cache(4096)
def _faces_in(cards: int) -> tuple[str, ...]:
    return tuple(face_of(number) for number in ORDER if cards >> number & 1)


def format_cards(cards: int) -> str:
    return "-".join(faces_in(cards)) or NO_CARDS


def parse_cards(text: str) -> int:
    """Return the mask of some cards.  Raises `NotationError` for a card that is named twice: each is there once."""
    if text.strip() == NO_CARDS:
        return 0
    cards = 0
    for word in re.split(r"[-,\s]+", text.strip()):
        card = 1 << number_of(word)
        if cards & card:
            raise NotationError(f"{text!r:.60} names {word} twice, and every card is there once.")
        cards |= card
    return cards


def kinds_in(cards: int) -> list[int]:
    """Return the kinds of a mask's cards, as the engine counts them."""
    return [number + 1 for number in range(CARDS) if int(cards) >> number & 1]


def mask_of_kinds(kinds: Any) -> int:
    return sum(1 << int(kind) - 1 for kind in kinds)


def format_action(action: int, ruleset: Any) -> str:
    verb, cards = verb_of(int(action)), cards_of(int(action))
    if verb in NAMES:
        return NAMES[verb]
    return f"{DOWN_NAME} {format_cards(cards)}" if verb == DOWN else format_cards(cards)


def parse_action(text: str, ruleset: Any) -> int:
    """Return the action with a text, its cards in any order.  Raises `NotationError`."""
    name, _, rest = text.strip().partition(" ")
    if text.strip().lower() in BARE_VERBS:
        return pack_action(BARE_VERBS[text.strip().lower()], 0)
    is_down = name.lower() == DOWN_NAME
    words = rest.strip() if is_down else text.strip()
    if words in ("", NO_CARDS):
        raise unreadable(text, "No card is laid.")
    try:
        cards = parse_cards(words)
    except NotationError as error:
        raise unreadable(text, str(error)) from None
    return pack_action(DOWN if is_down else LAY, cards)


def unreadable(text: str, why: str) -> NotationError:
    return NotationError(
        f"{text!r:.60} is no action.  {why}  Actions are cards to lay, like 9S or 8S-8G-8K; down and cards to surrender;"
        " play, not_play, claim, keep and declare."
    )
