"""How the pieces of a random deal of the Giog 爵 family may lie, so that there is more to see than chance alone would show."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import zip_longest

from tests.reference.giog_distribution import IN_A_CIRCLE, IN_ROWS
from tests.reference.giog_rules import ORDER

STACKED = IN_ROWS + IN_A_CIRCLE
COLOURS_APART = sorted(ORDER)

LIES = {
    "sangkrip": ("anyhow", "alike", *["generals with pairs"] * 4),
    "daqiluo1": ("anyhow", "alike"),
    "daqiluo2": ("anyhow", "alike"),
    "tamcuc": ("anyhow", "alike"),
}
OTHERWISE = ("anyhow", "anyhow", "alike", "equal bottoms")


def lies_of(game: str) -> tuple[str, ...]:
    return LIES.get(game, OTHERWISE)


def arranged(pieces: Sequence[str], lie: str, game: str, players: int, chance: random.Random) -> list[str]:
    """The same pieces in another order: stack n holds the places 2n-2 and 2n-1, its bottom first."""
    if lie == "alike":
        return alike(pieces, game in STACKED, players, chance)
    if lie == "equal bottoms":
        return equal_bottoms(pieces, chance)
    if lie == "generals with pairs":
        return generals_with_pairs(pieces, players, chance)
    return list(pieces)


def alike(pieces: Sequence[str], stacked: bool, players: int, chance: random.Random) -> list[str]:
    """Neighbouring kinds come into one hand, more or less."""
    disorder = chance.choice([0.6, 2.5])
    wanted = [(COLOURS_APART.index(piece) + chance.gauss(0, disorder), piece) for piece in pieces]
    order = [piece for _, piece in sorted(wanted)]
    if not stacked:
        return order
    stacks = [order[2 * number : 2 * number + 2] for number in range(len(order) // 2)]
    each = -(-len(stacks) // players)  # what one seat is to get lies in every so manieth stack
    piles = [stacks[first : first + each] for first in range(0, len(stacks), each)]
    return [piece for layer in zip_longest(*piles, fillvalue=[]) for stack in layer for piece in stack]


def equal_bottoms(pieces: Sequence[str], chance: random.Random) -> list[str]:
    """The lowest pieces lie below, many of them equal: §3.3."""
    order = sorted(pieces, key=ORDER.index, reverse=True)
    bottoms, tops = order[: len(order) // 2], order[len(order) // 2 :]
    chance.shuffle(bottoms)
    chance.shuffle(tops)
    return [piece for stack in zip(bottoms, tops, strict=True) for piece in stack]


def generals_with_pairs(pieces: Sequence[str], players: int, chance: random.Random) -> list[str]:
    """Five pieces of §4.8 of either colour in stacks that one seat takes one after the other, if it begins near the first."""
    left = list(pieces)
    order = [""] * len(left)
    for turn, colour in enumerate("rb"):
        pairs = 2 * [colour + kind for kind in chance.sample("AERHCP", 2)]
        places = [2 * (turn + players * layer) + level for layer in range(3) for level in range(2)]
        for place, piece in zip(places, [colour + "G", *pairs], strict=False):
            order[place] = piece
            left.remove(piece)
    chance.shuffle(left)
    return [piece or left.pop() for piece in order]
