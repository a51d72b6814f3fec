"""One socket at a table: a bounded queue and a sender of its own, so that a sleeping phone delays nobody."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

QUEUE = 64  # messages that wait for one socket, at most
OVERFLOW = 1013  # "try again later": the client resumes by what it has seen
LAST_WORDS = 1.0  # seconds for saying goodbye to a socket that does not read


class Viewer(NamedTuple):
    """What kind of view a connection gets; connections of one kind at a table get the same bytes."""

    seat: int | None
    host: bool
    watching: bool  # by the spectator link: the public view for good, whoever they are


class Connection:
    """A socket, from its hello to its end."""

    def __init__(self, socket: WebSocket, guest: str, watching: bool) -> None:
        self.socket = socket
        self.guest = guest
        self.watching = watching
        self._queue: deque[str] = deque()
        self._news = asyncio.Event()  # something is queued
        self._room = asyncio.Event()  # all of it is sent
        self._sender = asyncio.create_task(self._send())
        self._closing: asyncio.Task[None] | None = None
        self._over = False  # nothing is sent any more

    def tell(self, message: Any) -> None:
        """Queue a message of the protocol."""
        self.send(msgspec.json.encode(message).decode())

    def send(self, text: str) -> None:
        """Queue a message.  Who has not read for so long loses the connection, never a single message."""
        if self._over:
            return
        if len(self._queue) >= QUEUE:
            self.drop(OVERFLOW, "too slow")
            return
        self._queue.append(text)
        self._room.clear()
        self._news.set()

    def drop(self, code: int, reason: str) -> None:
        """End the connection without waiting for what is queued."""
        if self._closing is None:
            self._sender.cancel()
            self._closing = asyncio.create_task(self._close(code, reason))

    async def finish(self, code: int, reason: str) -> None:
        """End the connection after what is queued."""
        if self._closing is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._room.wait(), LAST_WORDS)
            self.drop(code, reason)
        await self.ended()

    async def ended(self) -> None:
        """Wait until nothing of this connection runs any more."""
        self._sender.cancel()
        await asyncio.gather(self._sender, *([self._closing] if self._closing else []), return_exceptions=True)

    async def _send(self) -> None:
        try:
            while True:
                while self._queue:
                    await self.socket.send_text(self._queue[0])
                    self._queue.popleft()
                self._room.set()
                self._news.clear()
                await self._news.wait()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self._over = True
            self._queue.clear()  # nobody reads it any more
            self._room.set()

    async def caught_up(self) -> None:
        """Wait for a socket that has many answers coming before it may ask for more."""
        if len(self._queue) > QUEUE // 2:
            await self._room.wait()

    async def _close(self, code: int, reason: str) -> None:
        if self.socket.application_state is WebSocketState.CONNECTED:
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
                await asyncio.wait_for(self.socket.close(code, reason), LAST_WORDS)
