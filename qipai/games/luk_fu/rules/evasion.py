"""§11.10  Evading the call: what a strong hand is, who must call with one, and who is not paid without."""

from qipai.engine.compiling import compiled, inlined

from ..cards import AGED_FROM_THE_START, EMPTY, RANKS, above, count_of, lowest_of
from ..state import WON
from ..variants import FORBID, UNPAID
from .evidence import shown_from
from .melds import LARGEST_GOK, SHORTEST_RUN, SMALLEST_GOK, of_rank, runs_in

STRONG = 6  # cards
NO_GOK, WHOLE_GOK = 0, 1  # choices of a gok; from 2 on one of its four cards is left out


@inlined
def may_evade(public, rules, seat, hand):
    """Return whether a seat may decline to call."""
    return rules.evasion != FORBID or seat != public.dealer or strong_cards(hand, public.pack) == EMPTY


@inlined
def has_declined(public):
    """Return whether the dealer has declined."""
    return public.declined >> public.dealer & 1 != 0


@compiled
def evaded_with(public, rules):
    """Return the cards with which the dealer evaded and won, so that nobody pays; EMPTY where the win is paid.

    Only cards that all have seen count: those laid face up, and the hand shown at the end.
    """
    if rules.evasion != UNPAID or public.ending != WON or public.winner != public.dealer or not has_declined(public):
        return EMPTY
    return strong_cards(shown_from(public, public.dealer, 0), public.pack)


@compiled
def strong_cards(cards, pack):
    """Return those of some cards that make them strong, as many as can be; EMPTY if they are fewer than six.

    Aged cards count in any case.  So the search goes through all choices of goks, 216 in a hand of twelve at most, and takes
    every run of what is left.  More cards never make a weaker hand.
    """
    aged = aged_by_themselves(cards, pack)
    ways = 1
    for rank in range(1, RANKS + 1):
        ways *= choices_of_gok(cards, rank)
    best = aged
    for way in range(ways):
        found = aged | goks_and_runs(cards, way)
        if count_of(found) > count_of(best):
            best = found
    return best if count_of(best) >= STRONG else EMPTY


@compiled
def aged_by_themselves(cards, pack):
    """Return the cards that are aged at the start of a deal for who holds just these (§7.1, §7.2)."""
    aged = cards & AGED_FROM_THE_START
    rest = cards & ~aged
    while rest:
        card = rest & -rest
        if above(lowest_of(card)) & pack & ~cards == EMPTY:
            aged |= card
        rest &= ~card
    return aged


@compiled
def goks_and_runs(cards, way):
    """Return the cards of the goks that a number from 0 on chooses, and of all runs among the others."""
    goks = EMPTY
    for rank in range(1, RANKS + 1):
        choices = choices_of_gok(cards, rank)
        goks |= gok_at(of_rank(cards, rank), way % choices)
        way //= choices
    starts = runs_in(cards & ~goks, SHORTEST_RUN)
    return goks | starts | starts << 1 | starts << 2


@inlined
def choices_of_gok(cards, rank):
    """Return the number of choices at a rank: no gok, the whole gok, and of four cards each one left out."""
    count = count_of(of_rank(cards, rank))
    if count < SMALLEST_GOK:
        return 1
    return 2 if count == SMALLEST_GOK else 2 + LARGEST_GOK


@compiled
def gok_at(cards, choice):
    """Return the gok of that choice, of all cards of a rank."""
    if choice == NO_GOK:
        return EMPTY
    left_out = cards if choice > WHOLE_GOK else EMPTY
    for _ in range(choice - WHOLE_GOK - 1):
        left_out &= left_out - 1
    return cards & ~(left_out & -left_out)
