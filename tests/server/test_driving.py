"""What a table does by itself when time does strange things: a lid is closed, a clock is set, a thought takes long."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qipai.engine.errors import RecordError
from qipai.engine.telling import Fact
from qipai.server import driving
from qipai.server.app import on_refusal
from qipai.server.connections import Connection
from qipai.server.house import House
from qipai.server.protocol import NewTable
from qipai.server.settings import Settings
from qipai.server.sockets import Visit
from qipai.server.tables import Table
from qipai.session import Session
from qipai.session.log import CLOCK, TABLE, seat_actor

from .onlookers import at_table, events
from .virtual_time import SECOND, VirtualClock, virtual_time


@pytest.fixture(autouse=True)
def passing() -> Iterator[VirtualClock]:
    with virtual_time() as time_that_passes:
        yield time_that_passes


@pytest.mark.parametrize("forward", [3600, -3600])
def test_a_closed_lid_or_a_set_clock_costs_nobody_time(tmp_path: Path, passing: VirtualClock, forward: float) -> None:
    async def test(house: House, table: Table) -> None:
        seat = table.session.waiting()[0]
        passing.ahead = round(forward * SECOND)  # as after a sleep in which the monotonic clock stands still
        await asyncio.sleep(driving.LOOK + 0.5)
        assert (await events(house, table))[-1] == "resumed"
        deadline = table.session.deadline(seat)
        assert deadline is not None
        assert 80 < deadline / 1000 - time.time() <= 90, "nobody gains time either"
        assert not table.session.chairs[seat].autopilot

    at_table(tmp_path, test, clock="relaxed")


def test_a_move_right_after_a_sleep_is_charged_nothing(tmp_path: Path, passing: VirtualClock) -> None:
    async def test(house: House, table: Table) -> None:
        session, seat = table.session, table.session.waiting()[0]
        passing.ahead = 3600 * SECOND
        action = session.default_action(seat)
        await table.change(seat_actor(seat), lambda: session.act(seat, action), f"seat {seat}")
        assert session.chairs[seat].bank == 60_000
        assert "timed_out" not in await events(house, table)

    at_table(tmp_path, test, clock="relaxed")


@pytest.mark.parametrize("who", ["the seat", "its clock"])
def test_a_clock_that_is_set_while_a_change_waits_for_another_costs_nobody_time(
    tmp_path: Path, passing: VirtualClock, who: str
) -> None:
    async def test(house: House, table: Table) -> None:
        session, seat = table.session, table.session.waiting()[0]
        action = session.default_action(seat)
        async with table._lock:  # another change is being stored
            if who == "the seat":
                change = table.change(seat_actor(seat), lambda: session.act(seat, action), f"seat {seat}")
            else:
                change = table.change(CLOCK, lambda: session.time_out(seat, time.time_ns() // 1_000_000))
            waiting = asyncio.create_task(change)
            await asyncio.sleep(0.05)
            passing.ahead = 3600 * SECOND
        await asyncio.gather(waiting, return_exceptions=True)
        assert "timed_out" not in await events(house, table)
        assert session.chairs[seat].bank == 60_000

    at_table(tmp_path, test, clock="relaxed")


def test_a_timer_that_fires_far_too_late_was_a_sleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passing: VirtualClock
) -> None:
    monkeypatch.setattr(driving, "NAP", 0.1)
    monkeypatch.setattr(driving, "LOOK", 0.05)

    async def test(house: House, table: Table) -> None:
        await asyncio.sleep(0.1)
        passing.passed += SECOND // 2  # while nothing ran
        await asyncio.sleep(0.2)
        assert "resumed" in await events(house, table)

    at_table(tmp_path, test, clock="relaxed")


def test_a_vanished_friend_is_played_for_where_no_clock_runs_and_stops_at_once(tmp_path: Path) -> None:
    async def test(house: House, table: Table) -> None:
        ben = next(connection for connection in table.connections if connection.guest == "ben")
        table.leave(ben)
        seen = []
        for wait in (0.15, 0.5, 0.2):  # the grace of a clock, the longer one, and a moment after the return
            await asyncio.sleep(wait)
            seen.append(table.session.chairs[1].autopilot)
            if len(seen) == 2:
                table.join(ben, None)
        assert seen == [False, True, False]

    at_table(tmp_path, test, Settings(away=0.05, away_unclocked=0.4, bot_pause=(60, 60)), clock="none")


def test_what_is_refused_again_and_again_is_tried_again_in_peace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from qipai.session.refusals import Refused

    tries = 0

    async def test(house: House, table: Table) -> None:
        async def refuse() -> None:
            nonlocal tries
            tries += 1
            raise Refused("not_playing")

        monkeypatch.setattr(table.driver, "_plan", lambda: [driving.Due(time.monotonic(), refuse)])
        table.driver.awake()
        await asyncio.sleep(0.3)
        assert tries == 1

    at_table(tmp_path, test, clock="none")


@pytest.mark.parametrize("thinking", [0.0, 0.5])
def test_a_slow_thought_pauses_like_a_quick_one(tmp_path: Path, thinking: float) -> None:
    async def test(house: House, table: Table) -> None:
        session, seat = table.session, table.session.waiting()[0]

        async def choose(game: str, level: str, options: Any, observation: bytes, legal: Any, seed: int) -> Any:
            await asyncio.sleep(thinking)
            return SimpleNamespace(action=legal[0], took=0)

        house.bots.choose = choose  # type: ignore[method-assign]
        await table.change(TABLE, lambda: session.autopilot(seat, True))
        before = session.seq
        await asyncio.sleep(thinking + 0.2)
        assert session.seq == before
        await asyncio.sleep(0.5)
        assert session.seq > before

    at_table(tmp_path, test, Settings(bot_pause=(0.4, 0.4)), clock="none")


def test_who_leaves_in_the_middle_and_comes_back_finds_the_table_again(tmp_path: Path) -> None:
    async def test(house: House, table: Table) -> None:
        session = table.session
        assert await house.tables_of("ben") == [table]
        await table.change(seat_actor(1), lambda: session.stand(1), "ben")
        assert await house.tables_of("ben") == []
        await table.change(seat_actor(1), lambda: session.autopilot(1, False, "back"), "ben")
        assert await house.tables_of("ben") == [table]

    at_table(tmp_path, test, Settings(bot_pause=(60, 60)), clock="none")


def test_nothing_is_done_for_who_was_shown_out_while_a_command_waited(tmp_path: Path) -> None:
    """Their credential became worth nothing, or they were barred, when the command had come and was not stored yet."""

    async def test(house: House, table: Table) -> None:
        def visiting() -> Visit:
            visit = Visit(house, table, socket, Connection(socket, "ben", False))  # type: ignore[arg-type]
            visits.append(visit)
            return visit

        class Socket(SimpleNamespace):
            async def receive(self) -> dict[str, str]:
                return {"type": "websocket.receive", "text": '{"k":"rename","id":"1","name":"Benno"}'}

            async def close(self, code: int, reason: str) -> None:
                pass

        socket, visits = Socket(query_params={}, cookies={}, headers={}, scope={}), []
        waiting, seq = visiting(), table.session.seq

        async def wait_turn() -> bool:
            waiting.connection.drop(1012, "signed out")
            return await Visit.wait_turn(waiting)

        waiting.wait_turn = wait_turn  # type: ignore[method-assign]
        await asyncio.wait_for(waiting.run(), 20)
        late = visiting()
        async with table._lock:
            errand = asyncio.create_task(late.hear(await socket.receive()))
            await asyncio.sleep(0)
            late.connection.drop(1012, "signed out")
        await errand
        await late.connection.ended()
        assert table.session.seq == seq

    at_table(tmp_path, test, Settings(bot_pause=(60, 60)), clock="none")


def test_an_unreadable_log_tells_nobody_of_cards_and_disturbs_no_other_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from qipai.server.storage import rows
    from qipai.session import Entry, write_entry
    from qipai.session.log import SCHEMA

    async def test(house: House, table: Table) -> None:
        good = await house.table(await house.open(NewTable("gan_deng_yan", 2, "Ben"), "ben", ""))
        # words that no random part of the checkout's path can hold: it stands in the traceback
        nine, queen = "nine of hearts", "queen of diamonds"
        seq, hidden = table.session.seq + 1, {"cards": [nine, queen]}
        bad = Entry(seq, 0, "seat:1", "", (Fact("laid", {"seat": 7, "action": "9"}, {1: hidden}, hidden),))
        stored = rows.EventRow(seq, 0, "ben", None, write_entry(bad), SCHEMA)
        await house.database.write(lambda connection: rows.append(connection, table.row.id, stored, {}))
        for _ in range(2):
            await house.look(table)
        assert caplog.text.count("folding an entry failed") == 1
        assert house.left_alone(table.row.id)
        answers: list[Any] = []
        visit = Visit(house, table, SimpleNamespace(), Connection(SimpleNamespace(), "ben", False))  # type: ignore[arg-type]
        visit.connection.tell = answers.append  # type: ignore[assignment]
        await visit.hear({"type": "websocket.receive", "text": '{"k":"rename","id":"1","name":"Benno"}'})
        failed = await on_refusal(SimpleNamespace(), RecordError(f"{nine}, {queen}"))  # type: ignore[arg-type]
        assert [answer.code for answer in answers] == ["not_stored"]
        assert failed.status_code == 500
        said = f"{answers} {bytes(failed.body).decode()} {caplog.text}"
        assert nine not in said
        assert queen not in said
        await visit.connection.ended()
        house._unreadable.clear()
        assert await house.tables_of("ben") == [good]
        assert await house.tables_of("ben") == [good]
        assert caplog.text.count("reading a table failed") == 1, "once by whoever finds it"
        object.__setattr__(house.settings, "close_idle", -60)
        await house._close_idle()
        assert good.session.phase == "closed"

    at_table(tmp_path, test, Settings(bot_pause=(60, 60)), clock="none")


@pytest.mark.parametrize(
    ("owner", "what"),
    [(Session, "window_end"), (Session, "deadline"), (Session, "waiting"), (driving.Driver, "_clock_runs")]
    + [(driving.Driver, name) for name in ("time_jumped", "_drives", "_pause")],
)
def test_one_failure_anywhere_stops_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: type, what: str) -> None:
    """26 November 2026: one that fell between planning and acting ended the driver, and nothing woke the table again."""
    usual, due = getattr(owner, what), [True]

    def once(*given: Any) -> Any:
        if due.pop() if due else False:
            raise MemoryError("for once")
        return usual(*given)

    async def test(house: House, table: Table) -> None:
        async def choose(game: str, level: str, options: Any, observation: bytes, legal: Any, seed: int) -> Any:
            await asyncio.sleep(0.01)
            return SimpleNamespace(action=legal[0], took=0)

        house.bots.choose = choose  # type: ignore[method-assign]
        for seat in (0, 1):
            await table.change(TABLE, lambda seat=seat: table.session.autopilot(seat, True))
        await asyncio.sleep(2)
        monkeypatch.setattr(owner, what, once)
        await asyncio.sleep(10)
        before = table.session.seq
        await asyncio.sleep(10)
        assert not due
        assert table.session.seq > before + 5

    at_table(tmp_path, test, Settings(bot_pause=(0.5, 0.5), next_deal_watched=1), clock="none", deals=100)
