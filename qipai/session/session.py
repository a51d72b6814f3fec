"""A session at a table: many deals, and checked commands for everything that people ask of it.

The state of a `Session` is the fold of its log.  A command changes nothing: it checks, raises a `QipaiError` (`refusal_of` turns it into
a code and sentences), and returns the facts of one entry.  The caller stores that entry and then applies it:

    session, entry = Session.open(game, seats=4, deals=6, at=now)
    facts = session.act(2, "5-5X", ["5H", "R"])
    session.apply(Entry(session.seq + 1, now, "seat:2", "c9f1", tuple(facts)))

The phases, and the commands that lead from one to the next:

    gathering --begin--> playing --last decision--> between --deal, or all ready--> playing
                            |                                                          ^
                            +--last decision of the last deal--> finished --again------+
    any phase --close--> closed

All times are milliseconds since 1970, UTC.  Every command raises `Refused` in a phase that does not allow it, and for a seat that the
table does not have.
"""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.fair_order import Pledge
from qipai.engine.game import Game
from qipai.engine.lessons import Lesson
from qipai.engine.records import Record
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Explanation, Fact

from .chairs import BOT, BOT_NAMES, EMPTY, PERSON, Chair, bot_name, check_name, own_name
from .clock import SLOW_LIMIT, find_control
from .deal import UNSEALED, Answer, Deal, Terms
from .folding import (
    AGREED,
    AUTOPILOT,
    BEGUN_AGAIN,
    BETWEEN,
    CLOSED,
    EVENTS,
    FINISHED,
    GATHERING,
    HOST_CHANGED,
    LEFT,
    LET_IN,
    LISTED,
    LOCKED,
    OPENED,
    PLAYING,
    READY,
    REMOVED,
    RENAMED,
    RESERVED,
    RESUMED,
    SEATED,
    SWAPPED,
    TABLE_CLOSED,
    TIMED_OUT,
    UNRESERVED,
    Proposal,
    Reservation,
)
from .log import HOST, Entry, settle
from .refusals import NotYourTurn, Refused
from .shuffles import head_of, read_shuffle, tell_sealed, tell_shuffle
from .teaching import Taught, key_of
from .viewing import Showing, view_choices
from .views import BegunFrom, ChoiceView, ClockView, TableView

LONGEST_SESSION = 100  # deals
WINDOW = 8000  # milliseconds that a window of fixed length is open


class Session(Taught):
    """Many deals of one game at one table.  Make one with `open`, or with `fold` from a stored log."""

    window_length = WINDOW  # of a window that is open for a fixed time; a server may set another
    # set by a server: from what the deal of this serial is drawn, which starts from what `head_of` tells
    pledging: Callable[[int, dict[str, Any]], Pledge | None] | None = None
    _showing: Showing | None = None  # what is seen after the last entry, once somebody looks
    _shown: Showing | None = None  # what was seen last before that entry

    @classmethod
    def open(
        cls,
        game: Game,
        *,
        seats: int,
        at: int,
        variant: str = "default",
        rules: Mapping[str, str] | None = None,
        deals: int = 6,
        clock: str = "none",
        level: str = "rule",
        host: str = "",
        command: str = "",
        lesson: Lesson | None = None,
        listed: bool = False,
        begun_from: BegunFrom | None = None,
    ) -> tuple["Session", Entry]:
        """Open a table with empty chairs; return it and the first entry of its log, which is already applied.

        `rules` are changes to the `variant` by option name, `deals` how many are agreed (1 to 100), `clock` a name in `clock.CLOCKS`,
        `level` that of the bots that fill chairs, `host` an opaque key of the person who opens it, `command` the id of their command,
        `lesson` what the first deal teaches: its rules and seats must be the table's.  `begun_from` names the recorded deal from which the
        only deal of this table plays on.  `listed`: it is shown to everybody.
        Raises `RulesetError` for rules or seats that the game does not have, `QipaiError` for another wrong argument.
        """
        told = {
            "game": game.name,
            "rules_version": game.rules_version,
            **agreement(game, seats, variant, rules or {}, deals, clock, level),
            "seats": seats,
        }
        if lesson:
            told["lesson"] = key_of(lesson)
        if listed:
            told["listed"] = True
        session = cls(game)
        hidden: dict[str, Any] = {"host": host} if host else {}
        if begun_from:
            hidden["from"] = {"record": begun_from.record, "decision": begun_from.decision}
        entry = Entry(1, at, HOST, command, (Fact(OPENED, told, hidden=hidden),))
        session.apply(entry)
        return session, entry

    # -- chairs

    def sit(self, seat: int, name: str, guest: str = "") -> list[Fact]:
        """Seat a person on an empty chair or in a bot's place.  A person (`guest`, an opaque key) who sits elsewhere moves.

        Raises `Refused` for one who was removed, and at a locked table for one who has no chair.
        """
        self._check_open(PLAYING)
        self._check_welcome(guest)
        chair, name = self._chair(seat), self._name_for(seat, name, guest)
        if chair.player == PERSON and not chair.gone:
            raise Refused("seat_taken")
        if seat in self.reserved and self.reserved[seat].guest != guest:
            raise Refused("reserved")
        left = [Fact(UNRESERVED, {"seat": place}) for place in self.reserved_by(guest) if place != seat]
        for place, other in enumerate(self.chairs):
            if guest and other.guest == guest and place != seat:
                left += self._fill([place]) if other.gone else self.stand(place)
        return [*left, self._sat_down(seat, name, guest)]

    def stand(self, seat: int) -> list[Fact]:
        """Let a person leave: before the first deal the chair becomes empty, later a bot gets it."""
        self._check_open()
        if self._chair(seat).player != PERSON or self.chairs[seat].gone:
            raise Refused("not_a_person")
        left = Fact(LEFT, {"seat": seat})
        if self.phase == PLAYING:
            return [left, Fact(AUTOPILOT, {"seat": seat, "on": True, "why": "left"})]
        return [left] if self.phase == GATHERING else [left, *self._fill([seat])]

    def seat_bot(self, seat: int, level: str) -> list[Fact]:
        """Put a bot of a level on a chair that no person holds; `level` "" empties a bot's chair before the first deal."""
        self._check_open(PLAYING)
        if self._chair(seat).player == PERSON and not self.chairs[seat].gone:
            raise Refused("seat_taken")
        if level:
            return self._fill([seat], level)
        if self.phase != GATHERING:
            raise Refused("already_begun")
        return [Fact(LEFT, {"seat": seat})]

    def rename(self, seat: int, name: str) -> list[Fact]:
        """Change the name on a person's chair."""
        self._check_open()
        self._check_person(seat)
        return [Fact(RENAMED, {"seat": seat, "name": self._name_for(seat, name)})]

    def autopilot(self, seat: int, on: bool, why: str = "asked") -> list[Fact]:
        """Turn the autopilot of a person's chair on or off; the fact carries the code `why`."""
        self._check_open()
        self._check_person(seat)
        return [Fact(AUTOPILOT, {"seat": seat, "on": on, "why": why})]

    # -- a chair from the next deal on

    def reserve(self, seat: int, name: str, guest: str) -> list[Fact]:
        """Keep a bot's chair for a person who has none, until the next deal; one that was kept for them before is given back.

        Raises `Refused` if no deal is played, or the chair is a person's or kept for another.
        """
        self._check_open()
        if self.phase != PLAYING:
            raise Refused("not_playing")
        self._check_welcome(guest)
        chair, name = self._chair(seat), self._name_for(seat, name, guest)
        if any(other.guest == guest for other in self.chairs):
            raise Refused("has_chair")
        if chair.player != BOT:
            raise Refused("seat_taken")
        if seat in self.reserved:
            raise Refused("reserved")
        back = [Fact(UNRESERVED, {"seat": place}) for place in self.reserved_by(guest)]
        return [*back, Fact(RESERVED, {"seat": seat, "name": name}, hidden={"guest": guest})]

    def unreserve(self, guest: str) -> list[Fact]:
        """Give back the chair that is kept for a person."""
        self._check_open()
        kept = self.reserved_by(guest)
        if not kept:
            raise Refused("nothing_reserved")
        return [Fact(UNRESERVED, {"seat": seat}) for seat in kept]

    def _seat_reserved(self, here: Collection[str]) -> list[Fact]:
        """Return the facts that seat those for whom a chair is kept and who are `here` (keys); the others' chairs stay the bots'."""
        facts = []
        for seat, (name, guest) in self.reserved.items():
            comes = guest in here and self.chairs[seat].player == BOT
            facts.append(
                self._sat_down(seat, self._name_for(seat, name, guest), guest) if comes else Fact(UNRESERVED, {"seat": seat})
            )
        return facts

    def reserved_by(self, guest: str) -> list[int]:
        """Return the chairs that are kept for a person: one, or none."""
        return [seat for seat, kept in self.reserved.items() if guest and kept.guest == guest]

    # -- what a host may do

    def check_host(self, by: str) -> None:
        """Raise `Refused` unless `by` is the key of the host, who is no stand-in."""
        if by != self.host:
            raise Refused("stands_in")

    def remove(self, seat: int, by: str = "") -> list[Fact]:
        """Take a person's chair, until they are let in again: before the first deal it becomes empty, between deals a bot gets it.

        `by` is the key of whoever acts as host.  Raises `Refused` during a deal, and for the chair of a host.
        """
        self._check_open(PLAYING)
        self._check_person(seat)
        chair = self.chairs[seat]
        if chair.guest in (self.host, by):
            raise Refused("host_stays")
        removed = Fact(REMOVED, {"seat": seat, "name": chair.name}, hidden={"guest": chair.guest})
        return [removed] if self.phase == GATHERING else [removed, *self._fill([seat])]

    def let_in(self, number: int) -> list[Fact]:
        """Let somebody sit down again who was removed: the person of the removal with this number."""
        self._check_open()
        for guest, removal in self.removed.items():
            if removal.number == number:
                return [Fact(LET_IN, {"name": removal.name}, hidden={"guest": guest})]
        raise Refused("not_removed")

    def lock(self, on: bool) -> list[Fact]:
        """Let nobody sit down who has no chair, which ends reservations too, or let them again."""
        self._check_open()
        return [Fact(LOCKED, {"on": on}), *(Fact(UNRESERVED, {"seat": seat}) for seat in self.reserved if on)]

    def list_table(self, on: bool) -> list[Fact]:
        """Show the table to everybody who looks for one, or show it no more.  Raises `Refused` at a private one."""
        self._check_open()
        if self.private:
            raise Refused("for_one")
        return [Fact(LISTED, {"on": on})]

    def hand_over(self, seat: int, by: str = "") -> list[Fact]:
        """Make the person on a chair the host.  Raises `Refused` unless `by` is the key of the host, who may not be a stand-in."""
        self._check_open()
        self._check_person(seat)
        chair = self.chairs[seat]
        self.check_host(by)
        if chair.gone:
            raise Refused("not_a_person")
        if chair.guest == self.host:
            raise Refused("host_already")
        return [Fact(HOST_CHANGED, {"seat": seat}, hidden={"guest": chair.guest})]

    # -- what a host may settle before the first deal

    def swap(self, one: int, other: int) -> list[Fact]:
        """Let two chairs change places, with whoever is on them."""
        self._check_gathering()
        self._chair(one)
        self._chair(other)
        if one == other:
            raise Refused("same_chair")
        order = list(range(len(self.chairs)))
        order[one], order[other] = other, one
        return [Fact(SWAPPED, {"order": order, "lots": False})]

    def draw_lots(self) -> list[Fact]:
        """Let lots decide who sits where, free chairs and bots included."""
        self._check_gathering()
        order = list(range(len(self.chairs)))
        secrets.SystemRandom().shuffle(order)
        return [Fact(SWAPPED, {"order": order, "lots": True})]

    def agree(self, *, variant: str, rules: Mapping[str, str], deals: int, clock: str, level: str) -> list[Fact]:
        """Play by other terms, given as to `open`; the fact names what is different now.

        Raises `RulesetError` for rules that the game does not have for these seats, `QipaiError` for another wrong argument.
        """
        self._check_gathering()
        told = agreement(self.game, len(self.chairs), variant, rules, deals, clock, level)
        before = {"variant": self.variant, "deals": self.deals, "clock": self.clock_name, "level": self.level}
        changed = [name for name in before if before[name] != told[name]]
        options = [name for name, value in told["rules"].items() if self.options.get(name) != value]
        if not changed and not options:
            raise Refused("agreed_already")
        return [Fact(AGREED, {**told, "changed": changed, "options": options})]

    # -- deals

    def begin(self, order: Record | None = None, setup: Record | None = None) -> list[Fact]:
        """Start the first deal, that of the lesson or shuffled as in `deal`; bots fill the empty chairs.

        `setup` is what the deal starts from, if not from what every first deal does.
        """
        self._check_gathering()
        setup = self._first_setup() if setup is None else setup
        if self.lesson:
            setup, order = self.lesson.setup, self.lesson.order
        return [*self._fill(self._seats(EMPTY)), *self._deal(setup, 1, order)]

    def ready(self, seat: int, here: Collection[str] = ()) -> list[Fact]:
        """Mark a person as ready; start the next deal if everybody is.  `here` as for `deal`."""
        self._check_open()
        self._check_person(seat)
        if self.phase != BETWEEN:
            raise Refused("not_between")
        waiting = [place for place, chair in enumerate(self.chairs) if chair.thinks and not chair.ready and place != seat]
        return [Fact(READY, {"seat": seat}), *([] if waiting else self.deal(here=here))]

    def deal(self, order: Record | None = None, here: Collection[str] = ()) -> list[Fact]:
        """Start the next deal, shuffled from what `pledging` gives, else secretly, unless an `order` is given.

        `here` are the keys of people who look on: those of them for whom a chair is kept take it.
        """
        self._check_open()
        if self.phase != BETWEEN:
            raise Refused("mid_deal" if self.phase == PLAYING else "not_playing")
        gone = [seat for seat, chair in enumerate(self.chairs) if chair.gone]
        coming = self._seat_reserved(here)
        return [*coming, *self._fill(gone), *self._deal(self._next_setup(coming), len(self.scores) + 1, order)]

    def starts_from(self, here: Collection[str] = ()) -> dict[str, Any]:
        """Return what the next deal would start from now, as the first line of its record has it.  `here` as for `deal`."""
        setup = self._next_setup(self._seat_reserved(here)) if self.phase == BETWEEN else self._first_setup()
        return head_of(self.game, self.options, setup)

    def again(self, here: Collection[str] = ()) -> list[Fact]:
        """Start another session of the same people under the same rules, with its first deal.  `here` as for `deal`."""
        self._check_open()
        if self.phase != FINISHED:
            raise Refused("not_finished")
        if self.begun_from:
            raise Refused("no_evening")
        gone = [seat for seat, chair in enumerate(self.chairs) if chair.gone]
        return [*self._seat_reserved(here), Fact(BEGUN_AGAIN), *self._fill(gone, since=0), *self._deal(self._first_setup(), 1)]

    def close_by_host(self, by: str) -> list[Fact]:
        """Close the table for everybody.  Raises `Refused` unless `by` is the key of the host, and while others play a deal."""
        if self.phase == CLOSED:
            raise Refused("closed")
        self.check_host(by)
        others = (chair for chair in self.chairs if chair.player == PERSON and not chair.gone and chair.guest != by)
        if self.phase == PLAYING and any(others):
            raise Refused("mid_deal")
        return self.close("host")

    def close(self, why: str) -> list[Fact]:
        """Close the table; a deal in progress is not scored.  The fact carries the code `why`."""
        if self.phase == CLOSED:
            raise Refused("closed")
        unscored = self.story.number if self.story and self.phase == PLAYING else None
        return [Fact(TABLE_CLOSED, {"why": why, "unscored": unscored})]

    @property
    def private(self) -> bool:
        """Whether the table is for its host alone, because its cards were chosen or seen before: no result of it counts."""
        return bool(self.lesson_key or self.begun_from)

    @property
    def outdated(self) -> bool:
        """Whether the table was opened under another version of the rules; then it can only be closed."""
        return self.terms is None and self.phase != CLOSED

    # -- decisions

    def act(self, seat: int, action: str, cards: Sequence[str] | None = None, at: int | None = None) -> list[Fact]:
        """Let a seat decide, or use a right out of turn; return the facts of the action and of all that follows from it.

        `action` is its text; `cards` are the faces chosen for it, by default the lowest suits.  `at` is the value of `shown` that the
        seat had seen when it decided: if another question has been asked since, the command is refused as stale.
        Raises `NotationError`, `NotYourTurn`, `IllegalAction`, `WrongCards` or `Refused`.
        """
        deal, terms = self._playing(), self._terms()
        self._chair(seat)
        if at is not None and at < self.asked_seq:
            raise Refused("stale")
        number = self.game.notation.parse_action(action, terms.ruleset)
        deal.check(seat, number)
        self.check_line(seat, number)
        chosen = deal.find_cards(seat, cards) if cards is not None else None
        return self._consequence(seat, Answer(number, chosen))

    def show_me(self, seat: int) -> ChoiceView:
        """Return the choice with which the lesson goes on at the seat's stop."""
        self._playing()
        self._chair(seat)
        return self.view_choices(seat, [self.choice_at_stop(seat)])[0]

    def skip_stop(self, seat: int, at: int | None = None) -> list[Fact]:
        """Let a seat play the choice of its stop; `at` as for `act`."""
        self._playing()
        self._chair(seat)
        return self.act(seat, self.choice_at_stop(seat), at=at)

    def take_back(self, seat: int, now: int, at: int | None = None) -> list[Fact]:
        """Take a seat's sealed answer back, so that it can decide again under the same deadline at time `now`; `at` as for `act`."""
        deal = self._playing()
        self._chair(seat)
        if at is not None and at < self.asked_seq:
            raise Refused("stale")
        if seat not in deal.sealed:
            raise Refused("nothing_sealed")
        due = self.window_end() if self.window_open else self._due(seat)
        if due is not None and now >= due:
            raise Refused("time_is_up")
        return [Fact(UNSEALED, hidden={"seat": seat}) if self.window_open else Fact(UNSEALED, {"seat": seat})]

    def close_window(self, at: int, now: int) -> list[Fact]:
        """Close the window that was opened at `at` (an `asked_seq`); return all answers and what follows from them.

        Raises `Refused` while it must stay open at time `now`.  A window of fixed length (`window_from`) is open for that long.  Any
        other stays open until the bots, and the one person at the table, have answered or run out of time.
        """
        deal = self._playing()
        if not self.window_open or at != self.asked_seq:
            raise Refused("stale")
        end = self.window_end()
        if (self.window_from is not None or self.window_waits()) and (end is None or now < end):
            raise Refused("still_time")
        after = deal.copy()
        return self._propose(after, after.close_window())

    def time_out(self, seat: int, at: int) -> list[Fact]:
        """Decide for a person whose time has run out at time `at`: the answer that was taken back, else the default action.

        The second time in a row, the autopilot takes over.  Raises `Refused` if there is time left.
        """
        deal = self._playing()
        self._chair(seat)
        deadline = self.deadline(seat)
        if deadline is None:
            raise NotYourTurn(None)
        if at < deadline:
            raise Refused("still_time")
        facts = [Fact(TIMED_OUT, {"seat": seat})]
        if self.chairs[seat].slow + 1 >= SLOW_LIMIT:
            facts.append(Fact(AUTOPILOT, {"seat": seat, "on": True, "why": "slow"}))
        return facts + self._consequence(seat, deal.withdrawn.get(seat) or deal.default(seat))

    def resume(self) -> list[Fact]:
        """Restart the time of the current decision, after a pause in which nobody was connected or no server ran."""
        self._playing()
        return [Fact(RESUMED)]

    def explain(self, seat: int, cards: Sequence[str]) -> Explanation:
        """Return what some cards (faces) of a seat's hand can be played as, or why they cannot be played."""
        deal = self._playing()
        self._chair(seat)
        found = deal.find_cards(seat, cards)
        observation, rules = records.opened(deal.observation(seat)), records.opened(self._terms().rules)
        return self.game.telling.explain(observation, rules, seat, found)

    def view_choices(self, seat: int, actions: Sequence[str]) -> list[ChoiceView]:
        """Return legal actions of a seat, given as texts, in the form and order for its view."""
        deal, terms = self._playing(), self._terms()
        numbers = [self.game.notation.parse_action(action, terms.ruleset) for action in actions]
        found = {choice.action: choice for choice in view_choices(deal, deal.observation(seat), numbers)}
        return [found[action] for action in actions]

    def advise(self, seat: int, bot: Any) -> str:
        """Return the text of the action that a bot chooses for a seat, given only the seat's observation."""
        deal, terms = self._playing(), self._terms()
        legal = self.game.new_actions()
        self.game.legal_actions(deal.state, terms.rules, seat, legal)
        return self.game.notation.format_action(int(bot.act(deal.observation(seat), legal, None)), terms.ruleset)

    def default_action(self, seat: int) -> str:
        """Return the text of the action that is played for a seat when its time runs out."""
        return self.game.notation.format_action(self._playing().default(seat).action, self._terms().ruleset)

    def allows(self, seat: int, action: str, kind: str = "") -> bool:
        """Return whether a seat that is asked may answer with this action, and it is a choice of this kind ("" for any)."""
        deal, terms = self._playing(), self._terms()
        number = self.game.notation.parse_action(action, terms.ruleset)
        if seat not in deal.asked() or not self.game.is_legal(deal.state, terms.rules, seat, number):
            return False
        return not kind or self.view_choices(seat, [action])[0].kind == kind

    def only_action(self, seat: int) -> str:
        """Return the text of the only action with which a seat that is asked can answer; "" if it has a choice."""
        only = self._playing().only_answer(seat)
        return "" if only is None else self.game.notation.format_action(only, self._terms().ruleset)

    # -- seeing

    def waiting(self) -> list[int]:
        """Return the seats whose decision is still missing.  For driving bots and clocks; views must not show it in a window."""
        return self.deal_now.waiting() if self.deal_now and self.phase == PLAYING else []

    def asks(self, seat: int) -> bool:
        """Return whether a seat has something to decide.  In a window, a hand that does not raise the question has not."""
        return seat in self.waiting() and (not self.window_open or self._playing().has_choice(seat))

    def window_waits(self) -> list[int]:
        """Return the seats that an open window of no fixed length still waits for: bots, and persons with a choice."""
        return [seat for seat in self.waiting() if not self.chairs[seat].thinks or self.asks(seat)] if self.window_open else []

    def window_end(self) -> int | None:
        """Return when time closes an open window, in milliseconds UTC; None if only answers close it."""
        if self.window_from is not None:
            return self.window_from + self.window_length
        dues = [due for due in map(self._due, self.window_waits()) if due is not None]
        return max(dues, default=None)

    def deadline(self, seat: int) -> int | None:
        """Return when the clock decides for a seat, in milliseconds UTC; None if no clock runs for it."""
        return self._due(seat) if seat in self.waiting() and not self.window_open else None

    def _due(self, seat: int) -> int | None:
        """Return when the time of a seat that was asked ends, whether or not it has answered; None without a clock."""
        chair = self.chairs[seat]
        return self.asked_at + self.control.limit + chair.bank_when_asked if self.control and chair.thinks else None

    def clocks(self, now: int, seat: int | None = None) -> list[ClockView]:
        """Return the running clocks, the seat's own first.

        A window of fixed length has one clock for all; in any other window a seat sees only its own.
        """
        if self.control is None and not self.window_open:
            return []
        if self.window_from is not None:
            return [ClockView(None, self.window_from + self.window_length, now, limit=self.window_length)]
        if seat in self.window_waits():
            due = self._due(seat)
            return [] if due is None else [ClockView(seat, due, now, limit=due - self.asked_at)]
        views = []
        for place in sorted(self.waiting(), key=lambda place: (place != seat, place)):
            deadline = self.deadline(place)
            if deadline is not None:
                views.append(ClockView(place, deadline, now, limit=deadline - self.asked_at))
        return views

    def view(self, seat: int | None, **of_the_server: Any) -> TableView:
        """Return what a seat sees of the table; None for the public view.

        `of_the_server` are the fields of the view that are not in the log: `table`, `code`, `watch`, `host`, `records`, `next_at`, and
        `connected`, one bool per chair.
        """
        if self._showing is None:
            self._showing, self._shown = Showing(self, self._shown), None
        return self._showing.view(seat, lesson=self.view_lesson(seat), **of_the_server)

    def facts_of(self, entry: Entry, seat: int | None) -> list[dict[str, Any]]:
        """Return the facts of the last entry as a seat may know them, None for what is public; those of the deal are the last of its log."""
        observer = SPECTATOR if seat is None else seat
        count = sum(fact.event not in EVENTS for fact in entry.facts)
        of_the_deal = iter(self.story.seen[observer][-count:] if self.story and count else ())
        return [fact.seen_by(observer) if fact.event in EVENTS else next(of_the_deal) for fact in entry.facts]

    def apply(self, entry: Entry, verify: bool = False) -> None:
        """Apply one more entry to the table; see `Folded.apply`."""
        self._showing, self._shown = None, self._showing or self._shown
        super().apply(entry, verify)

    # -- checks and parts

    def _terms(self) -> Terms:
        """Return what is played.  Raises `Refused` if the table is of another version of the rules."""
        if self.terms is None:
            raise Refused("other_rules")
        return self.terms

    def _check_open(self, *but: str) -> None:
        """Raise `Refused` if the table is closed, is of another version of the rules, or is in one of the phases `but`."""
        if self.phase == CLOSED:
            raise Refused("closed")
        self._terms()
        if self.phase in but:
            raise Refused("mid_deal")

    def _check_gathering(self) -> None:
        """Raise `Refused` once the first deal has begun."""
        self._check_open()
        if self.phase != GATHERING:
            raise Refused("already_begun")

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no_such_seat")
        return self.chairs[seat]

    def _check_person(self, seat: int) -> None:
        if self._chair(seat).player != PERSON:
            raise Refused("not_a_person")

    def _check_welcome(self, guest: str) -> None:
        """Raise `Refused` for a guest who may not sit down."""
        if guest and guest in self.removed:
            raise Refused("removed")
        if self.locked and not (guest and any(chair.guest == guest for chair in self.chairs)):
            raise Refused("locked")

    def _playing(self) -> Deal:
        self._check_open()
        if self.phase != PLAYING or self.deal_now is None:
            raise Refused("not_playing")
        return self.deal_now

    def _seats(self, player: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.player == player]

    def _name_for(self, seat: int, name: str, guest: str = "") -> str:
        """Return a person's name, made different from bots' and from those on the other chairs and of who waits for one.

        Raises `Refused` for a bad one.
        """
        taken: list[tuple[int, Chair | Reservation]] = [*enumerate(self.chairs), *self.reserved.items()]
        others = (one.name for place, one in taken if place != seat and not (guest and one.guest == guest))
        return own_name(check_name(name), [*others, *BOT_NAMES])

    def _fill(self, seats: Sequence[int], level: str = "", since: int | None = None) -> list[Fact]:
        """Return the facts that put bots on these chairs, by default of the table's level and from the next deal on."""
        taken = {chair.name for seat, chair in enumerate(self.chairs) if seat not in seats}
        facts = []
        for seat in seats:
            name = bot_name(taken)
            taken.add(name)
            facts.append(
                Fact(SEATED, told_of(seat, name, BOT, level or self.level, len(self.scores) if since is None else since))
            )
        return facts

    def _sat_down(self, seat: int, name: str, guest: str) -> Fact:
        return Fact(SEATED, told_of(seat, name, PERSON, since=len(self.scores)), hidden={"guest": guest} if guest else {})

    def _next_setup(self, coming: Sequence[Fact]) -> Record:
        """Return what the next deal of a session starts from, if these facts of people who take their chairs come before it."""
        assert self.setup is not None
        setup = records.copy(self.setup)
        sit = [(BOT, "") if chair.gone else chair.who for chair in self.chairs]
        for fact in coming:
            if fact.event == SEATED:
                sit[fact.public["seat"]] = PERSON, fact.hidden["guest"]
        if sit != self.sat:
            self.game.newcomers(records.opened(setup))
        return setup

    def _first_setup(self) -> Record:
        return self.game.setup(self._terms().rules, len(self.chairs))

    def _deal(self, setup: Record, number: int, order: Record | None = None) -> list[Fact]:
        """Return the facts of shuffling and dealing."""
        terms = self._terms()
        head = head_of(self.game, self.options, setup)
        pledge = self.pledging(self.serial + 1, head) if order is None and self.pledging else None
        if pledge:
            shuffle = settle([tell_sealed(self.game, number, terms.rules, setup, pledge)])
        else:
            order = self.game.shuffled_secretly(terms.rules, setup) if order is None else order
            shuffle = settle([tell_shuffle(self.game, number, setup, order)])
        after = Deal(terms, *read_shuffle(self.game, shuffle[0]))
        facts = shuffle + settle(after.opening)
        self._proposal = Proposal(self.seq, facts, after)
        return facts

    def _consequence(self, seat: int, answer: Answer) -> list[Fact]:
        """Return the facts of an answer and of all that follows, worked out on a copy of the deal."""
        after = self._playing().copy()
        return self._propose(after, after.answer(seat, answer))

    def _propose(self, after: Deal, facts: list[Fact]) -> list[Fact]:
        """Return the facts of a command, with the settlement of a finished deal; remember the deal, to adopt it when they are stored."""
        facts = settle(facts + self.settlement(after) if after.over else facts)
        self._proposal = Proposal(self.seq, facts, after)
        return facts


def agreement(
    game: Game, seats: int, variant: str, rules: Mapping[str, str], deals: int, clock: str, level: str
) -> dict[str, Any]:
    """Return what is agreed, as a fact tells it.  Raises as `Session.open` does."""
    ruleset = game.ruleset(variant, **rules)
    game.setup(game.rules(ruleset), seats)
    find_control(clock)
    if not 1 <= deals <= LONGEST_SESSION:
        raise QipaiError(f"A session has 1 to {LONGEST_SESSION} deals, not {deals}.")
    return {
        "variant": variant,
        "rules": {option.name: option.format(getattr(ruleset, option.name)) for option in game.options},
        "deals": deals,
        "clock": clock,
        "level": level,
    }


def told_of(seat: int, name: str, player: str, level: str = "", since: int = 0) -> dict[str, Any]:
    """Return what is told of whoever sits down; `since`: how many deals of the session are over."""
    return {"seat": seat, "name": name, "player": player, "level": level, **({"since": since} if since else {})}
