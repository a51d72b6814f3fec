"""The spelling of cards and actions: `parse_action(format_action(action)) == action`.

People see physical cards with suits; the rules see kinds (§1.1).  A play is its body from low to high, then `+` and its wings:
`3-3-3-4-4-4+5-9`.  A bid is `bid-2`, since `2` is a card.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from qipai.cards.french import SUITS, Face, format_face, parse_face
from qipai.engine import records
from qipai.engine.errors import NotationError
from qipai.engine.options import rules_record
from qipai.engine.telling import KIND_BITS, Card, copy_of
from qipai.engine.telling import kind_of as card_kind

from ..rules.plays import COPIES, WING, kind_of, length_of, make_follows, make_leads, rank_of, wing_at, wing_number, wings_of
from ..state import ACTIONS, ANSWERS, BLACK, CARDS, HAND, LOWEST, NO, PASS, PLAYS
from ..variants import ANY, ANY_PAIRS, VARIANTS

KIND_NAMES = dict(enumerate(CARDS, start=LOWEST))
KIND_NUMBERS = {name: kind for kind, name in KIND_NAMES.items()}
NO_CARDS = "."
WINGED = "+"
WORDS = {PLAYS[PASS]: PASS} | {name.replace("_", "-"): NO + number for number, name in enumerate(ANSWERS)}
SPOKEN = {action: text for text, action in WORDS.items()}
# Every reading that some table has.
LENIENT = VARIANTS["default"].ruleset._replace(single_wings=ANY, own_rank_wings=1, rocket_wings=1, pair_wings=ANY_PAIRS)
MOST_CARDS = 20  # of a play


def format_card(card: Card) -> str:
    """The face of a physical card."""
    name = KIND_NAMES[card_kind(card)]
    return name if card_kind(card) >= BLACK else format_face(Face(name, SUITS[copy_of(card)]))


def parse_card(text: str) -> Card:
    """The card with that face."""
    face = parse_face(text)
    if face is None:
        raise NotationError(f"{text!r:.60} is no card: a card is a rank and a suit (S H D C) like 10H, or a joker, B or R.")
    copy = SUITS.index(face.suit) if face.suit else 0
    return KIND_NUMBERS[face.rank] | copy << KIND_BITS


def parse_kinds(text: str) -> list[int]:
    """The kinds of a list of cards, joined by dashes, commas or spaces."""
    words = [word for word in re.split(r"[-,\s]+", text.strip().upper()) if word]
    unknown = [word for word in words if word not in KIND_NUMBERS]
    if unknown:
        raise NotationError(
            f"{unknown[0]!r:.60} is no card, which are {' '.join(CARDS)}, and no answer, which are {', '.join(WORDS)}."
        )
    return [KIND_NUMBERS[word] for word in words]


def format_kinds(kinds: Sequence[int]) -> str:
    return "-".join(KIND_NAMES[kind] for kind in kinds) or NO_CARDS


def kinds_in(hand: Any) -> list[int]:
    """The kinds of a hand's cards, low to high."""
    return [kind for kind, count in enumerate(hand.count) for _ in range(count)]


def hand_of(kinds: Sequence[int]) -> Any:
    """A hand of these cards, opened."""
    hand = records.opened(records.new(HAND))
    for kind in kinds:
        hand.count[kind] += 1
    hand.cards = len(kinds)
    return hand


def body_of(action: int) -> list[int]:
    """The kinds of the cards that decide; none for a pass and for an answer."""
    if action in SPOKEN:
        return []
    ranks = range(rank_of(action), rank_of(action) + length_of(action))
    return [rank for rank in ranks for _ in range(COPIES[kind_of(action)])]


def wing_kinds(action: int) -> list[int]:
    """§4  The kinds of the cards that go along."""
    if action in SPOKEN:
        return []
    kind = kind_of(action)
    wings = [wing_at(wings_of(action), place) for place in range(wing_number(kind, length_of(action)))]
    return [wing for wing in wings for _ in range(WING[kind])]


def format_action(action: int, ruleset: Any) -> str:
    action = int(action)
    if action in SPOKEN:
        return SPOKEN[action]
    wings = wing_kinds(action)
    return format_kinds(body_of(action)) + (WINGED + format_kinds(wings) if wings else "")


def parse_action(text: str, ruleset: Any) -> int:
    """The action with that text, in any order of its cards.  §4.15 A play of one reading needs no `+`."""
    word = text.strip().lower()
    if word in WORDS:
        return WORDS[word]
    body, winged, wings = text.partition(WINGED)
    kinds = parse_kinds(body) + parse_kinds(wings)
    if winged:
        named = sorted(parse_kinds(body))
        found = [action for action in readings(kinds, LENIENT) if body_of(action) == named and wing_kinds(action)]
    else:
        found = readings(kinds, ruleset) or readings(kinds, LENIENT)
        found = [action for action in found if not wing_kinds(action)] or found
    if not found:
        raise NotationError(
            f"{text!r:.60} is no action: a play is its body from low to high, then + and its wings, like 3-3-3-4-4-4+5-9;"
            f" other actions are {', '.join(WORDS)}."
        )
    if len(found) > 1:
        several = " or ".join(format_action(action, ruleset) for action in found)
        raise NotationError(f"{text!r:.60} can be read in more than one way: say {several}.")
    return found[0]


def cards_of(action: int) -> list[int]:
    """The kinds of all cards of an action, those that decide first."""
    return [*body_of(action), *wing_kinds(action)]


def readings(kinds: Sequence[int], ruleset: Any, to_beat: int = PASS) -> list[int]:
    """§4.15  Every play that is all of these cards; §5 on a play, those that follow it."""
    alike = Counter(kinds)
    if len(kinds) > MOST_CARDS or any(count > (4 if kind < BLACK else 1) for kind, count in alike.items()):
        return []
    hand, rules = hand_of(kinds), rules_record(ruleset)
    made = listed(make_leads, hand, rules) if to_beat == PASS else listed(make_follows, hand, rules, to_beat)
    return [action for action in made if len(cards_of(action)) == len(kinds)]


def listed(rule: Callable[..., Any], *arguments: Any) -> list[int]:
    """The actions that a rule adds to a list."""
    actions = records.opened(records.new(ACTIONS))
    rule(*arguments, actions)
    return [int(action) for action in actions.list[: int(actions.count)]]
