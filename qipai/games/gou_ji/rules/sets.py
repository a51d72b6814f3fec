"""§6, §7.1, §7.2  Sets: what may be laid together, what beats what, what is of Gou Ji level, and all that a hand has.

A set is a number: the rank of its naturals (0 without any), and how many naturals, twos, Blacks and Reds it has.  A hand is a count
of each kind.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add

from ..ranks import BLACK, BLACKS_AT, HIGHEST_NATURAL, JACK, NATURALS_AT, NO_RANK, QUEEN, RED, REDS_AT, TEN, TWO, TWOS_AT

FIVE_BITS, THREE_BITS = 31, 7


@inlined
def pack_set(rank, naturals, twos, blacks, reds):
    """Return a set packed from its parts; `rank` is `NO_RANK` if and only if it has no naturals."""
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
    """Return how many cards of a set are no jokers."""
    return naturals_in(cards) + twos_in(cards)


@inlined
def size_of(cards):
    return body_in(cards) + blacks_in(cards) + reds_in(cards)


@inlined
def is_set(cards):
    """§6.1  Return whether a number is a set: it has at least one card, and a rank exactly where there are naturals."""
    return cards > 0 and rank_in(cards) <= HIGHEST_NATURAL and (rank_in(cards) == NO_RANK) == (naturals_in(cards) == 0)


@compiled
def lowest_in(cards):
    """§6.2  Return the lowest card of a set as it counts: beside naturals a 2 counts as one of them."""
    if rank_in(cards) != NO_RANK:
        return rank_in(cards)
    if twos_in(cards):
        return TWO
    return BLACK if blacks_in(cards) else RED


@compiled
def beats(cards, best):
    """§6.3, §6.4  Return whether every card of a set, from the highest down, is higher than the one it lies on.

    A Black needs a Red, so there must be as many Reds as the best has Blacks; all cards below those are alike in the best, and so
    the lowest card decides.
    """
    if size_of(cards) != size_of(best) or reds_in(best) > 0 or reds_in(cards) < blacks_in(best):
        return False
    return body_in(best) == 0 or lowest_in(cards) > lowest_in(best)


@compiled
def is_high(cards, rules):
    """§6.5  Return whether a set is of Gou Ji level."""
    rank = rank_in(cards)
    if rank == NO_RANK:
        return True
    if blacks_in(cards) + reds_in(cards) > 0 and (rank >= TEN or rules.low_joker_duel):  # §14.5
        return True
    return rank >= TEN and body_in(cards) >= needed(rank)


@inlined
def needed(rank):
    """§6.5  Return how many naturals and 2s make a set of Gou Ji level: five 10s, four jacks, three queens, two kings or aces."""
    return 5 if rank == TEN else (4 if rank == JACK else (3 if rank == QUEEN else 2))


@inlined
def starts_duel(cards, rules):
    """§6.4, §8.1  Return whether a set starts a duel; one with a Red ends the trick, and so starts nothing."""
    return reds_in(cards) == 0 and is_high(cards, rules)


# -- all that a hand has


@compiled
def make_leads(hand, actions):
    """Add every set of the hand, from the lowest rank up, each with ever more wild cards; wild cards alone at the end."""
    for rank in range(1, HIGHEST_NATURAL + 1):
        for naturals in range(1, hand[rank] + 1):
            make_with_wild_cards(hand, rank, naturals, actions)
    make_with_wild_cards(hand, NO_RANK, 0, actions)


@compiled
def make_with_wild_cards(hand, rank, naturals, actions):
    """Add the sets with these naturals and any wild cards."""
    plain = pack_set(rank, naturals, 0, 0, 0)
    for reds in range(hand[RED] + 1):
        for blacks in range(hand[BLACK] + 1):
            with_jokers = plain | blacks << BLACKS_AT | reds << REDS_AT
            for twos in range(hand[TWO] + 1):
                cards = with_jokers | twos << TWOS_AT
                if cards:
                    add(actions, cards)


@compiled
def make_follows(hand, best, actions):
    """§6.3  Add every set of the hand that beats the best."""
    if reds_in(best) > 0:
        return
    size = size_of(best)
    any_jokers = body_in(best) == 0  # then only Reds are high enough
    for reds in range(blacks_in(best), min(hand[RED], size) + 1):
        for blacks in range(min(hand[BLACK], size - reds) + 1):
            body = size - reds - blacks
            if body == 0:
                if any_jokers and blacks:
                    continue
                add(actions, pack_set(NO_RANK, 0, 0, blacks, reds))
            elif not any_jokers:
                make_bodies(hand, lowest_in(best), body, blacks, reds, actions)


@compiled
def make_bodies(hand, lowest, body, blacks, reds, actions):
    """The sets with so many naturals and 2s, higher than the lowest card of the best, beside given jokers."""
    for rank in range(lowest + 1, HIGHEST_NATURAL + 1):
        for naturals in range(max(1, body - hand[TWO]), min(hand[rank], body) + 1):
            add(actions, pack_set(rank, naturals, body - naturals, blacks, reds))
    if lowest < TWO and hand[TWO] >= body:
        add(actions, pack_set(NO_RANK, 0, body, blacks, reds))
