"""The most plays that a hand of Dou Dizhu can lead, counted over every hand of 20 cards.

    python -m tests.reference.dou_dizhu_bound

Suits have no effect, so a hand is how many cards of each rank it has: there are 153,009,740 hands of 20 cards, and a smaller hand has
no more plays.  The count is a formula and knows nothing of the reference's lists; a test compares the two.  It is done twice: by
the default rules, and with every option of §8.6 to §8.10 at its most lenient.
"""

import time

import numpy as np
from numba import njit

RANKS, RUN, JOKERS = 13, 12, 2  # the first twelve ranks are in runs; the last two places are the jokers
LENIENT = {"single_wings": "any", "own_rank_wings": True, "rocket_wings": True, "pair_wings": "any"}


@njit(cache=False)
def singles(hand, low, length, number, lenient):
    """How many multisets of single wings go with a body of `length` ranks from `low` (§4.12, §8.6 to §8.8)."""
    ways = np.zeros(number + 1, np.int64)
    ways[0] = 1
    for rank in range(RANKS):
        most = hand[rank] if lenient else min(hand[rank], 3)
        if low <= rank < low + length:
            most = hand[rank] - 3 if lenient and length > 1 else 0
        for size in range(number, 0, -1):
            for taken in range(1, min(most, size) + 1):
                ways[size] += ways[size - taken]
    jokers = hand[RANKS] + hand[RANKS + 1]
    count = ways[number] + jokers * ways[number - 1]
    if lenient and jokers == JOKERS and number >= JOKERS:
        count += ways[number - JOKERS]
    return count


@njit(cache=False)
def pairs(hand, low, length, number, lenient):
    """How many multisets of pairs go with it (§4.12, §8.9)."""
    ways = np.zeros(number + 1, np.int64)
    ways[0] = 1
    for rank in range(RANKS):
        most = hand[rank] // 2 if lenient else min(hand[rank] // 2, 1)
        if low <= rank < low + length:
            most = 0
        for size in range(number, 0, -1):
            for taken in range(1, min(most, size) + 1):
                ways[size] += ways[size - taken]
    return ways[number]


@njit(cache=False)
def plays(hand, lenient):
    """How many plays a hand can lead."""
    count = 0
    for rank in range(RANKS + JOKERS):
        count += min(hand[rank], 4)  # §4.1, §4.2, §4.3, §4.13
    if hand[RANKS] and hand[RANKS + 1]:
        count += 1  # §4.14
    for width, shortest in ((1, 5), (2, 3), (3, 2)):  # §4.6, §4.7, §4.8
        for low in range(RUN):
            length = 0
            while low + length < RUN and hand[low + length] >= width:
                length += 1
                if length >= shortest:
                    count += 1
                    if width == 3:  # §4.9, §4.10
                        count += singles(hand, low, length, length, lenient) + pairs(hand, low, length, length, lenient)
    for rank in range(RANKS):
        if hand[rank] >= 3:  # §4.4, §4.5
            count += singles(hand, rank, 1, 1, lenient) + pairs(hand, rank, 1, 1, lenient)
        if hand[rank] == 4:  # §4.11
            count += singles(hand, rank, 1, 2, lenient) + pairs(hand, rank, 1, 2, lenient)
    return count


@njit(cache=False)
def most_plays(cards, lenient):
    """Go through all hands of so many cards; return the most plays, a hand that has them, and the number of hands."""
    hand = np.zeros(RANKS + JOKERS, np.int64)
    best = np.zeros(RANKS + JOKERS, np.int64)
    most, hands, rank, left = 0, 0, 0, cards
    while True:
        while rank < RANKS:  # the next hand: as few of every further rank as the cards allow
            hand[rank] = max(0, left - 4 * (RANKS - 1 - rank) - JOKERS)
            left -= hand[rank]
            rank += 1
        if left <= JOKERS:
            hand[RANKS], hand[RANKS + 1] = min(left, 1), max(left - 1, 0)  # one joker is as good as the other
            count = plays(hand, lenient)
            hands += 1 + (left == 1)
            if count > most:
                most = count
                best[:] = hand
        rank -= 1
        while rank >= 0 and (hand[rank] == 4 or left == 0):
            left += hand[rank]
            rank -= 1
        if rank < 0:
            return most, best, hands
        hand[rank] += 1
        left -= 1
        rank += 1


def main() -> None:
    for name, lenient in (("default rules", False), ("most lenient rules", True)):
        begun = time.monotonic()
        most, best, hands = most_plays(20, lenient)
        print(
            f"{name}: at most {most} plays, with {''.join(map(str, best))} cards from 3 to R; {hands} hands, {time.monotonic() - begun:.0f} s"
        )


if __name__ == "__main__":
    main()
