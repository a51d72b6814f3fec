"""Guests: whoever holds a credential of 256 random bits, in a cookie (pages) or after `Authorization: Bearer` (programs).

A guest's id is the digest of the credential, so nothing that is stored lets anybody sign in.  A page's guest is written down
only when they take a chair or open a table; a program's when it asks for its token.
"""

import hashlib
import re
import secrets
from typing import Any

from starlette.requests import HTTPConnection

from .refusals import Refused
from .storage.database import Database
from .storage.rows import guest_name, remember_guest

LIFETIME = 400 * 24 * 3600  # seconds: the longest that browsers keep a cookie
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    return secrets.token_urlsafe(32)


def guest_of(token: str) -> str:
    """The id of the guest with this credential."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_name(scope: Any) -> str:
    """Browsers share cookies between the ports of a host, and two servers must not sign each other's guests out."""
    server = scope.get("server")
    return f"qipai_{server[1]}" if server and server[1] else "qipai"


def cookie_token(connection: HTTPConnection) -> str | None:
    """The credential in the cookie, if it has the form of one."""
    token = connection.cookies.get(cookie_name(connection.scope), "")
    return token if TOKEN.fullmatch(token) else None


def cookie_header(connection: HTTPConnection, token: str) -> str:
    """`Set-Cookie` for a credential: out of reach of scripts and of other sites' requests."""
    safe = connection.url.scheme in ("https", "wss") or connection.headers.get("origin", "").startswith("https:")
    secure = "; Secure" if safe else ""
    return f"{cookie_name(connection.scope)}={token}; Max-Age={LIFETIME}; Path=/; HttpOnly; SameSite=Lax{secure}"


def bearer_token(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


class Guests:
    """Who is who."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._programs: set[str] = set()  # ids of tokens that were found to be given out

    async def identify(self, connection: HTTPConnection) -> tuple[str, str | None]:
        """The guest's id, and a new credential for the cookie where a page came without one.

        Raises `Refused` for a bearer token that was never given out.
        """
        token = bearer_token(connection)
        if token is not None:
            guest = guest_of(token)
            if guest not in self._programs and await self.name(guest) is None:
                raise Refused("unknown_token")
            self._programs.add(guest)
            return guest, None
        token = cookie_token(connection)
        if token is not None:
            return guest_of(token), None
        token = new_token()
        return guest_of(token), token

    async def admit_program(self, name: str, now: int) -> str:
        """A new token for a program."""
        token = new_token()
        await self._database.write(lambda connection: remember_guest(connection, guest_of(token), name, now))
        return token

    async def name(self, guest: str) -> str | None:
        """The name that a guest last used; None for one who was never written down."""
        return await self._database.read(lambda connection: guest_name(connection, guest))
