"""A table as its log left it: every fact has one effect here, and nothing else changes the table."""

from collections.abc import Callable, Iterable
from typing import Any, Self

from qipai.engine import records
from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.engine.telling import Fact

from .chairs import BOT, Chair
from .clock import Control, bank_after, find_control
from .deal import SEALED, UNSEALED, Deal, Terms
from .log import Entry, settle
from .shuffles import SHUFFLED, read_fields, read_shuffle, write_fields
from .story import Story
from .views import ChoiceView

# Phases, as the client knows them.
GATHERING, PLAYING, BETWEEN, FINISHED, CLOSED = "gathering", "playing", "between", "finished", "closed"

# Facts of the table; every other fact is the game's.
OPENED, SEATED, LEFT, RENAMED, AUTOPILOT, READY = "opened", "seated", "left", "renamed", "autopilot", "ready"
TIMED_OUT, SETTLED, SESSION_OVER, BEGUN_AGAIN, TABLE_CLOSED = "timed_out", "settled", "session_over", "begun_again", "closed"
RESUMED = "resumed"


class Folded:
    """The fold of a log.  The facts are trusted: they are what happened, whatever the rules have become since."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seq = 0
        self.shown = 0  # entries that all were shown: what the wire calls seq, and answers in windows have no part in
        self.phase = ""
        self.terms: Terms | None = None  # None when the table was opened under another version of the rules
        self.host = ""  # opaque key of the person who opened it
        self.variant = ""
        self.options: dict[str, str] = {}  # every option by name of value
        self.clock_name = "none"
        self.control: Control | None = None
        self.level = ""  # of the bots that fill chairs
        self.deals = 0  # agreed number
        self.chairs: list[Chair] = []
        self.setup: Record | None = None  # of the next deal; None for the first
        self.scores: list[list[int]] = []  # a row a finished deal of this session
        self.winners: list[int] = []
        self.serial = 0  # deals ever begun at this table, earlier sessions included
        self.story: Story | None = None  # of the deal that lies on the table
        self.deal_now: Deal | None = None
        self.asked_seq = 0  # the entry that asked the seats to decide (by `shown`), and its time
        self.asked_at = 0
        self.window_from: int | None = None  # when a window began that is open for a fixed time
        self.sat: list[tuple[str, str]] = []  # who played each chair when the last deal began
        # The choices of seats in the state as it is, as far as anybody has looked, and whether they are only the first of more.
        self.choices: dict[int, tuple[list[ChoiceView], bool]] = {}
        self._expected: list[Fact] = []  # what the rules say comes next in an entry under verification

    @classmethod
    def fold(cls, game: Game, entries: Iterable[Entry], verify: bool = False) -> Self:
        """The table whose log this is.  `verify` as for `apply`."""
        table = cls(game)
        for entry in entries:
            table.apply(entry, verify)
        return table

    def apply(self, entry: Entry, verify: bool = False) -> None:
        """Fold one more entry.

        With `verify` the game's facts are worked out again from the rules, and `RecordError` names the first that differs.
        The table is of no use after an error.
        """
        if entry.seq != self.seq + 1:
            raise RecordError(f"Entry {entry.seq} cannot follow entry {self.seq}.")
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
        self._expected.clear()
        self.seq = entry.seq
        if asked:
            self.asked_seq, self.asked_at = self.shown, entry.at
            for chair in self.chairs:
                chair.bank_when_asked = chair.bank
        self._time_window(entry, asked)

    @property
    def window_open(self) -> bool:
        """Is a question put that only some hands raise?"""
        return self.deal_now is not None and self.phase == PLAYING and self.deal_now.window

    def _time_window(self, entry: Entry, asked: bool) -> None:
        """A window is open for a fixed time from when two people think at the table and one of them at least is asked."""
        if asked or not self.window_open:
            self.window_from = None
        if self.window_from is None and self.deal_now and self.window_open:
            people = {seat for seat, chair in enumerate(self.chairs) if chair.thinks}
            if len(people) > 1 and people & set(self.deal_now.asked()):
                self.window_from = entry.at

    def _compare(self, fact: Fact, where: str) -> None:
        if self.terms is None or (fact.event in _EFFECTS and fact.event not in (SETTLED, SESSION_OVER)):
            return
        if not self._expected:
            raise RecordError(f"{where}: {fact.whole()} is told, and nothing follows by the rules.")
        expected = settle([self._expected.pop(0)])[0]
        if fact.whole() != expected.whole():
            raise RecordError(f"{where}: {fact.whole()} is told, and the rules say {expected.whole()}.")

    # -- the game's facts

    def _tell(self, fact: Fact, entry: Entry, verify: bool) -> bool:
        """A fact of the game.  Returns whether it was a decision after which another question is asked."""
        if self.story is None:
            raise RecordError(f"Entry {entry.seq} tells {fact.event!r} before any deal.")
        self.story.tell(self.shown, fact)
        if self.deal_now is None:
            return False
        questions = self.deal_now.questions
        try:
            told = self.deal_now.read_answer(fact)
            if told is None:
                return False
            seat, answer = told
            if verify:
                self.deal_now.check(seat, answer.action)
            if seat in self.deal_now.waiting():
                self._charge(seat, entry)
            self._expected += self.deal_now.play(seat, answer)
        except QipaiError as error:
            # Whoever verifies may see every card; a live table's errors go to logs and people.
            reason = f": {fact.whole()}: {error}" if verify else "."
            raise RecordError(f"Entry {entry.seq}: {fact.event!r} cannot be played{reason}") from error
        self.choices = {}
        if self.deal_now.over:
            self._expected += self.settlement(self.deal_now)
        return self.deal_now.questions != questions

    def _charge(self, seat: int, entry: Entry) -> None:
        """Take a person's time for a decision from the bank; for one that was taken back and made anew it is reckoned anew.

        The time of a window is nobody's: what later clocks show must not depend on who had something to say in it.
        """
        if self.window_open:
            return
        chair = self.chairs[seat]
        if Fact(TIMED_OUT, {"seat": seat}) in entry.facts:
            chair.bank = 0
        elif chair.thinks:
            chair.slow = 0
            if self.control:
                chair.bank = bank_after(self.control, chair.bank_when_asked, entry.at - self.asked_at)

    def settlement(self, deal: Deal) -> list[Fact]:
        """What follows from the end of a deal for the session (§6.2 of the books): totals, and perhaps the winners."""
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
            winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
            facts.append(Fact(SESSION_OVER, {"totals": totals, "winners": winners}))
        return facts

    # -- the table's facts

    def _opened(self, fact: Fact, entry: Entry) -> None:
        told = fact.public
        if told["game"] != self.game.name:
            raise RecordError(f"This is a table of {told['game']}, not of {self.game.name}.")
        self.phase = GATHERING
        self.host = fact.hidden.get("host", "")
        self.variant, self.options, self.level = told["variant"], dict(told["rules"]), told["level"]
        self.deals, self.clock_name, self.control = told["deals"], told["clock"], find_control(told["clock"])
        self.chairs = [Chair() for _ in range(told["seats"])]
        if told["rules_version"] == self.game.rules_version:
            ruleset = self.game.ruleset(**self.options)
            self.terms = Terms(self.game, ruleset, self.game.rules(ruleset), told["seats"])

    def _seated(self, fact: Fact, entry: Entry) -> None:
        told = fact.public
        self.chairs[told["seat"]] = Chair(told["name"], told["player"], told["level"], fact.hidden.get("guest", ""))

    def _left(self, fact: Fact, entry: Entry) -> None:
        if self.phase == PLAYING:
            self.chairs[fact.public["seat"]].gone = True
        else:
            self.chairs[fact.public["seat"]] = Chair()

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
        if self.window_from is not None:
            self.window_from = entry.at

    def _shuffled(self, fact: Fact, entry: Entry) -> None:
        self.phase = PLAYING
        self.serial += 1
        self.story = Story(fact.public["deal"], len(self.chairs))
        self.choices = {}
        self.sat = [chair.who for chair in self.chairs]
        for chair in self.chairs:
            chair.ready = chair.player == BOT
            chair.bank = self.control.bank if self.control else 0
        if self.terms:
            self.deal_now = Deal(self.terms, *read_shuffle(self.game, fact))
            self._expected += self.deal_now.opening

    def _sealed(self, fact: Fact, entry: Entry) -> None:
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
        self.setup = read_fields(fact.hidden["next"], records.new(self.game.SETUP)) if self.terms else None

    def _session_over(self, fact: Fact, entry: Entry) -> None:
        self.phase = FINISHED
        self.winners = list(fact.public["winners"])

    def _begun_again(self, fact: Fact, entry: Entry) -> None:
        self.scores, self.winners, self.setup = [], [], None

    def _closed(self, fact: Fact, entry: Entry) -> None:
        self.phase = CLOSED


_EFFECTS: dict[str, Callable[[Any, Fact, Entry], None]] = {
    OPENED: Folded._opened,
    SEATED: Folded._seated,
    LEFT: Folded._left,
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
EVENTS = frozenset(_EFFECTS)  # what happens to the table, and not in its game
