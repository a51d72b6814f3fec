"""A table's sockets: hello, what the table shows, commands and their answers.

A socket that is refused is opened all the same, told why with a `no` of no id, and closed with 4000 + the HTTP status:
pages cannot read the body of a handshake that was denied.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from qipai.bots.levels import levels_at
from qipai.engine.errors import QipaiError, RecordError, Refusal
from qipai.engine.telling import Fact
from qipai.session import HOST, Session, refusal_of, seat_actor
from qipai.session.chairs import check_name

from .connections import Connection
from .failures import report
from .gate import address_of
from .guests import cookie_header
from .house import House
from .limits import Buckets, Counters
from .protocol import (
    MAX_MESSAGE,
    PHRASES,
    PROTOCOL,
    Act,
    Again,
    Ask,
    Autopilot,
    Begin,
    Command,
    Hello,
    No,
    Ok,
    Ping,
    Pong,
    Ready,
    Rename,
    Said,
    Say,
    Seat,
    Sit,
    Stand,
    TakeBack,
    ToServer,
    Why,
)
from .refusals import Refused
from .tables import Table, now_ms

LONGEST_ID = 64
LONGEST_REASON = 120
FLOOD = 400  # messages over the limit, after which a connection is ended
CLOSE = 4000  # plus the status of the refusal over HTTP

decode = msgspec.json.Decoder(ToServer).decode


async def table_socket(socket: WebSocket) -> None:
    """`/ws/table/{code}`: the table from one's own chair."""
    await serve(socket, watching=False)


async def watch_socket(socket: WebSocket) -> None:
    """`/ws/watch/{code}`: the public view, whoever asks."""
    await serve(socket, watching=True)


async def serve(socket: WebSocket, *, watching: bool) -> None:
    house: House = socket.app.state.house
    address = address_of(socket.scope)
    try:
        guest, token = await house.guests.identify(socket)
    except Refused as refused:
        await turn_away(socket, refused)
        return
    await socket.accept(headers=[(b"set-cookie", cookie_header(socket, token).encode())] if token else None)
    held: list[tuple[Counters, str]] = []
    try:
        for counters, key in ((house.sockets_of_guest, guest), (house.sockets_of_address, address)):
            counters.hold(key, "too_many_sockets")
            held.append((counters, key))
        await greet(socket, house.settings.hello)
        code = socket.path_params["code"]
        table = await (house.find(address, watch=code) if watching else house.find(address, code=code))
        await Visit(house, table, socket, guest, watching).run()
    except Refused as refused:
        await say_and_close(socket, refused)
    except (WebSocketDisconnect, OSError):
        pass
    except Exception as failure:
        report("a socket", failure)
        await say_and_close(socket, Refused("broken"))
    finally:
        for counters, key in held:
            counters.release(key)


async def turn_away(socket: WebSocket, refused: Refused) -> None:
    await socket.accept()
    await say_and_close(socket, refused)


async def say_and_close(socket: WebSocket, refused: Refused) -> None:
    try:
        await socket.send_text(msgspec.json.encode(refusal_message("", refused.refusal)).decode())
        await socket.close(CLOSE + refused.status, refused.refusal.code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass


async def greet(socket: WebSocket, patience: float) -> None:
    """The first message is hello, in our version of the protocol."""
    try:
        hello = read(await asyncio.wait_for(socket.receive(), patience))
    except TimeoutError:
        raise Refused("hello_first") from None
    if not isinstance(hello, Hello):
        raise Refused("hello_first")
    if hello.proto != PROTOCOL:
        raise Refused("other_protocol", ours=PROTOCOL)


def read(received: Any) -> Any:
    """A message of the protocol from a frame.  Raises `Refused`."""
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1005))
    text = received.get("text")
    if text is None:
        raise Refused("not_text")
    if len(text) > MAX_MESSAGE:
        raise Refused("too_large", most=MAX_MESSAGE)
    try:
        return decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise Refused("bad_message", reason=str(error)[:LONGEST_REASON]) from None


def refusal_message(id: str, refusal: Refusal) -> No:
    return No(id, refusal.code, dict(refusal.text), refusal.section)


class Visit:
    """A connection at a table, and what it asks for."""

    def __init__(self, house: House, table: Table, socket: WebSocket, guest: str, watching: bool) -> None:
        self.house = house
        self.table = table
        self.socket = socket
        self.guest = guest
        self.connection = Connection(socket, guest, watching)
        self.pace = Buckets(house.settings.limits.messages)
        self.over = 0

    async def run(self) -> None:
        since = self.socket.query_params.get("since", "")
        self.table.join(self.connection, int(since) if since.isdecimal() and len(since) < 16 else None)
        try:
            while True:
                received = await self.socket.receive()
                if self.pace.wait(""):
                    self.over += 1
                    if self.over > FLOOD:
                        await self.connection.finish(CLOSE + 429, "slow_down")
                        return
                await self.hear(received)
                await self.connection.caught_up()
                await asyncio.sleep(0)  # frames that came together must not make other tables wait
        except WebSocketDisconnect:
            pass
        finally:
            self.table.leave(self.connection)
            await self.connection.ended()

    async def hear(self, received: Any) -> None:
        """Answer one frame, whatever it is."""
        id = ""
        try:
            if received["type"] != "websocket.disconnect":
                self.pace.ask("", "slow_down")
            message = read(received)
            if isinstance(message, Ping):
                self.connection.tell(Pong(message.n, now_ms()))
                return
            if isinstance(message, Hello):
                raise Refused("hello_twice")
            if not 1 <= len(message.id) <= LONGEST_ID:
                raise Refused("bad_id")
            id = message.id
            self.connection.tell(await self.answer(message))
        except WebSocketDisconnect:
            raise
        except Refused as refused:
            self.refuse(id, refused.refusal)
        except Exception as error:
            # A log that cannot be folded is nobody's doing, and what is wrong with it may be hidden cards.
            if isinstance(error, QipaiError) and not isinstance(error, RecordError):
                self.refuse(id, refusal_of(error))
            else:
                report("a command", error)
                self.refuse(id, Refused("broken").refusal)

    def refuse(self, id: str, refusal: Refusal) -> None:
        self.connection.tell(refusal_message(id, refusal))
        if refusal.code == "stale":
            self.table.show_all(self.connection)

    async def answer(self, command: Command) -> Any:
        if self.connection.watching:
            raise Refused("only_watching")
        return await HANDLERS[type(command)](self, command)

    # -- commands

    @property
    def session(self) -> Session:
        return self.table.session

    def seat(self) -> int:
        seat = self.table.seat_of(self.guest)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def as_host(self) -> None:
        if self.guest != self.table.host:
            raise Refused("only_host")

    async def change(self, actor: str, command: Command, propose: Callable[[], Sequence[Fact]], name: str = "") -> Ok:
        return Ok(command.id, await self.table.change(actor, propose, self.guest, command.id, name))

    async def by_seat(self, command: Command, propose: Callable[[int], Sequence[Fact]], name: str = "") -> Ok:
        """A change that the person on a chair asks for."""
        done = self.table.answered(self.guest, command.id)
        if done is not None:
            return Ok(command.id, done)
        return await self.change(seat_actor(self.seat()), command, lambda: propose(self.seat()), name)

    async def by_host(self, command: Command, propose: Callable[[], Sequence[Fact]]) -> Ok:
        """A change that only the host asks for."""

        def checked() -> Sequence[Fact]:
            self.as_host()
            return propose()

        return await self.change(HOST, command, checked)

    async def act(self, command: Act) -> Ok:
        return await self.by_seat(command, lambda seat: self.session.act(seat, command.action, command.cards, at=command.at))

    async def take_back(self, command: TakeBack) -> Ok:
        return await self.by_seat(command, lambda seat: self.session.take_back(seat, now_ms(), at=command.at))

    async def ask(self, command: Ask) -> Why:
        seat = self.seat()
        actions, refusal = self.session.explain(seat, command.cards)
        choices = self.session.view_choices(seat, actions)
        if refusal is None:
            return Why(command.id, choices, "", {}, "")
        return Why(command.id, choices, refusal.code, dict(refusal.text), refusal.section)

    async def sit(self, command: Sit) -> Ok:
        def propose() -> Sequence[Fact]:
            if self.table.left_behind(self.guest, command.seat):
                return self.session.autopilot(command.seat, False, "back")
            return self.session.sit(command.seat, command.name, self.guest)

        return await self.change(seat_actor(command.seat), command, propose, check_name(command.name))

    async def stand(self, command: Stand) -> Ok:
        return await self.by_seat(command, self.session.stand)

    async def place(self, command: Seat) -> Ok:
        levels = levels_at(self.session.game.name, len(self.session.chairs))
        if command.level and command.level not in levels:
            raise Refused("unknown_level", levels=", ".join(levels))
        return await self.by_host(command, lambda: self.session.seat_bot(command.seat, command.level))

    async def begin(self, command: Begin) -> Ok:
        return await self.by_host(command, self.session.begin)

    async def ready(self, command: Ready) -> Ok:
        return await self.by_seat(command, self.session.ready)

    async def autopilot(self, command: Autopilot) -> Ok:
        return await self.by_seat(command, lambda seat: self.session.autopilot(seat, command.on))

    async def rename(self, command: Rename) -> Ok:
        name = check_name(command.name)
        return await self.by_seat(command, lambda seat: self.session.rename(seat, name), name)

    async def say(self, command: Say) -> Ok:
        if command.phrase not in PHRASES:
            raise Refused("unknown_phrase", phrases=", ".join(PHRASES))
        self.table.tell_everyone(Said(self.seat(), command.phrase))
        return Ok(command.id, self.session.shown)

    async def again(self, command: Again) -> Ok:
        return await self.by_host(command, self.session.again)


HANDLERS: dict[type, Callable[[Visit, Any], Awaitable[Any]]] = {
    Act: Visit.act,
    TakeBack: Visit.take_back,
    Ask: Visit.ask,
    Sit: Visit.sit,
    Stand: Visit.stand,
    Seat: Visit.place,
    Begin: Visit.begin,
    Ready: Visit.ready,
    Autopilot: Visit.autopilot,
    Rename: Visit.rename,
    Say: Visit.say,
    Again: Visit.again,
}
