"""What is written down when something breaks: where, and of which type.  Never a message or a value, which may hold cards."""

import asyncio
import logging
import traceback
from typing import Any

log = logging.getLogger("qipai.server")


def report(what: str, failure: BaseException) -> None:
    """Log a failure without what it says."""
    frames = "".join(traceback.format_tb(failure.__traceback__))
    log.error("%s failed: %s\n%s", what, type(failure).__name__, frames)


def report_from_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The event loop's exception handler."""
    failure = context.get("exception")
    if failure is not None:
        report("a background task", failure)
