"""Kill a server, and what it stands on, at random moments of play; then compare what people were told with what is stored.

    QIPAI_RULES=plain python -m tests.server.killing 2000
    QIPAI_RULES=plain python -m tests.server.killing 500 --house

Without `--house` there is one server with its SQLite file: it is killed, its disk is filled to the last byte for a moment, or its clock is set by up to a day,
forward or back.  With it there are two workers on a PostgreSQL with a Redis.  Then a worker is killed, or all of them, or the process that started them, or the PostgreSQL (an immediate shutdown, as after
a crash), or the Redis; a worker or the PostgreSQL is stopped for seconds, as if its network swallowed everything; all connections to both are cut; the disk of the
PostgreSQL is filled; the clock of the workers is set.

People play at tables all the while, half of them with a clock.  They lose their own connections now and then, come back after every kill, and ask again for what had no
answer.  In the end everybody has been answered again, and `compare` wants each acknowledged
command once in the log, at the place that its answer named; a command that was asked after another had been answered stands after it (so that one order of the log
explains all that was seen, which is what linearizable means for a log); a log without gaps; every fact that was shown, as it is stored; and nobody timed out, because
whoever is asked answers at once.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import NullPool, create_engine
from sqlalchemy.exc import SQLAlchemyError
from websockets.exceptions import InvalidHandshake

from qipai.engine.seats import SPECTATOR
from qipai.games import find_game
from qipai.session import Entry, Session, read_entry
from qipai.session.folding import TIMED_OUT
from tests.nest import Child, Nest

from . import stores
from .conftest import Server
from .people import Guest, Visitor, evening

GAMES = ("gan_deng_yan", "giog", "dou_dizhu", "luk_fu")
SEATS = 3  # of a table, where its game allows it
LOST = (AssertionError, OSError, InvalidHandshake, TimeoutError)  # the server is gone, or not yet there
SILENCE = 120.0  # seconds without any answer after which nobody is believed to be served again
VANISHES = 0.002  # of a player's decisions, those at which the own connection is lost
SLOW = "relaxed"  # a clock that nobody runs out of who answers at once
DAY = 24 * 3600.0
KINDS = ("server", "server", "server", "disk full", "clock set")  # what happens to one alone
CUT = 2.5  # seconds in which a stopped process hears and says nothing; longer than it takes to be given up as dead


class Asked(NamedTuple):
    """A command that was acknowledged."""

    asked: float  # when it was first sent
    answered: float
    seq: int


class Stubborn:
    """A player who always comes back, remembers what was seen, and asks again for whatever had no answer.

    Where answers lie sealed, they are sometimes given anew or taken back.
    """

    def __init__(self, guest: Guest, code: str, seat: int, seed: int) -> None:
        self.guest = guest
        self.code = code
        self.seat = seat
        self.chance = random.Random(seed)
        self.visitor: Visitor | None = None
        self.heard: list[str] = []
        self.acknowledged: dict[str, Asked] = {}
        self.commands = 0
        self.comebacks = 0

    def is_idle(self, me: Visitor) -> bool:
        """Whether no deal is played, and something is to be done so that the next one begins."""
        return bool(me.view["phase"] == "between")

    async def play(self, over: asyncio.Event) -> None:
        while not over.is_set():
            with suppress(*LOST):
                await self.connect()
                assert self.visitor
                await self.visitor.until(lambda me: me.choices or self.is_idle(me) or over.is_set())
                await self.decide(self.visitor)
                continue
            await asyncio.sleep(0.02)

    async def connect(self) -> None:
        if self.visitor is not None and not self.visitor.closed:
            return
        if self.visitor is None:
            visitor = await self.guest.visit(self.code)
        else:
            visitor = await self.guest.come_back(self.code, self.visitor)
            self.comebacks += 1
        visitor.heard = self.heard
        self.visitor = visitor

    async def decide(self, me: Visitor) -> None:
        if self.chance.random() < VANISHES:
            await me.vanish()
            return
        if me.asked or (me.choices and self.chance.random() < 0.2):
            action = self.chance.choice(me.choices)["action"]
            command = {"k": "act", "at": me.seq, "action": action}
        elif me.choices and self.chance.random() < 0.2:
            command = {"k": "take_back", "at": me.seq}
        elif me.view["phase"] == "between" and not me.own["ready"]:
            command = {"k": "ready"}
        else:
            await asyncio.sleep(0.005)
            return
        self.commands += 1
        asked = time.monotonic()
        answer = await self.ask(command, f"{id(self)}-{self.commands}")
        if answer["k"] == "ok":
            self.acknowledged[answer["id"]] = Asked(asked, time.monotonic(), answer["seq"])

    async def ask(self, command: dict[str, Any], id: str) -> dict[str, Any]:
        while True:
            with suppress(*LOST):
                await self.connect()
                assert self.visitor
                return await self.visitor.do(**command, id=id)
            await asyncio.sleep(0.05)

    def events(self) -> dict[int, list[Any]]:
        """The facts that were told under each seq; told again, they were the same."""
        told: dict[int, list[Any]] = {}
        for message in map(json.loads, self.heard):
            if message["k"] == "ev":
                assert told.setdefault(message["seq"], message["facts"]) == message["facts"]
        return told


async def play(
    port: int,
    games: Sequence[str],
    kill: Callable[[], Awaitable[object]],
    kills: int,
    chance: random.Random,
    wait: tuple[int, int],
    people: int = 2,
) -> list[Stubborn]:
    """Let people play at a table of each of these games, and kill after so many acknowledgements (from, to) each time; who has played.

    The chairs that are left are the bots', whose processes begin anew with each server.
    """
    players = [player for number, game in enumerate(games) for player in await sit(port, game, number, people)]
    over = asyncio.Event()
    playing = [asyncio.create_task(player.play(over)) for player in players]
    for _ in range(kills):
        await acknowledgements(players, chance.randrange(*wait))
        await asyncio.sleep(chance.uniform(0, 0.02))
        await kill()
    for player in players:
        if player.visitor and player.visitor.view.get("phase") != "finished":
            await acknowledgements([player], 1)  # everybody plays on
    over.set()
    for player in players:
        assert player.visitor
        async with player.visitor._news:
            player.visitor._news.notify_all()
    await asyncio.wait_for(asyncio.gather(*playing), 30)
    await asyncio.sleep(0.2)
    return players


async def sit(port: int, game: str, seed: int, people: int) -> list[Stubborn]:
    """A table of a game that has begun, with people who will come back."""
    guests = [await Guest.new(port, f"P{seat}") for seat in range(people)]
    seats, clock = max(SEATS, min(find_game(game).seats)), SLOW if seed % 2 else "none"
    code = await guests[0].open(game=game, seats=seats, deals=100, clock=clock)
    players = [Stubborn(guest, code, seat, seed * SEATS + seat) for seat, guest in enumerate(guests)]
    for player in players:
        await player.connect()
        assert player.visitor
        await player.visitor.until(lambda me: me.view)
        if player.seat:
            await player.visitor.do("sit", seat=player.seat, name=f"P{player.seat}")
    assert players[0].visitor
    await players[0].visitor.do("begin")
    return players


async def acknowledgements(players: Iterable[Stubborn], more: int) -> None:
    """Wait until so many more commands are acknowledged."""

    def count() -> int:
        return sum(len(player.acknowledged) for player in players)

    so_far = count()
    goal, quiet_since = so_far + more, time.monotonic()
    while so_far < goal:
        await asyncio.sleep(0.01)
        if count() > so_far:
            so_far, quiet_since = count(), time.monotonic()
        assert time.monotonic() - quiet_since < SILENCE, "people are served no longer"


def compare(players: Sequence[Stubborn], stored: Sequence[tuple[str, str | None, bytes]]) -> None:
    """Compare what people were told with the logs, whose lines (code, command, body) stand in their order.  Raises `AssertionError`."""
    logs: dict[str, list[Entry]] = {}
    commands = Counter(command for _, command, _ in stored if command)
    for code, _, body in stored:
        logs.setdefault(code, []).append(read_entry(bytes(body)))
    assert set(commands.values()) <= {1}, "a command was stored twice"
    for code, log in logs.items():
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1)), "the log has a gap"
        here = [player for player in players if player.code == code]
        for player in here:
            for command, told in player.acknowledged.items():
                assert told.seq <= len(log), "something acknowledged was lost"
                assert log[told.seq - 1].command == command, "something else stands where an acknowledged command was"
            for seq, facts in player.events().items():
                bare = [{name: value for name, value in fact.items() if name not in ("seq", "key", "by")} for fact in facts]
                assert bare in (log[seq - 1].seen_by(player.seat), log[seq - 1].seen_by(SPECTATOR)), (
                    "what was shown was not stored"
                )
        assert not any(fact.event == TIMED_OUT for entry in log for fact in entry.facts), (
            "somebody's time was charged for a fault"
        )
        in_order([told for player in here for told in player.acknowledged.values()])
        table = Session.fold(find_game(log[0].facts[0].public["game"]), log, verify=True)
        if table.game.utility_sum(table.game.ruleset(**table.options), len(table.chairs)) is not None:
            assert len({sum(row) for row in table.scores}) <= 1


def in_order(told: Sequence[Asked]) -> None:
    """Want each command after all that were answered before it was asked.  Raises `AssertionError`."""
    answers = sorted(told, key=lambda one: one.answered)
    highest = place = 0
    for one in sorted(told, key=lambda one: one.asked):
        while place < len(answers) and answers[place].answered < one.asked:
            highest = max(highest, answers[place].seq)
            place += 1
        assert one.seq > highest, "a later command stands before one that had been answered"


# -- what is killed


class Clock:
    """The clock of servers under test (see `program`), which can be set."""

    def __init__(self, file: Path) -> None:
        self.file = file
        file.write_bytes(bytes(8))

    def set(self, seconds: float) -> None:
        """Let it differ from the machine's by so much from now on."""
        with self.file.open("r+b") as file:
            file.write(struct.pack("d", seconds))

    @property
    def environment(self) -> dict[str, str]:
        return {"QIPAI_TEST_CLOCK": str(self.file)}


class Disk:
    """A small disk in a folder, if one is wanted and this user may mount it; else the folder as it is, which cannot be filled."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        words = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
        self.own = megabytes > 0 and subprocess.run(words, capture_output=True, check=False).returncode == 0

    def fill(self) -> None:
        """Leave no byte of it to anybody."""
        with (self.folder / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
            free = os.statvfs(self.folder)
            os.posix_fallocate(ballast.fileno(), 0, free.f_bavail * free.f_frsize)
            ballast.seek(0, os.SEEK_END)
            while True:
                ballast.write(bytes(4096))

    def free(self) -> None:
        """Give the room back."""
        (self.folder / "ballast").unlink()

    def close(self) -> None:
        if self.own:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


class Forked(Server):
    """A server of a nest of its own, with an environment of its own."""

    own: Nest | None = None

    def launch(self, given: str) -> Child:
        if self.own is None:
            self.own = Nest(self.environment)
        return self.own.start(given, self.folder / "printed")

    def close(self) -> None:
        assert self.own
        self.kill()
        self.own.close()


class Alone:
    """One server with its SQLite file."""

    def __init__(self, folder: Path, chance: random.Random, kinds: Sequence[str] = ("server",)) -> None:
        self.chance, self.killed = chance, Counter[str]()
        self.clock, self.disk = Clock(folder / "clock"), Disk(folder / "data", 64 if "disk full" in kinds else 0)
        self.kinds = [kind for kind in kinds if kind != "disk full" or self.disk.own]
        self.server = Forked(
            folder, settings={"next_deal": 0.2}, environment=self.clock.environment, data=str(self.disk.folder)
        )

    async def kill(self) -> None:
        what = next_of(self.kinds, self.killed, self.chance)
        self.killed[what] += 1
        await asyncio.to_thread(self._kill, what)

    def _kill(self, what: str) -> None:
        match what:
            case "server":
                self.server.kill()
                self.server.start()
            case "disk full":
                fill_for_a_moment(self.disk, self.chance)
            case "clock set":
                self.clock.set(self.chance.uniform(-DAY, DAY))

    def stored(self) -> list[tuple[str, str | None, bytes]]:
        return self.server.rows("select code, command, body from events join tables on id = table_id order by code, seq")  # type: ignore[return-value]

    def close(self) -> None:
        self.server.close()
        self.disk.close()


class House:
    """Two workers on a PostgreSQL, with a Redis."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.chance, self.killed, self.stack = chance, Counter[str](), ExitStack()
        self.clock = Clock(folder / "clock")
        self.disk = Disk(Path(self.stack.enter_context(tempfile.TemporaryDirectory())), 400)
        self.stack.callback(self.disk.close)
        self.postgres = self.stack.enter_context(stores.postgres(str(self.disk.folder)))
        self.bell, self.redis = self.stack.enter_context(stores.redis())
        settings = {"database": self.postgres.url, "bell": self.bell, "workers": 2, "next_deal": 0.2}
        self.server = Server(folder, settings=settings, environment=self.clock.environment)
        self.engine = create_engine(self.postgres.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self.kinds = [
            *["worker"] * 4,
            "servers",
            "supervisor",
            *["PostgreSQL"] * 2,
            "Redis",
            "clock set",
            "connections cut",
            "worker cut off",
            "PostgreSQL cut off",
        ]
        self.kinds += ["PostgreSQL's disk full"] if self.disk.own else []

    async def kill(self) -> None:
        what = next_of(self.kinds, self.killed, self.chance)
        self.killed[what] += 1
        await asyncio.to_thread(self._kill, what)

    def _kill(self, what: str) -> None:
        match what:
            case "worker":
                os.kill(self.chance.choice(workers_of(self.server.process.pid)), signal.SIGKILL)
            case "worker cut off":
                cut_off([self.chance.choice(workers_of(self.server.process.pid))])
            case "servers":
                workers = workers_of(self.server.process.pid)
                self.server.kill()
                for worker in workers:
                    os.kill(worker, signal.SIGKILL)
                wait_for_end(workers)
                self.server.start()
            case "supervisor":
                workers = workers_of(self.server.process.pid)
                self.server.kill()
                wait_for_end(workers)  # they notice, and end by themselves
                self.server.start()
            case "PostgreSQL":
                self.postgres.crash()
                self.postgres.start()
            case "PostgreSQL cut off":
                cut_off(self.postgres.processes())
            case "PostgreSQL's disk full":
                fill_for_a_moment(self.disk, self.chance)
                self.postgres.start_again()
            case "Redis":
                self.redis.kill()
                self.redis.wait()
                folder = Path(self.bell.removeprefix("unix://")).parent
                (folder / "socket").unlink(missing_ok=True)
                server = shutil.which("redis-server") or shutil.which("valkey-server") or ""
                self.redis = self.stack.enter_context(stores.serve_redis(server, str(folder)))
            case "connections cut":
                self._cut()
            case "clock set":
                self.clock.set(self.chance.uniform(-DAY, DAY))

    def _cut(self) -> None:
        """End every connection to the PostgreSQL and the Redis, wherever it is in what it does."""
        from redis import Redis

        with suppress(SQLAlchemyError), self.engine.connect() as connection:  # its own goes too, perhaps before it is answered
            connection.exec_driver_sql(
                "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'qipai' and pid <> pg_backend_pid()"
            )
        with Redis.from_url(self.bell) as doorbell:
            for kind in ("normal", "pubsub"):
                doorbell.client_kill_filter(_type=kind, skipme=True)

    def stored(self) -> list[tuple[str, str | None, bytes]]:
        question = "select code, command, body from events join tables on id = table_id order by code, seq"
        with self.engine.connect() as connection:
            return [(code, command, body) for code, command, body in connection.exec_driver_sql(question)]

    def close(self) -> None:
        self.server.kill()
        self.engine.dispose()
        self.stack.close()


def wait_for_end(pids: Iterable[int]) -> None:
    for pid in pids:
        Child(pid).wait(60)


def next_of(kinds: Sequence[str], had: Counter[str], chance: random.Random) -> str:
    """One that has not been had yet, if there is one."""
    return chance.choice([kind for kind in kinds if not had[kind]] or kinds)


def fill_for_a_moment(disk: Disk, chance: random.Random) -> None:
    """Let people play on a full disk for up to a second."""
    disk.fill()
    time.sleep(chance.uniform(0.05, 1.0))
    disk.free()


def cut_off(pids: Iterable[int]) -> None:
    """Stop processes for a while, as if nothing came through to them."""
    for go in (signal.SIGSTOP, signal.SIGCONT):
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, go)
        if go == signal.SIGSTOP:
            time.sleep(CUT)


def workers_of(pid: int) -> list[int]:
    """The processes that a server has started to serve."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]


async def rounds(stand: Alone | House, kills: int, chance: random.Random, tables: int) -> None:
    """Kill so many times; tables are opened anew after every forty, and compared."""
    done = acknowledged = facts = 0
    begun = time.monotonic()
    while done < kills:
        share = min(40, kills - done)
        games = [chance.choice(GAMES) for _ in range(tables)]
        players = await evening(
            play(stand.server.port, games, stand.kill, share, chance, (3, 20), chance.choice([2, SEATS, SEATS]))
        )
        codes = {player.code for player in players}
        compare(players, [line for line in stand.stored() if line[0] in codes])
        done += share
        acknowledged += sum(len(player.acknowledged) for player in players)
        facts += sum(len(told) for player in players for told in player.events().values())
        comebacks = sum(player.comebacks for player in players)
        print(
            f"{done:,} of {kills:,} kills ({', '.join(f'{count} {what}' for what, count in sorted(stand.killed.items()))}); "
            f"{acknowledged:,} commands acknowledged, {facts:,} facts heard, {comebacks:,} times somebody came back to these tables; "
            f"nothing lost, nothing twice, nothing out of order; {time.monotonic() - begun:,.0f} s",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int, nargs="?", default=100)
    parser.add_argument("--house", action="store_true", help="two workers on a PostgreSQL with a Redis")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        stand = House(Path(folder), chance) if asked.house else Alone(Path(folder), chance, KINDS)
        try:
            asyncio.run(rounds(stand, asked.kills, chance, asked.tables))
        except BaseException:
            print(stand.server.output()[-4000:])
            raise
        finally:
            stand.close()


if __name__ == "__main__":
    main()
