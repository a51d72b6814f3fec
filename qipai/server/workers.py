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
        self._decode = msgspec.msgpack.Decoder(Choice).decode
        self._failures = 0  # in a row
        self._rests_until = 0.0  # by the monotonic clock

    async def ask(self, question: Question, patience: float, *, start: bool = True) -> Choice:
        """Return the process's answer, a legal action, within `patience` seconds, time in the queue included.

        Raises `WorkerFailure` on any other outcome.  With `start=False` a question also fails if the process has died,
        instead of starting a new one.
        """
        asked = False
        try:
            async with asyncio.timeout(patience), self._free:
                if self.rests:
                    raise WorkerFailure("rests after failures")
                if not start and not self.runs:
                    raise WorkerFailure("ended")
                asked = True
                return await self._ask_or_stop(question)
        except TimeoutError:
            if asked:
                self._count_failure()
            raise WorkerFailure("TimeoutError") from None

    async def _ask_or_stop(self, question: Question) -> Choice:
        try:
            choice = await self._ask(msgspec.msgpack.encode(question))
            if choice.action not in question.legal:
                raise WorkerFailure("illegal action")
        except Exception as failure:  # any: uvloop has its own exception for a closed pipe
            self._count_failure()
            await self.stop()
            raise failure if isinstance(failure, WorkerFailure) else WorkerFailure(type(failure).__name__) from failure
        except asyncio.CancelledError:
            await self.stop()  # its pipes may hold half a message
            raise
        self._failures = 0
        return choice

    def _count_failure(self) -> None:
        self._failures += 1
        if self._failures > 1:
            first, most = REST
            self._rests_until = time.monotonic() + min(most, first * 2 ** min(self._failures - 2, 10))

    async def _ask(self, question: bytes) -> Choice:
        if not self.runs:
            self._process = await asyncio.create_subprocess_exec(
                *command(*self._program, *([ASIDE] if self._aside else [])),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(self.mode),
                creationflags=IDLE if self._aside else 0,
            )  # fmt: skip
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
        return self._free.locked()

    @property
    def runs(self) -> bool:
        """True if there is a live process.  A new one has none of the rules loaded."""
        return self._process is not None and self._process.returncode is None

    async def retire(self) -> None:
        """Stop the process after the present question."""
        async with self._free:
            await self.stop()

    async def stop(self) -> None:
        """Kill the process and wait for its end, at most `DYING` seconds."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(TimeoutError, OSError):
                await asyncio.wait_for(process.communicate(), DYING)  # reads what is left, or the pipe would stay open
