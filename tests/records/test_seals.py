"""What the seal of a record proves, in the words of the command: of each kind, of one that nobody added to, and of none."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from qipai.cli.replay import FIRST as OLDER
from qipai.cli.replay import NOBODY, SEALED, SIGNED, UNSEALED, proven
from qipai.engine import fair_order
from qipai.engine.errors import RecordError
from qipai.engine.fair_order import (
    Added,
    Pledge,
    Sealed,
    first_promise_of,
    list_of,
    promise_of,
    seal_of,
    start_of,
    text_to_sign,
)
from qipai.games import GAN_DENG_YAN
from qipai.records import read_record, verify, write_record
from tests.session.live import Live

SECRET, NUMBERS = "11" * 32, ["22" * 32, "33" * 32]
KEYS = [Ed25519PrivateKey.from_private_bytes(bytes([seat + 1] * 32)) for seat in range(4)]


def signed(deal: str, numbers: dict[int, str], start: str) -> Pledge:
    """A pledge to which these seats add numbers that they have signed."""
    seal = seal_of(deal, SECRET)
    keys = [key.public_key().public_bytes_raw().hex() for key in KEYS]
    promised = {seat: promise_of(seal, keys[seat], number) for seat, number in numbers.items()}
    promises = list_of(seal, start, promised.items())
    signatures = {seat: KEYS[seat].sign(text_to_sign(promises, seat, number)).hex() for seat, number in numbers.items()}
    added = tuple(
        Added(seat, promised[seat], numbers[seat], keys[seat], signatures[seat]) if seat in numbers else Added(seat, "", "")
        for seat in sorted({0, 1, *numbers})
    )
    return Pledge(deal, SECRET, added, start=start)


def as_before(deal: str) -> Pledge:
    """A pledge of the first kind."""
    seal = seal_of(deal, SECRET, fair_order.FIRST)
    added = tuple(Added(seat, first_promise_of(seal, number), number) for seat, number in enumerate(NUMBERS))
    return Pledge(deal, SECRET, added, fair_order.FIRST)


def record_of(pledge: Callable[[str], Pledge | None]) -> str:
    """The record of a deal of two people and a bot whose cards follow from a pledge, which is made for a start."""
    live = Live(GAN_DENG_YAN, seats=3, deals=1).people("Ann", "Ben")
    live.session.pledging = lambda serial, head: pledge(start_of(SECRET, head))
    live.play_session(Random(1))
    return write_record(live.log)


def test_each_kind_says_what_it_proves() -> None:
    deal = "ab12-1"
    found = {
        name: verify(read_record(record_of(pledge)))
        for name, pledge in {
            "two": lambda start: signed(deal, dict(enumerate(NUMBERS)), start),
            "nobody": lambda start: Pledge(deal, SECRET, (Added(0, "", ""), Added(1, "", "")), start=start),
            "older": lambda start: as_before(deal),
            "none": lambda start: None,
        }.items()
    }
    assert found == {"two": Sealed(2, 2), "nobody": Sealed(2, 0), "older": Sealed(1, 2), "none": None}
    assert proven(found["two"]) == [SEALED, SIGNED.format(2)]
    assert proven(found["nobody"]) == [SEALED, NOBODY]
    assert proven(found["older"]) == [SEALED, OLDER]
    assert proven(found["none"]) == [UNSEALED]


@pytest.mark.parametrize(
    ("seat", "sentence"), [(2, "by seat 2, where no person sat"), (3, "by seat 3, and there is no such seat")]
)
def test_a_number_of_a_chair_without_a_person_is_refused(seat: int, sentence: str) -> None:
    """All of it made with keys and signatures that fit, by whoever wrote the record."""
    text = record_of(lambda start: signed("ab12-1", {0: NUMBERS[0], seat: NUMBERS[1]}, start))
    with pytest.raises(RecordError, match=rf"Line 2: something was added {sentence}\."):
        verify(read_record(text))


def test_no_person_takes_a_bots_name() -> None:
    live = Live(GAN_DENG_YAN, seats=3, deals=1).people("Ann", "abacus")
    assert [chair.name for chair in live.session.chairs[:2]] == ["Ann", "abacus 2"]


STRANGE: list[Any] = [
    None, True, -1, 0.5, 2**32 + 1, 10**30, 1e300, "", "4", "x" * 64, "\n", "\ud800", [], [None], [[]], [0.5], [2**32 + 1], ["4"], {}, [{}],
    [{"seat": 0}], {"0": 1},
]  # fmt: skip


@pytest.mark.parametrize("place", [
    "0/setup", "0/setup/players", "0/setup/hand_size", "0/setup/pack", "0/setup/pack/5", "0/setup/stakes", "0/setup/dealer",
    "1/id", "1/seal", "1/start", "1/added", "1/added/0", "1/added/0/seat", "1/added/0/promised", "1/added/0/number", "1/added/0/key",
    "1/added/0/signed", "1/hidden", "1/hidden/secret", "1/hidden/order", "1/hidden/order/0", "1/hidden/lots", "1/hidden/lots/0",
    "1/hidden/sides", "1/hidden/sides/0",
])  # fmt: skip
def test_whatever_stands_in_a_place_is_refused_in_a_sentence(place: str) -> None:
    lines = record_of(lambda start: signed("ab12-1", dict(enumerate(NUMBERS)), start)).splitlines()
    line, *way, last = place.split("/")
    for value in STRANGE:
        told = json.loads(lines[int(line)])
        inner: Any = told
        for name in way:
            inner = inner[int(name) if name.isdecimal() else name]
        name = int(last) if last.isdecimal() else last
        if inner[name] == value and type(inner[name]) is type(value):
            continue
        inner[name] = value
        changed = [*lines[: int(line)], json.dumps(told), *lines[int(line) + 1 :]]
        with pytest.raises(RecordError, match=r"^Line \d+: "):
            verify(read_record("\n".join(changed)))
