"""A process of the bots, as the server sees it: one question at a time, through pipes."""

import asyncio
import os
import subprocess
import sys

import msgspec

from .bot_worker import ASIDE, Choice

FAILURES = (OSError, TimeoutError, asyncio.IncompleteReadError, msgspec.DecodeError)
IDLE = 0x40 if os.name == "nt" else 0  # Windows' lowest priority class; elsewhere a process lowers its own


class Worker:
    """One process; one question at a time.  It starts with its first question, and again with the first after it was stopped."""

    def __init__(self, mode: str, *, aside: bool = False) -> None:
        """`mode`: how it runs rules.  `aside`: it gives way to every other process."""
        self.mode = mode
        self._aside = aside
        self._process: asyncio.subprocess.Process | None = None
        self._free = asyncio.Lock()
        self._decode = msgspec.msgpack.Decoder(Choice).decode

    async def ask(self, question: bytes, patience: float, *, start: bool = True) -> Choice:
        """Raises one of `FAILURES`.  Without `start`, a question that has waited for a process which died meanwhile fails too."""
        async with self._free:
            if not start and not self.runs:
                raise ProcessLookupError
            try:
                return await asyncio.wait_for(self._ask(question), patience)
            except BaseException:
                await self.stop()  # what is in its pipes belongs to nobody now
                raise

    async def _ask(self, question: bytes) -> Choice:
        if not self.runs:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "qipai.server.bot_worker", *([ASIDE] if self._aside else []),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "QIPAI_RULES": self.mode},
                creationflags=IDLE if self._aside else 0,
            )  # fmt: skip
        assert self._process is not None
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(len(question).to_bytes(4, "big") + question)
        await stdin.drain()
        size = int.from_bytes(await stdout.readexactly(4), "big")
        return self._decode(await stdout.readexactly(size))

    @property
    def waiting(self) -> bool:
        return self._free.locked()

    @property
    def runs(self) -> bool:
        """Is there a process?  One that died has forgotten what it had loaded."""
        return self._process is not None and self._process.returncode is None

    async def retire(self) -> None:
        """Stop after the question in hand."""
        async with self._free:
            await self.stop()

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.wait()
