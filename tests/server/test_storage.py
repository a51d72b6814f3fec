"""The store: private, migrated, one writer in groups, an append that is a lock."""

import asyncio
import importlib
import re
import socket
import stat
import threading
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, select
from sqlalchemy.event import listen
from sqlalchemy.exc import IntegrityError, OperationalError

from qipai.engine.errors import QipaiError
from qipai.server import api, failures, readiness, storage
from qipai.server.failures import report
from qipai.server.house import House
from qipai.server.refusals import Refused
from qipai.server.settings import Settings
from qipai.server.storage import accounts, copying, database, deadlines, rows, schema, sqlite
from qipai.server.storage.accounts import AccountRow, Confirmed, SessionRow
from qipai.server.storage.database import Database

from .troubled import Trouble, bring

MIGRATIONS = Path(storage.__file__).parent / "migrations"
ANN = AccountRow("ann", "Ann", "ann", "hash", 1)
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


def test_deleting_an_account_reads_nobody_elses_tables(store: Database) -> None:
    """By the plan of every question and change that it makes, not by its time."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, words: str, values: Any, *_: Any) -> None:
        if not words.startswith("PRAGMA"):
            asked.append((words, values))

    def leave(connection: Connection) -> list[str]:
        rows.append(connection, "t1", event(1), {0: "ann"})
        rows.note_visit(connection, "t1", "ann")
        rows.note_visit(connection, "t1", "ann")  # once more changes nothing
        accounts.claim(connection, ANN, SessionRow("browser", "ann", "", 1, 1), ["code"])
        listen(connection, "before_cursor_execute", note)
        found = accounts.tables_with(connection, "ann")
        change = accounts.without_name(connection, "t1", "ann", rows.PLAIN)
        accounts.rewrite(connection, change._replace(events={1: (b"{}", b"{}")}, deals={1: (b"[]", b"[]")}))
        accounts.forget_deals(connection, "ann")
        assert accounts.delete_account(connection, Confirmed("browser", ANN), ["t1"]) == ("", {"browser"})
        accounts.forget_visits(connection, "ann")
        plans = [connection.exec_driver_sql(f"explain query plan {words}", values).all() for words, values in list(asked)]
        return [row.id for row in found] + [row[-1] for plan in plans for row in plan]

    asyncio.run(store.write(lambda connection: rows.add_table(connection, ROW, 1)))
    named, *plans = asyncio.run(store.write(leave))
    assert named == "t1"
    assert len(asked) > 10
    large = {"events", "tables", "chairs", "deals", "results", "visits", "records", "reviews", "sessions", "guests"}
    assert [plan for plan in plans if plan.startswith("SCAN") and plan.split()[1] in large] == []
    assert any(plan.startswith("SEARCH events") for plan in plans)


def test_no_lane_of_reading_waits_for_another(store: Database) -> None:
    held, free = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        held.set()
        assert free.wait(60)

    async def read() -> list[int]:
        long = asyncio.create_task(store.read_long(hold))
        await asyncio.to_thread(held.wait)
        found = [
            await lane(lambda connection: connection.exec_driver_sql("select 1").scalar())
            for lane in (store.read, store.read_log)
        ]
        assert not long.done()
        free.set()
        await long
        return found

    assert asyncio.run(read()) == [1, 1]


def test_tables_at_which_people_are_named_are_found_in_an_older_store(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'old'}")
    with engine.begin() as connection:
        command.upgrade(configuration(connection), "0011")
        connection.exec_driver_sql("insert into tables values ('t1', 'tea-482', 'watch', 'gan_deng_yan', 1, 'ann', 1, 1, 1, 0)")
        for seq, actor in enumerate(("ann", "", "ann", "ben"), start=1):
            rows.append(connection, "t1", event(seq, actor), {})
        command.upgrade(configuration(connection), "head")
        assert set(connection.execute(select(schema.visits))) == {("ann", "t1"), ("ben", "t1")}
        rows.delete_tables(connection, ["t1"])
        assert connection.execute(select(schema.visits)).all() == []
    engine.dispose()


# -- deadlines


def test_every_wait_is_listed_with_its_deadline() -> None:
    """In the table of the page, by the names of the constants."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "design" / "scale.md").read_text(encoding="utf-8")
    listed = {
        name: float(seconds)
        for seconds, name in re.findall(r"^\| .* \| ([0-9.]+) \| `([a-z_.]+\.[A-Z_]+)` \|$", page, re.MULTILINE)
    }
    found = {}
    for name in listed:
        module, _, constant = name.rpartition(".")
        found[name] = float(getattr(importlib.import_module(f"qipai.server.{module}"), constant))
    assert listed == found
    here = {name for name, value in vars(deadlines).items() if name.isupper() and isinstance(value, int | float)}
    assert {f"storage.deadlines.{name}" for name in here} == {name for name in listed if name.startswith("storage.deadlines.")}


def test_a_database_has_time_to_end_what_this_side_ends_next() -> None:
    for within, patience in (
        (deadlines.STATEMENT, deadlines.CHANGE),
        (deadlines.LOADING, deadlines.LOADED),
        (deadlines.LONG, deadlines.READ_LONG),
    ):
        assert max(within, deadlines.LOCK, deadlines.BUSY) + deadlines.MARGIN + deadlines.CONNECT < patience
    assert deadlines.STATEMENT + deadlines.MARGIN + deadlines.CONNECT < 10, "the house is back ten seconds after its store"


ENDLESS = "with recursive counted(n) as (select 1 union all select n + 1 from counted) select count(*) from counted"


def test_a_statement_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "STATEMENT", 0.1)
    monkeypatch.setattr(database, "MARGIN", 0.1)
    store = Database.open(tmp_path)

    async def run() -> list[Any]:
        endless = [
            asyncio.create_task(do(lambda it: it.exec_driver_sql(ENDLESS).all()))
            for do in (store.read, store.write, store.aside)
        ]
        found = await asyncio.gather(*endless, return_exceptions=True)
        return [
            *found,
            *(
                await asyncio.gather(
                    *(do(lambda it: it.exec_driver_sql("select 1").scalar()) for do in (store.read, store.write))
                )
            ),
        ]

    found = asyncio.run(run())
    store.close()
    assert [str(getattr(one, "orig", one)) for one in found] == ["interrupted"] * 3 + ["1", "1"]


def test_who_shares_a_commit_with_such_a_statement_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "STATEMENT", 0.1)
    monkeypatch.setattr(database, "MARGIN", 0.1)
    store = Database.open(tmp_path)
    begun, gate = threading.Event(), threading.Event()

    def wait(_: Connection) -> None:
        begun.set()
        assert gate.wait(60.0)

    async def run() -> list[Any]:
        first = asyncio.create_task(store.write(wait))
        assert await asyncio.to_thread(begun.wait, 60.0)
        changes = (lambda it: rows.add_table(it, ROW, 1)), (lambda it: it.exec_driver_sql(ENDLESS).all())
        waiting = [asyncio.create_task(store.write(change)) for change in changes]
        while store.waiting() < len(waiting):
            await asyncio.sleep(0)
        gate.set()
        await first
        found = await asyncio.gather(*waiting, return_exceptions=True)
        return [*found, await store.read(lambda it: it.exec_driver_sql("select id from tables").scalar())]

    added, ended, id = asyncio.run(run())
    store.close()
    assert (added, str(getattr(ended, "orig", ended)), id) == (None, "interrupted", "t1")


def test_a_connection_without_an_answer_is_ended_and_one_that_rests_is_not() -> None:
    watch, pairs = deadlines.LineWatch(), [socket.socketpair() for _ in range(2)]
    silent, resting = (deadlines.Line(near) for near, _ in pairs)
    watch._lines |= {silent: None, resting: None}
    silent.until = 0.0
    assert pairs[0][0].recv(1) == b"", "whoever waits for an answer is told that it is lost"
    assert resting.until == inf
    pairs[1][1].send(b"x")
    assert pairs[1][0].recv(1) == b"x"
    watch.close()
    for line, pair in zip((silent, resting), pairs, strict=True):
        line.close()
        for end in pair:
            end.close()


def test_a_change_that_was_given_up_before_it_was_begun_is_never_made(store: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "CHANGE", 0.2)
    held, free = threading.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        held.set()
        assert free.wait(60)
        rows.append(connection, "t1", event(1), {})

    async def run() -> list[Any]:
        await store.write(lambda connection: rows.add_table(connection, ROW, 1))
        begun = asyncio.create_task(store.write(hold))
        await asyncio.to_thread(held.wait)
        outcomes = await asyncio.gather(begun, store.write(appending(2)), return_exceptions=True)
        free.set()
        monkeypatch.setattr(database, "CHANGE", 60.0)
        await store.write(lambda connection: None)  # the writer goes on
        return [*map(type, outcomes), await store.read(lambda connection: rows.read_events(connection, "t1", 0))]

    assert asyncio.run(run()) == [deadlines.OutcomeUnknown, deadlines.Unanswered, [event(1)]]


def test_health_knows_when_nobody_could_play_for_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = Trouble(tmp_path / "trouble")
    bring(trouble, monkeypatch.setattr)

    async def run() -> None:
        house = House(Database.open(tmp_path / "data"), {}, Settings())
        asked = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(house=house)))

        async def tried() -> None:
            house.readiness._trying = None
            assert (await api.health(asked)).status_code == 200  # type: ignore[arg-type]
            assert await house.readiness.tried() == (not trouble.words)

        try:
            await tried()
            trouble.be("away")
            await tried()
            assert house.database.failing_since() is not None
            assert (await api.health(asked)).status_code == 200, "a moment is none"  # type: ignore[arg-type]
            with monkeypatch.context() as patch:
                patch.setattr(readiness, "GIVEN_UP", 0.0)
                with pytest.raises(Refused) as refused:
                    await api.health(asked)  # type: ignore[arg-type]
                assert (refused.value.status, refused.value.refusal.code) == (503, "not_ready")
            trouble.be("")
            await tried()
            assert house.database.failing_since() is None
        finally:
            await house.stop()

    asyncio.run(run())
