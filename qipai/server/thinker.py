"""The process in which bots search: one for all tables, with compiled rules, giving way to every other process.

Nobody waits for it.  It starts when a bot of the level `search` is first asked.  While it loads the rules of a room, which takes
minutes where they are still to be compiled, and whenever it is late or fails, the rule of thumb answers instead.
"""

import asyncio
import logging
import time

import msgspec
from msgspec.msgpack import encode

from .bot_worker import Choice, Question
from .workers import FAILURES, Worker

LATE = 0.9  # seconds after which nobody waits for a thought any more
HUNG = 10.0  # seconds after which the process is taken to hang
LOADING = 30 * 60.0  # the same while it compiles, at a low priority
AGAIN = 60.0  # seconds until it is tried again after rules could not be loaded
LONGEST = 300  # milliseconds of a thought
SHARED = 600  # milliseconds of all thoughts that are wanted at the same time
MOST = 6  # thoughts wanted at the same time; each would be shorter than is worth waiting for if there were more

log = logging.getLogger("qipai.bots")


class Thinker:
    """Asks for moves of bots that search."""

    def __init__(self) -> None:
        self._worker = Worker("native", aside=True)
        self._loaded: set[str] = set()  # games whose rules the process has
        self._loading: asyncio.Task[None] | None = None
        self._not_before = 0.0  # when loading may be tried again, by the monotonic clock
        self._wanted: set[asyncio.Task[Choice]] = set()

    async def choose(self, question: Question) -> Choice | None:
        """A move that was searched for, or None where there is none in time."""
        if not self._ready(question):
            return None
        milliseconds = min(LONGEST, SHARED // (len(self._wanted) + 1))
        timed = msgspec.structs.replace(question, level=f"{question.level}/{milliseconds}ms")
        thought = asyncio.create_task(self._worker.ask(encode(timed), HUNG, start=False))
        self._wanted.add(thought)
        thought.add_done_callback(self._thought)
        done, _ = await asyncio.wait({thought}, timeout=LATE)  # a late one is still read, or the next would be taken for it
        return thought.result() if done and not thought.cancelled() and not thought.exception() else None

    def _thought(self, thought: asyncio.Task[Choice]) -> None:
        self._wanted.discard(thought)
        failure = None if thought.cancelled() else thought.exception()
        if failure:
            log.warning("the process in which bots search failed (%s)", type(failure).__name__)

    def _ready(self, question: Question) -> bool:
        """Can it think about this game now?  If it has not loaded the rules, it begins to."""
        if self._loading is not None or len(self._wanted) >= MOST:
            return False
        if not self._worker.runs:
            self._loaded.clear()
        if question.game in self._loaded:
            return True
        if len(question.legal) > 1 and time.monotonic() >= self._not_before:
            self._loading = asyncio.create_task(self._load(question))
        return False

    async def _load(self, question: Question) -> None:
        """Load the rules of a game by an answer that nobody waits for: to a question with a choice, and not cut short by time."""
        try:
            await self._worker.ask(encode(question), LOADING)
            self._loaded.add(question.game)
        except FAILURES as failure:
            self._not_before = time.monotonic() + AGAIN
            log.warning("the rules for bots that search could not be loaded (%s)", type(failure).__name__)
        finally:
            self._loading = None

    async def close(self) -> None:
        tasks = [*self._wanted, *([self._loading] if self._loading else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.stop()
