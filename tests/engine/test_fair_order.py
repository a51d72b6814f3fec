"""The order of the cards from sealed secrets: as it is written in docs/fairness.md, alike in Python and TypeScript, and without a bias."""

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from qipai.engine.errors import QipaiError
from qipai.engine.fair_order import Added, Pledge, below, check_pledge, draw_faces, key_of, promise_of, seal_of, write_pledge

VECTORS = json.loads(Path(__file__).with_name("fair_order.json").read_text())  # the tests of the browser client read it too
DEAL, SECRET, NUMBER = "ab12-7", "11" * 32, "22" * 32


def pledge_of(vector: dict[str, Any]) -> Pledge:
    return Pledge(vector["deal"], vector["secret"], tuple(Added(**one) for one in vector["added"]))


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

    assert vector["seal"] == sha256(f"qipai seal 1\n{vector['deal']}\n{vector['secret']}")
    lines = ["qipai deal 1", vector["deal"]]
    for one in vector["added"]:
        if one["number"]:
            assert one["promised"] == sha256(f"qipai number 1\n{vector['seal']}\n{one['number']}")
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


def test_every_part_changes_the_order() -> None:
    seal, faces = seal_of(DEAL, SECRET), [str(n) for n in range(100, 152)]
    one = Added(1, promise_of(seal, NUMBER), NUMBER)
    pledges = [
        Pledge(DEAL, SECRET), Pledge(DEAL, "12" * 32), Pledge("ab12-8", SECRET), Pledge(DEAL, SECRET, (one,)),
        Pledge(DEAL, SECRET, (one._replace(seat=2),)), Pledge(DEAL, SECRET, (one._replace(number="23" * 32),)),
    ]  # fmt: skip
    assert len({tuple(draw_faces(key_of(pledge), faces, [])[0]) for pledge in pledges}) == len(pledges)
    assert key_of(Pledge(DEAL, SECRET, (one._replace(number=""),))) == key_of(Pledge(DEAL, SECRET))


def sealed() -> tuple[dict[str, Any], dict[str, Any]]:
    seal = seal_of(DEAL, SECRET)
    added = (Added(0, promise_of(seal, NUMBER), NUMBER), Added(1, promise_of(seal, "33" * 32), ""), Added(2, "", ""))
    pledge = Pledge(DEAL, SECRET, added)
    order, lots = draw_faces(key_of(pledge), ["3S", "4S", "5S", "6S", "7S"], [4, 0])
    public, hidden = write_pledge(pledge, [4, 0])
    return public, {**hidden, "order": order, "lots": lots}


def test_what_was_sealed_is_confirmed() -> None:
    public, hidden = sealed()
    assert check_pledge(public, hidden)
    assert not check_pledge({"deal": 1}, {"order": ["3S"], "lots": [0]})


def swapped(cards: list[str]) -> list[str]:
    return [*cards[:2], cards[3], cards[2], *cards[4:]]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda public, hidden: hidden.update(order=swapped(hidden["order"])), "from card 3 on"),
        (lambda public, hidden: hidden.update(lots=[(hidden["lots"][0] + 1) % 4, 0]), "lots"),
        (lambda public, hidden: hidden.update(secret="44" * 32), "not that of the secret"),
        (lambda public, hidden: public.update(seal="44" * 32), "not that of the secret"),
        (lambda public, hidden: public.update(id="ab12-9"), "not that of the secret"),
        (lambda public, hidden: public["added"][0].update(number="44" * 32), "seat 0 is not the one"),
        (lambda public, hidden: public["added"][0].update(number=""), "order"),
        (lambda public, hidden: public["added"].pop(0), "order"),
        (lambda public, hidden: public["added"].reverse(), "not by seat"),
        (lambda public, hidden: hidden.pop("secret"), "cannot be read"),
        (lambda public, hidden: public.pop("seal"), "cannot be read"),
    ],
)
def test_what_was_changed_does_not_match(change: Any, reason: str) -> None:
    public, hidden = sealed()
    change(public, hidden)
    with pytest.raises(QipaiError, match=reason):
        check_pledge(public, hidden)
