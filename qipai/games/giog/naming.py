"""§1.1, §4  What pieces and combinations are called: codes and characters, types and their groups, always the strongest first."""

from typing import Any

from qipai.engine.telling import Card
from qipai.engine.telling import kind_of as card_kind

from .combinations import GROUP, GROUP_NAMES, LISTS, NONE, TYPE_MASK, TYPE_NAMES, list_of
from .pieces import BITS, CHARACTERS, KINDS, MOST, PIECES, one

# Of each game's list: the type and the place of a bag
READINGS = {number: {bag: (kind, place) for kind, place, bag in made} for number, made in LISTS.items()}


def kinds_in(bag: int) -> list[int]:
    """The kinds of a bag's pieces, one for each piece."""
    return [kind for kind in range(KINDS - 1, 0, -1) for _ in range(bag >> BITS * (kind - 1) & MOST)]


def faces_in(bag: int) -> list[str]:
    """The codes of a bag's pieces: `["rG", "rA", "rE"]`."""
    return [PIECES[kind - 1] for kind in kinds_in(bag)]


def characters_in(bag: int) -> str:
    """The characters on a bag's pieces: `帥仕相`."""
    return "".join(CHARACTERS[kind - 1] for kind in kinds_in(bag))


def bag_of_kinds(kinds: Any) -> int:
    return sum(one(int(kind)) for kind in kinds)


def bag_of_cards(cards: list[Card]) -> int:
    """The bag of some physical pieces."""
    return bag_of_kinds(map(card_kind, cards))


def reading_of(bag: int, rules: Any) -> tuple[int, int]:
    """The type of some pieces in this game and their place in it; `NONE` and 0 if they are no combination."""
    return READINGS[int(list_of(rules))].get(bag, (NONE, 0))


def place_in(bag: int, kind: int, rules: Any) -> int:
    """§5.3  The place of some pieces among the combinations of a type; 0 if they are none of it."""
    own, place = reading_of(bag, rules)
    return place if own == kind else 0


def type_name(kind: int) -> str | None:
    """The key of a type's words, or None for `NONE`."""
    return TYPE_NAMES[kind & TYPE_MASK] or None


def name_lead(kind: int) -> dict[str, str | None]:
    """§5.1  What the leader names: the type, in Zhì hǔ the group too."""
    group = GROUP_NAMES[kind // GROUP]
    named: dict[str, str | None] = {"kind": type_name(kind)}
    return {**named, "group": group} if group else named
