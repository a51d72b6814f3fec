"""One socket at a table, with its own bounded queue and sender task, so that a sleeping phone delays nobody else."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .failures import report

QUEUE = 64  # most messages that may wait for one socket
RESTARTED = 1012  # close code "service restart": the client comes back at once
OVERFLOW = 1013  # close code "try again later": the client reconnects and resumes after the last seq it has
LAST_WORDS = 1.0  # seconds allowed for closing a socket that does not read


class Viewer(NamedTuple):
    """The kind of view a connection gets; connections of one kind at a table are sent the same bytes."""

    seat: int | None
    host: bool
    watching: bool  # came by the spectator link: always the public view, even for a guest who has a seat
    changes: bool = False  # asked to be told what has changed, in place of whole views
    kept: int | None = None  # the chair that is kept for this guest
    stands_in: bool = False  # host as long as the host is away
    removed: bool = False  # by the host


class Connection:
    """A connected socket, from its first message to its end."""

    def __init__(self, socket: WebSocket, guest: str, watching: bool, changes: bool = False, seals: bool = False) -> None:
        self.socket = socket
        self.guest = guest
        self.watching = watching
        self.changes = changes
        self.seals = seals  # asked to be told of the seals of coming deals
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
        """Queue an encoded message.  If the queue is full, drop the connection, so that no message is ever skipped."""
        if self._over:
            return
        if len(self._queue) >= QUEUE:
            self.drop(OVERFLOW, "too slow")
            return
        self._queue.append(text)
        self._room.clear()
        self._news.set()

    def drop(self, code: int, reason: str) -> None:
        """Close the connection without sending what is queued."""
        if self._closing is None:
            self._sender.cancel()
            self._closing = asyncio.create_task(self._close(code, reason))

    async def finish(self, code: int, reason: str) -> None:
        """Close the connection after what is queued has been sent, or after `LAST_WORDS` seconds."""
        if self._closing is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._room.wait(), LAST_WORDS)
            self.drop(code, reason)
        await self.ended()

    @property
    def closing(self) -> bool:
        """Whether the connection is being closed, so that nothing is heard from it any more."""
        return self._closing is not None

    async def ended(self) -> None:
        """Stop the sender and wait until no task of this connection runs; a socket that is being closed has `LAST_WORDS` seconds."""
        self._sender.cancel()
        if self._closing:
            await asyncio.wait([self._closing], timeout=LAST_WORDS)
            self._closing.cancel()
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
        except Exception as failure:  # close the socket, so that the client notices and reconnects
            report("a sender", failure)
            self.drop(1011, "broken")
        finally:
            self._over = True
            self._queue.clear()  # will not be sent
            self._room.set()

    async def caught_up(self) -> None:
        """Wait until the queue is sent, if it is more than half full; called before the next message is read."""
        if len(self._queue) > QUEUE // 2:
            await self._room.wait()

    async def _close(self, code: int, reason: str) -> None:
        """Close the socket as soon as it takes the frame: a reader who wakes up must hear that nothing more comes."""
        if self.socket.application_state is WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect, RuntimeError, OSError):
                await self.socket.close(code, reason)
