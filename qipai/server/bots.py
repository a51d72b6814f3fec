"""Run bots in processes of their own, which start with the first question.

Bots that search have a process of their own (`thinker`), and so have players of the server's own.  The others first run
the plain rules.  Meanwhile a child process of low priority compiles the rules into the cache; then processes with compiled
rules take over, each after it has answered one question.  No move waits for the compiler.
"""

import asyncio
import logging
import os
import signal
import subprocess
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

import msgspec

from qipai.bots.questions import Choice, Question
from qipai.bots.search import is_search
from qipai.engine.processes import command, environment

from .failures import warn
from .thinker import Thinker
from .warm_cache import TIED, is_warm
from .workers import IDLE, Worker, WorkerFailure

PATIENCE = 10.0  # seconds after which a bot's process that has the rules of a game is considered hung
LOADING = 120.0  # the same while it loads compiled rules, when no move waits for it
AGAIN = 60.0  # seconds until compiled rules are tried again after a process with them failed
AGAIN_FILLED = 600.0  # seconds until compiling is tried again after it failed

log = logging.getLogger("qipai.bots")


class BotFailure(Exception):
    """No bot answered, in two attempts."""


class Bots:
    """Asks bot processes for moves."""

    def __init__(self, compile_rules: bool, hosted: Collection[str] = (), program: Sequence[str] = ()) -> None:
        """Prepare the processes.  `hosted`: the server's own players, which choose in `program`, a module with arguments."""
        self._compile = compile_rules
        self._hosted = hosted
        self._warm = False
        self._compiler: asyncio.Task[None] | None = None
        self._thinker = Thinker()
        self._players = Thinker(*program)
        self._leaving: dict[Worker, asyncio.Task[None]] = {}  # plain workers that are being replaced
        self._workers = [Worker("plain") for _ in range(max(1, min(4, (os.cpu_count() or 2) - 1)))]

    @property
    def warm(self) -> bool:
        """True once the rules are compiled."""
        return self._warm

    def start(self) -> None:
        """Begin to compile the rules in a process of low priority, if this server is to."""
        if self._compile:
            self._compiler = asyncio.create_task(self._fill_cache())

    async def expect(self) -> None:
        """Start the processes of bots before the first question."""
        for worker in self._workers:
            await worker.begin()

    async def _fill_cache(self) -> None:
        while not await asyncio.to_thread(is_warm):
            try:
                code = await self._compile_once()
            except OSError as failure:
                code = failure.errno or 1
            if not code and not await asyncio.to_thread(is_warm):
                log.warning("compiled rules cannot be kept; bots go on with the plain ones")
                return
            if not code:
                break
            if code != -signal.SIGTERM:  # which mostly ends the server with all its processes
                log.warning("the rules could not be compiled (exit status %d); bots go on with the plain ones", code)
            await asyncio.sleep(AGAIN_FILLED)
        self._warm = True

    async def _compile_once(self) -> int:
        """Run the compiling process and return its exit status.

        It ends with this process, because its stdin is a pipe from here.
        """
        process = await asyncio.create_subprocess_exec(
            *command("qipai.server.warm_cache", TIED), stdin=subprocess.PIPE, env=environment("native"), creationflags=IDLE,
        )  # fmt: skip
        try:
            return await process.wait()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise

    async def choose(
        self, game: str, level: str, options: Mapping[str, str], observation: bytes, legal: Sequence[int], seed: int
    ) -> Choice:
        """Return a bot's move and the computing time it took.

        Where a bot that thinks longer is late, the rule of thumb answers instead.  Raises `BotFailure`.
        """
        asked = Question(game, level, dict(options), observation, list(legal), seed)
        if self.thinks_longer(level):
            choice = await (self._players if level in self._hosted else self._thinker).choose(asked)
            if choice is not None:
                return choice
            asked = msgspec.structs.replace(asked, level="rule")  # a copy: the thinker may still be using the question
        for _ in range(2):
            worker = min(self._workers, key=lambda worker: worker.waiting)
            if self._warm and worker.mode == "plain" and worker not in self._leaving:
                self._leaving[worker] = asyncio.create_task(self._replace(worker, asked))
            try:
                return await worker.ask(asked, PATIENCE)
            except WorkerFailure as failure:
                warn(log, f"a bot's process failed ({failure})")
                self._give_up(worker)
        raise BotFailure

    def thinks_longer(self, level: str) -> bool:
        """Return whether a bot may take longer than the usual pause before a move."""
        return is_search(level) or level in self._hosted

    def _give_up(self, worker: Worker) -> None:
        """Replace a process with compiled rules that fails repeatedly by a plain one; the cache may be gone."""
        if worker.mode == "native" and worker.rests and worker in self._workers:
            self._workers[self._workers.index(worker)] = Worker("plain")

    async def _replace(self, plain: Worker, question: Question) -> None:
        """Replace a plain process by one with compiled rules, after that one has answered a question."""
        native = Worker("native")
        try:
            await native.ask(question, LOADING)
        except WorkerFailure as failure:
            warn(log, f"a process with compiled rules failed ({failure}); bots go on with the plain ones")
            await asyncio.sleep(AGAIN)
            del self._leaving[plain]
            return
        self._workers[self._workers.index(plain)] = native
        await plain.retire()

    async def close(self) -> None:
        """Stop all processes."""
        tasks = [*self._leaving.values(), *([self._compiler] if self._compiler else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in {*self._workers, *self._leaving}:
            await worker.stop()
        await self._thinker.close()
        await self._players.close()
