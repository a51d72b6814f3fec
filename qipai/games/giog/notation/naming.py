"""§1.1, §4  What pieces and combinations are called: codes and characters, types and their groups, always the strongest first."""

from typing import Any

from qipai.engine.telling import Card
from qipai.engine.telling import kind_of as card_kind

from ..pieces import BITS, CHARACTERS, KINDS, MOST, PIECES, TYPE_NAMES, one
from ..rules.combinations import GROUP, GROUP_NAMES, LISTS, NONE, TYPE_MASK, list_of

# Of each game's list: the type and the place of a bag
READINGS = {number: {bag: (kind, place) for kind, place, bag in made} for number, made in LISTS.items()}


def kinds_in(bag: int) -> list[int]:
    """Return the kinds of a bag's pieces, one for each piece, the highest first."""
    return [kind for kind in range(KINDS - 1, 0, -1) for _ in range(bag >> BITS * (kind - 1) & MOST)]


def faces_in(bag: int) -> list[str]:
    """Return the codes of a bag's pieces, the highest first: `["rG", "rA", "rE"]`."""
    return [PIECES[kind - 1] for kind in kinds_in(bag)]


def characters_in(bag: int) -> str:
    """Return the characters on a bag's pieces, the highest first: `帥仕相`."""
    return "".join(CHARACTERS[kind - 1] for kind in kinds_in(bag))


def bag_of_kinds(kinds: Any) -> int:
    """Return the bag of pieces by their kinds."""
    return sum(one(int(kind)) for kind in kinds)


def bag_of_cards(cards: list[Card]) -> int:
    """Return the bag of some physical pieces."""
    return bag_of_kinds(map(card_kind, cards))


def reading_of(bag: int, rules: Any) -> tuple[int, int]:
    """Return the type of a bag in this game and its place in that type; `NONE` and 0 if it is no combination."""
    return READINGS[int(list_of(rules))].get(bag, (NONE, 0))


def place_in(bag: int, kind: int, rules: Any) -> int:
    """§5.3  Return the place of a bag among the combinations of a type; 0 if it is none of them."""
    own, place = reading_of(bag, rules)
    return place if own == kind else 0


def type_name(kind: int) -> str | None:
    """Return the key of a type's words; None for `NONE`."""
    return TYPE_NAMES[kind & TYPE_MASK] or None


def name_lead(kind: int) -> dict[str, str | None]:
    """§5.1  Return what the leader names: the `kind`, the key of the type, and in Zhì hǔ the `group` too."""
    group = GROUP_NAMES[kind // GROUP]
    named: dict[str, str | None] = {"kind": type_name(kind)}
    return {**named, "group": group} if group else named
