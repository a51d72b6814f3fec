"""Tables where people move when they can: nobody plays for them, bots do not wait for somebody to look on, and the table is kept."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qipai.games import GAMES
from qipai.server.house import House
from qipai.server.protocol import NewTable
from qipai.server.settings import Keeping, Settings
from qipai.server.storage.database import Database
from qipai.server.storage.purging import purge_all
from qipai.server.tables import Table, now_ms
from qipai.session.folding import BETWEEN
from qipai.session.log import seat_actor
from tests.server.conftest import Server
from tests.server.people import PATIENCE, Guest, together

from .onlookers import at_table, events
from .virtual_time import virtual_time

A_DAY = 24 * 3600.0


def test_nobody_is_played_for_however_long_they_are_away(tmp_path: Path) -> None:
    async def test(house: House, table: Table) -> None:
        ben = next(connection for connection in table.connections if connection.guest == "ben")
        table.leave(ben)
        await asyncio.sleep(10 * A_DAY)
        assert not any(chair.autopilot for chair in table.session.chairs)
        assert {"autopilot", "timed_out"}.isdisjoint(await events(house, table))

    with virtual_time():
        at_table(tmp_path, test, clock="patient")


async def play_out(table: Table) -> None:
    """Everybody does what a clock would do until the deal is over."""
    session = table.session
    while session.phase != BETWEEN:
        seat = session.waiting()[0]
        action = session.default_action(seat)
        await table.change(seat_actor(seat), lambda seat=seat, action=action: session.act(seat, action))  # type: ignore[misc]


def test_the_next_deal_begins_when_who_is_there_is_ready(tmp_path: Path) -> None:
    async def test(house: House, table: Table) -> None:
        session = table.session
        ben = next(connection for connection in table.connections if connection.guest == "ben")
        await play_out(table)
        assert table.driver.next_at() is None
        await asyncio.sleep(A_DAY)
        assert session.phase == BETWEEN, "there is no hurry"
        table.leave(ben)
        await asyncio.sleep(A_DAY)
        assert session.phase == BETWEEN
        await table.change(seat_actor(0), lambda: session.ready(0), "ann")
        await asyncio.sleep(1)
        assert session.phase != BETWEEN, "who is away holds nobody up"

    with virtual_time():
        at_table(tmp_path, test, clock="patient", deals=2)


def test_such_a_table_is_kept_for_thirty_days_after_it_was_last_used(tmp_path: Path) -> None:
    async def run() -> None:
        house = House(Database.open(tmp_path), GAMES, Settings())
        try:
            ids = {}
            for clock in ("patient", "none"):
                ids[clock] = (await house.open(NewTable("gan_deng_yan", 2, "Ann", clock=clock), "ann", "")).id
            kept = []
            for days in (2, 4, 29, 31):
                await asyncio.sleep(days * A_DAY - time.monotonic())
                await house._close_idle()
                found = await house.tables_of("ann")
                kept.append({clock for clock, id in ids.items() if any(table.row.id == id for table in found)})
            assert kept == [{"patient", "none"}, {"patient"}, {"patient"}, set()]
        finally:
            await house.stop()

    with virtual_time():
        asyncio.run(run())


def test_purging_takes_no_table_that_waits_for_somebody(tmp_path: Path) -> None:
    async def run() -> None:
        house = House(Database.open(tmp_path), GAMES, Settings())
        await house.open(NewTable("gan_deng_yan", 2, "Ann", clock="patient"), "ann", "")
        await house.stop()

    asyncio.run(run())
    later = now_ms() + round(29 * A_DAY * 1000)
    purged = purge_all(tmp_path, Keeping(tables=A_DAY, guests=A_DAY), later)
    assert (purged.tables, purged.guests) == (0, 0)


async def bots_have_moved(server: Server, code: str, after: int) -> None:
    """Wait until the log has decisions of bots after an entry, and waits for a person again."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        bots = [entry for entry in server.entries(code) if entry.seq > after and entry.actor.startswith("bot:")]
        if bots and server.fold(code).waiting() in ([0], []):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nobody moved")


@pytest.mark.parametrize("beside", [False, True])
@together
async def test_bots_go_on_after_the_last_person_has_left(start: Callable[..., Server], beside: bool) -> None:
    server = start(beside=beside, settings={"bot_pause": (0.2, 0.3), "forget": 0.1, "look_around": 0.05})
    ann = await Guest.new(server.port)
    code = await ann.open(seats=4, deals=1, clock="patient", begin=True)
    visitor = await ann.visit(code)
    await visitor.until(lambda ann: ann.asked or ann.view["phase"] != "playing")
    before = len(server.entries(code))
    await visitor.act()
    await visitor.vanish()
    await bots_have_moved(server, code, before)
    again = await ann.visit(code)
    await again.until(lambda ann: ann.asked or ann.view["phase"] != "playing")
    assert "failed" not in server.output()


@together
async def test_bots_go_on_after_the_server_was_killed(start: Callable[..., Server]) -> None:
    server = start(settings={"bot_pause": (60, 60)})
    ann = await Guest.new(server.port)
    code = await ann.open(seats=4, deals=1, clock="patient", begin=True)
    visitor = await ann.visit(code)
    await visitor.until(lambda ann: ann.view)
    if visitor.asked:
        await visitor.act()
    before = len(server.entries(code))
    server.kill()
    server.given["settings"] = {"bot_pause": (0.02, 0.05)}
    server.start()
    await bots_have_moved(server, code, before)
