"""What a board of Gou Ji holds (§13.1, §13.2), beside the fields that `state.py` declares as shown.

Seats are numbers from 0 in turn order; cards are their ranks, `10`, `B`.
"""

from typing import Annotated

from msgspec import Struct

from qipai.engine.boards import ABSENT, Absent, Among, shows

from ..state import ARRANGEMENTS, TRIBUTES, Observation

ROLES = ("kaipai", "taker", "starter", "big_loser", "second_loser")  # §2, §3.3 of the game, by seat
STATES = (
    "penalised",
    "head_gone",
    "passed",
    "few",
    "over_ten",
    "exposed",
    "duel_starter",
    "duel_defender",
    "runner",
    "promised",
    "wish",
    "dui_men",
    "pleads",
)


class Chip(Struct):
    """Something that is said of a seat, by the game's words for chips."""

    chip: Annotated[str, Among(ROLES, ("place",), STATES)]
    n: int | Absent = ABSENT  # of a place


class Place(Struct):
    """A seat as this chair sees it."""

    cards: int | None  # in hand; None where that is not told
    chips: list[Chip]


class Duel(Struct):
    """Two who alone may play."""

    starter: int
    defender: int


class Shao(Struct):
    """A neighbour who breaks in."""

    declarer: int
    starter: int | None  # of the duel that it breaks into
    first: bool  # its first set is to be answered


class Best(Struct):
    """The set to be beaten."""

    cards: list[str]
    high: bool  # of Gou Ji level
    kind: str  # key of the game's words


class Question(Struct):
    """What whoever is asked is asked."""

    what: str  # key of the game's words
    section: str  # the § by which it is asked
    name: int | None  # in whose name: who wants a revolution, or who asks


class Tribute(Struct, rename={"giver": "from"}):
    """A debt and what has come of it."""

    giver: int
    to: int
    n: int
    state: Annotated[str, Among(TRIBUTES)]
    given: list[str] | None  # for the two that it concerns
    returned: list[str] | None


class Advice(Struct):
    """What a team mate advises whoever is to act."""

    seat: int
    to: int
    cards: list[str] | None  # None for passing


class TeamSum(Struct):
    """What a team has won, and how that comes about."""

    team: int
    addends: list[int]  # what its places are worth, the best first; empty where they were not played out
    times: int  # by which the sum is multiplied
    points: int
    section: str  # the § by which it counts
    noted: int  # what is written down for each of its players
    noted_section: str | Absent = ABSENT  # the § by which that is something else


class Settlement(Struct):
    """How the points of a finished game come about."""

    worth: list[int | None]  # what the place of each seat is worth; None without a place
    teams: list[TeamSum]  # none where nobody scores
    tribute: str  # the § by which tribute is owed in the next game


@shows(Observation)
class Board(Struct, kw_only=True):
    """The table, and of the hands only what one knows."""

    window: bool  # a question that goes to everybody who might have such a hand
    duel: Duel | None
    shao: Shao | None
    best: Best | None
    tried: list[str] | None  # a set of the wrong number of cards, as it was tried
    asks: Question | None
    candidates: list[int]
    asker: int | None
    asked: int | None
    places: list[int | None]
    headless: list[int]  # seats with cards whose Dui Men is out
    tributes: list[Tribute]
    last: list[int] | None  # places of the game before
    exposed: dict[str, list[str]]  # hands that lie open, by seat
    shown: dict[str, list[str]]  # hands that their holders showed to this chair, by seat
    advice: list[Advice]
    played: list[list[str]]  # what each seat has laid in this game
    ranks: list[str]  # of the pack, from the lowest up
    wild: list[str]  # those that go with any set
    unseen: list[int]  # how many cards of each rank this chair has not seen
    told: list[str | None]
    endgame: Annotated[str, Among(ARRANGEMENTS)] | None
    blocks: list[list[int]] | None  # of the endgame, in turn order
    thrown_in: bool
    seats: list[Place]
    settlement: Settlement | Absent = ABSENT  # of a game that is over
