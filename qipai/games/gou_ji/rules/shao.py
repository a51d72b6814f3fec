"""§9  Shao Pai: who may declare, the condition on the rest of the hand, what the run may lead, and what is then known of a hand."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.deriving import copying

from ..ranks import BLACK, HIGHEST_NATURAL, KINDS, RED
from ..state import MAX_WITNESSES, MEETS, Witness
from ..variants import STRICT
from ..verbs import SHAO, pack_action
from .sets import beats, blacks_in, is_set, make_follows, make_leads, naturals_in, rank_in, reds_in, size_of
from .tricks import holds


@compiled
def ranks_of(hand):
    """Return how many ranks of natural cards a hand has."""
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
    """§9.2  Return whether so many jokers and ranks can be laid so that every set but the final one holds a joker."""
    return jokers >= ranks - 1


@compiled
def meets(hand):
    """§9.2  Return whether a whole hand meets the condition."""
    return is_enough(hand[BLACK] + hand[RED], ranks_of(hand))


@inlined
def ranks_after(hand, ranks, cards):
    """Return how many ranks of natural cards a hand with `ranks` of them has after laying a set."""
    return ranks - 1 if naturals_in(cards) > 0 and naturals_in(cards) == hand[rank_in(cards)] else ranks


@inlined
def rest_meets(hand, ranks, cards):
    """§9.2  Return whether the rest of a hand with `ranks` ranks meets the condition after laying a set."""
    return is_enough(hand[BLACK] + hand[RED] - jokers_in(cards), ranks_after(hand, ranks, cards))


@inlined
def may_declare_with(hand, ranks, size, cards, rules):
    """§9.1, §9.2, §14.11, §14.14  Return whether a set that beats the best may be declared as the first one."""
    if size_of(cards) == size:
        return rules.shao_allow_single == 1
    return rules.shao_validation != STRICT or rest_meets(hand, ranks, cards)


@compiled
def make_declarations(hand, size, best, rules, actions):
    """§9.1  Add every declaration that a hand of this size may make."""
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
    """§9.1  Return whether a hand of this size may declare with this first set."""
    if not is_set(cards) or not holds(hand, cards):
        return False
    return beats(cards, best) and may_declare_with(hand, ranks_of(hand), size, cards, rules)


@inlined
def may_run_with(hand, ranks, size, cards):
    """§9.4  Return whether the declarer may lead a set: the whole rest, or one with a joker that leaves a rest as §9.2 asks."""
    return size_of(cards) == size or (jokers_in(cards) > 0 and rest_meets(hand, ranks, cards))


@compiled
def make_run_leads(hand, size, actions):
    """§9.4  Add all sets that the declarer may lead."""
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


# §13  What the rules have shown of a hand that nobody sees: some worlds cannot be.

copy_witness = copying(Witness)


@compiled
def bear_witness(public, seat, what, best, tried, jokers):
    """Note what has become known of a seat's hand as it is now; the oldest of too many witnesses is dropped."""
    if public.witness_count == MAX_WITNESSES:
        for number in range(MAX_WITNESSES - 1):
            copy_witness(public.witnesses[number + 1], public.witnesses[number])
        public.witness_count -= 1
    write_witness(public, public.witnesses[public.witness_count], seat, what, best, tried, jokers)
    public.witness_count += 1


@compiled
def renew_witness(public, seat):
    """§9.4  Note that the rest of a run still meets the condition, which says all that its beginning said."""
    for number in range(public.witness_count - 1, -1, -1):
        witness = public.witnesses[number]
        if witness.seat == seat and witness.what == MEETS:
            write_witness(public, witness, seat, MEETS, 0, 0, 0)
            return


@compiled
def write_witness(public, witness, seat, what, best, tried, jokers):
    witness.seat = seat
    witness.what = what
    witness.best = best
    witness.tried = tried
    witness.jokers = jokers
    for kind in range(KINDS):
        witness.played[kind] = public.played[seat][kind]
