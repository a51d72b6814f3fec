"""Tables in the process of the test: what a table does by itself, looked at from both sides."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from qipai.engine.records import Record
from qipai.games import GAMES
from qipai.server.house import House
from qipai.server.protocol import NewTable
from qipai.server.settings import Settings
from qipai.server.storage import rows
from qipai.server.storage.database import Database
from qipai.server.tables import Table
from qipai.session import read_entry
from qipai.session.log import TABLE, seat_actor
from tests.conformance.nines import NINES


class Onlooker:
    """A connection that only listens, and remembers when it was sent what."""

    watching = False

    def __init__(self, guest: str, changes: bool = True) -> None:
        self.guest = guest
        self.changes = changes
        self.heard: list[tuple[float, str]] = []

    def send(self, text: str) -> None:
        self.heard.append((time.monotonic(), text))

    def tell(self, message: Any) -> None:
        self.send(msgspec.json.encode(message).decode())

    def drop(self, code: int, reason: str) -> None:
        pass


def at_table(
    folder: Path,
    test: Callable[[House, Table], Awaitable[None]],
    settings: Settings | None = None,
    order: Record | None = None,
    people: Sequence[str] = ("ann", "ben"),
    before: Callable[[House, Table], Awaitable[None]] | None = None,
    **wanted: Any,
) -> None:
    """Run a test at a table of two where Ann (on chair 0) and Ben look on, in the first deal.  Other chairs have bots.

    `before` is done before that deal begins.
    """

    async def run() -> None:
        house = House(Database.open(folder), {**GAMES, NINES.name: NINES}, settings or Settings())
        try:
            row = await house.open(NewTable(**{"game": "gan_deng_yan", "seats": 2, "name": "Ann", **wanted}), "ann", "")
            table = await house.table(row)
            if "ben" in people:
                await table.change(seat_actor(1), lambda: table.session.sit(1, "Ben", "ben"), "ben")
            for guest in people:
                table.join(Onlooker(guest), None)  # type: ignore[arg-type]
            if before:
                await before(house, table)
            await table.change(TABLE, lambda: table.session.begin(order))
            await asyncio.sleep(0.05)
            await test(house, table)
        finally:
            await house.stop()

    asyncio.run(run())


async def events(house: House, table: Table) -> list[str]:
    """What has happened at the table, from its log."""
    stored = await house.database.read(lambda connection: rows.read_events(connection, table.row.id, 0))
    return [fact.event for event in stored for fact in read_entry(event.body).facts]
