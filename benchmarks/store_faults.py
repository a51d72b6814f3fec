"""How soon a house is back after its store has failed, as stores do, and whether anybody was told what is not true.

    python -m benchmarks.store_faults
    python -m benchmarks.store_faults --rounds 5 --only swallowed silent

People play at tables of one server on a PostgreSQL, behind a proxy that lies (`tests/server/lying.py`), or on a SQLite file.  For each fault it prints
a row of a table in Markdown: the seconds from the moment at which the store is well again until everybody who plays has had an answer to a new
command, and until somebody new sees a table and their own list of tables; how often that was 503 or refused, and how many sockets were closed with 4100
because nobody knew an outcome.  In the end what people were told is compared with what is stored.

swallowed    old connections are swallowed, new ones are served at once
lost         the answer to one commit is lost, with all that follows on its connection
silent       everything is acknowledged by the network and nothing answered, for a while
stopped      the database's processes are stopped (SIGSTOP) for a while
restarted    the database is restarted
crashed      the database ends without a word, and begins again
full         its disk is full for a while
full SQLite  the same of one server with a SQLite file
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from sqlalchemy import NullPool, create_engine

from tests.server import stores
from tests.server.conftest import Server
from tests.server.killing import LOST, Disk, Stubborn, acknowledgements, compare, sit
from tests.server.lying_proxy import Liar, url_through
from tests.server.people import evening

FAULTS = ("swallowed", "lost", "silent", "stopped", "restarted", "crashed", "full", "full SQLite")
AWAY = 12.0  # seconds for which a store is away, where it is away for a while
DISK = 160  # megabytes
STORED = "select code, command, body from events join tables on id = table_id order by code, seq"
UNKNOWN = 4100


class Stand:
    """A server and its store."""

    def __init__(self, stack: ExitStack, folder: Path, *, sqlite: bool) -> None:
        self.disk = Disk(folder / "disk", DISK)
        stack.callback(self.disk.close)
        self.postgres: stores.Postgres | None = None
        self.liar: Liar | None = None
        settings: dict[str, object] = {"next_deal": 0.2}
        if not sqlite:
            self.postgres = stack.enter_context(stores.postgres(str(self.disk.folder)))
            self.liar = Liar(Path(self.postgres.folder, ".s.PGSQL.5432"))
            stack.callback(self.liar.close)
            settings["database"] = url_through(self.liar)
        self.server = Server(folder, settings=settings, data=str(self.disk.folder if sqlite else folder / "data"))
        stack.callback(self._end)

    def _end(self) -> None:
        with suppress(OSError):
            self.server.kill()

    def fail(self, fault: str) -> None:
        """Let the store fail; return when it is well again."""
        match fault:
            case "swallowed":
                self.lying.swallow()
            case "lost":
                self.lying.lose_next = True
                self.lying.lost.wait(AWAY)
                self.lying.lost.clear()
            case "silent":
                self.lying.be_silent(True)
                time.sleep(AWAY)
                self.lying.be_silent(False)
            case "stopped":
                self._stop_for_a_while()
            case "restarted" | "crashed":
                (self.base.stop if fault == "restarted" else self.base.crash)()
                self.base.start()
            case "full" | "full SQLite":
                self.disk.fill()
                time.sleep(AWAY)
                self.disk.free()
                if self.postgres:
                    self.postgres.start_again()

    def _stop_for_a_while(self) -> None:
        processes = self.base.processes()
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        time.sleep(AWAY)
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)

    @property
    def base(self) -> stores.Postgres:
        assert self.postgres
        return self.postgres

    @property
    def lying(self) -> Liar:
        assert self.liar
        return self.liar

    def stored(self) -> list[tuple[str, str | None, bytes]]:
        """What is in the logs."""
        if self.postgres is None:
            return self.server.rows(STORED)  # type: ignore[return-value]
        engine = create_engine(self.postgres.url, poolclass=NullPool)
        with engine.connect() as connection:
            return [(row[0], row[1], bytes(row[2])) for row in connection.exec_driver_sql(STORED)]


def stand_for(stack: ExitStack, fault: str) -> Stand:
    """A server and the store that is to fail, in a folder that goes with the stack; PostgreSQL's own user has to reach it."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    folder.chmod(0o755)
    return Stand(stack, folder, sqlite=fault == "full SQLite")


class Player(Stubborn):
    """One who counts how connections ended, and what was refused."""

    closed: Counter[int]
    refused: Counter[str]

    async def connect(self) -> None:
        if self.visitor and self.visitor.closed:
            self.closed[self.visitor.closed[0]] += 1
        await super().connect()

    async def ask(self, command: dict[str, object], id: str) -> dict[str, object]:
        answer = await super().ask(command, id)
        if answer["k"] == "no":
            self.refused[str(answer["code"])] += 1
        return answer


async def newcomer(player: Stubborn) -> None:
    """Until somebody who comes anew sees their tables and the table."""
    while True:
        with suppress(*LOST):
            assert (await player.guest.ask("/api/me")).status_code == 200
            visitor = await player.guest.visit(player.code)
            await visitor.until(lambda visitor: visitor.view)
            await visitor.leave()
            return
        await asyncio.sleep(0.1)


async def timed(work: Awaitable[object]) -> float:
    began = time.monotonic()
    await work
    return time.monotonic() - began


async def measure(stand: Stand, fault: str, rounds: int) -> str:
    """Play, let the store fail so often, and return the row."""
    players = [player for number in range(2) for player in await sit(stand.server.port, "gan_deng_yan", number, 2)]
    for player in players:
        player.__class__, player.closed, player.refused = Player, Counter(), Counter()  # type: ignore[attr-defined]
    over = asyncio.Event()
    playing = [asyncio.create_task(player.play(over)) for player in players]
    acts, visits = [], []
    for _ in range(rounds):
        await acknowledgements(players, 5)
        await asyncio.to_thread(stand.fail, fault)
        back = asyncio.gather(*(timed(acknowledgements([player], 1)) for player in players))
        visit, act = await asyncio.gather(timed(newcomer(players[0])), back)
        acts.append(max(act))
        visits.append(visit)
    over.set()
    for player in players:
        assert player.visitor
        async with player.visitor._news:
            player.visitor._news.notify_all()
    await asyncio.wait(playing, timeout=30)
    compare(players, stand.stored())
    closed, refused = Counter[int](), Counter[str]()
    for player in players:
        closed += player.closed  # type: ignore[attr-defined]
        refused += player.refused  # type: ignore[attr-defined]
    printed = stand.server.output()
    told = ", ".join(f"{count} {code}" for code, count in refused.items()) or "none"
    return (
        f"| {fault} | {rounds} | {statistics.median(acts):.1f}, {max(acts):.1f} | {statistics.median(visits):.1f}, {max(visits):.1f} "
        f"| {told} | {closed[UNKNOWN]} | {printed.count('Traceback')} |"
    )


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often each fault happens")
    parser.add_argument("--only", nargs="+", choices=FAULTS, default=FAULTS, metavar="FAULT", help="these faults alone")
    given = parser.parse_args(words)
    print(
        "| fault | times | until all play again: median, most (s) | until a new page shows a table | refused | closed with 4100 | tracebacks |"
    )
    print("| --- | ---: | ---: | ---: | --- | ---: | ---: |", flush=True)
    random.seed(1)
    for fault in given.only:
        with ExitStack() as stack:
            stand = stand_for(stack, fault)
            if fault.startswith("full") and not stand.disk.own:
                print(f"| {fault} | - | no disk could be mounted | | | | |")
                continue
            measuring: Callable[[], Awaitable[str]] = lambda stand=stand, fault=fault: measure(stand, fault, given.rounds)  # noqa: E731
            print(asyncio.run(evening(measuring())), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
