"""§9.4, §13.2  Bringing a drawn hand to agree with a Shao Pai that met its condition, where chance has long failed."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.shuffling import below

from .past import bears_out
from .ranks import BLACK, KINDS, RED
from .shao import ranks_of
from .state import MEETS

MOST_EXCHANGES = 20_000


@compiled
def exchange_cards(state, seat, random):
    """§9.4  Bring a hand to meet the condition that it met: cards for unseen ones, as long as that takes it no further away."""
    table = state.table
    for number in range(table.witness_count):
        witness = table.witnesses[number]
        if witness.seat != seat or witness.what != MEETS:
            continue
        hand = state.hands[seat]
        for _ in range(MOST_EXCHANGES):
            if bears_out(table, hand, seat):
                return
            here = 1 + below(random, RED)
            there = 1 + below(random, RED)
            if hand[here] <= table.held[seat][here] or state.unseen[there] == 0:
                continue
            before = lack_of(table, witness, hand, seat)
            swap(state, hand, here, there)
            if lack_of(table, witness, hand, seat) > before:
                swap(state, hand, there, here)


@inlined
def swap(state, hand, here, there):
    hand[here] -= 1
    hand[there] += 1
    state.unseen[here] += 1
    state.unseen[there] -= 1


@compiled
def lack_of(table, witness, hand, seat):
    """§9.2  How many ranks too many a hand had at that time."""
    for kind in range(KINDS):
        hand[kind] += table.played[seat][kind] - witness.played[kind]
    lack = ranks_of(hand) - hand[BLACK] - hand[RED]
    for kind in range(KINDS):
        hand[kind] -= table.played[seat][kind] - witness.played[kind]
    return lack
