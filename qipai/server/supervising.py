"""Several servers behind one listening socket, each in a process of its own, and the process that starts and ends them."""

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from .settings import Settings

AGAIN = 1.0  # seconds from the start of a worker until it may be started again
START = 60.0  # seconds in which a new worker must serve that is to replace another
LAST_WORDS = 10.0  # seconds in which a worker that is to end must have ended
MOVING = 300.0  # seconds in which a worker that was replaced must have sent everybody to the new ones

Work = Callable[[Settings, socket.socket, bool, Connection], None]

log = logging.getLogger("qipai.server")


def supervise(settings: Settings, listener: socket.socket, work: Work) -> None:
    """Run `work(settings, listener, first, begun)` in as many processes as set, and again where one dies, until interrupted.

    `first` is True for the one that says where the table is open; `begun` is told when it serves.  On SIGHUP as many new ones are
    started; when all of them serve, the old ones are sent a SIGHUP, let nobody in any more, send everybody to the new ones, a few
    tables at a time, and end.  A version that was installed meanwhile is in use afterwards.
    """
    Supervisor(settings, listener, work).run()


class Supervisor:
    """The workers of one listening socket."""

    def __init__(self, settings: Settings, listener: socket.socket, work: Work) -> None:
        self.context = get_context("spawn")
        self.given = settings, listener
        self.work = work
        self.ending = self.renewing = False
        self.workers: list[BaseProcess] = []
        self.started: list[float] = []
        self.leaving: dict[BaseProcess, float] = {}  # workers that were replaced, and when they must have ended

    def run(self) -> None:
        """Keep the workers alive until interrupted, then wait until they have ended."""
        if hasattr(signal, "SIGHUP"):  # not on Windows
            signal.signal(signal.SIGHUP, self.renew)
        for name in ("SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), self.end)
        for number in range(self.given[0].workers):
            self.workers.append(self.start(number == 0)[0])
            self.started.append(time.monotonic())
        while not self.ending:
            wait([worker.sentinel for worker in [*self.workers, *self.leaving]], timeout=AGAIN)
            self.look()
        last, workers = time.monotonic() + LAST_WORDS, [*self.workers, *self.leaving]
        for worker in workers:
            end_by(worker, last)
        if any(worker.exitcode for worker in workers):
            codes = ", ".join(str(worker.exitcode) for worker in workers)
            log.warning("not every worker ended well (exit status %s)", codes)

    def look(self) -> None:
        """Start again what has died, forget what has ended, and replace all if that was asked for."""
        for number, worker in enumerate(self.workers):
            if not worker.is_alive() and not self.ending and time.monotonic() - self.started[number] > AGAIN:
                log.warning("a worker ended (exit status %s) and is started again", worker.exitcode)
                self.workers[number], self.started[number] = self.start(False)[0], time.monotonic()
        for worker, last in list(self.leaving.items()):
            if worker.is_alive() and time.monotonic() < last:
                continue
            if worker.is_alive():
                log.warning("a worker that was replaced does not end and is killed")
            end_by(worker, 0.0)
            del self.leaving[worker]
        if self.renewing:
            self.renewing = False
            if self.replace():
                log.info("every worker was replaced")
            elif not self.ending:
                log.error("a new worker does not begin; the old ones go on")

    def end(self, _signal: int, _frame: FrameType | None) -> None:
        """Ask all workers to end; called for a signal."""
        self.ending = True
        for worker in [*self.workers, *self.leaving]:
            if worker.is_alive():
                worker.terminate()

    def renew(self, _signal: int, _frame: FrameType | None) -> None:
        """Ask for new workers; called for a signal."""
        self.renewing = True

    def start(self, first: bool) -> tuple[BaseProcess, Connection]:
        """Return a new worker, and where it says that it serves."""
        heard, begun = self.context.Pipe(duplex=False)
        worker = self.context.Process(target=self.work, args=(*self.given, first, begun))
        worker.start()
        begun.close()
        return worker, heard

    def replace(self) -> bool:
        """Put new workers in the places of all, which are to end once all the new ones serve; return whether they do."""
        fresh = []
        for _ in self.workers:
            if self.ending:
                break
            fresh.append(self.start(False))
            if not self.serves(fresh[-1][1]):
                break
        else:
            last = time.monotonic() + MOVING
            for number, (worker, _) in enumerate(fresh):
                old, self.workers[number], self.started[number] = self.workers[number], worker, time.monotonic()
                self.leaving[old] = last
            for old in self.leaving:
                if old.is_alive() and old.pid is not None:
                    os.kill(old.pid, signal.SIGHUP)
            return True
        for worker, _ in fresh:
            worker.terminate()
        for worker, _ in fresh:
            end_by(worker, time.monotonic() + LAST_WORDS)
        return False

    def serves(self, heard: Connection) -> bool:
        """Wait until a new worker serves; return False for one that does not, or not in time, or where all are to end."""
        last = time.monotonic() + START
        while not self.ending and time.monotonic() < last and not heard.poll(0.1):
            pass
        try:
            return not self.ending and heard.poll() and bool(heard.recv())
        except EOFError:  # it has ended without a word
            return False


def end_by(worker: BaseProcess, last: float) -> None:
    """Wait until a worker that is to end has ended, at most until a time of the monotonic clock."""
    worker.join(max(0.0, last - time.monotonic()))
    if worker.is_alive():
        worker.kill()
        worker.join()


def ends_with_parent(end: Callable[[], None]) -> bool:
    """Call `end` in the running event loop when the process that started this one is gone.

    Does nothing and returns False in a process of its own.
    """
    import asyncio

    parent = parent_process()
    if parent is None or sys.platform == "win32":
        return False
    loop = asyncio.get_running_loop()

    def gone() -> None:
        loop.remove_reader(parent.sentinel)
        end()

    loop.add_reader(parent.sentinel, gone)
    return True
