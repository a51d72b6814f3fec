"""§6  A round: leading, beating, surrendering, and who takes it."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .cards import EMPTY, RANKS, above, count_of, lowest_of, rank_of
from .melds import GOK, LARGEST_GOK, SINGLE, SMALLEST_GOK, can_beat, of_rank, runs_in, type_of
from .seating import next_active
from .state import ATTACKING, LEADING
from .variants import LEAD

LAY, DOWN, DECLARE, PLAY, NOT_PLAY, CLAIM, KEEP = range(7)
VERB_BITS = 40
VALUE_MASK = (1 << VERB_BITS) - 1


@inlined
def pack_action(verb, cards):
    """An action from its verb and its cards."""
    return verb << VERB_BITS | cards


@inlined
def add(actions, action):
    actions.list[actions.count] = action
    actions.count += 1


@inlined
def present_round(table):
    return table.rounds[table.round_number]


@inlined
def best_meld(table):
    """§6.2  What is to be beaten."""
    return EMPTY if table.best == NOBODY else present_round(table).face[table.best]


@inlined
def to_surrender_to(table, rules):
    """§6.3  What the cards that stay may not beat: the best meld, or by §11.2 the one that was led."""
    present = present_round(table)
    return present.face[present.leader] if rules.surrender_reference == LEAD else best_meld(table)


# -- making


@compiled
def make_goks(hand, lowest_rank, smallest, largest, actions):
    """§5.3, §5.6  Three or four of a rank, any three of four."""
    for rank in range(lowest_rank, RANKS + 1):
        cards = of_rank(hand, rank)
        count = count_of(cards)
        if smallest <= SMALLEST_GOK <= count:
            if count == SMALLEST_GOK:
                add(actions, cards)
            else:
                left_out = cards
                while left_out:
                    add(actions, cards & ~(left_out & -left_out))
                    left_out &= left_out - 1
        if count == LARGEST_GOK <= largest:
            add(actions, cards)


@compiled
def make_runs(hand, length, after, actions):
    """§5.4, §5.6  All runs of a length that begin after a card, any part of a longer one."""
    starts = runs_in(hand, length) & -(2 << after) if after >= 0 else runs_in(hand, length)
    while starts:
        start = starts & -starts
        add(actions, (start << length) - start)
        starts &= starts - 1


@compiled
def make_beats(hand, best, actions):
    """§5.5, §6.2  All superior melds of the hand."""
    kind = type_of(best)
    if not can_beat(hand, best):
        return
    if kind == SINGLE:
        higher = hand & above(lowest_of(best))
        while higher:
            add(actions, higher & -higher)
            higher &= higher - 1
    elif kind == GOK:
        count = count_of(best)
        make_goks(hand, rank_of(lowest_of(best)) + 1, count, count, actions)
    else:
        make_runs(hand, count_of(best), lowest_of(best), actions)


@compiled
def make_surrenders(table, rules, hand, actions):
    """§6.3  As many cards as were led, face down, so that what stays cannot beat the best.

    Where nothing can be wrong, any cards will do; cards that must go in any case are not chosen.
    """
    meld = to_surrender_to(table, rules)
    is_free = is_free_to_surrender(table, rules, hand)
    forced = EMPTY
    if not is_free and type_of(meld) == SINGLE:
        forced = hand & above(lowest_of(meld))
        is_free = True
    free = hand & ~forced
    chosen = present_round(table).count - count_of(forced)
    if chosen < 0:
        return
    subset = lowest_cards(free, chosen)
    while True:
        if is_free or not can_beat(hand & ~subset, meld):
            add(actions, pack_action(DOWN, forced | subset))
        subset = following(free, subset)
        if subset == EMPTY:
            return


@compiled
def lowest_cards(cards, count):
    """The lowest cards of a mask, so many."""
    part = EMPTY
    for _ in range(count):
        part |= cards & ~part & -(cards & ~part)
    return part


@compiled
def following(cards, subset):
    """The choice of as many cards after this one, or EMPTY after the last: one card moves up, those below begin anew."""
    below = 0
    rest = subset
    while rest:
        low = rest & -rest
        rest &= rest - 1
        higher = cards & ~subset & -(low << 1)
        following_card = higher & -higher
        if higher and (rest == 0 or following_card < (rest & -rest)):
            return rest | following_card | lowest_cards(cards, below)
        below += 1
    return EMPTY


@compiled
def is_free_to_surrender(table, rules, hand):
    """§6.3, §11.2, §11.3  May any cards be surrendered?  So it is for who cannot beat the best."""
    best = best_meld(table)
    return (rules.surrender_singles_free and type_of(best) == SINGLE) or not can_beat(hand, best)


@compiled
def may_keep(table, rules, hand, cards):
    """§6.3  May these cards be surrendered, and the rest be kept?"""
    return is_free_to_surrender(table, rules, hand) or not can_beat(hand & ~cards, to_surrender_to(table, rules))


# -- doing


@compiled
def lead(state, seat, cards):
    """§6.1  The leader lays a meld face up, and all others have to lay as many cards."""
    table = state.table
    present = present_round(table)
    present.count = count_of(cards)
    lay(state, seat, cards)
    table.phase = ATTACKING
    table.asked = 1 << next_active(table, seat)


@compiled
def lay(state, seat, cards):
    """§6.2  A meld lies face up, and is the best so far."""
    table = state.table
    state.holdings[seat].hand &= ~cards
    present = present_round(table)
    present.face[seat] = cards
    present.laid |= 1 << seat
    table.best = seat


@compiled
def surrender(state, seat, cards):
    """§6.3  Cards go to the middle face down."""
    table = state.table
    holding = state.holdings[seat]
    holding.hand &= ~cards
    holding.down[table.round_number] = cards
    present_round(table).laid |= 1 << seat


@compiled
def end_round(state):
    """§6.4  The winner takes as many tricks as his meld has cards, and leads next."""
    table = state.table
    present = present_round(table)
    winner = int(table.best)
    table.tricks[winner] += present.count
    table.won[winner] |= present.face[winner]
    table.left -= present.count
    table.best = NOBODY
    table.round_number += 1
    table.phase = LEADING
    table.asked = 1 << winner
    if table.left > 0:
        table.rounds[table.round_number].leader = winner
