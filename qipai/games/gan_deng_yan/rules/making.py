"""§3  What can be made from a hand."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add

from ..state import BLACK, LOWEST, RED, TWO
from .combinations import (
    BARE,
    DOUBLE_JOKER,
    QUAD,
    RUN_END,
    SEQUENCE,
    SINGLE,
    TRIPLET_SEQUENCE,
    copies_of,
    holds_double_joker,
    is_played,
    jokers_in,
    longest,
    pack_action,
    shortest,
    usable_jokers,
)


@compiled
def make_everything(hand, rules, actions):
    """§3  Add every combination that the hand can make: sets by rank, the double joker, sequences by lowest rank."""
    for rank in range(LOWEST, TWO + 1):
        if hand.count[rank] > 0:
            for kind in range(SINGLE, min(QUAD, hand.count[rank] + jokers_in(hand)) + 1):
                make(hand, rules, kind, rank, rank, actions)
    make_double_joker(hand, rules, actions)
    for low in range(LOWEST, RUN_END):
        for kind in range(SEQUENCE, TRIPLET_SEQUENCE + 1):
            if is_played(kind, rules):
                make_sequences(hand, rules, kind, low, actions)


@compiled
def make_double_joker(hand, rules, actions):
    """§3.7  Add the double joker if the hand holds it."""
    if holds_double_joker(hand, rules):
        add(actions, pack_action(DOUBLE_JOKER, 0, 1, 0, 0))


@compiled
def make_bare(hand, actions):
    """§3.11  Add the play of a whole hand of bare jokers."""
    add(actions, pack_action(BARE, BLACK if hand.count[BLACK] else RED, hand.cards, 0, 0))


@compiled
def make_sequences(hand, rules, kind, low, actions):
    """§3.3, §3.4, §7.4  Add the sequences of this kind whose lowest rank is `low`."""
    copies = copies_of(kind)
    missing = 0
    for highest in range(low, min(RUN_END, low + longest(rules) - 1) + 1):
        missing += max(0, copies - hand.count[highest])
        if missing > jokers_in(hand):
            return
        if highest - low + 1 >= shortest(kind, rules):
            make(hand, rules, kind, low, highest, actions)


@compiled
def make(hand, rules, kind, low, highest, actions):
    """§3.8  Add a combination in every way in which the hand can make it: first without jokers, then with each choice of them."""
    copies = copies_of(kind)
    missing = 0
    for rank in range(low, highest + 1):
        missing += max(0, copies - hand.count[rank])
    length = highest - low + 1
    most = min(usable_jokers(hand, low, rules), copies * length - 1)  # one card at least is natural
    if missing > most:
        return
    if missing == 0:
        add(actions, pack_action(kind, low, length, 0, 0))
    if most > 0:
        substitute(hand, kind, low, highest, missing, most, actions)


@compiled
def substitute(hand, kind, low, highest, missing, most, actions):
    """§3.8  Add a combination with each choice of ranks for 1 .. `most` jokers, in the order of these lists of ranks.

    Depth first: put one joker more on the present rank if that leaves enough for the ranks still short of naturals, else
    go on to the next rank, else take the last joker back.
    """
    copies = copies_of(kind)
    chosen = 0  # the ranks so far, packed
    jokers = 0  # how many they are
    rank = low
    here = 0  # jokers on this rank
    while True:
        fills = here < copies - hand.count[rank]
        if jokers < most and here < copies and (fills or jokers + missing < most):
            chosen |= rank << 4 * jokers
            jokers += 1
            here += 1
            if fills:
                missing -= 1
            if missing == 0:
                colour(hand, kind, low, highest, chosen, jokers, actions)
            continue
        while jokers == most or rank == highest or here < copies - hand.count[rank]:
            if jokers == 0:
                return
            jokers -= 1
            rank = chosen >> 4 * jokers & 15
            chosen &= (1 << 4 * jokers) - 1
            here = 0
            while here < jokers and (chosen >> 4 * (jokers - 1 - here) & 15) == rank:
                here += 1
            if here < copies - hand.count[rank]:
                missing += 1
        rank += 1
        here = 0


@inlined
def colour(hand, kind, low, highest, chosen, jokers, actions):
    """§7.1  Add a combination once for each number of red jokers that the hand has for it."""
    for reds in range(max(0, jokers - hand.count[BLACK]), min(jokers, hand.count[RED]) + 1):
        add(actions, pack_action(kind, low, highest - low + 1, chosen, reds))
