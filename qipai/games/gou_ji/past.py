"""§5, §13  What hands were before: dealt, then tribute given and returned, then cards laid.  Can they have been so?

Chairs and seats are alike here: the functions take a table and rows of hands, whoever's.
"""

from qipai.engine.compiling import compiled, inlined

from .misplays import NOTHING, first_mend
from .ranks import BLACK, KINDS, RED, TWO
from .seating import SEATS, is_in
from .shao import meets
from .state import MEETS, MISSES, PAID, RETURNED


@inlined
def count_kind(cards, kind):
    """How many of one or two cards are of a kind."""
    return int(cards[0] == kind) + int(cards[1] == kind)


@inlined
def is_paid(table, giver):
    """§5.5  Has tribute been given?"""
    return table.tribute[giver] == PAID or table.tribute[giver] == RETURNED


@compiled
def tribute_of(table, seat):
    """The giver of the tribute that a seat has part in, or -1: nobody has part in two."""
    for giver in range(SEATS):
        if is_paid(table, giver) and (giver == seat or table.receiver[giver] == seat):
            return giver
    return -1


@compiled
def dealt_of(table, hand, seat, giver, given, returned, kind):
    """How many cards of a kind a seat was dealt, if it holds this hand and `giver`'s tribute was this."""
    count = hand[kind] + table.played[seat][kind]
    if seat == giver:
        return count + count_kind(given, kind) - count_kind(returned, kind)
    if giver >= 0:
        return count - count_kind(given, kind) + count_kind(returned, kind)
    return count


@inlined
def may_be_dealt(table, seat, kind, count):
    """§3.2, §5.3, §14.1, §4.1  Does the number agree with what everybody knows of the deal?"""
    wild = kind == TWO or kind == BLACK or kind == RED
    return count >= table.dealt[seat][kind] and (count == 0 or not wild or not is_in(table.wildless, seat))


@compiled
def is_past(table, hand, seat, giver, given, returned):
    """Could a seat that holds this hand have been dealt cards that agree with what everybody knows?"""
    for kind in range(1, KINDS):
        if not may_be_dealt(table, seat, kind, dealt_of(table, hand, seat, giver, given, returned, kind)):
            return False
    return True


@compiled
def were_highest(table, hand, giver, given, returned):
    """§5.5  Were the given cards the highest that the giver had?"""
    for kind in range(1, KINDS):
        kept = hand[kind] + table.played[giver][kind] - count_kind(returned, kind)
        if kept < 0 or (kept > 0 and kind > given[0]):
            return False
    return True


@compiled
def bears_out(table, hand, seat):
    """§9.4, §9.7, §14.19  Does a hand agree with all that the rules have shown of it?"""
    for kind in range(1, KINDS):
        if hand[kind] < table.held[seat][kind]:
            return False
    for number in range(table.witness_count):
        witness = table.witnesses[number]
        if witness.seat != seat:
            continue
        for kind in range(KINDS):
            hand[kind] += table.played[seat][kind] - witness.played[kind]
        agrees = is_so(witness, hand)
        for kind in range(KINDS):
            hand[kind] -= table.played[seat][kind] - witness.played[kind]
        if not agrees:
            return False
    return True


@compiled
def is_so(witness, hand):
    """Is what a witness says true of the hand as it was then?"""
    if witness.what == MEETS:
        return meets(hand)
    if witness.what == MISSES:
        return not meets(hand)
    return first_mend(hand, witness.tried, witness.best) == NOTHING
