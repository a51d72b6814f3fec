"""Connections before they are a request: how many there may be, and how long one may take to say what it wants.

uvicorn limits neither, so that a thousand half requests of one address would leave no file for anybody else.
"""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .limits import household
from .measuring import measures

LAST_WORDS = 0.3  # seconds for which somebody who is turned away is listened to
SPARE = 256  # open files that connections leave to the store, the bots and the system
FULL = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s"
LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


@dataclass
class Doors:
    """The limits of connections, and whose there are."""

    headers: float  # seconds for a request's head, from its first byte or the connection's beginning
    body: float  # seconds for its body
    most: int  # connections in all, sockets at tables included
    most_of_address: int  # connections of an address that are not sockets
    trusted: frozenset[str] = frozenset()  # proxies, behind which many people share an address
    full: bytes = b""  # what is told when there is no room
    held: Counter[str] = field(default_factory=Counter)  # by address


def door_for(house: Doors) -> type[H11Protocol]:
    """Return the protocol of a server's connections under these limits."""
    return type("LimitedDoor", (Door,), {"house": house})


class Door(H11Protocol):
    """A connection that speaks HTTP, or has not spoken yet."""

    house: ClassVar[Doors]
    address = ""
    turned_away = False
    clock: asyncio.TimerHandle | None = None
    timed = ""  # for which part of a request the clock runs

    def connection_made(self, transport: Any) -> None:
        """Let a connection in, or tell it that there is no room and close it."""
        super().connection_made(transport)
        address = household(self.client[0]) if self.client else ""
        house = self.house
        crowded = address not in house.trusted and house.held[address] >= house.most_of_address
        if crowded or len(self.connections) > house.most:
            measures.turned_away["address" if crowded else "full"] += 1
            self.turned_away = True
            transport.write(FULL % (len(house.full), house.full))
            # What it has sent is read before it is closed: otherwise the system would drop the answer.
            self.loop.call_later(LAST_WORDS, transport.close)
            return
        self.address = address
        house.held[address] += 1
        self.run_clock("headers")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to the protocol of sockets, which are counted elsewhere."""
        self.let_go()
        super().handle_websocket_upgrade(event)

    def let_go(self) -> None:
        """Stop the clock and give the place back."""
        self.stop_clock()
        if self.address:
            self.house.held[self.address] -= 1
            if not self.house.held[self.address]:
                del self.house.held[self.address]
            self.address = ""

    def data_received(self, data: bytes) -> None:
        """Read some bytes, and time what is missing after them."""
        if self.turned_away or self.transport.is_closing():
            return
        super().data_received(data)
        self.mind_clock()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request, of which a part may be here already."""
        super().on_response_complete()
        self.mind_clock()

    def mind_clock(self) -> None:
        """Run the clock for the part of a request that has begun and is not over; stop it otherwise."""
        state = self.conn.their_state
        if not self.address or state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR, h11.SWITCHED_PROTOCOL):
            self.stop_clock()
        elif state is h11.SEND_BODY:
            self.run_clock("body")
        elif self.conn.trailing_data[0]:
            self.run_clock("headers")
        elif self.timeout_keep_alive_task is not None:
            self.stop_clock()  # a whole answer was sent, and uvicorn waits for the next request itself

    def run_clock(self, part: str) -> None:
        """Run the clock for a part of a request, unless it runs for that part."""
        if self.timed != part:
            self.stop_clock()
            self.timed = part
            self.clock = self.loop.call_later(getattr(self.house, part), self.give_up)

    def stop_clock(self) -> None:
        """Stop the clock."""
        if self.clock is not None:
            self.clock.cancel()
        self.clock, self.timed = None, ""

    def give_up(self) -> None:
        """Close a connection that took too long."""
        measures.turned_away[self.timed] += 1
        if not self.transport.is_closing():
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not (self.cycle and self.cycle.response_started):
                self.transport.write(LATE)
            self.transport.close()


def files_allowed() -> int:
    """Let this process open as many files as the system allows, and return how many connections that leaves room for."""
    try:
        import resource
    except ImportError:  # Windows
        return 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(wanted, soft if soft != resource.RLIM_INFINITY else wanted) - SPARE
