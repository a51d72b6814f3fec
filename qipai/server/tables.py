"""A table while somebody looks at it: the fold of its log in memory, who is connected, and the only way to change it.

A change is proposed by the session, stored under the next seq, folded, shown, acknowledged, in this order.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection as Store
from sqlalchemy.exc import IntegrityError

from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact
from qipai.session import Entry, Session, read_entry, write_entry
from qipai.session.chairs import PERSON, Chair
from qipai.session.folding import AUTOPILOT, BEGUN_AGAIN, LEFT, SEATED, SETTLED, TABLE_CLOSED
from qipai.session.log import SCHEMA, TABLE
from qipai.session.views import ClockView, TableView

from .connections import Connection, Viewer
from .driving import Driver
from .failures import report
from .protocol import Ev, Presence, Snap
from .refusals import Refused
from .storage import rows

if TYPE_CHECKING:
    from .house import House

RING = 64 * 1024  # characters of past messages kept for a kind of viewer, for those who come back
TOUCH = 60_000  # milliseconds between notes that a table is in use
TRIES = 32  # to append a change, each after folding what others have written first
STEP_BACK = 0.002  # seconds, more with every try, so that two servers do not keep in step


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Ring:
    """The last messages to one kind of viewer, by seq without a gap."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, str]] = deque()
        self._size = 0

    def add(self, seq: int, text: str) -> None:
        self._kept.append((seq, text))
        self._size += len(text)
        while self._size > RING and len(self._kept) > 1:
            self._size -= len(self._kept.popleft()[1])

    def after(self, since: int, last: int) -> list[str] | None:
        """What came behind a seq, if all of it is still here and nothing of it failed."""
        missed = [text for seq, text in self._kept if seq > since]
        return missed if len(missed) == last - since and all(missed) else None


class Table:
    """A live table."""

    def __init__(self, house: "House", row: rows.TableRow, session: Session) -> None:
        self.house = house
        self.row = row
        self.session = session
        self.session.window_length = round(house.settings.window * 1000)
        self.connections: set[Connection] = set()
        self.seen_at = time.monotonic()  # when somebody last looked
        self.records: list[str] = []  # of this session's finished deals
        self.settled_at = 0  # when the last deal ended
        self.away: set[int] = set()  # seats on autopilot because their connection was lost
        self._answers: dict[tuple[str, str], int] = {}  # stored commands, by guest and id
        self._lock = asyncio.Lock()
        self._rings: dict[Viewer, Ring] = {}
        self._last_at = 0
        self._touched_at = 0
        self._acting_host = session.host
        self.driver = Driver(self)

    # -- the log

    def fold(self, event: rows.EventRow) -> Entry:
        """Fold a stored event, without telling anybody."""
        entry = read_entry(event.body)
        self._apply(entry, event.actor)
        return entry

    def _apply(self, entry: Entry, guest: str) -> None:
        self.session.apply(entry)
        self._last_at = entry.at
        if entry.command:
            self._answers[guest, entry.command] = self.session.shown
        for fact in entry.facts:
            if fact.event == SETTLED:
                self.records.append(record_id(self.row.id, self.session.serial))
                self.settled_at = entry.at
            elif fact.event == BEGUN_AGAIN:
                self.records = []
            elif fact.event == AUTOPILOT:
                seat = fact.public["seat"]
                self.away.discard(seat)
                if fact.public["on"] and fact.public["why"] == "away":
                    self.away.add(seat)

    def answered(self, guest: str, command: str) -> int | None:
        """Under which seq a guest's command is stored, if it is."""
        return self._answers.get((guest, command))

    @property
    def busy(self) -> bool:
        """Is a change on its way?"""
        return self._lock.locked()

    async def change(
        self, actor: str, propose: Callable[[], Sequence[Fact]], guest: str = "", command: str = "", name: str = ""
    ) -> int:
        """Do what is proposed and return its seq on the wire; a command that is stored already gets its first answer.

        `propose` may raise `QipaiError`, and then nothing has changed; it is asked again if somebody else was faster.
        `name`: what the guest is called from now on.
        """
        if actor != TABLE:
            await self.driver.notice_sleep()
        async with self._lock:
            for tried in range(TRIES):
                if command and (guest, command) in self._answers:
                    return self._answers[guest, command]
                entry = Entry(self.session.seq + 1, max(now_ms(), self._last_at), actor, command, tuple(propose()))
                try:
                    await self._store(entry, guest, name)
                except IntegrityError:
                    if not await self._catch_up():
                        break
                    await asyncio.sleep(random.uniform(0, STEP_BACK * tried))
                    continue
                except Exception as failure:
                    report("storing a change", failure)
                    await self._catch_up()  # it may have been stored all the same
                    if command and (guest, command) in self._answers:
                        return self._answers[guest, command]
                    break
                self._show(entry, guest)
                return self.session.shown
        raise Refused("not_stored")

    async def _store(self, entry: Entry, guest: str, name: str) -> None:
        event = rows.EventRow(entry.seq, entry.at, guest, entry.command or None, write_entry(entry), SCHEMA)
        seats = seats_changed(entry, self.session.chairs)
        is_open = not any(fact.event == TABLE_CLOSED for fact in entry.facts)
        touched = not is_open or entry.at - self._touched_at > TOUCH

        def append(connection: Store) -> None:
            rows.append(connection, self.row.id, event, seats)
            if touched:
                rows.touch(connection, self.row.id, entry.at, is_open)
            if name:
                rows.remember_guest(connection, guest, name, entry.at)

        await self.house.database.write(append)
        if touched:
            self._touched_at = entry.at

    async def look(self) -> None:
        """Fold and show what other servers have written."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        after = self.session.seq
        events = await self.house.database.read(lambda connection: rows.read_events(connection, self.row.id, after))
        for event in events:
            self._show(read_entry(event.body), event.actor)
        return bool(events)

    # -- who sees what

    def viewer(self, connection: Connection) -> Viewer:
        """What kind of view a connection gets: from its credential and its link alone."""
        if connection.watching:
            return Viewer(None, False, True)
        return Viewer(self.seat_of(connection.guest), connection.guest == self.host, False)

    def seat_of(self, guest: str) -> int | None:
        """The chair of a guest."""
        for seat, chair in enumerate(self.session.chairs):
            if chair.guest == guest and chair.player == PERSON and not chair.gone:
                return seat
        return None

    def left_behind(self, guest: str, seat: int) -> bool:
        """Did this guest stand up from this chair in the middle of the deal that is played?"""
        chairs = self.session.chairs
        return 0 <= seat < len(chairs) and chairs[seat].gone and chairs[seat].guest == guest

    @property
    def host(self) -> str:
        """The guest who is host now: who opened the table, or who stands in while they are away for long."""
        return self._acting_host

    def connected(self) -> list[bool]:
        """Which chairs have somebody at the other end; bots always have."""
        here = {connection.guest for connection in self.connections if not connection.watching}
        return [chair.player != PERSON or chair.guest in here for chair in self.session.chairs]

    def _view(self, viewer: Viewer, connected: list[bool]) -> TableView:
        return self.session.view(
            viewer.seat,
            table=self.row.id,
            code="" if viewer.watching else self.row.code,
            watch=self.row.watch if viewer.host else "",
            host=viewer.host,
            records=self.records,
            next_at=self.driver.next_at(),
            connected=connected,
        )

    def _clocks(self, viewer: Viewer) -> list[ClockView]:
        return self.session.clocks(now_ms(), viewer.seat)

    def _show(self, entry: Entry, guest: str) -> None:
        """Fold a stored entry and send everybody what they may know of it."""
        self._apply(entry, guest)
        self.driver.awake()
        if entry.quiet:
            self._show_quietly(entry)
            return
        connected = self.connected()
        messages: dict[Viewer, str] = {}
        for connection in list(self.connections):
            viewer = self.viewer(connection)
            if viewer not in messages:
                messages[viewer] = self._event(entry, viewer, connected)
            if messages[viewer]:
                connection.send(messages[viewer])
            else:
                connection.drop(1011, "broken")
        self._keep(entry, messages, connected)

    def _show_quietly(self, entry: Entry) -> None:
        """Show an answer in a window to its seat; even that something came, and when, would tell others of cards."""
        answered = {fact.hidden["seat"] for fact in entry.facts}
        for connection in list(self.connections):
            if self.viewer(connection).seat in answered:
                self.show_all(connection)

    def _keep(self, entry: Entry, messages: dict[Viewer, str], connected: list[bool]) -> None:
        """Keep what was sent for those who come back.

        Who has a chair and is gone for a moment finds what happened meanwhile; others find the table as it is.
        """
        for viewer in self._rings.keys() - messages.keys():
            if viewer.seat is None or connected[viewer.seat]:
                del self._rings[viewer]
            else:
                messages[viewer] = self._event(entry, viewer, connected)
        for viewer, text in messages.items():
            self._rings.setdefault(viewer, Ring()).add(self.session.shown, text)

    def _event(self, entry: Entry, viewer: Viewer, connected: list[bool]) -> str:
        facts = entry.seen_by(SPECTATOR if viewer.seat is None else viewer.seat)
        try:
            event = Ev(self.session.shown, facts, self._view(viewer, connected), self._clocks(viewer))
        except Exception as failure:  # the change is stored: what cannot be shown to one must not be kept from the others
            report("a view", failure)
            return ""
        return msgspec.json.encode(event).decode()

    def show_all(self, connection: Connection) -> None:
        """The whole table as a connection may see it."""
        viewer = self.viewer(connection)
        connection.tell(Snap(self.session.shown, self._view(viewer, self.connected()), self._clocks(viewer)))

    # -- who is here

    def join(self, connection: Connection, since: int | None) -> None:
        """Begin to show the table to a connection: what it has missed, or all of it."""
        before = self.connected()
        self.connections.add(connection)
        viewer = self.viewer(connection)
        missed = None if since is None else self._rings.setdefault(viewer, Ring()).after(since, self.session.shown)
        if missed is None or self.session.window_open:  # one's own answer in a window is in no message
            self.show_all(connection)
        else:
            for text in missed:
                connection.send(text)
            connection.tell(Presence(self.connected()))
        self._tell_presence(before)
        self.driver.awake()

    def leave(self, connection: Connection) -> None:
        """A connection has ended."""
        before = self.connected()
        self.connections.discard(connection)
        self.seen_at = time.monotonic()
        self._tell_presence(before)
        self.driver.awake()

    def _tell_presence(self, before: list[bool]) -> None:
        now = self.connected()
        if now != before:
            self.tell_everyone(Presence(now))

    def tell_everyone(self, message: Any) -> None:
        """Send a message that is the same for all and is not stored."""
        text = msgspec.json.encode(message).decode()
        for connection in list(self.connections):
            connection.send(text)

    def pass_host(self, guest: str) -> None:
        """Make a guest host; who gains and who loses it sees the table anew."""
        before = {connection: self.viewer(connection) for connection in self.connections}
        self._acting_host = guest
        for connection, viewer in before.items():
            if self.viewer(connection) != viewer:
                self.show_all(connection)

    async def close(self) -> None:
        """Let go of the table; its log stays."""
        await self.driver.stop()
        for connection in list(self.connections):
            connection.drop(1012, "the server stops")


def seats_changed(entry: Entry, chairs: Sequence[Chair] = ()) -> dict[int, str]:
    """The guests of chairs that an entry gives to somebody else; "" where nobody with a credential sits.

    `chairs` are those before the entry: who left one in the middle of a deal may take it back, with their cards.
    """
    changed = {}
    for fact in entry.facts:
        if fact.event == SEATED:
            changed[fact.public["seat"]] = fact.hidden.get("guest", "")
        elif fact.event == LEFT:
            changed[fact.public["seat"]] = ""
        elif fact.event == AUTOPILOT and not fact.public["on"] and chairs[fact.public["seat"]].gone:
            changed[fact.public["seat"]] = chairs[fact.public["seat"]].guest
    return changed


def record_id(table: str, serial: int) -> str:
    """The name of a finished deal's record."""
    return f"{table}-{serial}"
