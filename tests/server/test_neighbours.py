"""Several servers on one store are one house: who is connected to one of them is there, and one of them drives a table."""

import asyncio
import json
import os
import re
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import create_engine

from qipai.server.bell import RedisBell
from qipai.server.neighbours import BEAT
from tests.server import stores
from tests.server.conftest import Server
from tests.server.killing import workers_of
from tests.server.people import PATIENCE, Guest, Visitor, together


async def meet(first: Server, second: Server, **wanted: Any) -> tuple[str, Visitor, Visitor]:
    """A table with Ann, who came to the first server, and Ben, who came to the second."""
    ann, ben = await Guest.new(first.port), await Guest.new(second.port, "Ben")
    code = await ann.open(**wanted)
    one, two = await ann.visit(code), await ben.visit(code)
    await one.until(lambda ann: ann.view)
    await two.until(lambda ben: ben.view["seats"][0]["connected"])
    await two.do("sit", seat=1, name="Ben")
    await one.until(lambda ann: ann.view["seats"][1]["name"] == "Ben" and ann.view["seats"][1]["connected"])
    return code, one, two


def autopilots(server: Server, code: str) -> list[tuple[int, str]]:
    """Whom autopilot was turned on for, by their seat, and why."""
    facts = [fact for entry in server.entries(code) for fact in entry.facts if fact.event == "autopilot"]
    return [(fact.public["seat"], fact.public["why"]) for fact in facts if fact.public["on"]]


@pytest.mark.slow
@together
async def test_nobody_is_away_who_is_connected_elsewhere(start: Callable[..., Server]) -> None:
    settings = {"away_unclocked": 1.0, "host_away": 0.3, "bot_pause": (60, 60)}
    first = start(beside=True, settings=settings)
    second = start(beside=True, settings=settings, data=str(first.data))
    code, one, two = await meet(first, second, seats=4, deals=1)
    third = await (await Guest.new(second.port, "Cy")).visit(code)
    await third.do("sit", seat=2, name="Cy")
    await one.do("hand_over", seat=1)  # the first server drives the table, and its host is at the second
    await two.until(lambda ben: ben.view["host"])
    await two.do("begin")
    await two.until(lambda ben: ben.view["phase"] == "playing")
    assert (await two.do("say", phrase="tea"))["k"] == "ok"
    await one.until_heard(lambda ann: any('"phrase":"tea"' in message for message in ann.heard))
    await third.vanish()
    await one.until(lambda ann: not ann.view["seats"][2]["connected"])
    for visitor in (one, two):
        await visitor.until(lambda visitor: visitor.view["seats"][2]["autopilot"])
        assert [seat["connected"] for seat in visitor.view["seats"]] == [True, True, False, True]
    assert autopilots(first, code) == [(2, "away")], "the others were idle for longer, and are here"
    assert [visitor.view["host"] for visitor in (one, two)] == [False, True], "nobody stands in for who is here"
    assert (await two.do("lock", on=True))["k"] == "ok"
    assert "failed" not in first.output() + second.output()


# -- windows


WINDOW = 1.5  # seconds
LATE = 2.0  # seconds that a busy machine may be late, and a server without a bell to look
ANN_HOLDS = "9a 1a 3a 2a 4a 2b 5a 6a 7a 8a 8b 7b 1b 9b 3b 4b 5b 6b".split()
BEN_HOLDS = "1a 9a 3a 2a 4a 2b 5a 6a 7a 8a 8b 7b 1b 9b 3b 4b 5b 6b".split()
NOBODY_HOLDS = "1a 1b 3a 2a 4a 2b 5a 6a 7a 8a 8b 7b 9a 9b 3b 4b 5b 6b".split()
CLOSING = ('"event":"shown"', '"event":"none_showed"')


class Opened(NamedTuple):
    """A table at which a window opens when its host begins."""

    host: Visitor
    thinks: Visitor  # who may hold a nine, and then shows it
    others: list[Visitor]  # who may not learn whether


async def watched_elsewhere(first: Server, second: Server) -> Opened:
    """Ann plays at the first server, which drives the table; Eve looks on at the second."""
    ann, eve = await Guest.new(first.port), await Guest.new(second.port, "Eve")
    one = await ann.visit(await ann.open(**NINES_FOR_FOUR))
    await one.until(lambda ann: ann.view)
    watching = await eve.visit(one.view["watch"], watching=True)
    return Opened(one, one, [watching])


async def played_elsewhere(first: Server, second: Server) -> Opened:
    """Eve looks on at the first server, which drives the table; Ann plays at the second."""
    ann, eve = await Guest.new(second.port), await Guest.new(first.port, "Eve")
    code = await ann.open(**NINES_FOR_FOUR)
    visiting = await eve.visit(code)
    await visiting.until(lambda eve: eve.view)
    return Opened(one := await ann.visit(code), one, [visiting])


async def two_play(first: Server, second: Server) -> Opened:
    """Ann plays at the first server, which drives the table; Ben, who may hold a nine, at the second."""
    _, one, two = await meet(first, second, **NINES_FOR_FOUR)
    return Opened(one, two, [one])


NINES_FOR_FOUR: dict[str, Any] = {"game": "nines", "seats": 4, "bots": "random", "deals": 1}


async def begin(table: Opened) -> list[int]:
    """Open the window; how much each of the others had heard before."""
    for person in table.others:
        await person.until(lambda person: person.view)
    before = [len(person.heard) for person in table.others]
    assert (await table.host.do("begin", id="begin"))["k"] == "ok"
    return before


async def sit_through(table: Opened, before: list[int], show: bool) -> list[tuple[list[str], float, float]]:
    """What each of the others heard up to the end of the window, how long it is by its clock, and how late it ended by that clock."""
    await table.thinks.until(lambda person: person.view["deal"] and person.view["deal"]["board"]["window"])
    assert table.thinks.asked == show
    if show:
        await asyncio.sleep(0.3)
        assert (await table.thinks.do("act", at=table.thinks.seq, action="show"))["k"] == "ok"
    told = []
    for person, first in zip(table.others, before, strict=True):
        await person.until_heard(lambda person: any(event in text for text in person.heard for event in CLOSING))
        (clock,) = json.loads(next(text for text in person.heard[first:] if '"deadline":' in text))["clocks"]
        closed = next(place for place, text in enumerate(person.heard) if any(event in text for event in CLOSING))
        came = person.times[closed] + time.time() - time.monotonic()
        said = [anonymous(table.host, text) for text in person.heard[first:closed] if '"ok"' not in text]
        told.append((said, clock["limit"] / 1000, came - clock["deadline"] / 1000))
    return told


def anonymous(host: Visitor, text: str) -> str:
    """A message without readings of clocks and the links of its table."""
    for link in (host.view["code"], host.view["watch"]):
        text = text.replace(link, "…")
    return re.sub(r'"(now|deadline)":\d+', "", text)


@together
async def test_a_window_is_as_long_whoever_is_at_another_server(start: Callable[..., Server]) -> None:
    """Deals that differ in one hidden hand: who may not see it is sent the same, and never the end before the clock's."""
    settings = {"window": WINDOW, "bot_pause": (0.1, 0.1)}
    given = {"nines": True, "beside": True, "settings": settings}
    first = start(orders=[ANN_HOLDS, NOBODY_HOLDS, BEN_HOLDS, NOBODY_HOLDS], **given)
    second = start(orders=[ANN_HOLDS, NOBODY_HOLDS], data=str(first.data), **given)
    ways = (watched_elsewhere, played_elsewhere, two_play)
    tables = [[await way(first, second) for _ in range(2)] for way in ways]
    await asyncio.sleep(2 * BEAT)  # each server knows who is at the other
    begun = [[await begin(table) for table in twins] for twins in tables]  # one after the other, since packs are in order
    told = await asyncio.gather(
        *(
            asyncio.gather(
                *(sit_through(table, before, show) for table, before, show in zip(*both, (True, False), strict=True))
            )
            for both in zip(tables, begun, strict=True)
        )
    )
    for way, (holds, holds_none) in zip(ways, told, strict=True):
        for (said, length, late), (otherwise, other_length, other_late) in zip(holds, holds_none, strict=True):
            assert said == otherwise, way.__doc__
            assert length == other_length == WINDOW
            assert 0 <= late < LATE + BEAT
            assert 0 <= other_late < LATE + BEAT
    assert "failed" not in first.output() + second.output()


# -- servers that die, or end


@pytest.mark.slow
@together
async def test_a_table_goes_on_when_the_server_that_drives_it_dies(start: Callable[..., Server]) -> None:
    first = start(beside=True, settings={"away_unclocked": 0.2})
    second = start(beside=True, settings={"away_unclocked": 0.2}, data=str(first.data))
    code, one, two = await meet(first, second, seats=4, deals=1)
    await one.do("begin")
    await two.until(lambda ben: ben.view["phase"] == "playing")
    first.kill()
    await two.until(lambda ben: not ben.view["seats"][0]["connected"])
    await two.play()
    assert autopilots(second, code) == [(0, "away")]
    decided = Counter(
        (entry.seq, fact.event) for entry in second.entries(code) for fact in entry.facts if fact.event == "settled"
    )
    assert list(decided.values()) == [1]
    second.fold(code)  # every fact follows from the ones before it
    assert "failed" not in second.output()


@together
async def test_who_died_before_the_clock_of_the_database_was_set_back_is_dead(start: Callable[..., Server]) -> None:
    settings = {"away_unclocked": 0.2}
    first = start(beside=True, settings=settings)
    ((dead,),) = first.rows("select id from servers")
    second = start(beside=True, settings=settings, data=str(first.data))
    _, one, two = await meet(first, second, seats=4, deals=1)
    await one.do("begin")
    await two.until(lambda ben: ben.view["phase"] == "playing")
    first.kill()
    with (
        closing(sqlite3.connect(first.data / "tables.sqlite3", timeout=10)) as store,
        store,
    ):  # the last beat lies an hour ahead
        store.execute("update servers set beat = beat + 3600000 where id = ?", (dead,))
    await two.until(lambda ben: not ben.view["seats"][0]["connected"])
    assert dead not in [row[0] for row in second.rows("select id from servers")]
    await two.play(until=lambda ben: ben.seq > 12 or ben.view["scores"])


@together
async def test_a_table_is_handed_over_by_a_server_that_ends(start: Callable[..., Server]) -> None:
    """The clock goes on, and who hosts is known: nobody gains time by a change of servers."""
    first = start(beside=True, clock=600_000, settings={"bot_pause": (60, 60)})
    second = start(beside=True, clock=600_000, settings={"bot_pause": (60, 60)}, data=str(first.data))
    code, one, two = await meet(first, second, seats=2, deals=1, clock="fast")
    await one.do("begin")
    await two.until(lambda ben: ben.clocks)
    await asyncio.to_thread(first.stop)
    await one.until_closed()
    assert second.rows("select server_id, host from drivers") == [
        (second.rows("select id from servers")[0][0], second.rows("select owner from tables")[0][0])
    ]
    assert not [fact for entry in second.entries(code) for fact in entry.facts if fact.event == "resumed"]
    assert [row[1] for row in second.rows("select table_id, watching from presence")] == [0]


@pytest.mark.slow
@together
async def test_two_workers_on_postgresql_are_one_house(start: Callable[..., Server]) -> None:
    """Both are told of moves by the bell, without it by looking; one that dies is replaced, and the table goes on meanwhile."""
    if not Path("/proc/self/task").exists():
        pytest.skip("the processes of a process are read in /proc, which this system has not")
    with stores.postgres() as store, stores.redis() as (bell, doorbell):
        server = start(settings={"database": store.url, "bell": bell, "workers": 2, "away_unclocked": 0.5})
        engine = create_engine(store.url, isolation_level="AUTOCOMMIT")

        def rows(question: str) -> list[Any]:
            with engine.connect() as connection:
                return list(connection.exec_driver_sql(question).scalars())

        ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
        code = await ann.open(seats=3, deals=4)
        one, two = await ann.visit(code), await ben.visit(code)
        await two.until(lambda ben: ben.view)
        while len(rows("select distinct server_id from presence")) < 2:
            await two.leave()
            two = await ben.visit(code)
            await two.until(lambda ben: ben.view)
        assert (await two.do("sit", seat=1, name="Ben"))["k"] == "ok"
        await one.until(lambda ann: ann.view["seats"][1]["connected"])
        await one.do("begin")
        await asyncio.gather(*(visitor.play(until=lambda visitor: visitor.seq > 15) for visitor in (one, two)))
        doorbell.kill()
        workers, known = workers_of(server.process.pid), set(rows("select id from servers"))
        os.kill(workers[0], signal.SIGKILL)
        lost, stays = (one, two) if await ended(one, two) is one else (two, one)
        guest = ann if lost is one else ben
        back = await guest.visit(code)
        await asyncio.gather(stays.play(), back.play())
        assert rows("select count(*) from events where body like '%%\"settled\"%%'::bytea") == [4]
        while len(now := set(rows("select id from servers"))) != 2 or now == known:
            await asyncio.sleep(0.05)
        assert len(set(workers_of(server.process.pid)) - set(workers)) == 1
        for visitor in (stays, back):
            await visitor.leave()
        await asyncio.to_thread(server.stop)
        assert server.process.returncode == 0
        assert [rows(f"select count(*) from {name}") for name in ("servers", "presence", "drivers")] == [[0], [0], [0]]
        engine.dispose()


@pytest.mark.slow
@together
async def test_workers_are_replaced_one_by_one_and_nobody_finds_the_house_closed(start: Callable[..., Server]) -> None:
    if not Path("/proc/self/task").exists():
        pytest.skip("the processes of a process are read in /proc, which this system has not")
    with stores.postgres() as store, stores.redis() as (bell, _):
        server = start(settings={"database": store.url, "bell": bell, "workers": 2, "next_deal": 0.2})
        old, over, gaps = workers_of(server.process.pid), asyncio.Event(), []

        async def play(number: int) -> int:
            guest = await Guest.new(server.port, f"P{number}")
            code = await guest.open(seats=3, deals=100, begin=True)
            visitor, moved = await guest.visit(code), 0
            while not over.is_set():
                with suppress(AssertionError):
                    await visitor.until(lambda me: me.view)
                if visitor.closed:
                    assert visitor.closed[0] == 1012
                    lost = time.monotonic()
                    await asyncio.sleep(0.1)  # as pages do
                    visitor = await guest.come_back(code, visitor)  # raises if nobody listens
                    await visitor.until_heard(lambda me: me.times)
                    gaps.append(time.monotonic() - lost)
                    moved += 1
                elif visitor.asked:
                    with suppress(AssertionError):
                        await visitor.act()
                else:
                    await asyncio.sleep(0.02)
            return moved

        playing = [asyncio.create_task(play(number)) for number in range(6)]
        await asyncio.sleep(1)
        server.process.send_signal(signal.SIGHUP)
        while set(old) & set(workers_of(server.process.pid)):
            await asyncio.sleep(0.05)
            assert not any(player.done() for player in playing)
        await asyncio.sleep(1)
        over.set()
        moved = await asyncio.gather(*playing)
        assert not set(old) & set(workers_of(server.process.pid))
        assert moved == [1] * 6, "everybody was at an old worker, and found a new one at once"
        print(f"longest time away {max(gaps):.2f} s, 0.1 s of it waiting")
        assert max(gaps) < 30, "on a machine that does much else"
        await asyncio.to_thread(server.stop)
        assert "ended well" not in server.output()


async def ended(*visitors: Visitor) -> Visitor:
    """The first of them whose connection ends."""
    waiting = {asyncio.create_task(visitor.until_closed()): visitor for visitor in visitors}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    return waiting[done.pop()]


@together
async def test_a_bell_is_heard_while_there_is_a_redis() -> None:
    with stores.redis() as (url, first):
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        one, two = RedisBell(url, "one", lambda *_: None), RedisBell(url, "two", lambda *rung: heard.put_nowait(rung))
        two.listen("t")

        async def until_heard(seq: int) -> None:
            while (heard.get_nowait() if not heard.empty() else ("", 0)) != ("t", seq):
                one.ring("other", 9)
                one.ring("t", seq)
                await asyncio.sleep(0.02)

        await asyncio.wait_for(until_heard(1), PATIENCE)
        first.kill()
        first.wait()
        one.ring("t", 2)
        Path(url.removeprefix("unix://")).unlink()
        server = shutil.which("redis-server") or shutil.which("valkey-server") or ""
        with stores.serve_redis(server, str(Path(url.removeprefix("unix://")).parent)):
            await asyncio.wait_for(until_heard(3), PATIENCE)
            assert all(table == "t" for table, _ in iter(lambda: heard.get_nowait() if not heard.empty() else None, None))
            await one.close()
            await two.close()
