"""The cards that people see, as facts tell them."""

from collections.abc import Iterable, Sequence

from qipai.engine.telling import Card, Faces
from qipai.engine.telling import kind_of as card_kind

from ..notation.text import format_card


def faces_of(cards: Iterable[Card]) -> list[str]:
    """Return the faces of cards from low to high, equal ranks by suit, so that no order tells of which pack they are."""
    return [face for _, face in sorted((card_kind(card), format_card(card)) for card in cards)]


def any_copies(faces: Faces, seat: int, kinds: Iterable[int]) -> list[Card]:
    """Return cards of these kinds from a hand, the first by their faces, where nobody has chosen among equal ones."""
    left = sorted(faces.hands[seat], key=format_card)
    found = []
    for kind in kinds:
        found.append(next(card for card in left if card_kind(card) == kind))
        left.remove(found[-1])
    return found


def keep_ready(faces: Faces, seat: int, kinds: Sequence[int], chosen: Sequence[Card] | None) -> list[Card]:
    """Move the cards of an answer to the end of their hand and return them; they wait there for the other answers."""
    kept = faces.take(seat, kinds, chosen)
    faces.give(seat, kept)
    return kept


def take_ready(faces: Faces, seat: int, kinds: Sequence[int]) -> list[Card]:
    """Take the cards of an answer, which `keep_ready` has moved to the end of their hand, out of it and return them."""
    left = faces.hands[seat][::-1]
    ready = []
    for kind in kinds:
        ready.append(next(card for card in left if card_kind(card) == kind))
        left.remove(ready[-1])
    return faces.take(seat, kinds, ready)
