"""Call one function many times, here or in processes of this machine.  `cluster` does it on many machines.

`shared` are the first arguments of every call, sent once where that is possible; a call of `calls` is the last one.
The function is one of a module, and it and its arguments can be pickled.
"""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any

from qipai.engine.errors import QipaiError

DAEMON = "A daemonic process may start no others: call this with jobs=1, or from a process that is none."
ENDED = (
    "A process that shared the work ended before it answered.  A program that uses several is a file, and starts them under "
    '`if __name__ == "__main__":`; with jobs=1 all is done in one.'
)


def here(function: Callable[..., Any], shared: tuple[Any, ...], calls: Sequence[Any]) -> Iterator[Any]:
    """Yield the results in the order of the calls, in this process."""
    for call in calls:
        yield function(*shared, call)


def in_pool(count: int, function: Callable[..., Any], shared: tuple[Any, ...], calls: Sequence[Any]) -> Iterator[Any]:
    """Yield the results in the order of the calls, in `count` processes, or as many as there are calls.  Ctrl-C is left to this one.

    Raises `QipaiError` where no processes can be started, and if one of them ends by itself.
    """
    if multiprocessing.current_process().daemon:
        raise QipaiError(DAEMON)
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # it shares the work, and runs the program itself
        raise QipaiError(ENDED)
    others = set(multiprocessing.active_children())
    try:
        pool = ProcessPoolExecutor(
            max(1, min(count, len(calls))), multiprocessing.get_context("spawn"), _leave_interrupts_to_the_parent
        )
    except (OSError, ImportError) as error:  # without /dev/shm there are no locks between processes
        raise QipaiError(
            f"Several processes cannot work together here ({error}); one can: jobs=1, or --jobs 1 of a command."
        ) from None
    try:
        yield from pool.map(partial(function, *shared), calls)
    except BrokenProcessPool:
        raise QipaiError(ENDED) from None
    except BaseException:  # do not wait for calls whose results will not be used
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
