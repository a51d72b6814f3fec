"""The spelling of pieces and actions: `parse_action(format_action(action)) == action`.

Pieces are written by their codes, the strongest first: `rG-rA-rE`.  In reading, their order is free, and the characters on the
discs will do as well: `帥仕相`.
"""

import re
from collections import Counter
from typing import Any

from qipai.engine.errors import NotationError
from qipai.engine.telling import Card
from qipai.engine.telling import kind_of as card_kind

from ..pieces import CHARACTERS, COPIES, KIND, PIECES
from ..rules.directing import ORDERS
from ..rules.play import CONCEAL, DIRECT, EXPOSE, LAY, TAKE, TURN, UNDER, pack_action, value_of, verb_of
from ..state import MAX_STACKS
from .naming import bag_of_kinds, faces_in

NO_PIECES = "."
STACK_VERBS = {"turn": TURN, "take": TAKE}
BARE_VERBS = {"expose": EXPOSE, "conceal": CONCEAL}
UNDER_NAME, DIRECT_NAME = "under", "direct"
NAMES = {verb: name for name, verb in {**STACK_VERBS, **BARE_VERBS}.items()}


def format_card(card: Card) -> str:
    """Return the code of a physical piece; equal pieces have the same."""
    return PIECES[card_kind(card) - 1]


def parse_card(text: str) -> Card:
    """Return a piece by its code or its character.  Raises `NotationError` for any other text."""
    word = text.strip()
    code = word[:1].lower() + word[1:].upper()
    if code in KIND:
        return KIND[code]
    if len(word) == 1 and word in CHARACTERS:
        return CHARACTERS.index(word) + 1
    raise NotationError(
        f"{word!r:.60} is no piece: a piece is r or b and a letter of G A E R H C P, like rG, or its character, like 帥."
    )


def format_bag(bag: int) -> str:
    """Return the text of a bag, the highest piece first: `rG-rA-rE`; `.` for no pieces."""
    return "-".join(faces_in(int(bag))) or NO_PIECES


def parse_bag(text: str) -> int:
    """Return the bag of pieces by their text.  Raises `NotationError` for unknown pieces, or more equal ones than a set has."""
    if text.strip() == NO_PIECES:
        return 0
    kinds = [parse_card(word) for word in split_pieces(text)]
    for kind, count in Counter(kinds).items():
        code = PIECES[kind - 1]
        if count > COPIES[code[1]]:
            raise NotationError(f"{text!r:.60} names {count} pieces {code}, and the set has {COPIES[code[1]]}.")
    return bag_of_kinds(kinds)


def split_pieces(text: str) -> list[str]:
    """Return the words of a text of pieces; characters need nothing between them."""
    words = re.split(r"[-,\s]+", text.strip())
    return [part for word in words for part in (word if word and set(word) <= set(CHARACTERS) else [word])]


def format_action(action: int, ruleset: Any) -> str:
    """Return the text of an action."""
    verb, value = verb_of(int(action)), value_of(int(action))
    if verb == DIRECT:
        return f"{DIRECT_NAME} {ORDERS[value]}"
    if verb in NAMES:
        return f"{NAMES[verb]} {value}" if verb in STACK_VERBS.values() else NAMES[verb]
    return f"{UNDER_NAME} {format_bag(value)}" if verb == UNDER else format_bag(value)


def parse_action(text: str, ruleset: Any) -> int:
    """Return the action with a text, whose pieces may be in any order.  Raises `NotationError` if there is none."""
    verb, _, rest = text.strip().partition(" ")
    name, rest = verb.lower(), rest.strip()
    if name in STACK_VERBS:
        return pack_action(STACK_VERBS[name], parse_stack(rest))
    if name == DIRECT_NAME:
        return pack_action(DIRECT, parse_order(rest))
    if name in BARE_VERBS and not rest:
        return pack_action(BARE_VERBS[name], 0)
    pieces = rest if name == UNDER_NAME else text.strip()
    if pieces in ("", NO_PIECES):
        raise unreadable(text, "No piece is laid.")
    try:
        bag = parse_bag(pieces)
    except NotationError as error:
        raise unreadable(text, str(error)) from None
    return pack_action(UNDER if name == UNDER_NAME else LAY, bag)


def parse_stack(text: str) -> int:
    """Return the number of a stack.  Raises `NotationError` for a text that is no such number."""
    if not text.isdecimal() or not 1 <= int(text) <= MAX_STACKS:
        raise NotationError(f"{text!r:.60} is no stack: stacks have the numbers 1 to {MAX_STACKS}.")
    return int(text)


def parse_order(text: str) -> int:
    """Return an order of stacks as its place in `ORDERS`.  Raises `NotationError` for any other text."""
    if text.lower() not in ORDERS:
        raise NotationError(f"{text!r:.60} is no order of stacks: orders are {', '.join(ORDERS)}.")
    return ORDERS.index(text.lower())


def unreadable(text: str, why: str) -> NotationError:
    """Return the error for a text that is no action, with the reason and what actions look like."""
    return NotationError(
        f"{text!r:.60} is no action.  {why}  Actions are pieces to lay, like rG-rA-rE; turn 7 and take 7 for a stack;"
        " direct left for an order of stacks; expose, conceal; and under with pieces."
    )
