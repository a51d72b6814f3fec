"""What the cards of a table's next deal are drawn from: a secret that is sealed before, and numbers that people's browsers add.

The seal is told as soon as somebody looks on between deals.  Who sits may promise a number.  When the deal is to begin the
promises are closed and told to all, with what the deal starts from; those who made them uncover their numbers, signed for this very list, and the secret and the
numbers give the order (`qipai.engine.fair_order`; why nobody can steer it: docs/fairness.md).  Until the deal is stored the secret
is in memory alone, so that no store holds it before; with the deal it is stored beside the cards, and kept as they are.

Of several servers the one that drives the table seals, and has the numbers uncovered; the others pass on (`relaying`).
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from qipai.engine import fair_order
from qipai.engine.errors import QipaiError
from qipai.engine.fair_order import SECRET, Added, Pledge, check_number, is_digest, list_of, seal_of, start_of
from qipai.session import Refused as Declined
from qipai.session import Session
from qipai.session.chairs import BOT, PERSON
from qipai.session.folding import BETWEEN, FINISHED, GATHERING

from .connections import Connection
from .protocol import Pledged, Promised, Uncover, Uncovering
from .refusals import Refused
from .relaying import Beginning, Relay, Seal
from .storage.dealing import record_id

if TYPE_CHECKING:
    from .tables import Table

PATIENCE = 1.5  # most seconds that a deal waits for numbers


class Unready(Exception):
    """A deal would begin before what was promised for it is uncovered."""


class Pledging:
    """The seal of a table's next deal, and what is added to it."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.news = asyncio.Event()  # a number has come, somebody has gone, another server has told something
        self.relay = Relay(table, self)
        self._deal = ""  # its id; "" while nothing is sealed here
        self._secret = ""
        self._promised: dict[str, str] = {}  # by guest
        self._closed: dict[int, str] | None = None  # whose promises count, by seat; None until the deal is to begin
        self._start = ""  # the digest of what it is dealt from, closed with them
        self._given: dict[str, Added | None] = {}  # by guest, as they are uncovered; None for another than the promised one
        self._taking = False  # numbers still come in time
        self._beginning = False  # a deal is about to begin: its seal stays
        self._turn = asyncio.Lock()  # of those who want a deal to begin

    @property
    def seal(self) -> Seal | None:
        """What this server tells of the next deal; None while it has sealed nothing."""
        if not self._deal:
            return None
        closed = self._closed
        promised = None if closed is None else [Promised(seat, self._promised[guest]) for seat, guest in closed.items()]
        return Seal(self._deal, seal_of(self._deal, self._secret), promised, self._start)

    @property
    def promises(self) -> str:
        """The digest of the closed list of promises."""
        assert self.seal is not None
        return list_of(self.seal.seal, self._start, ((one.seat, one.promised) for one in self.seal.promised or ()))

    def pledge(self, serial: int, head: dict[str, Any]) -> Pledge | None:
        """Return from what the deal of this serial is drawn, which starts from what the first line of its record has.

        Raises `Unready` if it may only begin with `deal`, and `Declined` if others sit now where numbers were promised, or if the deal
        would start from something else than was closed with the promises.
        """
        session, id = self.table.session, self.table.row.id
        if not fair_order.SEALS:
            return None
        if record_id(id, serial) != self._deal:
            if self.relay.elsewhere:
                raise Unready
            return alone(id, session, serial, head)
        if self._closed is None:
            raise Unready
        moved = any(self.table.seat_of(guest) != seat for seat, guest in self._closed.items())
        if moved or start_of(self._secret, head) != self._start:
            raise Declined("stale")
        here = self.table.guests()
        seats = {
            *people_of(session),
            *(seat for seat, kept in session.reserved.items() if comes(session, seat, kept.guest, here)),
        }
        return Pledge(self._deal, self._secret, tuple(map(self._added, sorted(seats))), start=self._start)

    def _added(self, seat: int) -> Added:
        guest = (self._closed or {}).get(seat)
        if guest is None:
            return Added(seat, "", "")
        return self._given.get(guest) or Added(seat, self._promised[guest], "")

    # -- the seal

    def look(self) -> bool:
        """Seal what comes next, or nothing while that is not possible; return whether there is another seal than before."""
        table = self.table
        self.news.set()
        if self._beginning:
            return False
        upcoming = record_id(table.row.id, table.session.serial + 1)
        wanted = upcoming if self._may_seal() else ""
        if wanted == self._deal:
            self.relay.tell()
            return False
        withdrawn = self._deal == upcoming
        self._renew(wanted)
        if withdrawn:
            self.tell(Pledged(upcoming, ""))
        return bool(wanted)

    def _may_seal(self) -> bool:
        """Return whether people may be asked to add something to the next deal, and by this server."""
        table = self.table
        between = table.session.phase in (GATHERING, BETWEEN, FINISHED)
        return fair_order.SEALS and between and bool(table.connections) and not self.relay.elsewhere

    def _renew(self, deal: str) -> None:
        self._deal, self._secret = deal, secrets.token_hex(SECRET) if deal else ""
        self._promised, self._closed, self._start, self._given, self._taking = {}, None, "", {}, False
        seal = self.seal
        if seal:
            self.tell(Pledged(deal, seal.seal))
        self.relay.tell()
        self.news.set()

    def show(self, connection: Connection) -> None:
        """Tell a connection the seal, of this or another server, and the promises if they are closed: somebody's line may have been lost."""
        seal = self.seal or self.relay.seal
        if seal and connection.seals:
            connection.tell(Pledged(seal.deal, seal.seal))
            if seal.promised:
                connection.tell(Uncovering(seal.deal, seal.seal, seal.start, seal.promised))

    def tell(self, message: Pledged | Uncovering) -> None:
        """Tell all connections here that take part."""
        for connection in list(self.table.connections):
            if connection.seals:
                connection.tell(message)

    # -- what people add

    async def add(self, guest: str, deal: str, promised: str) -> None:
        """Keep the promise of somebody who sits, unless it comes too late; another one takes its place."""
        if not is_digest(promised) or self.table.seat_of(guest) is None:
            return
        if self.relay.elsewhere:
            await self.relay.add(guest, deal, promised)
        elif self.seal:
            self.hear_promise(guest, self.seal.seal if deal == self._deal else "", promised)

    def hear_promise(self, guest: str, seal: str, promised: str) -> None:
        """Keep a promise that was made for a seal, perhaps at another server, if it is the one of now."""
        if self.seal and self.seal.seal == seal and self._closed is None and is_digest(promised):
            self._promised[guest] = promised

    async def uncover(self, guest: str, given: Uncover) -> None:
        """Take a number that is asked for.  Raises `Refused` unless it will be in the deal, if it begins with this seal."""
        if self.relay.elsewhere and not self._deal:
            await self.relay.uncover(guest, given)
        else:
            self.take(guest, given)

    def take(self, guest: str, given: Uncover) -> None:
        """Take a number.  Raises `Refused` if it comes too late, or is not the one that was promised, signed for this list."""
        seat = next((seat for seat, who in (self._closed or {}).items() if who == guest), None)
        if given.deal != self._deal or seat is None:
            raise Refused("number_late")
        one = Added(seat, self._promised[guest], given.number, given.key, given.signed)
        if self._given.get(guest) == one:
            return
        if not self._taking:
            raise Refused("number_late")
        assert self.seal is not None
        try:
            check_number(self.seal.seal, self.promises, one)
        except QipaiError:
            self._given.setdefault(guest)
            raise Refused("number_other") from None
        finally:
            self.news.set()
        self._given[guest] = one

    def waits(self) -> bool:
        """Return whether a deal that begins now has to wait for somebody."""
        return bool(self._deal) or self.relay.elsewhere

    def _promising(self) -> dict[int, str]:
        """Return the guests who are here and have promised a number, by seat."""
        here = self.table.guests()
        seats = ((self.table.seat_of(guest), guest) for guest in self._promised if guest in here)
        return dict(sorted((seat, guest) for seat, guest in seats if seat is not None))

    # -- the deal

    async def deal(self, change: Callable[[], Awaitable[int]], asked: Beginning | None = None) -> int:
        """Make a change with which a deal may begin, and before it have the numbers uncovered.

        `asked`: the command of it, which the server that seals carries out; if that does not answer, this one goes on alone.
        What was uncovered for a deal that does not begin is used no more.
        """
        with suppress(Unready):
            return await change()
        done = await self.relay.ask(asked) if asked and self.relay.elsewhere else None
        if done is not None:
            return done
        async with self._turn:
            self._beginning = True
            try:
                await self._uncover()
                return await change()
            except Unready:  # the table went on meanwhile
                raise Declined("stale") from None
            finally:
                self._beginning = self._taking = False
                if not self.look() and self._closed is not None:  # it did not begin
                    self._renew(self._deal)

    async def _uncover(self) -> None:
        if not self._deal:
            self._renew(record_id(self.table.row.id, self.table.session.serial + 1))
        await self.relay.refresh()
        table = self.table
        self._closed, self._start = self._promising(), start_of(self._secret, table.session.starts_from(table.guests()))
        self._taking = True
        seal = self.seal
        assert seal is not None
        if seal.promised:
            await self.relay.write()
            self.tell(Uncovering(seal.deal, seal.seal, seal.start, seal.promised))
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while {*self._closed.values()} & {*self._promising().values()} - {*self._given}:
                        self.news.clear()
                        await self.relay.wait()
        self._taking = False


def people_of(session: Session) -> list[int]:
    """Return the chairs of people."""
    return [seat for seat, chair in enumerate(session.chairs) if chair.player == PERSON and not chair.gone]


def comes(session: Session, seat: int, guest: str, here: set[str]) -> bool:
    """Return whether a person for whom a bot's chair is kept takes it with the deal."""
    return guest in here and session.chairs[seat].player == BOT


def alone(table: str, session: Session, serial: int, head: dict[str, Any]) -> Pledge | None:
    """Return a pledge to which nobody has added anything, because nobody could be asked before the deal."""
    if not fair_order.SEALS:
        return None
    people = tuple(Added(seat, "", "") for seat in people_of(session))
    secret = secrets.token_hex(SECRET)
    return Pledge(record_id(table, serial), secret, people, start=start_of(secret, head))
