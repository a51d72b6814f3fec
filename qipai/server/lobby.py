"""The lobby: the tables that are open to everyone, shown to whoever looks, and which of them has room for somebody."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection as Store

from qipai.engine.game import Game
from qipai.session import Refused, Session
from qipai.session.folding import BETWEEN, GATHERING, PLAYING

from .connections import RESTARTED, Connection
from .failures import report
from .limits import REMEMBERED, Buckets
from .protocol import ListedTable, Lobby, NewTable
from .storage import rows, sharing
from .tables import now_ms

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
        self._led: OrderedDict[str, int] = OrderedDict()  # when somebody was led to a table, and to one of an address
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
        tables, full = await self.tables()
        return msgspec.json.encode(Lobby([table for _, table in tables], full)).decode()

    async def tables(self, **where: str) -> tuple[list[tuple[rows.ListedRow, ListedTable]], int]:
        """Return the tables that are open to everyone and have room, those where most people wait first, and the number of full ones.

        Somebody sits at each of them who is connected.  `where`: as for `rows.listed_tables`.
        """
        house = self.house
        share = house.settings.limits.lobby_of_address
        here = {id for id, table in house.live.items() if table.session.listed and table.attended()}

        def read(connection: Store) -> tuple[list[rows.ListedRow], int]:
            ids = here | (sharing.attended(connection) if house.neighbours else set())
            return rows.listed_tables(connection, ids, share, MOST, **where), rows.count_full(connection, ids)

        found, full = await house.database.read(read)
        return [
            (listed, msgspec.json.decode(listed.body, type=ListedTable))
            for listed in found
            if listed.row.game in house.games and listed.row.rules_version == house.games[listed.row.game].rules_version
        ], full

    async def find(self, wanted: NewTable, guest: str, code: str = "") -> rows.TableRow | None:
        """Return the fittest table of a game at which a guest can have a chair; None if there is none.  No table changes.

        With a `code`, it is that table in the lobby or none.

        A table at which they have a chair already is the answer if there is no other.
        """
        game, own = self.house.game(wanted.game), None
        for listed in await self._fitting(game, wanted, code):
            session = (await self.house.table(listed.row)).session
            if session.reserved_by(guest) or any(chair.guest == guest for chair in session.chairs):
                own = own or listed.row
            elif may_sit(session, wanted.name, guest):
                self._lead(listed)
                return listed.row
        return own

    async def _fitting(self, game: Game, wanted: NewTable, code: str) -> list[rows.ListedRow]:
        """Return the tables of a game with room: with the wanted rules before others, and among them where people wait longest first.

        Whoever somebody was led to has not waited since, and neither has anybody else of the same address: an address that
        opens many tables gets no more company than another.
        """

        def fitness(pair: tuple[rows.ListedRow, ListedTable]) -> tuple[bool, int, int, int]:
            (row, _, since, household), table = pair
            same = (table.variant, table.rules, len(table.chairs)) == (wanted.variant, wanted.rules, wanted.seats)
            led = self._led.get(row.id, 0)
            return not same, max(since, self._led.get(household or row.id, 0)), led, since

        where = {"game": game.name, **({"code": code} if code else {})}
        return [listed for listed, _ in sorted((await self.tables(**where))[0], key=fitness)]

    def _lead(self, listed: rows.ListedRow) -> None:
        """Note that somebody is led to a table."""
        for key in {listed.row.id, listed.household} - {""}:
            self._led[key] = now_ms()
            self._led.move_to_end(key)
        while len(self._led) > REMEMBERED:
            self._led.popitem(last=False)


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
