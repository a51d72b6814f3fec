"""Who sits at a table in these tests: guests with a token or a cookie, and a socket that remembers all it was sent."""

import asyncio
import functools
import itertools
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.session.clients import after

HERE = "127.0.0.1"
PATIENCE = 120.0  # seconds that a busy machine may take

numbers = itertools.count(1)
Outcome = TypeVar("Outcome")
present: ContextVar[set["Visitor"]] = ContextVar("present")  # at the evening that goes on; there is none outside one


def client_from(address: str) -> httpx.AsyncClient:
    """A client that comes from an address."""
    transport = httpx.AsyncHTTPTransport(verify=False, local_address=address)
    return httpx.AsyncClient(transport=transport, timeout=PATIENCE)


class Guest:
    """Somebody with a credential."""

    address = HERE  # from which they come, of this machine's own

    def __init__(self, port: int, token: str, address: str = HERE) -> None:
        self.port = port
        self.address = address
        self.headers = {"authorization": f"Bearer {token}"}

    @classmethod
    async def new(cls, port: int, name: str = "Ann", address: str = HERE) -> "Guest":
        async with client_from(address) as client:
            answer = await client.post(f"http://127.0.0.1:{port}/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return cls(port, answer.json()["token"], address)

    async def ask(self, path: str) -> httpx.Response:
        async with client_from(self.address) as client:
            return await client.get(f"http://127.0.0.1:{self.port}{path}", headers=self.headers)

    async def open(self, **wanted: Any) -> str:
        """Open a table; its code."""
        answer = await self.try_open(**wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()["code"]

    async def try_open(self, **wanted: Any) -> httpx.Response:
        wanted = {"game": "gan_deng_yan", "seats": 4, "name": "Ann", "clock": "none", **wanted}
        async with client_from(self.address) as client:
            return await client.post(f"http://127.0.0.1:{self.port}/api/tables", headers=self.headers, json=wanted)

    async def visit(
        self, code: str, since: int | None = None, watching: bool = False, whole: bool = False, seals: bool = False
    ) -> "Visitor":
        """Come to a table, perhaps with what was seen of it before; as pages do, or to be sent the `whole` table every time.

        `seals`: be told of the seals of coming deals too.
        """
        query = "" if since is None else f"?since={since}"
        path = f"ws://127.0.0.1:{self.port}/ws/{'watch' if watching else 'table'}/{quote(code)}{query}"
        socket = await connect(
            path,
            additional_headers=self.headers,
            local_addr=(self.address, 0),
            max_queue=None,
            compression=None,
            ping_interval=None,
        )
        visitor = Visitor(socket, whole)
        await visitor.send(k="hello", proto=1, **({} if whole else {"changes": True}), **({"seals": True} if seals else {}))
        return visitor

    async def look(self) -> "Visitor":
        """Come to the lobby."""
        path = f"ws://127.0.0.1:{self.port}/ws/lobby"
        visitor = Visitor(
            await connect(
                path, additional_headers=self.headers, local_addr=(self.address, 0), compression=None, ping_interval=None
            )
        )
        await visitor.send(k="hello", proto=1)
        return visitor

    async def find_company(self, name: str = "Ann", **wanted: Any) -> httpx.Response:
        """Sit down with people."""
        table = {"game": "gan_deng_yan", "seats": 4, "name": name, "clock": "none", **wanted}
        return await self.post("/api/company", {"table": table})

    async def post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        async with client_from(self.address) as client:
            return await client.post(f"http://127.0.0.1:{self.port}{path}", headers=self.headers, json=body)

    async def come_back(self, code: str, before: "Visitor", remembers: bool = True) -> "Visitor":
        """Come to a table again, with what was seen of it before or with nothing; what was heard goes on."""
        visitor = await self.visit(code, since=before.seq if remembers else None, whole=before.whole)
        visitor.heard = before.heard
        if remembers:
            visitor.view, visitor.seq = before.view, before.seq
        return visitor


class Visitor:
    """A socket at a table.  Everything that came is in `heard`, as it came."""

    def __init__(self, socket: ClientConnection, whole: bool = False) -> None:
        self.socket = socket
        self.whole = whole
        self.heard: list[str] = []
        self.times: list[float] = []  # when each of them came
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.clocks: list[dict[str, Any]] = []
        self.lobby: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.refusals: list[dict[str, Any]] = []  # without an id
        self.closed: tuple[int, str] | None = None
        self._news = asyncio.Condition()
        self._listener = asyncio.create_task(self._listen())
        present.get().add(self)

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                assert isinstance(text, str)
                self.heard.append(text)
                self.times.append(time.monotonic())
                self._hear(json.loads(text))
                async with self._news:
                    self._news.notify_all()
        self.closed = (self.socket.close_code or 1006, self.socket.close_reason or "")
        async with self._news:
            self._news.notify_all()

    def _hear(self, message: dict[str, Any]) -> None:
        match message["k"]:
            case "snap":
                self.seq, self.view, self.clocks = message["seq"], message["table"], message["clocks"]
            case "ev":
                assert message["seq"] == self.seq + 1, f"{message['seq']} came after {self.seq}"
                assert ("changed" in message) != ("table" in message)
                assert not (self.whole and "changed" in message)
                self.seq, self.view, self.clocks = message["seq"], after(self.view, message), message["clocks"]
            case "presence":
                for seat, connected in zip(self.view["seats"], message["connected"], strict=True):
                    seat["connected"] = connected
            case "lobby":
                self.lobby = message
            case "ok" | "no" | "why" if message["id"]:
                self.answers[message["id"]] = message
            case "no":
                self.refusals.append(message)

    async def until(self, true: Callable[["Visitor"], Any]) -> "Visitor":
        """Wait until the table is seen and something is so."""
        return await self.until_heard(lambda self: self.view and true(self))

    async def until_heard(self, true: Callable[["Visitor"], Any]) -> "Visitor":
        """Wait until something is so."""
        so = False

        def look() -> Any:
            nonlocal so
            so = so or bool(true(self))  # it may be over again when the waiter wakes
            return so or self.closed

        with suppress(asyncio.TimeoutError):
            async with self._news:
                await asyncio.wait_for(self._news.wait_for(look), PATIENCE)
        assert so or not self.closed, f"the connection ended with {self.closed}"
        assert so, f"it is not so after {PATIENCE} s; seen at seq {self.seq}: {self.view}; heard last: {self.heard[-3:]}"
        return self

    async def until_closed(self) -> tuple[int, str]:
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: self.closed), PATIENCE)
        assert self.closed
        return self.closed

    async def send(self, **message: Any) -> None:
        await self.send_raw(json.dumps(message))

    async def send_raw(self, text: str | bytes) -> None:
        with suppress(ConnectionClosed):  # which the listener notices
            await self.socket.send(text)

    async def do(self, k: str, **fields: Any) -> dict[str, Any]:
        """Send a command and return its answer."""
        id = fields.pop("id", None) or f"c{next(numbers)}"
        self.answers.pop(id, None)
        await self.send(k=k, id=id, **fields)
        await self.until(lambda self: id in self.answers)
        return self.answers[id]

    async def refused(self) -> dict[str, Any]:
        """The next refusal without an id."""
        await self.until_heard(lambda self: self.refusals)
        return self.refusals.pop(0)

    # -- playing

    @property
    def choices(self) -> list[dict[str, Any]]:
        return self.view["deal"]["choices"] if self.view.get("deal") else []

    @property
    def asked(self) -> bool:
        """Is one's answer waited for?"""
        return bool(self.choices) and self.view["you"] in self.view["deal"]["to_act"]

    @property
    def hand(self) -> list[str]:
        return [card["face"] for card in self.view["deal"]["hand"]]

    async def act(self, choice: int = 0, **fields: Any) -> dict[str, Any]:
        """Play the choice of this number, the cheapest first."""
        return await self.do("act", at=self.seq, action=self.choices[choice]["action"], **fields)

    async def play(self, until: Callable[["Visitor"], Any] = lambda self: self.view["phase"] == "finished") -> None:
        """Play the cheapest choice whenever asked, and be ready for every next deal, until something is so."""
        while True:
            await self.until(
                lambda self: until(self) or self.asked or (self.view["phase"] == "between" and not self.own["ready"])
            )
            if until(self):
                return
            if self.asked:
                await self.act()
            else:
                await self.do("ready")

    @property
    def own(self) -> dict[str, Any]:
        return self.view["seats"][self.view["you"]]

    async def leave(self) -> None:
        present.get().discard(self)
        await self.socket.close()
        await self._listener

    async def vanish(self) -> None:
        """Lose the connection without a word."""
        present.get().discard(self)
        self.socket.transport.abort()
        await self._listener


async def evening(party: Awaitable[Outcome]) -> Outcome:
    """Wait for something at which people come to tables; everybody leaves in the end."""
    present.set(set())
    try:
        return await party
    finally:
        await asyncio.gather(*(visitor.leave() for visitor in present.get().copy()))


def together(test: Callable[..., Any]) -> Callable[..., None]:
    """Make a test in which several people do things at once an evening of its own."""

    @functools.wraps(test)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(evening(test(*given, **named)))

    return run
