"""The messages of a table's socket: JSON text, one object a message, tagged by `k`.  Unknown fields are refused.

`/ws/table/{code}?since={seq}`: the seat comes from the credential alone (cookie, or `Authorization: Bearer`), never from a
parameter; `/ws/watch/{code}` is the public view.  Order: `hello` → `snap` → `ev`…; every change of the table has one `seq`,
and every connection receives every `seq` once, whether or not it may know what happened.  Only an answer in a window (a
question that only some hands raise) has none: its own seat is sent a `snap` of the same seq, and nobody else anything.
"""

from typing import Any

from msgspec import Struct

from qipai.session.views import ChoiceView, ClockView, TableView

PROTOCOL = 1
MAX_MESSAGE = 16 * 1024  # bytes of a message to the server
PHRASES = ("well_played", "take_your_time", "tea", "another", "thanks", "sorry")  # what may be said at a table


class Message(Struct, tag_field="k", forbid_unknown_fields=True):
    """Of either direction."""


# -- to the server


class Hello(Message, tag="hello"):
    """First message of every connection."""

    proto: int
    client: str = ""


class Command(Message):
    """Something to do.  `id` is the sender's own, unique a connection's guest: a resend gets the stored answer."""

    id: str


class Act(Command, tag="act"):
    """Play, or use a right that is among one's choices unasked.

    `cards` are the faces chosen for it; without them the table takes the lowest suits.  `at`: the seq last seen.
    """

    at: int
    action: str
    cards: list[str] | None = None


class TakeBack(Command, tag="take_back"):
    """Take one's sealed answer back, to think again while others have not answered.  `at`: the seq last seen."""

    at: int


class Ask(Command, tag="ask"):
    """What is this selection?  Answered by `Why`; nothing changes and nobody else hears of it."""

    cards: list[str]


class Sit(Command, tag="sit"):
    """Take an empty or a bot's chair, before the first deal or between deals."""

    seat: int
    name: str


class Stand(Command, tag="stand"):
    """Leave one's chair to a bot."""


class Seat(Command, tag="seat"):
    """Host: put a bot of a level on a chair (`level`), or empty it (`level` = "")."""

    seat: int
    level: str


class Begin(Command, tag="begin"):
    """Host: fill the empty chairs with bots and deal."""


class Ready(Command, tag="ready"):
    """Ready for the next deal."""


class Autopilot(Command, tag="autopilot"):
    """Let a plain bot play one's cards, or take them back."""

    on: bool


class Rename(Command, tag="rename"):
    """Change the name on one's chair."""

    name: str


class Say(Command, tag="say"):
    """One of the table's set phrases, by its id."""

    phrase: str


class Again(Command, tag="again"):
    """Host: another session of the same people under the same rules, after a finished one."""


class Ping(Message, tag="ping"):
    n: int


ToServer = Hello | Act | TakeBack | Ask | Sit | Stand | Seat | Begin | Ready | Autopilot | Rename | Say | Again | Ping


# -- to the client


class Snap(Message, tag="snap"):
    """The whole table as this connection may see it: first, after any gap, and with one's own answer in a window."""

    seq: int
    table: TableView
    clocks: list[ClockView]  # that run, one's own first


class Ev(Message, tag="ev"):
    """One change: the facts that this connection may know (for movement and the log), and the table after it."""

    seq: int
    facts: list[dict[str, Any]]
    table: TableView
    clocks: list[ClockView]


class Presence(Message, tag="presence"):
    """Who is connected: not stored, no seq."""

    connected: list[bool]


class Said(Message, tag="said"):
    """A phrase at the table: not stored."""

    seat: int
    phrase: str


class Ok(Message, tag="ok"):
    """The command `id` is stored as `seq`."""

    id: str
    seq: int


class No(Message, tag="no"):
    """The command `id` (or the message, when it had none) was refused; the table did not change."""

    id: str
    code: str  # stable, for programs
    text: dict[str, str]  # the sentence in each language
    section: str = ""  # § of the rule book


class Why(Message, tag="why"):
    """What a selection is: the choices that it can be, or why it is none."""

    id: str
    choices: list[ChoiceView]
    code: str
    text: dict[str, str]
    section: str


class Pong(Message, tag="pong"):
    n: int
    now: int  # server time, ms


FromServer = Snap | Ev | Presence | Said | Ok | No | Why | Pong


# -- over HTTP (JSON)


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables → `Opened`."""

    game: str
    seats: int
    name: str  # of the host
    variant: str = "default"
    rules: dict[str, str] = {}  # changes to the variant, by option and value name
    deals: int = 6
    clock: str = "relaxed"
    bots: str = "rule"  # level of the bots that fill empty chairs
    begin: bool = False  # "Play now": fill with bots and deal at once


class Opened(Struct):
    """A table that was just made; the answer's cookie makes its maker the host."""

    code: str
    path: str  # "/t/CODE"


class OptionView(Struct):
    name: str
    section: str
    default: str
    values: list[str]
    least: int | None  # whole numbers accepted beside the named values
    most: int | None
    title: dict[str, str]
    sentence: dict[str, str]
    value_words: dict[str, dict[str, str]]
    often: bool


class VariantView(Struct):
    name: str
    titles: dict[str, str]
    section: str
    rules: dict[str, str]


class GameView(Struct):
    """GET /api/games → a list of these: all that the client needs to know about a game."""

    name: str
    room: str  # games of one room are close relatives; the first of them gives it name and picture
    titles: dict[str, str]
    tagline: dict[str, str]
    seats: list[int]
    minutes: int
    clockwise: bool
    hand: str  # "row", or "columns": cards stand by their ranks, and are called so
    experimental: bool  # its rules are partly a proposal
    unit: int  # points are counted in parts: so many make one point of the rule book
    searching: list[int]  # numbers of seats at which bots of the level "search" are stronger than those of "rule"
    options: list[OptionView]
    variants: list[VariantView]
    words: dict[str, Any]  # kinds, says, events, chips, board, payment: names and templates in each language


class Section(Struct):
    """A numbered paragraph of a rule book; `GET /api/games/{name}/rules/{language}` → a list of these, in order."""

    number: str  # "4.1"; "" for the opening
    title: str
    html: str  # rendered from our own Markdown; examples are <code class="cards">4-5-6</code>


class Me(Struct):
    """GET /api/me: the guest behind the cookie, and where they sit."""

    name: str
    tables: list["MyTable"]


class MyTable(Struct):
    code: str
    game: str
    phase: str
    your_turn: bool


class Replay(Struct):
    """GET /api/records/{id}: a finished deal, all hands open.  The same id with `.qp` is the file."""

    id: str
    game: str
    rules: dict[str, str]
    deal: int
    names: list[str]
    teams: list[int]  # of each seat
    facts: list[dict[str, Any]]  # whole facts, each with its "seq"
    steps: list["ReplayStep"]  # the board after each fact


class ReplayStep(Struct):
    seq: int
    hands: list[list[str]]  # faces, all seats
    to_act: list[int]
    last: list[dict[str, Any] | None]  # each seat's fact of the trick
    board: dict[str, Any]
