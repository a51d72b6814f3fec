"""Check the shuffle of a finished record: docs/fairness.md in a hundred lines, from nothing else than that page.

`refusal` says why a fact `shuffled` is none that the page allows, or returns None.  The packs of the games are not known here: the
cards of the order are taken for the pack, as a browser takes them.  The page does not say what a lot without sides is: here it is 0, and nothing is drawn for it.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

P = 2**255 - 19  # RFC 8032, section 5.1: the prime of the curve, and its constants
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1


class Refused(Exception):
    """A reason against a record."""


def need(true: bool, reason: str) -> None:
    if not true:
        raise Refused(reason)


def text(*lines: Any) -> bytes:
    return "\n".join(map(str, lines)).encode()


def digest(*lines: Any) -> str:
    return hashlib.sha256(text(*lines)).hexdigest()


def mac(key: bytes, *lines: Any) -> bytes:
    return hmac.digest(key, text(*lines), "sha256")


def is_hex(value: Any, digits: int = 64) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def is_count(value: Any, below: int) -> bool:
    return type(value) is int and 0 <= value < below


def is_key(key: bytes) -> bool:
    """Is this a point as RFC 8032 (section 5.1.3) writes it, and not one of small order?"""
    sign, y = key[31] >> 7, int.from_bytes(key, "little") & (2**255 - 1)
    if y >= P:
        return False
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * ROOT % P
    if x * x % P != square or (x == 0 and sign):
        return False
    for _ in range(3):  # eight times the point; the sign of x does not matter
        product = D * x * x * y * y
        x, y = 2 * x * y * pow(1 + product, -1, P) % P, (y * y + x * x) * pow(1 - product, -1, P) % P
    return (x, y) != (0, 1)


def is_signed(key: str, signature: str, *lines: Any) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), text(*lines))
    except (InvalidSignature, ValueError):
        return False
    return int.from_bytes(bytes.fromhex(signature)[32:], "little") < 2**252 + 27742317777372353535851937790883648493


def below(words: Iterator[int], n: int) -> int:
    return next(word for word in words if word < 2**32 - 2**32 % n) % n


def stream(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        part = mac(key, "qipai cards 1", block)
        yield from (int.from_bytes(part[place : place + 4], "big") for place in range(0, 32, 4))
        block += 1


def check_added(added: Any, seal: Any, players: list[dict[str, Any]]) -> None:
    need(isinstance(added, list) and all(isinstance(one, dict) for one in added), "`added` is no list of objects")
    for one in added:
        need(is_count(one.get("seat"), len(players)), "a seat that the deal does not have")
        need(players[one["seat"]].get("player") != "bot", "a bot's chair")
        for field, digits in (("promised", 64), ("number", 64), ("key", 64), ("signed", 128)):
            need(one.get(field) == "" or is_hex(one.get(field), digits), f"`{field}` is not written as the page says")
        need(
            len({one[field] == "" for field in ("number", "key", "signed")}) == 1,
            "a number, its key and its signature go together",
        )
        need(one["number"] == "" or one["promised"] != "", "a number that was not promised")
    seats = [one["seat"] for one in added]
    people = [seat for seat, player in enumerate(players) if player.get("player") != "bot"]
    need(seats == people, "not each chair of a person once, by seat")
    promises = digest("qipai list 2", seal, *(f"{one['seat']} {one['promised']}" for one in added if one["promised"]))
    for one in (one for one in added if one["number"]):
        need(is_key(bytes.fromhex(one["key"])), "what is no key")
        need(one["promised"] == digest("qipai promise 2", seal, one["key"], one["number"]), "another number than was promised")
        signed = is_signed(one["key"], one["signed"], "qipai number 2", promises, one["seat"], one["number"])
        need(signed, "a number that was not signed for this list and this seat")


def check_order(fact: dict[str, Any], secret: str) -> None:
    hidden, added = fact["hidden"], fact["added"]
    order, lots, sides = hidden.get("order"), hidden.get("lots"), hidden.get("sides")
    need(isinstance(order, list) and all(isinstance(face, str) for face in order), "`order` is no list of faces")
    need(isinstance(sides, list) and all(is_count(n, 2**32 + 1) for n in sides), "`sides` is no list of numbers")
    need(isinstance(lots, list) and all(is_count(lot, 2**32) for lot in lots), "`lots` is no list of numbers")
    promises = digest("qipai list 2", fact["seal"], *(f"{one['seat']} {one['promised']}" for one in added if one["promised"]))
    numbers = [f"{one['seat']} {one['number']}" for one in added if one["number"]]
    words = stream(mac(bytes.fromhex(secret), "qipai deal 2", fact["id"], promises, *numbers))
    cards = sorted(order)
    for i in range(len(cards) - 1, 0, -1):
        j = below(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    need(cards == order, "cards that do not follow from the secret and the numbers")
    need(lots == [below(words, n) if n else 0 for n in sides], "lots that do not follow from the secret and the numbers")


def refusal(record_fact: dict[str, Any], players: list[dict[str, Any]]) -> str | None:
    """Return why the fact `shuffled` of a finished record is refused, or None.  `players` are by seat: `player` is "person" or "bot"."""
    try:
        id_, seal = record_fact.get("id"), record_fact.get("seal")
        hidden: Any = record_fact.get("hidden")
        need(isinstance(id_, str) and re.fullmatch("[^\n\ud800-\udfff]+", id_) is not None, "no id")
        need(is_hex(seal), "no seal")
        need(isinstance(hidden, dict) and is_hex(hidden.get("secret")), "no secret")
        need(seal == digest("qipai seal 2", id_, hidden["secret"]), "the seal is not that of the secret")
        check_added(record_fact.get("added"), seal, players)
        check_order(record_fact, hidden["secret"])
    except Refused as refused:
        return str(refused)
    return None
