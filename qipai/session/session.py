"""A session at a table: many deals, and the checked entrance for everything that people ask of it.

A `Session` is the fold of its log.  Its commands only propose: each checks, raises an error whose `refusal_of` says why not,
and returns the facts of one entry without changing anything.  Whoever stores that entry then applies it:

    session, entry = Session.open(game, seats=4, deals=6, at=now)
    facts = session.act(2, "5-5X", ["5H", "R"])
    session.apply(Entry(session.seq + 1, now, "seat:2", "c9f1", tuple(facts)))
"""

from collections.abc import Mapping, Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.engine.telling import Explanation, Fact

from .chairs import BOT, EMPTY, PERSON, Chair, bot_name, check_name, own_name
from .clock import SLOW_LIMIT, find_control
from .deal import UNSEALED, Answer, Deal, Terms
from .folding import (
    AUTOPILOT,
    BEGUN_AGAIN,
    BETWEEN,
    CLOSED,
    FINISHED,
    GATHERING,
    LEFT,
    OPENED,
    PLAYING,
    READY,
    RENAMED,
    RESUMED,
    SEATED,
    TABLE_CLOSED,
    TIMED_OUT,
    Folded,
)
from .log import HOST, Entry, settle
from .refusals import NotYourTurn, Refused
from .shuffles import read_shuffle, tell_shuffle
from .viewing import view_choices, view_table
from .views import ChoiceView, ClockView, TableView

LONGEST_SESSION = 100  # deals
WINDOW = 8000  # milliseconds


class Session(Folded):
    """Many deals of one game at one table."""

    window_length = WINDOW  # of one that is open for a fixed time; a server sets its own

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
    ) -> tuple["Session", Entry]:
        """A new table with empty chairs, and the first entry of its log (already applied)."""
        ruleset = game.ruleset(variant, **(rules or {}))
        game.setup(game.rules(ruleset), seats)
        find_control(clock)
        if not 1 <= deals <= LONGEST_SESSION:
            raise QipaiError(f"A session has 1 to {LONGEST_SESSION} deals, not {deals}.")
        told = {
            "game": game.name,
            "rules_version": game.rules_version,
            "variant": variant,
            "rules": {option.name: option.format(getattr(ruleset, option.name)) for option in game.options},
            "deals": deals,
            "clock": clock,
            "seats": seats,
            "level": level,
        }
        session = cls(game)
        entry = Entry(1, at, HOST, command, (Fact(OPENED, told, hidden={"host": host} if host else {}),))
        session.apply(entry)
        return session, entry

    # -- chairs

    def sit(self, seat: int, name: str, guest: str = "") -> list[Fact]:
        """A person takes an empty chair, or one that a bot plays; a person who sat elsewhere moves."""
        self._check_open(PLAYING)
        chair, name = self._chair(seat), self._name_for(seat, name, guest)
        if chair.player == PERSON and not chair.gone:
            raise Refused("seat_taken")
        left: list[Fact] = []
        for place, other in enumerate(self.chairs):
            if guest and other.guest == guest and place != seat:
                left += self._fill([place]) if other.gone else self.stand(place)
        return [*left, Fact(SEATED, _seated(seat, name, PERSON), hidden={"guest": guest} if guest else {})]

    def stand(self, seat: int) -> list[Fact]:
        """A person leaves: before the first deal the chair is empty, later a bot has it."""
        self._check_open()
        if self._chair(seat).player != PERSON or self.chairs[seat].gone:
            raise Refused("not_a_person")
        left = Fact(LEFT, {"seat": seat})
        if self.phase == PLAYING:
            return [left, Fact(AUTOPILOT, {"seat": seat, "on": True, "why": "left"})]
        return [left] if self.phase == GATHERING else [left, *self._fill([seat])]

    def seat_bot(self, seat: int, level: str) -> list[Fact]:
        """Put a bot of a level on a chair; no level empties a bot's chair before the first deal."""
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
        """Let a bot play a person's cards, or give them back."""
        self._check_open()
        self._check_person(seat)
        return [Fact(AUTOPILOT, {"seat": seat, "on": on, "why": why})]

    # -- deals

    def begin(self, order: Record | None = None) -> list[Fact]:
        """The first deal, shuffled as `deal` does it; bots fill the empty chairs."""
        self._check_open()
        if self.phase != GATHERING:
            raise Refused("already_begun")
        return [*self._fill(self._seats(EMPTY)), *self._deal(self._first_setup(), 1, order)]

    def ready(self, seat: int) -> list[Fact]:
        """A person is ready for the next deal, which starts when all are."""
        self._check_open()
        self._check_person(seat)
        if self.phase != BETWEEN:
            raise Refused("not_between")
        waiting = [place for place, chair in enumerate(self.chairs) if chair.thinks and not chair.ready and place != seat]
        return [Fact(READY, {"seat": seat}), *([] if waiting else self.deal())]

    def deal(self, order: Record | None = None) -> list[Fact]:
        """The next deal: shuffled from the system's secret randomness, unless an order is given."""
        self._check_open()
        if self.phase != BETWEEN:
            raise Refused("mid_deal" if self.phase == PLAYING else "not_playing")
        assert self.setup is not None
        gone = [seat for seat, chair in enumerate(self.chairs) if chair.gone]
        setup = records.copy(self.setup)
        if [(BOT, "") if chair.gone else chair.who for chair in self.chairs] != self.sat:
            self.game.newcomers(records.opened(setup))
        return [*self._fill(gone), *self._deal(setup, len(self.scores) + 1, order)]

    def again(self) -> list[Fact]:
        """Another session of the same people under the same rules."""
        self._check_open()
        if self.phase != FINISHED:
            raise Refused("not_finished")
        gone = [seat for seat, chair in enumerate(self.chairs) if chair.gone]
        return [Fact(BEGUN_AGAIN), *self._fill(gone), *self._deal(self._first_setup(), 1)]

    def close(self, why: str) -> list[Fact]:
        """End the table; a deal in progress is not scored."""
        if self.phase == CLOSED:
            raise Refused("closed")
        unscored = self.story.number if self.story and self.phase == PLAYING else None
        return [Fact(TABLE_CLOSED, {"why": why, "unscored": unscored})]

    @property
    def outdated(self) -> bool:
        """Was the table opened under another version of the rules?  Then `close("rules_version")` is all that is left."""
        return self.terms is None and self.phase != CLOSED

    # -- decisions

    def act(self, seat: int, action: str, cards: Sequence[str] | None = None, at: int | None = None) -> list[Fact]:
        """A seat's decision, or a right that it uses unasked, and everything that follows from it.

        `cards` are the faces chosen for it (the lowest suits otherwise), `at` what the seat had seen of the table, as `shown`.
        """
        deal, terms = self._playing(), self._terms()
        self._chair(seat)
        if at is not None and at < self.asked_seq:
            raise Refused("stale")
        number = self.game.notation.parse_action(action, terms.ruleset)
        deal.check(seat, number)
        chosen = deal.find_cards(seat, cards) if cards is not None else None
        return self._consequence(seat, Answer(number, chosen))

    def take_back(self, seat: int, now: int, at: int | None = None) -> list[Fact]:
        """A seat takes its sealed answer back to think again, under the same deadline; `at` as for `act`."""
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
        """The table closes the window that was opened at `at` (an `asked_seq`): all answers, and what follows from them.

        One of a fixed length is open for that long.  Any other waits for bots, and for the one person who thinks: until
        they have answered, or their clock has run out.
        """
        deal = self._playing()
        if not self.window_open or at != self.asked_seq:
            raise Refused("stale")
        end = self.window_end()
        if (self.window_from is not None or self.window_waits()) and (end is None or now < end):
            raise Refused("still_time")
        after = deal.copy()
        facts = after.close_window()
        return settle(facts + self.settlement(after) if after.over else facts)

    def time_out(self, seat: int, at: int) -> list[Fact]:
        """The clock decides for a person: an answer that was taken back, else the default action.

        From the second time in a row the autopilot takes over.
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
        """Nobody looked at the table for a while, or no server ran: the time of the decision in hand begins anew."""
        self._playing()
        return [Fact(RESUMED)]

    def explain(self, seat: int, cards: Sequence[str]) -> Explanation:
        """What a selection from a seat's hand is, or why it is nothing."""
        deal = self._playing()
        self._chair(seat)
        found = deal.find_cards(seat, cards)
        observation, rules = records.opened(deal.observation(seat)), records.opened(self._terms().rules)
        return self.game.telling.explain(observation, rules, seat, found)

    def view_choices(self, seat: int, actions: Sequence[str]) -> list[ChoiceView]:
        """Legal actions of a seat, by their texts and in this order, as its view shows them."""
        deal, terms = self._playing(), self._terms()
        numbers = [self.game.notation.parse_action(action, terms.ruleset) for action in actions]
        found = {choice.action: choice for choice in view_choices(deal, deal.observation(seat), numbers)}
        return [found[action] for action in actions]

    def advise(self, seat: int, bot: Any) -> str:
        """What a bot would decide on a seat, from what that seat may know: the text of an action."""
        deal, terms = self._playing(), self._terms()
        legal = self.game.new_actions()
        self.game.legal_actions(deal.state, terms.rules, seat, legal)
        return self.game.notation.format_action(int(bot.act(deal.observation(seat), legal, None)), terms.ruleset)

    def default_action(self, seat: int) -> str:
        """What the clock would play for a seat: the text of an action."""
        return self.game.notation.format_action(self._playing().default(seat).action, self._terms().ruleset)

    # -- seeing

    def waiting(self) -> list[int]:
        """The seats whose decision is wanted now: for whoever drives bots and clocks, not for views."""
        return self.deal_now.waiting() if self.deal_now and self.phase == PLAYING else []

    def asks(self, seat: int) -> bool:
        """Is there a question for a seat to think about?  In a window there is none for a hand that does not raise it."""
        return seat in self.waiting() and (not self.window_open or self._playing().has_choice(seat))

    def window_waits(self) -> list[int]:
        """Of an open window, the seats that are to answer before it closes where its length is not fixed: bots, and who can choose."""
        return [seat for seat in self.waiting() if not self.chairs[seat].thinks or self.asks(seat)] if self.window_open else []

    def window_end(self) -> int | None:
        """When time closes an open window, in milliseconds UTC; None where only answers do."""
        if self.window_from is not None:
            return self.window_from + self.window_length
        dues = [due for due in map(self._due, self.window_waits()) if due is not None]
        return max(dues, default=None)

    def deadline(self, seat: int) -> int | None:
        """When the clock decides for a seat, in milliseconds UTC; None where no clock runs for it."""
        return self._due(seat) if seat in self.waiting() and not self.window_open else None

    def _due(self, seat: int) -> int | None:
        """When the time of a seat that was asked ends, whether or not its answer is in."""
        chair = self.chairs[seat]
        return self.asked_at + self.control.limit + chair.bank_when_asked if self.control and chair.thinks else None

    def clocks(self, now: int, seat: int | None = None) -> list[ClockView]:
        """The clocks that run, a seat's own before the others.  A window shows one for all, or nobody another's."""
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
        """What a chair sees; None for the public view.

        The log knows no codes and no connections: `of_the_server` are the fields `table code watch host records next_at`
        of the view, and `connected`, a truth value a chair.
        """
        return view_table(self, seat, **of_the_server)

    # -- checks and parts

    def _terms(self) -> Terms:
        if self.terms is None:
            raise Refused("other_rules")
        return self.terms

    def _check_open(self, *but: str) -> None:
        if self.phase == CLOSED:
            raise Refused("closed")
        self._terms()
        if self.phase in but:
            raise Refused("mid_deal")

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no_such_seat")
        return self.chairs[seat]

    def _check_person(self, seat: int) -> None:
        if self._chair(seat).player != PERSON:
            raise Refused("not_a_person")

    def _playing(self) -> Deal:
        self._check_open()
        if self.phase != PLAYING or self.deal_now is None:
            raise Refused("not_playing")
        return self.deal_now

    def _seats(self, player: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.player == player]

    def _name_for(self, seat: int, name: str, guest: str = "") -> str:
        """As somebody wants to be called here, unlike the others."""
        others = (chair for place, chair in enumerate(self.chairs) if place != seat and not (guest and chair.guest == guest))
        return own_name(check_name(name), (chair.name for chair in others))

    def _fill(self, seats: Sequence[int], level: str = "") -> list[Fact]:
        """Bots for these chairs."""
        taken = {chair.name for seat, chair in enumerate(self.chairs) if seat not in seats}
        facts = []
        for seat in seats:
            name = bot_name(taken)
            taken.add(name)
            facts.append(Fact(SEATED, _seated(seat, name, BOT, level or self.level)))
        return facts

    def _first_setup(self) -> Record:
        return self.game.setup(self._terms().rules, len(self.chairs))

    def _deal(self, setup: Record, number: int, order: Record | None = None) -> list[Fact]:
        terms = self._terms()
        if order is None:
            order = self.game.shuffled_secretly(terms.rules, setup)
        shuffle = settle([tell_shuffle(self.game, number, setup, order)])
        return shuffle + settle(Deal(terms, *read_shuffle(self.game, shuffle[0])).opening)

    def _consequence(self, seat: int, answer: Answer) -> list[Fact]:
        after = self._playing().copy()
        facts = after.answer(seat, answer)
        return settle(facts + self.settlement(after) if after.over else facts)


def _seated(seat: int, name: str, player: str, level: str = "") -> dict[str, Any]:
    return {"seat": seat, "name": name, "player": player, "level": level}
