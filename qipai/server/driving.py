"""What a table does by itself: bots, clocks, the next deal, absent people.

It is driven by every server that shows it to somebody, and two drivers at once do no harm: one of their entries is stored.
A table that nobody looks at sleeps.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from qipai.bots.levels import bot_of
from qipai.bots.search import is_search
from qipai.engine import records
from qipai.engine.errors import IllegalAction, QipaiError, RecordError
from qipai.engine.telling import Fact
from qipai.session import Refused
from qipai.session.chairs import PERSON
from qipai.session.folding import BETWEEN, PLAYING
from qipai.session.log import CLOCK, TABLE, bot_actor

from .bots import BotFailure
from .failures import report

if TYPE_CHECKING:
    from .tables import Table

AUTOPILOT_LEVEL = "rule"  # the bot that plays for people
RESERVE = 20.0  # seconds of bots' time that searching leaves to the others of who opened the table
NAP = 2.0  # seconds without anybody that count against who has to decide: a page that is loaded again
AGAIN = 1.0  # seconds before what failed is tried again
LOOK = 1.0  # seconds between looks at the time while a clock runs


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
        self._window = (0, 0.0)  # the entry that opened the last one seen, and when the pause of automatic moves is over
        self._lost: dict[int, float] = {}  # when seats lost their last connection
        self._host_seen = time.monotonic()
        self._offset = time.time() - time.monotonic()
        self._wake_at = inf  # when the loop wants to go on, by the monotonic clock

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
                await self._attempt(self._resume, self.table.session.seq)
            while self.table.connections:
                self._changed.clear()
                seq = self.table.session.seq
                steps = self._plan()
                first = min(steps, key=lambda step: step.due) if steps else None
                await self._wait(first.due if first else inf)
                if self._time_jumped():
                    await self._attempt(self.notice_sleep, seq)
                    continue
                self._wake_at = inf
                if first and first.due <= time.monotonic() and not self._changed.is_set():
                    await self._attempt(first.do, seq)
        finally:
            self._wake_at = inf
            self._task = None

    async def _wait(self, due: float) -> None:
        """Wait for a change, and no longer than until a step is due or the time is to be looked at."""
        now = time.monotonic()
        wake_at = max(now, min(due, now + LOOK if self._clock_runs() else inf))
        self._wake_at = wake_at
        with suppress(TimeoutError):
            async with asyncio.timeout(wake_at - now if wake_at < inf else None):
                await self._changed.wait()

    async def _attempt(self, do: Callable[[], Awaitable[object]], seq: int) -> None:
        """Do what was planned when the table was at `seq`."""
        try:
            await do()
        except RecordError as failure:
            report("driving a table", failure)
            await asyncio.sleep(AGAIN)
        except QipaiError:
            # Where the table has moved, somebody else was faster and there is a new plan; else the same would be tried at once.
            if self.table.session.seq == seq:
                await asyncio.sleep(AGAIN)
        except Exception as failure:
            report("driving a table", failure)
            await asyncio.sleep(AGAIN)

    def _clock_runs(self) -> bool:
        session = self.table.session
        return session.window_end() is not None or any(session.deadline(seat) is not None for seat in session.waiting())

    async def _resume(self) -> None:
        """The time in which nobody looked, or no server ran, is not counted against who has to decide."""
        if self._clock_runs():
            await self.table.change(TABLE, self.table.session.resume)

    def _time_jumped(self) -> bool:
        """Has the machine slept, or was its clock set?

        In some systems' sleep the monotonic clock stands still, and the other one gets ahead; in others' it goes on, and
        whoever waits wakes far too late.
        """
        moved = abs(time.time() - time.monotonic() - self._offset)
        return moved > NAP or time.monotonic() - self._wake_at > NAP

    async def notice_sleep(self) -> None:
        """Count nothing against anybody if the time has jumped.  To be called before anything that time is charged for."""
        if not self._time_jumped():
            return
        await self._resume()
        self._offset = time.time() - time.monotonic()
        self._wake_at = inf
        self._woken_at = time.time_ns() // 1_000_000
        self._host_seen = time.monotonic()
        self._lost.clear()
        self.table.settled_at = min(self.table.settled_at, self._woken_at)
        if self.table.session.phase == BETWEEN:
            for connection in list(self.table.connections):
                self.table.show_all(connection)  # the next deal begins later than they were told
        self._changed.set()

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
                thought.add_done_callback(partial(self._thought, key))
            if self._thoughts[key].done():
                steps.append(Step(self._asked[key], partial(self._move, key)))
        return steps + self._plan_window(now) if session.window_open else steps

    def _plan_window(self, now: float) -> list[Step]:
        """When the table closes a window: by its time, or with the last answer that it waits for, but not before a pause."""
        session = self.table.session
        if self._window[0] != session.asked_seq:
            self._window = (session.asked_seq, now + random.uniform(*self.table.house.settings.bot_pause))
        opened, paused = self._window
        end, close = session.window_end(), partial(self._close_window, opened)
        if end is not None:
            return [Step(now + (end + 1) / 1000 - time.time(), close)]
        return [] if session.window_waits() else [Step(paused, close)]

    async def _close_window(self, opened: int) -> None:
        session = self.table.session
        await self.table.change(CLOCK, lambda: session.close_window(opened, time.time_ns() // 1_000_000))

    def _thought(self, key: tuple[int, int], _: object) -> None:
        """A decision is there.  One that took longer than its pause pauses anew, so that its end tells nothing."""
        now = time.monotonic()
        if self._asked.get(key, inf) < now:
            self._asked[key] = now + random.uniform(*self.table.house.settings.bot_pause)
        self._changed.set()

    async def _think(self, seat: int) -> str:
        """A bot's decision: from what the seat may know, in a process of the bots."""
        session, house = self.table.session, self.table.house
        assert session.deal_now is not None
        assert session.terms is not None
        game, terms, chair = session.game, session.terms, session.chairs[seat]
        observation = records.to_bytes(session.deal_now.observation(seat))
        legal = game.legal(session.deal_now.state, terms.rules, seat)
        fallback = session.default_action(seat)
        bot = bot_of(game.name, len(session.chairs), chair.level) if chair.player != PERSON else AUTOPILOT_LEVEL
        owner = self.table.row.owner
        if is_search(bot) and house.bot_time.wait(owner, RESERVE):
            bot = AUTOPILOT_LEVEL
        await asyncio.sleep(house.bot_time.wait(owner))
        try:
            choice = await house.bots.choose(
                game.name, bot, game.changed_options(terms.ruleset), observation, legal, secrets.randbits(62)
            )
        except BotFailure:
            return fallback
        house.bot_time.take(owner, choice.took)
        return game.notation.format_action(choice.action, terms.ruleset)

    async def _move(self, key: tuple[int, int]) -> None:
        seat, action, session = key[1], await self._thoughts[key], self.table.session

        def propose() -> list[Fact]:
            # A person who has just come back, or another server's bot, may have answered: that is not replaced.
            if session.chairs[seat].thinks or seat not in session.waiting():
                raise Refused("stale")
            return session.act(seat, action, at=key[0])

        try:
            await self.table.change(bot_actor(seat), propose)
        except IllegalAction:  # a right that somebody used meanwhile has changed what the seat may do: think again
            del self._asked[key], self._thoughts[key]
            raise

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
            elif chair.thinks:
                settings = self.table.house.settings
                due = self._lost.setdefault(seat, now) + (settings.away if session.control else settings.away_unclocked)
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
