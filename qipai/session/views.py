"""What one chair sees of a table.  Built up from an observation and from facts that the chair may know; never cut down.

These structures go to the browser as they stand; `frontend/src/protocol.ts` is generated from them.
"""

from typing import Any

from msgspec import Struct


class CardView(Struct):
    """A card in one's own hand."""

    face: str  # "10H"; jokers "R" and "B"
    kind: str  # its name in `ChoiceView.needs`: "10", "X"


class ChoiceView(Struct):
    """A legal action.  The client matches chosen cards against `needs` and knows no rule."""

    action: str  # text to send back
    needs: list[str]
    kind: str  # key of the game's words for kinds; "pass" for a pass
    spells: list[str]  # the cards that are meant, jokers marked: ["5", "5", "6X", "6X"]
    says: list[dict[str, Any]]  # facts to know before it is done, by the game's words: [{"say": "duel", "to": 3}]


class SeatView(Struct):
    """A chair as everybody sees it."""

    name: str
    player: str  # "person", "bot" or "empty"
    level: str  # of a bot: "noisy", "rule"; otherwise ""
    connected: bool
    autopilot: bool
    gone: bool  # a person who stood up in this deal: the table plays it for them to its end
    host: bool  # whose table it is, whether they are connected or not
    ready: bool  # wants the next deal
    reserved: str  # name of who takes this bot's chair with the next deal; "" for nobody
    score: int  # of whoever sits there, over the deals of this session that they played; where seats are partners, of the chair
    since: int  # deals of this session that were over when they sat down here: those are not theirs
    brought: int  # their points of this session from other chairs
    cards: int | None  # in hand; None where the rules keep it secret, or between deals
    last: dict[str, Any] | None  # the seat's fact of this trick: {"event": "laid" | "passed", …}
    chips: list[dict[str, Any]]  # [{"chip": "dealer"}, {"chip": "left", "n": 2}], words in the game's catalogue


class ClockView(Struct):
    """A running clock, in milliseconds of the server's time."""

    seat: int | None  # None: of an open window, the same for all
    deadline: int
    now: int
    limit: int  # of this decision, for the bar


class AnswerView(Struct):
    """One's own answer, sealed until the others who were asked together have given theirs, or the window is closed."""

    action: str
    cards: list[str]  # faces; they are still among `hand`


class ReasonView(Struct):
    """A sentence of the rules, with where the book says so."""

    text: dict[str, str]
    section: str  # § of the rule book


class DealView(Struct):
    """A deal in progress, or just finished."""

    number: int  # 1 is the first of the session
    trick: int
    to_act: list[int]  # seats that all may know to owe a decision, and that are waited for; oneself only with a choice
    locked: list[int]  # seats asked together with those, whose answer is in and may still be changed; in a window oneself
    owner: int | None  # whose play is to be beaten
    board: dict[str, Any]  # the game's own: talon, play to beat, multipliers …
    hand: list[CardView]  # canonical order, low to high; empty for spectators
    choices: list[ChoiceView]  # cheapest first: the order of hints; while not asked, what one may do out of turn
    default: str | None  # the choice that the clock would make; None while one is not asked, or has no choice
    more: bool  # there are more choices than these, and `ask` tells what a selection is
    alone: ReasonView | None  # why there is but one answer; None where one chooses, or nothing is said
    answer: AnswerView | None  # one's own, while one is locked
    log: list[dict[str, Any]]  # facts of this deal that this chair may know, in order, with "seq", some with "key" and "by"
    over: bool
    result: dict[str, Any] | None  # the scored fact of a finished deal: hands shown, who pays whom and why


class StopView(Struct):
    """The words of a lesson at one decision of the learner."""

    text: dict[str, str]
    section: str  # § of the rule book
    told: list[str]  # faces of cards in hand that it is about


class LessonView(Struct):
    """A lesson, which is the first deal of its table, as the learner sees it."""

    stops: list[dict[str, str]]  # the question at each, in each language
    done: int  # the number of stops that are behind
    now: StopView | None  # the next of them, while it is at it; the line plays whatever comes between two stops


class BegunFrom(Struct):
    """A decision of a finished deal: the table's only deal began with the position before it, for the person whose seat it was."""

    record: str  # its id
    decision: int  # counted from 1


class RemovalView(Struct):
    """Somebody whom the host has removed, and may let in again."""

    number: int  # which no other removal at this table has
    name: str


class TableView(Struct):
    """Everything that one connection sees of a table."""

    table: str  # its id
    code: str  # short code to read aloud; "" for spectators
    watch: str  # code of the spectator link; "" unless the host asks, who is no stand-in
    game: str
    room: str  # of the game: which table the client draws
    rules: dict[str, str]  # every option by name of value
    variant: str  # name of the variant the rules started from
    changes: list[str]  # options that differ from that variant
    clock: str  # "none", "patient", "relaxed", "normal", "fast"
    level: str  # of the bots that fill chairs
    deals: int  # agreed number
    phase: str  # "gathering", "playing", "between", "finished", "closed"
    you: int | None  # your seat; None for a spectator or someone not yet seated
    kept: int | None  # the chair that you take with the next deal
    removed: bool  # the host has removed you: you may not sit down
    host: bool
    stands_in: bool  # you are host as long as the host is away, and may only do what the evening needs to go on
    removals: list[RemovalView]  # for the host, who is no stand-in
    locked: bool  # nobody may sit down who has no chair
    listed: bool  # the host has opened it to everyone: it is in the lobby
    seats: list[SeatView]
    teams: list[int]  # of each seat; where all play for themselves, each its own
    scores: list[list[int]]  # one row a finished deal
    winners: list[int]  # of a finished session: highest total, ties shared
    deal: DealView | None
    records: list[str]  # ids of the finished deals' records, in order
    next_at: int | None  # server time in ms when the next deal starts by itself, or None
    lesson: LessonView | None  # of the table with which it began; for the learner alone
    begun_from: BegunFrom | None  # of a table that plays on from a finished deal
