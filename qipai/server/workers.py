"""A bot process as the server sees it: one question at a time, through pipes."""

import asyncio
import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from qipai.bots.questions import ASIDE, Choice, Question
from qipai.engine.processes import command, environment

PROGRAM = "qipai.server.bot_worker"  # in which the bots of the house choose
IDLE = 0x40 if os.name == "nt" else 0  # Windows' lowest priority class; elsewhere a process lowers its own
LOADING = 60.0  # seconds that a process may take to begin and to load the rules of a game, on a busy machine
LONGEST_ANSWER = 1024  # bytes; a choice takes less than 32
DYING = 5.0  # longest wait in seconds for a killed process to end
REST = (0.5, 8.0)  # first and longest pause in seconds after the second failure in a row; doubles with each further one


class WorkerFailure(Exception):
    """A process gave no valid answer: it died, hung, answered something else, or could not be started.

    The text names the reason.
    """


class Worker:
    """One process that answers one question at a time.

    It is started for the first question, and again after it was stopped.

    After two failures in a row, questions fail at once for a while.  A process that dies at its start or hangs would
    otherwise be started or waited for at every move of every table.
    """

    def __init__(self, mode: str, *, aside: bool = False, program: Sequence[str] = (PROGRAM,)) -> None:
        """Prepare a worker.

        `mode`: "plain" or "native", how it runs the rules.  `aside`: run it at low priority.  `program`: its module and arguments.
        """
        self.mode = mode
        self._program = program
        self._aside = aside
        self._process: asyncio.subprocess.Process | None = None
        self._free = asyncio.Lock()
        self._thought: asyncio.Task[Choice] | None = None  # what the process is asked now
        self._loaded: set[str] = set()  # games whose rules it has
        self._decode = msgspec.msgpack.Decoder(Choice).decode
        self._failures = 0  # in a row
        self._rests_until = 0.0  # by the monotonic clock

    async def ask(self, question: Question, patience: float, *, start: bool = True) -> Choice:
        """Return the process's answer, a legal action.

        `patience`: seconds in which a process must answer that has the rules of the game; one that has not asked for them yet has `LOADING`
        seconds at the least.  Who waits in the queue waits for those before.  Who is cancelled leaves the process to its thought, whose
        answer nobody hears.  Raises `WorkerFailure` on any other outcome.  With `start=False` a question also fails if the process has died,
        instead of starting a new one.
        """
        async with self._free:
            if self._thought is not None:  # of somebody who has left
                await asyncio.wait({self._thought})
            if self.rests:
                raise WorkerFailure("rests after failures")
            if not start and not self.runs:
                raise WorkerFailure("ended")
            self._thought = asyncio.create_task(self._think(question, patience))
            self._thought.add_done_callback(self._forget)
            return await asyncio.shield(self._thought)

    async def _think(self, question: Question, patience: float) -> Choice:
        if not self.runs:
            self._loaded.clear()
        if question.game not in self._loaded:
            patience = max(patience, LOADING)
        try:
            async with asyncio.timeout(patience):
                choice = await self._ask(msgspec.msgpack.encode(question))
            if choice.action not in question.legal:
                raise WorkerFailure("illegal action")
        except Exception as failure:  # any: uvloop has its own exception for a closed pipe
            self._count_failure()
            await self._kill()
            raise failure if isinstance(failure, WorkerFailure) else WorkerFailure(type(failure).__name__) from failure
        self._failures = 0
        self._loaded.add(question.game)
        return choice

    def _forget(self, thought: "asyncio.Task[Choice]") -> None:
        if self._thought is thought:
            self._thought = None
        if not thought.cancelled():
            thought.exception()  # heard, if by nobody else

    def _count_failure(self) -> None:
        self._failures += 1
        if self._failures > 1:
            first, most = REST
            self._rests_until = time.monotonic() + min(most, first * 2 ** min(self._failures - 2, 10))

    async def begin(self) -> None:
        """Start the process, if it does not run, before there is a question."""
        async with self._free:
            if not self.runs and not self.rests:
                try:
                    await self._begin()
                except OSError:
                    self._count_failure()

    async def _begin(self) -> None:
        if not self.runs:
            self._loaded.clear()
            self._process = await asyncio.create_subprocess_exec(
                *command(*self._program, *([ASIDE] if self._aside else [])),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(self.mode),
                creationflags=IDLE if self._aside else 0,
            )  # fmt: skip

    async def _ask(self, question: bytes) -> Choice:
        await self._begin()
        assert self._process is not None
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(len(question).to_bytes(4, "big") + question)
        await stdin.drain()
        size = int.from_bytes(await stdout.readexactly(4), "big")
        if size > LONGEST_ANSWER:
            raise ValueError
        return self._decode(await stdout.readexactly(size))

    @property
    def rests(self) -> bool:
        """True while it is not asked, after repeated failures."""
        return time.monotonic() < self._rests_until

    @property
    def waiting(self) -> bool:
        """True while a question is being answered."""
        return self._free.locked() or self._thought is not None

    @property
    def runs(self) -> bool:
        """True if there is a live process.  A new one has none of the rules loaded."""
        return self._process is not None and self._process.returncode is None

    async def retire(self) -> None:
        """Stop the process after the present question."""
        async with self._free:
            if self._thought is not None:
                await asyncio.wait({self._thought})
            await self.stop()

    async def stop(self) -> None:
        """End the present thought; kill the process and wait for its end, at most `DYING` seconds."""
        if self._thought is not None:
            self._thought.cancel()
            await asyncio.wait({self._thought})
        await self._kill()

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(TimeoutError, OSError):
                await asyncio.wait_for(process.communicate(), DYING)  # reads what is left, or the pipe would stay open
