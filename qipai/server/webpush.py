"""Web Push: a message encrypted for one browser (RFC 8291, RFC 8188), signed by this server (VAPID, RFC 8292), and its way to a push service.

The address of a push service comes from a browser, so it may be anybody's.  Only https, by a name, on its usual port, is
accepted, and a connection goes to a public address that was looked at just before.
"""

import base64
import http.client
import ipaddress
import json
import secrets
import socket
import ssl
import threading
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

LONGEST = 1000  # characters of an endpoint
PADDED = 512  # bytes of every message, so that its length tells nothing
RECORD = 4096  # bytes: the record size that is declared
LIFETIME = 24 * 3600  # seconds for which a push service keeps what it cannot deliver
SIGNED_FOR = 12 * 3600  # seconds
DEADLINE = 15.0  # seconds for an answer


def curve() -> Any:
    """Return the module of elliptic curves, which is loaded when it is first used."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec


def new_key() -> bytes:
    """Return a new private key of P-256."""
    return curve().generate_private_key(curve().SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def private(key: bytes) -> Any:
    return curve().derive_private_key(int.from_bytes(key, "big"), curve().SECP256R1())


def public_key(key: bytes) -> bytes:
    """Return the public key that belongs to a private one, uncompressed."""
    numbers = private(key).public_key().public_numbers()
    return b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def is_public_key(key: bytes) -> bool:
    """Return True for an uncompressed point of the curve."""
    try:
        curve().EllipticCurvePublicKey.from_encoded_point(curve().SECP256R1(), key)
    except ValueError:
        return False
    return len(key) == 65


def encrypted(text: bytes, theirs: bytes, auth: bytes, own: bytes, salt: bytes, padded: int = PADDED) -> bytes:
    """Return the body for a browser with the public key `theirs` and the secret `auth`; `own` and `salt` are used once."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(SHA256(), length, salt, info).derive(secret)

    ours, point = public_key(own), curve().EllipticCurvePublicKey.from_encoded_point(curve().SECP256R1(), theirs)
    shared = private(own).exchange(curve().ECDH(), point)
    secret = derived(auth, shared, b"WebPush: info\0" + theirs + ours, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02" + bytes(max(0, padded - len(text))), b"")


def signed(key: bytes, endpoint: str, now: float, contact: str) -> str:
    """Return the `Authorization` by which a push service knows this server."""
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": round(now) + SIGNED_FOR, "sub": contact}
    words = [json.dumps(part, separators=(",", ":")).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    text = ".".join(map(unpadded, words))
    r, s = decode_dss_signature(private(key).sign(text.encode(), curve().ECDSA(SHA256())))
    return f"vapid t={text}.{unpadded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={unpadded(public_key(key))}"


def unpadded(data: bytes) -> str:
    """Return data in base64url without its end."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    """Return what `unpadded` or a browser wrote.  Raises `ValueError`."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


# -- the way


def origin_of(endpoint: str) -> str:
    """Return the origin of an address; "" where it cannot be parsed."""
    try:
        parts = urlsplit(endpoint)
        return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return ""


def is_service(endpoint: str, allowed: Collection[str] = ()) -> bool:
    """Return True if an address may be that of a push service; its name is not looked up.  `allowed`: origins that need not be public."""
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        return False
    if origin_of(endpoint) in allowed:
        return True
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme != "https" or port not in (None, 443) or "@" in parts.netloc or "\\" in endpoint:
        return False
    name = host.rstrip(".")
    return "." in name and not name[-1].isdigit() and ":" not in name


def is_public(address: str) -> bool:
    """Return True for an address of the public internet, however it is written."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        elif ip.sixtofour is not None or ip.teredo is not None or ip in ipaddress.ip_network("64:ff9b::/96"):
            return False
    return ip.is_global and not ip.is_multicast


class NotPublic(OSError):
    """The name of a push service leads to an address that is not public."""


class PinnedConnection(http.client.HTTPSConnection):
    """Goes to the address that was looked at, so that a name cannot lead elsewhere a moment later."""

    def connect(self) -> None:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        if not found or not all(is_public(str(at[4][0])) for at in found):
            raise NotPublic(f"{self.host} is not public")
        plain = socket.create_connection((str(found[0][4][0]), self.port), self.timeout)
        self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


def send(endpoint: str, body: bytes, headers: dict[str, str], allowed: Collection[str] = ()) -> int:
    """Post a message to a push service and return the status of its answer.  Raises `OSError` or `http.client.HTTPException`.

    It follows no redirection, reads no body, and takes no longer than `DEADLINE`.
    """
    parts = urlsplit(endpoint)
    kind = http.client.HTTPConnection if origin_of(endpoint) in allowed else PinnedConnection
    connection = kind(parts.hostname or "", parts.port, timeout=DEADLINE)

    def give_up() -> None:
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)

    watch = threading.Timer(DEADLINE, give_up)  # a server that answers byte by byte renews every other limit
    watch.start()
    try:
        connection.request("POST", parts.path + (f"?{parts.query}" if parts.query else ""), body, headers)
        return connection.getresponse().status
    finally:
        watch.cancel()
        connection.close()


def message(text: bytes, endpoint: str, theirs: bytes, auth: bytes, key: bytes, now: float, contact: str, topic: str) -> Any:
    """Return the body and the headers of a message; a later one of the same topic takes the place of one that was not delivered."""
    body = encrypted(text, theirs, auth, new_key(), secrets.token_bytes(16))
    headers = {
        "Authorization": signed(key, endpoint, now, contact), "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream", "TTL": str(LIFETIME), "Topic": topic, "Urgency": "normal",
    }  # fmt: skip
    return body, headers
