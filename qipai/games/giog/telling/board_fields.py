"""What a board of the Giog family holds (§12.1), beside the fields that `state.py` declares as shown.

Seats are numbers from 0 in turn order; pieces are their codes, `rG`.
"""

from typing import Annotated

from msgspec import Struct

from qipai.engine.boards import ABSENT, Absent, Among, shows

from ..state import Observation

CHIPS = ("priority", "led", "beheaded", "known")
LAYOUTS = ("rows", "circle")


class Chip(Struct):
    """Something that is said of a seat, by the game's words for chips."""

    chip: Annotated[str, Among(CHIPS)]
    n: int | Absent = ABSENT  # of its place in the order, of the pieces that are known


class Place(Struct):
    """A seat as everybody sees it."""

    cards: int  # pieces in hand
    chips: list[Chip]


class Lead(Struct, kw_only=True):
    """The type that was led, and of how many pieces."""

    kind: str  # key of the game's words
    group: str | Absent | None = ABSENT  # key of the game's words, where it is named
    count: int


class Laid(Struct):
    """What lies before a seat in a trick."""

    count: int
    cards: list[str] | None  # None where they lie face down for this chair
    kind: str | None  # the type that was led, where it counts
    under: bool  # under the pile
    best: bool


class Decided(Struct):
    """A trick as it lay when it was decided."""

    trick: int
    leader: int
    winner: int | None
    taken: int
    led: Lead | None
    laid: list[Laid | None]  # by seat


class Left(Struct):
    """The pieces out of play."""

    count: int
    known: list[str]  # those of them that were turned up


class Stack(Struct):
    """Two pieces, one on the other."""

    n: int
    up: list[str]  # turned up, the topmost last
    by: int | None  # who turned it up
    taker: int | None


class Layout(Struct):
    """The stacks while they are turned up and taken."""

    layout: Annotated[str, Among(LAYOUTS)]
    rows: list[list[int]]  # the numbers of each seat's row; a circle is one row
    stacks: list[Stack]


class Row(Struct):
    """One row of which the order of taking is to be named."""

    stacks: int
    size: int  # pieces of each
    section: str  # the § of that


@shows(Observation)
class Board(Struct, kw_only=True):
    """The table, and of one's own pieces also what lies face down."""

    led: Lead | None
    laid: list[Laid | None]  # by seat
    previous: Decided | None
    priority: list[int] | None  # the seats in the order of taking
    known: list[list[str]]  # pieces that everybody saw go to a seat, and has not seen since
    left: Left
    stacks: Layout | None  # None once they are taken
    row: Row | Absent = ABSENT
    seats: list[Place]
