"""What the cards of a table's next deal are drawn from: a secret that is sealed before, and numbers that people's browsers add.

The seal is told as soon as somebody looks on between deals.  Who sits may promise a number.  When the deal is to begin the
promises are closed and told to all, those who made them uncover their numbers, and the secret and the numbers give the order
(`qipai.engine.fair_order`; why nobody can steer it: docs/fairness.md).  Until the deal is stored all this is in memory alone, so
that no store holds the secret before; with the deal it is stored beside the cards, and kept as they are.

Where people of one table are connected to several servers nobody adds a number: none of the servers can ask them all.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from qipai.engine import fair_order
from qipai.engine.fair_order import SECRET, Added, Pledge, is_digest, promise_of, seal_of
from qipai.session import Session
from qipai.session.chairs import PERSON
from qipai.session.folding import BETWEEN, FINISHED, GATHERING

from .connections import Connection
from .protocol import Pledged, Promised, Uncovering
from .storage.dealing import record_id

if TYPE_CHECKING:
    from .tables import Table

PATIENCE = 1.5  # most seconds that a deal waits for numbers


class Pledging:
    """The seal of a table's next deal, and what is added to it."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._deal = ""  # its id; "" while nothing is sealed
        self._secret = ""
        self._promised: dict[str, str] = {}  # by guest
        self._numbers: dict[str, str] = {}  # by guest, as they are uncovered
        self._closed: dict[int, str] | None = None  # whose promises count, by seat; None until the deal is to begin
        self._uncovering: asyncio.Task[None] | None = None
        self._news = asyncio.Event()  # a number has come, or somebody has gone

    @property
    def seal(self) -> str:
        """What is told of the next deal; "" while nothing is sealed."""
        return seal_of(self._deal, self._secret) if self._deal else ""

    def pledge(self, serial: int) -> Pledge | None:
        """Return from what the deal of this serial is drawn."""
        session, id = self.table.session, self.table.row.id
        if not fair_order.SEALS or record_id(id, serial) != self._deal:
            return alone(id, session, serial)
        seats = {*people_of(session), *(self._closed or {})}
        return Pledge(self._deal, self._secret, tuple(map(self._added, sorted(seats))))

    def _added(self, seat: int) -> Added:
        guest = (self._closed or {}).get(seat)
        return Added(seat, "", "") if guest is None else Added(seat, self._promised[guest], self._numbers.get(guest, ""))

    # -- the seal

    def look(self) -> bool:
        """Seal what comes next, or nothing while that is not possible; return whether there is another seal than before."""
        table = self.table
        self._news.set()
        upcoming = record_id(table.row.id, table.session.serial + 1)
        wanted = upcoming if self._may_seal() else ""
        if wanted == self._deal:
            return False
        withdrawn = self._deal == upcoming
        self._renew(wanted)
        if withdrawn:
            self._tell(Pledged(upcoming, ""))
        return bool(wanted)

    def _may_seal(self) -> bool:
        """Return whether people may be asked to add something to the next deal."""
        table = self.table
        between = table.session.phase in (GATHERING, BETWEEN, FINISHED)
        return fair_order.SEALS and between and bool(table.connections) and not table.elsewhere

    def _renew(self, deal: str) -> None:
        self._deal, self._secret = deal, secrets.token_hex(SECRET) if deal else ""
        self._promised, self._numbers, self._closed, self._uncovering = {}, {}, None, None
        if deal:
            self._tell(Pledged(deal, self.seal))
        self._news.set()

    def show(self, connection: Connection) -> None:
        """Tell a connection the seal."""
        if self._deal and connection.seals:
            connection.tell(Pledged(self._deal, self.seal))

    def _tell(self, message: Pledged | Uncovering) -> None:
        for connection in list(self.table.connections):
            if connection.seals:
                connection.tell(message)

    # -- what people add

    def add(self, guest: str, deal: str, promised: str) -> None:
        """Keep the promise of somebody who sits, unless it comes too late; another one takes its place."""
        if deal == self._deal and self._closed is None and is_digest(promised) and self.table.seat_of(guest) is not None:
            self._promised[guest] = promised

    def uncover(self, guest: str, deal: str, number: str) -> None:
        """Take a number that is asked for; another than the one that was promised is none."""
        if deal == self._deal and guest in (self._closed or {}).values() and guest not in self._numbers:
            kept = is_digest(number) and promise_of(self.seal, number) == self._promised[guest]
            self._numbers[guest] = number if kept else ""
            self._news.set()

    def awaited(self) -> bool:
        """Return whether a deal that begins now has to wait for numbers."""
        return bool(self._promising())

    def _promising(self) -> dict[int, str]:
        """Return the guests who are here and have promised a number, by seat."""
        here = {connection.guest for connection in self.table.connections if not connection.watching}
        seats = ((self.table.seat_of(guest), guest) for guest in self._promised if guest in here)
        return dict(sorted((seat, guest) for seat, guest in seats if seat is not None))

    # -- the deal

    async def deal(self, change: Callable[[], Awaitable[int]]) -> int:
        """Have the numbers uncovered, and make the change with which the deal begins.

        What was uncovered for a deal that does not begin is used no more.
        """
        if self._deal:
            self._uncovering = self._uncovering or asyncio.create_task(self._uncover())
            await asyncio.shield(self._uncovering)
        try:
            return await change()
        finally:
            self.look()
            if self._deal and self._uncovering is not None:  # it did not begin
                self._renew(self._deal)

    async def _uncover(self) -> None:
        closed = self._closed = self._promising()
        if not closed:
            return
        promised = [Promised(seat, self._promised[guest]) for seat, guest in closed.items()]
        self._tell(Uncovering(self._deal, self.seal, promised))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._closed is closed and {*closed.values()} & {*self._promising().values()} - {*self._numbers}:
                    self._news.clear()
                    await self._news.wait()


def people_of(session: Session) -> list[int]:
    """Return the chairs of people."""
    return [seat for seat, chair in enumerate(session.chairs) if chair.player == PERSON and not chair.gone]


def alone(table: str, session: Session, serial: int) -> Pledge | None:
    """Return a pledge to which nobody has added anything, because nobody could be asked before the deal."""
    if not fair_order.SEALS:
        return None
    people = tuple(Added(seat, "", "") for seat in people_of(session))
    return Pledge(record_id(table, serial), secrets.token_hex(SECRET), people)
