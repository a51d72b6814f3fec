"""Whether a server can serve, as those ask who send people to it, and those who start it again."""

import asyncio
import time
from math import inf

from sqlalchemy.exc import SQLAlchemyError

from .storage import rows
from .storage.database import Database

ANSWERED_WITHIN = 5.0  # seconds in which a ready store takes a change and answers a question
GIVEN_UP = 60.0  # seconds without a store after which nobody can be said to be served
AGAIN = 1.0  # seconds for which an answer holds


class Readiness:
    """Tries the store, once a second at most."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._trying: asyncio.Task[bool] | None = None  # at present, or last
        self._began_at = -inf  # that

    def tried(self) -> "asyncio.Task[bool]":
        """Return the trial whose answer holds, which may still go on."""
        if self._trying is None or (self._trying.done() and not self._holds(self._trying.result())):
            self._began_at = time.monotonic()
            self._trying = asyncio.create_task(self._try())
        return self._trying

    def _holds(self, well: bool) -> bool:
        """Return whether an answer holds; none does that something has contradicted since."""
        return time.monotonic() - self._began_at < AGAIN and not (well and self._database.failing_since() is not None)

    async def _try(self) -> bool:
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                await asyncio.gather(self._database.write(rows.try_writing), self._database.read(rows.try_reading))
        except (SQLAlchemyError, TimeoutError):
            return False
        return True

    def given_up(self) -> bool:
        """Return whether nobody could play for `GIVEN_UP` seconds, because the store could not be read or written.

        It answers at once, from what is known, and has the store tried.
        """
        self.tried()
        since = self._database.failing_since()
        return since is not None and time.monotonic() - since >= GIVEN_UP

    async def close(self) -> None:
        """Try no more."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)
