"""The checker that was written from `docs/fairness.md` alone, on deals that are sealed here, honestly and otherwise."""

import copy
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.reference.fair_record import below, is_key, kind, refusal

Fact = dict[str, Any]
PACK = [rank + suit for suit in "SHDC" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()] + ["B", "R"]
HEAD: Fact = {
    "qipai": 1,
    "game": "gan_deng_yan",
    "rules": {"name": "干瞪眼", "bombs": "on"},
    "players": ["Mei", "Abacus", "Bo", "Chen", "Abacus 2"],
    "deal": 3,
    "setup": {"players": 5, "pack": [0, 4, 4], "dealer": -1},
}
SIDES = [0, 1, 6, 2**31 + 1, 2**32, 0, 2**31 + 1, 54, 2**31 + 1]
EVERYBODY = {0: "Mei", 2: "Bo", 3: "Chen", 4: "Abacus 2"}


def drawn(seed: str) -> str:
    return hashlib.sha256(f"drawn for {seed}".encode()).hexdigest()


def pair(seed: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(drawn(f"key of {seed}")))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def under(key: str, text: str) -> str:
    return hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).hexdigest()


def sealed(
    head: Fact = HEAD,
    promising: dict[int, str] = EVERYBODY,
    uncovering: tuple[int, ...] = (0, 2, 3),
    sides: list[int] = SIDES,
    keys: dict[int, str] | None = None,
    signatures: dict[int, str] | None = None,
    secret: str = drawn("secret"),
) -> Fact:
    """Seal and deal as the page says, but for keys and signatures that are given by seat.

    Args:
        promising: whose number and key, by seat.
    """
    seal = digest(f"qipai seal 2\ntable-3\n{secret}")
    start = under(
        secret,
        "qipai start 2\n"
        + json.dumps({"game": head["game"], "rules": head["rules"], "setup": head["setup"]}, sort_keys=True).replace(" ", ""),
    )
    added = []
    for seat, name in enumerate(head["players"]):
        if name != "Abacus":
            who = promising.get(seat)
            one = {"seat": seat, "promised": "", "number": "", "key": "", "signed": ""}
            if who:
                one["number"], one["key"] = (
                    drawn(who),
                    pair(who).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex(),
                )
                one["key"] = (keys or {}).get(seat, one["key"])
                one["promised"] = digest(f"qipai promise 2\n{seal}\n{one['key']}\n{one['number']}")
            added.append(one)
    closed = digest(
        f"qipai list 2\n{seal}\n{start}" + "".join(f"\n{one['seat']} {one['promised']}" for one in added if one["promised"])
    )
    text = f"qipai deal 2\ntable-3\n{closed}"
    for one in added:
        if one["seat"] not in uncovering:
            one.update(number="", key="", signed="")
        else:
            seat, number = one["seat"], one["number"]
            signed = pair(promising[seat]).sign(f"qipai number 2\n{closed}\n{seat}\n{number}".encode()).hex()
            one["signed"] = (signatures or {}).get(seat, signed)
            text += f"\n{seat} {number}"
    order, lots = shuffled(under(secret, text), sides)
    hidden = {"secret": secret, "order": order, "lots": lots, "sides": sides}
    return {"event": "shuffled", "deal": 3, "id": "table-3", "seal": seal, "start": start, "added": added, "hidden": hidden}


def shuffled(key: str, sides: list[int]) -> tuple[list[str], list[int]]:
    digits = "".join(under(key, f"qipai cards 1\n{block}") for block in range(40))
    stream = [int(digits[at : at + 8], 16) for at in range(0, len(digits), 8)]

    def draw(n: int) -> int:
        while (word := stream.pop(0)) >= 2**32 // n * n:
            pass
        return word % n

    order = sorted(PACK)
    for i in reversed(range(1, len(order))):
        j = draw(i + 1)
        order[i], order[j] = order[j], order[i]
    return order, [draw(n) if 0 < n <= 2**32 else 0 for n in sides]


def signed_at(fact: Fact, seat: int) -> str:
    return next(one["signed"] for one in fact["added"] if one["seat"] == seat)


def test_an_honest_deal_passes() -> None:
    assert refusal(sealed(), HEAD) is None
    assert kind(sealed()) == 2


def test_the_maker_agrees_with_a_third_party() -> None:
    """Worked out with `sha256sum` and `openssl dgst -mac HMAC`, and the first exchange by hand."""
    fact = sealed()
    assert fact["seal"] == "e042ced52492348bc9dfa17e8eac62f2dad404851ce424b7ab3509da2bc6566f"
    assert fact["start"] == "955bf37ec7a2fda54221ead73b6d5e52f2f15b192c2745e96b5f25b9400647ba"
    first = bytes.fromhex("75361b90dde42ed7d5192244ec3c9b9d4a7caaefd608b11c0f796b1a4cbbbbdc")  # of the stream
    assert fact["hidden"]["order"][-1] == sorted(PACK)[int.from_bytes(first[:4], "big") % 54]


@pytest.mark.parametrize("uncovering", [(), (2,), (0, 2, 3, 4)])
def test_it_passes_whoever_uncovers(uncovering: tuple[int, ...]) -> None:
    assert refusal(sealed(uncovering=uncovering), HEAD) is None


def test_it_passes_where_nobody_adds_a_number() -> None:
    assert refusal(sealed(promising={}, uncovering=()), HEAD) is None
    bots = HEAD | {"players": ["Abacus", "Abacus"]}
    assert refusal(sealed(bots, {}, ()), bots) is None


def test_a_digit_of_the_number_decides_the_cards() -> None:
    assert sealed()["hidden"]["order"] != sealed(uncovering=(0, 2))["hidden"]["order"]


def test_what_means_nothing_changes_nothing() -> None:
    fact = sealed() | {"weather": "rain", "deal": 4}
    fact["added"][0]["mood"] = 3
    assert refusal(fact, HEAD | {"when": "2026-11-21T20:15:00Z", "variant": "other"}) is None


def flipped(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


CHANGED: list[tuple[str, Callable[[Fact], object], str]] = [
    ("id", lambda fact: fact.update(id="table-4"), "the seal is not that"),
    ("seal", lambda fact: fact.update(seal=flipped(fact["seal"])), "the seal is not that"),
    ("secret", lambda fact: fact["hidden"].update(secret=flipped(fact["hidden"]["secret"])), "the seal is not that"),
    ("start", lambda fact: fact.update(start=flipped(fact["start"])), "another start"),
    ("seat", lambda fact: fact["added"][0].update(seat=1), "the seats are not"),
    ("promise", lambda fact: fact["added"][1].update(promised=flipped(fact["added"][1]["promised"])), "seat 0 is not signed"),
    (
        "first promise",
        lambda fact: fact["added"][0].update(promised=flipped(fact["added"][0]["promised"])),
        "another number or key",
    ),
    ("promise alone", lambda fact: fact["added"][3].update(promised=drawn("else")), "not signed"),
    ("number", lambda fact: fact["added"][0].update(number=flipped(fact["added"][0]["number"])), "another number or key"),
    ("key", lambda fact: fact["added"][0].update(key=flipped(fact["added"][0]["key"])), "another number or key"),
    ("signature", lambda fact: fact["added"][2].update(signed=flipped(fact["added"][2]["signed"])), "seat 3 is not signed"),
    ("a promise less", lambda fact: fact["added"][3].update(promised=""), "not signed"),
    ("number without promise", lambda fact: fact["added"][2].update(promised=""), "promised none"),
    ("no key", lambda fact: fact["added"][2].update(key=""), "has not all"),
    ("no signature", lambda fact: fact["added"][2].update(signed=""), "has not all"),
    ("no number", lambda fact: fact["added"][2].update(number=""), "has not all"),
    ("left out", lambda fact: fact["added"][2].update(number="", key="", signed=""), "order of the cards"),
    ("a chair less", lambda fact: fact["added"].pop(), "the seats are not"),
    ("a chair twice", lambda fact: fact["added"].append(fact["added"][3]), "the seats are not"),
    ("a chair too many", lambda fact: fact["added"].append(fact["added"][3] | {"seat": 5}), "the seats are not"),
    ("other way round", lambda fact: fact["added"].reverse(), "the seats are not"),
    ("two cards", lambda fact: fact["hidden"]["order"].insert(0, fact["hidden"]["order"].pop()), "order of the cards"),
    ("a card less", lambda fact: fact["hidden"]["order"].pop(), "order of the cards"),
    ("a lot", lambda fact: fact["hidden"]["lots"].__setitem__(2, (fact["hidden"]["lots"][2] + 1) % 6), "the lots do not"),
    ("an undrawn lot", lambda fact: fact["hidden"]["lots"].__setitem__(0, 1), "the lots do not"),
    ("a lot less", lambda fact: fact["hidden"]["lots"].pop(), "as many lots"),
    ("sides", lambda fact: fact["hidden"]["sides"].__setitem__(3, 5), "the lots do not"),
]


@pytest.mark.parametrize(("change", "reason"), [row[1:] for row in CHANGED], ids=[row[0] for row in CHANGED])
def test_a_change_is_refused(change: Callable[[Fact], object], reason: str) -> None:
    fact = copy.deepcopy(sealed())
    change(fact)
    assert reason in (refusal(fact, HEAD) or "")


@pytest.mark.parametrize("field", ["game", "rules", "setup"])
def test_another_start_is_refused(field: str) -> None:
    other = HEAD | {field: "giog" if field == "game" else {"dealer": 2}}
    assert "another start" in (refusal(sealed(), other) or "")
    fact = sealed(other, signatures={0: signed_at(sealed(), 0)})  # dealt from another than the one that was signed
    assert "seat 0 is not signed" in (refusal(fact, other) or "")


@pytest.mark.parametrize(("seat", "name"), [(0, "Crane"), (4, "Willow"), (1, "Dan"), (1, "abacus")])
def test_every_person_is_listed_and_no_bot(seat: int, name: str) -> None:
    players = ["Mei", "Abacus", "Bo", "Chen", "Abacus 2"]
    players[seat] = name
    assert "the seats are not" in (refusal(sealed(), HEAD | {"players": players}) or "")


def test_a_number_cannot_be_given_at_another_seat() -> None:
    moved = {2: "Mei", 3: "Chen"}
    fact = sealed(promising=moved, uncovering=(2, 3), signatures={2: signed_at(sealed(), 0)})
    assert "seat 2 is not signed" in (refusal(fact, HEAD) or "")
    assert refusal(sealed(promising=moved, uncovering=(2, 3)), HEAD) is None  # with its key one may sign for any seat


@pytest.mark.parametrize("promising", [{0: "Mei", 2: "Bo"}, EVERYBODY | {4: "somebody"}, EVERYBODY | {2: "somebody"}])
def test_a_signature_counts_for_its_list_alone(promising: dict[int, str]) -> None:
    """All else follows from the other list, as a server would make it that has seen the number."""
    fact = sealed(promising=promising, uncovering=(0,), signatures={0: signed_at(sealed(), 0)})
    assert "seat 0 is not signed" in (refusal(fact, HEAD) or "")


def test_a_signature_counts_for_its_seal_alone() -> None:
    fact = sealed(secret=drawn("another"), signatures={3: signed_at(sealed(), 3)})
    assert "seat 3 is not signed" in (refusal(fact, HEAD) or "")


SMALL = {  # by order, as RFC 8032 writes them
    1: ["01" + "00" * 31],
    2: ["ec" + "ff" * 30 + "7f"],
    4: ["00" * 32, "00" * 31 + "80"],
    8: [
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    ],
}
OTHERWISE = [f"{(2**255 - 19 + y + sign * 2**255):064x}" for y in range(19) for sign in (0, 1)]  # y is not below the prime
OTHERWISE = [bytes.fromhex(digits)[::-1].hex() for digits in OTHERWISE] + ["01" + "00" * 30 + "80", "ec" + "ff" * 31]
BAD_KEYS = [key for keys in SMALL.values() for key in keys] + OTHERWISE


def test_what_is_no_key() -> None:
    assert [key for key in BAD_KEYS if is_key(bytes.fromhex(key))] == []
    assert not is_key(b"\x02" + bytes(31))  # no point has this y
    assert all(is_key(pair(f"{n}").public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)) for n in range(20))
    assert is_key(b"\x58" + b"\x66" * 31)  # the base point, RFC 8032 §5.1


@pytest.mark.parametrize("key", [SMALL[1][0], "ee" + "ff" * 30 + "7f", "01" + "00" * 30 + "80"])
def test_a_key_under_which_one_signature_fits_every_text_is_refused(key: str) -> None:
    fact = sealed(keys={0: key}, signatures={0: "01" + "00" * 63})  # R is the neutral point, S is 0
    assert "the key at seat 0 is none" in (refusal(fact, HEAD) or "")


def test_s_is_below_the_order_of_the_curve() -> None:
    signed = bytes.fromhex(signed_at(sealed(), 0))
    order = 2**252 + 27742317777372353535851937790883648493
    more = signed[:32] + (int.from_bytes(signed[32:], "little") + order).to_bytes(32, "little")
    assert "not signed" in (refusal(sealed(signatures={0: more.hex()}), HEAD) or "")


WRONG: list[tuple[tuple[str | int, ...], list[object], str]] = [
    (("id",), [None, 3, "", "table\n3", "\ud800"], "id is not"),
    (("seal",), [None, 5, "", "0" * 63, "0" * 64 + "\n", "A" * 64, "g" * 64, "０" * 64], "seal is not"),
    (("start",), [None, "", "F" * 64], "start is not"),
    (("added",), [None, {}, "", [None], [[]], 7], "of no kind"),
    (("hidden",), [None, [], ""], "secret is not"),
    (("hidden", "secret"), [None, "", 0, "A" * 64, b"0" * 64], "secret is not"),
    (("added", 0, "seat"), [None, "0", 0.0, False], "not a whole number"),
    (("added", 0, "seat"), [-1, 1, 7], "the seats are not"),
    (("added", 0, "promised"), [None, 0, False, "A" * 64, "0" * 65], "promised at seat 0"),
    (("added", 0, "number"), [None, 0, False, "A" * 64, " " * 64], "number at seat 0"),
    (("added", 0, "key"), [None, [], "A" * 64, "0" * 128], "key at seat 0"),
    (("added", 0, "signed"), [None, {}, "A" * 128, "0" * 64], "signed at seat 0"),
    (("hidden", "order"), [None, "2S", {}, [2], [None]], "order is not"),
    (("hidden", "lots"), [None, {}, "", [True], [1.0], ["1"]], "lots is not"),
    (("hidden", "sides"), [None, {}, "", [True], [6.0], ["6"]], "sides is not"),
    (("hidden", "sides"), [[]], "as many lots"),
]


@pytest.mark.parametrize(("path", "values", "reason"), WRONG, ids=[".".join(map(str, row[0])) for row in WRONG])
def test_a_wrong_type_is_refused(path: tuple[str | int, ...], values: list[object], reason: str) -> None:
    for value in values:
        fact = copy.deepcopy(sealed())
        inner: Any = fact
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = value
        assert reason in (refusal(fact, HEAD) or ""), value


def test_a_first_line_that_says_too_little_is_refused() -> None:
    for field in ("game", "rules", "setup", "players"):
        assert f"no {field}" in (refusal(sealed(), HEAD | {field: None}) or "")
        assert f"no {field}" in (refusal(sealed(), {key: HEAD[key] for key in HEAD if key != field}) or "")
    assert "not JSON" in (refusal(sealed(), HEAD | {"setup": {"stakes": float("nan")}}) or "")


@pytest.mark.parametrize("sides", [[0], [1], [2**32], [0, 1, 2**32, 0], [], [2**31 + 1] * 12])
def test_lots_with_few_and_many_sides(sides: list[int]) -> None:
    fact = sealed(sides=sides)
    assert refusal(fact, HEAD) is None
    fact["hidden"]["lots"] = [*fact["hidden"]["lots"][1:], 1]
    assert sides == [] or "the lots do not" in (refusal(fact, HEAD) or "")


@pytest.mark.parametrize("sides", [-1, 2**32 + 1, 2**64])
def test_no_lot_has_more_sides_than_there_are_words(sides: int) -> None:
    assert "sides, or more" in (refusal(sealed(sides=[sides]), HEAD) or "")


def test_a_word_above_the_last_multiple_is_passed_over() -> None:
    half = 2**31 + 1
    assert below(half, iter([2**32 - 1, half, half - 1])) == half - 1
    assert below(2**32, iter([2**32 - 1])) == 2**32 - 1
    assert below(3, iter([2**32 - 1, 5])) == 2
    words = iter([7, 8])
    assert (below(1, words), next(words)) == (0, 8)  # one side takes a word too


def test_kinds() -> None:
    first = copy.deepcopy(sealed())
    del first["start"]
    assert kind(first) == 0
    assert "of no kind" in (refusal(first, HEAD) or "")
    for one in first["added"]:
        del one["key"], one["signed"]
    assert kind(first) == 1
    assert "of the first kind" in (refusal(first, HEAD) or "")
    first["start"] = sealed()["start"]
    assert kind(first) == 0
    del first["added"][:]
    assert kind(first) == 2
    for field in ("key", "signed"):
        mixed = copy.deepcopy(sealed())
        del mixed["added"][3][field]
        assert kind(mixed) == 0
    assert kind({"event": "shuffled", "hidden": {"order": PACK, "lots": []}}) == 0
