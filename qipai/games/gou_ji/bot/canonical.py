"""Canonical sets: the few that a player thinks of, of the thousands that §6.1 allows.  Bots and hints choose among them.

Nothing here is a rule: every legal set stays legal.  Where a rank may be laid at all, its canonical sets begin with the one that takes
the fewest wild cards, 2s before Blacks before Reds, and no rank is broken that can be laid whole.  Others add a joker, or use all.
They are numbered rank by rank, so that nobody needs a list: `rank` 0 stands for wild cards alone.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add

from ..ranks import BLACK, HIGHEST_NATURAL, KINDS, NO_RANK, RED, TEN, TWO
from ..rules.sets import blacks_in, body_in, lowest_in, needed, pack_set, reds_in, size_of, twos_in
from ..rules.shao import jokers_in, may_run_with, ranks_of
from ..state import FOLLOWING, LEADING, RUN

NOTHING = 0
NUMBERS = 9  # of canonical sets of one rank, at most
LAST_FOLLOW = 4  # and of those that follow
FEW_RANKS = 6  # with so many and fewer, all 2s or all wild cards may go with one rank
MOST = 64  # no hand has more canonical sets
ENOUGH = 12  # legal actions that need no shortlist


@compiled
def shortlist(observation, actions, listed):
    """Fill `listed` with the canonical sets if the observer has many legal actions that lay cards; return whether it did."""
    public = observation.public
    if actions.count <= ENOUGH or not public.asked & 1 or (public.phase != LEADING and public.phase != FOLLOWING):
        return False
    make_canonical(public, observation.hand, listed)
    return True


@compiled
def make_canonical(public, hand, actions):
    """Fill `actions` with the canonical sets of a hand that leads or follows; return how many there are.

    `public` is that of a state or of an observation.
    """
    ranks = ranks_of(hand)
    actions.count = 0
    for rank in range(HIGHEST_NATURAL + 1):
        for number in range(NUMBERS):
            cards = canonical(public, hand, ranks, rank, number)
            if cards != NOTHING:
                add(actions, cards)
    return actions.count


@compiled
def canonical(public, hand, ranks, rank, number):
    """Return a canonical set of a rank by its number; `NOTHING` if there is none.  The hand has cards of `ranks` ranks."""
    if public.phase != LEADING:
        return canonical_follow(hand, int(public.best), rank, number)
    cards = canonical_lead(hand, ranks, rank, number)
    if public.mode == RUN and cards != NOTHING and not may_run_with(hand, ranks, size_in(hand), cards):  # §9.4
        return NOTHING
    return cards


@compiled
def size_in(hand):
    """Return how many cards a hand has."""
    count = 0
    for kind in range(1, KINDS):
        count += hand[kind]
    return count


@compiled
def canonical_lead(hand, ranks, rank, number):
    """Return a canonical lead of a rank by its number; `NOTHING` if there is none.  The hand has cards of `ranks` ranks."""
    twos, blacks, reds = int(hand[TWO]), int(hand[BLACK]), int(hand[RED])
    if rank == NO_RANK:
        return wild_lead(twos, blacks, reds, number)
    count = int(hand[rank])
    lifting = lifting_twos(rank, count, twos)
    few = ranks <= FEW_RANKS
    if count == 0:
        return NOTHING
    if number == 0:
        return pack_set(rank, count, 0, 0, 0)
    if number == 1:
        return pack_set(rank, 1, 0, 0, 0) if count > 1 else NOTHING
    if number == 2:
        return pack_set(rank, count, 0, 1, 0) if blacks else NOTHING
    if number == 3:
        return pack_set(rank, count, 0, 0, 1) if reds else NOTHING
    if number == 4:
        return pack_set(rank, count, lifting, 0, 0) if lifting else NOTHING
    if number == 5:
        return pack_set(rank, count, twos, 0, 0) if few and twos > lifting else NOTHING
    if number == 6:
        return pack_set(rank, count, twos, 1, 0) if few and twos and blacks else NOTHING
    if number == 7:
        return pack_set(rank, count, twos, 0, 1) if few and twos and reds else NOTHING
    return pack_set(rank, count, twos, blacks, reds) if few and blacks + reds > 1 else NOTHING


@inlined
def lifting_twos(rank, count, twos):
    """§6.5  Return the fewest 2s that lift `count` cards of a rank to Gou Ji level; 0 if it takes none or too many."""
    missing = needed(rank) - count if rank >= TEN else 0
    return missing if 0 < missing <= twos else 0


@compiled
def wild_lead(twos, blacks, reds, number):
    """Return, by its number, a single wild card, all 2s or all wild cards; `NOTHING` if the hand has none such."""
    if number == 0:
        return pack_set(NO_RANK, 0, 1, 0, 0) if twos else NOTHING
    if number == 1:
        return pack_set(NO_RANK, 0, 0, 1, 0) if blacks else NOTHING
    if number == 2:
        return pack_set(NO_RANK, 0, 0, 0, 1) if reds else NOTHING
    if number == 3:
        return pack_set(NO_RANK, 0, twos, 0, 0) if twos > 1 else NOTHING
    if number == 4:
        return pack_set(NO_RANK, 0, twos, blacks, reds) if blacks + reds > 0 and twos + blacks + reds > 1 else NOTHING
    return NOTHING


@compiled
def canonical_follow(hand, best, rank, number):
    """Return, by its number, a canonical set of a rank that beats the best; `NOTHING` if there is none.

    In order: the cheapest; with one Black more; with one Red more; with all jokers; the cheapest that takes jokers before 2s.
    """
    if reds_in(best) > 0 or (rank != NO_RANK and (body_in(best) == 0 or rank <= lowest_in(best))):
        return NOTHING
    size, needs = size_of(best), blacks_in(best)
    cheapest = filled(hand, best, rank, size, 0, needs)
    if number == 0 or cheapest == NOTHING:
        return cheapest
    if number > LAST_FOLLOW:
        return NOTHING
    blacks, reds = blacks_in(cheapest), reds_in(cheapest)
    with_black = filled(hand, best, rank, size, blacks + 1, reds)
    with_red = filled(hand, best, rank, size, blacks, reds + 1)
    if number == 1:
        return with_black
    if number == 2:
        return with_red
    all_jokers = filled(hand, best, rank, size, int(hand[BLACK]), int(hand[RED]))
    if number == 3:
        return all_jokers if jokers_in(all_jokers) > blacks + reds + 1 else NOTHING
    naturals = min(int(hand[rank]), size - needs) if rank != NO_RANK else 0
    jokers = size - naturals - needs  # in the place of every 2
    more = min(jokers, int(hand[BLACK]))
    spared = filled(hand, best, rank, size, more, needs + jokers - more)
    return spared if twos_in(cheapest) > 1 and spared != all_jokers and twos_in(spared) == 0 else NOTHING


@compiled
def filled(hand, best, rank, size, blacks, reds):
    """Return a set of `size` cards that beats the best with at least these Blacks and Reds; `NOTHING` if there is none.

    The rest is filled with naturals of the rank, 2s, Blacks and Reds, as far as each of them goes.
    """
    if blacks > hand[BLACK] or reds > hand[RED] or blacks + reds > size:
        return NOTHING
    left = size - blacks - reds
    naturals = min(int(hand[rank]), left) if rank != NO_RANK else 0
    if rank != NO_RANK and naturals == 0:
        return NOTHING
    left -= naturals
    may_hold_twos = rank != NO_RANK or (body_in(best) > 0 and lowest_in(best) < TWO)
    twos = min(int(hand[TWO]), left) if may_hold_twos else 0
    left -= twos
    may_hold_blacks = naturals + twos > 0 or body_in(best) > 0
    more = min(int(hand[BLACK]) - blacks, left) if may_hold_blacks else 0
    left -= more
    if left > hand[RED] - reds or (blacks and not may_hold_blacks):
        return NOTHING
    return pack_set(rank, naturals, twos, blacks + more, reds + left)
