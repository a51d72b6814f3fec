"""Several processes change one store: none waits for one that waits for it, and nobody pays for another's conflict."""

import asyncio
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.exc import IntegrityError, OperationalError

from qipai.server.storage import accounts, desk, pushes, rows, sharing
from qipai.server.storage.accounts import AccountRow, SessionRow
from qipai.server.storage.database import Database, Job
from qipai.server.storage.schema import drivers, events, servers, tables

from . import stores

PATIENCE = 60.0
ORDER = re.compile(r"^\*\*The order of locks\*\*: (.*?)\.$", re.M | re.S)
SCALE = Path(__file__).resolve().parents[2] / "docs" / "design" / "scale.md"


def row(id: str, **other: Any) -> rows.TableRow:
    return rows.TableRow(
        **{"id": id, "code": id, "watch": f"w{id}", "game": "giog", "rules_version": 1, "owner": "ann", "open": 1, **other}
    )


def settling(table: str, server: str, *come: str, here: bool = True) -> Callable[[Connection], sharing.Wheel]:
    there = [(guest, False) for guest in come]
    return lambda connection: sharing.settle(connection, table, server, [], there, here, "ann")


# -- in which order


class Recorder:
    """The tables that a change writes or locks, in order."""

    def __init__(self, connection: Connection) -> None:
        self.locked: list[str] = []
        event.listen(connection, "before_execute", self.note)

    def note(self, _connection: Connection, statement: Any, *_: Any) -> None:
        lock = getattr(statement, "_for_update_arg", None)
        if lock is not None:
            if not lock.skip_locked:  # else it waits for nobody
                self.locked += [source.name for source in statement.get_final_froms()]
        elif not statement.is_select:
            self.locked.append(statement.table.name)


CHANGES: dict[str, Callable[[Connection], Any]] = {
    "come": settling("t1", "a", "ann", "ben"),
    "hand over": settling("t1", "a", here=False),
    "say": lambda connection: sharing.say(connection, "t1", "a", 0, "tea"),
    "name a host": lambda connection: sharing.name_host(connection, "t1", "a", "ben"),
    "make a host": lambda connection: sharing.hand_over(connection, "t1", "ben"),
    "forget phrases": lambda connection: sharing.forget_phrases(connection, -1),
    "bury": lambda connection: sharing.bury(connection, "a"),
}


def test_every_change_takes_its_locks_in_the_order_of_the_page(tmp_path: Path) -> None:
    """On SQLite, where the same statements run in the same order, though none of them waits."""
    found = ORDER.search(SCALE.read_text())
    assert found
    order = re.findall(r"`(\w+)`", found[1])
    engine = create_engine(f"sqlite:///{tmp_path / 'store'}")
    tables.metadata.create_all(engine)
    with engine.begin() as connection:
        sharing.beat(connection, "a")
        sharing.beat(connection, "b")
        settling("t1", "b", "cy")(connection)
        connection.execute(drivers.update().values(server_id="a"))
    for name, change in CHANGES.items():
        with engine.begin() as connection:
            recorder = Recorder(connection)
            change(connection)
        assert recorder.locked, name
        places = [order.index(table) for table in recorder.locked]
        last = places.pop() if name == "bury" else places[-1]  # the row that it has locked first goes last
        assert places == sorted(places), (name, recorder.locked)
        assert last == (0 if name == "bury" else max(places))
    engine.dispose()


# -- what the database aborts


class Aborted(Exception):
    sqlstate = "40P01"


class Gone(Exception):
    sqlstate = "57P01"


class Ended(Exception):
    sqlstate = "57014"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    store = Database.open(tmp_path / "data")
    yield store
    store.close()


async def together(store: Database, *changes: Callable[[Connection], Any]) -> list[Any]:
    """What becomes of changes that are stored in one group."""
    begun, gate, loop = threading.Event(), threading.Event(), asyncio.get_running_loop()

    def wait(_: Connection) -> None:
        begun.set()
        assert gate.wait(PATIENCE)

    gated = asyncio.create_task(store.write(wait))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    jobs = [Job(change, loop, loop.create_future()) for change in changes]
    for job in jobs:
        store._jobs.put(job)
    gate.set()
    await gated
    return await asyncio.gather(*(job.answer for job in jobs), return_exceptions=True)


def adding(id: str) -> Callable[[Connection], str]:
    def add(connection: Connection) -> str:
        rows.add_table(connection, row(id), 1)
        return id

    return add


def failing(failures: list[Exception], id: str) -> Callable[[Connection], str]:
    """A change that fails as often as there are failures."""

    def add(connection: Connection) -> str:
        adding(id)(connection)
        if failures:
            raise failures.pop()
        return id

    return add


def stored(store: Database) -> set[str]:
    return set(asyncio.run(store.read(lambda connection: list(connection.execute(select(tables.c.id)).scalars()))))


def test_what_the_database_aborts_is_tried_again_change_by_change(store: Database) -> None:
    aborts = [OperationalError("insert", None, Aborted()) for _ in range(3)]
    told = asyncio.run(together(store, adding("t1"), failing(aborts, "t2"), adding("t3")))
    assert told == ["t1", "t2", "t3"]
    assert aborts == []
    assert stored(store) == {"t1", "t2", "t3"}


@pytest.mark.parametrize("error", [ValueError(), IntegrityError("insert", None, Exception())])
def test_an_error_goes_to_the_change_that_it_belongs_to(store: Database, error: Exception) -> None:
    told = asyncio.run(together(store, adding("t1"), failing([error] * 9, "t2"), adding("t3")))
    assert told == ["t1", error, "t3"]
    assert stored(store) == {"t1", "t3"}


def test_a_change_that_is_aborted_for_ever_is_refused_alone(store: Database) -> None:
    told = asyncio.run(together(store, adding("t1"), failing([OperationalError("insert", None, Aborted())] * 99, "t2")))
    assert told[0] == "t1"
    assert isinstance(told[1], OperationalError)


def test_a_connection_that_is_lost_is_not_aborted(store: Database) -> None:
    """Whether anything was stored is not known: a second try of the same would be a guess."""
    lost = [OperationalError("insert", None, Gone())]
    told = asyncio.run(together(store, adding("t1"), failing(lost, "t2")))
    assert [type(one) for one in told] == [OperationalError] * 2
    assert stored(store) == set()


@pytest.mark.parametrize("beside", [["t1", "t3"], []])
def test_a_statement_that_takes_too_long_costs_its_change_alone(store: Database, beside: list[str]) -> None:
    """And that only once: it has had its time."""
    ends: list[Exception] = [OperationalError("insert", None, Ended()) for _ in range(9)]
    tries = 2 if beside else 1  # in the group and alone
    told = asyncio.run(together(store, failing(ends, "t2"), *map(adding, beside)))
    assert [type(one) for one in told] == [OperationalError] + [str] * len(beside)
    assert len(ends) == 9 - tries
    assert stored(store) == set(beside)


# -- with a PostgreSQL: each race that was a deadlock, forced once


class Races:
    """A PostgreSQL, and two who change it at once."""

    def __init__(self, url: str) -> None:
        self.url = url
        Database.open(url).close()
        self.engine = create_engine(url)
        with self.engine.begin() as connection:
            for server in ("a", "b"):
                sharing.beat(connection, server)
            for table in ("t1", "t2"):
                rows.add_table(connection, row(table), 1)

    def deadlocks(self) -> int:
        """How many the database has found; those who were part of one have to be gone, or it does not say so yet."""
        self.engine.dispose()
        with self.engine.connect() as connection:
            return int(
                connection.exec_driver_sql("select deadlocks from pg_stat_database where datname = 'postgres'").scalar() or 0
            )

    def waits(self) -> bool:
        """Does somebody wait for a lock?"""
        with self.engine.connect() as connection:
            question = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
            return bool(connection.exec_driver_sql(question).scalar())

    def run(self, held: Callable[[Connection], Any], written: str, other: Callable[[Connection], Any]) -> list[Any]:
        """Hold one change after its first statement that begins so, until another waits or is done; what became of both."""
        reached, go_on = threading.Event(), threading.Event()

        def hold(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if not reached.is_set() and statement.startswith(written):
                reached.set()
                assert go_on.wait(PATIENCE)

        def first() -> Any:
            engine = create_engine(self.url)
            event.listen(engine, "after_cursor_execute", hold)
            return change(engine, held)

        def second() -> Any:
            return change(create_engine(self.url), other)

        with ThreadPoolExecutor(2) as both:
            begun = both.submit(first)
            assert reached.wait(PATIENCE)
            follows = both.submit(second)
            end = time.monotonic() + PATIENCE
            while not follows.done() and not self.waits():
                assert time.monotonic() < end
            go_on.set()
            return [begun.result(PATIENCE), follows.result(PATIENCE)]


def change(engine: Engine, what: Callable[[Connection], Any]) -> Any:
    """What a change returns, or its failure."""
    try:
        with engine.begin() as connection:
            return what(connection)
    except Exception as failure:
        return failure
    finally:
        engine.dispose()


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with stores.postgres() as server:
        yield server.url


@pytest.fixture
def races(postgres: str) -> Iterator[Races]:
    races = Races(postgres)
    yield races
    with races.engine.begin() as connection:
        for table in reversed(tables.metadata.sorted_tables):
            connection.execute(table.delete())
    races.engine.dispose()


def phrase(connection: Connection) -> None:
    sharing.say(connection, "t1", "a", 0, "tea")


def append(connection: Connection) -> None:
    """An entry that closes a table."""
    rows.append(connection, "t1", rows.EventRow(1, 1, "ann", None, b"{}", 1), {0: "ann"})
    rows.touch(connection, "t1", 1, is_open=False)


def purge(connection: Connection) -> list[str]:
    gone = rows.old_tables(connection, 99, 10)
    rows.delete_tables(connection, gone)
    return gone


RACES: dict[str, tuple[Callable[[Connection], Any], str, Callable[[Connection], Any]]] = {
    "settle and bury": (settling("t1", "a", "ben", "cy"), "DELETE FROM presence", partial(sharing.bury, server="a")),
    "hand over and bury": (settling("t1", "a", here=False), "UPDATE drivers", partial(sharing.bury, server="b")),
    "say and bury": (phrase, "DELETE FROM phrases", partial(sharing.bury, server="a")),
    "bury and say": (partial(sharing.bury, server="a"), "SELECT servers.id", phrase),
    "bury and settle": (partial(sharing.bury, server="a"), "SELECT servers.id", settling("t1", "a", "dan")),
    "bury and forget": (
        partial(sharing.bury, server="a"), "DELETE FROM presence", lambda connection: sharing.forget_phrases(connection, -1),
    ),
    "append and purge": (append, "INSERT INTO events", purge),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", RACES)
def test_no_two_changes_wait_for_each_other(races: Races, name: str) -> None:
    with races.engine.begin() as connection:
        settling("t1", "a", "ann", "ben")(connection)
        settling("t1", "b", "eve")(connection)
        phrase(connection)
        if name == "append and purge":
            connection.execute(tables.update().values(open=0))
    told = races.run(*RACES[name])
    assert races.deadlocks() == 0, told
    assert not [one for one in told if isinstance(one, OperationalError)], told
    buried = [one for one in told if isinstance(one, IntegrityError)]
    assert len(buried) == (name in ("bury and say", "bury and settle")), "who is dead to the others is told so, and only then"


@pytest.mark.slow
def test_two_groups_that_want_the_same_tables_the_other_way_round(races: Races) -> None:
    """Each holds the wheel of one table and wants that of the other: both are stored, and each table has one driver."""
    met = threading.Barrier(2)

    def taking(table: str, server: str) -> Callable[[Connection], Any]:
        first_time = [True]

        def take(connection: Connection) -> Any:
            wheel = settling(table, server, "ann")(connection)
            if first_time.pop() if first_time else False:
                met.wait(PATIENCE)
            return wheel

        return take

    def process(server: str, first: str, second: str) -> list[Any]:
        with closing(Database.open(races.url)) as store:
            return asyncio.run(together(store, taking(first, server), settling(second, server, "ann")))

    with ThreadPoolExecutor(2) as both:
        told = [both.submit(process, "a", "t1", "t2"), both.submit(process, "b", "t2", "t1")]
        wheels = [one.result(PATIENCE) for one in told]
    assert races.deadlocks() == 0
    assert all(isinstance(wheel, sharing.Wheel) for both_of in wheels for wheel in both_of), wheels
    assert {wheel.server for wheel in (wheels[0][0], wheels[1][1])} == {wheels[0][0].server}


@pytest.mark.slow
def test_a_deadlock_that_somebody_else_makes_costs_nobody_a_change(races: Races) -> None:
    """A program that is not the house's takes locks the wrong way round, with more patience than the database has."""
    with ExitStack() as stack:
        store = stack.enter_context(closing(Database.open(races.url)))
        other = stack.enter_context(races.engine.connect())
        held, wanted = threading.Event(), threading.Event()

        def crossing(connection: Connection) -> str:
            connection.execute(tables.update().where(tables.c.id == "t1").values(open=0))
            held.set()
            assert wanted.wait(PATIENCE)
            connection.execute(tables.update().where(tables.c.id == "t2").values(open=0))
            return "stored"

        def cross() -> None:
            other.exec_driver_sql("set local deadlock_timeout = '60s'")  # so that it is the house that is aborted
            other.execute(tables.update().where(tables.c.id == "t2").values(touched_at=5))
            assert held.wait(PATIENCE)
            wanted.set()
            other.execute(tables.update().where(tables.c.id == "t1").values(touched_at=5))
            other.commit()

        crosses = stack.enter_context(ThreadPoolExecutor(1)).submit(cross)
        assert asyncio.run(store.write(crossing)) == "stored"
        crosses.result(PATIENCE)
    with races.engine.connect() as connection:
        assert list(connection.execute(select(tables.c.open)).scalars()) == [0, 0]
        assert list(connection.execute(select(events.c.seq)).scalars()) == []
        assert len(list(connection.execute(select(servers.c.id)).scalars())) == 2


@pytest.mark.slow
def test_who_signs_out_while_they_ask_to_be_told_of_turns_is_told_of_none(races: Races) -> None:
    with races.engine.begin() as connection:
        accounts.claim(connection, AccountRow("ann", "Ann", "ann", "hash", 1), SessionRow("browser", "ann", "", 1, 1), ["code"])
    browser = pushes.PushRow("push", "ann", "https://push.example/1", b"k", b"a", "en", 1, "browser")

    def ask(connection: Connection) -> bool:
        return accounts.may_act(connection, "browser", "ann") and pushes.subscribe(connection, browser)

    signs_out = partial(accounts.end_sessions, person="ann", ids=["browser"])
    assert races.run(ask, "SELECT sessions.id", signs_out) == [True, None]
    with races.engine.connect() as connection:
        assert accounts.sessions_of(connection, "ann") == []
        assert pushes.browsers_of(connection, "ann") == []


def barring(id: str) -> Callable[[Connection], None]:
    return partial(desk.bar, row=desk.BarRow(id, desk.ADDRESS, id, "an address", "", 1, 99))


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 1])
def test_an_address_is_barred_while_the_last_other_may_come_in_again(races: Races, first: int) -> None:
    with races.engine.begin() as connection:
        barring("one")(connection)
    bars, unbars = barring("two"), partial(desk.unbar, id="one")
    orders: list[tuple[Callable[[Connection], Any], str, Callable[[Connection], Any]]]
    orders = [(bars, "INSERT INTO bars", unbars), (unbars, "DELETE FROM keys", bars)]
    held, written, other = orders[first]
    failures = [one for one in races.run(held, written, other) if isinstance(one, Exception)]
    assert failures == []
    with races.engine.connect() as connection:
        standing = desk.standing(connection, 2)
    assert [bar.whom for bar in standing.bars] == [desk.address_mark(standing.bar_key, "two")]


@pytest.mark.slow
def test_two_signs_are_hung_at_once_and_one_hangs(races: Races) -> None:
    hangs = [partial(desk.hang, sign=desk.Sign(desk.ANNOUNCEMENT, body, 1, 0)) for body in ("Hello", "Good evening")]
    assert races.run(hangs[0], "INSERT INTO signs", hangs[1]) == [None, None]
    with races.engine.connect() as connection:
        assert desk.standing(connection, 2).signs == {desk.ANNOUNCEMENT: "Good evening"}
