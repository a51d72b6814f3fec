"""A table in memory: its session folded from the log, who is connected, and the only way to change it.

A change goes through these steps in order: the session proposes it, the store takes it under the next seq, the session
folds it, everybody is shown it, its sender gets the answer.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET
from sqlalchemy import Connection as Store
from sqlalchemy.exc import IntegrityError

from qipai.club.results import Ledger
from qipai.engine.telling import Fact
from qipai.session import Entry, Session, read_entry, write_entry
from qipai.session.chairs import PERSON, Chair
from qipai.session.folding import (
    AUTOPILOT,
    BEGUN_AGAIN,
    CLOSED,
    FINISHED,
    GATHERING,
    HOST_CHANGED,
    LEFT,
    REMOVED,
    SEATED,
    SESSION_OVER,
    SETTLED,
    SWAPPED,
    TABLE_CLOSED,
)
from qipai.session.log import SCHEMA, TABLE
from qipai.session.shuffles import SHUFFLED
from qipai.session.views import ClockView, TableView

from .advising import Advising
from .audiences import Audience
from .connections import Connection, Viewer
from .driving import Driver
from .failures import report
from .listing import Listing
from .measuring import measures
from .pledging import Pledging
from .protocol import Ev, Presence, Said, Snap
from .refusals import Refused
from .storage import results, rows, sharing
from .storage.dealing import Dealing, record_id
from .wishing import Wishing

if TYPE_CHECKING:
    from .house import House

TOUCH = 60_000  # milliseconds between updates of the time at which a table was last used
SET_BACK = 2_000  # milliseconds by which a clock that is earlier than the last entry has been set
SAID = 50  # of what is said at a table is remembered so much
TRIES = 32  # attempts to append a change, each after folding what other servers wrote first
STEP_BACK = 0.002  # longest random wait in seconds, times the attempt, so that two servers do not collide again


def now_ms() -> int:
    """Return the time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class Table:
    """A table in memory."""

    def __init__(self, house: "House", row: rows.TableRow, session: Session) -> None:
        self.house = house
        self.row = row
        self.session = session
        self.session.window_length = round(house.settings.window * 1000)
        self.connections: set[Connection] = set()
        self.coming: set[Connection] = set()  # those of whom the other servers are being told
        self.elsewhere: frozenset[tuple[str, bool]] = frozenset()  # guests at other servers, and whether by the spectator link
        self.seen_at = time.monotonic()  # when somebody last looked
        self.records: list[str] = []  # of this session's finished deals
        self._dealing = Dealing(len(session.chairs))  # where the deals are in the log
        self._ledger = Ledger.of(session)  # who plays what
        self._listing = Listing.of(session)  # what everybody may see of the table
        self.said: deque[str] = deque(maxlen=SAID)  # lately, for a report: the time, the name and the words
        self.settled_at = 0  # when the last deal ended
        self.away: set[int] = set()  # seats on autopilot because their connection was lost
        self._answers: dict[tuple[str, str], int] = {}  # seq of each stored command, by guest and id
        self._lock = asyncio.Lock()
        self._torn = False  # an entry could not be folded: nothing is added by what is in memory
        self._late: Callable[[], None] | None = None  # sends the last entry to the seats that are asked
        self._audiences: dict[Viewer, Audience] = {}
        self._followed: dict[Connection, Audience] = {}  # whose messages each connection has been sent so far
        self._last_at = 0
        self._touched_at = 0
        self._acting_host = session.host
        self.driver = Driver(self)
        self.wishing = Wishing(self)
        self.advising = Advising(self, house.advisers)
        self.pledging = Pledging(self)
        session.pledging = self.pledging.pledge

    # -- the log

    def fold(self, event: rows.EventRow) -> Entry:
        """Fold a stored event without sending it to anybody."""
        entry = read_entry(event.body)
        self._apply(entry, event.actor)
        return entry

    def _apply(self, entry: Entry, guest: str) -> None:
        self.session.apply(entry)
        self._dealing, _ = self._dealing.after(entry)
        self._ledger, _ = self._ledger.after(entry)
        self._listing = self._listing.after(entry)
        self._last_at = entry.at
        if entry.command:
            self._answers[guest, entry.command] = self.session.shown
        for fact in entry.facts:
            if fact.event == SETTLED:
                self.records.append(record_id(self.row.id, self.session.serial))
                self.settled_at = entry.at
            elif fact.event == SHUFFLED:
                self.pledging.relay.dealt(fact)
            elif fact.event == BEGUN_AGAIN:
                self.records = []
            elif fact.event == HOST_CHANGED:
                self._acting_host = self.session.host
            elif fact.event == AUTOPILOT:
                seat = fact.public["seat"]
                self.away.discard(seat)
                if fact.public["on"] and fact.public["why"] == "away":
                    self.away.add(seat)

    def answered(self, guest: str, command: str) -> int | None:
        """Return the seq under which a guest's command is stored, or None."""
        return self._answers.get((guest, command))

    @property
    def busy(self) -> bool:
        """True while a change is being made."""
        return self._lock.locked()

    async def change(
        self, actor: str, propose: Callable[[], Sequence[Fact]], guest: str = "", command: str = "", name: str = ""
    ) -> int:
        """Make a change and return its seq on the wire; a command that is stored already returns its first seq.

        `propose` returns the facts of the change; if it raises `QipaiError`, nothing changes.  It is called again if
        another change was stored first.  `actor`: who acts, as the log writes it.  `guest`, `command`: who asked, and
        their id of the command.  `name`: the guest's name from now on, if given.  Raises `Refused` if the change cannot
        be stored.
        """
        while True:
            if actor != TABLE:
                await self.driver.notice_sleep()
            async with self._lock:
                if (
                    actor != TABLE and self.driver.time_jumped()
                ):  # while others stored: what is proposed now would be charged for it
                    continue
                return await self._change(actor, propose, guest, command, name)

    async def _change(self, actor: str, propose: Callable[[], Sequence[Fact]], guest: str, command: str, name: str) -> int:
        for tried in range(TRIES):
            if self._torn:
                break
            if command and (guest, command) in self._answers:
                return self._answers[guest, command]
            facts = tuple(propose())  # before the time is read: no entry is earlier than the moment it was proposed for
            entry = Entry(self.session.seq + 1, self._time(), actor, command, facts)
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
            self.house.notices.after(self)
            shown = self.session.shown
            if guest and self.session.deal_now and self.seat_of(guest) in self.session.waiting():
                await asyncio.sleep(0)  # a sender who is asked again must hear of it before the answer to the command
                self._show_late()
            return shown
        raise Refused("not_stored")

    def _time(self) -> int:
        """Return the time of an entry: never earlier than the last one, unless the clock was set back by more than it ever drifts."""
        now = now_ms()
        return now if self._last_at - now > SET_BACK else max(now, self._last_at)

    async def _store(self, entry: Entry, guest: str, name: str) -> None:
        vault, table = self.house.database.vault, self.row.id
        seats = seats_changed(entry, self.session.chairs)
        host = "".join(fact.hidden["guest"] for fact in entry.facts if fact.event == HOST_CHANGED)
        dealing, finished = self._dealing.after(entry)
        _, played = self._ledger.after(entry)
        listing = self._listing.after(entry)
        relisted = listing != self._listing and (listing.listed or self._listing.listed)
        body = write_entry(entry)
        if dealing.running:
            body = vault.seal(table, entry.seq, dealing.serial, body)
        event = rows.EventRow(entry.seq, entry.at, guest, entry.command or None, body, SCHEMA)
        is_open = goes_on(self.session.phase, entry)
        # Lists of tables are ordered by this time, so an answer that is kept hidden must not change it.
        touched = not is_open or self.session.phase == FINISHED or (entry.at - self._touched_at > TOUCH and not entry.quiet)

        def append(connection: Store) -> None:
            rows.append(connection, table, event, seats)
            for deal in finished:
                rows.note_deal(connection, table, deal, vault.tell(table, deal.serial))
            results.add(connection, table, played)
            if touched:
                rows.touch(connection, self.row.id, entry.at, is_open, patient=self.session.patient)
            if relisted:
                rows.list_table(connection, table, listing.written(self.session, self.row.code))
            if host and self.house.neighbours:
                sharing.hand_over(connection, table, host)
            if name:
                rows.remember_guest(connection, guest, name, entry.at)

        await self.house.database.write(append)
        self.house.bell.ring(self.row.id, entry.seq)
        measures.acts[entry.actor.partition(":")[0]] += 1
        if touched:
            self._touched_at = entry.at

    async def look(self) -> None:
        """Fold and show what other servers have written."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> bool:
        if self._torn:
            raise Refused("not_stored")
        after, database = self.session.seq, self.house.database
        events = await database.read(lambda connection: rows.read_events(connection, self.row.id, after, vault=database.vault))
        for event in events:
            self._show(read_entry(event.body), event.actor)
        return bool(events)

    # -- who sees what

    def viewer(self, connection: Connection) -> Viewer:
        """Return the kind of view a connection gets, from its credential and its link alone."""
        if connection.watching:
            return Viewer(None, False, True, connection.changes)
        kept = next(iter(self.session.reserved_by(connection.guest)), None)
        return Viewer(self.seat_of(connection.guest), connection.guest == self.host, False, connection.changes, kept)

    def seat_of(self, guest: str) -> int | None:
        """Return a guest's seat, or None."""
        for seat, chair in enumerate(self.session.chairs):
            if chair.guest == guest and chair.player == PERSON and not chair.gone:
                return seat
        return None

    def left_behind(self, guest: str, seat: int) -> bool:
        """Return True if this guest left this seat in the middle of the deal that is being played."""
        chairs = self.session.chairs
        return 0 <= seat < len(chairs) and chairs[seat].gone and chairs[seat].guest == guest

    @property
    def host(self) -> str:
        """The guest who is host now: who opened the table or was handed it, or a stand-in while they are away for long."""
        return self._acting_host

    def connected(self) -> list[bool]:
        """Return by seat whether somebody is connected; True for every seat without a person."""
        here = self.guests()
        return [chair.player != PERSON or chair.guest in here for chair in self.session.chairs]

    def attended(self) -> bool:
        """Return whether somebody who has a chair here is connected, to any server."""
        here = self.guests()
        return any(chair.player == PERSON and not chair.gone and chair.guest in here for chair in self.session.chairs)

    def guests(self) -> set[str]:
        """Return who is connected, to any server, without those who came by the spectator link."""
        here = {connection.guest for connection in self.connections if not connection.watching}
        return here | {guest for guest, watching in self.elsewhere if not watching}

    def onlookers(self) -> set[tuple[str, bool]]:
        """Return who is connected or about to be, to this server, and whether by the spectator link."""
        return {(connection.guest, connection.watching) for connection in self.connections | self.coming}

    def _view(self, viewer: Viewer, connected: list[bool]) -> TableView:
        return self.session.view(
            viewer.seat,
            table=self.row.id,
            code="" if viewer.watching else self.row.code,
            watch=self.row.watch if viewer.host else "",
            host=viewer.host,
            kept=viewer.kept,
            records=self.records,
            next_at=self.driver.next_at(),
            connected=connected,
        )

    def _clocks(self, viewer: Viewer) -> list[ClockView]:
        return self.session.clocks(now_ms(), viewer.seat)

    def _show(self, entry: Entry, guest: str) -> None:
        """Fold a stored entry and send everybody what they may know of it, seats that are asked next last.

        Listing what a seat may choose takes longer the more it can do; what others are sent must not wait for it.
        """
        now = time.monotonic()
        self._show_late()
        try:
            self._apply(entry, guest)
        except Exception as failure:  # what is in memory is neither what was before the entry nor what is after it
            report("folding an entry", failure)
            self._torn = True
            self.house.let_go(self)
            raise Refused("not_stored") from None
        self._notice_onlookers()
        self.driver.awake()
        asyncio.get_running_loop().call_soon(self.pledging.look)  # behind what is told of the entry
        if self.house.neighbours and any(fact.event == HOST_CHANGED for fact in entry.facts):
            self.house.neighbours.pass_host(self)
        if entry.quiet:
            self._show_quietly(entry)
            return
        connected = self.connected()
        heard = self._listeners(connected)
        asked = self.session.waiting()
        self._tell(entry, {viewer: heard[viewer] for viewer in heard if viewer.seat not in asked}, connected)
        self._late = partial(self._tell, entry, {viewer: heard[viewer] for viewer in heard if viewer.seat in asked}, connected)
        loop = asyncio.get_running_loop()
        loop.call_soon(self._show_late)  # behind the senders of what is queued now
        loop.call_soon(self.wishing.after, entry, now)

    def _show_late(self) -> None:
        """Send the last entry to the seats that are asked, if that has not been done yet."""
        late, self._late = self._late, None
        if late:
            late()

    def _show_quietly(self, entry: Entry) -> None:
        """Show an answer in a window to its own seat only.

        Even that an answer was given, and when, could tell others about cards.
        """
        answered = {fact.hidden["seat"] for fact in entry.facts}
        for connection in list(self.connections):
            if self.viewer(connection).seat in answered:
                self.show_all(connection)

    def _listeners(self, connected: list[bool]) -> dict[Viewer, list[Connection]]:
        """Return the connections by kind of view.

        A kind without connections is kept if its seat is disconnected: when that person returns they are sent what they
        missed.  Other kinds are dropped, and who returns is sent the whole table.
        """
        heard: dict[Viewer, list[Connection]] = {}
        for connection in self.connections:
            heard.setdefault(self.viewer(connection), []).append(connection)
        for viewer in self._audiences.keys() - heard.keys():
            if viewer.seat is None or connected[viewer.seat]:
                del self._audiences[viewer]
            else:
                heard[viewer] = []
        return heard

    def _audience(self, viewer: Viewer) -> Audience:
        """Return the audience of a kind; a new one if there is none, or if it was that of somebody else on the same seat."""
        guest = "" if viewer.seat is None else self.session.chairs[viewer.seat].guest
        audience = self._audiences.get(viewer)
        if audience is None or audience.guest != guest:
            audience = self._audiences[viewer] = Audience(guest, self.session.shown)
        return audience

    def _tell(self, entry: Entry, heard: dict[Viewer, list[Connection]], connected: list[bool]) -> None:
        """Send the entry that was folded last to these viewers, and keep it for clients that reconnect."""
        for viewer, connections in heard.items():
            audience = self._audience(viewer)
            try:
                self._tell_audience(entry, viewer, audience, connections, connected)
            except Exception as failure:  # the change is stored, so a failure for one viewer must not keep it from the others
                report("a view", failure)
                audience.follow(None)
                audience.keep(self.session.shown, "")
                for connection in connections:
                    connection.drop(1011, "broken")

    def _tell_audience(
        self, entry: Entry, viewer: Viewer, audience: Audience, connections: list[Connection], connected: list[bool]
    ) -> None:
        view = self._view(viewer, connected)
        event = Ev(
            seq=self.session.shown,
            facts=self.session.facts_of(entry, viewer.seat),
            table=view,
            clocks=self._clocks(viewer),
        )
        whole, text = "", ""
        if viewer.changes and audience.shown is not None:
            text = written(msgspec.structs.replace(event, table=UNSET, changed=audience.changed(view)))
        for connection in connections:
            if text and self._followed.get(connection) is audience:
                connection.send(text)
                continue
            whole = whole or written(event)
            connection.send(whole)
            if self._followed.get(connection) is not audience:
                self._followed[connection] = audience
                audience.since = self.session.shown
        audience.follow(view)
        audience.keep(self.session.shown, text or whole or written(event))

    def show_all(self, connection: Connection) -> None:
        """Send a connection the whole table as it may see it."""
        self._show_late()
        viewer = self.viewer(connection)
        audience, view = self._audience(viewer), self._view(viewer, self.connected())
        connection.tell(Snap(self.session.shown, view, self._clocks(viewer)))
        audience.show(view)
        self._followed[connection] = audience

    # -- who is here

    async def arrive(self, connection: Connection, since: int | None) -> None:
        """Let a connection in, once the other servers can know of it."""
        if self.house.neighbours:
            self.coming.add(connection)
            try:
                await self.house.neighbours.arrive(self)
            finally:
                self.coming.discard(connection)
        self.join(connection, since)

    def join(self, connection: Connection, since: int | None) -> None:
        """Add a connection and send it what it missed after seq `since`, or the whole table."""
        self._show_late()
        before = self.connected()
        self.connections.add(connection)
        self._mind_onlookers({connection})
        audience = self._audience(self.viewer(connection))
        missed = None if since is None else audience.after(since, self.session.shown)
        if missed is None or self.session.window_open:  # a seat's own answer in a window is not in any kept message
            self.show_all(connection)
        else:
            for text in missed:
                connection.send(text)
            connection.tell(Presence(self.connected()))
            self._followed[connection] = audience
        self._tell_presence(before)
        wishes = None if connection.watching else self.wishing.told(connection.guest)
        if wishes is not None:
            connection.tell(wishes)
        advised = None if connection.watching else self.advising.told(connection.guest)
        if advised is not None:
            connection.tell(advised)
        if not self.pledging.look():
            self.pledging.show(connection)
        self.driver.awake()

    def _notice_onlookers(self) -> None:
        """Note when somebody without a seat begins to watch: from then on they could see how long one person thinks.

        It is not undone while the table is in memory; otherwise an onlooker who leaves and returns during a window
        could see whether it is still open.
        """
        if self.session.watched_from is None:
            people = {chair.guest for chair in self.session.chairs if chair.player == PERSON}
            if any(guest not in people for guest, _ in self.onlookers() | self.elsewhere):
                self.session.watched_from = max(now_ms(), self._last_at)

    def _mind_onlookers(self, told: set[Connection]) -> None:
        """Show everybody but those who are `told` anyhow that the window has a clock, if it has one since somebody looks on."""
        timed = self.session.window_from
        self._notice_onlookers()
        if self.session.window_from != timed:
            for other in self.connections - told:
                self.show_all(other)

    def see_elsewhere(self, elsewhere: frozenset[tuple[str, bool]]) -> None:
        """Note who is connected to other servers."""
        if elsewhere == self.elsewhere:
            return
        self._show_late()
        before, self.elsewhere = self.connected(), elsewhere
        self._mind_onlookers(set())
        self._tell_presence(before)
        self.pledging.look()
        self.driver.awake()

    def leave(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        self._show_late()
        before = self.connected()
        self.connections.discard(connection)
        self._followed.pop(connection, None)
        self.seen_at = time.monotonic()
        self._tell_presence(before)
        self.pledging.look()
        self.driver.awake()
        self.house.notices.after(self)
        if self.house.neighbours:
            self.house.neighbours.leave(self)

    def _tell_presence(self, before: list[bool]) -> None:
        now = self.connected()
        if now != before:
            self.tell_everyone(Presence(now))
            for audience in self._audiences.values():
                audience.show_presence(now)

    def tell_everyone(self, message: Any) -> None:
        """Send a message that is the same for all and is not stored."""
        text = written(message)
        for connection in list(self.connections):
            connection.send(text)

    def hear(self, seat: int, phrase: str) -> None:
        """Pass on what a seat says, and remember it for a while."""
        self.said.append(f"{now_ms()} {self.session.chairs[seat].name}: {phrase}")
        self.tell_everyone(Said(seat, phrase))

    def pass_host(self, guest: str) -> None:
        """Make a guest the host; connections whose view changes are sent the whole table."""
        self._show_late()
        before = {connection: self.viewer(connection) for connection in self.connections}
        self._acting_host = guest
        for connection, viewer in before.items():
            if self.viewer(connection) != viewer:
                self._audience(self.viewer(connection)).since = (
                    self.session.shown + 1
                )  # this seq was shown to them as another kind
                self.show_all(connection)

    async def close(self) -> None:
        """Drop the table from memory and its connections; its log stays."""
        await self.driver.stop()
        self.wishing.stop()
        self.advising.stop()
        for connection in list(self.connections):
            connection.drop(1012, "the server stops")


def goes_on(phase: str, entry: Entry) -> bool:
    """Return whether there is more to play at a table of some phase after one more entry, which may be applied already."""
    for fact in entry.facts:
        phase = {SESSION_OVER: FINISHED, TABLE_CLOSED: CLOSED, BEGUN_AGAIN: GATHERING}.get(fact.event, phase)
    return phase not in (FINISHED, CLOSED)


def written(message: Any) -> str:
    """Return a message of the protocol as JSON text."""
    return msgspec.json.encode(message).decode()


def seats_changed(entry: Entry, chairs: Sequence[Chair] = ()) -> dict[int, str]:
    """Return the new guest of each seat that an entry gives to somebody else; "" for a bot or nobody.

    `chairs` are those before the entry: a person who left in the middle of a deal may take their seat and cards back.
    """
    changed = {}
    for fact in entry.facts:
        if fact.event == SEATED:
            changed[fact.public["seat"]] = fact.hidden.get("guest", "")
        elif fact.event == SWAPPED:
            moved = {seat: chairs[was].guest for seat, was in enumerate(fact.public["order"]) if was != seat}
            changed.update(moved)
        elif fact.event in (LEFT, REMOVED):
            changed[fact.public["seat"]] = ""
        elif fact.event == AUTOPILOT and not fact.public["on"] and chairs[fact.public["seat"]].gone:
            changed[fact.public["seat"]] = chairs[fact.public["seat"]].guest
    return changed
