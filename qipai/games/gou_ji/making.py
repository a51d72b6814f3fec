"""§6.1, §7.1, §7.2  All sets that a hand can lead, and all with which it can follow; a hand is a count of each kind."""

from qipai.engine.compiling import compiled, inlined

from .ranks import BLACK, HIGHEST_NATURAL, NO_RANK, RED, TWO
from .sets import blacks_in, body_in, lowest_in, pack_set, reds_in, size_of


@inlined
def add(actions, action):
    actions.list[actions.count] = action
    actions.count += 1


@compiled
def make_leads(hand, actions):
    """Every set of the hand, from the lowest rank up, each with ever more wild cards; wild cards alone at the end."""
    for rank in range(1, HIGHEST_NATURAL + 1):
        for naturals in range(1, hand[rank] + 1):
            make_with_wild_cards(hand, rank, naturals, actions)
    make_with_wild_cards(hand, NO_RANK, 0, actions)


@compiled
def make_with_wild_cards(hand, rank, naturals, actions):
    """The sets with these naturals and any wild cards."""
    for reds in range(hand[RED] + 1):
        for blacks in range(hand[BLACK] + 1):
            for twos in range(hand[TWO] + 1):
                if naturals + twos + blacks + reds > 0:
                    add(actions, pack_set(rank, naturals, twos, blacks, reds))


@compiled
def make_follows(hand, best, actions):
    """§6.3  Every set of the hand that beats the best."""
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
