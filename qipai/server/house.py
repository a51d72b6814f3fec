"""All tables of this server: opening, finding, keeping in memory, closing."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from qipai.bots.levels import levels_at
from qipai.engine.errors import QipaiError, RulesetError
from qipai.engine.game import Game
from qipai.engine.telling import Fact
from qipai.session import TABLE, Entry, Session, read_entry, seat_actor, write_entry
from qipai.session.clock import CLOCKS
from qipai.session.log import HOST, SCHEMA
from qipai.session.session import LONGEST_SESSION

from .bots import Bots
from .codes import new_code, new_id, new_watch_code, read_code
from .failures import report
from .guests import Guests
from .limits import Buckets, Counters
from .protocol import NewTable
from .refusals import FIELDS, Refused, printable
from .settings import Settings
from .storage import rows
from .storage.database import Database
from .tables import Table, now_ms, seats_changed

SHOWN = 12  # tables that a guest is shown as theirs
SWEPT = 50  # idle tables closed at once


class House:
    """What the handlers share."""

    def __init__(self, database: Database, games: Mapping[str, Game], settings: Settings) -> None:
        self.database = database
        self.games = games
        self.settings = settings
        self.guests = Guests(database)
        self.bots = Bots(settings.compile_rules)
        limits = settings.limits
        self.bot_time = Buckets(limits.bot_seconds)
        self.lookups = Buckets(limits.lookups)
        self.tables_of_guest = Buckets(limits.tables_of_guest)
        self.tables_of_address = Buckets(limits.tables_of_address)
        self.guests_of_address = Buckets(limits.guests_of_address)
        self.sockets_of_guest = Counters(limits.sockets_of_guest)
        self.sockets_of_address = Counters(limits.sockets_of_address)
        self.live: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._unreadable: set[str] = set()  # tables whose log this program cannot fold
        self._around: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.bots.start()
        self._around = asyncio.create_task(self._look_around())

    async def stop(self) -> None:
        if self._around is not None:
            self._around.cancel()
            await asyncio.gather(self._around, return_exceptions=True)
        for table in list(self.live.values()):
            await table.close()
        await self.bots.close()
        await asyncio.to_thread(self.database.close)

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise Refused("unknown_game", games=", ".join(self.games))
        return self.games[name]

    # -- opening

    async def open(self, wanted: NewTable, guest: str, address: str) -> rows.TableRow:
        """Make a table with its maker on the first chair.  Raises `Refused` or `QipaiError` with a reason."""
        game = self.game(wanted.game)
        check_choices(game, wanted)
        for buckets, key in ((self.tables_of_guest, guest), (self.tables_of_address, address)):
            if buckets.wait(key):
                raise Refused("too_many_tables", wait=buckets.wait(key))
        now = now_ms()
        session, opening = Session.open(
            game, seats=wanted.seats, at=now, variant=wanted.variant, rules=wanted.rules,
            deals=wanted.deals, clock=wanted.clock, level=wanted.bots, host=guest,
        )  # fmt: skip
        entries = [opening]
        steps: list[tuple[str, Callable[[], Sequence[Fact]]]] = [
            (seat_actor(0), partial(session.sit, 0, wanted.name, guest)),
            (HOST, session.begin),
        ]
        for actor, propose in steps if wanted.begin else steps[:1]:
            entries.append(Entry(session.seq + 1, now, actor, "", tuple(propose())))
            session.apply(entries[-1])
        self.tables_of_guest.take(guest)
        self.tables_of_address.take(address)
        for tries in range(64):
            row = rows.TableRow(new_id(), new_code(tries), new_watch_code(), game.name, game.rules_version, guest, 1)
            try:
                await self.database.write(partial(add_table, row, entries, wanted.name))
            except IntegrityError:
                continue  # the code is in use
            return row
        raise Refused("not_stored")

    # -- finding

    async def find(self, address: str, *, code: str = "", watch: str = "") -> Table:
        """The table with a code to play, or of a spectator link.  Raises `Refused`; guessing is slowed down."""
        wait = self.lookups.wait(address)
        if wait:
            raise Refused("too_many_lookups", wait=wait)
        where = {"watch": watch} if watch else {"code": read_code(code)}
        row = await self.database.read(lambda connection: rows.find_table(connection, **where))
        if row is None or row.game not in self.games:
            self.lookups.take(address)
            raise Refused("unknown_table")
        return await self.table(row)

    async def table(self, row: rows.TableRow) -> Table:
        """A table in memory; loaded from its log if it is not."""
        if row.id in self.live:
            return self.live[row.id]
        if row.id not in self._loading:
            self._loading[row.id] = asyncio.create_task(self._load(row))
        return await asyncio.shield(self._loading[row.id])

    async def _load(self, row: rows.TableRow) -> Table:
        try:
            events = await self.database.read(lambda connection: rows.read_events(connection, row.id, 0))
            session = Session(self.games[row.game])
            session.apply(read_entry(events[0].body))
            table = Table(self, row, session)
            await asyncio.to_thread(lambda: [table.fold(event) for event in events[1:]])
            self.live[row.id] = table
            if session.outdated:
                await table.change(TABLE, lambda: session.close("rules_version"))
            return table
        finally:
            del self._loading[row.id]

    async def tables_of(self, guest: str) -> list[Table]:
        """The open tables where a guest sits, the latest first."""
        found = await self.database.read(lambda connection: rows.tables_of(connection, guest, SHOWN))
        tables = [await self._readable(row) for row in found if row.game in self.games]
        return [table for table in tables if table is not None]

    async def _readable(self, row: rows.TableRow) -> Table | None:
        """A table among others, which one with an unreadable log must not disturb: that is reported once and left alone."""
        if row.id in self._unreadable:
            return None
        try:
            return await self.table(row)
        except (Refused, SQLAlchemyError):
            raise  # the store's fault, and over soon
        except Exception as failure:
            self._leave_alone(row.id, failure)
            return None

    def _leave_alone(self, id: str, failure: Exception) -> None:
        self._unreadable.add(id)
        report("reading a table", failure)

    # -- keeping

    async def _look_around(self) -> None:
        """See what other servers wrote, forget tables that nobody looks at, close those that nobody uses."""
        while True:
            await asyncio.sleep(self.settings.look_around)
            try:
                await self._see_others()
                await self._forget()
                await self._close_idle()
            except Exception as failure:
                report("looking around", failure)

    async def _see_others(self) -> None:
        shown = [id for id, table in self.live.items() if table.connections and id not in self._unreadable]
        if not shown:
            return
        lengths = await self.database.read(lambda connection: rows.last_seqs(connection, shown))
        for id, seq in lengths.items():
            table = self.live.get(id)
            if table is not None and seq > table.session.seq:
                try:
                    await table.look()
                except SQLAlchemyError:
                    raise
                except Exception as failure:
                    self._leave_alone(id, failure)

    async def _forget(self) -> None:
        long_ago = time.monotonic() - self.settings.forget
        for id, table in list(self.live.items()):
            if not table.connections and table.seen_at < long_ago and not table.busy:
                del self.live[id]
                await table.close()

    async def _close_idle(self) -> None:
        long_ago = now_ms() - round(self.settings.close_idle * 1000)
        most = SWEPT + len(self._unreadable)
        for row in await self.database.read(lambda connection: rows.idle_tables(connection, long_ago, most)):
            if row.game not in self.games or (row.id in self.live and self.live[row.id].connections):
                continue
            try:
                table = await self._readable(row)
                if table is not None:
                    await table.change(TABLE, partial(table.session.close, "idle"))
            except QipaiError as error:
                report("closing an idle table", error)


def check_choices(game: Game, wanted: NewTable) -> None:
    """What a form offers, with a sentence in each language for what it does not.

    Whether house rules go together is checked by the game.
    """
    accepted: list[tuple[str, object, Sequence[object]]] = [
        ("seats", wanted.seats, game.seats),
        ("variant", wanted.variant, tuple(game.variants)),
        ("clock", wanted.clock, tuple(CLOCKS)),
        ("bots", wanted.bots, levels_at(game.name, wanted.seats)),
        ("deals", wanted.deals, range(1, LONGEST_SESSION + 1)),
    ]
    for field, value, values in accepted:
        if value not in values:
            shown = f"{values[0]} – {values[-1]}" if isinstance(values, range) else ", ".join(map(str, values))
            raise Refused("bad_choice", field=FIELDS[field], accepted=shown)
    options = {option.name: option for option in game.options}
    for name, value in wanted.rules.items():
        if name not in options:
            raise Refused("unknown_option", name=printable(name), accepted=", ".join(options))
        option = options[name]
        try:
            option.parse(value)
        except RulesetError:
            numbers = [f"{option.numbers[0]} – {option.numbers[-1]}"] if option.numbers else []
            offered = ", ".join([*option.values, *numbers])
            raise Refused("bad_option", section=option.section, title=option.title, name=name, accepted=offered) from None


def add_table(row: rows.TableRow, entries: Sequence[Entry], name: str, connection: Connection) -> None:
    """Store a new table and the beginning of its log."""
    rows.add_table(connection, row, entries[0].at)
    for entry in entries:
        event = rows.EventRow(entry.seq, entry.at, row.owner, None, write_entry(entry), SCHEMA)
        rows.append(connection, row.id, event, seats_changed(entry))
    rows.remember_guest(connection, row.owner, name, entries[0].at)
