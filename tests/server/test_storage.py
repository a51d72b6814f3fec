"""The store: private, migrated, one writer in groups, an append that is a lock."""

import asyncio
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, select
from sqlalchemy.exc import IntegrityError, OperationalError

from qipai.engine.errors import QipaiError
from qipai.server import failures, storage
from qipai.server.failures import report
from qipai.server.storage import copying, database, deadlines, rows, schema, sqlite
from qipai.server.storage.database import Database

MIGRATIONS = Path(storage.__file__).parent / "migrations"
ROW = rows.TableRow("t1", "tea-482", "watch", "gan_deng_yan", 1, "ann", 1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    store = Database.open(tmp_path / "data")
    yield store
    store.close()


def event(seq: int, actor: str = "ann", command: str | None = None) -> rows.EventRow:
    return rows.EventRow(seq, 1000 + seq, actor, command, b"{}", 1)


def appending(seq: int, **named: Any) -> Any:
    return lambda connection: rows.append(connection, "t1", event(seq, **named), {})


def configuration(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def test_migrations_make_what_the_schema_says(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'migrated'}")
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "head")
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        assert ScriptDirectory.from_config(configuration(connection)).get_heads() == [schema.REVISION]
        command.downgrade(configuration(connection), "base")
        assert set(inspect(connection).get_table_names()) <= {"alembic_version"}
    engine.dispose()


def test_an_older_store_is_brought_up_to_date(tmp_path: Path) -> None:
    Database.open(tmp_path).close()
    engine = create_engine(f"sqlite:///{tmp_path / database.FILE}")
    with engine.begin() as connection:
        schema.metadata.drop_all(connection)
        connection.execute(database.VERSIONS.delete())
    engine.dispose()
    store = Database.open(tmp_path)
    asyncio.run(store.write(lambda connection: rows.add_table(connection, ROW, 1)))
    store.close()


@pytest.mark.parametrize(
    "name", ["data", "a?b", "a#b", "a%20b", "a?mode=memory&uri=true", "file:a", ":memory:", "a 'b\" \\c", "牌局"]
)
def test_the_data_is_its_owners_alone_and_in_the_folder_that_was_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "deep" / name
    store = Database.open(folder)
    asyncio.run(store.write(lambda connection: rows.add_table(connection, ROW, 1)))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    store.close()
    assert (folder / database.FILE).exists()
    assert list(folder.parent.iterdir()) == [folder]
    copying.back_up(folder / database.FILE, tmp_path / "copy.sqlite3")
    assert [path.name for path in tmp_path.glob("*copy*")] == ["copy.sqlite3"]  # nothing is left of drafts


def test_a_file_that_a_url_names_is_its_owners_alone_and_its_folder_stays_as_it_is(tmp_path: Path) -> None:
    shared, file = tmp_path / "shared", tmp_path / "shared" / "a b.db"
    shared.mkdir(mode=0o777)
    shared.chmod(0o1777)
    store = Database.open(f"sqlite:///{shared}/a%20b.db")
    asyncio.run(store.write(lambda connection: rows.add_table(connection, ROW, 1)))
    assert {
        path.name: stat.S_IMODE(path.stat().st_mode) for path in shared.glob("a b.db*") if path.suffix != ".lock"
    } == dict.fromkeys(("a b.db", "a b.db-wal", "a b.db-shm"), 384)
    store.close()
    copying.back_up(file, tmp_path / "copy")
    copying.restore(tmp_path / "copy", file, replace=True)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
    with pytest.raises(QipaiError, match="No such file or directory"):
        Database.open(f"sqlite:///{tmp_path}/nowhere/a.db")


def test_a_network_drive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "file_system", lambda folder: "nfs4")
    with pytest.raises(QipaiError, match="network file system"):
        Database.open(tmp_path / "data")


def test_a_seq_is_given_once_and_the_others_of_its_group_do_not_suffer(store: Database) -> None:
    async def race() -> list[Any]:
        await store.write(lambda connection: rows.add_table(connection, ROW, 1))
        return await asyncio.gather(*(store.write(appending(seq)) for seq in (1, 2, 2, 1, 3)), return_exceptions=True)

    answers = asyncio.run(race())
    assert [type(answer) for answer in answers] == [type(None), type(None), IntegrityError, IntegrityError, type(None)]
    stored = asyncio.run(store.read(lambda connection: rows.read_events(connection, "t1", 0)))
    assert [row.seq for row in stored] == [1, 2, 3]
    assert asyncio.run(store.read(lambda connection: rows.read_events(connection, "t1", 2))) == [event(3)]


def test_a_command_is_stored_once_a_guest(store: Database) -> None:
    async def repeat() -> list[Any]:
        await store.write(lambda connection: rows.add_table(connection, ROW, 1))
        changes = [
            appending(1, command="c"),
            appending(2, command="c"),
            appending(2, actor="ben", command="c"),
            appending(3),
            appending(4),
        ]
        answers = []
        for change in changes:
            answers += await asyncio.gather(store.write(change), return_exceptions=True)
        return answers

    assert [isinstance(answer, IntegrityError) for answer in asyncio.run(repeat())] == [False, True, False, False, False]


def test_what_fails_fails_alone_and_the_writer_goes_on(store: Database) -> None:
    def broken(connection: Connection) -> None:
        raise ValueError("broken")

    async def all_at_once() -> list[Any]:
        await store.write(lambda connection: rows.add_table(connection, ROW, 1))
        first = await asyncio.gather(store.write(broken), return_exceptions=True)
        return first + await asyncio.gather(store.write(appending(1)))

    failure, done = asyncio.run(all_at_once())
    assert isinstance(failure, ValueError)
    assert done is None


def test_a_database_that_is_out_of_order_says_so_once_and_when_it_works_again(
    store: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(query: str) -> Any:
        both = store.write, store.read
        answers = [await asyncio.gather(do(lambda it: it.exec_driver_sql(query).all()), return_exceptions=True) for do in both]
        for [answer] in answers:
            if isinstance(answer, Exception):
                report("an errand", answer)
        return answers

    failures._told.clear()
    for query in ("select 'hidden' from nowhere", "select 'hidden', 1 from nowhere", "select 1", "select 1"):
        asyncio.run(ask(query))
    assert [record.getMessage() for record in caplog.records] == [
        "the database cannot be written (no such table: nowhere); what needs it is refused until it can, and tried again",
        "the database cannot be read (no such table: nowhere); what needs it is refused until it can, and tried again",
        "the database can be written again",
        "the database can be read again",
    ]


def test_questions_change_nothing(store: Database) -> None:
    with pytest.raises(Exception, match="readonly"):
        asyncio.run(store.read(lambda connection: rows.add_table(connection, ROW, 1)))


def test_chairs_follow_the_log(store: Database) -> None:
    async def play() -> list[list[str]]:
        found = []
        await store.write(lambda connection: rows.add_table(connection, ROW, 1))
        for seq, seats in enumerate(({0: "ann"}, {1: "ben"}, {0: "cat"}, {1: ""}), start=1):
            await store.write(lambda connection, seq=seq, seats=seats: rows.append(connection, "t1", event(seq), seats))
            question = select(schema.chairs.c.guest).order_by(schema.chairs.c.seat)
            found.append(await store.read(lambda connection, question=question: list(connection.execute(question).scalars())))
        return found

    assert asyncio.run(play()) == [["ann"], ["ann", "ben"], ["cat", "ben"], ["cat"]]


def test_durable_waits_for_the_disk_at_each_commit(tmp_path: Path) -> None:
    for full, level in ((False, 1), (True, 2)):
        store = Database.open(tmp_path / str(full), durable=full)
        ask = lambda connection: connection.exec_driver_sql("PRAGMA synchronous").scalar()  # noqa: E731
        assert asyncio.run(store.write(ask)) == level
        store.close()


def test_a_transaction_that_cannot_begin_is_a_failure_of_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "BUSY", 0.001)
    engine = create_engine(f"sqlite:///{tmp_path / 'held.sqlite3'}")
    sqlite.listen(engine, writes=True, durable=False)
    with engine.begin(), pytest.raises(OperationalError, match="locked"), engine.begin():
        pass
    with engine.begin() as connection:  # and the next one begins
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1
    engine.dispose()
