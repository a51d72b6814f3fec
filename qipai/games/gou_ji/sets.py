"""§6  Sets: what may be laid together, what beats what, and what is of Gou Ji level.

A set is a number: the rank of its naturals (0 without any), and how many naturals, twos, Blacks and Reds it has.
"""

from qipai.engine.compiling import compiled, inlined

from .ranks import BLACK, HIGHEST_NATURAL, JACK, NO_RANK, QUEEN, RED, TEN, TWO

NATURALS_AT, TWOS_AT, BLACKS_AT, REDS_AT = 4, 9, 14, 17
FIVE_BITS, THREE_BITS = 31, 7


@inlined
def pack_set(rank, naturals, twos, blacks, reds):
    """A set from its parts; `rank` is `NO_RANK` if and only if it has no naturals."""
    return rank | naturals << NATURALS_AT | twos << TWOS_AT | blacks << BLACKS_AT | reds << REDS_AT


@inlined
def rank_in(cards):
    return cards & 15


@inlined
def naturals_in(cards):
    return cards >> NATURALS_AT & FIVE_BITS


@inlined
def twos_in(cards):
    return cards >> TWOS_AT & FIVE_BITS


@inlined
def blacks_in(cards):
    return cards >> BLACKS_AT & THREE_BITS


@inlined
def reds_in(cards):
    return cards >> REDS_AT & THREE_BITS


@inlined
def body_in(cards):
    """How many cards of a set are no jokers."""
    return naturals_in(cards) + twos_in(cards)


@inlined
def size_of(cards):
    return body_in(cards) + blacks_in(cards) + reds_in(cards)


@inlined
def is_set(cards):
    """§6.1  Is a number a set at all: at least one card, and a rank exactly where there are naturals?"""
    return cards > 0 and rank_in(cards) <= HIGHEST_NATURAL and (rank_in(cards) == NO_RANK) == (naturals_in(cards) == 0)


@compiled
def lowest_in(cards):
    """§6.2  The lowest card of a set as it counts: beside naturals a 2 counts as one of them."""
    if rank_in(cards) != NO_RANK:
        return rank_in(cards)
    if twos_in(cards):
        return TWO
    return BLACK if blacks_in(cards) else RED


@compiled
def beats(cards, best):
    """§6.3, §6.4  Is every card, from the highest down, higher than the one it lies on?

    A Black needs a Red, so there must be as many Reds as the best has Blacks; all cards below those are alike in the best, and so
    the lowest card decides.
    """
    if size_of(cards) != size_of(best) or reds_in(best) > 0 or reds_in(cards) < blacks_in(best):
        return False
    return body_in(best) == 0 or lowest_in(cards) > lowest_in(best)


@compiled
def is_high(cards, rules):
    """§6.5  Is a set of Gou Ji level?"""
    rank = rank_in(cards)
    if rank == NO_RANK:
        return True
    if blacks_in(cards) + reds_in(cards) > 0 and (rank >= TEN or rules.low_joker_duel):  # §14.5
        return True
    return rank >= TEN and body_in(cards) >= needed(rank)


@inlined
def needed(rank):
    """§6.5  How many naturals and 2s make a set of Gou Ji level: five 10s, four jacks, three queens, two kings or aces."""
    return 5 if rank == TEN else (4 if rank == JACK else (3 if rank == QUEEN else 2))


@inlined
def starts_duel(cards, rules):
    """§6.4, §8.1  A Red ends the trick, and so starts nothing."""
    return reds_in(cards) == 0 and is_high(cards, rules)
