"""Telling people that it is their turn, by Web Push, where they asked for it.

What is told is the game and the table.  It is told of a question that everybody sees, never of a window: who is asked in
one would tell what they hold.  It is told half a minute after the question was put, to who is not connected then.
"""

import asyncio
import hashlib
import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from qipai.engine.errors import RecordError
from qipai.session.folding import PLAYING

from . import webpush
from .failures import report
from .limits import Buckets, Limit
from .refusals import Refused
from .storage import pushes, rows
from .storage.pushes import PushRow, Turn
from .storage.sealing import Vault, is_sealed

if TYPE_CHECKING:
    from .house import House
    from .tables import Table

KEY = "vapid"  # the name of the server's key in the store
OFTEN = Limit(1 / 20, 20)  # words to a person
AT_ONCE = 4  # words on their way
NOWHERE = "mailto:nobody@localhost"  # whom a push service may ask about a server that knows no address of its own
YOUR_TURN = {"en": "Table {code}: your turn", "zh-Hans": "{code} 桌：轮到你", "zh-Hant": "{code} 桌：輪到你"}


class Notices:
    """Knows whom tables wait for, and tells them."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self._key: bytes | None = None
        self._noted: dict[str, tuple[int, frozenset[str]]] = {}  # what was noted last, by table in memory
        self._often = Buckets(OFTEN)
        self._ways: ThreadPoolExecutor | None = None
        self._errands: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Tell nobody any more."""
        for errand in list(self._errands):
            errand.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)
        if self._ways is not None:
            self._ways.shutdown(wait=False, cancel_futures=True)

    async def key(self) -> bytes:
        """Return the server's private key, which is made when it is first asked for."""
        if self._key is None:
            stored = await self.house.database.read(lambda connection: pushes.find_key(connection, KEY))
            vault = self.house.database.vault
            try:
                found = vault.open(KEY, 0, stored, {}) if stored else b""
            except RecordError:  # under a key that is lost: browsers ask anew
                found = b""
            if not found or (stored and not is_sealed(stored) and vault.cipher):
                found = await self._keep(found or webpush.new_key().hex().encode(), vault, stored)
            self._key = bytes.fromhex(found.decode())
        return self._key

    async def _keep(self, key: bytes, vault: Vault, instead_of: bytes | None) -> bytes:
        """Store a key; return the one that is stored then, which may be another server's."""
        body = vault.seal(KEY, 0, 0, key)
        kept = await self.house.database.write(lambda connection: pushes.keep_key(connection, KEY, body, instead_of))
        return vault.open(KEY, 0, kept, {})

    # -- whom tables wait for

    def after(self, table: "Table") -> None:
        """Note whom a table waits for who is not there, after it or its audience has changed."""
        waiting = frozenset(missing(table))
        known = (table.session.asked_seq, waiting)
        if not waiting or self.house.draining or self._noted.get(table.row.id) == known:
            return
        self._noted = {id: noted for id, noted in self._noted.items() if id in self.house.live}
        self._noted[table.row.id] = known
        due = table.session.asked_at + round(self.house.settings.turn_told * 1000)
        errand = asyncio.create_task(self._note(table.row.id, waiting, known[0], due))
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    async def _note(self, id: str, people: frozenset[str], seq: int, due: int) -> None:
        try:
            wanted = [person for person in people if await self._browsers(person)]
            if wanted:
                await self.house.database.write(lambda connection: pushes.note_turns(connection, id, wanted, seq, due))
        except SQLAlchemyError as failure:
            report("noting whose turn it is", failure)

    async def _browsers(self, person: str) -> list[PushRow]:
        return await self.house.database.read(lambda connection: pushes.browsers_of(connection, person))

    # -- telling them

    async def send_due(self) -> None:
        """Tell those whose time has come, each by one server of the store."""
        now = time.time_ns() // 1_000_000
        for turn in await self.house.database.read(lambda connection: pushes.due_turns(connection, now)):
            table = await self._table_of(turn)
            if table is None or not await self._waits(table, turn):
                await self.house.database.write(partial(pushes.release, turn=turn))
            elif await self.house.database.write(partial(pushes.claim, turn=turn)):
                await self._tell(turn, table)

    async def _table_of(self, turn: Turn) -> "Table | None":
        row = await self.house.database.read(lambda connection: rows.find_table(connection, id=turn.table))
        if row is None or not row.open or row.game not in self.house.games or self.house.left_alone(row.id):
            return None
        try:
            return await self.house.table(row)
        except Refused:
            return None

    async def _waits(self, table: "Table", turn: Turn) -> bool:
        """Return whether a table still waits for somebody who is not there."""
        if table.session.asked_seq != turn.seq or turn.person not in missing(table):
            return False
        return not await self.house.database.read(partial(pushes.is_there, turn=turn))

    async def _tell(self, turn: Turn, table: "Table") -> None:
        key = await self.key()
        if key is None or self._often.wait(turn.person):
            return
        self._often.take(turn.person)
        for browser in await self._browsers(turn.person):
            errand = asyncio.create_task(self._send(browser, table, key))
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    async def _send(self, browser: PushRow, table: "Table", key: bytes) -> None:
        settings = self.house.settings
        contact = next((origin for origin in settings.origin if origin.startswith("https:")), NOWHERE)
        topic = hashlib.sha256(table.row.id.encode()).hexdigest()[:32]
        self._ways = self._ways or ThreadPoolExecutor(AT_ONCE, "push")
        status = 0
        try:
            body, headers = webpush.message(
                told(table, browser.language), browser.endpoint, browser.p256dh, browser.auth, key, time.time(), contact, topic
            )
            way = partial(webpush.send, browser.endpoint, body, headers, settings.push_services)
            status = await asyncio.get_running_loop().run_in_executor(self._ways, way)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # counted below; who cannot be reached is no fault of this server
        try:
            note = partial(pushes.note_answer, id=browser.id, arrived=200 <= status < 300, gone=status in (404, 410))
            await self.house.database.write(note)
        except SQLAlchemyError as failure:
            report("noting what a push service answered", failure)


def missing(table: "Table") -> list[str]:
    """Return the people whom a table waits for by a question that everybody sees, and who are not connected."""
    session = table.session
    if session.phase != PLAYING or session.window_open or session.private:
        return []
    here = table.guests()
    asked = [session.chairs[seat] for seat in session.waiting()]
    return [chair.guest for chair in asked if chair.thinks and chair.guest not in here]


def told(table: "Table", language: str) -> bytes:
    """Return what a browser is told, as JSON: the game, the table, that it is one's turn, and nothing else."""
    code = table.row.code
    text = YOUR_TURN[language].format(code=code)
    return msgspec.json.encode({"title": table.session.game.titles[language], "body": text, "path": f"/t/{code}"})
