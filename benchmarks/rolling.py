"""What people notice while the workers of a house are killed and replaced.

    QIPAI_RULES=plain python -m benchmarks.rolling --times 100

It starts a PostgreSQL and a Redis of its own, as the tests do, and a house of two workers.  At each table sit people and a bot, half of them with a clock; people
answer at once, and come back as pages do.  Each time one worker is killed; when everybody is at the other, all are replaced (SIGHUP); and the next time begins when every
person has been answered again by the new ones.  It prints, after each time and in the end:

deadlocks   that PostgreSQL has found
refusals    by code, but for those of a choice that came too late
away        how long a person was without the table, from the end of a socket until the next one shows it: of those who were `moved`
            (by SIGHUP), and of those whose socket was `lost` (by a kill, or once in 500 decisions by themselves)
answer      the longest that an act took until it was acknowledged, over as many sockets as that needs
still       the longest that a table at play had no new entry

and it fails if something that was acknowledged is lost (`tests.server.killing.compare`).
"""

import argparse
import asyncio
import os
import random
import signal
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import NullPool, create_engine

from tests.server import stores
from tests.server.conftest import Server
from tests.server.killing import LOST, SILENCE, SLOW, Stubborn, compare, workers_of
from tests.server.people import Guest, Visitor, evening

GAMES = ("gan_deng_yan", "giog", "luk_fu")
PEOPLE, SEATS = 2, {"gan_deng_yan": 3, "giog": 4, "luk_fu": 3}
RESTART = 1012  # close code of a server that ends
AT_ONCE, FIRST_WAIT, LONGEST_WAIT = 0.25, 0.4, 30.0  # seconds, as `frontend/src/socket.ts` has them
TOO_LATE = ("stale", "not_your_turn")


class Person(Stubborn):
    """A player who comes back as a page does, and notes how long that took."""

    def __init__(self, guest: Guest, code: str, seat: int, seed: int) -> None:
        super().__init__(guest, code, seat, seed)
        self.lost = 0.0  # when the last socket ended
        self.failures = 0
        self.moves: list[
            tuple[float, float, int]
        ] = []  # when a socket had ended, how long there was no other, and its close code
        self.refusals: Counter[str] = Counter()
        self.closed = 0

    async def connect(self) -> None:
        if self.visitor is None:
            return await super().connect()
        if not self.visitor.closed:
            return None
        if not self.lost:
            self.lost, self.closed = time.monotonic(), self.visitor.closed[0]
        planned = self.closed == RESTART and not self.failures
        wait = AT_ONCE * self.chance.random()
        if not planned:
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self.failures) * (0.5 + self.chance.random() / 2)
        await asyncio.sleep(wait)
        self.failures += 1
        before = self.visitor
        try:
            await super().connect()
            await self.visitor.until_heard(lambda me: me.times)
        except LOST:
            self.visitor = before if before.closed else self.visitor
            raise
        self.moves.append((self.lost, time.monotonic() - self.lost, self.closed))
        self.lost = self.failures = 0
        return None

    def is_idle(self, me: Visitor) -> bool:
        return super().is_idle(me) or bool(me.view["phase"] == "finished")

    async def decide(self, me: Visitor) -> None:
        if me.view["phase"] != "finished":
            await super().decide(me)
        elif me.view["host"]:  # a hundred deals are over sooner than a hundred rounds
            self.commands += 1
            await self.ask({"k": "again"}, f"{id(self)}-{self.commands}")
        else:
            await asyncio.sleep(0.02)

    async def ask(self, command: dict[str, Any], id: str) -> dict[str, Any]:
        answer = await super().ask(command, id)
        if answer["k"] == "no":
            self.refusals[answer["code"]] += 1
        return answer


class House:
    """Two workers on a PostgreSQL with a Redis."""

    def __init__(self, stack: ExitStack) -> None:
        self.postgres = stack.enter_context(stores.postgres())
        bell, _ = stack.enter_context(stores.redis())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = {"database": self.postgres.url, "bell": bell, "workers": 2, "next_deal": 0.2, "bot_pause": (0.1, 0.2)}
        self.server = Server(folder, settings=settings)
        self.engine = create_engine(self.postgres.url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        stack.callback(self.engine.dispose)

    @property
    def workers(self) -> set[int]:
        return set(workers_of(self.server.process.pid))

    def rows(self, question: str) -> list[Any]:
        with self.engine.connect() as connection:
            return list(connection.exec_driver_sql(question))

    def deadlocks(self) -> int:
        return int(self.rows("select sum(deadlocks) from pg_stat_database")[0][0])

    def stored(self) -> list[tuple[str, str | None, bytes]]:
        question = "select code, command, body from events join tables on id = table_id order by code, seq"
        return [(code, command, bytes(body)) for code, command, body in self.rows(question)]

    def stillness(self) -> float:
        """The longest time in seconds between two entries of a table, the first deal's beginning left out."""
        question = "select max(at - before) from (select at, seq, lag(at) over (partition by table_id order by seq) as before from events) as gaps where seq > 5"
        return float(self.rows(question)[0][0] or 0) / 1000


async def sit(port: int, game: str, number: int) -> list[Person]:
    """A table of a game that has begun."""
    guests = [await Guest.new(port, f"P{seat}") for seat in range(PEOPLE)]
    code = await guests[0].open(game=game, seats=SEATS[game], deals=100, clock=SLOW if number % 2 else "none")
    people = [Person(guest, code, seat, number * PEOPLE + seat) for seat, guest in enumerate(guests)]
    for person in people:
        await person.connect()
        assert person.visitor
        await person.visitor.until(lambda me: me.view)
        if person.seat:
            await person.visitor.do("sit", seat=person.seat, name=f"P{person.seat}")
    assert people[0].visitor
    await people[0].visitor.do("begin")
    return people


async def answered(people: Sequence[Person]) -> None:
    """Wait until every person has been answered once more."""
    before = {person: len(person.acknowledged) for person in people}
    end = time.monotonic() + SILENCE
    while any(len(person.acknowledged) == count for person, count in before.items()):
        await asyncio.sleep(0.02)
        assert time.monotonic() < end, "people are served no longer"


async def until_back(people: Sequence[Person]) -> None:
    """Wait until everybody has an open socket."""
    while any(person.visitor is None or person.visitor.closed for person in people):
        await asyncio.sleep(0.01)


async def play(house: House, people: Sequence[Person], times: int, seconds: float, chance: random.Random) -> None:
    """Kill and replace so many times while people play, and begin no more after so many seconds."""
    over = asyncio.Event()
    playing = [asyncio.create_task(person.play(over)) for person in people]
    away: dict[str, list[float]] = defaultdict(list)
    begun = time.monotonic()
    for count in range(1, times + 1):
        if time.monotonic() - begun > seconds:
            break
        await answered(people)
        marks = [time.monotonic()]
        os.kill(chance.choice(sorted(house.workers)), signal.SIGKILL)
        await asyncio.sleep(0.05)
        await until_back(people)
        old = house.workers
        marks.append(time.monotonic())
        house.server.process.send_signal(signal.SIGHUP)
        while old & house.workers or len(house.workers) < 2:
            await asyncio.sleep(0.05)
        await until_back(people)
        marks.append(time.monotonic())
        for person in people:
            for _, lasted, code in person.moves:
                away["moved" if code == RESTART else "lost"].append(lasted)
            person.moves.clear()
        refusals = sum((person.refusals for person in people), Counter[str]())
        print(
            f"{count} of {times}; {house.deadlocks()} deadlocks; refusals {dict(refusals)}; away {said(away)}; "
            f"replaced in {marks[2] - marks[1]:.1f} s; load {os.getloadavg()[0]:.0f}; {time.monotonic() - begun:.0f} s",
            flush=True,
        )
    await answered(people)
    over.set()
    for person in people:
        assert person.visitor
        async with person.visitor._news:
            person.visitor._news.notify_all()
    await asyncio.wait_for(asyncio.gather(*playing), 60)


def said(away: dict[str, list[float]]) -> str:
    """How many were away, the median and the longest."""
    return ", ".join(
        f"{what} {len(times)}: {sorted(times)[len(times) // 2]:.2f} s, most {max(times):.2f} s"
        for what, times in away.items()
        if times
    )


async def rounds(house: House, times: int, seconds: float, tables: int, chance: random.Random) -> None:
    """Open tables, let them be played at, and compare."""
    people = [person for number in range(tables) for person in await sit(house.server.port, GAMES[number % len(GAMES)], number)]
    await play(house, people, times, seconds, chance)
    compare(people, house.stored())
    answers = [told.answered - told.asked for person in people for told in person.acknowledged.values()]
    refusals = sum((person.refusals for person in people), Counter[str]())
    for code in TOO_LATE:
        refusals.pop(code, None)
    print(
        f"{len(answers):,} acts acknowledged, none lost; longest answer {max(answers):.2f} s; a table still for {house.stillness():.2f} s at most; "
        f"refusals {dict(refusals)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after this time")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with ExitStack() as stack:
        house = House(stack)
        try:
            asyncio.run(evening(rounds(house, given.times, given.seconds, given.tables, random.Random(given.seed))))
            house.server.stop()
            print(f"{house.deadlocks()} deadlocks in all")
        finally:
            with suppress(ProcessLookupError):
                house.server.kill()
            lines = [line for line in house.server.output().splitlines() if line.strip()]
            print("\n".join(lines[-40:]))


if __name__ == "__main__":
    main()
