"""What the table does for a person who wishes it: the only action that is left, and an action chosen before one's turn.

Wishes are kept in memory, in no log and in no view; they are told to their own guest's connections alone.  Each is carried out by the
server to which the person is connected, after the pause of every automatic move, as if the person had acted.  So nobody else can tell
a person who has nothing to play from one who could and chose to pass before it was their turn.
"""

import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.events import CLEARED
from qipai.engine.telling import Fact
from qipai.session import Entry, Refused, seat_actor
from qipai.session.chairs import PERSON

from .failures import report
from .protocol import Wishes

if TYPE_CHECKING:
    from .tables import Table

NEVER, BOTS, ALWAYS = "never", "bots", "always"
WHEN = (NEVER, BOTS, ALWAYS)  # when the table may take an action that is the only one


@dataclass
class Wish:
    """What one person wishes."""

    passing: str = NEVER
    beforehand: str = ""  # the action for their next turn
    kind: str = ""  # that it must have as a choice; "" for any
    acting: str = ""  # the action that is about to be taken for them
    waits: int = 0  # the question (`asked_seq`) that they want to answer themselves


class Wishing:
    """The wishes of the people at one table, and their carrying out."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._wishes: dict[str, Wish] = {}
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}  # by the question and the seat
        self._trick_from = 0  # `shown` when the last trick ended

    # -- what is wished

    def let_pass(self, guest: str, when: str) -> None:
        """Set when the table may take a person's only action: "never", "bots" (while all others are bots) or "always"."""
        self._of(guest).passing = when
        self._again(guest)

    def choose(self, guest: str, action: str, at: int, kind: str = "") -> None:
        """Choose an action for a person's next turn; "" takes it back, and leaves the question that is asked now to them.

        It is dropped with the end of the trick, and if it is not legal, or no choice of this `kind`, when their turn comes.  Raises `Refused` if a trick has ended
        since `at` (a value of `Session.shown`), `NotationError` for a text that is no action.
        """
        session, wish = self.table.session, self._of(guest)
        if action:
            if session.deal_now is None or session.terms is None:
                raise Refused("not_playing")
            if at < self._trick_from:
                raise Refused("stale")
            session.game.notation.parse_action(action, session.terms.ruleset)
        wish.beforehand, wish.kind = action, kind
        wish.waits = 0 if action else session.asked_seq
        self._again(guest)

    def told(self, guest: str) -> Wishes | None:
        """Return what a guest's connections are told; None if they have wished nothing."""
        wish = self._wishes.get(guest)
        return Wishes(wish.passing, wish.beforehand, wish.acting) if wish else None

    def _of(self, guest: str) -> Wish:
        return self._wishes.setdefault(guest, Wish())

    def _again(self, guest: str) -> None:
        """Plan anew for a guest, and tell them."""
        wish, seat = self._of(guest), self.table.seat_of(guest)
        for key in [key for key in self._tasks if key[1] == seat]:
            del self._tasks[key]  # the task finds out
        wish.acting = ""
        self._tell(guest)
        self._look(time.monotonic())

    def _tell(self, guest: str) -> None:
        told = self.told(guest)
        for connection in list(self.table.connections):
            if told is not None and connection.guest == guest and not connection.watching:
                connection.tell(told)

    # -- when something has happened

    def after(self, entry: Entry, now: float) -> None:
        """Note a change of the table that was shown at `now` by the monotonic clock."""
        session = self.table.session
        if session.deal_now is None or any(fact.event == CLEARED for fact in entry.facts):
            self._trick_from = session.shown
            for guest, wish in self._wishes.items():
                if wish.beforehand:
                    wish.beforehand = ""
                    self._tell(guest)
        waiting = session.waiting()
        for key in [key for key in self._tasks if key[0] != session.asked_seq or key[1] not in waiting]:
            del self._tasks[key]
            self._forget(key[1])
        self._look(now)

    def _forget(self, seat: int) -> None:
        """Note that a seat's turn is over."""
        guest = self.table.session.chairs[seat].guest
        wish = self._wishes.get(guest)
        if wish and (wish.acting or wish.beforehand):
            wish.acting = wish.beforehand = ""
            self._tell(guest)

    def _look(self, now: float) -> None:
        """Plan what is to be done for those who are asked.  All pauses begin at `now`, whatever there is to do."""
        session = self.table.session
        if session.window_open or session.teaching:  # a lesson's stop is there to be read
            return
        waiting = session.waiting()
        for guest, wish in self._wishes.items():
            seat = self.table.seat_of(guest)
            if seat is None or seat not in waiting or not session.chairs[seat].thinks:
                continue
            key = session.asked_seq, seat
            if key not in self._tasks and wish.waits != session.asked_seq and (wish.beforehand or self._may(wish)):
                due = now + random.uniform(*self.table.house.settings.bot_pause)
                self._tasks[key] = asyncio.create_task(self._carry_out(key, guest, wish, due))

    def _may(self, wish: Wish) -> bool:
        """Return whether the only action may be taken for a person."""
        people = sum(chair.player == PERSON for chair in self.table.session.chairs)
        return wish.passing == ALWAYS or (wish.passing == BOTS and people == 1)

    async def _carry_out(self, key: tuple[int, int], guest: str, wish: Wish, due: float) -> None:
        """Do at `due` what a person wishes, if they are still asked then."""
        session, seat, task = self.table.session, key[1], asyncio.current_task()

        def propose() -> list[Fact]:
            if self._tasks.get(key) is not task:
                raise Refused("stale")
            return session.act(seat, action)

        try:
            await asyncio.sleep(0)  # everybody is told first what has happened
            if self._tasks.get(key) is not task:
                return
            action = self._action(wish, seat)
            if wish.beforehand not in ("", action) or wish.acting != action:
                wish.beforehand, wish.acting = wish.beforehand if wish.beforehand == action else "", action
                self._tell(guest)
            if action:
                await asyncio.sleep(due - time.monotonic())
                await self.table.change(seat_actor(seat), propose)
        except Exception as failure:
            if not isinstance(failure, QipaiError) or isinstance(failure, RecordError):
                report("carrying out a wish", failure)
        finally:
            if self._tasks.get(key) is task and wish.acting:  # it failed: the person decides
                self._forget(seat)

    def _action(self, wish: Wish, seat: int) -> str:
        """Return the action that is taken for a seat that is asked, or ""."""
        session = self.table.session
        if wish.beforehand and session.allows(seat, wish.beforehand, wish.kind):
            return wish.beforehand
        return session.only_action(seat) if self._may(wish) else ""

    def stop(self) -> None:
        """Carry out nothing more."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
