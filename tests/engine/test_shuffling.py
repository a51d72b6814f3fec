"""Every order of a pack is equally likely, from a seed and from the operating system; the generator is sfc32."""

import itertools
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from qipai.engine import records, shuffling
from qipai.engine.chance import draw_order, seeded
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.records import Record, opened
from qipai.games import find_game

SHUFFLED_SECRETLY = Game.shuffled_secretly  # before tests put another in its place


def pack_of(cards: int, lot: int) -> Record:
    order = records.new(find_game("gan_deng_yan").ORDER)
    pack = opened(order)
    pack.count = cards
    for card in range(cards):
        pack.cards[card] = card
    pack.lots[0] = lot
    return order


def outcome(order: Record) -> tuple[int, ...]:
    pack = opened(order)
    return (*(int(card) for card in pack.cards[: pack.count]), int(pack.lots[0]))


def test_secret_shuffles_are_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way in which 4 × 3 × 2 × 5 numbers can be drawn gives another of the 24 orders and 5 lots."""
    sides: list[int] = []
    drawn: Iterator[int]

    def randbelow(n: int) -> int:
        sides.append(n)
        return next(drawn)

    monkeypatch.setattr(shuffling.secrets, "randbelow", randbelow)
    found = Counter()
    for numbers in itertools.product(range(4), range(3), range(2), range(5)):
        sides, drawn = [], iter(numbers)
        order = pack_of(4, 5)
        shuffling.shuffle_secretly(order)
        assert sides == [4, 3, 2, 5]
        found[outcome(order)] += 1
    assert len(found) == 24 * 5
    assert set(found.values()) == {1}


def test_tables_shuffle_secretly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table is dealt hangs on the operating system alone, and on all that it draws."""
    game = find_game("gan_deng_yan")
    rules = game.rules()
    setup = game.setup(rules, 3)
    drawn: list[int] = []

    def randbelow(n: int) -> int:
        drawn.append(n)
        return n - 1  # every card stays where it is

    monkeypatch.setattr(shuffling.secrets, "randbelow", randbelow)
    order = SHUFFLED_SECRETLY(game, rules, setup)
    unshuffled = records.new(game.ORDER)
    game.pack(rules, setup, unshuffled)
    count = int(opened(order).count)
    assert list(opened(order).cards)[:count] == list(opened(unshuffled).cards)[:count]
    assert drawn[: count - 1] == list(range(count, 1, -1))


def test_shuffles_from_seeds_are_equally_likely() -> None:
    """24 orders of four cards and 2 lots, 500 expected of each: chi-square with 47 degrees of freedom, 999 of 1,000 below 82.7."""
    found = Counter()
    for seed in range(24 * 2 * 500):
        order = pack_of(4, 2)
        draw_order(seeded(seed), order)
        found[outcome(order)] += 1
    assert len(found) == 24 * 2
    assert sum((count - 500) ** 2 / 500 for count in found.values()) < 82.7


def test_the_generator_is_sfc32() -> None:
    """Its definition (PractRand), in NumPy's 32-bit words: the same cards."""
    for seed, stream in [(0, 0), (1, 0), (2**40 + 3, 9), (2**64 - 1, 2**32 - 1)]:
        words = sfc32(seed, stream)
        order = pack_of(8, 6)
        draw_order(seeded(seed, stream), order)
        cards = list(range(8))
        for last in range(7, 0, -1):
            other = int(next(words)) * (last + 1) >> 32
            cards[last], cards[other] = cards[other], cards[last]
        assert outcome(order) == (*cards, int(next(words)) * 6 >> 32)


def sfc32(seed: int, stream: int) -> Iterator[np.uint32]:
    a, b, c, counter = np.array([seed & 0xFFFFFFFF, seed >> 32, stream, 1], np.uint32)
    with np.errstate(over="ignore"):
        for number in itertools.count():
            word = a + b + counter
            a, b, c = b ^ (b >> np.uint32(9)), c + (c << np.uint32(3)), (c << np.uint32(21) | c >> np.uint32(11)) + word
            counter = counter + np.uint32(1)
            if number >= 12:
                yield word


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(QipaiError, match=rf"A seed is a whole number from 0 to 2\*\*64 - 1, not {seed}\."):
        seeded(seed)


@pytest.mark.parametrize("stream", [-1, 2**32, "2", 1.5, None])
def test_the_number_of_a_stream_is_whole(stream: object) -> None:
    with pytest.raises(QipaiError, match="The number of a stream is a whole number from 0 to 4294967295, not "):
        seeded(3, stream)  # type: ignore[arg-type]
