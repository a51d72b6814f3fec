"""The database: one writer thread that commits in groups, and threads that read, so that the event loop never waits for a disk.

Only the few lines that call `sqlite.py` depend on the kind of database.  No wait is without a deadline (`deadlines.py`).
"""

import asyncio
import logging
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, func, insert, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DatabaseError, DBAPIError, SQLAlchemyError

from qipai.engine.errors import QipaiError

from ..failures import OUT_OF_ORDER, warn
from ..measuring import measures
from . import rows, sqlite
from .copying import MOST_FAULTS
from .deadlines import (
    ASKED,
    CHANGE,
    LOADED,
    LOADING,
    LONG,
    MARGIN,
    READ_LONG,
    STATEMENT,
    UNHURRIED,
    LineWatch,
    OutcomeUnknown,
    Unanswered,
    commit,
    make_engine,
    rest,
)
from .locking import Lock, lock_file
from .schema import REVISION, metadata
from .sealing import Vault

FILE = "tables.sqlite3"
GROUP = 256  # most changes per commit
LOCKED = 100  # milliseconds that a change of a group waits for a lock while the group holds others, so that no two wait for each other
CONFLICTS = ("40001", "40P01")  # PostgreSQL's words for: not in this order, a deadlock
ABORTED = (*CONFLICTS, "55P03")  # and: waited too long for a lock
ENDED = ("57014", "SQLITE_INTERRUPT")  # the words of both for: a statement took too long
TRIES = 5  # of a change that the database aborts although it is alone
STEP_BACK = 0.01  # longest random wait in seconds before the second of them; it doubles
MIGRATING = 0x716970  # names the lock of those who migrate one database

# As Alembic keeps it.
VERSIONS = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))

T = TypeVar("T")

# Whether this task, as that of a request, has changed something that is stored: it cannot say any more that nothing happened.
changed: ContextVar[bool] = ContextVar("changed", default=False)

log = logging.getLogger("qipai.store")


@dataclass(frozen=True)
class Job:
    """A change queued for the writer.  It may be run again, alone, if its group cannot be committed."""

    change: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Any]"
    taken: threading.Lock = field(default_factory=threading.Lock)  # held for good by who came first

    def take(self) -> bool:
        """Take it, as the writer to run it, or as who waits to give it up; return whether nobody has."""
        return self.taken.acquire(blocking=False)


class Lane:
    """A thread that reads.  What is asked of one lane never waits for what is asked of another."""

    def __init__(self, name: str, engine: Engine, patience: float, *, asks_first: bool = False) -> None:
        self.name = name
        self.engine = engine
        self.patience = patience  # seconds that who asks waits
        self.thread = ThreadPoolExecutor(1, name)
        self.asks_first = asks_first  # whether a connection is tried before something that may take long

    def ask(self, question: Callable[[Connection], T]) -> T:
        """Run a query; once more on a new connection if that which was kept is lost."""
        try:
            return self._ask(question)
        except DBAPIError as failure:
            if not failure.connection_invalidated:
                raise
        return self._ask(question)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            if self.asks_first:
                connection.execute(select(1), execution_options={"within": ASKED})
            return question(connection)

    def close(self) -> None:
        """Answer what is being asked, and nothing more."""
        self.thread.shutdown(cancel_futures=True)
        self.engine.dispose()


class Database:
    """An open database.  Open it with `Database.open`; call `close` when done."""

    def __init__(self, url: URL, *, durable: bool, lock: Lock | None, vault: Vault) -> None:
        self.vault = vault  # with the keys of what is sealed
        self.shared = lock is None  # other servers may use it
        self._lock = lock
        self._watch = LineWatch()
        self._unhurried = self._engine(url, UNHURRIED)
        self._writer = self._engine(url, STATEMENT, writes=True, durable=durable)
        self._kept: Connection | None = None  # the writer's
        self._failing: dict[str, float] = {}  # what the database does not do at present, as the log says it, and since when
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._short = Lane("reader", self._engine(url, STATEMENT), CHANGE)
        self._loading = Lane("loader", self._engine(url, LOADING), LOADED, asks_first=True)
        self._long = Lane("long reader", self._engine(url, LONG), READ_LONG, asks_first=True)
        self._aside = ThreadPoolExecutor(1, "aside")
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    def _engine(self, url: URL, within: float, **options: bool) -> Engine:
        return self._watch.mind(engine_for(url, within, **options), within + MARGIN)

    @classmethod
    def open(cls, place: Path | str, *, durable: bool = False, vault: Vault = rows.PLAIN) -> "Database":
        """Open the database in a data folder (a path), or the one at a URL (a text), and migrate its schema.

        `durable`: wait for the disk at each commit (SQLite).  `vault`: with the keys of running deals.  Raises `QipaiError`
        if that fails, if another process serves the same SQLite file, or if running deals need a key that is not in the vault.
        """
        if isinstance(place, Path):
            try:
                sqlite.prepare_folder(place)
                sqlite.prepare_file(place / FILE)
            except OSError as error:
                raise QipaiError(
                    f"{place} cannot be the tables' folder ({error.strerror}); choose another with --data."
                ) from None
        lock = engine = None
        try:
            url = url_of(place)
            engine = engine_for(url, UNHURRIED, writes=True, durable=durable)
            if url.get_backend_name() == "sqlite":
                file = Path(str(url.database))
                sqlite.prepare_file(file)
                lock = lock_file(file)
            migrate(engine)
            with engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
                missing = rows.use_keys(connection, vault.ids)
        except (SQLAlchemyError, ModuleNotFoundError, OSError) as error:
            raise unusable(place, error) from None
        finally:
            if engine is not None:
                engine.dispose()
        if missing:
            if lock is not None:
                lock.release()
            raise QipaiError(needed(missing))
        return cls(url, durable=durable, lock=lock, vault=vault)

    def tell_address(self, address: str) -> None:
        """Note beside the lock of a SQLite file where this process serves it."""
        if self._lock is not None:
            self._lock.tell(address)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Run a change in a transaction and return its result once it is stored.

        Raises `IntegrityError` if a key was taken, `OutcomeUnknown` if it may be stored or not, and another `SQLAlchemyError`
        if it is not and never will be.
        """
        loop, began = asyncio.get_running_loop(), time.perf_counter()
        job = Job(change, loop, loop.create_future())
        self._jobs.put(job)
        try:
            async with asyncio.timeout(CHANGE):
                answer = await job.answer
            changed.set(True)
            return answer
        except TimeoutError:
            self._note_failing("written", "the writer is busy")
            if job.take():
                raise Unanswered("the writer is busy") from None
            raise OutcomeUnknown("a change takes too long") from None
        finally:
            measures.writing.observe(time.perf_counter() - began)

    async def aside(self, change: Callable[[Connection], T]) -> T:
        """Run a short change in a transaction of its own, which waits for no other change of this server.

        Raises as `write` does.
        """
        try:
            async with asyncio.timeout(CHANGE):
                return await asyncio.get_running_loop().run_in_executor(self._aside, self._change_aside, change)
        except TimeoutError:
            raise OutcomeUnknown("a change takes too long") from None

    def failing_since(self) -> float | None:
        """Return since when the store cannot be read or written, by the monotonic clock; None if it can, as far as is known."""
        return min(self._failing.values(), default=None)

    def waiting(self) -> int:
        """Return how many changes wait for the writer."""
        return self._jobs.qsize()

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Run a short query in the reader thread and return its result."""
        began = time.perf_counter()
        try:
            return await self._ask(self._short, question)
        finally:
            measures.reading.observe(time.perf_counter() - began)

    async def read_log(self, question: Callable[[Connection], T]) -> T:
        """Run a query for the log of one table, for which nobody who logs in has to wait."""
        return await self._ask(self._loading, question)

    async def read_long(self, question: Callable[[Connection], T]) -> T:
        """Run a query that may take long, as that for all that somebody has played, for which no table has to wait."""
        return await self._ask(self._long, question)

    async def _ask(self, lane: Lane, question: Callable[[Connection], T]) -> T:
        """Run a query in a lane.  Raises `Unanswered` if it was not answered in time."""
        try:
            async with asyncio.timeout(lane.patience):
                return await asyncio.get_running_loop().run_in_executor(lane.thread, self._read, lane, question)
        except TimeoutError:
            self._note_failing("read", f"the {lane.name} is busy")
            raise Unanswered(f"the {lane.name} is busy") from None

    def examine(self) -> list[str]:
        """Return what is wrong with the store, in sentences without contents; empty if it is whole.  May take long."""
        try:
            with self._unhurried.connect() as connection:
                if connection.dialect.name == "sqlite":
                    found = [str(row[0]) for row in connection.exec_driver_sql(f"PRAGMA quick_check({MOST_FAULTS})")]
                    if found != ["ok"]:
                        return found
                return [f"entries of the table {id} are missing" for id in rows.torn_logs(connection)]
        except DatabaseError as error:
            return [str(error.orig)]
        finally:
            self._unhurried.dispose()

    @contextmanager
    def _watched(self, work: str) -> Iterator[None]:
        """Say in the log that the database does no work of this kind any more, and that it does again."""
        try:
            yield
        except OUT_OF_ORDER as failure:
            if not is_aborted(failure):
                self._note_failing(work, reason(failure))
            raise
        if work in self._failing:
            self._failing.pop(work, None)
            log.warning("the database can be %s again", work)

    def _note_failing(self, work: str, why: str) -> None:
        self._failing.setdefault(work, time.monotonic())
        warn(log, f"the database cannot be {work} ({why}); what needs it is refused until it can, and tried again")

    def _read(self, lane: Lane, question: Callable[[Connection], T]) -> T:
        with self._watched("read"):
            return lane.ask(question)

    def _change_aside(self, change: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._watched("written"), self._writer.connect() as connection, connection.begin() as transaction:
                answer = change(connection)
                commit(transaction)
                return answer

        return try_again(run)

    def _write(self) -> None:
        while (first := self._jobs.get()) is not None:
            group = [first]
            while len(group) < GROUP and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                group.append(job)
            group = [job for job in group if job.take()]
            try:
                answers = self._commit(group)
            except Exception as failure:
                again = is_aborted(failure) or (len(group) > 1 and is_ended(failure))
                if isinstance(failure, OUT_OF_ORDER) and not again:
                    answers = [failure] * len(group)
                else:  # one of them has failed or took too long, or they stood in somebody's way: nobody pays for another
                    answers = [self._commit_alone(job) for job in group]
            tell(group, answers)

    def _commit(self, group: list[Job]) -> list[Any]:
        """Run changes in one transaction; once more if the connection is lost before they were to be committed."""
        with self._watched("written"):
            try:
                return self._commit_on_kept(group)
            except DBAPIError as failure:
                if not failure.connection_invalidated:
                    raise
            return self._commit_on_kept(group)

    def _commit_on_kept(self, group: list[Job]) -> list[Any]:
        """Run changes in one transaction, on a connection that is kept: to take it from the pool costs as much as a change."""
        if self._kept is None:
            self._kept = self._writer.connect()
        try:
            with self._kept.begin() as transaction:
                if len(group) > 1 and self._kept.dialect.name == "postgresql":
                    self._kept.exec_driver_sql(f"set local lock_timeout = {LOCKED}")
                answers = [job.change(self._kept) for job in group]
                commit(transaction)
            rest(self._kept)
            return answers
        except Exception:  # the next change finds out whether there is a database
            kept, self._kept = self._kept, None
            kept.close()
            raise

    def _commit_alone(self, job: Job) -> Any:
        try:
            return try_again(lambda: self._commit([job])[0])
        except Exception as failure:
            return failure

    def close(self) -> None:
        """Finish the queued changes and release the files."""
        self._jobs.put(None)
        self._thread.join()
        if self._kept is not None:
            self._kept.close()
        self._aside.shutdown(cancel_futures=True)
        for lane in (self._short, self._loading, self._long):
            lane.close()
        self._writer.dispose()
        self._watch.close()
        if self._lock is not None:
            self._lock.release()


def engine_for(url: URL, within: float, *, writes: bool = False, durable: bool = False) -> Engine:
    """Return an engine that writes or reads; each statement may take `within` seconds, where the database can tell."""
    if url.get_backend_name() != "sqlite":  # a question is one trip, not three
        return make_engine(url, within) if writes else make_engine(url, within, isolation_level="AUTOCOMMIT")
    engine = make_engine(url, within)
    sqlite.listen(engine, writes=writes, durable=durable)
    return engine


def url_of(place: Path | str) -> URL:
    """Return the URL of the database in a folder (a path, in which no letter means anything), or that which a text is."""
    if isinstance(place, Path):
        return URL.create("sqlite", database=str(place / FILE))
    try:
        url = make_url(place)
    except (SQLAlchemyError, ValueError):  # not quoted: it may hold a password
        raise QipaiError(
            "The URL of the database cannot be read; it is like postgresql://user:password@host/name, with %40 for an @ in the "
            "password, %3A for a colon, %2F for a slash and %25 for a per cent sign."
        ) from None
    if url.drivername == "postgres":  # as some hosts write it
        url = url.set(drivername="postgresql")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise QipaiError(
            f"The tables are kept in SQLite (--data FOLDER) or PostgreSQL (--database postgresql://…), not in {url.get_backend_name()}."
        )
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise QipaiError("The tables need a file: --data FOLDER, or a URL like sqlite:////folder/tables.sqlite3.")
    return url


def needed(missing: Mapping[str, int]) -> str:
    """Return the sentence for running deals whose keys are not here: how many, by key."""
    which = ", ".join(f"{count} under {id}" for id, count in sorted(missing.items()))
    return (
        f"Deals are being played whose cards are sealed ({which}); name the file with that key by --card-key.  "
        f"If it is lost, so are these deals: `qipai key --lost {min(missing)}` closes their tables."
    )


def give_up(place: Path | str, id: str) -> int:
    """Close the tables whose deals need a lost key; return how many.  Raises `QipaiError` if a server uses the SQLite file."""
    lock = engine = None
    try:
        engine = engine_for(url_of(place), UNHURRIED, writes=True, durable=True)
        if engine.dialect.name == "sqlite":
            lock = lock_file(Path(engine.url.database)) if engine.url.database else None
        with engine.begin() as connection:
            if id not in rows.sealing_keys(connection):
                raise QipaiError(f"Nothing is sealed there under a key {id}.")
            return rows.give_up(connection, id)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise unusable(place, error) from None
    finally:
        if engine is not None:
            engine.dispose()
        if lock is not None:
            lock.release()


def unusable(place: Path | str, error: Exception) -> QipaiError:
    """Return the sentence for a database that cannot be opened.  A URL is not quoted: it may hold a password."""
    where, mend = "The database of that URL", "see that it runs and has that name, or name another with --database"
    if isinstance(place, Path):
        where, mend = (
            str(place / FILE),
            "choose another folder with --data, or put a copy that `qipai backup` made in its place",
        )
    return QipaiError(f"{where} cannot be opened as the tables' log ({reason(error)}); {mend}.")


def reason(error: Exception) -> str:
    """Return the first line of what the database or the system says of a failure."""
    said = getattr(error, "orig", None) or getattr(error, "strerror", None) or error
    return str(said).strip().partition("\n")[0]


def is_aborted(failure: Exception) -> bool:
    """Return whether the database gave a change up for reasons that are nobody's fault, so that it can be tried again at once."""
    return isinstance(failure, DBAPIError) and getattr(failure.orig, "sqlstate", None) in ABORTED


def is_ended(failure: Exception) -> bool:
    """Return whether a statement was ended because it took too long."""
    said = getattr(failure, "orig", None)
    return getattr(said, "sqlstate", None) in ENDED or getattr(said, "sqlite_errorname", None) in ENDED


def try_again(run: Callable[[], T]) -> T:
    """Return what `run` returns, the first time that the database does not abort it; raise its failure if there is no such time."""
    for tried in range(TRIES - 1):
        try:
            return run()
        except DBAPIError as failure:
            if getattr(failure.orig, "sqlstate", None) not in CONFLICTS:  # who waited for a lock alone has waited long enough
                raise
        time.sleep(random.uniform(0, STEP_BACK * 2**tried))
    return run()


def tell(group: list[Job], answers: list[Any]) -> None:
    """Pass results to the event loops that wait for them, with one wake-up per loop."""
    for loop in {job.loop for job in group}:
        pairs = [(job.answer, answer) for job, answer in zip(group, answers, strict=True) if job.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(resolve, pairs)


def resolve(pairs: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    """Set the results of futures; runs in their event loop."""
    for future, answer in pairs:
        if future.done():  # the caller was cancelled meanwhile; the change is stored all the same
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def migrate(engine: Engine) -> None:
    """Create the schema, or migrate it.  Raises `QipaiError` if it is of a newer version.

    Alembic takes half a second to import, so it is used only if the version differs.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may start at once
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
        if not inspect(connection).has_table(VERSIONS.name):
            metadata.create_all(connection)
            VERSIONS.create(connection)
            connection.execute(insert(VERSIONS).values(version_num=REVISION))
        elif connection.execute(select(VERSIONS.c.version_num)).scalar() != REVISION:
            from alembic import command
            from alembic.config import Config
            from alembic.util import CommandError

            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError:
                raise QipaiError(
                    "The tables' log was written by a newer version of qipai; install that again, or restore a backup made before it."
                ) from None
