"""A PostgreSQL behind a proxy that lies: nobody waits for ever, and the house goes on.  How soon, `python -m benchmarks.store_faults` says."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from benchmarks import store_faults
from qipai.engine.errors import QipaiError
from qipai.server.storage import deadlines, rows
from qipai.server.storage.database import Database
from qipai.server.storage.desk import at_desk

from . import stores
from .lying_proxy import Liar, url_through
from .people import PATIENCE, evening

ROW = rows.TableRow("t1", "tea-482", "watch", "gan_deng_yan", 1, "ann", 1)
pytestmark = pytest.mark.slow


@pytest.fixture
def behind() -> Iterator[tuple[stores.Postgres, Liar, Database]]:
    """A database behind a liar, with a table in it."""
    with stores.postgres() as postgres:
        liar = Liar(Path(postgres.folder, ".s.PGSQL.5432"))
        store = Database.open(url_through(liar))
        asyncio.run(store.write(lambda connection: rows.add_table(connection, ROW, 1)))
        try:
            yield postgres, liar, store
        finally:
            store.close()
            liar.close()


def appending(seq: int) -> Callable[[Connection], None]:
    return lambda connection: rows.append(connection, "t1", rows.EventRow(seq, seq, "ann", None, b"{}", 1), {})


def log_of(connection: Connection) -> list[int]:
    return [event.seq for event in rows.read_events(connection, "t1", 0)]


def touching(connection: Connection) -> None:
    rows.touch(connection, "t1", 2, True)


def test_swallowed_lines_are_made_anew_in_every_lane(behind: tuple[stores.Postgres, Liar, Database]) -> None:
    _, liar, store = behind
    reading = store.read, store.read_log, store.read_long

    async def run() -> None:
        assert await asyncio.gather(*(read(log_of) for read in reading)) == [[], [], []]
        await store.aside(touching)
        liar.swallow()
        answers = await asyncio.gather(*(read(log_of) for read in reading), store.write(appending(1)), return_exceptions=True)
        assert answers[-1] is None, "what was not committed is begun anew"
        assert all(answer in ([], [1]) for answer in answers[:-1])
        await asyncio.gather(store.aside(touching), return_exceptions=True)  # the writer may have made its line anew already
        await store.aside(touching)
        assert await store.read(log_of) == [1]

    asyncio.run(run())


def test_the_outcome_of_a_commit_without_an_answer_is_unknown_until_it_is_looked_up(
    behind: tuple[stores.Postgres, Liar, Database],
) -> None:
    _, liar, store = behind

    async def run() -> None:
        await store.write(appending(1))
        liar.lose_next = True
        with pytest.raises(deadlines.OutcomeUnknown):
            await store.write(appending(2))
        with pytest.raises(deadlines.DBAPIError, match="duplicate key"):  # the seq is taken
            await store.write(appending(2))
        assert await store.read(log_of) == [1, 2]

    asyncio.run(run())


def test_a_silent_database_is_waited_for_by_nobody_and_found_again(behind: tuple[stores.Postgres, Liar, Database]) -> None:
    _, liar, store = behind

    async def run() -> None:
        liar.be_silent(True)
        answers = await asyncio.gather(
            *(store.write(appending(1)) for _ in range(3)), *(store.read(log_of) for _ in range(3)), return_exceptions=True
        )
        assert all(isinstance(answer, deadlines.SQLAlchemyError) for answer in answers)
        assert not any(isinstance(answer, deadlines.OutcomeUnknown) for answer in answers), "no commit was sent"
        assert store.failing_since() is not None
        liar.be_silent(False)
        assert await store.read(log_of) == []
        await store.write(appending(1))
        assert store.failing_since() is None

    asyncio.run(run())


def test_a_lock_that_somebody_holds_is_not_waited_for_for_ever(behind: tuple[stores.Postgres, Liar, Database]) -> None:
    postgres, _, store = behind
    import psycopg

    with psycopg.connect(host=postgres.folder, user="qipai", dbname="postgres") as other:
        other.execute("lock table events in exclusive mode")
        with pytest.raises(deadlines.SQLAlchemyError, match="lock timeout"):
            asyncio.run(store.write(appending(1)))
    asyncio.run(store.write(appending(1)))


@pytest.mark.parametrize("begun", [False, True])
def test_no_command_waits_for_a_silent_database(behind: tuple[stores.Postgres, Liar, Database], begun: bool) -> None:
    """Whether it is silent from the beginning or from a statement on."""
    _, liar, _ = behind

    def work(connection: Connection) -> object:
        liar.be_silent(True)
        return connection.execute(select(1)).scalar()

    liar.be_silent(not begun)
    failures: list[QipaiError] = []

    def command() -> None:
        with pytest.raises(QipaiError, match="cannot be opened") as told:
            at_desk(url_through(liar), work)
        failures.append(told.value)

    waiting = threading.Thread(target=command, daemon=True)
    waiting.start()
    waiting.join(PATIENCE)
    assert len(failures) == 1
    liar.be_silent(False)


@pytest.mark.parametrize("fault", store_faults.FAULTS)
def test_people_play_on_after_every_fault(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what they were told is what is stored, which the program compares."""
    monkeypatch.setattr(store_faults, "AWAY", 7.0)
    with ExitStack() as stack:
        stand = store_faults.stand_for(stack, fault)
        if fault.startswith("full") and not stand.disk.own:
            pytest.skip("this user may not mount a disk of a few megabytes, which the test fills")
        row: Any = asyncio.run(evening(store_faults.measure(stand, fault, 1)))
    assert "broken" not in row
    assert row.endswith("| 0 |"), "a traceback is in the log"
