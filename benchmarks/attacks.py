"""What an ordinary player feels while others attack the server, each attack from clients of its own.

    python -m benchmarks.attacks
    python -m benchmarks.attacks --seconds 20 --only reconnects frames

The server has its usual limits.  The player comes from an address of their own, acts at a table with bots whenever asked, and now and then opens the page
and comes to the table anew.  It prints a table in Markdown with a row for each attack: the milliseconds from an act to its answer and those of such a visit, how
many there were, and what became of the attack.  The attackers are one process, at other addresses of this machine's loopback.

names        sockets at tables of their own change their names as fast as they can
slow         sockets ask for much and read nothing
halves       requests that are never whole, as many as are let in
reconnects   people at tables lose their connection all the time and come back at once
together     people at tables all lose their connection at the same moment, and come back (as after a break of the network)
frames       frames of random bytes, halves of messages, messages that are no command
tables       guests who open one table after the other
codes        codes of no table
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from benchmarks.house_of_many import said
from qipai.server.limits import Limit, Limits
from tests.server.conftest import Server
from tests.server.people import Guest, Visitor, evening

ADDRESSES = 20  # of the attackers
PEOPLE = 600  # whose connections are lost
GAME = "gan_deng_yan"
LOST = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.HTTPError, AssertionError)
PAUSE = 0.1  # seconds between looks of the player


def address(number: int) -> str:
    """One of the attackers' addresses."""
    return f"127.0.1.{1 + number % ADDRESSES}"


# -- the player


async def feel(guest: Guest, code: str, table: Visitor, over: asyncio.Event) -> tuple[list[float], list[float]]:
    """Play until it is over; the times of acts and of visits."""
    acts, visits, last = [], [], time.monotonic()
    while not over.is_set():
        began = time.monotonic()
        if table.asked:
            assert (await table.act())["k"] == "ok"
            acts.append(time.monotonic() - began)
        elif table.view["phase"] == "between" and not table.own["ready"]:
            await table.do("ready")
        elif began - last > 1:
            assert (await guest.ask("/api/me")).status_code == 200
            other = await guest.visit(code)
            await other.until(lambda other: other.view)
            visits.append(time.monotonic() - began)
            await other.leave()
            last = time.monotonic()
        await asyncio.sleep(PAUSE)
    return acts, visits


# -- the attackers


class Attacker:
    """A guest at one of the addresses, who counts what is answered."""

    def __init__(self, port: int, number: int, met: Counter[str]) -> None:
        self.port, self.met, self.own = port, met, address(number)
        self.headers: dict[str, str] = {}
        self.code = ""

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        transport = httpx.AsyncHTTPTransport(local_address=self.own, verify=False)
        async with httpx.AsyncClient(transport=transport, timeout=30) as client:
            answer = await client.request(method, f"http://127.0.0.1:{self.port}{path}", json=body, headers=self.headers)
        self.met[str(answer.status_code)] += 1
        return answer.json()

    async def sign_in(self) -> None:
        told = await self.ask("POST", "/api/guests", {"name": "Eve"})
        self.headers = {"authorization": f"Bearer {told['token']}"}

    async def open(self, **wanted: Any) -> str:
        told = await self.ask("POST", "/api/tables", {"game": GAME, "seats": 4, "name": "Eve", "clock": "none", **wanted})
        return str(told.get("code", ""))

    async def visit(self, code: str, since: int | None = None) -> ClientConnection:
        query = "" if since is None else f"?since={since}"
        socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws/table/{code}{query}", additional_headers=self.headers, compression=None,
            local_addr=(self.own, 0), ping_interval=None, open_timeout=30,
        )  # fmt: skip
        await socket.send('{"k":"hello","proto":1,"changes":true}')
        return socket

    async def at_a_table(self) -> ClientConnection:
        """Sign in, open a table and come to it."""
        await self.sign_in()
        self.code = await self.open(begin=True)
        return await self.visit(self.code)

    def hear(self, text: str | bytes) -> int:
        """Count a message; its seq."""
        told = json.loads(text)
        self.met[told["code"] if told["k"] == "no" else told["k"]] += 1
        return int(told.get("seq", 0))


Attack = Callable[[int, int, Counter[str]], Awaitable[None]]


async def names(port: int, number: int, met: Counter[str]) -> None:
    one = Attacker(port, number, met)
    socket = await one.at_a_table()

    async def read() -> None:
        async for text in socket:
            one.hear(text)

    reading = asyncio.create_task(read())
    for count in range(10**9):
        if reading.done():
            break
        await socket.send(json.dumps({"k": "rename", "id": f"n{count}", "name": f"N{count}"}))
        await asyncio.sleep(0)


async def slow(port: int, number: int, met: Counter[str]) -> None:
    one = Attacker(port, number, met)
    socket = await one.at_a_table()
    socket.transport.pause_reading()
    for count in range(10**9):
        await socket.send(
            json.dumps({"k": "act", "id": f"s{count}", "at": 0, "action": "pass"})
        )  # answered with the whole table
        met["asked and not read"] += 1
        await asyncio.sleep(0.01)


async def halves(port: int, number: int, met: Counter[str]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address(number), 0))
    writer.write(
        random.choice(
            [
                b"",
                b"GET /",
                b"GET / HTTP/1.1\r\nhost: x\r\n",
                b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n",
            ]
        )
    )
    told = await reader.read(100)
    met[told[9:12].decode() or "closed"] += 1
    writer.close()


async def reconnects(port: int, number: int, met: Counter[str]) -> None:
    one = Attacker(port, number, met)
    socket, seq = await one.at_a_table(), 0
    while True:
        seq = max(seq, one.hear(await socket.recv()))
        socket.transport.abort()
        met["lost"] += 1
        with suppress(*LOST):
            socket = await one.visit(one.code, seq)


async def frames(port: int, number: int, met: Counter[str]) -> None:
    one, chance = Attacker(port, number, met), random.Random(number)
    socket = await one.at_a_table()
    good = json.dumps({"k": "act", "id": "x", "at": 1, "action": "pass"})
    while True:
        frame: str | bytes = chance.choice(
            [
                chance.randbytes(chance.randrange(2000)),
                good[: chance.randrange(len(good))],
                "[" * 4000,
                '{"k":"ping","n":1}',
                good,
                '{"k":"begin","id":"' + "x" * 5000 + '"}',
            ]
        )
        await socket.send(frame)
        one.hear(await socket.recv())


async def tables(port: int, number: int, met: Counter[str]) -> None:
    one = Attacker(port, number, met)
    await one.sign_in()
    while True:
        await one.open(begin=True)


async def codes(port: int, number: int, met: Counter[str]) -> None:
    one = Attacker(port, number, met)
    await one.sign_in()
    while True:
        socket = await one.visit(f"tea-{random.randrange(1000):03}")
        with suppress(ConnectionClosed):
            one.hear(await socket.recv())


async def together(port: int, seconds: float, met: Counter[str]) -> list[float]:
    """Let people sit at tables, lose all connections at once, and come back; the seconds it took each of them."""
    people = [Attacker(port, number, met) for number in range(PEOPLE)]
    sockets = []
    for one in people:
        while True:
            with suppress(*LOST, KeyError):
                sockets.append(await one.at_a_table())
                break
            await asyncio.sleep(1)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    times = []

    async def lose(number: int) -> None:
        one, socket, began = people[number], sockets[number], time.monotonic()
        seq = one.hear(await socket.recv())
        socket.transport.abort()
        for tried in range(100):
            with suppress(*LOST):
                sockets[number] = await one.visit(one.code, seq)
                one.hear(await sockets[number].recv())
                break
            await asyncio.sleep(min(5.0, random.uniform(0.2, 0.4) * 2**tried))
        times.append(time.monotonic() - began)

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.gather(*(lose(number) for number in range(PEOPLE)))
        await asyncio.sleep(1)
    return times


# Each attack, and how many do it at once.
ATTACKS: dict[str, tuple[Attack, int]] = {
    "names": (names, 100),
    "slow": (slow, 100),
    "halves": (halves, 3000),
    "reconnects": (reconnects, 200),
    "frames": (frames, 100),
    "tables": (tables, 50),
    "codes": (codes, 50),
}


async def attack(name: str, port: int, seconds: float) -> None:
    """Attack until the time is over, and print what became of it.  Says "ready", and begins when something is said."""
    met: Counter[str] = Counter()
    if name == "together":
        times = await together(port, seconds, met)
        print(f"{len(times):,} times back, {said(times)}")
        return
    one, many = ATTACKS[name]
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)

    async def again(number: int) -> None:
        while True:
            try:
                await one(port, number, met)
            except (*LOST, KeyError) as failure:
                met[type(failure).__name__] += 1
            await asyncio.sleep(0.05)

    attackers = [asyncio.create_task(again(number)) for number in range(many)]
    await asyncio.sleep(seconds)
    for attacker in attackers:
        attacker.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    print(", ".join(f"{count:,} {what}" for what, count in met.most_common(8)))


# -- both


def usual_limits() -> dict[str, Any]:
    """The limits of a server that was told none, as the server under test takes them."""
    given = {one.name: getattr(Limits(), one.name) for one in fields(Limits)}
    return {name: [limit.rate, limit.burst] if isinstance(limit, Limit) else limit for name, limit in given.items()}


async def suffer(server: Server, name: str, seconds: float) -> None:
    """Play during an attack, and print what it was like."""
    guest = await Guest.new(server.port, "Ann")
    code = await guest.open(game=GAME, seats=3, deals=100, begin=True)
    table = await guest.visit(code)
    await table.until(lambda me: me.view)
    over = asyncio.Event()
    told = ""
    if name:
        words = [
            sys.executable,
            "-m",
            "benchmarks.attacks",
            "--attack",
            name,
            "--port",
            str(server.port),
            "--seconds",
            str(seconds),
        ]
        process = await asyncio.create_subprocess_exec(*words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin
        assert process.stdout
        await process.stdout.readline()
        process.stdin.write(b"\n")
    playing = asyncio.create_task(feel(guest, code, table, over))
    if name:
        told = (await process.stdout.read()).decode().strip()
        await process.wait()
    else:
        await asyncio.sleep(seconds)
    over.set()
    acts, visits = await playing
    print(f"| {name or 'none'} | {columns(acts)} | {columns(visits)} | {told} |", flush=True)


def columns(times: list[float]) -> str:
    """Median, 99 of a hundred, and most, in milliseconds, and how many; for four columns."""
    if not times:
        return "| | | 0"
    at = sorted(1000 * one for one in times)
    return f"{at[len(at) // 2]:.1f} | {at[len(at) * 99 // 100]:.1f} | {at[-1]:.1f} | {len(at)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", nargs="*", choices=[*ATTACKS, "together"], default=[*ATTACKS, "together"])
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        return asyncio.run(attack(given.attack, given.port, given.seconds))
    print(
        f"`{' '.join(['python -m benchmarks.attacks', *sys.argv[1:]])}`, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}\n"
    )
    print("| attack | acts: p50 | p99 | most | number | visits: p50 | p99 | most | number | what became of it |")
    print("| --- |" + " ---: |" * 8 + " --- |")
    for name in ["", *given.only]:  # each at a server of its own: what one attack leaves behind is not the next one's
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), limits=usual_limits(), settings={"bot_pause": (0.1, 0.2), "next_deal": 1})
            try:
                asyncio.run(evening(suffer(server, name, given.seconds)))
            finally:
                server.stop()
            for line in server.output().splitlines():
                if "failed" in line:
                    print(f"The server, while {name or 'nothing'} went on: {line}", file=sys.stderr)


if __name__ == "__main__":
    main()
