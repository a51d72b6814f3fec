"""What a board of Gan Deng Yan holds (§9.1), beside the fields that `state.py` declares as shown.

Seats are numbers from 0 in turn order.
"""

from typing import Annotated

from msgspec import Struct

from qipai.engine.boards import ABSENT, Absent, Among, shows

from ..state import PLAYS, Observation

CHIPS = ("dealer", "stake", "winner", "empty", "left", "owner", "sits_out")


class Chip(Struct):
    """Something that is said of a seat, by the game's words for chips."""

    chip: Annotated[str, Among(CHIPS)]
    n: int | Absent = ABSENT  # of a stake, of the cards that are left


class Place(Struct):
    """A seat as everybody sees it."""

    cards: int  # in hand
    chips: list[Chip]


class Best(Struct):
    """The play to be beaten."""

    action: str
    spells: list[str]  # what the cards represent, jokers marked
    kind: Annotated[str, Among(PLAYS)]
    seat: int | None


@shows(Observation)
class Board(Struct, kw_only=True):
    """The public table."""

    to_act: list[int]
    talon: int  # cards still to be drawn
    table: Best | None
    public: int | None  # what everybody's payment is multiplied by; None where nothing multiplies
    seats: list[Place]
