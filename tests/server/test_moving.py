"""A server that is replaced sends its people to the others, and the tables go on there."""

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from qipai.games import GAMES
from qipai.server import neighbours
from qipai.server.connections import RESTARTED
from qipai.server.house import House
from qipai.server.protocol import NewTable
from qipai.server.settings import Settings
from qipai.server.storage.database import Database
from qipai.server.storage.schema import drivers
from qipai.server.tables import Table
from qipai.session.log import TABLE

from .conftest import Server
from .onlookers import Onlooker, events
from .people import Guest, together
from .virtual_time import virtual_time


class Guarded(Onlooker):
    """A connection that is ended as a real one is: the table hears of it."""

    def __init__(self, guest: str, table: Table) -> None:
        super().__init__(guest)
        self.table, self.ended = table, asyncio.Event()
        self.code = 0

    async def finish(self, code: int, reason: str) -> None:
        self.code = code
        self.table.leave(self)  # type: ignore[arg-type]
        self.ended.set()


async def two_houses(folder: Path, test: Callable[[House, House], Any]) -> None:
    houses = [House(Database.open(folder), GAMES, Settings(bot_pause=(600.0, 600.0))) for _ in range(2)]
    for house in houses:
        assert house.neighbours
        await house.neighbours.start()
    try:
        await test(*houses)
    finally:
        for house in houses:
            await house.stop()


async def begun(house: House, clock: str = "fast") -> Table:
    """A table with a clock at which Ann plays."""
    row = await house.open(NewTable("gan_deng_yan", 2, "Ann", clock=clock), "ann", "")
    table = await house.table(row)
    await table.arrive(Guarded("ann", table), None)  # type: ignore[arg-type]
    await table.change(TABLE, table.session.begin)
    return table


async def driver_of(house: House, table: Table) -> str | None:
    question = select(drivers.c.server_id).where(drivers.c.table_id == table.row.id)
    return await house.database.read(lambda connection: connection.execute(question).scalar())


@pytest.fixture(autouse=True)
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.server.storage.database.lock_file", lambda path: None)


def test_a_table_on_its_way_keeps_its_driver_and_its_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the last socket here and the first there nobody takes the wheel, so nobody gains time by a change of servers."""
    monkeypatch.setattr(neighbours, "LATE", 60.0)

    async def test(first: House, second: House) -> None:
        assert first.neighbours
        assert second.neighbours
        table = await begun(first)
        (ann,) = table.connections
        moving = asyncio.create_task(first.move_away())
        await ann.ended.wait()  # type: ignore[attr-defined]
        await asyncio.sleep(3.0)  # in virtual time; whoever looks in between sees that the first still drives
        assert await driver_of(first, table) == first.neighbours.id
        assert not moving.done()
        there = await second.table(table.row)
        await there.arrive(Guarded("ann", there), None)  # type: ignore[arg-type]
        await moving
        assert await driver_of(first, table) == second.neighbours.id
        assert "resumed" not in await events(second, there)
        assert ann.code == RESTARTED  # type: ignore[attr-defined]

    with virtual_time():
        asyncio.run(two_houses(tmp_path, test))


def test_who_does_not_come_keeps_nobody(tmp_path: Path) -> None:
    """A phone that sleeps: the others are sent on all the same, a few tables at a time, and the server ends."""

    async def test(first: House, second: House) -> None:
        tables = [await begun(first) for _ in range(7)]
        began = asyncio.get_running_loop().time()
        await first.move_away()
        took = asyncio.get_running_loop().time() - began
        assert 4 * neighbours.LATE <= took < 4 * neighbours.LATE + 1, "two tables at a time"
        assert [await driver_of(first, table) for table in tables] == [None] * 7
        assert not any(table.connections for table in tables)

    with virtual_time():
        asyncio.run(two_houses(tmp_path, test))


@together
async def test_one_process_alone_ends_well_on_sighup(start: Callable[..., Server]) -> None:
    """systemd starts it again: that is a reload, too."""
    if not hasattr(signal, "SIGHUP"):
        pytest.skip("this system has no SIGHUP")
    server = start()
    ann = await Guest.new(server.port)
    table = await ann.visit(await ann.open())
    await table.until(lambda ann: ann.view)
    server.process.send_signal(signal.SIGHUP)
    assert (await table.until_closed())[0] == RESTARTED
    await asyncio.to_thread(server.process.wait, 60)
    assert server.process.returncode == 0
    assert "failed" not in server.output()
