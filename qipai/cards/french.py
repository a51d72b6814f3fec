"""The French pack of fifty-four: thirteen ranks in four suits, a black and a red joker, and the faces people see in text.

A face is a rank and a suit, `10H`, or a joker, `B` or `R`.  Copies from several packs look alike.
"""

from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
BLACK_JOKER, RED_JOKER = "B", "R"


class Face(NamedTuple):
    """What a card shows.  A joker's suit is empty."""

    rank: str
    suit: str


def format_face(face: Face) -> str:
    return face.rank + face.suit


def parse_face(text: str) -> Face | None:
    """The face with that spelling in either case (`JB` and `JR` are jokers too), or None."""
    spelled = text.strip().upper()
    if spelled in ("B", "JB"):
        return Face(BLACK_JOKER, "")
    if spelled in ("R", "JR"):
        return Face(RED_JOKER, "")
    rank, suit = spelled[:-1], spelled[-1:]
    return Face(rank, suit) if rank in RANKS and suit and suit in SUITS else None
