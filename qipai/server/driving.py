"""What a table does by itself: bots' moves, clocks, the next deal, autopilot for absent people.

One of the servers that show the table to somebody drives it.  Two drivers at once, for a moment, do no harm, because only
one of their entries can be stored.  A table with no connections is not driven, but that where people move when they can is
driven on until it waits for one of them.
"""

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from qipai.bots.levels import BASIC, MASTER, NORMAL, SEARCH, bot_of
from qipai.engine import records
from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.telling import Fact
from qipai.session import Refused
from qipai.session.chairs import PERSON
from qipai.session.folding import BETWEEN, PLAYING
from qipai.session.log import CLOCK, TABLE, bot_actor

from . import refusals
from .bots import BotFailure
from .failures import report
from .measuring import measures
from .thinker import LATE

if TYPE_CHECKING:
    from .tables import Table

AUTOPILOT_LEVEL = "rule"  # the bot that plays for people
RESERVE = 20.0  # seconds of the opener's bot time that searching must leave for other bots
NAP = 2.0  # longest absence of everybody, in seconds, that still counts on the clock: somebody reloads the page
AGAIN = 1.0  # seconds until something that failed is tried again
THOUGHTS = 2  # failed attempts at one decision, after which the rules' default action is played
LATER = 0.01  # least seconds that a late automatic move is delayed further
SEARCH_PAUSE = LATE + 0.1  # least seconds before a searching bot's move: time for the rule of thumb to answer instead
LOOK = 1.0  # seconds between looks at the time while a clock runs


class Due(NamedTuple):
    """Something that the table will do at a time."""

    due: float  # by the monotonic clock
    do: Callable[[], Awaitable[object]]


class Driver:
    """Drives one table."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._mine = table.house.neighbours is None  # no other server drives it
        self._goes_on = False  # another server has driven it until now
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._woken_at = 0  # milliseconds UTC; 0 before the first time
        self._asked: dict[tuple[int, int], float] = {}  # when automatic moves are due, by entry that asked and seat
        self._thoughts: dict[tuple[int, int], asyncio.Task[str]] = {}
        self._failed: Counter[tuple[int, int]] = Counter()  # thoughts that failed, or led to what the table refused
        self._spent = 0.0  # seconds of bots' computing in this deal
        self._window = (0, 0.0)  # the entry that opened the last one seen, and when the pause of automatic moves is over
        self._looked = 0  # the entry that opened the last window for which it was asked who looks on at other servers
        self._lost: dict[int, float] = {}  # when each seat lost its last connection
        self._host_seen = time.monotonic()
        self._offset = time.time() - time.monotonic()
        self._wake_at = inf  # when the loop wants to go on, by the monotonic clock

    def awake(self) -> None:
        """Note that the table or its audience has changed; start driving if somebody is connected."""
        self._changed.set()
        if self._drives() and self._task is None:
            self._task = asyncio.create_task(self._run())

    def _drives(self) -> bool:
        return self._mine and bool(self.table.connections or self.table.coming or self.goes_on)

    @property
    def mine(self) -> bool:
        """Whether this server drives the table, when there is something to drive."""
        return self._mine

    @property
    def goes_on(self) -> bool:
        """Whether the table has something to do although nobody is there: bots move until people who move when they can are asked."""
        session = self.table.session
        if not session.patient or session.phase != PLAYING:
            return False
        if any(not session.chairs[seat].thinks for seat in session.moving()):
            return True
        return session.window_open and (session.window_from is not None or not session.window_waits())

    def steer(self, mine: bool, *, handed: bool) -> None:
        """Note whether this server drives the table; `handed`: another one did so until now, and its clocks go on."""
        if mine == self._mine:
            return
        self._mine, self._goes_on = mine, handed
        if not mine:
            for thought in self._thoughts.values():
                thought.cancel()
            self._thoughts.clear()
            self._asked.clear()
            self._lost.clear()
        self.table.pledging.look()
        self.awake()

    async def stop(self) -> None:
        """Stop driving and end all tasks."""
        tasks = [*self._thoughts.values(), *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._charge()

    def next_at(self) -> int | None:
        """Return when the next deal begins by itself, in milliseconds UTC, or None."""
        if self.table.session.phase != BETWEEN or not self.table.connections or self.table.session.patient:
            return None
        if self.table.house.desk.maintenance:
            return None
        settings = self.table.house.settings
        wait = settings.next_deal if self._people_here() else settings.next_deal_watched
        return max(self.table.settled_at, self._woken_at) + round(wait * 1000)

    def _people_here(self) -> list[int]:
        """Return the seats of connected people who play for themselves."""
        chairs, connected = self.table.session.chairs, self.table.connected()
        return [seat for seat, chair in enumerate(chairs) if chair.thinks and connected[seat]]

    # -- the loop

    async def _run(self) -> None:
        slept = not self._goes_on and (not self._woken_at or time.monotonic() - self.table.seen_at > NAP)
        self._goes_on = False
        self._woken_at = time.time_ns() // 1_000_000
        self._host_seen = time.monotonic()
        self.table.settled_at = min(self.table.settled_at, self._woken_at)  # the clock may have been set back since
        begin = [Due(0, self._resume)] if slept else []
        try:
            going = True
            while going:
                try:
                    await self._attempt(begin, self.table.session.seq)
                    begin = []
                    going = await self._go_on()
                except Exception as failure:  # whatever fails, the table goes on
                    report("driving a table", failure)
                    await asyncio.sleep(AGAIN)
        finally:
            self._wake_at = inf
            self._task = None

    async def _go_on(self) -> bool:
        """Wait for the next step or a change, and do what is due; return False if there is nothing to drive any more."""
        if not self._drives():
            return False
        self._changed.clear()
        seq = self.table.session.seq
        steps = await self._planned()
        await self._wait(steps[0].due if steps else inf)
        if self.time_jumped():
            await self._attempt([Due(0, self.notice_sleep)], seq)
            return True
        self._wake_at = inf
        if not self._changed.is_set():
            await self._attempt([step for step in steps if step.due <= time.monotonic()], seq)
        return True

    async def _wait(self, due: float) -> None:
        """Wait for a change until `due`; while a clock runs, at most `LOOK` seconds."""
        now = time.monotonic()
        wake_at = max(now, min(due, now + LOOK if self._clock_runs() else inf))
        self._wake_at = wake_at
        with suppress(TimeoutError):
            async with asyncio.timeout(wake_at - now if wake_at < inf else None):
                await self._changed.wait()

    async def _planned(self) -> list[Due]:
        """Return the steps of the plan, the earliest first; if planning fails, try again after a while."""
        while True:
            try:
                return sorted(self._plan(), key=lambda step: step.due)
            except Exception as failure:
                report("planning for a table", failure)
                await asyncio.sleep(AGAIN)

    async def _attempt(self, steps: Sequence[Due], seq: int) -> None:
        """Do the first step that can be done.  All were planned when the table was at `seq`.

        A step that fails does not keep the others from being tried.  If all fail, wait a while or until the table
        changes.
        """
        for step in steps:
            try:
                await step.do()
                return
            except Exception as failure:
                if not isinstance(failure, QipaiError) or isinstance(failure, RecordError):
                    report("driving a table", failure)
                if self.table.session.seq != seq:
                    return  # the table has moved: there is a new plan
        if steps:
            await self._wait(time.monotonic() + AGAIN)

    def _clock_runs(self) -> bool:
        session = self.table.session
        return session.window_end() is not None or any(session.deadline(seat) is not None for seat in session.waiting())

    async def _resume(self) -> None:
        """Restart running clocks, so that time in which nobody was connected or no server ran does not count."""
        if self._clock_runs():
            await self.table.change(TABLE, self.table.session.resume)

    def time_jumped(self) -> bool:
        """Return True if the machine has slept or its clock was set.

        In the sleep of some systems the monotonic clock stops while the wall clock advances; in others both advance,
        and waiting tasks wake far too late.
        """
        moved = abs(time.time() - time.monotonic() - self._offset)
        return moved > NAP or time.monotonic() - self._wake_at > NAP

    async def notice_sleep(self) -> None:
        """If the time has jumped, count none of it against anybody.  Call it before anything that charges time."""
        if not self.time_jumped():
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

    def _plan(self) -> list[Due]:
        now, session = time.monotonic(), self.table.session
        steps = [*self._plan_host(now)]
        if session.phase != PLAYING:
            self._charge()
        if session.phase == PLAYING:
            steps += [*self._plan_moves(now), *self._plan_absence(now)]
        elif session.phase == BETWEEN:
            steps += self._plan_deal(now)
        return steps

    # -- moves

    def _plan_moves(self, now: float) -> list[Due]:
        session, steps = self.table.session, []
        asked = {(session.asked_seq, seat) for seat in session.moving()}
        for key in self._asked.keys() - asked:
            self._forget(key)
        for key in self._failed.keys() - asked:
            del self._failed[key]
        for key in asked:
            seat = key[1]
            if session.chairs[seat].thinks and session.scripted(seat) is None:
                self._asked.pop(key, None)
                deadline = session.deadline(seat)
                if deadline is not None:
                    steps.append(Due(now + deadline / 1000 - time.time(), partial(self._time_out, seat)))
                continue
            if key not in self._asked:
                # Every automatic move waits alike, whatever the cards: a quick pass would tell that nothing can follow.
                self._asked[key] = now + self._pause(seat)
                self._thoughts[key] = thought = asyncio.create_task(self._think(seat, default=self._failed[key] >= THOUGHTS))
                thought.add_done_callback(partial(self._thought, key))
            if self._thoughts[key].done():
                steps.append(Due(self._asked[key], partial(self._move, key)))
        return steps + self._plan_window(now) if session.window_open else steps

    def _plan_window(self, now: float) -> list[Due]:
        """Plan the closing of a window: at its time, or after the last answer it waits for, but not before a pause.

        After the pause it also asks who looks on at other servers, whether or not an answer is waited for: who does is noted at the
        same moment whatever the cards, and the time of the window runs from then.
        """
        session = self.table.session
        if self._window[0] != session.asked_seq:
            self._window = (session.asked_seq, now + random.uniform(*self.table.house.settings.bot_pause))
        opened, paused = self._window
        end, close = session.window_end(), partial(self._close_window, opened)
        if session.window_from is None and self.table.house.neighbours and self._looked != opened:
            return [Due(paused, partial(self._look_elsewhere, opened))]
        if end is not None:
            return [Due(now + (end + 1) / 1000 - time.time(), close)]
        return [] if session.window_waits() else [Due(paused, close)]

    async def _look_elsewhere(self, opened: int) -> None:
        """Note who looks on at other servers, for a window whose length depends on it."""
        neighbours = self.table.house.neighbours
        assert neighbours
        await neighbours.refresh(self.table)
        self._looked = opened

    async def _close_window(self, opened: int) -> None:
        session, neighbours = self.table.session, self.table.house.neighbours
        if neighbours and session.window_from is None:
            await neighbours.refresh(
                self.table
            )  # somebody may have begun to look on elsewhere, who must not see when it closes
        await self.table.change(CLOCK, lambda: session.close_window(opened, time.time_ns() // 1_000_000))

    def _pause(self, seat: int) -> float:
        """Return the seconds that an automatic move waits.

        For a bot that thinks longer it is longer than any search, because the length of a thought depends on the cards.
        """
        pause = random.uniform(*self.table.house.settings.bot_pause)
        return max(pause, SEARCH_PAUSE) if self.table.house.bots.thinks_longer(self._bot(seat)) else pause

    def _bot(self, seat: int) -> str:
        """Return the name of the bot that plays a seat."""
        session, chair = self.table.session, self.table.session.chairs[seat]
        if chair.player == PERSON:
            return AUTOPILOT_LEVEL
        if chair.level not in (*BASIC, SEARCH, MASTER):  # a player of the server's own, if it still has it
            return chair.level if chair.level in self.table.house.settings.hosted else NORMAL
        assert session.terms is not None  # nobody moves before the first deal
        return bot_of(session.game, len(session.chairs), chair.level, session.terms.ruleset)

    def _thought(self, key: tuple[int, int], _: object) -> None:
        """Note that a decision is ready.

        One that took longer than its pause waits further whole pauses, so that the moment of the move does not reveal
        how long it took.
        """
        now = time.monotonic()
        try:
            while key in self._asked and self._asked[key] < now:
                self._asked[key] += max(LATER, self._pause(key[1]))
        finally:
            self._changed.set()

    def _forget(self, key: tuple[int, int]) -> None:
        self._asked.pop(key, None)
        self._thoughts.pop(key, None)

    def _charge(self) -> None:
        """Charge the table's opener for the bots' computing time of a deal, after its end.

        How long bots think depends on their cards, and the remaining budget shows in how long they wait; after the deal
        all hands are shown.
        """
        if self._spent:
            self.table.house.bot_time.take(self.table.row.owner, self._spent)
            measures.bot_seconds += self._spent
            self._spent = 0.0

    async def _think(self, seat: int, *, default: bool = False) -> str:
        """Return a bot's action in notation, chosen from the seat's observation.

        With `default`, or if no bot answers, it is the action that the clock would play.
        """
        session, house = self.table.session, self.table.house
        scripted = session.scripted(seat)
        if scripted is not None:
            return scripted
        fallback = session.default_action(seat)
        if default:
            return fallback
        assert session.deal_now is not None
        assert session.terms is not None
        game, terms, bot = session.game, session.terms, self._bot(seat)
        observation = records.to_bytes(session.deal_now.observation(seat))
        legal = game.legal(session.deal_now.state, terms.rules, seat)
        owner = self.table.row.owner
        if house.bots.thinks_longer(bot) and house.bot_time.wait(owner, RESERVE):
            bot = AUTOPILOT_LEVEL
        await asyncio.sleep(house.bot_time.wait(owner))
        try:
            choice = await house.bots.choose(
                game.name, bot, game.changed_options(terms.ruleset), observation, legal, secrets.randbits(62)
            )
        except BotFailure:
            measures.bot_moves["default"] += 1
            return fallback
        measures.bot_moves["own"] += 1
        self._spent += choice.took
        return game.notation.format_action(choice.action, terms.ruleset)

    async def _move(self, key: tuple[int, int]) -> None:
        seat, session = key[1], self.table.session

        def propose() -> list[Fact]:
            # A person who has just come back, or another server's bot, may have answered: that is not replaced.
            by_itself = session.chairs[seat].thinks and session.scripted(seat) is None
            if by_itself or seat not in session.moving():
                raise Refused("stale")
            return session.act(seat, action, at=key[0])

        try:
            action = await self._thoughts[key]
            await self.table.change(bot_actor(seat), propose)
        except (Refused, refusals.Refused, SQLAlchemyError):
            raise  # it was not needed any more, or could not be stored
        except Exception:  # somebody may have acted out of turn, which changed what is legal here: think again
            self._failed[key] += 1
            self._forget(key)
            raise

    async def _time_out(self, seat: int) -> None:
        session = self.table.session
        await self.table.change(CLOCK, lambda: session.time_out(seat, time.time_ns() // 1_000_000))

    # -- between deals

    def _plan_deal(self, now: float) -> list[Due]:
        if self.table.house.desk.maintenance:
            return []  # and is asked again when it is over
        here, session = self._people_here(), self.table.session
        due = self.next_at()
        if here and all(session.chairs[seat].ready for seat in here):
            return [Due(now, self._deal)]
        if session.patient:
            return []  # who is there says when
        return [Due(now if due is None else now + due / 1000 - time.time(), self._deal)]

    async def _deal(self) -> None:
        table = self.table
        await table.pledging.deal(lambda: table.change(TABLE, lambda: table.session.deal(here=table.guests())))

    # -- people who are not there

    def _plan_absence(self, now: float) -> list[Due]:
        session, connected, steps = self.table.session, self.table.connected(), []
        for seat, chair in enumerate(session.chairs):
            if connected[seat]:
                self._lost.pop(seat, None)
                if seat in self.table.away:
                    steps.append(Due(now, partial(self._autopilot, seat, False, "back")))
            elif chair.thinks and not session.patient:
                settings = self.table.house.settings
                due = self._lost.setdefault(seat, now) + (settings.away if session.control else settings.away_unclocked)
                steps.append(Due(due, partial(self._autopilot, seat, True, "away")))
        return steps

    async def _autopilot(self, seat: int, on: bool, why: str) -> None:
        session = self.table.session
        await self.table.change(TABLE, lambda: session.autopilot(seat, on, why))

    def _plan_host(self, now: float) -> list[Due]:
        """Plan a change of host: the first person seated stands in while the opener is away for long, until they return."""
        table = self.table
        here = table.guests()  # at whatever server
        opener = table.session.host
        if table.host in here:
            self._host_seen = now
        if opener in here and table.host != opener:
            return [Due(now, partial(self._pass_host, opener))]
        others = [chair.guest for chair in table.session.chairs if chair.player == PERSON and chair.guest in here]
        if table.host not in here and others:
            return [Due(self._host_seen + table.house.settings.host_away, partial(self._pass_host, others[0]))]
        return []

    async def _pass_host(self, guest: str) -> None:
        self.table.pass_host(guest)
        if self.table.house.neighbours:
            self.table.house.neighbours.pass_host(self.table)
