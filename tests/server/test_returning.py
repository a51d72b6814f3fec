"""Who comes back finds their hand: after a lost connection, in two windows, after a rest, after the server's."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable

import pytest

from qipai.games import GAN_DENG_YAN

from .conftest import Server
from .people import Guest, Visitor, together


def events(visitor: Visitor) -> list[str]:
    return [text for text in visitor.heard if text.startswith('{"k":"ev"')]


def seqs(visitor: Visitor) -> list[int]:
    return [json.loads(text)["seq"] for text in events(visitor)]


@pytest.mark.parametrize("remembers", [True, False])
@together
async def test_a_connection_lost_after_every_single_change(server: Server, remembers: bool) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, deals=2)
    steady, table = await ann.visit(code), await ann.visit(code)
    await asyncio.gather(steady.until(lambda ann: ann.view), table.until(lambda ann: ann.view))
    begun = steady.seq
    while table.view["phase"] != "finished":
        seq = table.seq
        await table.vanish()
        table = await ann.come_back(code, table, remembers)
        await table.do("ask", cards=table.hand[:1]) if remembers else await table.until(lambda ann, seq=seq: ann.seq >= seq)
        if table.choices:
            await table.act()
        elif table.view["phase"] == "between" and not table.own["ready"]:
            await table.do("ready")
        else:
            await table.until(lambda ann, seq=seq: ann.seq > seq)
    await steady.until(lambda ann: ann.seq == table.seq)
    assert steady.view == table.view
    if remembers:
        assert seqs(table) == list(range(begun + 1, table.seq + 1)), "every change came once"
        assert all(json.loads(a)["facts"] == json.loads(b)["facts"] for a, b in zip(events(steady), events(table), strict=True))


@together
async def test_what_was_missed_comes_one_by_one_or_all_at_once(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(seats=2)
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await two.vanish()
    for number in range(5):
        await one.do("rename", name=f"Ann {number}")
    two = await ben.come_back(code, two)
    await two.until(lambda ben: ben.seq == one.seq)
    assert two.view["seats"][0]["name"] == "Ann 4"
    assert seqs(two)[-5:] == list(range(one.seq - 4, one.seq + 1))
    await two.vanish()
    for number in range(60):
        await one.do("rename", name=f"Ann {number}")
    two = await ben.come_back(code, two)
    await two.until(lambda ben: ben.seq == one.seq)
    assert len(seqs(two)) < 20, "after a long gap the table comes whole"
    for strange in (10**9, -5):
        other = await ben.visit(code, since=strange)
        await other.until(lambda ben: ben.seq == one.seq)


@together
async def test_two_windows_of_one_seat_see_and_do_the_same(server: Server) -> None:
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, deals=1)
    one, two = await ann.visit(code), await ann.visit(code)
    await asyncio.gather(one.until(lambda ann: ann.view), two.until(lambda ann: ann.view))
    turn = 0
    while one.view["phase"] != "finished":
        table = (one, two)[turn % 2]
        await table.until(lambda ann: ann.choices or ann.view["phase"] == "finished")
        if table.choices:
            await table.act()
        turn += 1
        await asyncio.gather(*(each.until(lambda ann, seq=table.seq: ann.seq >= seq) for each in (one, two)))
    await asyncio.gather(*(each.until(lambda ann: ann.view["phase"] == "finished") for each in (one, two)))
    assert events(one) == events(two)[-len(events(one)) :]
    assert one.view == two.view


@together
async def test_everybody_hears_who_is_there(server: Server) -> None:
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(seats=2)
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.until(lambda ann: ann.view["seats"][1]["connected"] and ann.view["seats"][1]["name"])
    window = await ben.visit(code)
    await window.until(lambda ben: ben.view)
    await two.vanish()
    await one.do("rename", name="Ann")
    assert one.view["seats"][1]["connected"], "another window of his is open"
    await window.vanish()
    await one.until(lambda ann: not ann.view["seats"][1]["connected"])
    assert one.view["seats"][1]["player"] == "person"
    await ben.visit(code)
    await one.until(lambda ann: ann.view["seats"][1]["connected"])


@together
async def test_a_bot_plays_for_the_absent_where_a_clock_runs_and_stops_at_once(start: Callable[..., Server]) -> None:
    server = start(settings={"away": 0.3}, clock=20_000)
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(seats=2, clock="fast", deals=1)
    one, two = await ann.visit(code), await ben.visit(code)
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await one.do("begin")
    await two.vanish()
    await one.until(lambda ann: ann.view["seats"][1]["autopilot"])
    two = await ben.come_back(code, two, remembers=False)
    await two.until(lambda ben: ben.view["phase"] != "playing" or not ben.own["autopilot"])
    await asyncio.gather(*(each.play(until=lambda each: each.view["phase"] == "finished") for each in (one, two)))


@together
async def test_an_autopilot_that_one_asked_for_stays_on_when_one_returns(start: Callable[..., Server]) -> None:
    server = start(settings={"away": 0.1}, clock=20_000)
    ann = await Guest.new(server.port)
    table = await ann.visit(code := await ann.open(clock="fast", begin=True, deals=50))
    await table.until(lambda ann: ann.view)
    await table.do("autopilot", on=True)
    await table.vanish()
    await asyncio.sleep(0.3)
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    await table.do("rename", name="Anna")
    assert table.own["autopilot"] or table.view["phase"] != "playing"


@together
async def test_the_clock_decides_for_who_does_not_and_takes_over_the_second_time(start: Callable[..., Server]) -> None:
    server = start(clock=300)
    ann = await Guest.new(server.port)
    table = await ann.visit(code := await ann.open(clock="fast", begin=True, seats=2))
    await table.until(lambda ann: ann.choices)
    assert table.clocks[0]["limit"] == 300
    assert table.clocks[0]["deadline"] - table.clocks[0]["now"] <= 300
    await table.until(lambda ann: ann.own["autopilot"] or ann.view["phase"] != "playing")
    timed_out = [entry for entry in server.entries(code) if any(fact.event == "timed_out" for fact in entry.facts)]
    assert timed_out
    assert all(entry.actor == "clock" for entry in timed_out)
    for entry in timed_out:
        asked = max((e.at for e in server.entries(code) if e.seq < entry.seq), default=0)
        assert entry.at - asked >= 300


@pytest.mark.slow
@together
async def test_a_table_that_slept_gives_the_whole_time_again(start: Callable[..., Server]) -> None:
    server = start(clock=2500)
    ann = await Guest.new(server.port)
    table = await ann.visit(code := await ann.open(clock="fast", begin=True, seats=2))
    await table.until(lambda ann: ann.choices)
    await table.vanish()
    await asyncio.sleep(3)
    assert not any(fact.event == "timed_out" for entry in server.entries(code) for fact in entry.facts)
    table = await ann.visit(code)
    await table.until(lambda ann: ann.clocks and ann.clocks[0]["deadline"] - ann.clocks[0]["now"] > 1500)
    assert any(fact.event == "resumed" for entry in server.entries(code) for fact in entry.facts)
    assert (await table.act())["k"] == "ok"


@together
async def test_who_does_not_read_delays_nobody_and_loses_only_the_connection(start: Callable[..., Server]) -> None:
    server = start()
    ann, ben = await Guest.new(server.port), await Guest.new(server.port, "Ben")
    code = await ann.open(seats=2)
    one, two = await ann.visit(code), await ben.visit(code)
    sleeper = await ben.visit(code, whole=True)  # what has changed in 600 changes would find room in the system's buffers
    await two.until(lambda ben: ben.view)
    await two.do("sit", seat=1, name="Ben")
    await sleeper.until(lambda ben: ben.seq == two.seq)

    async def renamed(times: int) -> float:
        """Seconds of the slowest."""
        slowest = 0.0
        for number in range(times):
            began = time.monotonic()
            await one.do("rename", name=f"Ann {number}")
            slowest = max(slowest, time.monotonic() - began)
        return slowest

    usual = await renamed(50)
    sleeper.socket.transport.pause_reading()
    assert await renamed(600) < 5 * usual + 1.0
    assert two.seq >= one.seq - 1
    sleeper.socket.transport.resume_reading()
    assert (await sleeper.until_closed())[0] in (1013, 1006)
    sleeper = await ben.come_back(code, sleeper)
    await sleeper.until(lambda ben: ben.seq == one.seq)


@pytest.mark.slow
@together
async def test_an_evening_over_many_starts_of_the_server(start: Callable[..., Server]) -> None:
    server = start()
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True, deals=2, clock="relaxed")
    for stops in (server.stop, server.kill, server.stop):
        table = await ann.visit(code)
        await table.until(lambda ann: ann.choices)
        await table.act()
        before = table.view
        stops()
        await table.until_closed()
        server.start()
        table = await (await ann.visit(code)).until(lambda ann: ann.view)
        assert table.view["scores"] == before["scores"]
        assert table.view["deal"]["log"][: len(before["deal"]["log"])] == before["deal"]["log"]
    table = await ann.visit(code)
    await table.play()
    assert server.fold(code).scores == table.view["scores"]


@together
async def test_a_table_of_another_version_of_the_rules_is_closed_unscored(start: Callable[..., Server]) -> None:
    server = start()
    ann = await Guest.new(server.port)
    code = await ann.open(begin=True)
    server.stop()
    now, before = (f'"rules_version":{version}' for version in (GAN_DENG_YAN.rules_version, GAN_DENG_YAN.rules_version - 1))
    with sqlite3.connect(server.data / "tables.sqlite3") as connection:
        changed = connection.execute("update events set body = replace(body, ?, ?) where instr(body, ?)", (now, before, now))
        assert changed.rowcount == 1
    connection.close()
    server.start()
    table = await (await ann.visit(code)).until(lambda ann: ann.view["phase"] == "closed")
    assert table.view["scores"] == []
    assert (await table.do("begin"))["code"] == "closed"
    assert (await ann.ask("/api/me")).json()["tables"] == []


@together
async def test_tables_that_nobody_uses_are_closed(start: Callable[..., Server]) -> None:
    server = start(settings={"close_idle": 0.5, "forget": 0.1})
    ann = await Guest.new(server.port)
    code = await ann.open()
    table = await (await ann.visit(code)).until(lambda ann: ann.view)
    await asyncio.sleep(1)
    assert server.fold(code).phase == "gathering", "somebody looks at it"
    await table.leave()
    for _ in range(50):
        await asyncio.sleep(0.1)
        if server.fold(code).phase == "closed":
            break
    assert server.fold(code).phase == "closed"
    while (await ann.ask("/api/health")).json()["tables"]:
        await asyncio.sleep(0.1)
