"""All chance: the generator, and the one shuffle that every game uses.

The generator is sfc32 (Chris Doty-Humphrey, PractRand): four 32-bit words held as plain integers, with only + ^ << >> and masks, so the
interpreter, native code and a GPU produce the same bits.  It is for simulation.  A live table uses the operating system's secret
randomness instead (`shuffle_secretly`).
"""

import secrets

import numpy as np

from .compiling import compiled, inlined
from .records import Record, opened

MASK = 0xFFFFFFFF
MAX_LOTS = 8

# The record of a generator.
RANDOM = np.dtype([("words", np.int64, 4)], align=True)


def order_type(max_cards: int) -> np.dtype:
    """Return the dtype of everything that chance decides in a deal: the order of at most `max_cards` cards, and `MAX_LOTS` lots."""
    return np.dtype(
        [
            ("count", np.int16),  # cards in the pack
            ("cards", np.int16, max_cards),  # the pack in the order of drawing
            ("lots", np.int16, MAX_LOTS),  # results of lots and dice; before the shuffle: their sides, 0 for none
        ],
        align=True,
    )


@compiled
def seed_random(random, seed, stream):
    """Start a generator.  `seed` and `stream` are int64; streams of one seed are independent."""
    random.words[0] = seed & MASK
    random.words[1] = (seed >> 32) & MASK
    random.words[2] = stream & MASK
    random.words[3] = 1
    for _ in range(12):
        next_word(random)


@inlined
def next_word(random):
    """Return the next 32 random bits."""
    a = int(random.words[0])
    b = int(random.words[1])
    c = int(random.words[2])
    d = int(random.words[3])
    word = (a + b + d) & MASK
    random.words[0] = b ^ (b >> 9)
    random.words[1] = (c + (c << 3)) & MASK
    random.words[2] = (((c << 21) | (c >> 11)) + word) & MASK
    random.words[3] = (d + 1) & MASK
    return word


@inlined
def below(random, n):
    """Return a number from 0 to n - 1, all equally likely (Lemire, arXiv:1805.10941, algorithm 5).  0 < n < 2**31."""
    product = next_word(random) * n
    if (product & MASK) < n:
        threshold = (MASK + 1 - n) % n
        while (product & MASK) < threshold:
            product = next_word(random) * n
    return product >> 32


@compiled
def shuffle(random, order):
    """Shuffle the cards of `order` (Fisher-Yates) and replace the sides of each lot by its result."""
    for last in range(order.count - 1, 0, -1):
        other = below(random, last + 1)
        card = order.cards[last]
        order.cards[last] = order.cards[other]
        order.cards[other] = card
    for lot in range(MAX_LOTS):
        if order.lots[lot] > 0:
            order.lots[lot] = below(random, int(order.lots[lot]))


def shuffle_secretly(order: Record) -> None:
    """Do what `shuffle` does with the operating system's randomness, so that no seed or earlier deal reveals the cards."""
    pack = opened(order)
    for last in range(int(pack.count) - 1, 0, -1):
        other = secrets.randbelow(last + 1)
        pack.cards[last], pack.cards[other] = int(pack.cards[other]), int(pack.cards[last])
    for lot, sides in enumerate(pack.lots):
        if sides > 0:
            pack.lots[lot] = secrets.randbelow(int(sides))
