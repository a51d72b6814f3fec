"""The gate before every request and every socket: host names, origins, limits of an address, headers of every answer.

Handshakes of sockets carry cookies across sites, and another site's name may be made to lead to this machine, so both the
name that was asked for and the page that asks are checked before anything is accepted.
"""

import ipaddress
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from qipai.engine.errors import QipaiError

from .answers import refuse
from .failures import report
from .limits import Buckets, Limit, household
from .refusals import Refused, printable

BODY = 16 * 1024  # bytes of a request's body
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def content_policy(host: str) -> str:
    """What a page may load: its own files alone; the socket is named because older browsers do not count it as 'self'."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


class Names:
    """The names that this server answers to: any address in figures, the machine itself, and names it was given.

    A name that leads here without having been given may be another site's (DNS rebinding).
    """

    def __init__(self, hosts: Sequence[str] = (), origins: Sequence[str] = ()) -> None:
        machine = socket.gethostname().lower().rstrip(".")
        for origin in origins:
            if not origin.lower().startswith(("http://", "https://")):
                raise QipaiError(
                    f"{origin!r} is no origin of pages: it begins with http:// or https://, as https://cards.example."
                )
        self.origins = {origin.rstrip("/").lower() for origin in origins}
        self.hosts = {"localhost", machine, f"{machine.partition('.')[0]}.local"}
        self.hosts |= {host.lower().rstrip(".") for host in hosts}
        self.hosts |= {urlsplit(origin).hostname or "" for origin in self.origins}

    def has_host(self, header: str) -> bool:
        name = host_name(header)
        return name in self.hosts or name.endswith(".localhost") or is_address(name)

    def has_origin(self, origin: str, host: str) -> bool:
        """Is a page of this origin one of ours?  The host it was asked under is checked already."""
        scheme, _, netloc = origin.lower().partition("://")
        return (scheme in ("http", "https") and netloc == host.lower()) or origin.lower() in self.origins


def host_name(header: str) -> str:
    """The name in a Host header, without the port; "" where it cannot be read."""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, names: Names, requests: Limit) -> None:
        self.app = app
        self.names = names
        self.requests = Buckets(requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self.admit(scope, headers)
        except Refused as refused:
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(refuse(refused))
            else:
                await refuse(refused)(scope, receive, with_headers(send, ""))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        answered = Answered(with_headers(send, headers.get("host", "")))
        try:
            await self.app(scope, bounded(receive), answered)
        except ClientDisconnect:
            pass
        except Exception as failure:
            report("a request", failure)
            if not answered.begun:
                await refuse(Refused("broken"))(scope, receive, answered)

    def admit(self, scope: Scope, headers: Headers) -> None:
        host = headers.get("host", "")
        if not self.names.has_host(host):
            name = printable(host_name(host))
            raise Refused("wrong_host", host=name) if name else Refused("no_host")
        self.requests.ask(address_of(scope), "slow_down")
        origin = headers.get("origin")
        socket_or_change = scope["type"] == "websocket" or scope["method"] not in SAFE
        if origin is not None and socket_or_change and not self.names.has_origin(origin, host):
            raise Refused("wrong_origin")
        # Browsers name the page behind every socket and every change; a program shows a token and sends no cookie.
        if origin is None and socket_or_change and "authorization" not in headers and "cookie" in headers:
            raise Refused("wrong_origin")
        if origin is None and scope["type"] == "websocket" and "authorization" not in headers:
            raise Refused("no_credential")
        if int_or_zero(headers.get("content-length", "0")) > BODY:
            raise Refused("too_large", most=BODY)


class Answered:
    """A `send` that knows whether an answer has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        self.begun = True
        await self._send(message)


def address_of(scope: Scope) -> str:
    """Whose limits a connection counts against."""
    client = scope.get("client")
    return household(client[0]) if client else ""


def int_or_zero(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 16 else 0


def bounded(receive: Receive) -> Receive:
    """A body that was sent in chunks is bounded as well."""
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > BODY:
            raise Refused("too_large", most=BODY)
        return message

    return receive_some


def with_headers(send: Send, host: str) -> Send:
    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
            if headers.get("content-type", "").startswith("text/html"):
                headers["content-security-policy"] = content_policy(host)
        await send(message)

    return send_with_headers
