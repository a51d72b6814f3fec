"""What several servers on one PostgreSQL promise and cost.

    python -m benchmarks.house_of_many
    python -m benchmarks.house_of_many --no-bell --seconds 30

It starts a PostgreSQL and a Redis of its own, as the tests do, and prints

late   tables of two people: from the answer to an act until the other page has it, at the same server and at another
dead   the server that drives a table of bots is killed: until another one drives it, and until two entries have come from there
cost   tables of six programs that answer as soon as they are asked: entries stored a second, and the processor time of one, with one server; with two
       where each table is at one of them; with two where half a table's programs are at each
"""

import argparse
import asyncio
import tempfile
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from benchmarks.server_load import cpu_time
from tests.server import stores
from tests.server.conftest import Server
from tests.server.people import Guest, Visitor, evening

GAME, SEATS = "gan_deng_yan", 6
WARM = 3.0  # seconds before anything is measured
PAUSE = 0.2  # seconds between the acts of a table at which lateness is measured


async def sit(*servers: Server) -> list[Visitor]:
    """A table with a program on each chair, one at each of these servers, that has begun."""
    first = await Guest.new(servers[0].port)
    code = await first.open(game=GAME, seats=len(servers), deals=100)
    visitors = [await first.visit(code)]
    for seat, server in enumerate(servers[1:], 1):
        visitors.append(await (await Guest.new(server.port, f"P{seat}")).visit(code))
        await visitors[-1].do("sit", seat=seat, name=f"P{seat}")
    await visitors[0].until(lambda one: all(chair["player"] == "person" for chair in one.view["seats"]))
    await visitors[0].do("begin")
    await asyncio.gather(*(one.until(lambda one: one.view["phase"] == "playing") for one in visitors))
    return visitors


async def late(first: Server, second: Server, tables: int, seconds: float) -> None:
    """Print how late a view elsewhere is."""
    lateness: list[float] = []

    async def act(me: Visitor, other: Visitor) -> None:
        answer = await me.act()
        stored = time.monotonic()
        if answer["k"] == "ok":
            await other.until_heard(lambda other: other.seq >= answer["seq"])
            lateness.append(max(0.0, time.monotonic() - stored))

    async def play(one: Visitor, other: Visitor) -> None:
        while time.monotonic() < end:
            for me, them in ((one, other), (other, one)):
                if me.asked:
                    await act(me, them)
                elif me.view["phase"] == "between" and not me.own["ready"]:
                    await me.do("ready")
            await asyncio.sleep(PAUSE)

    seated = [await sit(first, second) for _ in range(tables)]
    end = time.monotonic() + seconds
    await asyncio.gather(*(play(*visitors) for visitors in seated))
    print(f"late, {'at the same server' if first is second else 'elsewhere'}: {said(lateness)}", flush=True)


async def dead(first: Server, second: Server, url: str, tries: int) -> None:
    """Print how long a table stands still when the server that drives it dies."""
    driven, moved, engine = [], [], create_engine(url, isolation_level="AUTOCOMMIT")

    def drivers() -> set[str]:
        with engine.connect() as connection:
            return set(connection.exec_driver_sql("select server_id from drivers").scalars())

    for _ in range(tries):
        ann = await Guest.new(first.port)
        one = await ann.visit(code := await ann.open(game=GAME, seats=SEATS, deals=100))
        two = await (await Guest.new(second.port)).visit(code)
        await one.do("begin")
        await one.do("autopilot", on=True)
        await two.until(lambda two: two.seq > 2 * SEATS)
        before = drivers()
        first.kill()
        killed, seq = time.monotonic(), two.seq
        while not drivers() - before:
            await asyncio.sleep(0.01)
        driven.append(time.monotonic() - killed)
        await two.until(partial(lambda seq, two: two.seq > seq + 1, seq))  # one may have been on its way
        moved.append(two.times[-1] - killed)
        await two.leave()
        await asyncio.to_thread(first.start)
        first, second = second, first
    engine.dispose()
    print(f"dead, until driven by another: {said(driven)}\ndead, until it has moved twice: {said(moved)}", flush=True)


async def cost(name: str, tables: list[list[Server]], postmaster: int, seconds: float) -> None:
    """Print what an entry costs at tables whose programs are at these servers."""
    playing = True

    async def play(me: Visitor) -> None:
        while playing:
            if me.asked:
                await me.act()
            elif me.view["phase"] == "between" and not me.own["ready"]:
                await me.do("ready")
            else:
                await me.until(partial(lambda seq, me: me.seq > seq, me.seq))

    servers = {server.process.pid: server for table in tables for server in table}
    seated = [await sit(*table) for table in tables]
    visitors = [visitor for table in seated for visitor in table]

    def stored_so_far() -> int:
        return sum(table[0].seq for table in seated)

    players = [asyncio.create_task(play(visitor)) for visitor in visitors]
    await asyncio.sleep(WARM)
    before, counted, began = [*map(cpu_time, servers)], stored_so_far(), time.monotonic()
    database = sum(map(cpu_time, children(postmaster)))
    await asyncio.sleep(seconds)
    done, wall = stored_so_far() - counted, time.monotonic() - began
    spent = [1000 * (cpu_time(pid) - earlier) / done for pid, earlier in zip(servers, before, strict=True)]
    database = 1000 * (sum(map(cpu_time, children(postmaster))) - database) / done
    each = " + ".join(f"{value:.2f}" for value in spent)
    print(
        f"cost, {name}: {done / wall:.0f} entries a second; {each} = {sum(spent):.2f} ms an entry, PostgreSQL {database:.2f} ms",
        flush=True,
    )
    playing = False
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    await asyncio.gather(*(visitor.leave() for visitor in visitors))


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def postmaster() -> int:
    """The PostgreSQL that this program has started."""
    own = children(int(Path("/proc/self").readlink().name))
    return next(pid for pid in own if Path(f"/proc/{pid}/comm").read_text().startswith("postgres"))


def said(times: list[float]) -> str:
    """Median, 99 of a hundred, and most, in milliseconds."""
    at = sorted(1000 * one for one in times)
    return f"median {at[len(at) // 2]:.1f} ms, p99 {at[len(at) * 99 // 100]:.1f} ms, most {at[-1]:.1f} ms, of {len(at)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--tries", type=int, default=8, help="servers killed")
    parser.add_argument("--no-bell", action="store_true")
    given = parser.parse_args()
    with ExitStack() as stack:
        settings: dict[str, Any] = {
            "database": stack.enter_context(stores.postgres()).url,
            "next_deal": 1,
            "bot_pause": (0.0, 0.0),
        }
        if not given.no_bell:
            settings["bell"] = stack.enter_context(stores.redis())[0]
        servers = []
        for name in ("first", "second"):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / name
            folder.mkdir()
            servers.append(Server(folder, settings=settings))
            stack.callback(servers[-1].stop)
        first, second = servers
        for other in servers:
            asyncio.run(evening(late(first, other, given.tables, given.seconds)))
        for name, tables in (
            ("one server", [[first] * SEATS] * given.tables),
            ("two, each table at one", [[server] * SEATS for server in servers] * (given.tables // 2)),
            ("two, tables at both", [servers * (SEATS // 2)] * given.tables),
        ):
            asyncio.run(evening(cost(name, tables, postmaster(), given.seconds)))
        asyncio.run(evening(dead(first, second, settings["database"], given.tries)))


if __name__ == "__main__":
    main()
