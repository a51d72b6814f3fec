"""How a server bears full rooms: tables of six programs by socket, half Gou Ji and half Gan Deng Yan, each table an act a second.

    python benchmarks/server_load.py --tables 300 --seconds 30
    python benchmarks/server_load.py --tables 100 --against ../earlier     # the root of an earlier checkout, served in the same run
    python benchmarks/server_load.py --kill --tables 1000                  # what tables and sockets hold, and how soon all are back

The server has a core of its own; the programs run in other processes on the other cores.  Prints what an act costs the server, what is sent, and the
time from sending an act to the last of the six seats having it.  With `--against` it does so for both, and how they compare.

With `--kill` nobody acts: the tables have begun and their six sockets listen, then the same people open one socket more at each.  It prints what memory a table
and a socket take.  Then the server is killed and started again at once, the programs come back as pages do, and it prints when each had its table again.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SEATS = 6
GAMES = ("gou_ji", "gan_deng_yan")
ACT_EVERY = 1.0  # seconds, half as much more or less
SETTLE = 40.0  # seconds before anything is measured: deals of Gou Ji open with windows of eight seconds, in which few acts come
REST = 3.0  # seconds before what the server holds is read
FIRST_WAIT, LONGEST_WAIT = 0.4, 30.0  # seconds before a page connects again, the first time and at most; half of it by chance
SHARE_OF_A_DRIVER = 0.7  # of a core, above which times say more about the driver than about the server


# What a program has to read of a message.
class Choice(msgspec.Struct):
    action: str


class Deal(msgspec.Struct):
    to_act: list[int]
    choices: list[Choice]


class Table(msgspec.Struct):
    phase: str
    deal: Deal | None


class Clock(msgspec.Struct):
    seat: int | None


class Heard(msgspec.Struct):
    k: str
    seq: int = 0
    id: str = ""
    table: Table | None = None
    changed: dict[str, msgspec.Raw] | None = None
    clocks: list[Clock] = []


decode = msgspec.json.Decoder(Heard).decode
decode_deal = msgspec.json.Decoder(Deal | None).decode
READ = {
    "deal/to_act": ("to_act", msgspec.json.Decoder(list[int]).decode),
    "deal/choices": ("choices", msgspec.json.Decoder(list[Choice]).decode),
}


class Load:
    """What a driver has counted while it was measuring."""

    def __init__(self) -> None:
        self.measuring = False
        self.delays: list[float] = []
        self.acts = self.refused = self.bytes = 0
        self.events: list[int] = []  # bytes of each `ev`


class Party:
    """A table and the programs at it."""

    def __init__(self, load: Load, sockets: list[ClientConnection]) -> None:
        self.load = load
        self.sockets = sockets
        self.tables = [Table("", None) for _ in sockets]
        self.said_ready = [0] * len(sockets)
        self.sent_at = 0.0
        self.waited_for: set[int] = set()
        self.ids = 0
        self.moves: set[asyncio.Task[None]] = set()  # under way

    async def play(self) -> None:
        await asyncio.gather(*(self.listen(seat) for seat in range(len(self.sockets))))

    async def listen(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            heard = decode(text)
            if self.load.measuring:
                self.load.bytes += len(text)
                self.load.refused += heard.k == "no"
                self.load.acts += heard.k == "ok" and heard.id.startswith("act")
                if heard.k == "ev":
                    self.load.events.append(len(text))
            if heard.table is None and heard.changed is None:
                continue
            self.follow(seat, heard)
            self.arrived(seat)
            await self.answer(seat, heard)

    def follow(self, seat: int, heard: Heard) -> None:
        """Keep what is read of a view."""
        if heard.table is not None:
            self.tables[seat] = heard.table
            return
        table, changed = self.tables[seat], heard.changed or {}
        if "phase" in changed:
            table.phase = msgspec.json.decode(changed["phase"])
        if "deal" in changed:
            table.deal = decode_deal(changed["deal"])
        for path, (name, read) in READ.items():
            if path in changed and table.deal is not None:
                setattr(table.deal, name, read(changed[path]))

    async def answer(self, seat: int, heard: Heard) -> None:
        table = self.tables[seat]
        if table.phase == "playing" and table.deal and seat in table.deal.to_act and table.deal.choices:
            in_a_window = any(clock.seat is None for clock in heard.clocks)
            move = asyncio.create_task(
                self.move(seat, heard.seq, random.choice(table.deal.choices).action, timed=not in_a_window)
            )
            self.moves.add(move)
            move.add_done_callback(self.moves.discard)
        elif table.phase == "between" and heard.seq > self.said_ready[seat]:
            self.said_ready[seat] = heard.seq + 2 * len(self.sockets)  # said once
            await self.send(seat, "ready")
        elif table.phase == "finished" and seat == 0:
            await self.send(seat, "again")

    def arrived(self, seat: int) -> None:
        if seat in self.waited_for:
            self.waited_for.discard(seat)
            if not self.waited_for and self.load.measuring:
                self.load.delays.append(time.perf_counter() - self.sent_at)

    async def move(self, seat: int, seq: int, action: str, timed: bool) -> None:
        await asyncio.sleep(random.uniform(0.5, 1.5) * ACT_EVERY)
        if timed:  # of an answer in a window nobody else hears
            self.sent_at, self.waited_for = time.perf_counter(), set(range(len(self.sockets)))
        await self.send(seat, "act", at=seq, action=action)

    async def send(self, seat: int, kind: str, **fields: Any) -> None:
        self.ids += 1
        await self.sockets[seat].send(msgspec.json.encode({"k": kind, **fields, "id": f"{kind}-{seat}-{self.ids}"}).decode())


async def open_table(base: str, load: Load, game: str, changes: bool) -> Party:
    """A table of programs, about to play."""
    async with httpx.AsyncClient(base_url=base, verify=False, timeout=60) as client:
        tokens = [(await client.post("/api/guests", json={"name": f"P{seat}"})).json()["token"] for seat in range(SEATS)]
        wanted = {"game": game, "seats": SEATS, "name": "P0", "deals": 100, "clock": "none"}
        opened = await client.post("/api/tables", json=wanted, headers={"authorization": f"Bearer {tokens[0]}"})
        code = opened.json()["code"]
    sockets = []
    for seat, token in enumerate(tokens):
        socket = await connect(
            f"{base.replace('http', 'ws')}/ws/table/{code}",
            additional_headers={"authorization": f"Bearer {token}"},
            compression=None, max_queue=None, open_timeout=60,
        )  # fmt: skip
        await socket.send(json.dumps({"k": "hello", "proto": 1, **({"changes": True} if changes else {})}))
        if seat:
            await socket.send(json.dumps({"k": "sit", "id": "sit", "seat": seat, "name": f"P{seat}"}))
            while decode(await socket.recv()).k != "ok":
                pass
        sockets.append(socket)
    return Party(load, sockets)


# -- processes


async def drive(base: str, tables: int, first: int, seconds: float, changes: bool) -> None:
    """Play at some tables; say "ready" when they are open, begin when something is said, and print what was measured."""
    load = Load()
    parties = [await open_table(base, load, GAMES[(first + number) % len(GAMES)], changes) for number in range(tables)]
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    playing = []
    for party in parties:
        playing.append(asyncio.create_task(party.play()))
        await party.send(0, "begin")
        await asyncio.sleep(ACT_EVERY / tables)
    await asyncio.sleep(SETTLE)
    load.measuring, began, own = True, time.monotonic(), time.process_time()
    await asyncio.sleep(seconds)
    load.measuring, wall = False, time.monotonic() - began
    found = {name: value for name, value in vars(load).items() if name != "measuring"}
    print(json.dumps({**found, "share": (time.process_time() - own) / wall}), flush=True)
    for task in playing:
        task.cancel()


def measure(root: Path, port: int, tables: int, seconds: float, drivers: int) -> dict[str, float]:
    """Serve from a checkout, drive it, print and return what was measured."""
    base, cores = f"http://127.0.0.1:{port}", sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as data:
        server = start_server(root, data, port, cores[0])
        try:
            wait_for(base, server)
            changes = asyncio.run(knows_changes(base))
            return run(base, server.pid, tables, seconds, drivers, changes, set(cores[1:] or cores))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
            say_stored(Path(data))


def start_server(root: Path, data: str, port: int, core: int) -> subprocess.Popen[bytes]:
    """Serve from a checkout, on a core of its own."""
    words = [sys.executable, str(root / "benchmarks" / "server_load.py"), "--serve", data, "--port", str(port)]
    server = subprocess.Popen(words, env={**os.environ, "PYTHONPATH": str(root)})
    os.sched_setaffinity(server.pid, {core})
    return server


def wait_for(base: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers."""
    while server.poll() is None:
        with suppress(OSError):
            urllib.request.urlopen(f"{base}/api/health").close()
            return
        time.sleep(0.01)
    raise SystemExit("the server has ended")


async def knows_changes(base: str) -> bool:
    """Ask whether a server can send what has changed: an earlier one refuses the word."""
    party = await open_table(base, Load(), GAMES[-1], changes=False)
    async with httpx.AsyncClient(base_url=base, verify=False) as client:
        token = (await client.post("/api/guests", json={"name": "P"})).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    async with connect(
        f"{base.replace('http', 'ws')}/ws/table/none-000", additional_headers=headers, compression=None
    ) as socket:
        await socket.send('{"k":"hello","proto":1,"changes":true}')
        refused = msgspec.json.decode(await socket.recv())["code"]
    for other in party.sockets:
        await other.close()
    return bool(refused != "bad_message")


def run(base: str, pid: int, tables: int, seconds: float, drivers: int, changes: bool, cores: set[int]) -> dict[str, float]:
    """Drive a server from several processes; print and return what was measured."""
    shares = [tables * (number + 1) // drivers - tables * number // drivers for number in range(drivers)]
    words = [sys.executable, __file__, "--drive", base, "--seconds", str(seconds), *(["--changes"] if changes else [])]
    began = time.monotonic()
    processes = [
        subprocess.Popen(
            [*words, "--tables", str(share), "--first", str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for number, share in enumerate(shares)
    ]
    for process in processes:
        os.sched_setaffinity(process.pid, cores)
        assert process.stdout
        assert process.stdout.readline() == "ready\n", "a driver has failed"
    print(f"{tables} tables of {SEATS}, {SEATS * tables} sockets, opened in {time.monotonic() - began:.1f} s")
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    time.sleep(ACT_EVERY + SETTLE)
    cpu, began = cpu_time(pid), time.monotonic()
    time.sleep(seconds)
    cpu, wall = cpu_time(pid) - cpu, time.monotonic() - began
    found = [json.loads(process.communicate()[0]) for process in processes]
    return report(found, wall, cpu, memory(pid), tables)


def report(found: list[dict[str, Any]], wall: float, cpu: float, kilobytes: int, tables: int) -> dict[str, float]:
    delays = sorted(delay for one in found for delay in one["delays"])
    at = [1000 * delays[min(len(delays) - 1, int(len(delays) * part))] for part in (0.5, 0.99, 0.999)]
    events = [size for one in found for size in one["events"]]
    acts, sent = sum(one["acts"] for one in found), sum(one["bytes"] for one in found)
    told = {
        "ms_an_act": 1000 * cpu / acts,
        "bytes_an_act": sent / acts / SEATS,
        "bytes_of_an_ev": statistics.median(events),
        "p99_ms": at[1],
    }
    refused = sum(one["refused"] for one in found)
    print(f"{acts / wall:.0f} acts a second for {wall:.0f} s, {refused} refused")
    print(
        f"the server: {told['ms_an_act']:.2f} ms of its processor an act, {100 * cpu / wall:.0f} % of one core, {kilobytes / 1024:.0f} MB"
    )
    print(f"sent: {told['bytes_an_act']:.0f} bytes a seat and act, {told['bytes_of_an_ev']:.0f} bytes an ev at the median")
    print(f"from an act to its last ev: p50 {at[0]:.1f} ms, p99 {at[1]:.1f} ms, p99.9 {at[2]:.1f} ms")
    shares = [one["share"] for one in found]
    print(f"the {len(found)} drivers: {', '.join(f'{100 * share:.0f} %' for share in shares)} of a core each")
    if max(shares) > SHARE_OF_A_DRIVER:
        print("  so busy that these times are partly theirs: take more drivers, or fewer tables")
    return told


# -- a kill


class Returning:
    """A socket at a table that comes back by itself, as a page does, with what it saw last."""

    def __init__(self, base: str, code: str, token: str) -> None:
        self.address = f"{base.replace('http', 'ws')}/ws/table/{code}"
        self.headers = {"authorization": f"Bearer {token}"}
        self.seq = 0
        self.seen: list[float] = []  # when it had its table, after each time that it came

    async def stay(self) -> None:
        tried = 0
        while True:
            with suppress(OSError, TimeoutError, WebSocketException):
                address = f"{self.address}?since={self.seq}" if self.seq else self.address
                async with connect(
                    address,
                    additional_headers=self.headers,
                    compression=None,
                    max_queue=None,
                    ping_interval=None,
                    open_timeout=5,
                ) as socket:
                    await socket.send('{"k":"hello","proto":1,"changes":true}')
                    came = False
                    async for text in socket:
                        heard = decode(text)
                        self.seq = max(self.seq, heard.seq)
                        if not came:
                            came, tried = True, 0
                            self.seen.append(time.monotonic())
            await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**tried) * random.uniform(0.5, 1))
            tried += 1


async def stay(base: str, tables: int, first: int) -> None:
    """Sit at some tables that have begun, then with a socket more at each; when the server was killed, print when each socket was back.

    Says "ready" after each part, and goes on when something is said.
    """
    sockets: list[Returning] = []
    staying: list[asyncio.Task[None]] = []

    async def come(others: list[Returning]) -> None:
        """Let a few connect, and wait for them: a thousand at once would all be too late."""
        sockets.extend(others)
        staying.extend(asyncio.create_task(other.stay()) for other in others)
        while not all(other.seen for other in others):
            await asyncio.sleep(0.01)

    for number in range(tables):
        await come(await begin_table(base, GAMES[(first + number) % len(GAMES)]))

    async def seen(times: int) -> None:
        while any(len(socket.seen) < times for socket in sockets):
            await asyncio.sleep(0.05)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

    await seen(1)
    more = [Returning("", "", "") for _ in range(tables)]
    for other, socket in zip(more, sockets[::SEATS], strict=True):
        other.address, other.headers = socket.address, socket.headers
    for at in range(0, tables, SEATS):
        await come(more[at : at + SEATS])
    await seen(1)
    while any(len(socket.seen) < 2 for socket in sockets):
        await asyncio.sleep(0.05)
    print(json.dumps([socket.seen[1] for socket in sockets]), flush=True)
    for task in staying:
        task.cancel()


async def begin_table(base: str, game: str) -> list[Returning]:
    """Open a table of programs and let it begin; return its sockets, not yet connected."""
    party = await open_table(base, Load(), game, changes=True)
    await party.send(0, "begin")
    while decode(await party.sockets[0].recv()).k != "ok":
        pass
    found = []
    for socket in party.sockets:
        assert socket.request
        code = socket.request.path.rpartition("/")[2]
        found.append(Returning(base, code, socket.request.headers["authorization"].rpartition(" ")[2]))
        await socket.close()
    return found


def kill(root: Path, port: int, tables: int, drivers: int) -> None:
    """Fill a server with tables, kill it, start it again; print what it held, and how soon all were back."""
    base, cores = f"http://127.0.0.1:{port}", sorted(os.sched_getaffinity(0))

    with tempfile.TemporaryDirectory() as data:
        server = start_server(root, data, port, cores[0])
        processes: list[subprocess.Popen[str]] = []
        try:
            wait_for(base, server)
            held = [memory(server.pid)]
            shares = [tables * (number + 1) // drivers - tables * number // drivers for number in range(drivers)]
            words = [sys.executable, __file__, "--stay", base]
            processes = [
                subprocess.Popen(
                    [*words, "--tables", str(share), "--first", str(number)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
                for number, share in enumerate(shares)
            ]
            for process in processes:
                os.sched_setaffinity(process.pid, set(cores[1:] or cores))
            for part in ("tables", "sockets more"):
                for process in processes:
                    assert process.stdout
                    assert process.stdout.readline() == "ready\n", "a driver has failed"
                time.sleep(REST)
                held.append(memory(server.pid))
                print(f"with {tables} {part}: {held[-1] / 1024:.0f} MB", flush=True)
                for process in processes:
                    assert process.stdin
                    process.stdin.write("\n")
                    process.stdin.flush()
            time.sleep(REST)
            began = time.monotonic()
            server.kill()
            server.wait()
            server = start_server(root, data, port, cores[0])
            wait_for(base, server)
            listens = time.monotonic() - began
            back = sorted(at - began for process in processes for at in json.loads(process.communicate()[0]))
            cpu = cpu_time(server.pid)
        finally:
            for process in processes:
                process.kill()
                process.wait()
            server.kill()
            server.wait()
    empty, full, more = held
    print(
        f"empty {empty / 1024:.0f} MB; a table with its {SEATS} sockets {(full - empty) / tables:.0f} KB, a socket more {(more - full) / tables:.0f} KB"
    )
    at = [back[min(len(back) - 1, int(len(back) * part))] for part in (0.5, 0.99)]
    print(
        f"killed: answers after {listens:.1f} s; {len(back)} sockets have their table again after {at[0]:.1f} s in the median, "
        f"{at[1]:.1f} s at p99, {back[-1]:.1f} s the last; {cpu:.1f} s of its processor until then"
    )


def cpu_time(pid: int) -> float:
    """Seconds of a processor that a process has used, with its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def say_stored(data: Path) -> None:
    """Print what an entry takes in the store."""
    size = sum(path.stat().st_size for path in data.glob("tables.sqlite3*"))
    with closing(sqlite3.connect(data / "tables.sqlite3")) as store:
        ((entries,),) = store.execute("select count(*) from events").fetchall()
    print(f"stored: {entries} entries, {size / max(1, entries):.0f} bytes of the disk each")


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
        serve(Settings(port=port, data=Path(data), browser=False, limits=UNLIMITED))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, help="300, or 1,000 with --kill")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--drivers", type=int, default=max(1, min(4, (os.cpu_count() or 2) - 1)), help="processes of programs")
    parser.add_argument("--against", type=Path, metavar="ROOT", help="an earlier checkout to serve first")
    parser.add_argument("--kill", action="store_true", help="kill the server: memory, and the time to be back")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--serve", metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument("--drive", metavar="BASE", help=argparse.SUPPRESS)
    parser.add_argument("--stay", metavar="BASE", help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--changes", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.tables = given.tables or (1000 if given.kill else 300)
    if given.serve:
        return serve(given.port, given.serve)
    if given.drive:
        return asyncio.run(drive(given.drive, given.tables, given.first, given.seconds, given.changes))
    if given.stay:
        return asyncio.run(stay(given.stay, given.tables, given.first))
    if given.kill:
        return kill(Path(__file__).resolve().parents[1], given.port, given.tables, given.drivers)
    roots = [*([given.against.resolve()] if given.against else []), Path(__file__).resolve().parents[1]]
    found = []
    for place, root in enumerate(roots):
        if given.against:
            print(f"-- {'now' if place else 'before'}")
        found.append(measure(root, given.port + place, given.tables, given.seconds, given.drivers))
    if given.against:
        before, now = found
        print("now by before:", ", ".join(f"{name} {now[name] / before[name]:.2f}" for name in now))


if __name__ == "__main__":
    main()
