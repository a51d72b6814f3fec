"""The operator's desk as a server sees it: who may not come in, what everybody is told, and what is to be done at tables.

What is written there by `qipai desk` is seen within half a second, by every server of the store.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection as Store

from qipai.engine.errors import QipaiError
from qipai.session import TABLE

from .connections import Connection
from .failures import report
from .gate import address_of
from .protocol import No, Notice
from .refusals import Refused
from .storage import desk, rows
from .storage.desk import ADDRESS, ANNOUNCEMENT, CLOSE, MAINTENANCE, PERSON, Deed, Standing
from .tables import now_ms

if TYPE_CHECKING:
    from .house import House

LOOK = 0.5  # seconds between looks
BARRED = 4403  # close code for who may not come in


class OperatorsDesk:
    """What the operator has said, as far as this server has seen it."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self._version = (-1, 0)
        self._standing = Standing([], {}, [], b"")
        self._people: dict[str, desk.BarRow] = {}
        self._addresses: dict[str, desk.BarRow] = {}
        self._told = Notice("", False)
        self._going: asyncio.Task[None] | None = None
        self._errands: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Read what is said, and look again and again."""
        await self.look()
        self._going = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Look no more."""
        for task in [*self._errands, *([self._going] if self._going else [])]:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except Exception as failure:
                report("looking at the desk", failure)

    # -- what it says

    @property
    def maintenance(self) -> bool:
        """Whether no new table or deal begins."""
        return MAINTENANCE in self._standing.signs

    def check_play(self) -> None:
        """Raise `Refused` while no new table or deal begins."""
        if self.maintenance:
            raise Refused("maintenance")

    def admit(self, guest: str, address: str) -> None:
        """Raise `Refused` if a guest, or the address that they come from, is barred."""
        bars = [self._people.get(guest)]
        if self._addresses:
            bars.append(self._addresses.get(desk.address_mark(self._standing.bar_key, address)))
        for bar in bars:
            if bar is not None and bar.until > now_ms():
                until = f"{datetime.fromtimestamp(bar.until / 1000, UTC):%Y-%m-%d %H:%M} UTC"
                raise Refused("barred_because", until=until, why=bar.told) if bar.told else Refused("barred", until=until)

    def notice(self) -> Notice:
        """Return what everybody is told."""
        return Notice(self._standing.signs.get(ANNOUNCEMENT, ""), self.maintenance)

    async def check_listing(self, table: str) -> None:
        """Raise `Refused` if the operator keeps a table out of the lobby."""
        if await self.house.database.read(lambda connection: rows.is_unlisted(connection, table)):
            raise Refused("unlisted")

    # -- looking

    async def look(self) -> None:
        """See what was done at the desk, tell whom it concerns, and do what is asked for."""

        def read(connection: Store) -> tuple[tuple[int, int], Standing | None]:
            version = desk.version(connection)
            lasts = version == self._version and not self._standing.orders and not self._standing.signs
            return version, None if lasts else desk.standing(connection, now_ms())

        version, standing = await self.house.database.read(read)
        if standing is not None:
            news, self._standing = version != self._version, standing
            self._people, self._addresses = desk.ids_of(standing.bars, PERSON), desk.ids_of(standing.bars, ADDRESS)
            self._tell()
            if news:
                self._show_out()
                await self.house.guests.look()  # sessions may have been ended
            self._version = version  # now that everybody it concerns has heard of it
            if self.house.neighbours is None or self.house.neighbours.eldest:
                for deed in standing.orders:
                    await self._try(deed)

    def _show_out(self) -> None:
        """Close the sockets of those who are barred, and say why."""
        for connection in self.house.guests.here():
            try:
                self.admit(connection.guest, address_of(connection.socket.scope))
            except Refused as refused:
                errand = asyncio.create_task(self._close(connection, refused))
                self._errands.add(errand)
                errand.add_done_callback(self._errands.discard)

    async def _close(self, connection: Connection, refused: Refused) -> None:
        connection.tell(No("", refused.refusal.code, dict(refused.refusal.text)))
        await connection.finish(BARRED, refused.refusal.code)

    def _tell(self) -> None:
        """Tell everybody who is here what they have not been told."""
        notice = self.notice()
        if notice == self._told:
            return
        paused, self._told = self._told.maintenance, notice
        for connection in self.house.guests.here():
            connection.tell(notice)
        if paused != notice.maintenance:
            for table in self.house.live.values():
                table.driver.awake()

    async def _try(self, deed: Deed) -> None:
        """Do what the desk asks for, or leave it for the next look: no other order waits for it."""
        try:
            await self._do(deed)
        except Exception as failure:
            report("doing what the desk asks for", failure)

    async def _do(self, deed: Deed) -> None:
        """Do at a table what the desk asks for.  Raises `Refused` if that could not be stored."""
        row = await self.house.database.read(lambda connection: rows.find_table(connection, id=deed.target))
        if row is not None and row.open and row.game in self.house.games:
            try:
                table = await self.house.table(row)
                propose = (
                    partial(table.session.close, "operator") if deed.did == CLOSE else partial(table.session.list_table, False)
                )
                await table.change(TABLE, propose)
            except QipaiError as error:
                if isinstance(error, Refused) and error.refusal.code == "not_stored":
                    raise
                # else it is closed, or for one person alone, or nobody can read it
        await self.house.database.write(partial(desk.done, deed=deed))
