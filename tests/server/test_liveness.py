"""Whatever fails, a table goes on, recovers by itself when the cause is gone, and does not fill the log."""

import asyncio
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.websockets import WebSocketState

from qipai.server import bots, connections, driving, failures, workers
from qipai.server.bots import BotFailure, Bots
from qipai.server.connections import Connection
from qipai.server.house import UNREADABLE, House
from qipai.server.refusals import Refused
from qipai.server.settings import Settings
from qipai.server.storage.deadlines import OutcomeUnknown
from qipai.server.tables import Table
from qipai.server.warm_cache import TIED
from qipai.session.log import TABLE, Entry

from .onlookers import at_table
from .test_bots_at_work import question
from .virtual_time import virtual_time

SECRET = "-".join(("nine", "of", "hearts"))  # what an error says, and no log may: logs quote this program's lines and its path
QUICK = Settings(bot_pause=(0.0, 0.0), next_deal_watched=0.05)

# What a bot's process does while it is ill: shell commands.
ILLNESSES = {
    "dies": "exit 1",
    "dies after reading": "head -c 20 > /dev/null; exit 1",
    "hangs": "exec sleep 60",
    "compiles": 'if [ "$QIPAI_RULES" = native ]; then exec sleep 60; fi',
    "answers nonsense": r"printf '\000\000\000\002zz'; exec sleep 60",
    "answers without end": r"printf '\377\377\377\377'; exec cat /dev/zero",
    "answers an illegal action": r"printf '\000\000\000\015\222\315\047\017\313\000\000\000\000\000\000\000\000'; exec sleep 60",
}


class Ward:
    """The program that runs bots' processes, which can fall ill."""

    def __init__(self, folder: Path) -> None:
        self.program, self.python = folder / "python", sys.executable
        self.ill = folder / "ill"

    def falls_ill(self, how: str) -> None:
        self.ill.touch()
        self.program.write_text(f'#!/bin/sh\nif [ -e {self.ill} ]; then {ILLNESSES[how]}; fi\nexec {self.python} "$@"\n')
        self.program.chmod(0o755)

    def is_well(self) -> None:
        self.ill.unlink()


@pytest.fixture
def ward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ward:
    """Bots' processes that fall ill; the server has little patience with them."""
    ward = Ward(tmp_path)
    monkeypatch.setattr(sys, "executable", str(ward.program))
    monkeypatch.setattr(workers, "REST", (0.05, 0.2))
    monkeypatch.setattr(bots, "PATIENCE", 0.5)
    monkeypatch.setattr(workers, "LOADING", 0.5)
    return ward


@pytest.fixture(params=["asyncio", "uvloop"])
def loop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """`asyncio.run` with the loop of asyncio, or with uvloop, which servers use."""
    if request.param == "uvloop":
        uvloop = pytest.importorskip("uvloop")
        monkeypatch.setattr(asyncio.events, "new_event_loop", uvloop.new_event_loop)
    return str(request.param)


# -- bots' processes


@pytest.mark.parametrize("how", [how for how in ILLNESSES if how != "compiles"])
def test_a_process_that_is_ill_costs_little_and_is_used_again_when_it_is_well(
    ward: Ward, loop: str, how: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(asked: Bots) -> int:
        observation, legal = question()
        choice = await asked.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
        assert choice.action in legal
        return choice.action

    async def run() -> None:
        asked = Bots(compile_rules=False)
        ward.falls_ill(how)
        began = time.monotonic()
        for _ in range(3):
            answers = await asyncio.gather(*(ask(asked) for _ in range(24)), return_exceptions=True)
            assert {type(answer) for answer in answers} == {BotFailure}
        assert time.monotonic() - began < 3 * 24 * 0.5 / 4, "every question was waited for"
        assert len(caplog.records) < 6
        ward.is_well()
        monkeypatch.setattr(bots, "PATIENCE", 20.0)
        monkeypatch.setattr(workers, "LOADING", 20.0)
        await asyncio.sleep(0.25)
        assert await asyncio.gather(*(ask(asked) for _ in range(24))) == [await ask(asked)] * 24
        await asked.close()

    asyncio.run(run())


@pytest.mark.parametrize("how", ["dies", "dies after reading"])
def test_tables_go_on_while_processes_die_at_their_start(
    tmp_path: Path, ward: Ward, loop: str, how: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ward.falls_ill(how)

    async def test(house: House, table: Table) -> None:
        session = table.session
        for seat in (0, 1):
            await table.change(TABLE, lambda seat=seat: session.autopilot(seat, True))
        begun = session.seq
        await moved(table, begun + 6)
        assert len(caplog.records) < 10, caplog.text
        ward.is_well()
        monkeypatch.setattr(bots, "PATIENCE", 20.0)
        monkeypatch.setattr(workers, "LOADING", 20.0)
        await moved(table, session.seq + 20)
        assert any(worker.runs for worker in house.bots._workers)
        assert len(caplog.records) < 10, caplog.text

    at_table(tmp_path / "data", test, QUICK, clock="none", deals=100)


async def moved(table: Table, seq: int) -> None:
    """Wait until the table is there."""
    async with asyncio.timeout(20):
        while table.session.seq < seq:
            await asyncio.sleep(0.01)


def test_where_compiled_rules_fail_for_good_bots_go_back_to_plain_ones(ward: Ward, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the cache was deleted, and a process would have to compile for minutes."""
    ward.falls_ill("compiles")

    async def run() -> None:
        asked = Bots(compile_rules=False)
        asked._workers = [workers.Worker("native")]
        observation, legal = question()
        with pytest.raises(BotFailure):
            await asked.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)
        monkeypatch.setattr(bots, "PATIENCE", 20.0)
        monkeypatch.setattr(workers, "LOADING", 20.0)
        assert (await asked.choose("gan_deng_yan", "rule", {}, observation, legal, seed=5)).action in legal
        await asked.close()

    asyncio.run(run())


def test_a_compiler_ends_when_its_server_does() -> None:
    with subprocess.Popen([sys.executable, "-m", "qipai.server.warm_cache", TIED], stdin=subprocess.PIPE) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        assert process.stdin
        process.stdin.close()
        assert process.wait(30) == 1


@pytest.mark.slow
def test_a_compiler_that_is_done_ends_well_while_its_server_lives(tmp_path: Path) -> None:
    """A program whose thread waits for its stdin must not fail at its end: its server would compile again ten minutes later."""
    (tmp_path / "compiled").mkdir()
    program = "from qipai import games; games.GAMES = {}; from qipai.server import warm_cache; warm_cache.main()"
    environment = {**os.environ, "QIPAI_RULES": "native", "QIPAI_CACHE": str(tmp_path)}
    words = [sys.executable, "-c", program, TIED]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stderr
        assert (process.wait(60), process.stderr.read()) == (0, "")


# -- driving


def at_autopilot(folder: Path, test: Callable[[House, Table, list[int]], Any], choose: Callable[..., Any]) -> None:
    """A test in virtual time at a table where bots play for both people, and think like this."""
    with virtual_time():

        async def run(house: House, table: Table) -> None:
            asked: list[int] = []

            async def think(game: str, level: str, options: Any, seen: bytes, legal: list[int], seed: int) -> Any:
                asked.append(len(asked))
                return choose(len(asked), legal)

            house.bots.choose = think  # type: ignore[method-assign]
            for seat in (0, 1):
                await table.change(TABLE, lambda seat=seat: table.session.autopilot(seat, True))
            await test(house, table, asked)

        at_table(folder, run, Settings(bot_pause=(0.5, 0.5)), clock="none", deals=100)


def fails(*_: Any) -> Any:
    raise RuntimeError(SECRET)


@pytest.mark.parametrize(
    "choose", [fails, lambda count, legal: SimpleNamespace(action=10_000, took=0.0)], ids=["fails", "illegal"]
)
def test_a_decision_that_cannot_be_had_is_the_rules_default(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, choose: Callable[..., Any]
) -> None:
    async def test(house: House, table: Table, asked: list[int]) -> None:
        seat = table.session.waiting()[0]
        expected, seq = table.session.default_action(seat), table.session.seq
        await asyncio.sleep(8.0)
        log = table.session.view(None).deal.log  # type: ignore[union-attr]
        decided = next(fact for fact in log if fact["seq"] > seq and "action" in fact)
        assert (decided["seat"], decided["action"]) == (seat, expected)
        assert table.session.seq > seq + 1
        assert SECRET not in caplog.text
        assert len(caplog.records) <= 2, caplog.text

    at_autopilot(tmp_path, test, choose)


def test_a_thought_that_failed_once_is_thought_again(tmp_path: Path) -> None:
    async def test(house: House, table: Table, asked: list[int]) -> None:
        seq = table.session.seq
        await asyncio.sleep(0.5 + driving.AGAIN + 0.6)  # a pause, a while, another pause
        assert (len(asked) >= 2, table.session.seq > seq) == (True, True)

    at_autopilot(tmp_path, test, lambda count, legal: SimpleNamespace(action=legal[-1], took=0.0) if count > 1 else fails())


def test_a_late_thought_whose_further_pause_fails_moves_at_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a thought must wake the driver whatever else it does: nothing else would, where no clock runs."""

    async def test(house: House, table: Table, asked: list[int]) -> None:
        quick, failed = house.bots.choose, []

        def pause(seat: int) -> float:
            if not failed and asked:  # the thought is ready, and late
                failed.append(seat)
                fails()
            return 0.5

        async def late(*given: Any) -> Any:
            await asyncio.sleep(5.0)
            return await quick(*given)

        asked.clear()
        monkeypatch.setattr(house.bots, "choose", late)
        monkeypatch.setattr(table.driver, "_pause", pause)
        seq = table.session.seq
        await asyncio.sleep(30.0)
        assert (len(failed), table.session.seq > seq + 1) == (1, True)

    at_autopilot(tmp_path, test, lambda count, legal: SimpleNamespace(action=legal[-1], took=0.0))


def test_what_fails_for_ever_keeps_nothing_else_from_being_done(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        fails()

    async def test(house: House, table: Table, asked: list[int]) -> None:
        monkeypatch.setattr(table.driver, "_plan_host", lambda now: [driving.Due(0, fail)])
        seq = table.session.seq
        await asyncio.sleep(10.0)
        assert table.session.seq >= seq + 6
        assert caplog.text.count("driving a table failed") == 1

    at_autopilot(tmp_path, test, lambda count, legal: SimpleNamespace(action=legal[0], took=0.0))


def test_a_plan_that_cannot_be_made_is_made_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House, table: Table, asked: list[int]) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table.driver, "_plan_host", fails)
            await asyncio.sleep(30.0)
        seq = table.session.seq
        await asyncio.sleep(10.0)
        assert table.session.seq >= seq + 6
        assert caplog.text.count("planning for a table failed") == 1

    at_autopilot(tmp_path, test, lambda count, legal: SimpleNamespace(action=legal[0], took=0.0))


def test_a_table_that_an_entry_has_torn_is_read_again_from_its_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House, table: Table, asked: list[int]) -> None:
        session = table.session
        shown, seq, apply = session.shown, session.seq, session.apply

        def tear(entry: Entry) -> None:
            apply(entry)
            if entry.command == "torn":
                session.seq, session.shown = seq, shown + 5
                fails()

        monkeypatch.setattr(session, "apply", tear)
        with pytest.raises(OutcomeUnknown):  # it is stored, and cannot be shown
            await table.change("person:ann", lambda: session.rename(0, "Anna"), "ann", "torn")
        with pytest.raises(Refused):
            await table.change(TABLE, lambda: session.rename(0, "Bella"))
        again = await house.table(table.row)
        assert again is not table
        assert again.answered("ann", "torn") == again.session.shown == shown + 1, "stored once, and told to whoever comes again"
        assert (again.session.seq, again.session.chairs[0].name) == (seq + 1, "Anna")
        assert caplog.text.count("folding an entry failed") == 1
        assert SECRET not in caplog.text

    at_autopilot(tmp_path, test, lambda count, legal: SimpleNamespace(action=legal[0], took=0.0))


def test_a_table_goes_on_when_there_is_room_on_the_disk_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(house: House, table: Table, asked: list[int]) -> None:
        async def full(change: Any) -> None:
            raise OperationalError("insert", None, Exception("database or disk is full"))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house.database, "write", full)
            seq = table.session.seq
            await asyncio.sleep(50.0)
            assert table.session.seq == seq
        assert len(caplog.records) <= 2, caplog.text
        await asyncio.sleep(5.0)
        assert table.session.seq > seq + 2

    at_autopilot(tmp_path, test, lambda count, legal: SimpleNamespace(action=legal[0], took=0.0))


def test_a_table_that_could_not_be_read_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House, table: Table) -> None:
        async def short_of_memory(row: Any) -> Table:
            raise MemoryError

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house, "table", short_of_memory)
            assert await house.tables_of("ann") == []
        assert await house.tables_of("ann") == []
        await asyncio.sleep(UNREADABLE)
        assert await house.tables_of("ann") == [table]

    with virtual_time():
        at_table(tmp_path, test, clock="none")


# -- what is sent, and what is logged


def test_whose_messages_cannot_be_sent_is_told_by_the_end_of_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    class Socket:
        application_state = WebSocketState.CONNECTED
        closed = 0

        async def send_text(self, text: str) -> None:
            raise ValueError(SECRET)

        async def close(self, code: int, reason: str) -> None:
            self.closed = code

    async def run() -> None:
        socket = Socket()
        connection = Connection(socket, "ann", False)  # type: ignore[arg-type]
        connection.send("{}")
        await asyncio.sleep(0.05)
        assert socket.closed == 1011
        await connection.ended()

    asyncio.run(run())
    assert SECRET not in caplog.text


def test_a_reader_who_sleeps_long_is_told_of_the_end_on_waking(monkeypatch: pytest.MonkeyPatch) -> None:
    """23 November 2026: a page that slept for more than a second kept an open connection on which nothing came any more."""
    monkeypatch.setattr(connections, "LAST_WORDS", 0.01)

    class Socket:
        application_state = WebSocketState.CONNECTED
        closed = 0

        def __init__(self) -> None:
            self.awake = asyncio.Event()

        async def send_text(self, text: str) -> None:
            await self.awake.wait()

        async def close(self, code: int, reason: str) -> None:
            await self.awake.wait()
            self.closed = code

    async def run(wakes: bool) -> int:
        socket = Socket()
        connection = Connection(socket, "ann", False)  # type: ignore[arg-type]
        for _ in range(connections.QUEUE + 2):
            connection.send("{}")
        await asyncio.sleep(0.1)
        if wakes:
            socket.awake.set()
            await asyncio.sleep(0)
        await connection.ended()
        return socket.closed

    assert asyncio.run(run(wakes=True)) == connections.OVERFLOW
    assert asyncio.run(run(wakes=False)) == 0, "who never wakes is not waited for"


def test_the_same_failure_is_news_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    with virtual_time() as clock, caplog.at_level(logging.WARNING):
        for second in range(130):
            clock.passed = second * 1_000_000_000
            try:
                fails()
            except RuntimeError as failure:
                failures.report("this", failure)
            failures.warn(logging.getLogger("qipai.bots"), "that")
    assert caplog.text.count("this failed: RuntimeError") == caplog.text.count("that") == 3
    assert SECRET not in caplog.text
