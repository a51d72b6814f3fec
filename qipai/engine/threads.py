"""Threads that share work, also after the process was forked."""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Threads:
    """A pool of `count` threads.  A forked process inherits none of them, so it starts its own at its first piece of work."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._start()

    def _start(self) -> None:
        self._process, self._pool = os.getpid(), ThreadPoolExecutor(self._count)

    def submit(self, work: Callable[..., Any], *given: Any) -> Future[Any]:
        """Let a thread call `work` with the arguments given; return its future."""
        if self._process != os.getpid():
            self._start()
        return self._pool.submit(work, *given)

    def map(self, work: Callable[[Any], Any], pieces: Iterable[Any]) -> list[Any]:
        """Call `work` with each piece; return the results in their order when all are there."""
        return [future.result() for future in [self.submit(work, piece) for piece in pieces]]
