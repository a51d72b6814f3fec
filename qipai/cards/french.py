"""The French pack of 54 cards: thirteen ranks in four suits, a black and a red joker, and the text of their faces.

The text of a face is a rank and a suit, `10H`, or a joker, `B` or `R`.  Cards from several packs have the same faces.
"""

from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"  # spades, hearts, diamonds, clubs
BLACK_JOKER, RED_JOKER = "B", "R"


class Face(NamedTuple):
    """The rank and suit of a card; a joker has the rank `B` or `R` and the suit ""."""

    rank: str
    suit: str


def format_face(face: Face) -> str:
    """Return the text of a face: "10H"."""
    return face.rank + face.suit


def parse_face(text: str) -> Face | None:
    """Return the face of a text in upper or lower case, None for other text; jokers may also be written `JB` and `JR`.

    >>> parse_face("10h"), parse_face("jr"), parse_face("1H")
    (Face(rank='10', suit='H'), Face(rank='R', suit=''), None)
    """
    spelled = text.strip().upper()
    if spelled in ("B", "JB"):
        return Face(BLACK_JOKER, "")
    if spelled in ("R", "JR"):
        return Face(RED_JOKER, "")
    rank, suit = spelled[:-1], spelled[-1:]
    return Face(rank, suit) if rank in RANKS and suit and suit in SUITS else None
