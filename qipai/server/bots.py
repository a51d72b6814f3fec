"""Bots think in processes of their own, which start when the first of them is asked.

At first they run the plain rules.  Meanwhile a child of low priority compiles the rules, which fills the cache; then
processes that run the compiled ones take over, once they have shown that they are ready.  Nobody waits for a compiler.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

import msgspec

from qipai.engine.compiling import cache_folder

from .bot_worker import Choice, Question
from .warm_cache import WARM

PATIENCE = 10.0  # seconds until a bot's process is taken to hang
LOADING = 120.0  # the same for one that loads compiled rules, for which nobody waits
IDLE = 0x40 if os.name == "nt" else 0  # Windows' lowest priority class; elsewhere `warm_cache` lowers its own

FAILURES = (OSError, TimeoutError, asyncio.IncompleteReadError, msgspec.DecodeError)

log = logging.getLogger("qipai.bots")


class BotFailure(Exception):
    """A bot gave no answer, twice."""


class Worker:
    """One process; one question at a time."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self._process: asyncio.subprocess.Process | None = None
        self._free = asyncio.Lock()
        self._decode = msgspec.msgpack.Decoder(Choice).decode

    async def ask(self, question: bytes, patience: float) -> Choice:
        async with self._free:
            try:
                return await asyncio.wait_for(self._ask(question), patience)
            except BaseException:
                await self.stop()  # what is in its pipes belongs to nobody now
                raise

    async def _ask(self, question: bytes) -> Choice:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "qipai.server.bot_worker",
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "QIPAI_RULES": self.mode},
            )  # fmt: skip
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


class Bots:
    """Asks for moves."""

    def __init__(self, compile_rules: bool) -> None:
        self._compile = compile_rules
        self._warm = False
        self._compiler: asyncio.Task[None] | None = None
        self._leaving: dict[Worker, asyncio.Task[None]] = {}  # those that are being replaced
        self._workers = [Worker("plain") for _ in range(max(1, min(4, (os.cpu_count() or 2) - 1)))]

    def start(self) -> None:
        """Begin to fill the cache, in a process that gives way to every other."""
        if self._compile:
            self._compiler = asyncio.create_task(self._fill_cache())

    async def _fill_cache(self) -> None:
        if not (await asyncio.to_thread(cache_folder) / WARM).exists():
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "qipai.server.warm_cache",
                stdin=subprocess.DEVNULL, env={**os.environ, "QIPAI_RULES": "native"}, creationflags=IDLE,
            )  # fmt: skip
            try:
                code = await process.wait()
            except asyncio.CancelledError:
                if process.returncode is None:
                    process.kill()
                await process.wait()
                raise
            if code:
                log.warning("the rules could not be compiled (exit status %d); bots go on with the plain ones", code)
                return
        self._warm = True

    async def choose(
        self, game: str, level: str, options: Mapping[str, str], observation: bytes, legal: Sequence[int], seed: int
    ) -> Choice:
        """A bot's move, and the computing time it took.  Raises `BotFailure`."""
        question = msgspec.msgpack.encode(Question(game, level, dict(options), observation, list(legal), seed))
        for _ in range(2):
            worker = min(self._workers, key=lambda worker: worker.waiting)
            if self._warm and worker.mode == "plain" and worker not in self._leaving:
                self._leaving[worker] = asyncio.create_task(self._replace(worker, question))
            try:
                choice = await worker.ask(question, PATIENCE)
            except FAILURES as failure:
                log.warning("a bot's process failed (%s)", type(failure).__name__)
                continue
            if choice.action in legal:
                return choice
        raise BotFailure

    async def _replace(self, plain: Worker, question: bytes) -> None:
        """Let a process with the compiled rules take over, after it has answered a question."""
        native = Worker("native")
        try:
            await native.ask(question, LOADING)
        except FAILURES as failure:
            log.warning("a process with compiled rules failed (%s); bots go on with the plain ones", type(failure).__name__)
            return
        self._workers[self._workers.index(plain)] = native
        await plain.retire()

    async def close(self) -> None:
        tasks = [*self._leaving.values(), *([self._compiler] if self._compiler else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in {*self._workers, *self._leaving}:
            await worker.stop()
