"""§5  Melds: single cards, goks and runs; and what is superior to what."""

from qipai.engine.compiling import compiled, inlined

from ..cards import (
    ALL_SUITS,
    EMPTY,
    LI_CHEN_MASK,
    RANKS,
    UNBEATABLE,
    above,
    count_of,
    highest_of,
    in_suit,
    lowest_of,
    rank_of,
    suit_of,
)

NONE, SINGLE, GOK, RUN = range(4)
TYPE_NAMES = ("", "single", "gok", "run")
COLUMN = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS  # the four cards of rank 1
SHORTEST_RUN = 3  # §5.4
SMALLEST_GOK, LARGEST_GOK = 3, 4  # §5.3


@inlined
def of_rank(cards, rank):
    """Return the cards of a rank, at their bits; never Li Chen (§5.3)."""
    return cards & COLUMN << rank - 1


@compiled
def type_of(cards):
    """§5.1, §5.3, §5.4  Return the type of a meld of these cards, or `NONE`."""
    count = count_of(cards)
    if count == 1:
        return SINGLE
    if count < SMALLEST_GOK or cards & LI_CHEN_MASK:
        return NONE
    low = lowest_of(cards)
    if count <= LARGEST_GOK and of_rank(cards, rank_of(low)) == cards:
        return GOK
    if cards == (1 << count) - 1 << low and suit_of(low) == suit_of(highest_of(cards)):
        return RUN
    return NONE


@compiled
def is_superior(cards, best):
    """§5.5  Return whether meld `cards` beats meld `best`: same type, same number of cards, and higher."""
    kind = type_of(cards)
    return kind != NONE and kind == type_of(best) and count_of(cards) == count_of(best) and is_higher(cards, best, kind)


@inlined
def is_higher(cards, best, kind):
    """§5.2, §5.5  Return whether `cards` is the higher of two melds of one type and size."""
    if kind == GOK:
        return rank_of(lowest_of(cards)) > rank_of(lowest_of(best))
    if kind == RUN:
        return cards > best  # the suit decides, then the height
    return cards & above(lowest_of(best)) != 0 and best & UNBEATABLE == 0


@compiled
def runs_in(cards, length):
    """Return the mask of the lowest cards of all runs of this length in `cards`."""
    starts = cards & ALL_SUITS
    for step in range(1, length):
        starts &= cards >> step
    in_suit = EMPTY  # a run stays in its suit
    for suit in range(4):
        in_suit |= (1 << RANKS - length + 1) - 1 << suit * RANKS
    return starts & in_suit


@compiled
def superior_in(cards, best):
    """§5.5, §6.3  Return cards that beat `best`: a single card, a run, or all cards of a rank; EMPTY if there are none."""
    kind = type_of(best)
    count = count_of(best)
    low = lowest_of(best)
    if kind == SINGLE:
        return EMPTY if best & UNBEATABLE else highest_bit(cards & above(low))
    if kind == RUN:
        start = runs_in(cards, count) & -(2 << low)
        start &= -start
        return (start << count) - start
    for rank in range(rank_of(low) + 1, RANKS + 1):
        if count_of(of_rank(cards, rank)) >= count:
            return of_rank(cards, rank)
    return EMPTY


@inlined
def highest_bit(cards):
    """Return the highest card of a mask, as a mask."""
    return 1 << highest_of(cards) if cards else EMPTY


@compiled
def can_beat(cards, best):
    """§6.3  Return whether `cards` contains a meld superior to `best`."""
    return superior_in(cards, best) != EMPTY


@inlined
def suit_cards(cards, suit):
    """Return the cards of a suit, at their bits."""
    return in_suit(cards, suit) << suit * RANKS
