"""What tells the other servers of a store at once that something was stored.  Without it they find it in their next round.

Nothing is kept in Redis: whoever does not hear a ring loses a moment.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from qipai.engine.errors import QipaiError

from .failures import warn

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

CHANNEL = "qipai:"  # before a table's id; alone it says nothing and is heard by every server
AGAIN = 1.0  # seconds until a lost Redis is tried again
PATIENCE = 1.0  # seconds that it may take to connect or to take a ring
WAITING = 10_000  # most rings that wait; older ones are of no use

log = logging.getLogger("qipai.server")


class Bell(Protocol):
    """Rings for a table, and is heard by the servers that show it.  Whether it is heard is not promised."""

    def ring(self, table: str, seq: int = 0) -> None:
        """Say that an entry of a table's log was stored; without its `seq`, that something else of the table was."""

    def listen(self, table: str) -> None:
        """Begin to hear of a table."""

    def forget(self, table: str) -> None:
        """Hear of a table no more."""

    async def close(self) -> None:
        """Ring and hear no more."""


class NoBell:
    """The bell of a server that is alone, or whose neighbours look by themselves."""

    def ring(self, table: str, seq: int = 0) -> None:
        """Do nothing."""

    listen = forget = ring

    async def close(self) -> None:
        """Do nothing."""


def reach(url: str) -> "Redis":
    """Return the client of a Redis, which is not connected yet.  Raises `QipaiError` if the package is missing or the URL is none."""
    try:
        from redis.asyncio import Redis
    except ModuleNotFoundError:
        raise QipaiError("The package redis is missing, with which --bell rings: in a clone, pip install '.[redis]'.") from None
    try:
        return Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, decode_responses=True)
    except ValueError:
        raise QipaiError("The URL of --bell is none of a Redis; accepted is redis://HOST:PORT/NUMBER.") from None


class RedisBell:
    """A channel of Redis or Valkey for each table that is shown."""

    def __init__(self, url: str, server: str, heard: Callable[[str, int], None]) -> None:
        """Ring at the Redis of a URL as `server`, and call `heard` with table and seq when another rings.

        Raises `QipaiError` as `reach` does.
        """
        self._redis = reach(url)
        self._server = server
        self._heard = heard
        self._wanted: set[str] = set()
        self._listened: set[str] = set()
        self._rings: deque[tuple[str, int]] = deque(maxlen=WAITING)
        self._news = asyncio.Event()
        self._ear: PubSub | None = None
        self._tasks = [asyncio.create_task(self._keep(self._hear)), asyncio.create_task(self._keep(self._tell))]

    def ring(self, table: str, seq: int = 0) -> None:
        """Say that an entry of a table's log was stored; without its `seq`, that something else of the table was."""
        self._rings.append((table, seq))
        self._news.set()

    def listen(self, table: str) -> None:
        """Begin to hear of a table."""
        self._wanted.add(table)
        self._news.set()

    def forget(self, table: str) -> None:
        """Hear of a table no more."""
        self._wanted.discard(table)
        self._news.set()

    async def close(self) -> None:
        """Ring what waits, and hear no more."""
        with suppress(Exception):
            await asyncio.wait_for(self._send(), PATIENCE)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _keep(self, work: Callable[[], Any]) -> None:
        """Do a work for ever, again after a pause when Redis is lost."""
        while True:
            try:
                await work()
            except Exception as failure:
                warn(log, f"the bell cannot be reached ({type(failure).__name__}); servers look by themselves")
            await asyncio.sleep(AGAIN)

    async def _hear(self) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as ear:
            await ear.subscribe(CHANNEL)
            self._ear, self._listened = ear, set()
            self._news.set()
            try:
                async for message in ear.listen():
                    server, _, seq = message["data"].partition(" ")
                    if server != self._server:
                        self._heard(message["channel"].removeprefix(CHANNEL), int(seq))
            finally:
                self._ear = None

    async def _tell(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            if self._ear is not None:
                new, old = self._wanted - self._listened, self._listened - self._wanted
                if new:
                    await self._ear.subscribe(*(CHANNEL + table for table in new))
                if old:
                    await self._ear.unsubscribe(*(CHANNEL + table for table in old))
                self._listened = self._listened - old | new
            await self._send()

    async def _send(self) -> None:
        """Ring all that waits in one trip; what cannot be rung is found without."""
        rings = dict.fromkeys(self._rings)
        self._rings.clear()
        if rings:
            async with self._redis.pipeline(transaction=False) as pipe:
                for table, seq in rings:
                    pipe.publish(CHANNEL + table, f"{self._server} {seq}")
                await pipe.execute()
