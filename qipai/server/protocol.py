"""The messages of a table's socket: JSON text, one object a message, tagged by `k`.  Unknown fields are refused.

`/ws/table/{code}?since={seq}`: the seat comes from the credential alone (cookie, or `Authorization: Bearer`), never from a
parameter; `/ws/watch/{code}` is the public view.  Order: `hello` → `snap` → `ev`…; every change of the table has one `seq`,
and every connection receives every `seq` once, whether or not it may know what happened.  Only an answer in a window (a
question that only some hands raise) has none: its own seat is sent a `snap` of the same seq, and nobody else anything.

A connection whose `hello` asks for `changes` is sent in an `ev` what has changed since the message before, others the whole table.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from qipai.arena.review.figures import Review
from qipai.session.views import ChoiceView, ClockView, TableView

PROTOCOL = 1
MAX_MESSAGE = 16 * 1024  # bytes of a message to the server
PHRASES = (  # what may be said at a table
    "well_played", "take_your_time", "tea", "another", "thanks", "sorry", "hello", "swap_sides", "friend_coming", "lets_start",
)  # fmt: skip
REASONS = ("words", "play", "leaving", "name", "other")  # for which a person may be reported


class Message(Struct, tag_field="k", forbid_unknown_fields=True):
    """A message, to or from the server."""


# -- to the server


class Hello(Message, tag="hello"):
    """Begin a connection.  This is the first message of each."""

    proto: int
    client: str = ""
    changes: bool = False  # true: an `ev` may bring `changed` in place of the whole `table`
    seals: bool = False  # true: you are sent `pledged` and `uncovering`


class Command(Message):
    """A request to do something.  `id` is the sender's own, unique a connection's guest: a resend gets the stored answer."""

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
    """Ask what the selected cards can be.  The answer is `Why`; nothing changes and nobody else hears of it."""

    cards: list[str]


class Sit(Command, tag="sit"):
    """Take an empty or a bot's chair, before the first deal or between deals."""

    seat: int
    name: str


class Stand(Command, tag="stand"):
    """Leave one's chair to a bot."""


class Seat(Command, tag="seat"):
    """Host: put a bot of a level on a chair (`level`, as in `NewTable.bots`), or empty it (`level` = "")."""

    seat: int
    level: str


class Remove(Command, tag="remove"):
    """Host: take a person's chair, before the first deal or between deals; they cannot sit down again until `let_in`, and may watch."""

    seat: int


class LetIn(Command, tag="let_in"):
    """Host: let somebody sit down again who was removed."""

    removal: int  # its number, as `removals` of the view has it


class LockTable(Command, tag="lock"):
    """Host: let nobody sit down who has no chair, or let them again; people who watch are not affected."""

    on: bool


class HandOver(Command, tag="hand_over"):
    """Host: make the person on a chair the host."""

    seat: int


class ListTable(Command, tag="list_table"):
    """Host: open the table to everyone, so that it is in the lobby, or let it be found by its link alone."""

    on: bool


class Swap(Command, tag="swap"):
    """Host: let two chairs change places before the first deal, with whoever is on them."""

    one: int
    other: int


class DrawLots(Command, tag="draw_lots"):
    """Host: let lots decide before the first deal who sits where, free chairs and bots included."""


class Agree(Command, tag="agree"):
    """Host: play by other terms from the first deal on; fields as in `NewTable`.  Everybody is told what is different."""

    variant: str
    rules: dict[str, str]
    deals: int
    clock: str
    bots: str


class CloseTable(Command, tag="close"):
    """Host: close the table for everybody, at any time but while others play a deal.  Somebody who only stands in for the host cannot."""


class Reserve(Command, tag="reserve"):
    """While a deal is played: have a bot's chair from the next deal on, if you are still there then."""

    seat: int
    name: str


class Unreserve(Command, tag="unreserve"):
    """Give back the chair that is kept for you."""


class Begin(Command, tag="begin"):
    """Host: fill the empty chairs with bots and deal."""


class Ready(Command, tag="ready"):
    """Ready for the next deal."""


class Autopilot(Command, tag="autopilot"):
    """Let the autopilot play one's cards, or take them back."""

    on: bool


class Passing(Command, tag="passing"):
    """Say when the table may take an action for you that is your only one: "never", "bots" (while all others are bots) or "always".

    Until a guest says so it never does.  Nobody else is told.
    """

    when: str


class Beforehand(Command, tag="beforehand"):
    """Choose an action for your next turn in this trick; "" takes it back, or keeps the table from acting for you now.

    It is played after the pause of automatic moves if it is legal then, else dropped.  Nobody else is told.  `at`: the seq last seen.
    """

    at: int
    action: str
    kind: str = ""  # of the choice that it must be then; "" for any


class Rename(Command, tag="rename"):
    """Change the name on one's chair."""

    name: str


class Say(Command, tag="say"):
    """Say one of the table's set phrases, by its id."""

    phrase: str


class Again(Command, tag="again"):
    """Host: begin another session of the same people under the same rules, after a finished one."""


class ShowMe(Command, tag="show_me"):
    """In a lesson: ask with which choice it goes on here.  The answer is `Why`; nothing changes."""


class SkipStop(Command, tag="skip_stop"):
    """In a lesson: play the choice of this stop.  `at`: the seq last seen."""

    at: int


class LeaveLesson(Command, tag="leave_lesson"):
    """End one's lesson and close its table."""


class Advise(Command, tag="advise"):
    """Ask what the best available player would do here, once a decision, where all others are bots.  `at`: the seq last seen.

    The answer is `Ok`, and `Advised` when it is computed.
    """

    at: int


class AddNumber(Command, tag="add"):
    """Promise a number of your own for the cards of a deal that is sealed; before the deal you are asked to uncover it.

    `Ok` says that it has come, and not that it is in time: for that see the list in `uncovering`.
    """

    deal: str  # as in `pledged`
    promised: str  # SHA-256 of "qipai promise 2", the seal, your key and the number, one a line


class Uncover(Command, tag="uncover"):
    """Give the number that you promised for a deal, signed for the list of all promises.

    Do it once for a seal, and only when `uncovering` has come with the seal that you know and your own promise, once and at your seat,
    in a list by ascending seat of chairs that people have.
    `Ok`: it will be in the deal, if that begins with this seal; else it is refused as `number_late` or `number_other`.
    """

    deal: str
    number: str  # 32 random bytes as hexadecimal digits
    key: str  # your public key of Ed25519, as in the promise; used for this seal alone
    signed: str  # with it, "qipai number 2", the digest of the start and list, your seat and the number, one a line (docs/fairness.md)


class Ping(Message, tag="ping"):
    n: int


Lesson = ShowMe | SkipStop | LeaveLesson
ToServer = (
    Hello
    | Act
    | TakeBack
    | Ask
    | Sit
    | Stand
    | Seat
    | Remove
    | LetIn
    | LockTable
    | HandOver
    | ListTable
    | Swap
    | DrawLots
    | Agree
    | CloseTable
    | Reserve
    | Unreserve
    | Begin
    | Ready
    | Autopilot
    | Passing
    | Beforehand
    | Rename
    | Say
    | Again
    | Lesson
    | Advise
    | AddNumber
    | Uncover
    | Ping
)


# -- to the client


class Snap(Message, tag="snap"):
    """Show the whole table as this connection may see it: first, after any gap, and with one's own answer in a window."""

    seq: int
    table: TableView
    clocks: list[ClockView]  # that run, one's own first


class Ev(Message, tag="ev", kw_only=True):
    """Tell one change: the facts that this connection may know, and the table after it, whole or as what has changed.

    A fact with a `seq` is of the deal: it is the next of `deal.log`, in a whole table already its last.  What differs beside the log is put at its
    path: `{"seats/2/cards": 3}` says that `table.seats[2].cards` is 3 now.
    """

    seq: int
    facts: list[dict[str, Any]]
    table: TableView | UnsetType = UNSET  # the whole table: there is either this or `changed`
    changed: dict[str, Any] | UnsetType = UNSET  # values by path, for a connection that asked for changes
    clocks: list[ClockView]


class Presence(Message, tag="presence"):
    """Tell which seats are connected.  It is not stored and has no seq."""

    connected: list[bool]


class Said(Message, tag="said"):
    """Pass on a phrase that somebody said at the table.  It is not stored."""

    seat: int
    phrase: str


class Wishes(Message, tag="wishes"):
    """List what the table may do for you.  You alone get it, when you connect and after each change; it is not stored and has no seq."""

    passing: str  # when it may take an action that is your only one
    beforehand: str  # the action for your next turn; "" for none
    acting: str  # the action that it is about to take for you; "" for none


class AdvisedChoice(Struct):
    """A choice that was weighed, in points of one's side, on average over deals that agree with what one knows."""

    choice: ChoiceView
    value: float  # points of the whole deal
    error: float  # half the width of the 95 % interval of `value`
    less: float  # points less than what is advised
    less_error: float


class Advised(Message, tag="advised"):
    """Tell what you asked with `Advise`.  You alone get it, when you connect and after each change; it is not stored and has no seq."""

    state: str  # "computing", "done" or "failed"
    choices: list[AdvisedChoice]  # the first is advised; the others from the most points to the fewest
    worlds: int  # deals that were played out for each


class Pledged(Message, tag="pledged"):
    """Tell the seal of the table's next deal.  It is not stored and has no seq; another one for the same deal takes its place."""

    deal: str  # the id that its record will have
    seal: (
        str  # SHA-256 of "qipai seal 2", that id and the server's secret, one a line; "": it is withdrawn, and you add nothing
    )


class Promised(Struct):
    seat: int
    promised: str  # as in `add`


class Uncovering(Message, tag="uncovering"):
    """Ask those who have promised numbers for them: the deal begins when all are here, after a second and a half at the latest."""

    deal: str
    seal: str
    start: str  # what the deal will be dealt from, under the secret (docs/fairness.md)
    added: list[Promised]  # all of them, by ascending seat, each of a person's chair; no other number will be in this deal


class Ok(Message, tag="ok"):
    """Say that the command `id` is stored as `seq`."""

    id: str
    seq: int


class No(Message, tag="no"):
    """Refuse the command `id` (or the message, when it had none); the table did not change."""

    id: str
    code: str  # stable, for programs
    text: dict[str, str]  # the sentence in each language
    section: str = ""  # § of the rule book


class Why(Message, tag="why"):
    """Answer `Ask`: list the choices that the selected cards can be, or say why they are none."""

    id: str
    choices: list[ChoiceView]
    code: str
    text: dict[str, str]
    section: str


class Pong(Message, tag="pong"):
    n: int
    now: int  # server time, ms


class Lobby(Message, tag="lobby"):
    """The tables that are open to everyone, those where most people wait first; to a socket of `/ws/lobby`, at first and whenever it changes."""

    tables: list["ListedTable"]  # with room for somebody
    full: int  # tables that are open to everyone and have no chair to give


class Notice(Message, tag="notice"):
    """Tell what the operator says to everybody: after what is shown first, if there is something, and whenever it changes."""

    announcement: str  # in their own words, plain text; "" for none
    maintenance: bool  # no new table or deal begins; those that run go on


FromServer = Lobby | Snap | Ev | Presence | Said | Wishes | Advised | Pledged | Uncovering | Notice | Ok | No | Why | Pong


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
    bots: str = "rule"  # level of the bots that fill empty chairs: "noisy" (Easy), "rule" (Normal), "search" (Strong), "master"
    begin: bool = False  # "Play now": fill with bots and deal at once
    listed: bool = False  # open to everyone: it is in the lobby


class PushKey(Struct):
    """GET /api/push: with what a browser asks its push service for an address."""

    key: str  # the server's public key, in base64url


class NewPush(Struct, forbid_unknown_fields=True):
    """POST /api/push: a browser that is to be told when it is one's turn, as its `PushSubscription` says."""

    endpoint: str
    p256dh: str  # base64url
    auth: str  # base64url
    language: str  # in which it is told


class OldPush(Struct, forbid_unknown_fields=True):
    """DELETE /api/push: a browser that is told no longer."""

    endpoint: str


class Company(Struct, forbid_unknown_fields=True):
    """POST /api/company → `Opened`: which table that is open to everyone has room for you; if none has, a new one with bots.

    Only at a new one you have a chair already.  At any other come and take one: `sit`, or `reserve` while a deal is played.
    """

    table: NewTable  # what is opened if none of its game has room; most people come first, then the same rules
    code: str = ""  # of a table in the lobby: that one or none


class NewReport(Struct, forbid_unknown_fields=True):
    """POST /api/reports → 201: tell whoever runs the server of a person at one's table, with what everybody saw of the deal."""

    code: str  # of the table
    seat: int  # of the person
    why: str  # "words", "play", "leaving", "name" or "other"
    text: str = ""  # in one's own words, at most 500 characters


class NewLesson(Struct, forbid_unknown_fields=True):
    """POST /api/lessons → `Opened`: a table for one person, whose first deal is the game's lesson."""

    game: str
    name: str  # of the learner


class NewPosition(Struct, forbid_unknown_fields=True):
    """POST /api/records/{id}/positions → `Opened`: a table for one person against bots, which begins with a moment of that deal.

    The person takes this decision, on the seat whose it was, and sees what that seat sees.  If it was an answer that the hand left no
    choice about, the table gives it for them, as in any deal.
    """

    decision: int  # counted from 1, of all seats
    name: str  # of the person
    bots: str = "rule"  # their level, as in `NewTable`


class Opened(Struct):
    """A table that was just made; the answer's cookie makes its maker the host."""

    code: str
    path: str  # "/t/CODE", told from the address of the pages


class ListedChair(Struct):
    name: str  # of a person; "" for a bot or nobody
    player: str  # "person", "bot" or "empty"
    kept: bool  # for somebody who takes it with the next deal


class ListedTable(Struct):
    """A table that is open to everyone.  What it shows changes with its chairs and when a deal begins or ends, and at no other time."""

    code: str
    game: str
    variant: str  # name of the variant the rules started from
    rules: dict[str, str]  # options that differ from that variant, by name of value
    level: str  # of the bots that fill chairs
    clock: str
    phase: str  # "gathering", "playing", "between" or "finished"
    deal: int  # number of the latest; 0 before the first
    deals: int  # agreed number
    locked: bool
    chairs: list[ListedChair]


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
    """GET /api/games → a list of these: all that the client needs to know about a game but its words, which `GET /api/words` has."""

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
    easy: list[int]  # numbers of seats at which bots of the level "noisy" are weaker than those of "rule"
    searching: list[int]  # numbers of seats at which bots of the level "search" are stronger than those of "rule"
    masters: list[int]  # numbers of seats at which bots of the level "master" are
    hosted: dict[str, list[int]]  # players of this server's own: numbers of seats at which each can sit
    options: list[OptionView]
    variants: list[VariantView]
    lesson: bool  # there is a lesson of it
    exercises: list[str]  # kinds of questions about positions of it


class Section(Struct):
    """A part of a rule book, most of them numbered; `GET /api/games/{name}/rules/{language}` → a list of these, in order."""

    number: str  # "4.1"; "" for the opening, a word for another part without a number: "origin", "deal", "words"
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
    lesson: bool  # it was opened for a lesson
    position: bool  # it was opened to play on from a finished deal


class MyGames(Struct):
    """GET /api/me/games?before=MARK: the guest's finished deals, the latest first, at most 50 at a time."""

    games: list["MyGame"]
    older: str  # the mark with which the list goes on; "" at its end
    total: int
    archives: int  # parts of GET /api/me/records.zip?part=N, from 1 on; each is full before the next begins


class MyGame(Struct):
    """A finished deal as the guest played it, at no lesson."""

    record: str  # its id, under which it can be replayed
    at: int  # when it was over, ms
    game: str
    variant: str
    changes: int  # how many rules differed from the variant's
    seats: list["MySeat"]
    seat: int  # the guest's
    place: int  # 0 first, by points; equal points share a place
    points: int  # in parts, of which the game's `unit` make one


class MySeat(Struct):
    name: str
    level: str  # of a bot; "" for a person


class Credentials(Struct, forbid_unknown_fields=True):
    """POST /api/account, which claims the guest, and POST /api/account/sign_in."""

    name: str
    password: str


class RecoveryForm(Struct, forbid_unknown_fields=True):
    """POST /api/account/recover: sign in with a recovery code, and set a new password."""

    name: str
    code: str
    new: str


class PasswordForm(Struct, forbid_unknown_fields=True):
    """POST /api/account/password, which ends all other sessions; for /codes and /delete without `new`."""

    password: str
    new: str = ""


class AccountView(Struct):
    """GET /api/account: the account of the person who asks, if they have one.  What changes an account answers with the same."""

    available: bool  # whether this server keeps accounts
    name: str  # "" for a guest
    made_at: int  # ms
    games: int  # finished deals of this person
    seated: int  # open tables where they sit, at most 12
    codes_left: int  # recovery codes
    codes: list[str]  # new ones: they are told once
    sessions: list["SessionView"]  # the latest first


class SessionView(Struct):
    """A browser that is signed in."""

    id: str
    label: str  # browser and system
    made_at: int
    seen_at: int  # roughly
    here: bool  # it is the one that asks


class Replay(Struct):
    """GET /api/records/{id}: a finished deal, all hands open.  The same id with `.qp` is the file."""

    id: str
    game: str
    rules: dict[str, str]
    setup: dict[str, Any]  # with game and rules what the deal was dealt from: `start` is made of the three (docs/fairness.md)
    deal: int
    names: list[str]
    teams: list[int]  # of each seat
    facts: list[dict[str, Any]]  # whole facts, each with its "seq", some with "key" and "by"
    steps: list["ReplayStep"]  # the board after each fact


class ReplayStep(Struct):
    seq: int
    hands: list[list[str]]  # faces, all seats
    to_act: list[int]
    last: list[dict[str, Any] | None]  # each seat's fact of the trick
    board: dict[str, Any]


class ExerciseView(Struct):
    """GET /api/games/{name}/exercises: a question about a position of an imaginary deal, with its answers and why they are right or wrong."""

    game: str
    kind: str  # the kind of question, one of the game's `exercises`
    seed: int  # the same seed and kind give the same question
    players: int
    seat: int  # from which the position is seen
    hand: list[str]  # faces
    facts: list[dict[str, Any]]  # the deal so far, as the seat was told it, some with "key" and "by"
    question: dict[str, str]  # in each language
    answers: list["OfferedView"]
    several: bool  # more than one answer may be right


class OfferedView(Struct):
    """One of the answers of an exercise."""

    text: dict[str, str]  # a play in notation, or the name of a card, in each language; "" for a seat
    cards: list[str]  # the cards that it stands for, as kinds or faces
    kind: str  # key of the game's `kinds` words for a play of several cards or with a verb, else ""
    seat: int | None  # the seat that it names; null with no text: nobody
    right: bool
    why: dict[str, str]  # in each language
    section: str  # § of the rule book


class ReviewView(Struct):
    """GET /api/records/{id}/review?seat=N: what the decisions of a seat were worth, from what it knew.  POST has it computed."""

    state: str  # "none", "waiting", "computing", "done" or "failed"
    ahead: int  # reviews that are computed before, while it waits
    seconds: int | None  # until it is done, roughly
    review: Review | None  # as far as it is computed
