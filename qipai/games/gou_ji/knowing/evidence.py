"""§5, §13  What hands were before: dealt, then tribute given and returned, then cards laid.  Can they have been so?

Chairs and seats are alike here: `public` and the rows of hands are those of a state, by seat, or of an observation, by chair.
"""

from qipai.engine.compiling import compiled, inlined

from ..ranks import BLACK, KINDS, RED, TWO
from ..rules.misplays import NOTHING, first_mend
from ..rules.shao import jokers_in, meets
from ..seating import SEATS, is_in
from ..state import MEETS, MISSES, PAID, RETURNED


@inlined
def count_kind(cards, kind):
    """Return how many of one or two cards are of a kind."""
    return int(cards[0] == kind) + int(cards[1] == kind)


@inlined
def is_paid(public, giver):
    """§5.5  Return True if a giver's tribute has been paid, returned or not."""
    return public.tribute[giver] == PAID or public.tribute[giver] == RETURNED


@compiled
def tribute_of(public, seat):
    """Return the giver of the tribute that a seat gives or receives; -1 if there is none.  Nobody has part in two."""
    for giver in range(SEATS):
        if is_paid(public, giver) and (giver == seat or public.receiver[giver] == seat):
            return giver
    return -1


@compiled
def dealt_of(public, hand, seat, giver, given, returned, kind):
    """Return how many cards of a kind a seat was dealt, if it now holds `hand` and the tribute of `giver` was this.

    `given` and `returned` are the kinds of the cards that went over and came back.
    """
    count = hand[kind] + public.played[seat][kind]
    if seat == giver:
        return count + count_kind(given, kind) - count_kind(returned, kind)
    if giver >= 0:
        return count - count_kind(given, kind) + count_kind(returned, kind)
    return count


@inlined
def may_be_dealt(public, seat, kind, count):
    """§3.2, §5.3, §14.1, §4.1  Return True if a seat may have been dealt so many of a kind, by what everybody knows."""
    wild = kind == TWO or kind == BLACK or kind == RED
    return count >= public.dealt[seat][kind] and (count == 0 or not wild or not is_in(public.wildless, seat))


@compiled
def may_have_been(public, hand, seat, giver, given, returned):
    """Return True if a seat with this hand may have been dealt its cards, by what all know; arguments as in `dealt_of`."""
    for kind in range(1, KINDS):
        if not may_be_dealt(public, seat, kind, dealt_of(public, hand, seat, giver, given, returned, kind)):
            return False
    return True


@compiled
def were_highest(public, hand, giver, given, returned):
    """§5.5  Return True if the given cards were the highest that the giver had; arguments as in `dealt_of`."""
    for kind in range(1, KINDS):
        kept = hand[kind] + public.played[giver][kind] - count_kind(returned, kind)
        if kept < 0 or (kept > 0 and kind > given[0]):
            return False
    return True


@compiled
def bears_out(public, hand, seat):
    """§9.4, §9.7, §14.19  Return True if a hand agrees with every witness to it.  `hand` is changed meanwhile, and restored."""
    for kind in range(1, KINDS):
        if hand[kind] < public.held[seat][kind]:
            return False
    for number in range(public.witness_count):
        witness = public.witnesses[number]
        if witness.seat != seat:
            continue
        for kind in range(KINDS):
            hand[kind] += public.played[seat][kind] - witness.played[kind]
        agrees = is_so(witness, hand)
        for kind in range(KINDS):
            hand[kind] -= public.played[seat][kind] - witness.played[kind]
        if not agrees:
            return False
    return True


@compiled
def is_so(witness, hand):
    """Return True if what a witness says is true of the hand as it was then."""
    if witness.what == MEETS:
        return meets(hand)
    if witness.what == MISSES:
        return not meets(hand)
    cards = first_mend(hand, witness.tried, witness.best)
    return cards == NOTHING or jokers_in(cards) > witness.jokers
