"""A process in which bots think longer: one for all tables, at low priority.

No move waits for it to be ready.  It starts when a bot that searches, or a player of the server's own, is first asked.
While it loads a game's rules, which takes minutes for those that search if they are not compiled yet, and whenever it
is late or fails, the rule of thumb answers instead.
"""

import asyncio
import logging
import time

import msgspec

from qipai.bots.questions import Choice, Question

from .failures import warn
from .workers import Worker, WorkerFailure

LATE = 0.9  # seconds after which a search is too late
HUNG = 10.0  # seconds after which the process is considered hung
LOADING = 30 * 60.0  # the same while it compiles, at low priority
AGAIN = 60.0  # seconds until loading is tried again after it failed
LONGEST = 300  # most milliseconds of one search
SHARED = 600  # milliseconds shared by all searches at the same time
MOST = 6  # most searches at the same time; with more, each would be too short to be useful

log = logging.getLogger("qipai.bots")


class Thinker:
    """Asks such a process for moves."""

    def __init__(self, *program: str) -> None:
        """Prepare the process.

        `program`: its module and arguments; it runs the plain rules and takes the time it wants.  Without one bots search, with compiled rules.
        """
        self._worker = Worker("plain", aside=True, program=program) if program else Worker("native", aside=True)
        self._timed = not program
        self._loaded: set[str] = set()  # games whose rules the process has
        self._loading: asyncio.Task[None] | None = None
        self._not_before = 0.0  # when loading may be tried again, by the monotonic clock
        self._wanted: set[asyncio.Task[Choice]] = set()

    async def choose(self, question: Question) -> Choice | None:
        """Return a move, or None if there is none in time."""
        if not self._ready(question):
            return None
        if self._timed:
            milliseconds = min(LONGEST, SHARED // (len(self._wanted) + 1))
            question = msgspec.structs.replace(question, level=f"{question.level}/{milliseconds}ms")
        thought = asyncio.create_task(self._worker.ask(question, HUNG, start=False))
        self._wanted.add(thought)
        thought.add_done_callback(self._thought)
        done, _ = await asyncio.wait({thought}, timeout=LATE)  # not cancelled: a late answer must still be read from the pipe
        return thought.result() if done and not thought.cancelled() and not thought.exception() else None

    def _thought(self, thought: asyncio.Task[Choice]) -> None:
        self._wanted.discard(thought)
        failure = None if thought.cancelled() else thought.exception()
        if failure:
            warn(log, f"a process in which bots think failed ({failure})")

    def _ready(self, question: Question) -> bool:
        """Return True if the process can search in this game now; if it has not loaded the rules, begin to."""
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
        """Load a game's rules by asking for a decision with a choice and without a time limit, whose answer is not used."""
        try:
            await self._worker.ask(question, LOADING)
            self._loaded.add(question.game)
        except WorkerFailure as failure:
            self._not_before = time.monotonic() + AGAIN
            warn(log, f"the rules for bots that think longer could not be loaded ({failure})")
        finally:
            self._loading = None

    async def close(self) -> None:
        """Stop the process."""
        tasks = [*self._wanted, *([self._loading] if self._loading else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.stop()
