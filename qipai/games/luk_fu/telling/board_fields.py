"""What a board of Luk Fu holds (§12.1, §12.3), beside the fields that `state.py` declares as shown.

Seats are numbers from 0 in turn order; cards are their faces, `9S`.
"""

from typing import Annotated

from msgspec import Struct

from qipai.engine.boards import ABSENT, Absent, Among, shows
from qipai.engine.errors import Words

from ..state import ENDINGS, Observation

CHIPS = ("dreamer", "dealer", "player_2", "player_3", "called", "privileged", "declined", "tricks")
FACTS = ("lead", "surrender")


class Chip(Struct):
    """Something that is said of a seat, by the game's words for chips."""

    chip: Annotated[str, Among(CHIPS)]
    n: int | Absent = ABSENT  # of tricks


class Place(Struct):
    """A seat as everybody sees it."""

    cards: int  # in hand
    chips: list[Chip]


class Question(Struct):
    """What is asked before the play."""

    what: str  # key of the game's words
    section: str  # the § by which it is asked


class Lead(Struct):
    """What was led."""

    kind: str  # key of the game's words
    count: int


class Lying(Struct):
    """What lies before a seat in a round."""

    count: int
    cards: list[str] | None  # None where they lie face down, one's own too
    down: bool
    kind: str | None
    best: bool


class Round(Struct):
    """A round that is over: everything that lay face up may be looked through."""

    number: int
    leader: int | None
    winner: int | None
    count: int
    laid: list[Lying | None]  # by seat


class Outcome(Struct):
    """How the deal ended, and what was shown then."""

    ending: Annotated[str, Among(ENDINGS)]
    winner: int | None
    n: int  # tricks that counted
    revealed: list[str]
    counting: list[str]
    dreamt: list[str] | None
    sections: dict[str, str]  # the § of each reason of a payment


class Down(Struct):
    """One's own cards that lie face down."""

    round: int
    cards: list[str]


class Seen(Struct):
    """A fact that a reason speaks of."""

    round: int
    seats: list[int]
    fact: Annotated[str, Among(FACTS)]


class Reason(Struct):
    """Why a card is aged: a sentence, the § that it goes by, and the facts that prove it."""

    section: str
    text: Words
    facts: list[Seen]


class NotYet(Struct):
    """Why a card may not be led alone."""

    section: str
    text: Words


class Meld(Struct):
    """Cards of one's hand that could be led together."""

    kind: str
    cards: list[str]


class Mark(Struct):
    """What one knows of a card of one's hand."""

    card: str
    aged: bool
    reason: Reason | None  # why it is aged
    leads: bool | None  # may it be led alone?  None while one does not lead
    not_yet: NotYet | None  # why it may not
    melds: list[int]  # which of the board's melds it is part of


class Declaring(Struct):
    """How near one is to declaring."""

    tricks: int
    aged: int
    needed: int
    may: bool


@shows(Observation)
class Board(Struct, kw_only=True):
    """The table, and of one's own hand what one knows."""

    trick: int
    asks: Question | None
    dreamer: int | None
    privileged: int | None
    leader: int | None
    led: Lead | None
    laid: list[Lying | None]  # by seat
    rounds: list[Round]
    won: list[list[str]]  # the cards that each seat has won rounds with
    outcome: Outcome | None
    seats: list[Place]
    own_down: list[Down]
    marks: list[Mark] | None
    melds: list[Meld]
    declaring: Declaring | None
    hopes: list[str] | None  # for the dreamer alone: cards that would match
