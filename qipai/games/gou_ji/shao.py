"""§9  Shao Pai: who may declare, the condition on the rest of the hand, and what the run may lead."""

from qipai.engine.compiling import compiled, inlined

from .making import make_follows, make_leads
from .ranks import BLACK, HIGHEST_NATURAL, RED
from .sets import beats, blacks_in, naturals_in, rank_in, reds_in, size_of
from .tricks import holds
from .variants import STRICT
from .verbs import SHAO, pack_action


@compiled
def ranks_of(hand):
    """How many ranks of natural cards a hand has."""
    ranks = 0
    for kind in range(1, HIGHEST_NATURAL + 1):
        if hand[kind]:
            ranks += 1
    return ranks


@inlined
def jokers_in(cards):
    return blacks_in(cards) + reds_in(cards)


@inlined
def is_enough(jokers, ranks):
    """§9.2  Can it be laid so that every set but the final one holds a joker?"""
    return jokers >= ranks - 1


@compiled
def meets(hand):
    """§9.2  Does a whole hand meet the condition?"""
    return is_enough(hand[BLACK] + hand[RED], ranks_of(hand))


@inlined
def ranks_after(hand, ranks, cards):
    """How many ranks of natural cards a hand with so many of them has after a set."""
    return ranks - 1 if naturals_in(cards) > 0 and naturals_in(cards) == hand[rank_in(cards)] else ranks


@inlined
def rest_meets(hand, ranks, cards):
    """§9.2  Does the rest after a set, of a hand with so many ranks?"""
    return is_enough(hand[BLACK] + hand[RED] - jokers_in(cards), ranks_after(hand, ranks, cards))


@inlined
def may_declare_with(hand, ranks, size, cards, rules):
    """§9.1, §9.2, §14.11, §14.14  May a set that beats the best be declared as the first one?"""
    if size_of(cards) == size:
        return rules.shao_allow_single == 1
    return rules.shao_validation != STRICT or rest_meets(hand, ranks, cards)


@compiled
def make_declarations(hand, size, best, rules, actions):
    """§9.1  Every declaration that a hand of this size may make."""
    begin = actions.count
    make_follows(hand, best, actions)
    count = begin
    ranks = ranks_of(hand)
    for number in range(begin, actions.count):
        cards = actions.list[number]
        if may_declare_with(hand, ranks, size, cards, rules):
            actions.list[count] = pack_action(SHAO, cards)
            count += 1
    actions.count = count


@compiled
def is_declaration(hand, size, best, rules, cards):
    """§9.1  The same asked about one first set."""
    return holds(hand, cards) and beats(cards, best) and may_declare_with(hand, ranks_of(hand), size, cards, rules)


@inlined
def may_run_with(hand, ranks, size, cards):
    """§9.4  The whole rest, or a set with a joker that leaves a rest which meets the condition."""
    return size_of(cards) == size or (jokers_in(cards) > 0 and rest_meets(hand, ranks, cards))


@compiled
def make_run_leads(hand, size, actions):
    """§9.4  What the declarer may lead."""
    begin = actions.count
    make_leads(hand, actions)
    count = begin
    ranks = ranks_of(hand)
    for number in range(begin, actions.count):
        cards = actions.list[number]
        if may_run_with(hand, ranks, size, cards):
            actions.list[count] = cards
            count += 1
    actions.count = count
