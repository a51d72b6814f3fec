"""Whether the record of a sealed deal must be refused, worked out from `docs/fairness.md` and nothing else of the project.

It knows no rules of a game: that the pack, the lots and their sides are those of the rules is for who deals again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

BOTS = frozenset("Abacus Bamboo Crane Drum Ember Fan Gong Inkstone Kettle Brush Plum Willow".split())
WORDS = 2**32  # of a stream there are so many different ones
PRIME = 2**255 - 19  # RFC 8032 §5.1: x and y of a point are remainders by it
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME  # the d of -x² + y² = 1 + d x² y²


class Wrong(Exception):
    """What the page does not allow, in words."""


def kind(fact: dict[str, Any]) -> int:
    """Which kind of seal a fact `shuffled` has: 2 or 1, or 0 if it is of neither."""
    added = fact.get("added")
    if "seal" not in fact or not isinstance(added, list) or not all(isinstance(one, dict) for one in added):
        return 0
    has = ["start" in fact] + [field in one for one in added for field in ("key", "signed")]
    return 2 if all(has) else 0 if any(has) else 1


def refusal(fact: dict[str, Any], head: dict[str, Any]) -> str | None:
    """Why the record of a sealed deal must be refused, or None.

    Args:
        fact: its second line, `shuffled`, whole.
        head: its first line.
    """
    try:
        check(fact, head)
    except Wrong as wrong:
        return str(wrong)
    return None


def check(fact: dict[str, Any], head: dict[str, Any]) -> None:
    need(kind(fact) == 2, "the seal is of the first kind" if kind(fact) == 1 else "the seal is of no kind")
    need(isinstance(fact.get("id"), str) and re.fullmatch(r"[^\n\ud800-\udfff]+", fact["id"]), "id is not one line of text")
    for field in ("seal", "start"):
        need(digits(fact[field], 64), f"{field} is not 64 digits")
    hidden: Any = fact.get("hidden")
    need(isinstance(hidden, dict) and digits(hidden.get("secret"), 64), "secret is not 64 digits")
    identity, seal, secret = fact["id"], fact["seal"], hidden["secret"]
    need(seal == sha256("qipai seal 2", identity, secret), "the seal is not that of the secret")
    need(fact["start"] == mac(secret, "qipai start 2", start_of(head)).hex(), "it was dealt from another start")
    check_chairs(fact["added"], head)
    promises = [f"{one['seat']} {one['promised']}" for one in fact["added"] if one["promised"]]
    listed = sha256("qipai list 2", seal, fact["start"], *promises)
    uncovered = [one for one in fact["added"] if one["number"]]
    for one in uncovered:
        check_number(one, seal, listed)
    numbers = [f"{one['seat']} {one['number']}" for one in uncovered]
    check_cards(hidden, words(mac(secret, "qipai deal 2", identity, listed, *numbers)))


def start_of(head: dict[str, Any]) -> str:
    for field, is_a in (("game", str), ("rules", dict), ("setup", dict)):
        need(isinstance(head.get(field), is_a), f"the first line has no {field}")
    start = {field: head[field] for field in ("game", "rules", "setup")}
    try:
        return json.dumps(start, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError):
        raise Wrong("what it was dealt from is not JSON") from None


def check_chairs(added: list[dict[str, Any]], head: dict[str, Any]) -> None:
    players: Any = head.get("players")
    need(isinstance(players, list) and all(isinstance(name, str) for name in players), "the first line has no players")
    people = [seat for seat, name in enumerate(players) if name not in BOTS]
    need(all(type(one.get("seat")) is int for one in added), "a seat is not a whole number")
    need([one["seat"] for one in added] == people, "the seats are not those of the people, each once, ascending")
    for one in added:
        for field, length in (("promised", 64), ("number", 64), ("key", 64), ("signed", 128)):
            value = one.get(field)
            need(value == "" or digits(value, length), f"{field} at seat {one['seat']} is not {length} digits")
        there = {one[field] != "" for field in ("number", "key", "signed")}
        need(len(there) == 1, f"seat {one['seat']} has not all of a number, its key and its signature")
        need(there == {False} or one["promised"], f"seat {one['seat']} has a number and promised none")


def check_number(one: dict[str, Any], seal: str, listed: str) -> None:
    seat, key, number = one["seat"], one["key"], one["number"]
    need(one["promised"] == sha256("qipai promise 2", seal, key, number), f"seat {seat} promised another number or key")
    need(is_key(bytes.fromhex(key)), f"the key at seat {seat} is none")
    text = "\n".join(("qipai number 2", listed, str(seat), number)).encode()
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(one["signed"]), text)
    except InvalidSignature:
        raise Wrong(f"the number at seat {seat} is not signed for this list") from None


def is_key(key: bytes) -> bool:
    """Whether it is a point of the curve, written as RFC 8032 §5.1.2 writes it, and eight times it is not the neutral one."""
    y = int.from_bytes(key, "little") % 2**255
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if y >= PRIME or x * x % PRIME != square:
        return False
    for _ in range(3):  # both roots give one order; where there is but one, whatever its sign is written as, that is small
        both = CURVE * x * x * y * y
        x, y = 2 * x * y * pow(1 + both, -1, PRIME) % PRIME, (y * y + x * x) * pow(1 - both, -1, PRIME) % PRIME
    return (x, y) != (0, 1)


def check_cards(hidden: Any, stream: Iterator[int]) -> None:
    order, lots, sides = (hidden.get(field) for field in ("order", "lots", "sides"))
    need(isinstance(order, list) and all(isinstance(face, str) for face in order), "order is not a list of faces")
    cards = sorted(order)
    for place in range(len(cards) - 1, 0, -1):
        other = below(place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    need(cards == order, "the order of the cards does not follow from the secret and the numbers")
    for name, many in (("lots", lots), ("sides", sides)):
        need(isinstance(many, list) and all(type(one) is int for one in many), f"{name} is not a list of whole numbers")
    need(len(lots) == len(sides), "there are not as many lots as sides")
    need(all(0 <= one <= WORDS for one in sides), "a lot has fewer than no sides, or more than 2³²")
    need(lots == [below(one, stream) if one else 0 for one in sides], "the lots do not follow from the secret and the numbers")


def words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        eight = mac(key.hex(), "qipai cards 1", str(block))
        yield from (int.from_bytes(eight[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(sides: int, stream: Iterator[int]) -> int:
    return next(word for word in stream if word < WORDS - WORDS % sides) % sides


def sha256(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def mac(key: str, *lines: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), "\n".join(lines).encode(), "sha256")


def digits(value: object, length: int) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{length}}}", value) is not None


def need(condition: object, reason: str) -> None:
    if not condition:
        raise Wrong(reason)
