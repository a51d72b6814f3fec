"""Reviews of finished deals: computed one after the other in a process of low priority, and kept with the record."""

import asyncio
import logging
import subprocess
import time
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from qipai.engine.errors import QipaiError
from qipai.engine.processes import command, environment
from qipai.records import Record, read_record

from .bots import Bots
from .failures import report, warn
from .limits import Buckets, Limits
from .protocol import ReviewView
from .records import Records
from .refusals import Refused
from .review_worker import SEED, ReviewQuestion
from .storage import rows
from .storage.database import Database
from .tables import now_ms
from .workers import IDLE

LONGEST = 600.0  # seconds of one review, compiling not counted: with compiled rules it takes a few, with the plain ones minutes
COMPILING = 900.0  # seconds until the first decision is judged, in which the rules may have to be compiled
LARGEST = 16 * 1024 * 1024  # bytes of a review
REMEMBERED = 200  # reviews that failed
NONE, WAITING, COMPUTING, DONE, FAILED = "none", "waiting", "computing", "done", "failed"
Key = tuple[str, int]  # the record's id and the seat

log = logging.getLogger("qipai.reviews")


@dataclass
class WantedReview:
    """A review that is wanted."""

    text: str
    began: float = 0.0  # by the monotonic clock, at the first judged decision
    judged: int = 0
    body: bytes = b""  # the review so far, as JSON


class Reviews:
    """The reviews of a store, and those that are wanted."""

    def __init__(self, database: Database, records: Records, bots: Bots, worlds: int, limits: Limits) -> None:
        self._database, self._records, self._bots, self._most = database, records, bots, limits.reviews_waiting
        self.of_guest, self.of_address = Buckets(limits.reviews_of_guest), Buckets(limits.reviews_of_address)
        self._worlds = worlds or None
        self._jobs: OrderedDict[Key, WantedReview] = OrderedDict()  # the first is being computed
        self._failed: OrderedDict[Key, None] = OrderedDict()
        self._working: asyncio.Task[None] | None = None

    async def look(self, id: str, seat: int) -> ReviewView:
        """Return a review, or how far it is.  Raises `Refused` as `Records.text` does."""
        key = id, seat
        job = self._jobs.get(key)
        if job is not None:
            return self._progress(key, job)
        kept = await self._database.read(lambda connection: rows.find_review(connection, id, seat))
        if kept is not None:
            return view(DONE, zlib.decompress(kept))
        if key in self._failed:
            return view(FAILED)
        check(await self._records.text(id), seat)
        return view(NONE)

    async def want(self, id: str, seat: int) -> ReviewView:
        """Have a review computed, if it is not kept, computed or waiting already; return how far it is.

        Raises `Refused` as `look` does, and where too many wait already.
        """
        self._failed.pop((id, seat), None)
        found = await self.look(id, seat)
        if found.state != NONE:
            return found
        text = await self._records.text(id)
        if len(self._jobs) >= self._most:
            raise Refused("too_many_reviews", wait=30)
        job = self._jobs.setdefault((id, seat), WantedReview(text))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return self._progress((id, seat), job)

    def _progress(self, key: Key, job: WantedReview) -> ReviewView:
        ahead = list(self._jobs).index(key)
        if not job.body:
            return view(WAITING if ahead else COMPUTING, ahead=ahead)
        so_far = msgspec.json.decode(job.body, type=Progress)
        spent, missing = time.monotonic() - job.began, so_far.of - job.judged
        seconds = round(spent / (job.judged - 1) * missing) + 1 if job.judged > 1 else None
        return view(COMPUTING, job.body, seconds=seconds)

    async def _work(self) -> None:
        """Compute what is wanted, one after the other."""
        while self._jobs:
            key, job = next(iter(self._jobs.items()))
            try:
                await self._compute(key, job)
                await self._keep(key, job)
            except asyncio.CancelledError:
                raise
            except Exception as failure:
                if isinstance(failure, TimeoutError | EOFError):
                    warn(log, f"a review failed ({type(failure).__name__})")
                else:
                    report("a review", failure)
                self._failed[key] = None
                if len(self._failed) > REMEMBERED:
                    self._failed.popitem(last=False)
            finally:
                self._jobs.pop(key, None)
        self._working = None

    async def _compute(self, key: Key, job: WantedReview) -> None:
        """Read the growing review from a process until it is whole.  Raises `TimeoutError`, or `EOFError` if the process ended before."""
        process = await asyncio.create_subprocess_exec(
            *command("qipai.server.review_worker"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment("native" if self._bots.warm else "plain"), creationflags=IDLE,
        )  # fmt: skip
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            question = msgspec.msgpack.encode(ReviewQuestion(job.text, key[1], self._worlds, SEED))
            process.stdin.write(len(question).to_bytes(4, "big") + question)
            end = time.monotonic() + COMPILING
            while True:
                async with asyncio.timeout(max(0.0, end - time.monotonic())):
                    size = int.from_bytes(await process.stdout.readexactly(4), "big")
                    if size > LARGEST:
                        raise EOFError
                    body = await process.stdout.readexactly(size)
                if not job.began:
                    job.began = time.monotonic()
                    end = job.began + LONGEST
                job.body = body
                so_far = msgspec.json.decode(body, type=Progress)
                job.judged = len(so_far.decisions)
                if so_far.done:
                    return
        finally:
            if process.returncode is None:
                process.kill()
            await process.communicate()

    async def _keep(self, key: Key, job: WantedReview) -> None:
        """Store a review; one that cannot be stored is computed again when it is wanted again."""
        packed = await asyncio.to_thread(zlib.compress, job.body)
        try:
            await self._database.write(lambda connection: rows.keep_review(connection, *key, packed, now_ms()))
        except IntegrityError:
            return  # another server was quicker
        except SQLAlchemyError as failure:
            report("keeping a review", failure)

    async def close(self) -> None:
        """Stop computing."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)


class Progress(msgspec.Struct):
    """What of a growing review says how far it is."""

    decisions: list[msgspec.Raw]
    of: int
    done: bool


def view(state: str, body: bytes = b"", *, ahead: int = 0, seconds: int | None = None) -> ReviewView:
    """Return what a page is told.  The review is JSON already."""
    review: Any = msgspec.Raw(body) if body else None
    return ReviewView(state, ahead, seconds, review)


def check(text: str, seat: int) -> Record:
    """Return the record of a text if this seat of it can be reviewed.  Raises `Refused`."""
    try:
        record = read_record(text)
    except QipaiError:
        raise Refused("unknown_record") from None
    if not record.of_these_rules:
        raise Refused("review_rules")
    if not 0 <= seat < len(record.header.players):
        raise Refused("review_seat", accepted=", ".join(map(str, range(len(record.header.players)))))
    return record
