"""Digests in place of network addresses, so that two of one address can be told to be the same, and no file has an address.

They are keyed.  The key of what is counted lasts a day and is then deleted: what was made with it means nothing any more.
That of bars lasts as long as there are bars.  Both are sealed where there is an operator's key.
"""

import hashlib
import hmac
import secrets

from sqlalchemy import Connection, delete

from qipai.engine.errors import RecordError

from .pushes import find_key, keep_key
from .schema import keys
from .sealing import Vault

DAY = 24 * 3600 * 1000  # milliseconds
DAYS = "day-"  # begins the names of the keys that last a day
BARS = "bars"  # the name of the key for addresses that are barred
SIZE = 16  # bytes of a digest: a collision would only share a limit


def key_of_day(connection: Connection, vault: Vault, now: int) -> bytes:
    """Return the key of a day, which is made if there is none; those of days before are deleted.  `now`: milliseconds UTC."""
    name = f"{DAYS}{now // DAY}"
    connection.execute(delete(keys).where(keys.c.name.startswith(DAYS), keys.c.name < name))
    return key_named(connection, vault, name)


def key_named(connection: Connection, vault: Vault, name: str) -> bytes:
    """Return a key of the server's own, which is made if there is none, or none that can be opened."""
    stored = find_key(connection, name)
    found = opened(vault, name, stored)
    if not found:
        made = vault.seal(name, 0, 0, secrets.token_hex(32).encode())
        found = opened(vault, name, keep_key(connection, name, made, stored))
    return found


def opened(vault: Vault, name: str, stored: bytes | None) -> bytes:
    """Return a key as it is used; empty if there is none, or none that can be opened."""
    try:
        return bytes.fromhex(vault.open(name, 0, stored, {}).decode()) if stored else b""
    except RecordError:  # under a key that is lost
        return b""


def digest(key: bytes, what: str, text: str) -> str:
    """Return the digest of a text, another one for each `what` it is for."""
    return hmac.digest(key, f"{what} {text}".encode(), hashlib.sha256)[:SIZE].hex()


def household(connection: Connection, vault: Vault, now: int, address: str) -> str:
    """Return the digest of an address for tables that are opened on this day."""
    return digest(key_of_day(connection, vault, now), "household", address)


def known_household(connection: Connection, vault: Vault, now: int, address: str) -> str:
    """Return the same without changing anything; "" if no table has been opened on this day."""
    name = f"{DAYS}{now // DAY}"
    key = opened(vault, name, find_key(connection, name))
    return digest(key, "household", address) if key else ""
