"""One writer thread that commits in groups, one reader thread: the event loop never waits for a disk.

Nothing here knows SQLite except the few lines that ask `sqlite.py` to prepare a file.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, create_engine, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from qipai.engine.errors import QipaiError

from . import sqlite
from .schema import REVISION, metadata

FILE = "tables.sqlite3"
GROUP = 256  # changes of one commit, at most

# As Alembic keeps it.
VERSIONS = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))

T = TypeVar("T")


@dataclass(frozen=True)
class Job:
    """A change that waits for the writer.  It may be run again alone when another of its group collides."""

    change: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Any]"


class Database:
    """Open it with `Database.open`; `close` when done."""

    def __init__(self, writer: Engine, reader: Engine) -> None:
        self._writer = writer
        self._reader = reader
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(1, "reader")
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, data: Path | None, url: str | None = None, *, full_sync: bool = False) -> "Database":
        """The database of a data folder, or the one at a URL, with its schema brought up to date."""
        if url is None:
            if data is None:
                raise QipaiError("Tables need a data folder or the URL of a database.")
            try:
                sqlite.prepare_folder(data)
                sqlite.prepare_file(data / FILE)
            except OSError as error:
                raise QipaiError(
                    f"{data} cannot be the tables' folder ({error.strerror}); choose another with --data."
                ) from None
            url = f"sqlite:///{data / FILE}"
        try:
            engines = [create_engine(url), create_engine(url)]
            if make_url(url).get_backend_name() == "sqlite":
                sqlite.listen(engines[0], writes=True, full_sync=full_sync)
                sqlite.listen(engines[1], writes=False, full_sync=full_sync)
            migrate(engines[0])
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            where = data / FILE if data else "The database of that URL"
            why = getattr(error, "orig", None) or error
            raise QipaiError(f"{where} cannot be opened as the tables' log ({why}).") from None
        return cls(*engines)

    async def write(self, change: Callable[[Connection], T]) -> T:
        """Run a change in a transaction, and return once it is stored.  `IntegrityError` means that a key was taken."""
        loop = asyncio.get_running_loop()
        job = Job(change, loop, loop.create_future())
        self._jobs.put(job)
        return await job.answer

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Ask something of what is stored."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._ask, question)

    def _ask(self, question: Callable[[Connection], T]) -> T:
        with self._reader.connect() as connection:
            return question(connection)

    def _write(self) -> None:
        while (first := self._jobs.get()) is not None:
            group = [first]
            while len(group) < GROUP and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                group.append(job)
            try:
                answers = self._commit(group)
            except IntegrityError:
                answers = [self._commit_alone(job) for job in group]
            except Exception as failure:
                answers = [failure] * len(group)
            tell(group, answers)

    def _commit(self, group: list[Job]) -> list[Any]:
        with self._writer.begin() as connection:
            return [job.change(connection) for job in group]

    def _commit_alone(self, job: Job) -> Any:
        try:
            return self._commit([job])[0]
        except Exception as failure:
            return failure

    def close(self) -> None:
        """Finish what was asked for and let go of the files."""
        self._jobs.put(None)
        self._thread.join()
        self._readers.shutdown()
        self._writer.dispose()
        self._reader.dispose()


def tell(group: list[Job], answers: list[Any]) -> None:
    """Hand the answers to the loops that wait for them, one wake-up a loop."""
    for loop in {job.loop for job in group}:
        pairs = [(job.answer, answer) for job, answer in zip(group, answers, strict=True) if job.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(resolve, pairs)


def resolve(pairs: list[tuple["asyncio.Future[Any]", Any]]) -> None:
    for future, answer in pairs:
        if future.done():  # whoever asked was cancelled meanwhile; the change is stored all the same
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def migrate(engine: Engine) -> None:
    """Make the schema, or bring it up to date.  Alembic takes half a second to load, so only a change calls it."""
    with engine.begin() as connection:
        if not inspect(connection).has_table(VERSIONS.name):
            metadata.create_all(connection)
            VERSIONS.create(connection)
            connection.execute(insert(VERSIONS).values(version_num=REVISION))
        elif connection.execute(select(VERSIONS.c.version_num)).scalar() != REVISION:
            from alembic import command
            from alembic.config import Config
            from alembic.util import CommandError

            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError:
                raise QipaiError("The tables' log was written by a newer version of qipai; this one cannot read it.") from None
