"""How long the store may keep anybody waiting.  Each deadline is here, and `docs/design/scale.md` lists them.

A database is asked to keep the first ones itself.  One that is silent keeps none, and a network that swallows everything
may acknowledge each byte, so a connection whose statement takes longer than `LineWatch` allows is ended from this side.
"""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any

from sqlalchemy import Connection, Engine, Transaction, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

# Seconds.  Kept by the database:
STATEMENT = 4.0  # a statement
LOADING = 8.0  # a statement that reads the log of one table
LONG = 60.0  # a statement that reads all that somebody has played
UNHURRIED = 3600.0  # a statement at the start of a server: a migration, an examination of the whole store
LOCK = 2.0  # waiting for a lock
IDLE = 5.0  # a transaction in which nothing happens: its server is gone
# Kept by this side:
CONNECT = 3  # until a connection is made, for each address of the database
BUSY = 3.0  # waiting for the write lock of a SQLite file
MARGIN = 1.0  # after the database should have ended a statement, until its connection is ended
ASKED = 4.0  # until a connection that has rested has to prove that it lives, before something that may take long
CHANGE = 10.0  # until a change or a short question that has not been answered is given up by who asked
LOADED = 15.0  # the same of the log of a table
READ_LONG = 90.0  # the same of what may take long
LOOK = 0.25  # between looks for connections that have to be ended
# Kept by the system, where packets are lost and nobody acknowledges them:
UNACKNOWLEDGED = 4.0
KEEPALIVE = 2  # of silence, before the other side is asked whether it is there
KEEPALIVES = 3  # questions, a second apart

LIBPQ = ("psycopg", "psycopg2")  # drivers that take what libpq takes


class OutcomeUnknown(SQLAlchemyError):
    """Raised when the answer to a commit is lost: the change is stored, or will be, or never will."""


class Unanswered(SQLAlchemyError):
    """Raised when the database has not been asked, or has not answered a question, in time: nothing was changed."""


def make_engine(url: URL, within: float, **options: Any) -> Engine:
    """Return an engine whose connections take no longer than `CONNECT` to make and `within` seconds for a statement."""
    if url.get_driver_name() not in LIBPQ:
        return create_engine(url, **options)
    network = {
        "connect_timeout": CONNECT,
        "tcp_user_timeout": round(UNACKNOWLEDGED * 1000),
        "keepalives_idle": KEEPALIVE,
        "keepalives_interval": 1,
        "keepalives_count": KEEPALIVES,
    }
    network = {name: value for name, value in network.items() if name not in url.query}  # what the URL says counts
    engine = create_engine(url, connect_args=network, **options)
    times = {"statement_timeout": within, "lock_timeout": min(LOCK, within), "idle_in_transaction_session_timeout": IDLE}
    if within == UNHURRIED:
        times = {"statement_timeout": within}
    words = ", ".join(f"set_config('{name}', '{round(seconds * 1000)}', false)" for name, seconds in times.items())

    @event.listens_for(engine, "connect", insert=True)
    def connect(raw: Any, _record: Any) -> None:
        with raw.cursor() as cursor:
            cursor.execute(f"select {words}")
        raw.commit()

    return engine


class Line:
    """A connection that is watched: the moment at which it is ended, and how."""

    def __init__(self, raw: Any) -> None:
        self.until = inf
        self._socket: socket.socket | None = None
        self._end: Callable[[], object] = getattr(raw, "interrupt", lambda: None)  # of SQLite: ends the statement alone
        if hasattr(raw, "fileno"):
            # A duplicate: the number of the driver's own may belong to another file by the time it is ended.
            self._socket = socket.fromfd(raw.fileno(), socket.AF_INET, socket.SOCK_STREAM)
            self._end = partial(self._socket.shutdown, socket.SHUT_RDWR)

    def end(self) -> None:
        """Have whoever waits for an answer on this connection be told that it is lost."""
        self.until = inf
        with suppress(Exception):  # it has ended by itself
            self._end()

    def close(self) -> None:
        """Note that the connection is closed."""
        self.until = inf
        if self._socket is not None:
            self._socket.close()


class LineWatch:
    """Ends the connections on which a statement takes too long, from a thread of its own."""

    def __init__(self) -> None:
        self._lines: dict[Line, None] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="watch", daemon=True)
        self._thread.start()

    def mind(self, engine: Engine, within: float) -> Engine:
        """LineWatch all connections of an engine, from their beginning on; each statement has `within` seconds.  Returns the engine."""

        @event.listens_for(engine, "connect", insert=True)
        def connect(raw: Any, record: Any) -> None:
            line = record.info["line"] = Line(raw)
            line.until = time.monotonic() + within
            self._lines[line] = None

        @event.listens_for(engine, "before_cursor_execute")
        def execute(connection: Connection, _cursor: Any, _words: str, _values: Any, context: Any, _many: bool) -> None:
            patience = context.execution_options.get("within", within) if context else within
            connection.info["line"].until = time.monotonic() + patience

        @event.listens_for(engine, "checkin")
        def rest(raw: Any, record: Any) -> None:
            if "line" in record.info:
                record.info["line"].until = inf

        @event.listens_for(engine, "close")
        def close(raw: Any, record: Any) -> None:
            line = record.info.pop("line", None)
            if line is not None:
                self._lines.pop(line, None)
                line.close()

        return engine

    def _look(self) -> None:
        before = time.monotonic()
        while not self._over.wait(LOOK):
            now = time.monotonic()
            late, before = now - before - LOOK, now
            for line in list(self._lines):
                if late > LOOK:  # this process was stopped: the answer may have come meanwhile
                    line.until = max(line.until, now + MARGIN)
                elif line.until < now:
                    line.end()

    def close(self) -> None:
        """LineWatch no more; what still goes on is ended."""
        for line in list(self._lines):
            line.end()
        self._over.set()
        self._thread.join()


def rest(connection: Connection) -> None:
    """Note that nothing is asked of a connection that is kept."""
    if not connection.invalidated and "line" in connection.info:
        connection.info["line"].until = inf


def commit(transaction: Transaction) -> None:
    """Commit.  Raises `OutcomeUnknown` if no answer came, and otherwise what the database says."""
    try:
        transaction.commit()
    except DBAPIError as failure:
        if is_answer(failure):
            raise
        raise OutcomeUnknown("the answer to a commit was lost") from failure


def is_answer(failure: DBAPIError) -> bool:
    """Return whether a database itself has said that it failed; else the connection was lost, or the session ended meanwhile."""
    if failure.connection_invalidated:
        return False
    state = getattr(failure.orig, "sqlstate", "")  # None where nothing came; SQLite has none, and is never away
    return state is not None and not state.startswith(("08", "57P", "XX"))
