"""Bots think in processes of their own, which start when the first of them is asked.

Those that search have one of their own (`thinker.py`).  The others run the plain rules at first.  Meanwhile a child of low priority
compiles the rules, which fills the cache; then processes that run the compiled ones take over, once they have shown that they are
ready.  Nobody waits for a compiler.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

import msgspec

from qipai.bots.search import is_search
from qipai.engine.compiling import cache_folder

from .bot_worker import Choice, Question
from .thinker import Thinker
from .warm_cache import WARM
from .workers import FAILURES, IDLE, Worker

PATIENCE = 10.0  # seconds until a bot's process is taken to hang
LOADING = 120.0  # the same for one that loads compiled rules, for which nobody waits

log = logging.getLogger("qipai.bots")


class BotFailure(Exception):
    """A bot gave no answer, twice."""


class Bots:
    """Asks for moves."""

    def __init__(self, compile_rules: bool) -> None:
        self._compile = compile_rules
        self._warm = False
        self._compiler: asyncio.Task[None] | None = None
        self._thinker = Thinker()
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
        """A bot's move, and the computing time it took: where one that searches is not in time, the rule of thumb's.

        Raises `BotFailure`.
        """
        asked = Question(game, level, dict(options), observation, list(legal), seed)
        if is_search(level):
            choice = await self._thinker.choose(asked)
            if choice is not None and choice.action in legal:
                return choice
            asked = msgspec.structs.replace(asked, level="rule")  # the first may still be on its way to load the rules
        question = msgspec.msgpack.encode(asked)
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
        await self._thinker.close()
