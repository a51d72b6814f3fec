"""How much one guest or one address may ask for.  An answer to too much says how long to wait; nobody is banned.

A household shares an address, and many pages wake up at once after a restart, so the limits of an address are wide.
"""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from .refusals import Refused

REMEMBERED = 20_000  # buckets of one limit; the longest unused are forgotten


@dataclass(frozen=True)
class Limit:
    """A bucket of `burst` tokens that fills at `rate` a second."""

    rate: float
    burst: float


@dataclass(frozen=True)
class Limits:
    """The limits of a server."""

    messages: Limit = Limit(20, 60)  # of one connection
    requests: Limit = Limit(20, 200)  # of one address, over HTTP
    tables_of_guest: Limit = Limit(1 / 60, 10)
    tables_of_address: Limit = Limit(1 / 15, 60)
    guests_of_address: Limit = Limit(1 / 10, 100)  # tokens for programs
    lookups: Limit = Limit(1 / 10, 20)  # codes that do not exist, of one address
    bot_seconds: Limit = Limit(0.1, 60)  # of computing, for the tables that one guest opened
    sockets_of_guest: int = 12
    sockets_of_address: int = 200


FREE = Limit(1e9, 1e9)
UNLIMITED = Limits(FREE, FREE, FREE, FREE, FREE, FREE, FREE, sockets_of_guest=1_000_000, sockets_of_address=1_000_000)


class Buckets:
    """The buckets of one limit, by guest or address."""

    def __init__(self, limit: Limit, now: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self._now = now
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens left, and when that was so

    def wait(self, key: str, cost: float = 1) -> float:
        """Seconds until `cost` can be paid; 0 if it can now.  Takes nothing."""
        missing = min(cost, self.limit.burst) - self._level(key)
        return max(0.0, missing / self.limit.rate)

    def take(self, key: str, cost: float = 1) -> None:
        """Pay, into debt if need be."""
        self._filled[key] = (self._level(key) - cost, self._now())
        self._filled.move_to_end(key)
        if len(self._filled) > REMEMBERED:
            self._filled.popitem(last=False)

    def ask(self, key: str, code: str) -> None:
        """Pay one token, or raise `Refused` with that code."""
        wait = self.wait(key)
        if wait:
            raise Refused(code, wait=wait)
        self.take(key)

    def _level(self, key: str) -> float:
        left, since = self._filled.get(key, (self.limit.burst, self._now()))
        return min(self.limit.burst, left + (self._now() - since) * self.limit.rate)


class Counters:
    """Things held at the same time, by guest or address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}

    def hold(self, key: str, code: str) -> None:
        """Count one more, or raise `Refused` with that code."""
        if self._held.get(key, 0) >= self.most:
            raise Refused(code, wait=30)
        self._held[key] = self._held.get(key, 0) + 1

    def release(self, key: str) -> None:
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]


def household(address: str) -> str:
    """What shares the limits of an address: for IPv6 the network that one household is given."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((ip, 64), strict=False)) if ip.version == 6 else str(ip)
