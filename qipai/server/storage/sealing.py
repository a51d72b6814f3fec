"""Store the cards of running deals under a key that is not in the store, so that a stolen copy of it shows no hand that is being played.

Each deal has a key of its own, made from the operator's key, the table and the number of the deal.  The entries of a
deal are stored sealed (AES-256-GCM) while it is played.  The change that ends the deal stores the deal's key beside it:
from then on everybody who has the store can read that deal, and no other.  So the operator's key, lost, costs the deals that
are running and nothing else.
"""

import base64
import hashlib
import hmac
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from qipai.engine.errors import QipaiError, RecordError
from qipai.engine.files import text_of

MARK = b"\x01"  # before what is sealed; JSON begins otherwise
ID, SERIAL, NONCE = 4, 4, 12  # bytes of its head: the operator's key, the deal, and what is used once
HEAD = len(MARK) + ID + SERIAL
KEY = 32  # bytes
ROUND = 256  # lengths are multiples of it, since the length of an answer could tell what it is


class SealedError(RecordError):
    """What was stored is sealed under a key that is not here."""


class Vault:
    """The operator's keys: the first one seals, all of them open.  Without a key nothing is sealed, and finished deals are opened."""

    def __init__(self, keys: Sequence[bytes] = ()) -> None:
        self._keys = {key_id(key): key for key in keys}
        self._first = key_id(keys[0]) if keys else b""
        self.cipher = cipher() if keys else None

    @property
    def ids(self) -> list[str]:
        """The names of the keys, the one that seals first."""
        return [id.hex() for id in self._keys]

    def seal(self, table: str, seq: int, serial: int, body: bytes) -> bytes:
        """Return an entry of a running deal as it is stored."""
        if self.cipher is None:
            return body
        head, nonce = MARK + self._first + serial.to_bytes(SERIAL, "big"), secrets.token_bytes(NONCE)
        padded = body + bytes(-len(body) % ROUND)
        key = deal_key(self._keys[self._first], table, serial)
        return head + nonce + self.cipher(key).encrypt(nonce, padded, place_of(table, seq))

    def open(self, table: str, seq: int, body: bytes, told: Mapping[int, bytes]) -> bytes:
        """Return a stored entry as it was.  `told`: what is stored of the keys of finished deals.

        Raises `SealedError` if no key is here for it, and `RecordError` if it is not what was stored there.
        """
        if not is_sealed(body):
            return body
        id, serial = body[len(MARK) : len(MARK) + ID], int.from_bytes(body[HEAD - SERIAL : HEAD], "big")
        key = deal_key(self._keys[id], table, serial) if id in self._keys else read_told(told.get(serial, b"")).get(id)
        if key is None:
            raise SealedError(f"This entry is sealed under the key {id.hex()}, which is not here.")
        nonce, sealed = body[HEAD : HEAD + NONCE], body[HEAD + NONCE :]
        try:
            return (self.cipher or cipher())(key).decrypt(nonce, sealed, place_of(table, seq)).rstrip(b"\0")
        except Exception as failure:  # of the library's own kind
            raise RecordError(f"This entry is not what was stored ({type(failure).__name__}).") from None

    def tell(self, table: str, serial: int) -> bytes | None:
        """Return the keys of a deal that is over, to be stored beside it; None if nothing is sealed."""
        told = b"".join(id + deal_key(key, table, serial) for id, key in self._keys.items())
        return told or None


def cipher() -> Any:
    """Return the cipher.  Its package is loaded only where it is used."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM


def is_sealed(body: bytes) -> bool:
    """Return True if a stored entry is sealed."""
    return body[: len(MARK)] == MARK


def mark_of(id: str) -> bytes:
    """Return with what an entry begins that is sealed under the key of this name."""
    return MARK + bytes.fromhex(id)


def key_id(key: bytes) -> bytes:
    """Return the name of a key, which tells nothing of it."""
    return hashlib.sha256(b"qipai key\0" + key).digest()[:ID]


def deal_key(key: bytes, table: str, serial: int) -> bytes:
    """Return the key of one deal, from which the operator's cannot be found."""
    return hmac.digest(key, f"qipai deal\0{table}\0{serial}".encode(), "sha256")


def place_of(table: str, seq: int) -> bytes:
    """Return what binds a sealed entry to its place."""
    return f"{table}\0{seq}".encode()


def read_told(told: bytes) -> dict[bytes, bytes]:
    """Return the keys of a finished deal by the name of the operator's."""
    step = ID + KEY
    return {told[at : at + ID]: told[at + ID : at + step] for at in range(0, len(told), step)}


# -- the file


def read_keys(path: Path) -> list[bytes]:
    """Return the keys of a file, one a line.  Raises `QipaiError`."""
    try:
        lines = text_of(path.read_bytes()).split()
        keys = [base64.b64decode(line, validate=True) for line in lines]
    except OSError as error:
        raise QipaiError(f"{path} cannot be read as a file of keys ({error.strerror}); `qipai key {path}` makes one.") from None
    except ValueError:  # no text, or no base 64
        keys = []
    if not keys or any(len(key) != KEY for key in keys):
        raise QipaiError(f"{path} is no file of keys; `qipai key FILE` makes one.")
    return keys


def add_key(path: Path) -> str:
    """Put a new key before those of a file, which is made if there is none; return its name.  Raises `QipaiError`."""
    keys = [secrets.token_bytes(KEY), *(read_keys(path) if path.exists() else [])]
    part = path.with_name(f".{path.name}.part")
    try:
        with os.fdopen(os.open(path if not path.exists() else part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(b"".join(base64.b64encode(key) + b"\n" for key in keys))
            file.flush()
            os.fsync(file.fileno())
        if part.exists():
            os.replace(part, path)
    except OSError as error:
        raise QipaiError(f"{path} cannot be written ({error.strerror}).") from None
    return key_id(keys[0]).hex()
