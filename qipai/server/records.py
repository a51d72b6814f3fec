"""Records of finished deals, each made from its own deal alone, kept once somebody has opened it, and limited."""

import asyncio
import re
import zlib
from collections import OrderedDict
from collections.abc import Container
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from qipai.engine.errors import RecordError
from qipai.engine.lines import sentence_of
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Fact
from qipai.records import read_record, replay_steps, teams_of, write_record
from qipai.session import read_entry

from .failures import report
from .protocol import Replay, ReplayStep
from .refusals import Refused
from .storage import rows
from .storage.database import Database
from .storage.dealing import sitting
from .tables import now_ms

AT_ONCE = 2  # records made at the same time; the rest wait
REMEMBERED = 16 * 1024 * 1024  # bytes of replays in memory
NAME = re.compile(r"([0-9a-f]{1,32})-([1-9][0-9]{0,5})")  # of a record: its table and the number of its deal


class Records:
    """The records of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._making = asyncio.Semaphore(AT_ONCE)
        self._replays: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    async def text(self, id: str, *, keep: bool = True) -> str:
        """Return the text of a finished deal's record, and keep it unless told otherwise.

        Raises `Refused`, in the same words for a deal that is not over and for one that does not exist.
        """
        found = NAME.fullmatch(id)
        if not found:
            raise Refused("unknown_record")
        kept = await self._database.read_log(lambda connection: rows.find_record(connection, id))
        if kept is not None:
            return zlib.decompress(kept).decode()
        text = await self._make(found[1], int(found[2]))
        if not keep:
            return text
        packed = await asyncio.to_thread(lambda: zlib.compress(text.encode()))
        try:
            await self._database.write(lambda connection: rows.keep_record(connection, id, packed, now_ms()))
        except SQLAlchemyError as failure:  # it is made again
            report("keeping a record", failure)
        return text

    async def _make(self, table: str, serial: int) -> str:
        vault = self._database.vault
        async with self._making:
            deal = await self._database.read_log(lambda connection: rows.find_deal(connection, table, serial))
            if deal is None:
                raise Refused("unknown_record")
            opening = await self._database.read_log(lambda connection: rows.read_events(connection, table, 0, 1, vault=vault))
            own = await self._database.read_log(
                lambda connection: rows.read_events(connection, table, deal.first - 1, deal.last, vault=vault)
            )
            try:
                entries = [*(read_entry(event.body) for event in opening), sitting(deal.names)]
                entries += [read_entry(event.body) for event in own]
                return await asyncio.to_thread(write_record, entries)
            except RecordError:
                raise Refused("unknown_record") from None

    async def replay(self, id: str) -> bytes:
        """Return the steps of a finished deal that a page shows, as JSON.  Raises `Refused` as `text` does."""
        if id in self._replays:
            self._replays.move_to_end(id)
            return self._replays[id]
        text = await self.text(id)
        async with self._making:
            replay = await asyncio.to_thread(lambda: msgspec.json.encode(view_replay(id, text)))
        if id not in self._replays:
            self._replays[id] = replay
            self._size += len(replay)
        while self._size > REMEMBERED:
            self._size -= len(self._replays.popitem(last=False)[1])
        return replay

    def forget(self) -> None:
        """Make every replay anew when it is next asked for."""
        self._replays.clear()
        self._size = 0


def view_replay(id: str, text: str) -> Replay:
    """Return a record's text as the steps that a page shows."""
    record = read_record(text)
    steps = replay_steps(record)
    header, sentences = record.header, record.game.words["events"]
    return Replay(
        id=id,
        game=header.game,
        rules=header.rules,
        setup=header.setup,
        deal=header.deal,
        names=header.players,
        teams=teams_of(record),
        facts=[{"seq": step.seq, **view_fact(fact, sentences)} for step, fact in zip(steps, record.facts, strict=True)],
        steps=[ReplayStep(step.seq, step.hands, step.to_act, step.last, step.board) for step in steps],
    )


def view_fact(fact: Fact, sentences: Container[str]) -> dict[str, Any]:
    """Return a whole fact, and the key of the sentence that tells it to those who see what its own seat has seen."""
    return {**fact.whole(), **sentence_of(fact.seen_by(fact.public.get("seat", SPECTATOR)), sentences)}
