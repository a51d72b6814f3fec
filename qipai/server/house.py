"""All tables of this server: opening, finding, keeping in memory, closing."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from qipai.bots.levels import level_named, seated_at
from qipai.engine.errors import QipaiError, RecordError, RulesetError
from qipai.engine.game import Game
from qipai.engine.lessons import has_lesson, load_lesson
from qipai.engine.telling import Fact
from qipai.records import go_on, moment_of, read_record
from qipai.session import TABLE, Entry, Session, read_entry, seat_actor, write_entry
from qipai.session.clock import CLOCKS
from qipai.session.log import HOST, SCHEMA
from qipai.session.session import LONGEST_SESSION
from qipai.session.teaching import players_of
from qipai.session.views import BegunFrom

from .accounts import Accounts
from .advising import Advisers
from .bell import Bell, NoBell, RedisBell
from .bots import Bots
from .codes import new_code, new_id, new_watch_code, read_code
from .desk import OperatorsDesk
from .exercising import Exercises
from .failures import report
from .guests import Guests
from .limits import Buckets, Counters, Reading, taking
from .listing import Listing
from .lobby import OpenTables
from .measuring import measures, watch_loop
from .neighbours import Neighbours
from .notifying import Notices
from .passwords import words_of
from .pledging import alone
from .protocol import NewLesson, NewPosition, NewTable
from .readiness import Readiness
from .records import Records
from .refusals import FIELDS, Refused, printable
from .reporting import Reports
from .reviewing import Reviews
from .settings import Settings
from .storage import digests, rows
from .storage.accounts import is_gone
from .storage.database import Database
from .storage.dealing import Dealing
from .storage.purging import PAUSE, Purged, purge_some
from .storage.sealing import SealedError, Vault
from .tables import Table, now_ms, seats_changed
from .tallying import Tallies

SHOWN = 12  # most tables listed for a guest
SWEPT = 50  # most idle tables closed per sweep
LOOKED_AT = 200  # most tables where people move when they can that are read at the start, the latest used first
MOVED = 2  # tables that move to other servers at the same time
EXPECTED = 500  # most tables that are read before a server serves, because their people may soon come from another
EXPECTING = 20.0  # seconds that this may take
UNREADABLE = 3600.0  # seconds until a table that could not be read is tried again; memory may have been short

log = logging.getLogger("qipai.server")


class House:
    """The state that all handlers share: database, games, settings, guests, bots, limits, and the tables in memory (`live`)."""

    def __init__(self, database: Database, games: Mapping[str, Game], settings: Settings) -> None:
        self.database = database
        self.games = games
        self.settings = settings
        self.guests = Guests(database)
        self.records = Records(database)
        self.accounts = Accounts(database, settings.limits, words_of(games))
        self.bots = Bots(settings.compile_rules, settings.hosted, (settings.hosting_program, *settings.bots))
        limits = settings.limits
        self.bot_time = Buckets(limits.bot_seconds)
        self.lookups = Buckets(limits.lookups)
        self.tables_of_guest, self.tables_of_address = Buckets(limits.tables_of_guest), Buckets(limits.tables_of_address)
        self.guests_of_address = Buckets(limits.guests_of_address)
        self.changes_of_guest, self.changes_of_address = Buckets(limits.changes_of_guest), Buckets(limits.changes_of_address)
        self.changes_of_table = Buckets(limits.changes_of_table)
        self.trifles_of_guest = Buckets(limits.trifles_of_guest)
        self.phrases_of_guest, self.phrases_of_table = Buckets(limits.phrases_of_guest), Buckets(limits.phrases_of_table)
        self.messages_of_address = Buckets(limits.messages_of_address)
        self.reading = Reading(limits)
        self.reports = Reports(self, limits)
        self.reviews = Reviews(database, self.records, self.bots, settings.review_worlds, limits)
        self.advisers = Advisers(self.bots, settings.review_worlds, limits)
        self.exercises = Exercises()
        self.sockets_of_guest = Counters(limits.sockets_of_guest)
        self.sockets_of_address = Counters(limits.sockets_of_address)
        self.neighbours = Neighbours(self) if database.shared else None  # other servers of the same store
        self.bell: Bell = NoBell()
        self.live: dict[str, Table] = {}
        self.lobby = OpenTables(self)
        self.desk = OperatorsDesk(self)
        self.notices = Notices(self)
        self.tallies = Tallies(self)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._closing: set[asyncio.Task[None]] = set()  # tables that were let go
        self._unreadable: dict[str, float] = {}  # tables that could not be read, and when it is tried again
        self._around: asyncio.Task[None] | None = None
        self._cleaned_at = time.monotonic()
        self._watching: list[asyncio.Task[None]] = []
        self.draining = False  # the server ends
        self.doors: Callable[[], int] = int  # how many connections are not at a table
        self.readiness = Readiness(database)

    async def start(self) -> None:
        """Start the bots and the periodic sweep; tell other servers of the store that this one lives."""
        await self.tallies.round()
        if self.neighbours:
            if self.settings.bell is not None:
                self.bell = RedisBell(self.settings.bell, self.neighbours.id, self.neighbours.heard)
            await self.neighbours.start()
            await self._expect()
        self.guests.start()
        await self.desk.start()
        self.bots.start()
        self._around = asyncio.create_task(self._look_around())
        self._watching = [asyncio.create_task(task) for task in (watch_loop(), self._examine(), self._go_on())]

    async def stop(self) -> None:
        """Close all tables, the bots and the database."""
        self.draining = True
        tasks = [*self._watching, *([self._around] if self._around else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.desk.stop()
        with suppress(SQLAlchemyError):
            await self.tallies.round()  # what was taken last counts after a restart
        if self.neighbours:
            await self.neighbours.stop()
        await self.bell.close()
        await self.readiness.close()
        await self.guests.stop()
        self.accounts.close()
        await self.lobby.close()
        await self.notices.close()
        for table in list(self.live.values()):
            await table.close()
        await self.reviews.close()
        await self.exercises.close()
        await self.advisers.close()
        await self.bots.close()
        await asyncio.to_thread(self.database.close)

    async def move_away(self) -> None:
        """Send everybody to the other servers of the store, a few tables at a time."""
        self.draining = True
        neighbours, waiting = self.neighbours, list[Table]()

        async def move() -> None:
            while neighbours and waiting:
                await neighbours.move(waiting.pop())

        while waiting := [table for table in self.live.values() if table.connections]:
            await asyncio.gather(*(move() for _ in range(MOVED)))
        await self.lobby.close()

    async def ready(self) -> bool:
        """Return whether this server can serve: it does not end, and its store can be read and written."""
        return not self.draining and await asyncio.shield(self.readiness.tried())

    async def _examine(self) -> None:
        """Examine the store in the background, and say what is wrong with it."""
        try:
            faults = await asyncio.to_thread(self.database.examine)
        except Exception as failure:
            report("examining the store", failure)
            return
        measures.faults = len(faults)
        for fault in faults:
            log.error(
                "the store is damaged: %s; `qipai doctor` says more, and `qipai restore` puts a backup in its place", fault
            )

    async def _expect(self) -> None:
        """Read the tables that other servers show, so that whoever is sent from there finds them and their bots at once."""
        try:
            async with asyncio.timeout(EXPECTING):
                found = await self.database.read(lambda connection: rows.shown_tables(connection, EXPECTED))
                if found:
                    await self.bots.expect()
                for row in found:
                    if row.game in self.games:
                        await self._readable(row)
        except Exception as failure:  # then they are read when somebody comes
            report("reading what others show", failure)

    async def _go_on(self) -> None:
        """Drive on where people move when they can, and bots had not finished when the last server ended."""
        try:
            for row in await self.database.read(lambda connection: rows.patient_tables(connection, LOOKED_AT)):
                table = await self._readable(row) if row.game in self.games else None
                if table is not None and table.driver.goes_on:
                    table.driver.awake()
                    if self.neighbours:
                        self.neighbours.leave(table)  # nobody is here
        except Exception as failure:
            report("going on", failure)

    def game(self, name: str) -> Game:
        """Return the game of that name.  Raises `Refused`."""
        if name not in self.games:
            raise Refused("unknown_game", games=", ".join(self.games))
        return self.games[name]

    # -- opening

    async def open(self, wanted: NewTable, guest: str, address: str) -> rows.TableRow:
        """Make a table, store it, and seat its maker in seat 0.

        `address` is the key for limits.  Raises `Refused` or another `QipaiError` for what cannot be opened.
        """
        game = self.game(wanted.game)
        check_choices(game, wanted, self.bots_at(game, wanted.seats))
        async with self._opening(guest, address):
            session, opening = Session.open(
                game, seats=wanted.seats, at=now_ms(), variant=wanted.variant, rules=wanted.rules,
                deals=wanted.deals, clock=wanted.clock, level=level_named(wanted.bots), host=guest, listed=wanted.listed,
            )  # fmt: skip
            return await self._add(session, opening, 0, wanted.name, address, begin=wanted.begin)

    async def open_lesson(self, wanted: NewLesson, guest: str, address: str) -> rows.TableRow:
        """Make a table for a game's lesson, store it, and seat the learner.

        It counts like any other table.  Raises `Refused` for a game without one, or if no more tables may be opened.
        """
        game = self.game(wanted.game)
        if not has_lesson(game):
            raise Refused("no_lesson", games=", ".join(name for name in self.games if has_lesson(self.games[name])))
        async with self._opening(guest, address):
            lesson = await asyncio.to_thread(load_lesson, game)
            session, opening = Session.open(
                game, seats=players_of(lesson), at=now_ms(), rules=game.changed_options(lesson.ruleset),
                deals=1, host=guest, lesson=lesson,
            )  # fmt: skip
            return await self._add(session, opening, lesson.seat, wanted.name, address, begin=True)

    async def open_position(self, id: str, wanted: NewPosition, guest: str, address: str) -> rows.TableRow:
        """Make a table that plays on from a moment of a finished deal, store it, and seat the guest on the seat that decided.

        It counts like any other table.  Raises `Refused` as `Records.text` does, for a deal of other rules and for a decision that it does
        not have, or if no more tables may be opened.
        """
        async with self._opening(guest, address):
            text = await self.records.text(id)
            session, entries = await asyncio.to_thread(self._begin_with_position, id, text, wanted, guest)
            return await self._store_new(session, entries, wanted.name, address)

    def _begin_with_position(self, id: str, text: str, wanted: NewPosition, guest: str) -> tuple[Session, list[Entry]]:
        """Return a table at a moment of a record, and its log."""
        try:
            record = read_record(text)
            if not record.of_these_rules:
                raise Refused("position_rules")
            moment = moment_of(record, wanted.decision) if wanted.decision > 0 else None
        except RecordError:
            moment = None
        if moment is None:
            raise Refused("unknown_decision", decision=wanted.decision)
        game, seats = self.game(record.header.game), len(record.header.players)
        level = level_named(wanted.bots)
        check_choices(game, NewTable(game.name, seats, wanted.name, bots=level), self.bots_at(game, seats))
        session, opening = Session.open(
            game, seats=seats, at=now_ms(), rules=record.header.rules, deals=1, level=level, host=guest,
            begun_from=BegunFrom(id, wanted.decision),
        )  # fmt: skip
        entries = [opening]

        def store(actor: str, facts: Sequence[Fact]) -> None:
            entries.append(Entry(session.seq + 1, opening.at, actor, "", tuple(facts)))
            session.apply(entries[-1])

        store(seat_actor(moment.seat), session.sit(moment.seat, wanted.name, guest))
        for facts in go_on(session, moment, now_ms):
            store(TABLE, facts)
        return session, entries

    async def _add(self, session: Session, opening: Entry, seat: int, name: str, address: str, *, begin: bool) -> rows.TableRow:
        """Seat the host of a new table, deal if it is to `begin`, and store it."""
        guest, entries, id = session.host, [opening], new_id()
        session.pledging = partial(alone, id, session)
        steps: list[tuple[str, Callable[[], Sequence[Fact]]]] = [
            (seat_actor(seat), partial(session.sit, seat, name, guest)),
            (HOST, session.begin),
        ]
        for actor, propose in steps if begin else steps[:1]:
            entries.append(Entry(session.seq + 1, opening.at, actor, "", tuple(propose())))
            session.apply(entries[-1])
        return await self._store_new(session, entries, name, address, id)

    async def _store_new(
        self, session: Session, entries: Sequence[Entry], name: str, address: str, id: str = ""
    ) -> rows.TableRow:
        """Store a new table, whose host is called so from now on."""
        guest, id = session.host, id or new_id()
        for tries in range(64):
            game = session.game
            row = rows.TableRow(id, new_code(tries), new_watch_code(), game.name, game.rules_version, guest, 1)
            try:
                refusal = await self.database.write(partial(self._add_if_few, row, entries, name, session, address))
            except IntegrityError:
                continue  # the code is in use
            self._allow(refusal)
            return row
        raise Refused("not_stored")

    def _add_if_few(
        self, row: rows.TableRow, entries: Sequence[Entry], name: str, session: Session, address: str, connection: Connection
    ) -> str:
        """Store a new table; return the code of a refusal, "" if it is stored.

        Tables are counted in the same change, since others may have been opened since they were counted last.
        """
        if refusal := self._too_many(row.owner, address, connection):
            return refusal
        return "" if add_table(row, entries, name, self.database.vault, session, address, connection) else "signed_out"

    @asynccontextmanager
    async def _opening(self, guest: str, address: str) -> AsyncIterator[None]:
        """Let a table be opened, which counts from now on, unless that fails.

        Raises `Refused` if a guest or an address has as many open tables as they may have, opens them too fast, or is barred.  Nobody
        opens one during maintenance.
        """
        self.desk.admit(guest, address)
        self.desk.check_play()
        with taking("too_many_tables", (self.tables_of_guest, guest), (self.tables_of_address, address)):
            self._allow(await self.database.read(partial(self._too_many, guest, address)))
            yield

    def _too_many(self, guest: str, address: str, connection: Connection) -> str:
        """Return the code of a refusal if a guest or an address has as many open tables as they may have, else ""."""
        limits = self.settings.limits
        if rows.count_open(connection, guest) >= limits.open_tables_of_guest:
            return "too_many_open_tables"
        if opened_today(self.database.vault, address, connection) >= limits.open_tables_of_address:
            return "too_many_open_here"
        return ""

    def _allow(self, refusal: str) -> None:
        """Raise `Refused` with a code of `_add_if_few`, unless it is ""."""
        limits, hours = self.settings.limits, max(1, round(self.settings.close_idle / 3600))
        if refusal == "too_many_open_tables":
            raise Refused(refusal, most=limits.open_tables_of_guest, hours=hours)
        if refusal == "too_many_open_here":
            raise Refused(refusal, most=limits.open_tables_of_address, hours=hours)
        if refusal:
            raise Refused(refusal)

    # -- finding

    async def find(self, address: str, *, code: str = "", watch: str = "") -> Table:
        """Return the table with a code, or that of a spectator link.

        Raises `Refused`; wrong guesses are rate-limited per address.
        """
        self._check_lookups(address)
        where = {"watch": watch} if watch else {"code": read_code(code)}
        row = await self.database.read(lambda connection: rows.find_table(connection, **where))
        self._check_lookups(address)  # others of the address may have guessed meanwhile: nobody is told what is there then
        if row is None or row.game not in self.games:
            self.lookups.take(address)
            raise Refused("unknown_table")
        return await self.table(row)

    def _check_lookups(self, address: str) -> None:
        """Raise `Refused` if an address has tried too many codes of no table."""
        if wait := self.lookups.wait(address):
            raise Refused("too_many_lookups", wait=wait)

    async def table(self, row: rows.TableRow) -> Table:
        """Return a table in memory; load it from its log if it is not there yet."""
        if row.id in self.live:
            table = self.live[row.id]
            if self.neighbours and not table.connections:
                await table.look()  # what nobody sees here is not followed
            return table
        if row.id not in self._loading:
            self._loading[row.id] = asyncio.create_task(self._load(row))
        return await asyncio.shield(self._loading[row.id])

    async def _load(self, row: rows.TableRow) -> Table:
        try:
            events = await self.database.read_log(
                lambda connection: rows.read_events(connection, row.id, 0, vault=self.database.vault)
            )
            session = Session(self.games[row.game])
            session.apply(read_entry(events[0].body))
            table = Table(self, row, session)
            await asyncio.to_thread(lambda: ([table.fold(event) for event in events[1:]], session.lesson))
            self.live[row.id] = table
            if session.outdated:
                await table.change(TABLE, lambda: session.close("rules_version"))
            measures.damaged.discard(row.id)
            return table
        except (Refused, MemoryError):
            raise
        except Exception as failure:
            if isinstance(failure, SQLAlchemyError) and not is_damage(failure):
                raise  # a fault of the store, not of this table
            report("reading a table", failure)
            measures.damaged.add(row.id)
            raise Refused("sealed_table" if isinstance(failure, SealedError) else "damaged_table") from None
        finally:
            del self._loading[row.id]

    async def tables_of(self, guest: str) -> list[Table]:
        """Return the open tables at which a guest sits, the most recently used first."""
        found = await self.database.read(lambda connection: rows.tables_of(connection, guest, SHOWN))
        tables = [await self._readable(row) for row in found if row.game in self.games]
        return [table for table in tables if table is not None]

    async def _readable(self, row: rows.TableRow) -> Table | None:
        """Return a table, or None if its log cannot be read, which is reported once and must not disturb other tables."""
        if self.left_alone(row.id):
            return None
        try:
            return await self.table(row)
        except Refused as refused:
            if refused.refusal.code not in ("damaged_table", "sealed_table"):
                raise
            self._leave_alone(row.id)
            return None
        except SQLAlchemyError:
            raise  # a fault of the store, not of this table
        except Exception as failure:
            self._leave_alone(row.id, failure)
            return None

    def left_alone(self, id: str) -> bool:
        """Return True while a table that could not be read is not tried again."""
        return time.monotonic() < self._unreadable.get(id, 0.0)

    def _leave_alone(self, id: str, failure: Exception | None = None) -> None:
        self._unreadable[id] = time.monotonic() + UNREADABLE
        if failure is not None:
            report("reading a table", failure)

    # -- keeping

    async def _look_around(self) -> None:
        """Repeatedly forget tables without connections, close idle ones, and delete what is old."""
        while True:
            await asyncio.sleep(self.settings.look_around)
            try:
                await self._forget()
                await self.notices.send_due()
                if self.neighbours is None:
                    await self.tallies.round()
                if self.neighbours is None or self.neighbours.eldest:
                    await self.tallies.sweep()
                    await self._close_idle()
                    await self._clean()
            except Exception as failure:
                report("looking around", failure)

    async def look(self, table: Table) -> None:
        """Fold and show what other servers have written at a table; leave it alone for a while if that cannot be read."""
        try:
            await table.look()
        except SQLAlchemyError:
            raise
        except Refused:  # reported where the entry could not be folded
            self._leave_alone(table.row.id)
        except Exception as failure:
            self._leave_alone(table.row.id, failure)

    def let_go(self, table: Table) -> None:
        """Drop a table from memory that is not what its log says; who is there comes again, and it is read from the log."""
        if self.live.get(table.row.id) is table:
            del self.live[table.row.id]
        closing = asyncio.create_task(table.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _forget(self) -> None:
        long_ago = time.monotonic() - self.settings.forget
        for id, table in list(self.live.items()):
            if not table.connections and table.seen_at < long_ago and not table.busy and not table.driver.goes_on:
                del self.live[id]
                await table.close()

    async def _close_idle(self) -> None:
        now, most = now_ms(), SWEPT + len(self._unreadable)
        long_ago, longer_ago = (now - round(idle * 1000) for idle in (self.settings.close_idle, self.settings.close_patient))
        for row in await self.database.read(lambda connection: rows.idle_tables(connection, long_ago, longer_ago, most)):
            if row.game not in self.games or (row.id in self.live and self.live[row.id].connections):
                continue
            try:
                table = await self._readable(row)
                if table is not None:
                    await table.change(TABLE, partial(table.session.close, "idle"))
            except QipaiError as error:
                report("closing an idle table", error)

    def bots_at(self, game: Game, players: int) -> tuple[str, ...]:
        """Return the names of all bots that a table takes: those of every house, and this server's own players that fit."""
        own = (name for name, places in self.settings.hosted.items() if players in places.get(game.name, ()))
        return (*seated_at(game, players), *own)

    async def _clean(self) -> None:
        """Delete what is kept no longer, a little at a time, once in a while."""
        if time.monotonic() - self._cleaned_at < self.settings.clean:
            return
        purged, keeping = Purged(), self.settings.keeping
        while await self.database.write(lambda connection: purge_some(connection, keeping, now_ms(), purged)):
            await asyncio.sleep(PAUSE)
        measures.purged.update(vars(purged))
        self._cleaned_at = time.monotonic()


def is_damage(failure: SQLAlchemyError) -> bool:
    """Return True if a database says that what it holds is damaged, not that it is busy, full or gone."""
    return isinstance(failure, DatabaseError) and "malformed" in str(failure.orig)


def check_choices(game: Game, wanted: NewTable, bots: Sequence[str]) -> None:
    """Raise `Refused` if a form's choices are not among those offered.  The game checks whether its options go together."""
    accepted: list[tuple[str, object, Sequence[object]]] = [
        ("seats", wanted.seats, game.seats),
        ("variant", wanted.variant, tuple(game.variants)),
        ("clock", wanted.clock, tuple(CLOCKS)),
        ("bots", level_named(wanted.bots), bots),
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


def opened_today(vault: Vault, address: str, connection: Connection) -> int:
    """Return how many of the tables are open that an address has opened since midnight UTC."""
    household = digests.known_household(connection, vault, now_ms(), address)
    return rows.count_of_household(connection, household) if household else 0


def add_table(
    row: rows.TableRow,
    entries: Sequence[Entry],
    name: str,
    vault: Vault,
    session: Session,
    address: str,
    connection: Connection,
) -> bool:
    """Store a new table, which an address opens, and the first entries of its log, of which `session` is made.

    Return False if its owner is deleted meanwhile.
    """
    if is_gone(connection, row.owner):
        return False
    household = digests.household(connection, vault, now_ms(), address)
    rows.add_table(connection, row, entries[0].at, patient=session.patient, household=household)
    dealing, listing = Dealing(), Listing()
    for entry in entries:
        dealing, _ = dealing.after(entry)
        listing = listing.after(entry)
        body = write_entry(entry)
        if dealing.running:
            body = vault.seal(row.id, entry.seq, dealing.serial, body)
        event = rows.EventRow(entry.seq, entry.at, row.owner, None, body, SCHEMA)
        rows.append(connection, row.id, event, seats_changed(entry))
    rows.note_visit(connection, row.id, row.owner)
    listed = listing.written(session, row.code)
    if listed is not None:
        rows.list_table(connection, row.id, listed)
    rows.remember_guest(connection, row.owner, name, entries[0].at)
    return True
