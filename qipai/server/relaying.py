"""What the servers of one house pass on to each other of a table's next deal, so that people at each of them add their numbers.

The one that drives the table seals the deal and begins it.  It tells the others the seal, and the promises when they are closed;
they tell their own people, and pass on what these promise and uncover, and who wants a deal to begin.  All of it is public when the
deal begins.  The secret is never among it.  Everything goes through the store and is rung by the bell; without one it is found in
the next round.  Who does not answer in time is not waited for.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from qipai.engine.errors import QipaiError
from qipai.engine.fair_order import Added, check_number, list_of
from qipai.engine.telling import Fact
from qipai.session import HOST, seat_actor

from .failures import report
from .protocol import Pledged, Promised, Uncover, Uncovering
from .refusals import Refused
from .storage import relaying

if TYPE_CHECKING:
    from .pledging import Pledging
    from .tables import Table

ELSEWHERE = 5.0  # most seconds that one waits for the server that seals; if it is dead, another drives the table before that
GLIMPSE = 0.2  # seconds between looks for numbers that come from other servers
SEAL, NUMBER, DEAL = "seal", "number", "deal"  # kinds of what is passed on


class Seal(msgspec.Struct, frozen=True):
    """What is told of a deal before it begins."""

    deal: str
    seal: str
    promised: list[Promised] | None = None  # by seat, when they are closed
    start: str = ""  # what the deal is dealt from, as it is closed with them


class Addition(msgspec.Struct, frozen=True):
    """What somebody has promised for a seal, and perhaps uncovered."""

    seal: str
    promised: str
    given: Uncover | None = None


class Beginning(NamedTuple):
    """A command with which a deal may begin."""

    k: str  # its kind on the wire
    guest: str
    command: str  # its id
    serial: int  # of the table's last deal when it was asked for: after another one it is no more


class Relay:
    """What is passed on of one table's next deal."""

    def __init__(self, table: "Table", pledging: "Pledging") -> None:
        self.table = table
        self.pledging = pledging
        self.seal: Seal | None = None  # that of another server
        self._written: Seal | None = None  # of this one, as stored
        self._writing = asyncio.Lock()
        self._passed = False  # this server has passed something on to the one that seals
        self._carried: set[Beginning] = set()  # by this server for others
        self._dealt: tuple[str, list[str]] = ("", [])  # the last deal, and the numbers in it

    @property
    def elsewhere(self) -> bool:
        """Whether another server seals this table's deals."""
        return self.table.house.neighbours is not None and not self.table.driver.mine

    # -- at the server that seals

    def tell(self) -> None:
        """Pass the seal on, if there is another server to tell or something to take back."""
        neighbours = self.table.house.neighbours
        if neighbours and self._wanted() != self._written:
            neighbours.soon(self.write())

    def _wanted(self) -> Seal | None:
        return self.pledging.seal if self.table.elsewhere else None

    async def write(self) -> None:
        """Store the seal, and the closed promises, for the other servers."""
        id, neighbours = self.table.row.id, self.table.house.neighbours
        if neighbours is None:
            return
        async with self._writing:
            seal = self._wanted()
            if seal == self._written:
                return
            if seal:
                body = msgspec.json.encode(seal)
                change = partial(relaying.put, table=id, server=neighbours.id, guest="", kind=SEAL, body=body)
            else:
                change = partial(relaying.clear, table=id, server=neighbours.id, all=not self.elsewhere)
            await self.table.house.database.write(change)
            self._written = seal
        self.table.house.bell.ring(id)

    async def refresh(self) -> None:
        """Look for what others have promised and uncovered.  What cannot be read is not waited for."""
        neighbours = self.table.house.neighbours
        if neighbours and self.table.elsewhere:
            try:
                await neighbours.refresh(self.table)
            except Exception as failure:
                report("looking for numbers", failure)

    async def wait(self) -> None:
        """Wait for news of a number, from here or elsewhere."""
        news = self.pledging.news
        if not self.table.elsewhere:
            await news.wait()
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(GLIMPSE):
                await news.wait()
                return
        await self.refresh()

    async def _carry_out(self, asked: Beginning) -> None:
        """Begin a deal that somebody at another server asks for; if that is refused, their own server finds the same."""
        table, session = self.table, self.table.session

        def again() -> Sequence[Fact]:
            return session.again(table.guests())

        def by_host(propose: Callable[[], Sequence[Fact]]) -> Sequence[Fact]:
            if asked.guest != table.host:
                raise Refused("only_host")
            return propose()

        def ready() -> Sequence[Fact]:
            seat = table.seat_of(asked.guest)
            if seat is None:
                raise Refused("not_seated")
            return session.ready(seat, table.guests())

        seat = table.seat_of(asked.guest)
        actor = HOST if asked.k != "ready" else seat_actor(seat) if seat is not None else ""
        proposals: dict[str, Callable[[], Sequence[Fact]]] = {
            "begin": partial(by_host, session.begin),
            "again": partial(by_host, again),
            "ready": ready,
        }
        with suppress(QipaiError, Refused):
            await self.pledging.deal(partial(table.change, actor, proposals[asked.k], asked.guest, asked.command))

    # -- at the others

    async def add(self, guest: str, deal: str, promised: str) -> None:
        """Pass a promise on."""
        if self.seal and self.seal.deal == deal and self.seal.promised is None:
            await self._pass(guest, Addition(self.seal.seal, promised))

    async def uncover(self, guest: str, given: Uncover) -> None:
        """Pass a number on, and wait until the deal begins with it.  Raises `Refused` if it does not, or if it is not the promised one."""
        seal, seat = self.seal, self.table.seat_of(guest)
        promised = {one.seat: one.promised for one in (seal.promised if seal else None) or ()}
        if seal is None or seal.deal != given.deal or seat not in promised:
            raise Refused("number_late")
        try:
            one = Added(seat, promised[seat], given.number, given.key, given.signed)
            check_number(seal.seal, list_of(seal.seal, seal.start, promised.items()), one)
        except QipaiError:
            raise Refused("number_other") from None
        await self._pass(guest, Addition(seal.seal, promised[seat], given))
        await self._until(lambda: self._dealt[0] == given.deal or self.seal is None or self.seal.seal != seal.seal)
        if self._dealt[0] != given.deal or given.number not in self._dealt[1]:
            raise Refused("number_late")

    async def ask(self, asked: Beginning) -> int | None:
        """Have a command carried out by the server that seals; return its seq, or None if this server has to do it."""
        await self._put(asked.guest, DEAL, msgspec.json.encode(asked))
        await self._until(lambda: self.table.answered(asked.guest, asked.command) is not None or not self.elsewhere)
        return self.table.answered(asked.guest, asked.command)

    async def _pass(self, guest: str, number: Addition) -> None:
        await self._put(guest, NUMBER, msgspec.json.encode(number))

    async def _put(self, guest: str, kind: str, body: bytes) -> None:
        id, neighbours = self.table.row.id, self.table.house.neighbours
        assert neighbours is not None
        self._passed = True
        await self.table.house.database.write(
            partial(relaying.put, table=id, server=neighbours.id, guest=guest, kind=kind, body=body)
        )
        self.table.house.bell.ring(id)

    async def _until(self, done: Callable[[], bool]) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(ELSEWHERE):
                while not done():
                    self.pledging.news.clear()
                    await self.pledging.news.wait()

    # -- what is heard

    def dealt(self, fact: Fact) -> None:
        """Note which deal has begun, and which numbers are in it."""
        self._dealt = fact.public.get("id", ""), [one["number"] for one in fact.public.get("added", ())]
        self._carried.clear()
        self.pledging.news.set()
        neighbours = self.table.house.neighbours
        if neighbours and self._passed:
            self._passed = False
            clear = partial(relaying.clear, table=self.table.row.id, server=neighbours.id, all=False)
            neighbours.soon(self.table.house.database.write(clear))

    def hear(self, passed: Sequence[relaying.Relayed]) -> None:
        """Take in what the other servers have passed on."""
        if self.elsewhere:
            self._see(next((msgspec.json.decode(one.body, type=Seal) for one in passed if one.kind == SEAL), None))
            return
        self.seal = None
        neighbours = self.table.house.neighbours
        for one in passed:
            if one.kind == NUMBER:
                number = msgspec.json.decode(one.body, type=Addition)
                self.pledging.hear_promise(one.guest, number.seal, number.promised)
                if number.given and self.pledging.seal and self.pledging.seal.seal == number.seal:
                    with suppress(Refused):
                        self.pledging.take(one.guest, number.given)
            elif one.kind == DEAL and neighbours:
                asked = msgspec.json.decode(one.body, type=Beginning)
                done = asked in self._carried or self.table.answered(asked.guest, asked.command) is not None
                if asked.serial == self.table.session.serial and not done:
                    self._carried.add(asked)
                    neighbours.soon(self._carry_out(asked))

    def _see(self, seal: Seal | None) -> None:
        """Tell the people here what the server that seals has told."""
        before, self.seal = self.seal, seal
        other = (before and before.seal) != (seal and seal.seal)
        if other and before and not seal and self._dealt[0] != before.deal:
            self.pledging.tell(Pledged(before.deal, ""))
        if other and seal:
            self.pledging.tell(Pledged(seal.deal, seal.seal))
        if seal and seal.promised and (other or not before or before.promised is None):
            self.pledging.tell(Uncovering(seal.deal, seal.seal, seal.start, seal.promised))
        if seal != before:
            self.pledging.news.set()
