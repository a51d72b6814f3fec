"""Rebuild a table from its log.  Every fact has one effect here, and nothing else changes a table.

An effect is a method `_name` below, registered in `_EFFECTS` by the event.  Every other fact belongs to the game and is given to the
`Deal`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from qipai.engine import records
from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.engine.telling import Card, Fact

from .chairs import BOT, PERSON, Chair
from .clock import PATIENT, Control, bank_after, find_control
from .deal import SEALED, UNSEALED, Deal, Terms, decision_told
from .log import Entry, settle
from .shuffles import SHUFFLED, read_fields, read_shuffle, write_fields
from .story import Story
from .views import BegunFrom, CardView, ChoiceView, ReasonView

# Phases, as the client knows them.
GATHERING, PLAYING, BETWEEN, FINISHED, CLOSED = "gathering", "playing", "between", "finished", "closed"

# Facts of the table; every other fact is the game's.
OPENED, SEATED, LEFT, RENAMED, AUTOPILOT, READY = "opened", "seated", "left", "renamed", "autopilot", "ready"
TIMED_OUT, SETTLED, SESSION_OVER, BEGUN_AGAIN, TABLE_CLOSED = "timed_out", "settled", "session_over", "begun_again", "closed"
RESUMED = "resumed"
REMOVED, LOCKED, HOST_CHANGED = "person_removed", "table_locked", "host_changed"  # what a host does
LET_IN = "person_let_in"  # who was removed may sit down again
LISTED, RESERVED, UNRESERVED = "table_listed", "reserved", "unreserved"  # how people find a chair
SWAPPED, AGREED = "chairs_swapped", "terms_agreed"  # what a host settles before the first deal


class Reservation(NamedTuple):
    """Who takes a bot's chair when the next deal begins."""

    name: str
    guest: str  # opaque key of the person; never told


class Removal(NamedTuple):
    """Who may not sit down again."""

    number: int  # which no other removal at this table has
    name: str


class Proposal(NamedTuple):
    """What the rules made of a command: the facts that follow, and the deal as it is after them."""

    seq: int  # of the table when the command was given
    facts: list[Fact]
    deal: Deal

    def is_stored_in(self, entry: Entry) -> bool:
        """Return whether an entry ends with these very facts: not with equal ones, which a store would give back."""
        stored = entry.facts[-len(self.facts) :]
        return len(stored) == len(self.facts) and all(told is fact for told, fact in zip(stored, self.facts, strict=True))


class Folded:
    """The state of a table after the entries of its log.  Facts are trusted: they happened, even if the rules have changed since."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seq = 0
        self.shown = 0  # entries that were shown to all, answers in windows excluded: the `seq` of clients
        self.phase = ""
        self.terms: Terms | None = None  # None if the table was opened under another version of the rules
        self.host = ""  # opaque key of the person who opened it, or to whom it was handed over
        self.locked = False  # whether nobody may sit down who has no chair
        self.listed = False  # whether the table is shown to everybody who looks for one
        self.reserved: dict[int, Reservation] = {}  # by seat; until the next deal
        self.earned: dict[str, int] = {}  # points of each person in this session, whatever their chairs were, by key
        self.removed: dict[str, Removal] = {}  # people who may not sit down again, by opaque keys
        self.variant = ""
        self.options: dict[str, str] = {}  # every option with the name of its value
        self.clock_name = "none"
        self.control: Control | None = None
        self.level = ""  # of the bots that fill chairs
        self.deals = 0  # how many deals are agreed
        self.chairs: list[Chair] = []
        self.setup: Record | None = None  # of the next deal; None for the first
        self.scores: list[list[int]] = []  # points by seat, one row per finished deal of this session
        self.winners: list[int] = []
        self.lesson_key = ""  # of the lesson that the first deal is; "" at any other table
        self.begun_from: BegunFrom | None = None  # the recorded deal whose position the first deal began with
        self.serial = 0  # how many deals this table has begun, earlier sessions included
        self.story: Story | None = None  # the facts of the latest deal
        self.deal_now: Deal | None = None
        self.decided = 0  # decisions that were played in the latest deal
        self.asked_seq = 0  # `shown` when the current question was asked
        self.asked_at = 0  # and the time of that entry
        self.watched_from: int | None = None  # since when spectators watch; set by the server, not in the log
        self.sat: list[tuple[str, str]] = []  # `Chair.who` by seat when the last deal began
        self.changes: list[str] = []  # options that differ from the variant that the table was opened with
        self.teams: list[int] = []  # of each seat; of a table of another rules version, every seat its own
        # For views: the choices in the current state by seat, whether there are more of them, and why but one answers; the hands by seat.
        self.choices: dict[int, tuple[list[ChoiceView], bool, ReasonView | None]] = {}
        self.hands: dict[int, tuple[list[Card], list[CardView]]] = {}
        self.observations: dict[int, Record] = {}  # records that are used again and again
        self._proposal: Proposal | None = None  # by the last command
        self._adopted: Deal | None = None  # while an entry is applied: the proposed deal that is taken over
        self._charged: set[int] = set()  # seats that paid for the time of a decision in this entry
        self._expected: list[Fact] = []  # while an entry is verified: its next facts according to the rules

    @classmethod
    def fold(cls, game: Game, entries: Iterable[Entry], verify: bool = False) -> Self:
        """Return the table after all entries of a log; `verify` as for `apply`."""
        table = cls(game)
        for entry in entries:
            table.apply(entry, verify)
        return table

    def apply(self, entry: Entry, verify: bool = False) -> None:
        """Apply one more entry to the table.

        The deal that a command has proposed is taken over with its entry.  Any other entry is folded: the rules play its decisions.
        With `verify`, the game's facts are computed again by the rules; the first that differs raises `RecordError`.  So does an entry
        that does not follow the last one.  Do not use the table after an error.
        """
        if entry.seq != self.seq + 1:
            raise RecordError(f"Entry {entry.seq} cannot follow entry {self.seq}.")
        proposal, self._proposal = self._proposal, None
        if proposal and not verify and proposal.seq == self.seq and proposal.is_stored_in(entry):
            self._adopted = proposal.deal
        self.shown += not entry.quiet
        asked = False
        for place, fact in enumerate(entry.facts, start=1):
            effect = _EFFECTS.get(fact.event)
            if effect:
                effect(self, fact, entry)
            else:
                asked |= self._tell(fact, entry, verify)
            asked |= fact.event == SHUFFLED
            if verify:
                self._compare(fact, f"Entry {entry.seq}, fact {place}")
        if verify and self._expected:
            raise RecordError(f"Entry {entry.seq} ends where the rules tell {self._expected[0].whole()}.")
        if self._adopted:
            asked |= self.deal_now is not None and self.deal_now.questions != self._adopted.questions
            self.deal_now, self._adopted = self._adopted, None
        self._charged.clear()
        self._expected.clear()
        self.seq = entry.seq
        if asked:
            self.asked_seq, self.asked_at = self.shown, entry.at
            for chair in self.chairs:
                chair.bank_when_asked = chair.bank

    @property
    def patient(self) -> bool:
        """Whether people move when they can, be it days later."""
        return self.clock_name == PATIENT

    @property
    def window_open(self) -> bool:
        """Whether the current question is a window (`Game.is_window`)."""
        return self.deal_now is not None and self.phase == PLAYING and self.deal_now.window

    @property
    def window_from(self) -> int | None:
        """Return when the fixed time of an open window began, in milliseconds UTC; None if answers close it.

        A window has a fixed length if it asks a person and somebody else could see how long it is open: another person of this deal
        (also one on autopilot or gone) or a spectator.  Otherwise a short window would show that nobody had anything to decide.  The
        length depends only on what is public.  Bots, and a single person whom nobody watches, close a window by answering.
        """
        if self.deal_now is None or not self.window_open:
            return None
        people = {seat for seat, chair in enumerate(self.chairs) if chair.player == PERSON}
        if not people & set(self.deal_now.asked()):
            return None
        if len(people) > 1:
            return self.asked_at
        return None if self.watched_from is None else max(self.asked_at, self.watched_from)

    def _compare(self, fact: Fact, where: str) -> None:
        """Raise `RecordError` unless a fact is the next one that the rules expect."""
        if self.terms is None or (fact.event in _EFFECTS and fact.event not in (SETTLED, SESSION_OVER)):
            return
        if not self._expected:
            raise RecordError(f"{where}: {fact.whole()} is told, and nothing follows by the rules.")
        expected = settle([self._expected.pop(0)])[0]
        if fact.whole() != expected.whole():
            raise RecordError(f"{where}: {fact.whole()} is told, and the rules say {expected.whole()}.")

    # -- the game's facts

    def _tell(self, fact: Fact, entry: Entry, verify: bool) -> bool:
        """Apply a fact of the game; return whether another question is asked after it."""
        if self.story is None:
            raise RecordError(f"Entry {entry.seq} tells {fact.event!r} before any deal.")
        self.story.tell(self.shown, fact)
        if self.deal_now is None:
            return False
        if self._adopted:
            told = decision_told(fact)
            if told:
                self._decide(told["seat"], entry)
            return False
        questions = self.deal_now.questions
        try:
            found = self.deal_now.read_answer(fact)
            if found is None:
                return False
            seat, answer = found
            if verify:
                self.deal_now.check(seat, answer.action)
            self._decide(seat, entry)
            self._expected += self.deal_now.play(seat, answer)
        except QipaiError as error:
            # A verifier may see every card; errors of a live table go to logs and people, so they must not name cards.
            reason = f": {fact.whole()}: {error}" if verify else "."
            raise RecordError(f"Entry {entry.seq}: {fact.event!r} cannot be played{reason}") from error
        if verify and self.deal_now.over:
            self._expected += self.settlement(self.deal_now)
        return self.deal_now.questions != questions

    def _decide(self, seat: int, entry: Entry) -> None:
        """Note that a decision is played: it costs its time if it was waited for, and other choices follow."""
        assert self.deal_now is not None
        if seat in self.deal_now.waiting():
            self._charge(seat, entry)
        self.decided += 1
        self.choices = {}

    def _charge(self, seat: int, entry: Entry) -> None:
        """Take the time of a person's decision from the bank, counted from the question even if it replaces an earlier answer.

        Windows cost no time: later clocks must not show who had something to decide in one.
        """
        if self.window_open or seat in self._charged:
            return
        self._charged.add(seat)
        chair = self.chairs[seat]
        if Fact(TIMED_OUT, {"seat": seat}) in entry.facts:
            chair.bank = 0
        elif chair.thinks:
            chair.slow = 0
            if self.control:
                chair.bank = bank_after(self.control, chair.bank_when_asked, entry.at - self.asked_at)

    @property
    def has_partners(self) -> bool:
        """Whether some seats play together in every deal."""
        return len(set(self.teams)) < len(self.teams)

    def own_points(self, rows: Sequence[Sequence[int]]) -> list[int]:
        """Return what each chair's player has made in the deals of this session; who came late owes nothing for those before.

        Where seats play together all the time, points are their team's, and stay with the chair.
        """
        if self.has_partners:
            return [sum(row[seat] for row in rows) for seat in range(len(self.chairs))]
        return [chair.brought + sum(row[seat] for row in rows[chair.since :]) for seat, chair in enumerate(self.chairs)]

    def settlement(self, deal: Deal) -> list[Fact]:
        """Return the session's facts after a finished deal (§6.2 of the books): points and totals of the chairs, after the last deal the winners."""
        assert self.terms is not None
        result, following = deal.result(), records.new(self.game.SETUP)
        self.game.next_setup(deal.setup, result, self.terms.rules, following)
        points = [int(part) for part in records.to_plain(result).points[: self.terms.players]]
        rows = [*self.scores, points]
        totals = [sum(column) for column in zip(*rows, strict=True)]
        facts = [
            Fact(
                SETTLED,
                {"deal": len(rows), "points": points, "totals": totals},
                hidden={"next": write_fields(records.to_plain(following))},
            )
        ]
        if len(rows) == self.deals:
            own = self.own_points(rows)
            winners = [seat for seat, total in enumerate(own) if total == max(own)]
            facts.append(Fact(SESSION_OVER, {"totals": totals, "winners": winners}))
        return facts

    # -- the table's facts

    def _opened(self, fact: Fact, entry: Entry) -> None:
        told = fact.public
        if told["game"] != self.game.name:
            raise RecordError(f"This is a table of {told['game']}, not of {self.game.name}.")
        self.phase = GATHERING
        self.host = fact.hidden.get("host", "")
        self.lesson_key, self.listed = told.get("lesson", ""), told.get("listed", False)
        self.begun_from = BegunFrom(**fact.hidden["from"]) if "from" in fact.hidden else None
        self.chairs = [Chair() for _ in range(told["seats"])]
        self.teams = list(range(told["seats"]))
        self._play_by(told, self.game.rules_version == told["rules_version"])

    def _agreed(self, fact: Fact, entry: Entry) -> None:
        self._play_by(fact.public, self.terms is not None)

    def _play_by(self, told: Mapping[str, Any], known: bool) -> None:
        """Take over what was agreed: variant, rules, deals, clock and level.  `known`: the rules are of the version of this program."""
        self.variant, self.options, self.level = told["variant"], dict(told["rules"]), told["level"]
        self.deals, self.clock_name, self.control = told["deals"], told["clock"], find_control(told["clock"])
        if known:
            ruleset = self.game.ruleset(**self.options)
            self.terms = Terms(self.game, ruleset, self.game.rules(ruleset), len(self.chairs))
            variant = self.game.variants[self.variant].ruleset
            self.changes = [name for name in self.options if getattr(variant, name) != getattr(ruleset, name)]
            self.teams = list(self.game.teams(ruleset, len(self.chairs)))

    def _seated(self, fact: Fact, entry: Entry) -> None:
        told = fact.public
        guest, since = fact.hidden.get("guest", ""), told.get("since", 0)
        brought = self.earned.get(guest, 0) if guest and since else 0
        self.chairs[told["seat"]] = Chair(told["name"], told["player"], told["level"], guest, since=since, brought=brought)
        self.reserved.pop(told["seat"], None)

    def _left(self, fact: Fact, entry: Entry) -> None:
        if self.phase == PLAYING:
            self.chairs[fact.public["seat"]].gone = True
        else:
            self.chairs[fact.public["seat"]] = Chair()

    def _removed(self, fact: Fact, entry: Entry) -> None:
        self.removed[fact.hidden["guest"]] = Removal(self.shown, fact.public["name"])
        self.chairs[fact.public["seat"]] = Chair()

    def _let_in(self, fact: Fact, entry: Entry) -> None:
        self.removed.pop(fact.hidden["guest"], None)

    def _swapped(self, fact: Fact, entry: Entry) -> None:
        self.chairs = [self.chairs[seat] for seat in fact.public["order"]]

    def _locked(self, fact: Fact, entry: Entry) -> None:
        self.locked = fact.public["on"]

    def _listed(self, fact: Fact, entry: Entry) -> None:
        self.listed = fact.public["on"]

    def _reserved(self, fact: Fact, entry: Entry) -> None:
        self.reserved[fact.public["seat"]] = Reservation(fact.public["name"], fact.hidden["guest"])

    def _unreserved(self, fact: Fact, entry: Entry) -> None:
        self.reserved.pop(fact.public["seat"], None)

    def _host_changed(self, fact: Fact, entry: Entry) -> None:
        self.host = fact.hidden["guest"]

    def _renamed(self, fact: Fact, entry: Entry) -> None:
        self.chairs[fact.public["seat"]].name = fact.public["name"]

    def _autopilot(self, fact: Fact, entry: Entry) -> None:
        chair = self.chairs[fact.public["seat"]]
        chair.autopilot, chair.slow = fact.public["on"], 0
        chair.gone &= fact.public["on"]

    def _ready(self, fact: Fact, entry: Entry) -> None:
        self.chairs[fact.public["seat"]].ready = True

    def _timed_out(self, fact: Fact, entry: Entry) -> None:
        self.chairs[fact.public["seat"]].slow += 1

    def _resumed(self, fact: Fact, entry: Entry) -> None:
        self.asked_at = entry.at
        if self.watched_from is not None:
            self.watched_from = entry.at

    def _shuffled(self, fact: Fact, entry: Entry) -> None:
        self.phase = PLAYING
        self.serial += 1
        self.decided = 0
        self.story = Story(fact.public["deal"], len(self.chairs), self.game.words["events"])
        self.choices = {}
        self.sat = [chair.who for chair in self.chairs]
        for chair in self.chairs:
            chair.ready = chair.player == BOT
            chair.bank = self.control.bank if self.control else 0
        if self.terms:
            self.deal_now = self._adopted or Deal(self.terms, *read_shuffle(self.game, fact))
            self._expected += self.deal_now.opening

    def _sealed(self, fact: Fact, entry: Entry) -> None:
        if self._adopted and self.deal_now:
            seat = {**fact.hidden, **fact.public}["seat"]
            if seat not in self.deal_now.sealed:
                self._charge(seat, entry)
            return
        try:
            told = self.deal_now.read_answer(fact) if self.deal_now else None
        except QipaiError:
            raise RecordError(f"Entry {entry.seq}: {fact.event!r} cannot be read.") from None
        if self.deal_now and told:
            if told[0] not in self.deal_now.sealed:
                self._charge(told[0], entry)
            self.deal_now.seal(*told)

    def _unsealed(self, fact: Fact, entry: Entry) -> None:
        if self.deal_now:
            self.deal_now.unseal({**fact.hidden, **fact.public}["seat"])

    def _settled(self, fact: Fact, entry: Entry) -> None:
        self.phase = BETWEEN
        self.scores.append(list(fact.public["points"]))
        for chair, points in zip(self.chairs, self.scores[-1], strict=True):
            if chair.guest:
                self.earned[chair.guest] = self.earned.get(chair.guest, 0) + points
        self.setup = read_fields(fact.hidden["next"], records.new(self.game.SETUP)) if self.terms else None

    def _session_over(self, fact: Fact, entry: Entry) -> None:
        self.phase = FINISHED
        self.winners = list(fact.public["winners"])

    def _begun_again(self, fact: Fact, entry: Entry) -> None:
        self.scores, self.winners, self.setup, self.earned = [], [], None, {}
        for chair in self.chairs:
            chair.since = chair.brought = 0

    def _closed(self, fact: Fact, entry: Entry) -> None:
        self.phase = CLOSED


_EFFECTS: dict[str, Callable[[Any, Fact, Entry], None]] = {
    OPENED: Folded._opened,
    SEATED: Folded._seated,
    LEFT: Folded._left,
    REMOVED: Folded._removed,
    LET_IN: Folded._let_in,
    SWAPPED: Folded._swapped,
    AGREED: Folded._agreed,
    LOCKED: Folded._locked,
    LISTED: Folded._listed,
    RESERVED: Folded._reserved,
    UNRESERVED: Folded._unreserved,
    HOST_CHANGED: Folded._host_changed,
    RENAMED: Folded._renamed,
    AUTOPILOT: Folded._autopilot,
    READY: Folded._ready,
    TIMED_OUT: Folded._timed_out,
    RESUMED: Folded._resumed,
    SHUFFLED: Folded._shuffled,
    SEALED: Folded._sealed,
    UNSEALED: Folded._unsealed,
    SETTLED: Folded._settled,
    SESSION_OVER: Folded._session_over,
    BEGUN_AGAIN: Folded._begun_again,
    TABLE_CLOSED: Folded._closed,
}
EVENTS = frozenset(_EFFECTS)  # the events of the table; all others are the game's
