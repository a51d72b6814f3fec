"""Limits of a house, not of a process: what was taken at each server counts at all of them, and after a restart.

Each server passes on what was taken lately and hears what all have taken, in every round of `Neighbours`, so that all know within
half a second.  A limit that refills fast is passed on only for who has taken a good part of it: who plays never does, and
costs nothing.  Alone on its store, a server passes on the slow ones, every few seconds, so that they outlast a restart.

Keys are stored as digests whose key lasts a day.
"""

import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection as Store

from .limits import FREE, Buckets, Counters
from .storage import digests, tallies
from .storage.digests import DAY
from .storage.tallies import Heard, PassedOn
from .tables import now_ms

if TYPE_CHECKING:
    from .house import House

SLOW = 60.0  # seconds: a limit that takes longer to refill is a slow one
PART = 1 / 8  # of a fast limit, or of what may be held, from which on others are told
TOLD = 0.5  # tokens of a slow limit, from which on others are told
FEW = 2  # things held at one server of which nobody needs to know
SWEPT = 200  # deleted at once


class Tallies:
    """The limits of a server that count at all servers of its store."""

    def __init__(self, house: "House") -> None:
        self.house = house
        limits = {name: one for name, one in limits_of(house).items() if one.limit != FREE}
        slow = {name: one for name, one in limits.items() if is_slow(one)}
        self._buckets: Mapping[str, Buckets] = limits if house.neighbours else slow
        counted = {"sockets_of_guest": house.sockets_of_guest, "sockets_of_address": house.sockets_of_address}
        self._counters: Mapping[str, Counters] = counted if house.neighbours else {}
        self._held: dict[tuple[str, str], int] = {}  # as the others were told
        self._day = 0  # of the key by which keys are told
        self._heard_at: float | None = None

    def forget_held(self) -> None:
        """Note that nothing is stored any more of what is held here."""
        self._held = {}

    async def round(self, *, alone: bool = True) -> None:
        """Tell the others what was taken here, and hear what all have taken, unless this server is `alone` and has heard it."""
        if now_ms() // DAY != self._day:
            await self._renew()
        told = {name: buckets.untold() for name, buckets in self._buckets.items()}
        taken = [
            PassedOn(name, key, count, self._buckets[name].limit.rate) for name in told for key, count in told[name].items()
        ]
        held = {(name, key): count for name, one in self._counters.items() for key, count in one.held(self._least(one)).items()}
        try:
            if taken or held != self._held:
                await self._write(partial(self._tell, taken, held))
                self._held = held
        except Exception:  # not where this task is cancelled: the change is stored all the same
            for name, counts in told.items():
                self._buckets[name].untell(counts)
            raise
        began = time.monotonic()
        since = None if self._heard_at is None else round((began - self._heard_at) * 1000)
        if not alone or since is None:
            heard, elsewhere = await self.house.database.read(partial(self._ask, since))
            self._heard_at = began
            self._hear(heard, elsewhere)

    async def sweep(self) -> None:
        """Delete what has come back."""
        await self.house.database.write(lambda connection: tallies.forget(connection, SWEPT))

    def _least(self, counters: Counters) -> int:
        return min(counters.most, max(FEW + 1, round(counters.most * PART)))

    async def _renew(self) -> None:
        """Take the key of the day."""
        vault, now = self.house.database.vault, now_ms()
        key = await self.house.database.write(lambda connection: digests.key_of_day(connection, vault, now))
        for name, buckets in self._buckets.items():
            least = TOLD if is_slow(buckets) else buckets.limit.burst * PART
            buckets.share(partial(digests.digest, key, name), least)
        for name, counters in self._counters.items():
            counters.share(partial(digests.digest, key, name))
        self._day, self._heard_at = now // DAY, None

    async def _write(self, change: partial[None]) -> None:
        await (self.house.database.aside if self.house.neighbours else self.house.database.write)(change)

    def _tell(self, taken: list[PassedOn], held: Mapping[tuple[str, str], int], connection: Store) -> None:
        tallies.pass_on(connection, taken)
        if self.house.neighbours and held != self._held:
            tallies.hold(connection, self.house.neighbours.id, held, self._held.keys() | held.keys())

    def _ask(self, since: int | None, connection: Store) -> tuple[list[Heard], dict[str, dict[str, int]]]:
        others = self.house.neighbours
        return tallies.hear(connection, since), tallies.held_elsewhere(connection, others.id) if others else {}

    def _hear(self, heard: list[Heard], elsewhere: Mapping[str, Mapping[str, int]]) -> None:
        for what, key, used, for_ in heard:
            if buckets := self._buckets.get(what):
                buckets.hear(key, max(0.0, used - buckets.limit.rate * max(0, for_) / 1000))
        for name, counters in self._counters.items():
            counters.hear(elsewhere.get(name, {}))


def is_slow(buckets: Buckets) -> bool:
    """Return whether a limit takes long to refill."""
    return buckets.limit.burst / buckets.limit.rate > SLOW


def limits_of(house: "House") -> dict[str, Buckets]:
    """Return the limits of a house by their names as settings; those of connections and requests are each process's own."""
    return {
        "bot_seconds": house.bot_time,
        "lookups": house.lookups,
        "tables_of_guest": house.tables_of_guest,
        "tables_of_address": house.tables_of_address,
        "guests_of_address": house.guests_of_address,
        "changes_of_guest": house.changes_of_guest,
        "changes_of_address": house.changes_of_address,
        "changes_of_table": house.changes_of_table,
        "trifles_of_guest": house.trifles_of_guest,
        "phrases_of_guest": house.phrases_of_guest,
        "phrases_of_table": house.phrases_of_table,
        "messages_of_address": house.messages_of_address,
        "records": house.reading.records,
        "lists": house.reading.lists,
        "archives": house.reading.archives,
        "exercises": house.reading.exercises,
        "reports_of_guest": house.reports.of_guest,
        "reports_of_address": house.reports.of_address,
        "reviews_of_guest": house.reviews.of_guest,
        "reviews_of_address": house.reviews.of_address,
        "advice_of_guest": house.advisers.of_guest,
        "advice_of_address": house.advisers.of_address,
        "accounts_of_address": house.accounts.of_address,
        "sign_ins_of_address": house.accounts.tries_of_address,
        "sign_ins_of_name": house.accounts.tries_of_name,
        "seatings_of_guest": house.lobby.seatings_of_guest,
        "seatings_of_address": house.lobby.seatings_of_address,
    }
