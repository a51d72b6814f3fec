"""Limit what one guest or one address may ask for.  A refusal says how long to wait; nobody is banned.

A household shares an address, and after a restart many pages reconnect at once, so limits per address are wide.
"""

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from heapq import nlargest
from math import inf
from typing import Annotated, Any

from .declaring import NUMBER, UNITS, Kind, Setting
from .refusals import Refused

REMEMBERED = 20_000  # buckets per limit; those are forgotten of which least is taken
FORGOTTEN = 16  # one in so many goes at once: looking through all of them takes milliseconds


@dataclass(frozen=True)
class Limit:
    """A token bucket: `burst` tokens, refilled at `rate` per second."""

    rate: float
    burst: float


def read_limit(text: str) -> Limit:
    """Return a limit.

    >>> read_limit("60+4/min")
    Limit(rate=0.06666666666666667, burst=60.0)
    """
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?) ?\+ ?(\d{1,9}(?:\.\d{1,6})?)/(s|min|h|d)", text)
    if not found or float(found[1]) < 1 or float(found[2]) <= 0:
        raise ValueError
    return Limit(float(found[2]) / UNITS[found[3]], float(found[1]))


def show_limit(limit: Limit) -> str:
    """Return a limit as it is written.

    >>> show_limit(Limit(1 / 15, 60)), show_limit(Limit(20, 60))
    ('60+4/min', '60+20/s')
    """
    unit = next((unit for unit in UNITS if round(limit.rate * UNITS[unit], 6) >= 1), "d")
    return f"{limit.burst:g}+{round(limit.rate * UNITS[unit], 6):g}/{unit}"


LIMIT = Kind("N+N/UNIT", "how many at once and how many a unit of time (s, min, h or d), as 60+4/min", read_limit, show_limit)
LIMITS = "Limits"


@dataclass(frozen=True)
class Limits:
    """The limits of a server."""

    messages: Annotated[Limit, Setting(LIMIT, "Messages of a connection.", LIMITS)] = Limit(20, 60)
    requests: Annotated[Limit, Setting(LIMIT, "Requests and handshakes of an address.", LIMITS)] = Limit(20, 200)
    tables_of_guest: Annotated[Limit, Setting(LIMIT, "Tables that a guest opens.", LIMITS)] = Limit(1 / 60, 10)
    tables_of_address: Annotated[Limit, Setting(LIMIT, "Tables that an address opens.", LIMITS)] = Limit(1 / 15, 60)
    open_tables_of_guest: Annotated[int, Setting(NUMBER, "Tables that a guest has opened and that are open still.", LIMITS)] = (
        50
    )
    open_tables_of_address: Annotated[int, Setting(NUMBER, "The same of an address, of those opened that day.", LIMITS)] = 500
    lobby_of_address: Annotated[int, Setting(NUMBER, "Lines of the lobby for tables that an address opened.", LIMITS)] = 5
    seatings_of_guest: Annotated[Limit, Setting(LIMIT, "Times that a guest is led to people.", LIMITS)] = Limit(1 / 15, 10)
    seatings_of_address: Annotated[Limit, Setting(LIMIT, "The same of an address.", LIMITS)] = Limit(1 / 2, 60)
    guests_of_address: Annotated[Limit, Setting(LIMIT, "Tokens for programs that an address asks for.", LIMITS)] = Limit(
        1 / 10, 100
    )
    lookups: Annotated[Limit, Setting(LIMIT, "Codes of no table that an address tries.", LIMITS)] = Limit(1 / 10, 20)
    records: Annotated[Limit, Setting(LIMIT, "Records of finished deals that an address opens.", LIMITS)] = Limit(1, 30)
    reviews_of_guest: Annotated[Limit, Setting(LIMIT, "Reviews of finished deals that a guest has computed.", LIMITS)] = Limit(
        1 / 60, 10
    )
    reviews_of_address: Annotated[Limit, Setting(LIMIT, "The same of an address.", LIMITS)] = Limit(1 / 15, 30)
    reviews_waiting: Annotated[int, Setting(NUMBER, "Reviews that wait to be computed, one after the other.", LIMITS)] = 20
    lists: Annotated[Limit, Setting(LIMIT, "Lists and statistics of one's own deals that an address asks for.", LIMITS)] = (
        Limit(1, 30)
    )
    reports_of_guest: Annotated[Limit, Setting(LIMIT, "Reports of other people that a guest makes.", LIMITS)] = Limit(
        1 / 600, 5
    )
    reports_of_address: Annotated[Limit, Setting(LIMIT, "The same of an address.", LIMITS)] = Limit(1 / 60, 20)
    archives: Annotated[Limit, Setting(LIMIT, "Downloads of all one's own records that an address asks for.", LIMITS)] = Limit(
        1 / 60, 5
    )
    accounts_of_address: Annotated[Limit, Setting(LIMIT, "Accounts and account names that an address asks for.", LIMITS)] = (
        Limit(1 / 6, 10)
    )
    sign_ins_of_address: Annotated[Limit, Setting(LIMIT, "Passwords and codes that an address tries.", LIMITS)] = Limit(
        1 / 6, 30
    )
    sign_ins_of_name: Annotated[
        Limit,
        Setting(LIMIT, "Wrong passwords that are tried for a name; apart from an address where it was signed in.", LIMITS),
    ] = Limit(1 / 3600, 10)
    advice_of_guest: Annotated[Limit, Setting(LIMIT, "Decisions at which a guest asks what to do.", LIMITS)] = Limit(1 / 6, 20)
    advice_of_address: Annotated[Limit, Setting(LIMIT, "The same of an address.", LIMITS)] = Limit(1, 60)
    exercises: Annotated[Limit, Setting(LIMIT, "Exercises that an address asks for.", LIMITS)] = Limit(1, 30)
    bot_seconds: Annotated[Limit, Setting(LIMIT, "Seconds that bots compute at the tables a guest opened.", LIMITS)] = Limit(
        0.1, 60
    )
    changes_of_guest: Annotated[Limit, Setting(LIMIT, "Changes that a guest has stored.", LIMITS)] = Limit(10, 100)
    changes_of_address: Annotated[Limit, Setting(LIMIT, "Changes that an address has stored.", LIMITS)] = Limit(40, 400)
    changes_of_table: Annotated[Limit, Setting(LIMIT, "Changes that people have stored at a table.", LIMITS)] = Limit(20, 200)
    trifles_of_guest: Annotated[
        Limit, Setting(LIMIT, "Those of a guest that are no play: names, chairs, autopilot.", LIMITS)
    ] = Limit(0.2, 30)
    phrases_of_guest: Annotated[Limit, Setting(LIMIT, "Phrases that a guest says at tables.", LIMITS)] = Limit(0.2, 8)
    phrases_of_table: Annotated[Limit, Setting(LIMIT, "Phrases that are said at a table.", LIMITS)] = Limit(1, 20)
    messages_of_address: Annotated[Limit, Setting(LIMIT, "Messages of an address; more of them wait.", LIMITS)] = Limit(
        200, 2000
    )
    entries_of_table: Annotated[
        int, Setting(NUMBER, "Entries of a table's log, after which only plays are stored.", LIMITS)
    ] = 50_000
    connections_of_address: Annotated[int, Setting(NUMBER, "Connections of an address that are no sockets.", LIMITS)] = 250
    sockets_of_guest: Annotated[int, Setting(NUMBER, "Sockets that a guest has at the same time.", LIMITS)] = 12
    sockets_of_address: Annotated[int, Setting(NUMBER, "Sockets that an address has at the same time.", LIMITS)] = 200


FREE = Limit(1e9, 1e9)
WIDE: dict[str, Any] = {one.name: FREE if isinstance(one.default, Limit) else 1_000_000 for one in fields(Limits)}
UNLIMITED = Limits(**WIDE)


class Buckets:
    """The token buckets of one limit, by key (a guest or an address).

    Those of several servers can be one (`tallying`): then each tells the others what it has taken, and hears of them by digests
    of the keys.  What is heard only ever lowers a level, so that nothing gets lost with the key of the digests.
    """

    def __init__(self, limit: Limit, now: Callable[[], float] | None = None) -> None:
        self.limit = limit
        self._now = now or (lambda: time.monotonic())  # as it is then: tests put another clock in its place
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens left at a time, and that time
        self._least = inf  # tokens taken of a key of which others are told
        self._untold: dict[str, float] = {}  # taken here, by key, since others were told
        self._digest: Callable[[str], str] | None = None
        self._known: dict[str, str] = {}  # keys that were asked for here, by digest
        self._heard: OrderedDict[str, tuple[float, float]] = (
            OrderedDict()
        )  # as `_filled`, of keys not asked for here, by digest

    def wait(self, key: str, cost: float = 1) -> float:
        """Return the seconds until `cost` tokens are available; 0 if they are.  Takes none."""
        missing = min(cost, self.limit.burst) - self._level(key)
        return max(0.0, missing / self.limit.rate)

    def take(self, key: str, cost: float = 1) -> None:
        """Take `cost` tokens, even if that leaves a debt."""
        level = self._level(key)
        if self._digest:
            self._untold[key] = self._untold.get(key, 0) + cost
            if key not in self._filled:
                self._known[self._digest(key)] = key
        self._fill(key, level - cost)

    def ask(self, key: str, code: str) -> None:
        """Take one token, or raise `Refused` with that code."""
        wait = self.wait(key)
        if wait:
            raise Refused(code, wait=wait)
        self.take(key)

    def _level(self, key: str) -> float:
        found = self._filled.get(key)
        if found is None and self._heard and self._digest:
            digest = self._digest(key)
            if found := self._heard.pop(digest, None):
                self._filled[key], self._known[digest] = found, key
                self._forget()
        return self._come_back(*(found or (self.limit.burst, self._now())))

    def _come_back(self, left: float, since: float) -> float:
        """Return the tokens of a key at present, of which so many were left at a time."""
        return min(self.limit.burst, left + (self._now() - since) * self.limit.rate)

    def _fill(self, key: str, level: float) -> None:
        self._filled[key] = (level, self._now())
        self._filled.move_to_end(key)
        self._forget()

    def _forget(self) -> None:
        """Forget keys if there are too many."""
        for key in self._surplus(self._filled):
            del self._filled[key]
            self._untold.pop(key, None)
            if self._digest:
                self._known.pop(self._digest(key), None)

    def _surplus(self, filled: Mapping[str, tuple[float, float]]) -> list[str]:
        """Return the keys to forget if there are too many: those with most tokens, of equals those used least recently."""
        if len(filled) <= REMEMBERED:
            return []
        return nlargest(1 + REMEMBERED // FORGOTTEN, filled, key=lambda key: self._come_back(*filled[key]))

    # -- with others

    def share(self, digest: Callable[[str], str], least: float) -> None:
        """Tell others from now on by this digest of a key, once `least` tokens of it are taken; what was heard by another is void."""
        self._digest, self._least = digest, least
        self._known = {digest(key): key for key in self._filled}  # also one that has all back: it is not looked for in `_heard`
        self._heard.clear()

    def untold(self) -> dict[str, float]:
        """Return what was taken here that others have to be told, by digest; it counts as told then."""
        told: dict[str, float] = {}
        for key, taken in list(self._untold.items()):
            used = self.limit.burst - self._level(key)
            if taken > 0 and 0 < used < self._least:
                self._untold[key] = min(taken, used)  # until it is more, or has come back
                continue
            del self._untold[key]
            if taken and self._digest:
                told[self._digest(key)] = min(taken, used)
        return {digest: taken for digest, taken in told.items() if taken}

    def untell(self, told: Mapping[str, float]) -> None:
        """Take back that others were told, since they could not be."""
        for digest, taken in told.items():
            if digest in self._known:
                self._untold[self._known[digest]] = self._untold.get(self._known[digest], 0) + taken

    def hear(self, digest: str, used: float) -> None:
        """Note how many tokens of a key are taken at present, by all together."""
        key = self._known.get(digest)
        if key is not None:
            self._fill(key, min(self._level(key), self.limit.burst - used - self._untold.get(key, 0)))
        else:
            self._heard[digest] = (self.limit.burst - used, self._now())
            self._heard.move_to_end(digest)
            for one in self._surplus(self._heard):
                del self._heard[one]


@contextmanager
def taking(code: str, *asked: tuple[Buckets, str]) -> Iterator[None]:
    """Take a token of each key before what follows, and give them back if that fails.

    Raises `Refused` with that code, and takes none, if one of them has too few.
    """
    for buckets, key in asked:
        if wait := buckets.wait(key):
            raise Refused(code, wait=wait)
    for buckets, key in asked:
        buckets.take(key)
    try:
        yield
    except Exception:
        for buckets, key in asked:
            buckets.take(key, -1)
        raise


class Counters:
    """Counts of things held at the same time, by key (a guest or an address); with those held at other servers, if they tell."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}
        self._digest: Callable[[str], str] | None = None
        self._elsewhere: Mapping[str, int] = {}  # by digest

    def hold(self, key: str, code: str) -> None:
        """Count one more for a key, or raise `Refused` with that code."""
        elsewhere = self._elsewhere.get(self._digest(key), 0) if self._elsewhere and self._digest else 0
        if self._held.get(key, 0) + elsewhere >= self.most:
            raise Refused(code, wait=30)
        self._held[key] = self._held.get(key, 0) + 1

    def release(self, key: str) -> None:
        """Count one less for a key."""
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]

    # -- with others

    def share(self, digest: Callable[[str], str]) -> None:
        """Tell others from now on by this digest of a key."""
        self._digest, self._elsewhere = digest, {}

    def held(self, least: int) -> dict[str, int]:
        """Return what is held here of which others have to know, by digest: `least` or more."""
        return {self._digest(key): count for key, count in self._held.items() if count >= least} if self._digest else {}

    def hear(self, elsewhere: Mapping[str, int]) -> None:
        """Note what is held at other servers, by digest."""
        self._elsewhere = elsewhere


def household(address: str) -> str:
    """Return the key for limits of an address: the address, or for IPv6 its /64 network, which one household shares."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    ip = getattr(ip, "ipv4_mapped", None) or ip  # as a socket for both kinds tells IPv4
    return str(ipaddress.ip_network((ip, 64), strict=False)) if ip.version == 6 else str(ip)


class Reading:
    """The budgets of what an address reads that costs more than a page."""

    def __init__(self, limits: Limits) -> None:
        self.records = Buckets(limits.records)
        self.lists = Buckets(limits.lists)
        self.archives = Buckets(limits.archives)
        self.exercises = Buckets(limits.exercises)
