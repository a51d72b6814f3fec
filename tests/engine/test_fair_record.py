"""The second reading of docs/fairness.md refuses what is not as it says, and nothing else.

A small maker here deals honestly, from seeds; each test then changes one thing.
"""

import copy
import hashlib
import hmac
import random
from typing import Any

import pytest

pytest.importorskip("cryptography", reason="cryptography is not installed here (the extra `sealed`)")

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.reference.fair_record import is_key, refusal

PEOPLE = [{"player": "person"}, {"player": "bot"}, {"player": "person"}, {"player": "person"}]
UNWRITTEN = {"promised": "", "number": "", "key": "", "signed": ""}


def sha(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def make(seed: int) -> dict[str, Any]:
    """An honest record: seat 0 uncovers, seat 2 does not, seat 3 uncovers or promises nothing."""
    chance = random.Random(seed)
    id_, secret = f"{chance.randbytes(16).hex()}-{seed + 1}", chance.randbytes(32).hex()
    seal = sha("qipai seal 2", id_, secret)
    added: list[dict[str, Any]] = []
    pairs: dict[int, Ed25519PrivateKey] = {}
    for seat in (0, 2, 3):
        pairs[seat] = Ed25519PrivateKey.from_private_bytes(chance.randbytes(32))
        number, key = chance.randbytes(32).hex(), pairs[seat].public_key().public_bytes_raw().hex()
        added.append({"seat": seat, "promised": sha("qipai promise 2", seal, key, number), "number": number, "key": key})
    added[1] |= {"number": "", "key": "", "signed": ""}
    if seed % 2:
        added[2] |= UNWRITTEN
    promises = sha("qipai list 2", seal, *(f"{one['seat']} {one['promised']}" for one in added if one["promised"]))
    for one in added:
        if one["number"]:
            signed = "\n".join(("qipai number 2", promises, str(one["seat"]), one["number"]))
            one["signed"] = pairs[one["seat"]].sign(signed.encode()).hex()
    lines = ["qipai deal 2", id_, promises, *(f"{one['seat']} {one['number']}" for one in added if one["number"])]
    start = hmac.new(bytes.fromhex(secret), "\n".join(lines).encode(), "sha256").digest()
    sides = [6, 1, 2**31 + 1, 0]
    order, lots = draw(start, [f"{rank}{suit}" for suit in "SHCD" for rank in (3, 4, 10, "K")] * 2, sides)
    hidden = {"secret": secret, "order": order, "lots": lots, "sides": sides}
    return {"event": "shuffled", "deal": 1, "id": id_, "seal": seal, "added": added, "hidden": hidden}


def draw(key: bytes, faces: list[str], sides: list[int]) -> tuple[list[str], list[int]]:
    taken = 0

    def word() -> int:
        nonlocal taken
        block = hmac.new(key, f"qipai cards 1\n{taken // 8}".encode(), "sha256").digest()
        taken += 1
        place = (taken - 1) % 8 * 4
        return int.from_bytes(block[place : place + 4], "big")

    def number(n: int) -> int:
        if n == 0:
            return 0
        w = word()
        while w >= 2**32 // n * n:
            w = word()
        return w % n

    cards = sorted(faces)
    for i in reversed(range(1, len(cards))):
        j = number(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards, [number(n) for n in sides]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_honest_is_not_refused(seed: int) -> None:
    assert refusal(make(seed), PEOPLE) is None


def test_a_known_deal() -> None:
    """One deal, written down: maker and checker cannot change together."""
    fact = make(0)
    assert fact["seal"] == "8a1708a751e149f3d71dab17e0a632d3a8b649f62cbe8f3afe425908a5c1027d"
    assert fact["hidden"]["order"][:8] == "3S 3H 4H 3H 10C 4S 3S 3D".split()
    assert fact["hidden"]["lots"] == [2, 0, 304635422, 0]


def change(fact: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(fact)
    *way, last = [int(key) if key.isdecimal() else key for key in path.split("/")]
    place: Any = changed
    for key in way:
        place = place[key]
    place[last] = value(place[last]) if callable(value) else value
    return changed


def flip(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("id", lambda id_: id_ + "1", "the seal"),
        ("id", "", "no id"),
        ("id", lambda id_: f"{id_}\n", "no id"),
        ("seal", flip, "the seal"),
        ("seal", str.upper, "no seal"),
        ("hidden/secret", flip, "the seal"),
        ("hidden/secret", lambda secret: secret[:-2], "no secret"),
        ("hidden", None, "no secret"),
        ("added/0/number", flip, "another number"),
        ("added/0/number", str.upper, "`number` is not written"),
        ("added/0/number", lambda number: number[:-2], "`number` is not written"),
        ("added/0/number", lambda number: number + "\n", "`number` is not written"),
        ("added/0/key", lambda key: key + "00", "`key` is not written"),
        ("added/0/signed", flip, "not signed"),
        ("added/0/signed", "", "go together"),
        ("added/1/key", "ab" * 32, "go together"),
        ("added/0/promised", "", "not promised"),
        ("added/0/promised", flip, "another number"),
        ("added/1/promised", flip, "not signed"),
        ("added/1/promised", "", "not signed"),
        ("added/2/seat", 4, "a seat"),
        ("added/0/seat", True, "a seat"),
        ("added/0/seat", "0", "a seat"),
        ("added/0/seat", -1, "a seat"),
        ("added/0/seat", 1, "bot"),
        ("added/1/seat", 0, "once, by seat"),
        ("added", lambda added: added[::-1], "once, by seat"),
        ("added", lambda added: added[:-1], "once, by seat"),
        ("added", {}, "no list"),
        ("hidden/order", lambda order: order[1:] + order[:1], "cards"),
        ("hidden/order", lambda order: order[:-1], "cards"),
        ("hidden/order", [3], "no list of faces"),
        ("hidden/lots/0", lambda lot: (lot + 1) % 6, "lots"),
        ("hidden/lots", lambda lots: lots[:-1], "lots"),
        ("hidden/sides/0", 7, "lots"),
        ("hidden/sides/0", -1, "no list of numbers"),
    ],
)
def test_what_is_changed_is_refused(path: str, value: Any, reason: str) -> None:
    refused = refusal(change(make(4), path, value), PEOPLE)
    assert refused is not None
    assert reason in refused


P = 2**255 - 19
SMALL = [0, 1, P - 1]  # y of the points of order 1, 2 and 4
EIGHTH = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7  # one of order 8


@pytest.mark.parametrize("y", [*SMALL, EIGHTH, P - EIGHTH])
@pytest.mark.parametrize("sign", [0, 1])
def test_a_point_of_small_order_is_no_key(y: int, sign: int) -> None:
    assert not is_key((y | sign << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("y", range(P, P + 19))
def test_what_is_not_written_as_the_standard_writes_it_is_no_key(y: int) -> None:
    assert not is_key(y.to_bytes(32, "little"))
    assert not is_key((y | 1 << 255).to_bytes(32, "little"))


def test_half_of_all_texts_are_no_point() -> None:
    chance = random.Random(7)
    points = sum(is_key(chance.randbytes(32)) for _ in range(200))
    assert 70 < points < 130
    honest = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
    assert is_key(honest)
