"""A process of low priority that answers one question at a time, is started for the first, and ends when nobody has asked for a while."""

import asyncio
import subprocess
from collections.abc import Callable
from contextlib import suppress

from qipai.engine.processes import command, environment

from .workers import DYING, IDLE


class Lingering:
    """The process of a program that reads questions from stdin and writes answers to stdout, each after its length as four bytes."""

    def __init__(self, module: str, largest: int, lingers: float, mode: Callable[[], str]) -> None:
        """Prepare.  `largest`: bytes of an answer.  `lingers`: seconds that it lives after its last answer.  `mode`: how it runs the rules."""
        self._module, self._largest, self._lingers, self._mode = module, largest, lingers, mode
        self._process: asyncio.subprocess.Process | None = None
        self._free = asyncio.Lock()
        self._ending: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def ask(self, question: bytes) -> bytes:
        """Return the answer, when those that were asked before are answered.

        The process is stopped if it fails, and if the caller is cancelled.  Raises what the failure was: uvloop has exceptions of its own.
        """
        async with self._free:
            if self._ending is not None:
                self._ending.cancel()
            try:
                answer = await self._ask(question)
            except BaseException:
                await self._stop()  # its pipes may hold half an answer
                raise
            self._ending = asyncio.create_task(self._end_later())
            return answer

    async def _ask(self, question: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *command(self._module), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env=environment(self._mode()), creationflags=IDLE,
            )  # fmt: skip
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(len(question).to_bytes(4, "big") + question)
        await stdin.drain()
        size = int.from_bytes(await stdout.readexactly(4), "big")
        if size > self._largest:
            raise EOFError
        return await stdout.readexactly(size)

    async def _end_later(self) -> None:
        await asyncio.sleep(self._lingers)
        async with self._free:
            await self._stop()

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            with suppress(TimeoutError, OSError):
                await asyncio.wait_for(process.communicate(), DYING)  # reads what is left, or the pipe would stay open

    async def close(self) -> None:
        """End the process."""
        if self._ending is not None:
            self._ending.cancel()
            await asyncio.gather(self._ending, return_exceptions=True)
        await self._stop()
