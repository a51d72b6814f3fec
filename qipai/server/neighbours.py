"""The other servers of the same store.  Together they are one house: who is connected to one of them is there at all.

Each server says several times a second that it lives.  One that has been silent for `DEAD` seconds is dead to the
others: what it said of who is connected and what it drives is deleted, and the tables are driven by whoever shows them.
A server that was only stalled finds its row gone and says everything again.

Everything is in the store; a bell only tells earlier what the next round would find.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .codes import new_id
from .failures import report
from .storage import sharing
from .storage.sharing import Onlooker, Wheel

if TYPE_CHECKING:
    from .house import House
    from .tables import Table

BEAT = 0.4  # seconds between rounds: a sign of life, and a look at what the others have done
DEAD = 1.4  # seconds of silence after which a server is dead; with a round it is less than two
FRESH = 5.0  # seconds for which something said is shown
TRIES = 5  # to store who is here, while others do the same


class Neighbours:
    """What this server tells the others, and what it knows of them."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.id = new_id()
        self.eldest = False  # the one that looks after what is nobody's: idle tables, old logs
        self._told: dict[str, set[Onlooker]] = {}  # who is connected here, by table, as stored
        self._wheels: dict[str, Wheel] = {}  # of the tables that are shown here
        self._stored: Counter[str] = Counter()  # how often a wheel was looked at within a change
        self._said: dict[tuple[str, int], int] = {}  # when each seat said what it was last heard to say
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._errands: set[asyncio.Task[None]] = set()
        self._going: asyncio.Task[None] | None = None
        self._alone = False  # in the last round
        self._ended = False

    async def start(self) -> None:
        """Say that this server lives, and go on saying it."""
        await self._beat()
        self._going = asyncio.create_task(self._go_round())

    async def stop(self) -> None:
        """Hand over what this server drives, and say that it lives no longer."""
        self._ended = True
        going = [*self._errands, *([self._going] if self._going else [])]
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
        try:
            await asyncio.gather(*(self._settle(id, set(), "") for id in self._told.keys() | self._driven()))
            await self.house.database.aside(lambda connection: sharing.bury(connection, self.id))
        except SQLAlchemyError as failure:  # then the others find out
            report("handing tables over", failure)

    # -- what is said

    async def arrive(self, table: "Table") -> None:
        """Store who is connected to a table here, before they are shown anything; learn who else is, and who drives it."""
        await self._settle(table.row.id, table.onlookers(), table.host)
        await self.refresh(table)

    def leave(self, table: "Table") -> None:
        """Store who is still connected to a table here."""
        self.soon(self._settle(table.row.id, table.onlookers(), table.host))

    def pass_host(self, table: "Table") -> None:
        """Tell the others who is host at a table that is driven here."""
        self.soon(self._pass_host(table.row.id, table.host))

    async def _pass_host(self, id: str, host: str) -> None:
        await self.house.database.write(lambda connection: sharing.name_host(connection, id, self.id, host))
        self.house.bell.ring(id)

    async def say(self, table: "Table", seat: int, phrase: str) -> None:
        """Tell the others what a seat says."""
        await self.house.database.write(lambda connection: sharing.say(connection, table.row.id, self.id, seat, phrase))
        self.house.bell.ring(table.row.id)

    async def _settle(self, id: str, wanted: set[Onlooker], host: str) -> None:
        lock = self._locks.setdefault(id, asyncio.Lock())
        async with lock:
            for tried in range(TRIES):
                told = self._told.get(id, set())
                change = partial(
                    sharing.settle,
                    table=id,
                    server=self.id,
                    gone=told - wanted,
                    come=wanted - told,
                    here=bool(wanted) or self._goes_on(id),
                    host=host,
                )
                try:
                    wheel = await self.house.database.write(change)
                    break
                except IntegrityError:
                    if tried + 1 == TRIES:
                        raise
                    await self._beat()
            self._stored[id] += 1
            self._steer(id, wheel)
            if wanted:
                self._told[id] = wanted
                self.house.bell.listen(id)
            else:
                self._told.pop(id, None)
                if wheel.server != self.id:
                    self.house.bell.forget(id)
        if told != wanted:
            self.house.bell.ring(id)

    def soon(self, errand: Coroutine[Any, Any, None]) -> None:
        """Tell the others something without waiting for it.  What fails is made good by a later round."""

        async def do() -> None:
            try:
                await errand
            except Exception as failure:
                report("telling other servers", failure)

        if self._ended:
            errand.close()
            return
        task = asyncio.create_task(do())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    # -- what is heard

    def heard(self, id: str, seq: int) -> None:
        """Look at a table because the bell rang: another server has stored its entry `seq`, or, with 0, something else of it."""
        table = self.house.live.get(id)
        if table is not None and (not seq or seq > table.session.seq):
            self.soon(self.house.look(table) if seq else self.refresh(table))

    async def refresh(self, *tables: "Table") -> None:
        """Look at what the others have done at some tables."""
        shown = {table.row.id: table for table in tables}
        stored = {id: self._stored[id] for id in shown}
        found = await self.house.database.read(
            lambda connection: sharing.glance(connection, shown, self.id, round(FRESH * 1000))
        )
        await asyncio.gather(*(self.house.look(shown[id]) for id, seq in found.seqs.items() if seq > shown[id].session.seq))
        for id, table in shown.items():
            if stored[id] == self._stored[id] and id not in self._locks:  # else what was read may be older than what is known
                self._steer(id, found.wheels.get(id, Wheel()))
            table.see_elsewhere(frozenset(found.onlookers.get(id, ())))
            table.pledging.relay.hear(found.relayed.get(id, []))
        for id, seat, at, phrase in found.phrases:
            if self._said.get((id, seat), 0) < at:
                self._said[id, seat] = at
                shown[id].hear(seat, phrase)

    def _steer(self, id: str, wheel: Wheel) -> None:
        """Drive a table or leave it alone, as the store says."""
        self._wheels[id] = wheel
        table, mine = self.house.live.get(id), wheel.server == self.id
        if table is None:
            return
        table.driver.steer(mine, handed=not wheel.taken)
        if wheel.server and not mine and wheel.host != table.host:
            table.pass_host(wheel.host)

    def _goes_on(self, id: str) -> bool:
        """Return whether a table is to be driven on here although nobody is there, here or elsewhere."""
        table = self.house.live.get(id)
        return table is not None and not self._ended and table.driver.goes_on and not table.elsewhere

    def _driven(self) -> set[str]:
        return {id for id, wheel in self._wheels.items() if wheel.server == self.id}

    # -- the round

    async def _go_round(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self._round()
            except Exception as failure:
                report("looking at other servers", failure)
            await asyncio.sleep(max(BEAT / 4, began + BEAT - time.monotonic()))

    async def _round(self) -> None:
        await self._beat()
        database, live = self.house.database, self.house.live
        silent = await database.read(sharing.silences)
        for server in [server for server, since in silent.items() if abs(since) >= DEAD * 1000 and server != self.id]:
            await database.aside(partial(sharing.bury, server=server, silent=round(DEAD * 1000)))
            del silent[server]
        alone = silent.keys() <= {self.id}
        self.eldest = min(silent, default=self.id) == self.id
        if self.eldest:
            await database.aside(lambda connection: sharing.forget_phrases(connection, round(2 * FRESH * 1000)))
        driven = self._driven()
        shown = [table for id, table in live.items() if (table.connections or id in driven) and not self.house.left_alone(id)]
        if shown and not (alone and self._alone):
            await self.refresh(*shown)
        self._alone = alone
        self._said = {key: at for key, at in self._said.items() if key[0] in live}
        await asyncio.gather(*(self._mend(id) for id in {*self._told, *self._driven(), *(table.row.id for table in shown)}))

    async def _mend(self, id: str) -> None:
        """Store what is not as it is: who is connected here, a table that nobody drives, one that nobody sees here."""
        table = self.house.live.get(id)
        here = table.onlookers() if table else set()
        server = self._wheels.get(id, Wheel()).server
        kept = bool(here) or self._goes_on(id)
        if here != self._told.get(id, set()) or (kept and not server) or (server == self.id and not kept):
            await self._settle(id, here, table.host if table else "")
        if not kept and id in self._wheels:
            del self._wheels[id], self._stored[id]

    async def _beat(self) -> None:
        """Say that this server lives.  If it was given up as dead, all that it has said is gone and has to be said again."""
        if not await self.house.database.aside(lambda connection: sharing.beat(connection, self.id)):
            self._told.clear()
            for id in self._driven():
                self._steer(id, Wheel())
