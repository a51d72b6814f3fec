"""The order of the cards from sealed secrets: as it is written in docs/fairness.md, alike in Python and TypeScript, and without a bias."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from qipai.engine.errors import QipaiError
from qipai.engine.fair_order import (
    FIRST,
    SIGN,
    SIGNED,
    Added,
    P,
    Pledge,
    Sealed,
    below,
    check_pledge,
    draw_faces,
    first_promise_of,
    is_key,
    key_of,
    list_of,
    promise_of,
    seal_of,
    start_of,
    text_to_sign,
    write_pledge,
)

VECTORS = json.loads(Path(__file__).with_name("fair_order.json").read_text())  # the tests of the browser client read it too
DEAL, SECRET, NUMBER = "ab12-7", "11" * 32, "22" * 32
HEAD = {"game": "gan_deng_yan", "rules": {}, "setup": {"players": 4, "pack": [0, 4]}}
START = start_of(SECRET, HEAD)


def pledge_of(vector: dict[str, Any]) -> Pledge:
    added = tuple(Added(**one) for one in vector["added"])
    return Pledge(vector["deal"], vector["secret"], added, vector["kind"], vector.get("start", ""))


def own_key(seat: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([seat + 1] * 32))


def sign(private: Ed25519PrivateKey, promises: str, seat: int, number: str) -> str:
    return private.sign(text_to_sign(promises, seat, number)).hex()


@pytest.mark.parametrize("vector", VECTORS)
def test_what_is_written_can_be_worked_out_again(vector: dict[str, Any]) -> None:
    pledge = pledge_of(vector)
    assert (pledge.seal, key_of(pledge).hex()) == (vector["seal"], vector["key"])
    assert draw_faces(key_of(pledge), vector["faces"], vector["sides"]) == (vector["order"], vector["lots"])
    assert draw_faces(key_of(pledge), vector["faces"][::-1], vector["sides"]) == (vector["order"], vector["lots"])


@pytest.mark.parametrize("vector", VECTORS)
def test_the_page_about_it_is_enough(vector: dict[str, Any]) -> None:
    """Whoever programs what docs/fairness.md says gets the same cards."""

    def sha256(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()

    kind = vector["kind"]
    assert vector["seal"] == sha256(f"qipai seal {kind}\n{vector['deal']}\n{vector['secret']}")
    lines = [f"qipai deal {kind}", vector["deal"]]
    if kind == 2:
        promises = [f"{one['seat']} {one['promised']}" for one in vector["added"] if one["promised"]]
        start = json.dumps(vector["head"], sort_keys=True, separators=(",", ":"))
        made = hmac.new(bytes.fromhex(vector["secret"]), f"qipai start 2\n{start}".encode(), hashlib.sha256).hexdigest()
        assert vector["start"] == made
        lines.append(sha256("\n".join(["qipai list 2", vector["seal"], made, *promises])))
    for one in vector["added"]:
        if one["number"] and kind == 1:
            assert one["promised"] == sha256(f"qipai number 1\n{vector['seal']}\n{one['number']}")
        elif one["number"]:
            assert one["promised"] == sha256(f"qipai promise 2\n{vector['seal']}\n{one['key']}\n{one['number']}")
            private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(vector["private"][str(one["seat"])]))
            signed = private.sign(f"qipai number 2\n{lines[2]}\n{one['seat']}\n{one['number']}".encode())
            assert (one["key"], one["signed"]) == (private.public_key().public_bytes_raw().hex(), signed.hex())
        if one["number"]:
            lines.append(f"{one['seat']} {one['number']}")
    key = hmac.new(bytes.fromhex(vector["secret"]), "\n".join(lines).encode(), hashlib.sha256).digest()
    stream = b"".join(hmac.new(key, f"qipai cards 1\n{n}".encode(), hashlib.sha256).digest() for n in range(100))
    place = 0

    def draw(n: int) -> int:
        nonlocal place
        while True:
            word = int.from_bytes(stream[place : place + 4], "big")
            place += 4
            if word < 2**32 - 2**32 % n:
                return word % n

    cards = sorted(vector["faces"])
    for i in reversed(range(1, len(cards))):
        j = draw(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert cards == vector["order"]
    assert [draw(n) if n else 0 for n in vector["sides"]] == vector["lots"]


def test_every_card_comes_to_every_place_alike() -> None:
    """24 orders of four cards and two lots, 250 expected of each: chi-square with 47 degrees of freedom, 999 of 1,000 below 82.7."""
    found = Counter[tuple[Any, ...]]()
    for n in range(24 * 2 * 250):
        order, lots = draw_faces(hashlib.sha256(str(n).encode()).digest(), ["3S", "4S", "5S", "6S"], [2])
        found[*order, *lots] += 1
    assert len(found) == 48
    assert sum((count - 250) ** 2 / 250 for count in found.values()) < 82.7


def test_words_above_the_last_multiple_are_left_out() -> None:
    assert below(iter([2**32 - 1, 7]), 6) == 1  # 2 ** 32 - 4 is a multiple of 6
    assert below(iter([2**32 - 5]), 6) == 5
    assert below(iter([2**32 - 1]), 8) == 7


def added_by(seal: str, giving: dict[int, str], keeping: dict[int, str] | None = None) -> tuple[Added, ...]:
    """What people add of whom each has promised a number: those at `giving` uncover it, those at `keeping` do not."""
    keys = {seat: own_key(seat).public_key().public_bytes_raw().hex() for seat in {**giving, **(keeping or {})}}
    promised = {seat: promise_of(seal, keys[seat], number) for seat, number in {**giving, **(keeping or {})}.items()}
    promises = list_of(seal, START, sorted(promised.items()))
    return tuple(
        Added(seat, promised[seat], giving[seat], keys[seat], sign(own_key(seat), promises, seat, giving[seat]))
        if seat in giving
        else Added(seat, promised[seat], "")
        for seat in sorted(promised)
    )


def test_every_part_changes_the_order() -> None:
    seal, faces = seal_of(DEAL, SECRET), [str(n) for n in range(100, 152)]
    (one,) = added_by(seal, {1: NUMBER})
    pledges = [
        Pledge(DEAL, SECRET), Pledge(DEAL, "12" * 32), Pledge("ab12-8", SECRET), Pledge(DEAL, SECRET, (one,)),
        Pledge(DEAL, SECRET, (one._replace(seat=2),)), Pledge(DEAL, SECRET, (one._replace(number="23" * 32),)),
        Pledge(DEAL, SECRET, (one._replace(number=""),)), Pledge(DEAL, SECRET, (one, Added(2, one.promised, ""))),
        Pledge(DEAL, SECRET, (one,), FIRST), Pledge(DEAL, SECRET, (), FIRST),
    ]  # fmt: skip
    pledges += [pledges[0]._replace(start="33" * 32), pledges[3]._replace(start="33" * 32)]
    assert len({tuple(draw_faces(key_of(pledge), faces, [])[0]) for pledge in pledges}) == len(pledges)
    assert key_of(Pledge(DEAL, SECRET, (one._replace(number=""),), FIRST)) == key_of(Pledge(DEAL, SECRET, (), FIRST))


def dealt(pledge: Pledge) -> tuple[dict[str, Any], dict[str, Any]]:
    """A fact whose cards follow from a pledge, whatever it is worth."""
    order, lots = draw_faces(key_of(pledge), ["3S", "4S", "5S", "6S", "7S"], [4, 0])
    public, hidden = write_pledge(pledge, [4, 0])
    return public, {**hidden, "order": order, "lots": lots}


def sealed() -> tuple[dict[str, Any], dict[str, Any]]:
    added = added_by(seal_of(DEAL, SECRET), {0: NUMBER}, {1: "33" * 32})
    return dealt(Pledge(DEAL, SECRET, (*added, Added(2, "", "")), start=START))


def sealed_as_before() -> tuple[dict[str, Any], dict[str, Any]]:
    """A fact as it was written when no numbers were signed."""
    seal = seal_of(DEAL, SECRET, FIRST)
    promised = [first_promise_of(seal, number) for number in (NUMBER, "33" * 32)]
    added = (Added(0, promised[0], NUMBER), Added(1, promised[1], ""), Added(2, "", ""))
    return dealt(Pledge(DEAL, SECRET, added, FIRST))


def test_what_was_sealed_is_confirmed() -> None:
    assert check_pledge(*sealed()) == Sealed(SIGNED, 1)
    assert check_pledge(*sealed(), 4, [3], HEAD) == Sealed(SIGNED, 1)
    assert check_pledge(*sealed_as_before()) == Sealed(FIRST, 1)
    assert check_pledge({"deal": 1}, {"order": ["3S"], "lots": [0]}) is None
    for kind in (FIRST, SIGNED):  # of bots alone
        assert check_pledge(*dealt(Pledge(DEAL, SECRET, (), kind, START if kind == SIGNED else ""))) == Sealed(kind, 0)


def swapped(cards: list[str]) -> list[str]:
    return [*cards[:2], cards[3], cards[2], *cards[4:]]


CHANGES: list[tuple[Any, str]] = [
    (lambda public, hidden: hidden.update(order=swapped(hidden["order"])), "from card 3 on"),
    (lambda public, hidden: hidden.update(lots=[(hidden["lots"][0] + 1) % 4, 0]), "lots"),
    (lambda public, hidden: hidden.update(secret="44" * 32), "not that of the secret"),
    (lambda public, hidden: public.update(seal="44" * 32), "not that of the secret"),
    (lambda public, hidden: public.update(id="ab12-9"), "not that of the secret"),
    (lambda public, hidden: public["added"][0].update(number="44" * 32), "seat 0 is not the one"),
    (lambda public, hidden: public["added"].reverse(), "not by seat"),
    (lambda public, hidden: public["added"][2].update(seat=1), "not by seat"),
    (lambda public, hidden: public["added"][0].update(seat=-1), "no such seat"),
    (lambda public, hidden: public["added"][0].update(seat="0"), "cannot be read"),
    (lambda public, hidden: public["added"][0].update(seat=False), "cannot be read"),
    (lambda public, hidden: public["added"][2].update(promised=None), "cannot be read"),
    (lambda public, hidden: public["added"][0].pop("number"), "cannot be read"),
    (lambda public, hidden: public.update(added=["0"]), "cannot be read"),
    (lambda public, hidden: hidden.pop("secret"), "cannot be read"),
    (lambda public, hidden: public.pop("seal"), "cannot be read"),
]


@pytest.mark.parametrize("fact", [sealed, sealed_as_before])
@pytest.mark.parametrize(("change", "reason"), CHANGES)
def test_what_was_changed_does_not_match(fact: Any, change: Any, reason: str) -> None:
    public, hidden = fact()
    change(public, hidden)
    with pytest.raises(QipaiError, match=reason):
        check_pledge(public, hidden)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda added: added[0].update(number=""), "seat 0 is not the one"),
        (lambda added: added[0].update(number="", key="", signed=""), "the order of the cards"),
        (lambda added: added[0].update(key=""), "key of seat 0"),
        (lambda added: added[0].update(signed=""), "not signed"),
        (lambda added: added[0].update(signed=added[0]["signed"].upper()), "not signed"),
        (lambda added: added[0].pop("key"), "cannot be read"),
        (lambda added: [(one.pop("key"), one.pop("signed")) for one in added], "cannot be read"),
        (lambda added: added[1].update(promised="no digest"), "promise of seat 1"),
        (lambda added: added[1].update(promised=""), "not signed"),  # the list is another
        (lambda added: added[2].update(promised="44" * 32), "not signed"),
        (lambda added: added[2].update(number="44" * 32), "promised none"),
        (lambda added: added.pop(1), "not signed"),
        (lambda added: added.pop(2), "each chair of a person"),
        (lambda added: added[2].update(seat=4), "no such seat"),
        (lambda added: added.append({**added.pop(0), "seat": 3}), "where no person sat"),
    ],
)
def test_signed_numbers_that_were_changed_are_refused(change: Any, reason: str) -> None:
    public, hidden = sealed()
    change(public["added"])
    with pytest.raises(QipaiError, match=reason):
        check_pledge(public, hidden, 4, [3])


def numbers_made_up(honest: Added) -> dict[str, tuple[Added, ...]]:
    """What somebody who knows an honest number and steers the cards could add to it, all made of keys and digests that fit each other."""
    seal, other = seal_of(DEAL, SECRET), "77" * 32
    made = {seat: added_by(seal, {0: NUMBER, seat: other})[1] for seat in (1, 2)}
    moved = added_by(seal, {1: NUMBER})[0]
    return {
        "a number for a chair that promised nothing": (honest, made[2]),
        "another promise in place of one": (honest, made[1]),
        "a promise without a number": (honest, Added(1, "44" * 32, "")),
        "the number at another seat": (honest._replace(seat=1),),
        "the number at another seat, with a key of its own": (moved._replace(signed=honest.signed),),
        "the signature of another number": (honest._replace(number=other, promised=promise_of(seal, honest.key, other)),),
    }


@pytest.mark.parametrize("lie", numbers_made_up(Added(0, "", "")))
def test_an_honest_number_is_worth_nothing_for_another_list(lie: str) -> None:
    honest = added_by(seal_of(DEAL, SECRET), {0: NUMBER})
    assert check_pledge(*dealt(Pledge(DEAL, SECRET, honest, start=START)))
    public, hidden = dealt(Pledge(DEAL, SECRET, numbers_made_up(honest[0])[lie], start=START))
    with pytest.raises(QipaiError, match=r"not signed|is not the one that was promised"):
        check_pledge(public, hidden)


# points whose order is 1, 2, 4 and 8, with either sign; then a y of P and more, as which OpenSSL reads some of them
SMALL = [
    "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "00" * 32, "00" * 31 + "80",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]  # fmt: skip
LARGE = [(y | sign).to_bytes(32, "little").hex() for y in range(P, SIGN) for sign in (0, SIGN)]


@pytest.mark.parametrize("key", [*SMALL, "01" + "00" * 30 + "80", "ec" + "ff" * 31, *LARGE, "", "11" * 31, "AA" * 32])
def test_keys_of_small_order_and_not_as_they_are_written_are_none(key: str) -> None:
    assert not is_key(key)


def test_a_signature_under_a_key_of_small_order_is_refused() -> None:
    """OpenSSL takes it, for any text in eight."""
    seal, key = seal_of(DEAL, SECRET), "01" + "00" * 31
    promises = list_of(seal, START, [(0, promise_of(seal, key, NUMBER))])
    nothing = "01" + "00" * 63  # R is the neutral point, S is 0
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(nothing), text_to_sign(promises, 0, NUMBER))
    public, hidden = dealt(Pledge(DEAL, SECRET, (Added(0, promise_of(seal, key, NUMBER), NUMBER, key, nothing),), start=START))
    with pytest.raises(QipaiError, match="key of seat 0"):
        check_pledge(public, hidden)


def test_keys_that_are_no_points_sign_nothing() -> None:
    seal = seal_of(DEAL, SECRET)
    for y in range(2, 12):  # half of all y have no x
        key = y.to_bytes(32, "little").hex()
        assert is_key(key)
        public, hidden = dealt(
            Pledge(DEAL, SECRET, (Added(0, promise_of(seal, key, NUMBER), NUMBER, key, "01" + "00" * 63),), start=START)
        )
        with pytest.raises(QipaiError, match="not signed"):
            check_pledge(public, hidden)
