"""§9.4, §13.2, §14.19  Bringing a drawn hand to agree with what the rules have shown of it, where chance has long failed."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.shuffling import below

from ..ranks import BLACK, HIGHEST_NATURAL, KINDS, RED, TWO
from ..rules.sets import naturals_in, rank_in
from ..rules.shao import ranks_of
from ..state import MEETS, MISSES
from .evidence import bears_out

MOST_EXCHANGES = 20_000


@compiled
def exchange_cards(state, seat, random):
    """Exchange cards of a drawn hand for unseen ones until it agrees with every witness, or `MOST_EXCHANGES` are tried.

    An exchange that takes the hand further away is undone.
    """
    public = state.public
    for number in range(public.witness_count):
        witness = public.witnesses[number]
        if witness.seat != seat or witness.what == MISSES:
            continue
        hand = state.hands[seat]
        for _ in range(MOST_EXCHANGES):
            if bears_out(public, hand, seat):
                return
            here = 1 + below(random, RED)
            there = 1 + below(random, RED)
            if hand[here] <= public.held[seat][here] or state.unseen[there] == 0:
                continue
            before = lack_of(public, witness, hand, seat)
            swap(state, hand, here, there)
            if lack_of(public, witness, hand, seat) > before:
                swap(state, hand, there, here)


@inlined
def swap(state, hand, here, there):
    """Put a card of the kind `there` into a hand in place of one of the kind `here`."""
    hand[here] -= 1
    hand[there] += 1
    state.unseen[here] += 1
    state.unseen[there] -= 1


@compiled
def lack_of(public, witness, hand, seat):
    """§9.2, §14.19  Return how many ranks or cards a hand had too many at the time of a witness; fewer is nearer."""
    for kind in range(KINDS):
        hand[kind] += public.played[seat][kind] - witness.played[kind]
    if witness.what == MEETS:
        lack = ranks_of(hand) - hand[BLACK] - hand[RED]
    else:
        lack = hand[TWO] + hand[BLACK] + hand[RED]
        for kind in range(1, HIGHEST_NATURAL + 1):
            if kind == rank_in(witness.tried) or naturals_in(witness.tried) == 0:
                lack += hand[kind]
    for kind in range(KINDS):
        hand[kind] -= public.played[seat][kind] - witness.played[kind]
    return lack
