"""The spelling of actions: `parse_action(format_action(action)) == action`.

A play is written as what it represents, low to high, a joker as the rank it stands for and its letter: `8X-9-10`.
"""

import re
from collections import Counter
from typing import Any

from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.options import rules_record

from ..rules import making
from ..rules.combinations import (
    BARE,
    DOUBLE_JOKER,
    QUAD,
    RUN_END,
    SEQUENCE,
    cards_of,
    copies_of,
    joker_count,
    jokers_of,
    kind_of,
    length_of,
    pack_action,
    rank_of,
    reds_of,
)
from ..state import ACTIONS, BLACK, PASS, RANK_NAMES, RED
from .cards import JOKER_NAMES, RANKS, format_kind, hand_of, parse_kind, split_cards

PASS_NAME = "pass"
TOKEN = re.compile(r"(10|[3-9JQKA2])?(JB|JR|X|B|R)?")


def spell(action: int, ruleset: Any) -> list[tuple[str, int]]:
    """Return what a play represents, in order, each with the kind of card that stands for it: `("6X", BLACK)`; [] for a pass."""
    kind = kind_of(action)
    if action == PASS:
        return []
    if kind == BARE:
        jokers = [rank_of(action)] * length_of(action)
    elif kind == DOUBLE_JOKER:
        jokers = [BLACK, BLACK if ruleset.decks == 1 else RED]
    else:
        return spell_ranks(action, ruleset)
    return [(format_kind(joker, ruleset), joker) for joker in jokers]


def spell_ranks(action: int, ruleset: Any) -> list[tuple[str, int]]:
    """§3.9  Return what `spell` does, for a set or sequence.

    Of equal rank the natural cards come first, then black jokers, then red ones.
    """
    copies = copies_of(kind_of(action))
    ranks = range(rank_of(action), rank_of(action) + length_of(action))
    jokers = joker_count(action)
    if not jokers:
        return [(RANK_NAMES[rank], rank) for rank in ranks for _ in range(copies)]
    blacks = jokers - reds_of(action)
    stands: dict[int, list[int]] = {}  # the jokers at each rank
    for place in range(jokers):
        stands.setdefault(jokers_of(action) >> 4 * place & 15, []).append(BLACK if place < blacks else RED)
    written = []
    for rank in ranks:
        name, here = RANK_NAMES[rank], stands.get(rank, ())
        written += [(name, rank)] * (copies - len(here))
        written += [(name + format_kind(colour, ruleset), colour) for colour in here]
    return written


def format_action(action: int, ruleset: Any) -> str:
    return "-".join(name for name, _ in spell(int(action), ruleset)) or PASS_NAME


def parse_action(text: str, ruleset: Any) -> int:
    """Return the action with a text, in any order of its cards.

    Jokers whose ranks are not named (`6-X`) are accepted where the cards have one reading only.  Raises `NotationError`.
    """
    if text.strip().lower() == PASS_NAME:
        return PASS
    words = split_cards(text)
    if words and all(word in JOKER_NAMES for word in words):
        return jokers_action(text, sorted(parse_kind(word, ruleset) for word in words), ruleset)
    naturals: list[int] = []
    stands: list[tuple[int, int]] = []  # rank and joker
    free: list[int] = []
    for word in words:
        token = TOKEN.fullmatch(word)
        if token is None:
            raise unreadable(text, f"{word!r:.60} is no card")
        rank, joker = token.groups()
        if word in RANKS:
            naturals.append(RANKS[word])
        elif rank:
            stands.append((RANKS[rank], parse_kind(joker, ruleset)))
        else:
            free.append(parse_kind(word, ruleset))
    if free and stands:
        raise unreadable(text, "name the rank of every joker, or of none")
    return only_reading(text, naturals + free, ruleset) if free else named_action(text, naturals, stands)


def named_action(text: str, naturals: list[int], stands: list[tuple[int, int]]) -> int:
    """Return the action in which every card's rank is named."""
    if not naturals:
        raise unreadable(text, "a play has at least one natural card, or is both jokers")
    ranks = Counter(naturals + [rank for rank, _ in stands])
    copies = ranks[min(ranks)]
    low, length = min(ranks), len(ranks)
    if len(stands) > 4 or any(count != copies for count in ranks.values()):
        raise unreadable(text, "these cards are no combination")
    if length == 1:
        kind = copies
        readable = copies <= QUAD
    else:
        kind = copies - 1 + SEQUENCE
        readable = copies <= 3 and max(ranks) == low + length - 1 <= RUN_END
    if not readable:
        raise unreadable(text, "these cards are no combination")
    jokers = 0
    for place, rank in enumerate(sorted(rank for rank, _ in stands)):
        jokers |= rank << 4 * place
    return pack_action(kind, low, length, jokers, sum(joker == RED for _, joker in stands))


def jokers_action(text: str, jokers: list[int], ruleset: Any) -> int:
    """§3.7, §3.11  Return the action of jokers alone: the double joker or bare jokers."""
    if jokers == [BLACK, BLACK if ruleset.decks == 1 else RED]:
        return pack_action(DOUBLE_JOKER, 0, 1, 0, 0)
    if len(jokers) <= 2 and len(set(jokers)) == 1:
        return pack_action(BARE, jokers[0], len(jokers), 0, 0)
    raise unreadable(text, "these jokers are no play")


def only_reading(text: str, kinds: list[int], ruleset: Any) -> int:
    """§3.9  Return the action of cards whose jokers are not named, if they have one reading only."""
    found = readings(kinds, ruleset)
    if not found:
        raise unreadable(text, "these cards are no combination")
    if len(found) > 1:
        several = " or ".join(format_action(action, ruleset) for action in found)
        raise NotationError(f"{text!r:.60} can be read in more than one way: say {several}.")
    return found[0]


def readings(kinds: list[int], ruleset: Any) -> list[int]:
    """§3.9, §3.10  Return every combination that uses all of these cards; none for more cards than are dealt."""
    if any(count > QUAD for count in Counter(min(kind, BLACK) for kind in kinds).values()):
        return []
    actions = records.opened(records.new(ACTIONS))
    making.make_everything(hand_of(kinds), rules_record(ruleset), actions)
    made = [int(action) for action in actions.list[: int(actions.count)]]
    return [action for action in made if cards_of(action) == len(kinds)]


def unreadable(text: str, why: str) -> NotationError:
    return NotationError(
        f"{text!r:.60} is no action: {why}.  A play is written low to high like 4-4-5-5, a joker as the card it stands for"
        " like 6-6X; other actions are the double joker X-X (with two packs B-R), bare jokers, and pass."
    )
