"""Log failures by place and type only.  Messages and values are left out, because they may contain cards."""

import asyncio
import logging
import time
import traceback
from typing import Any

from sqlalchemy.exc import InterfaceError, OperationalError

from .measuring import measures
from .storage.deadlines import OutcomeUnknown, Unanswered

AGAIN = 60.0  # seconds until the same failure is logged again
OUT_OF_ORDER = (
    OperationalError,
    InterfaceError,
    OutcomeUnknown,
    Unanswered,
)  # of the database itself, which says so in one line; see `Database`
REMEMBERED = 500  # failures, after which all are forgotten

log = logging.getLogger("qipai.server")
_told: dict[str, float] = {}  # when each failure was last logged


def is_news(failure: str) -> bool:
    """Return True unless the same text was passed within the last `AGAIN` seconds.

    Keeps repeated failures from filling the log.
    """
    now = time.monotonic()
    if now - _told.get(failure, -AGAIN) < AGAIN:
        return False
    if len(_told) >= REMEMBERED:
        _told.clear()
    _told[failure] = now
    return True


def report(what: str, failure: BaseException) -> None:
    """Log a failure with its type and traceback but without its message; the same one at most once a minute.

    A database that is out of order is only counted here.
    """
    measures.failures[what] += 1
    if isinstance(failure, OUT_OF_ORDER):
        return
    frames = "".join(traceback.format_tb(failure.__traceback__))
    told = f"{what} failed: {type(failure).__name__}\n{frames}"
    if is_news(told):
        log.error("%s", told, extra={"told": {"what": what, "failure": type(failure).__name__}})


def warn(logger: logging.Logger, told: str) -> None:
    """Log a warning; the same one at most once a minute."""
    if is_news(told):
        logger.warning("%s", told)


def report_from_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle an exception that the event loop found; pass it to `set_exception_handler`."""
    failure = context.get("exception")
    if failure is not None:
        report("a background task", failure)
