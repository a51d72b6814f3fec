"""How a server bears full rooms: tables of four programs by socket, each table a move a second, the server on one core.

    python benchmarks/server_load.py --tables 300 --seconds 30

Prints the time from sending a move to the last of the four seats having its view, and the server's share of its core.
"""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

MOVE_EVERY = 1.0  # seconds, half as much more or less
SETTLE = 5.0  # seconds at full load before anything is measured


# What a program has to read of a view.
class Choice(msgspec.Struct):
    action: str


class Deal(msgspec.Struct):
    choices: list[Choice]


class Table(msgspec.Struct):
    phase: str
    deal: Deal | None


class Heard(msgspec.Struct):
    k: str
    seq: int = 0
    table: Table | None = None


class Load:
    """What was measured."""

    def __init__(self) -> None:
        self.measuring = False
        self.delays: list[float] = []
        self.refused = 0


class Four:
    """A table and the four programs at it."""

    def __init__(self, load: Load, sockets: list[ClientConnection]) -> None:
        self.load = load
        self.sockets = sockets
        self.seen = [0] * 4
        self.sent_at = 0.0
        self.waited_for: set[int] = set()
        self.ids = 0
        self.moves: set[asyncio.Task[None]] = set()  # under way

    async def play(self) -> None:
        await asyncio.gather(*(self.listen(seat) for seat in range(4)))

    async def listen(self, seat: int) -> None:
        decode = msgspec.json.Decoder(Heard).decode
        async for text in self.sockets[seat]:
            heard = decode(text)
            if heard.k == "no":
                self.load.refused += 1
            if heard.table is None:
                continue
            self.arrived(seat)
            deal = heard.table.deal
            if heard.table.phase == "playing" and deal and deal.choices:
                move = asyncio.create_task(self.move(seat, heard.seq, random.choice(deal.choices).action))
                self.moves.add(move)
                move.add_done_callback(self.moves.discard)
            elif heard.table.phase == "between" and heard.seq > self.seen[seat]:
                self.seen[seat] = heard.seq + 8  # ready is said once
                await self.send(seat, {"k": "ready"})
            elif heard.table.phase == "finished" and seat == 0:
                await self.send(seat, {"k": "again"})

    def arrived(self, seat: int) -> None:
        if seat in self.waited_for:
            self.waited_for.discard(seat)
            if not self.waited_for and self.load.measuring:
                self.load.delays.append(time.perf_counter() - self.sent_at)

    async def move(self, seat: int, seq: int, action: str) -> None:
        await asyncio.sleep(random.uniform(0.5, 1.5) * MOVE_EVERY)
        self.sent_at, self.waited_for = time.perf_counter(), {0, 1, 2, 3}
        await self.send(seat, {"k": "act", "at": seq, "action": action})

    async def send(self, seat: int, command: dict[str, object]) -> None:
        self.ids += 1
        await self.sockets[seat].send(msgspec.json.encode({**command, "id": f"{seat}-{self.ids}"}).decode())


async def open_table(base: str, load: Load) -> Four:
    """A table of four programs, about to play."""
    async with httpx.AsyncClient(base_url=base, verify=False, timeout=60) as client:
        tokens = [(await client.post("/api/guests", json={"name": f"P{seat}"})).json()["token"] for seat in range(4)]
        wanted = {"game": "gan_deng_yan", "seats": 4, "name": "P0", "deals": 100, "clock": "none"}
        opened = await client.post("/api/tables", json=wanted, headers={"authorization": f"Bearer {tokens[0]}"})
        code = opened.json()["code"]
    sockets = []
    for seat, token in enumerate(tokens):
        socket = await connect(
            f"{base.replace('http', 'ws')}/ws/table/{code}",
            additional_headers={"authorization": f"Bearer {token}"},
            compression=None, max_queue=None, open_timeout=60,
        )  # fmt: skip
        await socket.send('{"k":"hello","proto":1}')
        if seat:
            await socket.send(msgspec.json.encode({"k": "sit", "id": "sit", "seat": seat, "name": f"P{seat}"}).decode())
            while msgspec.json.decode(await socket.recv(), type=Heard).k != "ok":
                pass
        sockets.append(socket)
    return Four(load, sockets)


async def measure(base: str, pid: int, tables: int, seconds: float) -> None:
    load = Load()
    began = time.monotonic()
    four = []
    for _ in range(tables):
        four.append(await open_table(base, load))
    print(f"{tables} tables, {4 * tables} sockets, opened in {time.monotonic() - began:.1f} s")
    playing = []
    for table in four:
        playing.append(asyncio.create_task(table.play()))
        await table.send(0, {"k": "begin"})
        await asyncio.sleep(MOVE_EVERY / tables)
    await asyncio.sleep(SETTLE)
    load.measuring, cpu, began = True, cpu_time(pid), time.monotonic()
    own = time.process_time()
    await asyncio.sleep(seconds)
    wall = time.monotonic() - began
    share, own = (cpu_time(pid) - cpu) / wall, (time.process_time() - own) / wall
    for task in playing:
        task.cancel()
    report(load, wall, share, own, memory(pid))


def report(load: Load, wall: float, share: float, own: float, kilobytes: int) -> None:
    delays = sorted(load.delays)
    at = [1000 * delays[min(len(delays) - 1, int(len(delays) * part))] for part in (0.5, 0.99, 0.999)]
    print(f"{len(delays) / wall:.0f} moves a second for {wall:.0f} s, {load.refused} refused")
    print(f"from a move to its last view: p50 {at[0]:.1f} ms, p99 {at[1]:.1f} ms, p99.9 {at[2]:.1f} ms")
    print(f"the server: {100 * share:.0f} % of one core, {kilobytes / 1024:.0f} MB; this program: {100 * own:.0f} %")


def cpu_time(pid: int) -> float:
    """Seconds of a processor that a process has used, with its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Kilobytes that a process holds."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def serve(port: int, data: str) -> None:
    """The server as it is, but for the limits that one address has."""
    os.environ["QIPAI_RULES"] = "plain"
    from qipai.server.app import serve
    from qipai.server.limits import UNLIMITED
    from qipai.server.settings import Settings

    with suppress(KeyboardInterrupt):
        serve("127.0.0.1", port, Path(data), open_browser=False, settings=Settings(limits=UNLIMITED))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--serve", metavar="DIR", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        return serve(given.port, given.serve)
    cores = sorted(os.sched_getaffinity(0))
    base = f"http://127.0.0.1:{given.port}"
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen([sys.executable, __file__, "--serve", data, "--port", str(given.port)])
        os.sched_setaffinity(server.pid, {cores[0]})
        os.sched_setaffinity(0, {cores[-1]})
        while True:
            try:
                urllib.request.urlopen(f"{base}/api/health").close()
                break
            except OSError:
                time.sleep(0.1)
        try:
            asyncio.run(measure(base, server.pid, given.tables, given.seconds))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


if __name__ == "__main__":
    main()
