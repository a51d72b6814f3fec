"""Guests: anybody with a credential of 256 random bits, in a cookie (pages) or after `Authorization: Bearer` (programs).

A guest's id is the SHA-256 digest of the credential, so nobody can sign in with what is stored.  A page's guest is
stored only when they take a seat or open a table, a program's when it asks for its token.

An account claims a guest: its person is that guest's id, so nothing that is stored changes hands.  From then on the
guest's own credential is worth nothing, and browsers that sign in get credentials of their own, which are sessions.
"""

import asyncio
import hashlib
import re
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from .connections import Connection
from .failures import report
from .refusals import Refused
from .storage import accounts
from .storage.database import Database
from .storage.rows import guest_name, remember_guest, see_guest

LIFETIME = 400 * 24 * 3600  # seconds; browsers keep a cookie no longer
DAY = 24 * 3600.0
HOUR = 3600 * 1000  # milliseconds
REMEMBERED = 100_000  # programs
LOOK = 0.4  # seconds between looks at what other servers have ended
SIGNED_OUT = 1012  # close code: the page comes back with the credential that its browser has now
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """Return a new random credential."""
    return secrets.token_urlsafe(32)


def guest_of(token: str) -> str:
    """Return the id of the guest with this credential."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_name(scope: Any) -> str:
    """Return the cookie's name, which contains the port.

    Browsers share cookies between the ports of a host, so two servers on one machine would sign each other's guests
    out.
    """
    server = scope.get("server")
    return f"qipai_{server[1]}" if server and server[1] else "qipai"


def cookie_token(connection: HTTPConnection) -> str | None:
    """Return the credential in the cookie, or None if there is none of the right form."""
    token = connection.cookies.get(cookie_name(connection.scope), "")
    return token if TOKEN.fullmatch(token) else None


def cookie_header(connection: HTTPConnection, token: str) -> str:
    """Return the `Set-Cookie` value for a credential: HttpOnly and SameSite=Lax."""
    safe = connection.url.scheme in ("https", "wss") or connection.headers.get("origin", "").startswith("https:")
    secure = "; Secure" if safe else ""
    path = connection.scope.get("root_path") or "/"
    return f"{cookie_name(connection.scope)}={token}; Max-Age={LIFETIME}; Path={path}; HttpOnly; SameSite=Lax{secure}"


def bearer_token(connection: HTTPConnection) -> str | None:
    """Return the token after `Authorization: Bearer`, or None."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def digest_in(connection: HTTPConnection) -> str:
    """Return the digest of the credential that a request shows, or "" if it shows none."""
    token = bearer_token(connection) or cookie_token(connection)
    return guest_of(token) if token else ""


class Guests:
    """Identifies people by their credentials, and ends the sockets of those that are worth nothing any more."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._programs: set[str] = set()  # ids whose tokens are known to be issued
        self._seen: OrderedDict[str, float] = OrderedDict()  # programs, and when that was noted
        self._here: dict[Connection, str] = {}  # sockets, and the digest of the credential that each of them showed
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look again and again at what has ended: by other servers, by the operator, or in a change whose answer was lost."""
        self._looking = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Look no more."""
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def identify(self, connection: HTTPConnection) -> tuple[str, str | None]:
        """Return the person's id, and a new credential for the cookie if a page came without a good one, else None.

        Raises `Refused` for a bearer token that this server has not issued.
        """
        token = bearer_token(connection)
        if token is not None:
            return await self._identify_program(guest_of(token)), None
        token = cookie_token(connection)
        if token is not None:
            digest, now = guest_of(token), time.time_ns() // 1_000_000
            found = await self._database.read(lambda store: accounts.identify(store, digest, now))
            if found is not None:
                if found.seen_at and now - found.seen_at > HOUR:
                    with suppress(SQLAlchemyError):  # a store that cannot be written turns nobody away who only looks
                        await self._database.write(lambda store: accounts.see(store, digest, found.person, now))
                return found.person, None
        token = new_token()
        return guest_of(token), token

    async def _identify_program(self, guest: str) -> str:
        """Return the id of a program by the digest of its token.  Raises `Refused`."""
        spent = await self._database.read(lambda store: accounts.is_spent(store, guest))
        if spent or (guest not in self._programs and await self.name(guest) is None):
            raise Refused("unknown_token")
        self._programs.add(guest)
        await self._see(guest)
        return guest

    # -- sockets

    async def arrive(self, connection: Connection) -> None:
        """Note a socket; end it if its credential became worth nothing since it was identified."""
        self._here[connection] = digest_in(connection.socket) or connection.guest
        await self.look({connection})

    def leave(self, connection: Connection) -> None:
        """Note that a socket has ended."""
        self._here.pop(connection, None)

    def here(self) -> list[Connection]:
        """Return the sockets that are open."""
        return list(self._here)

    def end(self, digests: set[str]) -> None:
        """End the sockets that showed credentials with these digests."""
        for connection, digest in list(self._here.items()):
            if digest in digests:
                connection.drop(SIGNED_OUT, "signed out")

    async def look(self, some: set[Connection] | None = None) -> None:
        """End those of the sockets here whose credentials are worth nothing any more."""
        here = {connection: digest for connection, digest in self._here.items() if some is None or connection in some}
        signed_in = {digest for connection, digest in here.items() if digest != connection.guest}
        guests = set(here.values()) - signed_in
        if here:
            self.end(await self._database.read(lambda store: accounts.ended(store, signed_in, guests)))

    async def _go_on(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as failure:
                report("looking for ended sessions", failure)
            await asyncio.sleep(LOOK)

    # -- programs

    async def _see(self, guest: str) -> None:
        """Note that a program is here, about once a day; of a page, taking a chair is noted."""
        now = time.monotonic()
        if now - self._seen.get(guest, -DAY) < DAY:
            return
        self._seen[guest] = now
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        with suppress(SQLAlchemyError):  # a store that cannot be written turns nobody away who only looks
            await self._database.write(lambda connection: see_guest(connection, guest, time.time_ns() // 1_000_000))

    async def admit_program(self, name: str, now: int) -> str:
        """Issue and store a token for a program.  `now`: milliseconds UTC."""
        token = new_token()
        await self._database.write(lambda connection: remember_guest(connection, guest_of(token), name, now))
        return token

    async def name(self, guest: str) -> str | None:
        """Return the name that a guest last used, or None for a guest who is not stored."""
        return await self._database.read(lambda connection: guest_name(connection, guest))
