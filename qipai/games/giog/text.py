"""The spelling of pieces and actions: `parse_action(format_action(action)) == action`.

Pieces are written by their codes, the strongest first: `rG-rA-rE`.  In reading, their order is free, and the characters on the
discs will do as well: `帥仕相`.
"""

import re
from collections import Counter
from typing import Any

from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.options import pack_ruleset
from qipai.engine.telling import Card
from qipai.engine.telling import kind_of as card_kind

from .naming import bag_of_kinds, faces_in
from .pieces import CHARACTERS, COPIES, KIND, PIECES
from .play import CONCEAL, EXPOSE, LAY, TAKE, TURN, UNDER, pack_action, value_of, verb_of
from .state import MAX_STACKS
from .variants import Ruleset

NO_PIECES = "."
STACK_VERBS = {"turn": TURN, "take": TAKE}
BARE_VERBS = {"expose": EXPOSE, "conceal": CONCEAL}
UNDER_NAME = "under"
NAMES = {verb: name for name, verb in {**STACK_VERBS, **BARE_VERBS}.items()}


def rules_record(ruleset: Any) -> Any:
    """A rule set as compiled functions take it."""
    return records.opened(pack_ruleset(ruleset)) if isinstance(ruleset, Ruleset) else ruleset


def format_card(card: Card) -> str:
    """The face of a physical piece: equal pieces look alike."""
    return PIECES[card_kind(card) - 1]


def parse_card(text: str) -> Card:
    """A piece with that face."""
    word = text.strip()
    code = word[:1].lower() + word[1:].upper()
    if code in KIND:
        return KIND[code]
    if len(word) == 1 and word in CHARACTERS:
        return CHARACTERS.index(word) + 1
    raise NotationError(
        f"{word!r} is no piece: a piece is r or b and a letter of G A E R H C P, like rG, or its character, like 帥."
    )


def format_bag(bag: int) -> str:
    return "-".join(faces_in(int(bag))) or NO_PIECES


def parse_bag(text: str) -> int:
    """The bag of some pieces.  Raises `NotationError` for more equal pieces than a set has."""
    if text.strip() == NO_PIECES:
        return 0
    kinds = [parse_card(word) for word in split_pieces(text)]
    for kind, count in Counter(kinds).items():
        code = PIECES[kind - 1]
        if count > COPIES[code[1]]:
            raise NotationError(f"{text!r} names {count} pieces {code}, and the set has {COPIES[code[1]]}.")
    return bag_of_kinds(kinds)


def split_pieces(text: str) -> list[str]:
    """The words of some pieces; characters may stand side by side."""
    words = re.split(r"[-,\s]+", text.strip())
    return [part for word in words for part in (word if word and set(word) <= set(CHARACTERS) else [word])]


def format_action(action: int, ruleset: Any) -> str:
    verb, value = verb_of(int(action)), value_of(int(action))
    if verb in NAMES:
        return f"{NAMES[verb]} {value}" if verb in STACK_VERBS.values() else NAMES[verb]
    return f"{UNDER_NAME} {format_bag(value)}" if verb == UNDER else format_bag(value)


def parse_action(text: str, ruleset: Any) -> int:
    """The action with that text, its pieces in any order."""
    verb, _, rest = text.strip().partition(" ")
    name, rest = verb.lower(), rest.strip()
    if name in STACK_VERBS:
        return pack_action(STACK_VERBS[name], parse_stack(rest))
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
    """The number of a stack."""
    if not text.isdecimal() or not 1 <= int(text) <= MAX_STACKS:
        raise NotationError(f"{text!r} is no stack: stacks have the numbers 1 to {MAX_STACKS}.")
    return int(text)


def unreadable(text: str, why: str) -> NotationError:
    return NotationError(
        f"{text!r} is no action.  {why}  Actions are pieces to lay, like rG-rA-rE; turn 7 and take 7 for a stack;"
        " expose, conceal; and under with pieces."
    )
