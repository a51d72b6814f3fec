"""The cards that people see, as facts tell them."""

from collections.abc import Iterable, Sequence

from qipai.engine.telling import Card, Faces
from qipai.engine.telling import kind_of as card_kind

from .text import format_card


def faces_of(cards: Iterable[Card]) -> list[str]:
    """Cards as people see them, low to high, equal ranks by suit: no order tells of which pack they are."""
    return [face for _, face in sorted((card_kind(card), format_card(card)) for card in cards)]


def any_copies(faces: Faces, seat: int, kinds: Iterable[int]) -> list[Card]:
    """Cards of these kinds in a hand, where nobody has chosen which of the equal ones: by their faces, whatever packs they are of."""
    left = sorted(faces.hands[seat], key=format_card)
    found = []
    for kind in kinds:
        found.append(next(card for card in left if card_kind(card) == kind))
        left.remove(found[-1])
    return found


def keep_ready(faces: Faces, seat: int, kinds: Sequence[int], chosen: Sequence[Card] | None) -> list[Card]:
    """The cards of an answer that others who are asked have still to give theirs to: they wait at the end of the hand."""
    kept = faces.take(seat, kinds, chosen)
    faces.give(seat, kept)
    return kept


def take_ready(faces: Faces, seat: int, kinds: Sequence[int]) -> list[Card]:
    """Take the cards of an answer that `keep_ready` has put to the end of a hand."""
    left = faces.hands[seat][::-1]
    ready = []
    for kind in kinds:
        ready.append(next(card for card in left if card_kind(card) == kind))
        left.remove(ready[-1])
    return faces.take(seat, kinds, ready)
