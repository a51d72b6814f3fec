"""A table's sockets: the first message, what the table shows, commands and their answers.

A socket that is refused is accepted all the same, sent a `no` with an empty id, and closed with 4000 + the HTTP status,
because pages cannot read the body of a denied handshake.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from qipai.bots.levels import level_named
from qipai.engine.errors import QipaiError, RecordError, Refusal
from qipai.engine.files import NOT_JSON
from qipai.engine.telling import Fact
from qipai.session import HOST, Session, refusal_of, seat_actor

from .connections import Connection
from .failures import report
from .gate import address_of
from .guests import cookie_header
from .house import House, check_choices
from .limits import Buckets, Counters
from .measuring import measures
from .protocol import (
    MAX_MESSAGE,
    PHRASES,
    PROTOCOL,
    Act,
    AddNumber,
    Advise,
    Again,
    Agree,
    Ask,
    Autopilot,
    Beforehand,
    Begin,
    CloseTable,
    Command,
    DrawLots,
    HandOver,
    Hello,
    LeaveLesson,
    LetIn,
    ListTable,
    LockTable,
    NewTable,
    No,
    Notice,
    Ok,
    Passing,
    Ping,
    Pong,
    Ready,
    Remove,
    Rename,
    Reserve,
    Say,
    Seat,
    ShowMe,
    Sit,
    SkipStop,
    Stand,
    Swap,
    TakeBack,
    ToServer,
    Uncover,
    Unreserve,
    Why,
)
from .refusals import Refused
from .relaying import Beginning
from .storage.deadlines import OutcomeUnknown
from .tables import Table, now_ms
from .wishing import WHEN

LONGEST_ID = 64
LONGEST_REASON = 120
FLOOD = 400  # messages over the limit after which a connection is closed
LONGEST_WAIT = 5.0  # seconds that one message waits for others of its address
TRIFLES = (  # changes that are no play
    Again, Agree, Autopilot, CloseTable, DrawLots, HandOver, LeaveLesson, LetIn, ListTable, LockTable, Remove, Rename, Reserve, Seat, Sit, Stand,
    Swap, Unreserve,
)  # fmt: skip
STAND_IN = (Again, Begin, DrawLots, Seat, Swap)  # what a host may do who only stands in for one: without it no evening goes on
DEALS = {Again: "again", Begin: "begin", Ready: "ready"}  # changes with which a deal may begin
NOTHING = Notice("", False)  # what the operator has said if they have said nothing
CLOSE = 4000  # close code, to which the HTTP status of the refusal is added
UNKNOWN = 4100  # close code: whether a command was stored is not known; sent again with its id, it gets its answer

decode = msgspec.json.Decoder(ToServer).decode


async def table_socket(socket: WebSocket) -> None:
    """`/ws/table/{code}`: the table as seen from the guest's own seat."""
    await serve(socket, partial(visit, watching=False))


async def watch_socket(socket: WebSocket) -> None:
    """`/ws/watch/{code}`: the public view, for every guest."""
    await serve(socket, partial(visit, watching=True))


async def lobby_socket(socket: WebSocket) -> None:
    """`/ws/lobby`: the tables that are open to everyone, for every guest."""
    await serve(socket, look_round)


async def serve(socket: WebSocket, attend: Callable[[House, WebSocket, str, str], Awaitable[None]]) -> None:
    """Serve one socket from its handshake to its end.

    `attend` is called for an admitted socket, with its guest and the key of its address.
    """
    house: House = socket.app.state.house
    address = address_of(socket.scope)
    try:
        guest, token = await house.guests.identify(socket)
    except Refused as refused:
        await turn_away(socket, refused)
        return
    except SQLAlchemyError as failure:
        report("a handshake", failure)
        await turn_away(socket, Refused("not_ready"))
        return
    await socket.accept(headers=[(b"set-cookie", cookie_header(socket, token).encode())] if token else None)
    held: list[tuple[Counters, str]] = []
    try:
        for counters, key in ((house.sockets_of_guest, guest), (house.sockets_of_address, address)):
            counters.hold(key, "too_many_sockets")
            held.append((counters, key))
        await attend(house, socket, guest, address)
    except Refused as refused:
        await say_and_close(socket, refused)
    except (WebSocketDisconnect, OSError):
        pass
    except Exception as failure:
        report("a socket", failure)
        await say_and_close(socket, Refused("not_ready" if isinstance(failure, SQLAlchemyError) else "broken"))
    finally:
        for counters, key in held:
            counters.release(key)


async def visit(house: House, socket: WebSocket, guest: str, address: str, *, watching: bool) -> None:
    """Serve a guest at the table that the socket's path names."""
    hello = await greet(socket, house.settings.hello)
    code = socket.path_params["code"]
    table = await (house.find(address, watch=code) if watching else house.find(address, code=code))
    if table.session.private and (
        watching or guest != table.session.host
    ):  # its cards are chosen: nobody else may sit or look on
        raise Refused("own_lesson" if table.session.lesson_key else "own_position")
    await Visit(house, table, socket, Connection(socket, guest, watching, hello.changes, hello.seals), address).run()


async def look_round(house: House, socket: WebSocket, guest: str, address: str) -> None:
    """Serve a guest in the lobby."""
    await greet(socket, house.settings.hello)
    await Enquiry(house, socket, Connection(socket, guest, watching=True), address).run()


async def turn_away(socket: WebSocket, refused: Refused) -> None:
    """Accept a handshake, say why it is refused, and close."""
    await socket.accept()
    await say_and_close(socket, refused)


async def say_and_close(socket: WebSocket, refused: Refused) -> None:
    """Send a refusal and close the socket with its code."""
    try:
        await socket.send_text(msgspec.json.encode(refusal_message("", refused.refusal)).decode())
        await socket.close(CLOSE + refused.status, refused.refusal.code)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass


async def greet(socket: WebSocket, patience: float) -> Hello:
    """Read the first message and return it.

    Raises `Refused` unless it is a hello in this version of the protocol, within `patience` seconds.
    """
    try:
        hello = read(await asyncio.wait_for(socket.receive(), patience))
    except TimeoutError:
        raise Refused("hello_first") from None
    if not isinstance(hello, Hello):
        raise Refused("hello_first")
    if hello.proto != PROTOCOL:
        raise Refused("other_protocol", ours=PROTOCOL)
    return hello


def read(received: Any) -> Any:
    """Decode a message of the protocol from a frame.  Raises `Refused`, or `WebSocketDisconnect` at the end of the socket."""
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1005))
    text = received.get("text")
    if text is None:
        raise Refused("not_text")
    if len(text) > MAX_MESSAGE:
        raise Refused("too_large", most=MAX_MESSAGE)
    try:
        return decode(text)
    except NOT_JSON as error:
        raise Refused("bad_message", reason=str(error)[:LONGEST_REASON]) from None


def refusal_message(id: str, refusal: Refusal) -> No:
    """Return a refusal as the answer to command `id`."""
    measures.refusals[refusal.code] += 1
    return No(id, refusal.code, dict(refusal.text), refusal.section)


class Correspondence(ABC):
    """A connection, and the messages that it sends."""

    def __init__(self, house: House, socket: WebSocket, connection: Connection, address: str) -> None:
        self.house = house
        self.socket = socket
        self.guest = connection.guest
        self.address = address
        self.connection = connection
        self.pace = Buckets(house.settings.limits.messages)
        self.over = 0
        self.errands: set[asyncio.Task[None]] = set()  # commands that are carried out while others are read

    async def run(self) -> None:
        """Show what there is to see and answer messages until the socket ends."""
        try:
            await self.house.guests.arrive(self.connection)
            self.house.desk.admit(self.guest, self.address)  # from now on the desk knows of this socket
            await self.arrive()
            if (notice := self.house.desk.notice()) != NOTHING:
                self.connection.tell(notice)
            while True:
                received = await self.socket.receive()
                if self.connection.closing:  # perhaps since its credential is worth nothing any more
                    return
                if self.pace.wait(""):
                    self.over += 1
                    if self.over > FLOOD:
                        await self.connection.finish(CLOSE + 429, "slow_down")
                        return
                if not await self.wait_turn():
                    return
                await self.hear(received)
                await self.connection.caught_up()
                await asyncio.sleep(0)  # frames that arrived together must not delay other tables
        except WebSocketDisconnect:
            pass
        finally:
            self.house.guests.leave(self.connection)
            self.leave()
            await asyncio.gather(*self.errands)
            await self.connection.ended()

    @abstractmethod
    async def arrive(self) -> None:
        """Begin to show the connection what it came for."""

    @abstractmethod
    def leave(self) -> None:
        """End that."""

    @abstractmethod
    async def answer(self, command: Command) -> Any:
        """Carry out a command and return its answer.  Raises `Refused`."""

    async def wait_turn(self) -> bool:
        """Wait while this address sends too much: what follows stays with its sender, and costs nobody else anything.

        Return whether the connection is still to be heard then.
        """
        messages = self.house.messages_of_address
        wait = messages.wait(self.address)
        if wait:
            await asyncio.sleep(min(wait, LONGEST_WAIT))
        messages.take(self.address)
        return not self.connection.closing

    async def hear(self, received: Any) -> None:
        """Answer one frame, whatever it contains."""
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
            if self.waits(message):
                errand = asyncio.create_task(self.carry_out(message))
                self.errands.add(errand)
                errand.add_done_callback(self.errands.discard)
                return
        except WebSocketDisconnect:
            raise
        except Exception as error:
            self.fail(id, error)
            return
        await self.carry_out(message)

    def waits(self, command: Command) -> bool:
        """Return whether a command waits for messages that this very connection may have to send."""
        return False

    async def carry_out(self, command: Command) -> None:
        """Answer a command."""
        try:
            self.connection.tell(await self.answer(command))
        except Exception as error:
            self.fail(command.id, error)

    def fail(self, id: str, error: Exception) -> None:
        """Answer a command that cannot be carried out."""
        if isinstance(error, Refused):
            self.refuse(id, error.refusal)
        elif isinstance(error, OutcomeUnknown):  # neither yes nor no is true: the client asks again
            report("a command", error)
            self.connection.drop(UNKNOWN, "unknown")
        elif isinstance(error, SQLAlchemyError):
            report("a command", error)
            self.refuse(id, Refused("not_stored").refusal)
        # An error of the log is not the sender's fault, and its text may contain hidden cards.
        elif isinstance(error, QipaiError) and not isinstance(error, RecordError):
            self.refuse(id, refusal_of(error))
        else:
            report("a command", error)
            self.refuse(id, Refused("broken").refusal)

    def refuse(self, id: str, refusal: Refusal) -> None:
        """Send a refusal."""
        self.connection.tell(refusal_message(id, refusal))


class Enquiry(Correspondence):
    """A connection in the lobby."""

    async def arrive(self) -> None:
        """Show the lobby."""
        await self.house.lobby.join(self.connection)

    def leave(self) -> None:
        """Show it no more."""
        self.house.lobby.leave(self.connection)

    async def answer(self, command: Command) -> Any:
        """Refuse a command: there is no table here."""
        raise Refused("only_lobby")


class Visit(Correspondence):
    """A connection at a table, and the commands it sends."""

    def __init__(self, house: House, table: Table, socket: WebSocket, connection: Connection, address: str = "") -> None:
        super().__init__(house, socket, connection, address)
        self.table = table

    async def arrive(self) -> None:
        """Show the table, from what the connection has seen of it already."""
        since = self.socket.query_params.get("since", "")
        await self.table.arrive(self.connection, int(since) if since.isdecimal() and len(since) < 16 else None)

    def leave(self) -> None:
        """Show it no more."""
        self.table.leave(self.connection)

    def refuse(self, id: str, refusal: Refusal) -> None:
        """Send a refusal; if the command was based on an older table, send the table too."""
        super().refuse(id, refusal)
        if refusal.code == "stale":
            self.table.show_all(self.connection)

    async def answer(self, command: Command) -> Any:
        """Carry out a command and return its answer.  Raises `Refused`."""
        if self.connection.watching:
            raise Refused("only_watching")
        return await HANDLERS[type(command)](self, command)

    # -- commands

    async def called(self, name: str) -> str:
        """Return a name that the guest wants, tidied.  Raises `Refused` if they may not have it."""
        return await self.house.accounts.check_name(name, self.guest, self.address)

    @property
    def session(self) -> Session:
        """The table's session."""
        return self.table.session

    def seat(self) -> int:
        """Return the guest's seat.  Raises `Refused` if they have none."""
        seat = self.table.seat_of(self.guest)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def as_host(self, command: Command) -> None:
        """Raise `Refused` unless the guest is the host, or stands in for one and may do this."""
        if self.guest != self.table.host:
            raise Refused("only_host")
        if not isinstance(command, STAND_IN):
            self.session.check_host(self.guest)

    async def change(self, actor: str, command: Command, propose: Callable[[], Sequence[Fact]], name: str = "") -> Ok:
        """Make a change at the table and return its acknowledgement."""
        table = self.table
        if table.answered(self.guest, command.id) is None:
            self.admit(command)

        def proposed() -> Sequence[Fact]:
            if (
                self.connection.closing
            ):  # while the command waited, its credential has become worth nothing, or its person was barred
                raise Refused("signed_out")
            return propose()

        store = partial(table.change, actor, proposed, self.guest, command.id, name)
        kind = DEALS.get(type(command))
        if kind:
            return Ok(
                command.id, await table.pledging.deal(store, Beginning(kind, self.guest, command.id, self.session.serial))
            )
        return Ok(command.id, await store())

    def waits(self, command: Command) -> bool:
        """Return whether a command waits for numbers of a deal, one's own perhaps, or for another server to take one."""
        return type(command) in (*DEALS, Uncover) and self.table.pledging.waits()

    def admit(self, command: Command) -> None:
        """Take what this change costs its guest, address and table.  Raises `Refused` if one of them has stored too much lately."""
        house = self.house
        if isinstance(command, TRIFLES):
            if (
                self.session.shown >= house.settings.limits.entries_of_table
            ):  # sealed answers are not counted, for nobody may know of them
                raise Refused("table_full")
            house.trifles_of_guest.ask(self.guest, "slow_down")
        house.changes_of_guest.ask(self.guest, "slow_down")
        if isinstance(command, Act | TakeBack) and self.session.window_open:
            return  # others could measure what they share, and so learn who has something to answer
        house.changes_of_address.ask(self.address, "slow_down")
        house.changes_of_table.ask(self.table.row.id, "slow_down")

    async def by_seat(self, command: Command, propose: Callable[[int], Sequence[Fact]], name: str = "") -> Ok:
        """Make a change that the person in a seat asks for; `propose` is given the seat."""
        done = self.table.answered(self.guest, command.id)
        if done is not None:
            return Ok(command.id, done)
        return await self.change(seat_actor(self.seat()), command, lambda: propose(self.seat()), name)

    async def by_host(self, command: Command, propose: Callable[[], Sequence[Fact]]) -> Ok:
        """Make a change that only the host may ask for."""

        def checked() -> Sequence[Fact]:
            self.as_host(command)
            return propose()

        if self.table.answered(self.guest, command.id) is None:
            self.as_host(command)  # before it costs the table anything
        return await self.change(HOST, command, checked)

    async def act(self, command: Act) -> Ok:
        """Play an action, or use a right out of turn."""
        return await self.by_seat(command, lambda seat: self.session.act(seat, command.action, command.cards, at=command.at))

    async def take_back(self, command: TakeBack) -> Ok:
        """Take back the seat's sealed answer."""
        return await self.by_seat(command, lambda seat: self.session.take_back(seat, now_ms(), at=command.at))

    async def ask(self, command: Ask) -> Why:
        """Say which plays the selected cards can be, or why they are none.  Changes nothing."""
        seat = self.seat()
        actions, refusal = self.session.explain(seat, command.cards)
        choices = self.session.view_choices(seat, actions)
        if refusal is None:
            return Why(command.id, choices, "", {}, "")
        return Why(command.id, choices, refusal.code, dict(refusal.text), refusal.section)

    async def sit(self, command: Sit) -> Ok:
        """Seat the guest in an empty seat or a bot's; after leaving in the middle of a deal, give them their cards back."""

        def propose() -> Sequence[Fact]:
            if self.table.left_behind(self.guest, command.seat):
                return self.session.autopilot(command.seat, False, "back")
            return self.session.sit(command.seat, command.name, self.guest)

        return await self.change(seat_actor(command.seat), command, propose, await self.called(command.name))

    async def stand(self, command: Stand) -> Ok:
        """Leave the seat to a bot."""
        return await self.by_seat(command, self.session.stand)

    async def place(self, command: Seat) -> Ok:
        """Put a bot in a seat, or empty it.  For the host."""
        game, players, level = self.session.game, len(self.session.chairs), level_named(command.level)
        offered = self.house.bots_at(game, players)
        if level and level not in offered:
            raise Refused("unknown_level", levels=", ".join(bot for bot in offered if bot != "random"))
        return await self.by_host(command, lambda: self.session.seat_bot(command.seat, level))

    async def remove(self, command: Remove) -> Ok:
        """Take a person's chair until they are let in again.  For the host."""
        return await self.by_host(command, lambda: self.session.remove(command.seat, self.guest))

    async def let_in(self, command: LetIn) -> Ok:
        """Let somebody sit down again who was removed.  For the host."""
        return await self.by_host(command, lambda: self.session.let_in(command.removal))

    async def lock(self, command: LockTable) -> Ok:
        """Let nobody sit down who has no chair, or let them again.  For the host."""
        return await self.by_host(command, lambda: self.session.lock(command.on))

    async def list_table(self, command: ListTable) -> Ok:
        """Open the table to everyone, or let it be found by its link alone.  For the host."""
        if command.on:
            await self.house.desk.check_listing(self.table.row.id)
        return await self.by_host(command, lambda: self.session.list_table(command.on))

    async def swap(self, command: Swap) -> Ok:
        """Let two chairs change places.  For the host."""
        return await self.by_host(command, lambda: self.session.swap(command.one, command.other))

    async def draw_lots(self, command: DrawLots) -> Ok:
        """Let lots decide who sits where.  For the host."""
        return await self.by_host(command, self.session.draw_lots)

    async def agree(self, command: Agree) -> Ok:
        """Play by other terms.  For the host."""
        self.as_host(command)
        game, level = self.session.game, level_named(command.bots)
        players, terms = (
            len(self.session.chairs),
            {field: getattr(command, field) for field in ("variant", "rules", "deals", "clock", "bots")},
        )
        check_choices(game, NewTable(game.name, players, "", **terms), self.house.bots_at(game, players))
        propose = partial(
            self.session.agree,
            variant=command.variant,
            rules=command.rules,
            deals=command.deals,
            clock=command.clock,
            level=level,
        )
        return await self.by_host(command, propose)

    async def close(self, command: CloseTable) -> Ok:
        """Close the table.  For the host."""
        return await self.by_host(command, lambda: self.session.close_by_host(self.guest))

    async def reserve(self, command: Reserve) -> Ok:
        """Have a bot's chair kept for the guest until the next deal."""
        propose = partial(self.session.reserve, command.seat, command.name, self.guest)
        return await self.change(seat_actor(command.seat), command, propose, await self.called(command.name))

    async def unreserve(self, command: Unreserve) -> Ok:
        """Give back the chair that is kept for the guest."""
        kept = next(iter(self.session.reserved_by(self.guest)), 0)
        return await self.change(seat_actor(kept), command, partial(self.session.unreserve, self.guest))

    async def hand_over(self, command: HandOver) -> Ok:
        """Make another person the host.  For the host."""
        return await self.by_host(command, lambda: self.session.hand_over(command.seat, self.guest))

    async def begin(self, command: Begin) -> Ok:
        """Fill the empty seats with bots and deal.  For the host."""
        return await self.by_host(command, self.session.begin)

    async def ready(self, command: Ready) -> Ok:
        """Note that the seat is ready for the next deal."""
        return await self.by_seat(command, lambda seat: self.session.ready(seat, self.table.guests()))

    async def autopilot(self, command: Autopilot) -> Ok:
        """Let a bot play for the seat, or stop it."""
        return await self.by_seat(command, lambda seat: self.session.autopilot(seat, command.on))

    async def passing(self, command: Passing) -> Ok:
        """Set when the table may take the guest's only action; it is not stored."""
        self.seat()
        if command.when not in WHEN:
            raise Refused("unknown_passing", accepted=", ".join(WHEN))
        self.table.wishing.let_pass(self.guest, command.when)
        return Ok(command.id, self.session.shown)

    async def beforehand(self, command: Beforehand) -> Ok:
        """Choose an action for the guest's next turn; it is not stored."""
        self.seat()
        self.table.wishing.choose(self.guest, command.action, command.at, command.kind)
        return Ok(command.id, self.session.shown)

    async def rename(self, command: Rename) -> Ok:
        """Change the name of the person in the seat."""
        name = await self.called(command.name)
        return await self.by_seat(command, lambda seat: self.session.rename(seat, name), name)

    async def say(self, command: Say) -> Ok:
        """Send everybody one of the set phrases; it is not stored."""
        if command.phrase not in PHRASES:
            raise Refused("unknown_phrase", phrases=", ".join(PHRASES))
        seat, house = self.seat(), self.house
        for buckets, key in ((house.phrases_of_guest, self.guest), (house.phrases_of_table, self.table.row.id)):
            buckets.ask(key, "slow_down")
        self.table.hear(seat, command.phrase)
        if house.neighbours:
            try:
                await house.neighbours.say(self.table, seat, command.phrase)
            except SQLAlchemyError as failure:  # it has been said here
                report("saying something elsewhere", failure)
        return Ok(command.id, self.session.shown)

    async def again(self, command: Again) -> Ok:
        """Begin another session with the same people and rules.  For the host."""
        return await self.by_host(command, lambda: self.session.again(self.table.guests()))

    async def advise(self, command: Advise) -> Ok:
        """Have computed what the best available player would do in the guest's place; it is not stored."""
        table, seat = self.table, self.seat()
        if not table.advising.answered(self.guest, command.id):
            table.advising.check(self.guest, seat, command.at)
            for buckets, key in ((self.house.advisers.of_guest, self.guest), (self.house.advisers.of_address, self.address)):
                buckets.ask(key, "slow_down")
            table.advising.ask(self.guest, seat, command.id)
        return Ok(command.id, self.session.shown)

    async def add_number(self, command: AddNumber) -> Ok:
        """Keep the promise of a number for the next deal; it is not stored."""
        await self.table.pledging.add(self.guest, command.deal, command.promised)
        return Ok(command.id, self.session.shown)

    async def uncover(self, command: Uncover) -> Ok:
        """Take a number that was promised and signed; it is stored with the deal."""
        await self.table.pledging.uncover(self.guest, command)
        return Ok(command.id, self.session.shown)

    async def show_me(self, command: ShowMe) -> Why:
        """Say with which choice the lesson goes on.  Changes nothing."""
        return Why(command.id, [self.session.show_me(self.seat())], "", {}, "")

    async def skip_stop(self, command: SkipStop) -> Ok:
        """Play the choice of the lesson's stop."""
        return await self.by_seat(command, lambda seat: self.session.skip_stop(seat, at=command.at))

    async def leave_lesson(self, command: LeaveLesson) -> Ok:
        """Close the table of a lesson."""

        def propose() -> Sequence[Fact]:
            if not self.session.lesson_key:
                raise Refused("not_a_lesson")
            return self.session.close("left")

        return await self.by_host(command, propose)


HANDLERS: dict[type, Callable[[Visit, Any], Awaitable[Any]]] = {
    Act: Visit.act,
    Advise: Visit.advise,
    TakeBack: Visit.take_back,
    Ask: Visit.ask,
    Sit: Visit.sit,
    Stand: Visit.stand,
    Seat: Visit.place,
    Remove: Visit.remove,
    LetIn: Visit.let_in,
    LockTable: Visit.lock,
    HandOver: Visit.hand_over,
    ListTable: Visit.list_table,
    Swap: Visit.swap,
    DrawLots: Visit.draw_lots,
    Agree: Visit.agree,
    CloseTable: Visit.close,
    Reserve: Visit.reserve,
    Unreserve: Visit.unreserve,
    Begin: Visit.begin,
    Ready: Visit.ready,
    Autopilot: Visit.autopilot,
    Passing: Visit.passing,
    Beforehand: Visit.beforehand,
    Rename: Visit.rename,
    Say: Visit.say,
    Again: Visit.again,
    ShowMe: Visit.show_me,
    SkipStop: Visit.skip_stop,
    LeaveLesson: Visit.leave_lesson,
    AddNumber: Visit.add_number,
    Uncover: Visit.uncover,
}
