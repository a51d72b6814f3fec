"""Middleware before every request and socket: host names, origins, limits per address, security headers.

A browser sends cookies with a WebSocket handshake of any site, and another site's name may be pointed at this machine
(DNS rebinding).  So both the Host and the Origin are checked before anything is accepted.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from qipai.engine.errors import QipaiError

from .answers import refuse, told
from .failures import report
from .limits import Buckets, Limit, household
from .refusals import Refused, printable

BODY = 16 * 1024  # largest request body in bytes
SAFE = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


# Scheme and host, and perhaps a folder: in a host nothing that would begin another part of a URL, in a folder only what needs no escape.
ORIGIN = re.compile(r"(https?://[^\s/?#@*\\\x00-\x1f\x7f]+)((?:/[a-z0-9_~-][a-z0-9_.~-]*)*)/?", re.IGNORECASE)
HOST = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?", re.ASCII)
A_YEAR = 365 * 24 * 3600
# How our own paths begin: with a folder of such a name nobody could tell whether a proxy has taken it away.
OWN = frozenset(("api", "ws", "t", "w", "r", "x", "rules", "mine", "account", "assets"))


def content_policy(origins: Iterable[str] = ()) -> str:
    """Return the Content-Security-Policy of a page: only its own files.

    Sockets of the origins that the server was given are named, because older browsers do not count them as 'self'.
    What a request says of itself is not: another site could put a word into it.
    """
    sockets = "".join(f" ws{origin[4:]}" for origin in sorted(origins))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


class Names:
    """The host names and origins that this server accepts: numeric addresses, this machine's names, and those it was given.

    Any other name that leads here may belong to another site (DNS rebinding).  `folder`: the path of the given origins,
    as "/cards", or "" where the pages have a host to themselves.
    """

    def __init__(self, hosts: Sequence[str] = (), origins: Sequence[str] = ()) -> None:
        """Note the names.  Raises `QipaiError` for an origin that is none, or whose path cannot be the pages' folder."""
        machine = socket.gethostname().lower().rstrip(".")
        self.origins: set[str] = set()
        folders: set[str] = set()
        for origin in origins:
            found = ORIGIN.fullmatch(origin)
            if not found or not host_name(found[1].partition("://")[2]):
                raise QipaiError(
                    f"{origin!r} is no origin of pages: that is http:// or https:// and a host, perhaps with a port or a folder, "
                    f"as https://cards.example or https://example.org/cards."
                )
            self.origins.add(found[1].lower())
            folders.add(found[2])
        if len(folders) > 1:
            raise QipaiError(f"The pages have one folder, not {' and '.join(sorted(one or '/' for one in folders))}.")
        self.folder = folders.pop() if folders else ""
        if self.folder[1:].partition("/")[0] in OWN:
            raise QipaiError(
                f"{self.folder} cannot be the pages' folder, because qipai has paths of that name; choose another."
            )
        self.hosts = {"localhost", machine, f"{machine.partition('.')[0]}.local"}
        self.hosts |= {host.lower().rstrip(".") for host in hosts}
        self.hosts |= {urlsplit(origin).hostname or "" for origin in self.origins}

    def has_host(self, header: str) -> bool:
        """Return True if a Host header names this server."""
        if not HOST.fullmatch(header):
            return False
        name = host_name(header)
        return name in self.hosts or name.endswith(".localhost") or is_address(name)

    def has_origin(self, origin: str, host: str) -> bool:
        """Return True if pages of this origin are this server's own.  `host` is the Host header, already checked."""
        scheme, _, netloc = origin.lower().partition("://")
        return (scheme in ("http", "https") and netloc == host.lower()) or origin.lower() in self.origins


def host_name(header: str) -> str:
    """Return the name in a Host header without the port; "" if it cannot be parsed."""
    try:
        parts = urlsplit(f"//{header}")
        return (parts.hostname or "").rstrip(".") if parts.port != 0 else ""  # which raises for ports that cannot be
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    """Return True if a name is a numeric IP address."""
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
        scope["root_path"] = self.names.folder  # taken off a path that has it; many a proxy does that before us
        headers = Headers(scope=scope)
        try:
            self.admit(scope, headers)
        except Refused as refused:
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).send_denial_response(refuse(refused))
            else:
                reads = scope["method"] == "GET" and "text/html" in headers.get("accept", "")
                await (told(refused) if reads else refuse(refused))(scope, receive, self.with_headers(scope, send))
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        answered = Answered(self.with_headers(scope, send))
        try:
            await self.app(scope, bounded(receive), answered)
        except ClientDisconnect:
            pass
        except Exception as failure:
            report("a request", failure)
            if not answered.begun:
                await refuse(Refused("broken"))(scope, receive, answered)

    def admit(self, scope: Scope, headers: Headers) -> None:
        """Raise `Refused` unless the request may pass."""
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

    def with_headers(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds the security headers to every response."""
        secure = scope.get("scheme") in ("https", "wss")

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if secure and not self.names.folder:  # the only way to this name from now on, if it is ours alone
                    headers["strict-transport-security"] = f"max-age={A_YEAR}"
                if headers.get("content-type", "").startswith("text/html"):
                    headers["content-security-policy"] = content_policy(self.names.origins)
            await send(message)

        return send_with_headers


class Answered:
    """A `send` that remembers whether a response has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: Message) -> None:
        self.begun = True
        await self._send(message)


def address_of(scope: Scope) -> str:
    """Return the key under which a connection's address is limited."""
    client = scope.get("client")
    return household(client[0]) if client else ""


def int_or_zero(text: str) -> int:
    """Return a decimal number of at most 15 digits, or 0 for other text."""
    return int(text) if text.isdecimal() and len(text) < 16 else 0


def bounded(receive: Receive) -> Receive:
    """Return a `receive` that raises `Refused` when the body exceeds `BODY`, also if it is sent in chunks."""
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > BODY:
            raise Refused("too_large", most=BODY)
        return message

    return receive_some
