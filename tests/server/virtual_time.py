"""Time that passes only while nothing happens, so that tests of time are quick and exact to the microsecond."""

import asyncio
import selectors
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from qipai.server.storage.database import Database

EPOCH = 1_750_000_000_000_500_000  # nanoseconds, in the middle of a millisecond
SECOND = 1_000_000_000
STUCK = 20.0  # real seconds without anything to wait for


class VirtualClock:
    """The time that programs are told, and how many threads still work on something."""

    def __init__(self) -> None:
        self.passed = 0  # nanoseconds
        self.ahead = 0  # nanoseconds by which somebody has set the clock on the wall forward
        self.working = 0
        self._monotonic = time.monotonic

    @property
    def seconds(self) -> float:
        return self.passed / SECOND

    def pass_until(self, selector: selectors.BaseSelector, timeout: float | None) -> list[Any]:
        """Do as `select` does, but let time jump to the end of `timeout` where no thread has anything to say before it."""
        real = self._monotonic() + STUCK
        while True:
            events = selector.select(0.001 if self.working else 0)
            if events or (timeout is not None and timeout <= 0):
                return events
            if timeout is not None and not self.working:
                self.passed += max(1, round(timeout * SECOND))
                return []
            assert self._monotonic() < real, "everybody waits, and for nothing"


class Selector(selectors.DefaultSelector):
    """Waits in virtual time."""

    clock: VirtualClock

    def select(self, timeout: float | None = None) -> list[Any]:
        return self.clock.pass_until(super(), timeout)  # type: ignore[arg-type]


class Loop(asyncio.SelectorEventLoop):
    """An event loop in virtual time."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        selector = Selector()
        selector.clock = clock
        super().__init__(selector)

    def run_in_executor(self, executor: Any, function: Callable[..., Any], *given: Any) -> Any:
        self.clock.working += 1
        return self.done(super().run_in_executor(executor, function, *given))

    def done(self, future: Any) -> Any:
        def count(_: object) -> None:
            self.clock.working -= 1

        future.add_done_callback(count)
        return future


@contextmanager
def virtual_time() -> Iterator[VirtualClock]:
    """Within this, `asyncio.run` runs in virtual time, which begins anew, and threads of the store take none."""
    clock = VirtualClock()
    write = Database.write

    async def counted(self: Database, change: Any) -> Any:
        clock.working += 1
        try:
            return await write(self, change)
        finally:
            clock.working -= 1

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", lambda: clock.seconds)
        patch.setattr(time, "time_ns", lambda: EPOCH + clock.passed + clock.ahead)
        patch.setattr(time, "time", lambda: (EPOCH + clock.passed + clock.ahead) / SECOND)
        patch.setattr(asyncio.events, "new_event_loop", lambda: Loop(clock))
        patch.setattr(Database, "write", counted)
        yield clock
