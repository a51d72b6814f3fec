"""The lobby: the tables that are open to everyone, shown to whoever looks, and which of them has room for somebody."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection as Store

from qipai.engine.game import Game
from qipai.session import Refused, Session
from qipai.session.chairs import PERSON
from qipai.session.folding import BETWEEN, GATHERING, PLAYING

from .connections import RESTARTED, Connection
from .failures import report
from .limits import Buckets
from .protocol import ListedTable, Lobby, NewTable
from .storage import rows, sharing

if TYPE_CHECKING:
    from .house import House

LOOK = 0.5  # seconds between looks at the store, while somebody is shown the lobby
MOST = 100  # tables of a lobby


class OpenTables:
    """The lobby of a server.  All who look are sent the same bytes."""

    def __init__(self, house: "House") -> None:
        self.house = house
        limits = house.settings.limits
        self.seatings_of_guest = Buckets(limits.seatings_of_guest)
        self.seatings_of_address = Buckets(limits.seatings_of_address)
        self._looking: set[Connection] = set()
        self._shown = ""  # the message that was sent last
        self._task: asyncio.Task[None] | None = None

    async def join(self, connection: Connection) -> None:
        """Show a connection the lobby, now and whenever it changes."""
        connection.send(await self._read())
        self._looking.add(connection)
        if self._task is None:
            self._task = asyncio.create_task(self._go_on())

    def leave(self, connection: Connection) -> None:
        """Show a connection the lobby no more."""
        self._looking.discard(connection)

    async def close(self) -> None:
        """Drop all connections."""
        task, self._task = self._task, None
        if task:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for connection in list(self._looking):
            connection.drop(RESTARTED, "the server stops")

    async def _go_on(self) -> None:
        """Look again and again while somebody is shown the lobby, and send what has changed."""
        while self._looking:
            try:
                text = await self._read()
                if text != self._shown:
                    self._shown = text
                    for connection in list(self._looking):
                        connection.send(text)
            except Exception as failure:
                report("looking at the lobby", failure)
            await asyncio.sleep(LOOK)
        self._task = None

    async def _read(self) -> str:
        """Return the lobby as a message."""
        found = [table for _, table in await self.tables()]
        with_room = [table for table in found if room_at(table)]
        return msgspec.json.encode(Lobby(with_room, len(found) - len(with_room))).decode()

    async def tables(self) -> list[tuple[rows.TableRow, ListedTable]]:
        """Return the tables that are open to everyone and at which somebody sits who is connected, the newest first."""
        house = self.house

        here = {id for id, table in house.live.items() if table.session.listed and table.attended()}

        def read(connection: Store) -> list[tuple[rows.TableRow, bytes]]:
            there = sharing.attended(connection) if house.neighbours else set()
            return rows.listed_tables(connection, here | there, MOST)

        return [
            (row, msgspec.json.decode(body, type=ListedTable))
            for row, body in await house.database.read(read)
            if row.game in house.games and row.rules_version == house.games[row.game].rules_version
        ]

    async def find(self, wanted: NewTable, guest: str, code: str = "") -> rows.TableRow | None:
        """Return the fittest table of a game at which a guest can have a chair; None if there is none.  No table changes.

        With a `code`, it is that table in the lobby or none.

        A table at which they have a chair already is the answer if there is no other.
        """
        game, own = self.house.game(wanted.game), None
        for row in await self._fitting(game, wanted):
            if code and row.code != code:
                continue
            session = (await self.house.table(row)).session
            if session.reserved_by(guest) or any(chair.guest == guest for chair in session.chairs):
                own = own or row
            elif may_sit(session, wanted.name, guest):
                return row
        return own

    async def _fitting(self, game: Game, wanted: NewTable) -> list[rows.TableRow]:
        """Return the tables of a game with room, the fittest first: most people, then the wanted rules, then a chair at once."""

        def fitness(table: ListedTable) -> tuple[int, bool, bool]:
            people = sum(chair.player == PERSON for chair in table.chairs)
            same = (table.variant, table.rules, len(table.chairs)) == (wanted.variant, wanted.rules, wanted.seats)
            return people, same, table.phase != PLAYING

        found = [(row, table) for row, table in await self.tables() if table.game == game.name and room_at(table)]
        return [row for row, table in sorted(found, key=lambda pair: fitness(pair[1]), reverse=True)]


def room_at(table: ListedTable) -> bool:
    """Return whether somebody can have a chair at a table: now, or with its next deal."""
    return not table.locked and any(chair.player != PERSON and not chair.kept for chair in table.chairs)


def may_sit(session: Session, name: str, guest: str) -> bool:
    """Return whether a table would give a chair to somebody who has none there: now, or with the next deal."""
    if session.phase not in (GATHERING, BETWEEN, PLAYING):
        return False
    propose = session.reserve if session.phase == PLAYING else session.sit
    for seat in range(len(session.chairs)):
        with suppress(Refused):
            propose(seat, name, guest)  # a command that nobody stores changes nothing
            return True
    return False
