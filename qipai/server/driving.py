"""What a table does by itself: bots, clocks, the next deal, absent people.

It is driven by every server that shows it to somebody, and two drivers at once do no harm: one of their entries is stored.
A table that nobody looks at sleeps.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.session.chairs import PERSON
from qipai.session.folding import BETWEEN, PLAYING
from qipai.session.log import CLOCK, TABLE, bot_actor

from .bots import BotFailure
from .failures import report
from .refusals import Refused

if TYPE_CHECKING:
    from .tables import Table

AUTOPILOT_LEVEL = "rule"  # the bot that plays for people
NAP = 2.0  # seconds without anybody that count against who has to decide: a page that is loaded again
AGAIN = 1.0  # seconds before what failed is tried again


class Step(NamedTuple):
    """Something that the table will do."""

    due: float  # by the monotonic clock
    do: Callable[[], Awaitable[object]]


class Driver:
    """Drives one table."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._woken_at = 0  # milliseconds UTC; 0 before the first time
        self._asked: dict[tuple[int, int], float] = {}  # when automatic moves are due, by entry that asked and seat
        self._thoughts: dict[tuple[int, int], asyncio.Task[str]] = {}
        self._lost: dict[int, float] = {}  # when seats lost their last connection
        self._host_seen = time.monotonic()

    def awake(self) -> None:
        """The table has changed, or who looks at it."""
        self._changed.set()
        if self.table.connections and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Drive no more."""
        tasks = [*self._thoughts.values(), *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def next_at(self) -> int | None:
        """When the next deal begins by itself, in milliseconds UTC."""
        if self.table.session.phase != BETWEEN or not self.table.connections:
            return None
        settings = self.table.house.settings
        wait = settings.next_deal if self._people_here() else settings.next_deal_watched
        return max(self.table.settled_at, self._woken_at) + round(wait * 1000)

    def _people_here(self) -> list[int]:
        """The seats of connected people who play for themselves."""
        chairs, connected = self.table.session.chairs, self.table.connected()
        return [seat for seat, chair in enumerate(chairs) if chair.thinks and connected[seat]]

    # -- the loop

    async def _run(self) -> None:
        slept = not self._woken_at or time.monotonic() - self.table.seen_at > NAP
        self._woken_at = time.time_ns() // 1_000_000
        self._host_seen = time.monotonic()
        try:
            if slept:
                await self._attempt(self._resume)
            while self.table.connections:
                self._changed.clear()
                steps = self._plan()
                first = min(steps, key=lambda step: step.due) if steps else None
                try:
                    async with asyncio.timeout(max(0, first.due - time.monotonic()) if first else None):
                        await self._changed.wait()
                except TimeoutError:
                    assert first is not None
                    await self._attempt(first.do)
        finally:
            self._task = None

    async def _attempt(self, do: Callable[[], Awaitable[object]]) -> None:
        try:
            await do()
        except Refused:
            await asyncio.sleep(AGAIN)
        except QipaiError:
            pass  # somebody else was faster, and the table is no longer what the step was planned for
        except Exception as failure:
            report("driving a table", failure)
            await asyncio.sleep(AGAIN)

    async def _resume(self) -> None:
        """The time in which nobody looked, or no server ran, is not counted against who has to decide."""
        session = self.table.session
        if any(session.deadline(seat) is not None for seat in session.waiting()):
            await self.table.change(TABLE, session.resume)

    def _plan(self) -> list[Step]:
        now, session = time.monotonic(), self.table.session
        steps = [*self._plan_host(now)]
        if session.phase == PLAYING:
            steps += [*self._plan_moves(now), *self._plan_absence(now)]
        elif session.phase == BETWEEN:
            steps.append(self._plan_deal(now))
        return steps

    # -- moves

    def _plan_moves(self, now: float) -> list[Step]:
        session, steps = self.table.session, []
        asked = {(session.asked_seq, seat) for seat in session.waiting()}
        for key in self._asked.keys() - asked:
            del self._asked[key]
            self._thoughts.pop(key, None)
        for key in asked:
            seat = key[1]
            if session.chairs[seat].thinks:
                self._asked.pop(key, None)
                deadline = session.deadline(seat)
                if deadline is not None:
                    steps.append(Step(now + deadline / 1000 - time.time(), partial(self._time_out, seat)))
                continue
            if key not in self._asked:
                # Every automatic move waits alike, whatever the cards: a quick pass would tell that nothing can follow.
                self._asked[key] = now + random.uniform(*self.table.house.settings.bot_pause)
                self._thoughts[key] = thought = asyncio.create_task(self._think(seat))
                thought.add_done_callback(lambda _: self._changed.set())
            if self._thoughts[key].done():
                steps.append(Step(self._asked[key], partial(self._move, key)))
        return steps

    async def _think(self, seat: int) -> str:
        """A bot's decision: from what the seat may know, in a process of the bots."""
        session, house = self.table.session, self.table.house
        assert session.deal_now is not None
        assert session.terms is not None
        game, terms, chair = session.game, session.terms, session.chairs[seat]
        observation = records.to_bytes(session.deal_now.observation(seat))
        legal = game.legal(session.deal_now.state, terms.rules, seat)
        fallback = session.default_action(seat)
        level = chair.level if chair.player != PERSON else AUTOPILOT_LEVEL
        await asyncio.sleep(house.bot_time.wait(self.table.row.owner))
        try:
            choice = await house.bots.choose(
                game.name, level, game.changed_options(terms.ruleset), observation, legal, secrets.randbits(62)
            )
        except BotFailure:
            return fallback
        house.bot_time.take(self.table.row.owner, choice.took)
        return game.notation.format_action(choice.action, terms.ruleset)

    async def _move(self, key: tuple[int, int]) -> None:
        seat, action, session = key[1], await self._thoughts[key], self.table.session
        await self.table.change(bot_actor(seat), lambda: session.act(seat, action, at=key[0]))

    async def _time_out(self, seat: int) -> None:
        session = self.table.session
        await self.table.change(CLOCK, lambda: session.time_out(seat, time.time_ns() // 1_000_000))

    # -- between deals

    def _plan_deal(self, now: float) -> Step:
        here, session = self._people_here(), self.table.session
        due = self.next_at()
        if due is None or (here and all(session.chairs[seat].ready for seat in here)):
            return Step(now, self._deal)
        return Step(now + due / 1000 - time.time(), self._deal)

    async def _deal(self) -> None:
        await self.table.change(TABLE, self.table.session.deal)

    # -- people who are not there

    def _plan_absence(self, now: float) -> list[Step]:
        session, connected, steps = self.table.session, self.table.connected(), []
        for seat, chair in enumerate(session.chairs):
            if connected[seat]:
                self._lost.pop(seat, None)
                if seat in self.table.away:
                    steps.append(Step(now, partial(self._autopilot, seat, False, "back")))
            elif chair.thinks and session.control:
                due = self._lost.setdefault(seat, now) + self.table.house.settings.away
                steps.append(Step(due, partial(self._autopilot, seat, True, "away")))
        return steps

    async def _autopilot(self, seat: int, on: bool, why: str) -> None:
        session = self.table.session
        await self.table.change(TABLE, lambda: session.autopilot(seat, on, why))

    def _plan_host(self, now: float) -> list[Step]:
        """The host is who opened the table; while they are away for long, the first person at it stands in."""
        table = self.table
        here = {connection.guest for connection in table.connections if not connection.watching}
        opener = table.session.host
        if table.host in here:
            self._host_seen = now
        if opener in here and table.host != opener:
            return [Step(now, partial(self._pass_host, opener))]
        others = [chair.guest for chair in table.session.chairs if chair.player == PERSON and chair.guest in here]
        if table.host not in here and others:
            return [Step(self._host_seen + table.house.settings.host_away, partial(self._pass_host, others[0]))]
        return []

    async def _pass_host(self, guest: str) -> None:
        self.table.pass_host(guest)
