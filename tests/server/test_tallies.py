"""Limits of a house: what is taken at one process counts at all, and after a restart; and what that costs."""

import asyncio
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, select

from qipai.games import GAMES
from qipai.server import accounts, limits
from qipai.server.house import House
from qipai.server.limits import Buckets, Counters, Limit, Limits, taking
from qipai.server.protocol import NewTable
from qipai.server.refusals import Refused
from qipai.server.settings import Settings
from qipai.server.storage import digests, rows, sharing, tallies
from qipai.server.storage.accounts import SessionRow
from qipai.server.storage.database import Database
from qipai.server.storage.schema import keys, takings
from qipai.server.storage.tallies import PassedOn
from tests.server import stores

from .conftest import Server
from .people import Guest, together
from .test_lobby import at_table


def shared(least: float = 0) -> tuple[SimpleNamespace, Buckets]:
    clock = SimpleNamespace(now=0.0)
    buckets = Buckets(Limit(1, 10), lambda: clock.now)
    buckets.share(lambda key: f"#{key}", least)
    return clock, buckets


def left(buckets: Buckets, key: str) -> float:
    return buckets.limit.burst - next(cost for cost in range(99) if buckets.wait(key, buckets.limit.burst - cost) == 0)


def test_what_others_took_counts_once_for_keys_known_and_unknown() -> None:
    clock, one = shared()
    one.take("ann", 3)
    one.hear("#ann", 5)
    one.hear("#ben", 4)
    assert (left(one, "ann"), left(one, "ben"), left(one, "cy")) == (2, 6, 10)
    assert one.untold() == {"#ann": 3}
    one.hear("#ann", 8)
    assert left(one, "ann") == 2, "its own 3 are among the 8"
    one.hear("#ann", 1)
    assert left(one, "ann") == 2, "what was known is not forgotten"
    clock.now = 4
    assert (left(one, "ann"), left(one, "ben")) == (6, 10)
    one.take("ben", 2)
    one.hear("#ben", 6)
    assert left(one, "ben") == 2, "what is not told yet is not among the 6"


def test_who_takes_little_is_told_to_nobody() -> None:
    clock, one = shared(least=5)
    one.take("ann", 3)
    assert one.untold() == {}
    clock.now = 2
    one.take("ann", 3)
    assert one.untold() == {}, "2 have come back"
    one.take("ann", 3)
    assert one.untold() == {"#ann": 7}
    assert one.untold() == {}
    one.take("ann", -1)
    assert one.untold() == {"#ann": -1}
    one.take("ben", 2)
    clock.now = 9
    assert one.untold() == {}
    assert one._untold == {}


def test_another_key_of_digests_forgets_nothing() -> None:
    clock, one = shared()
    one.hear("#ann", 6)
    one.take("ann")
    one.share(lambda key: f"+{key}", 0)
    one.hear("+ann", 1)
    assert left(one, "ann") == 3
    assert one.untold() == {"+ann": 1}
    clock.now = 1
    one.untell({"+ann": 1})
    assert one.untold() == {"+ann": 1}


def test_others_are_heard_of_a_key_that_had_all_back_when_the_day_ended() -> None:
    clock, one = shared()
    one.take("ann", 3)
    one.untold()
    clock.now = 3
    one.share(lambda key: f"+{key}", 0)
    one.hear("+ann", 10)
    assert left(one, "ann") == 0


def test_keys_are_forgotten_with_all_that_is_known_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 3)
    _, one = shared()
    for number in range(9):
        one.take(f"known {number}")
        one.hear(f"#heard {number}", 2)
    assert (len(one._filled), len(one._known), len(one._heard), len(one._untold)) == (3, 3, 3, 3)
    for number in range(9):
        one.wait(f"heard {number}")
    assert len(one._filled) == len(one._known) == 3


def test_who_takes_most_is_forgotten_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 30)
    _, one = shared()
    one.take("ann", 10)
    one.hear("#ben", 10)
    for number in range(200):
        one.take(f"known {number}")
        one.hear(f"#heard {number}", 1)
    assert (left(one, "ann"), left(one, "ben")) == (0, 0)
    assert max(len(one._filled), len(one._heard)) <= 30
    assert set(one._known.values()) == set(one._filled) >= set(one._untold)


def test_what_was_counted_before_the_clock_was_set_back_comes_back_from_now_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = sharing.CLOCKS["sqlite"]

    def ends(connection: Connection) -> dict[str, int]:
        left = takings.c.until - sharing.now(connection)
        return {row[0]: row[1] for row in connection.execute(select(takings.c.key, left))}

    async def work(store: Database) -> None:
        async def take(*keys: str) -> None:
            taken = [PassedOn("a", key, 3.0, 0.001) for key in keys]
            await store.write(lambda connection: tallies.pass_on(connection, taken))

        monkeypatch.setitem(sharing.CLOCKS, "sqlite", f"({right} + {digests.DAY})")
        await take("again", "once")
        monkeypatch.setitem(sharing.CLOCKS, "sqlite", right)
        await take("again")
        assert not await store.write(lambda connection: tallies.forget(connection, 9))
        heard = {one.key: one for one in await store.read(lambda connection: tallies.hear(connection, None))}
        assert heard["again"].used == pytest.approx(6, abs=0.1), "not what comes back in a day"
        assert heard["once"].used == 3
        assert min(one.for_ for one in heard.values()) >= 0, "from now on"
        assert 0 < (await store.read(ends))["once"] <= 3000_000 < (await store.read(ends))["again"] <= 6000_000

    store = Database.open(tmp_path)
    asyncio.run(work(store))
    store.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house in which nothing goes on by itself."""
    house = House(Database.open(tmp_path), GAMES, Settings(limits=Limits(open_tables_of_guest=12, open_tables_of_address=14)))
    yield house
    house.accounts.close()
    house.database.close()


async def codes_of(asked: Iterable[Awaitable[Any]]) -> dict[str, int]:
    """What becomes of requests that come all at once."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    return Counter(one.refusal.code if isinstance(one, Refused) else type(one).__name__ for one in answers)


def test_no_guess_is_taken_of_a_name_while_too_many_passwords_wait(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = SessionRow("d" * 64, "", "", 1, 1)
    monkeypatch.setattr(house.accounts, "_waiting", accounts.WAITING)
    tries = (house.accounts.sign_in("Mei", "a password", browser, "", f"10.0.0.{number}") for number in range(11))
    assert asyncio.run(codes_of(tries)) == {"slow_down": 11}
    assert house.accounts.tries_of_name.wait(f"name {accounts.skeleton('Mei')}", 10) == 0


def test_no_more_tables_are_opened_at_once_than_one_after_the_other(house: House) -> None:
    wanted = NewTable("gan_deng_yan", 3, "Ann")

    async def work() -> None:
        assert await codes_of(house.open(wanted, "ann", "10.0.0.1") for _ in range(30)) == {
            "TableRow": 10,
            "too_many_tables": 20,
        }
        guests = (f"guest {number}" for number in range(20))
        assert await codes_of(house.open(wanted, guest, "10.0.0.1") for guest in guests) == {
            "TableRow": 4, "too_many_open_here": 16,
        }  # fmt: skip
        house.tables_of_guest = Buckets(Limit(1, 30))
        refused = {"TableRow": 2, "too_many_open_tables": 18}
        assert await codes_of(house.open(wanted, "ann", f"10.0.1.{number}") for number in range(20)) == refused
        assert house.tables_of_guest.wait("ann", 28) == 0, "what opened no table cost nothing"

    asyncio.run(work())


def test_no_more_codes_are_guessed_at_once_than_one_after_the_other(house: House) -> None:
    async def work() -> None:
        row = await house.open(NewTable("gan_deng_yan", 3, "Ann"), "ann", "10.0.0.1")
        guesses = [house.find("10.0.0.2", code=f"amber-bear-{number}") for number in range(50)]
        assert await codes_of([*guesses, house.find("10.0.0.2", code=row.code)]) == {
            "unknown_table": 20,
            "too_many_lookups": 31,
        }
        assert await codes_of(house.find("10.0.0.1", code=row.code) for _ in range(50)) == {"Table": 50}

    asyncio.run(work())


def test_a_round_that_is_cut_off_by_the_end_of_the_server_counts_once(house: House) -> None:
    """Its change waits for the writer, and is stored all the same."""

    async def work() -> list[float]:
        house.tables_of_guest.take("ann")
        held, free = threading.Event(), threading.Event()
        busy = asyncio.create_task(house.database.write(lambda _: (held.set(), free.wait(60))))
        await asyncio.to_thread(held.wait)
        cut_off = asyncio.create_task(house.tallies.round())
        while not house.database.waiting():
            await asyncio.sleep(0)
        cut_off.cancel()
        free.set()
        await busy
        await house.tallies.round()
        return await house.database.read(lambda connection: list(connection.execute(select(takings.c.used)).scalars()))

    asyncio.run(house.tallies._renew())
    assert asyncio.run(work()) == [pytest.approx(1, abs=0.1)]


def test_what_fails_gives_back_what_it_took() -> None:
    _, one = shared()
    other = Buckets(Limit(1, 10), lambda: 0.0)
    seen = []

    def fail() -> None:
        with taking("slow_down", (one, "ann"), (other, "home")):
            seen.append(left(one, "ann"))
            raise Refused("unknown_table")

    with pytest.raises(Refused):
        fail()
    assert (left(one, "ann"), other.wait("home", 10)) == (10, 0)
    other.take("home", 10)
    with pytest.raises(Refused):
        fail()
    assert (left(one, "ann"), seen) == (10, [9]), "the other had none left"


def test_what_is_held_elsewhere_counts() -> None:
    sockets = Counters(3)
    sockets.share(lambda key: f"#{key}")
    sockets.hear({"#ann": 2})
    sockets.hold("ann", "slow_down")
    with pytest.raises(Refused):
        sockets.hold("ann", "slow_down")
    sockets.hold("ben", "slow_down")
    sockets.hold("ben", "slow_down")
    assert sockets.held(2) == {"#ben": 2}
    sockets.hear({})
    sockets.hold("ann", "slow_down")


def test_a_store_adds_up_and_lets_come_back(tmp_path: Path) -> None:
    async def add(store: Database) -> None:
        for taken in (4.0, 2.0, -1.0):
            await store.write(lambda connection, taken=taken: tallies.pass_on(connection, [PassedOn("a", "k", taken, 0.001)]))
        await store.write(
            lambda connection: tallies.pass_on(connection, [PassedOn("b", "k", 0.001, 1.0), PassedOn("b", "l", -3.0, 1.0)])
        )
        heard = {(one.what, one.key): one.used for one in await store.read(lambda connection: tallies.hear(connection, 0))}
        assert heard["a", "k"] == pytest.approx(5, abs=0.1)
        assert heard["b", "l"] == 0
        while await store.read(lambda connection: len(tallies.hear(connection, None))) > 1:
            await asyncio.sleep(0.001)
        assert await store.write(lambda connection: tallies.forget(connection, 9)) == 2
        assert await store.read(lambda connection: connection.execute(select(takings.c.what)).scalars().all()) == ["a"]

    store = Database.open(tmp_path)
    asyncio.run(add(store))
    store.close()


def test_the_key_of_a_day_goes_with_it(tmp_path: Path) -> None:
    async def days(store: Database) -> list[str]:
        made = []
        for now in (5 * digests.DAY, 6 * digests.DAY - 1, 6 * digests.DAY):
            made.append(
                await store.write(lambda connection, now=now: digests.household(connection, rows.PLAIN, now, "10.0.0.1"))
            )
        assert await store.read(lambda connection: connection.execute(select(keys.c.name)).scalars().all()) == ["day-6"]
        return made

    store = Database.open(tmp_path)
    first, same, other = asyncio.run(days(store))
    store.close()
    assert first == same != other


@together
async def test_slow_limits_outlast_a_restart_and_no_file_has_an_address(start: Callable[..., Server]) -> None:
    server = start(limits={"tables_of_guest": [0.001, 3], "tables_of_address": [0.001, 5], "messages_of_address": [200, 2000]})
    ann, ben = await Guest.new(server.port, "Ann", "127.0.0.8"), await Guest.new(server.port, "Ben", "127.0.0.8")
    for _ in range(3):
        await at_table(ann, await ann.open())
    await ben.open()
    server.stop()
    await asyncio.to_thread(server.start)
    assert (await ann.try_open()).json()["code"] == "too_many_tables"
    assert (await ben.try_open()).status_code == 201
    assert (await ben.try_open()).json()["code"] == "too_many_tables", "the address has had its five"
    assert {what for (what,) in server.rows("select what from takings")} == {
        "tables_of_guest", "tables_of_address", "guests_of_address",
    }, "what refills fast is nowhere"  # fmt: skip
    with closing(sqlite3.connect(server.data / "tables.sqlite3")) as store:
        assert not any("127.0.0.8" in line for line in store.iterdump())


@together
async def test_an_address_has_so_many_tables_open_whichever_process_it_asks(start: Callable[..., Server]) -> None:
    server = start(limits={"open_tables_of_address": 2})
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben", "127.0.0.8")
    await ann.open()
    code = await ann.open()
    server.kill()
    await asyncio.to_thread(server.start)
    assert (await ann.try_open()).json()["code"] == "too_many_open_here"
    assert (await ben.try_open()).status_code == 201
    assert (await (await at_table(ann, code)).do("close"))["k"] == "ok"
    assert (await ann.try_open()).status_code == 201


async def until(true: Callable[[], Any]) -> None:
    end = time.monotonic() + 60
    while not await true():
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


@pytest.mark.slow
@together
async def test_two_processes_count_together(start: Callable[..., Server]) -> None:
    with stores.postgres() as store:
        few = {"tables_of_guest": [0.001, 4], "sockets_of_guest": 4}
        one, two = (start(settings={"database": store.url}, limits=few) for _ in range(2))
        ann = await Guest.new(one.port)
        there = Guest(two.port, ann.headers["authorization"].partition(" ")[2])
        codes = [await ann.open(), await there.open(), await ann.open()]

        await there.open()
        await until(lambda: is_refused(ann))
        await until(lambda: is_refused(there))
        for code in codes:
            await at_table(ann, code)
        await at_table(there, codes[0])
        await until(lambda: is_full(there, codes[0]))


async def is_refused(at: Guest) -> bool:
    return (await at.try_open()).json().get("code") == "too_many_tables"


async def is_full(at: Guest, code: str) -> bool:
    visitor = await at.visit(code)
    await visitor.until_heard(lambda visitor: visitor.view or visitor.refusals)
    closed = bool(visitor.refusals) and visitor.refusals[0]["code"] == "too_many_sockets"
    if not closed:
        await visitor.vanish()
    return closed
