"""§6  A round: leading, beating, surrendering, and who takes it."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.packing import packing
from qipai.engine.seats import NOBODY

from ..cards import EMPTY, RANKS, above, count_of, lowest_of, rank_of
from ..seating import next_active
from ..state import ATTACKING, LEADING
from ..variants import LEAD
from .melds import GOK, LARGEST_GOK, SINGLE, SMALLEST_GOK, can_beat, of_rank, runs_in, type_of

LAY, DOWN, DECLARE, PLAY, NOT_PLAY, CLAIM, KEEP = range(7)
VERB_BITS = 40
pack_action, verb_of, cards_of = packing(VERB_BITS)


@inlined
def present_round(public):
    return public.rounds[public.round_number]


@inlined
def best_meld(public):
    """§6.2  Return the meld to be beaten; EMPTY before the lead."""
    return EMPTY if public.best == NOBODY else present_round(public).face[public.best]


@inlined
def to_surrender_to(public, rules):
    """§6.3  Return the meld that the kept cards may not beat: the best, or by §11.2 the one that was led."""
    present = present_round(public)
    return present.face[present.leader] if rules.surrender_reference == LEAD else best_meld(public)


# -- making


@compiled
def make_goks(hand, lowest_rank, smallest, largest, actions):
    """§5.3, §5.6  Add the goks of a hand: three or four of a rank, and any three of four."""
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
    """§5.4, §5.6  Add all runs of a length that begin after a card, also parts of longer runs."""
    starts = runs_in(hand, length) & -(2 << after) if after >= 0 else runs_in(hand, length)
    while starts:
        start = starts & -starts
        add(actions, (start << length) - start)
        starts &= starts - 1


@compiled
def make_beats(hand, best, actions):
    """§5.5, §6.2  Add all superior melds of the hand."""
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
def make_surrenders(public, rules, hand, actions):
    """§6.3  Add all surrenders: as many cards as were led, such that the kept ones cannot beat the best.

    Where any cards may be surrendered, all choices are listed; cards that must go in any case are in every one.
    """
    meld = to_surrender_to(public, rules)
    is_free = is_free_to_surrender(public, rules, hand)
    forced = EMPTY
    if not is_free and type_of(meld) == SINGLE:
        forced = hand & above(lowest_of(meld))
        is_free = True
    free = hand & ~forced
    chosen = present_round(public).count - count_of(forced)
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
    """Return the `count` lowest cards of a mask."""
    part = EMPTY
    for _ in range(count):
        part |= cards & ~part & -(cards & ~part)
    return part


@compiled
def following(cards, subset):
    """Return the next choice of as many cards after `subset`, or EMPTY after the last one.

    One card moves up, and those below it begin anew.
    """
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
def is_free_to_surrender(public, rules, hand):
    """§6.3, §11.2, §11.3  Return whether the hand may surrender any cards: it cannot beat the best."""
    best = best_meld(public)
    return (rules.surrender_singles_free and type_of(best) == SINGLE) or not can_beat(hand, best)


@compiled
def may_keep(public, rules, hand, cards):
    """§6.3  Return whether these cards may be surrendered and the rest of the hand be kept."""
    return is_free_to_surrender(public, rules, hand) or not can_beat(hand & ~cards, to_surrender_to(public, rules))


# -- doing


@compiled
def lead(state, seat, cards):
    """§6.1  Lay a lead face up; the other players must lay as many cards."""
    public = state.public
    present = present_round(public)
    present.count = count_of(cards)
    lay(state, seat, cards)
    public.phase = ATTACKING
    public.asked = 1 << next_active(public, seat)


@compiled
def lay(state, seat, cards):
    """§6.2  Lay a meld face up; it is the best so far."""
    public = state.public
    state.holdings[seat].hand &= ~cards
    present = present_round(public)
    present.face[seat] = cards
    present.laid |= 1 << seat
    public.best = seat


@compiled
def surrender(state, seat, cards):
    """§6.3  Lay cards face down."""
    public = state.public
    holding = state.holdings[seat]
    holding.hand &= ~cards
    holding.down[public.round_number] = cards
    present_round(public).laid |= 1 << seat


@compiled
def end_round(state):
    """§6.4  Give the winner as many tricks as the meld has cards; the winner leads next."""
    public = state.public
    present = present_round(public)
    winner = int(public.best)
    public.tricks[winner] += present.count
    public.won[winner] |= present.face[winner]
    public.left -= present.count
    public.best = NOBODY
    public.round_number += 1
    public.phase = LEADING
    public.asked = 1 << winner
    if public.left > 0:
        public.rounds[public.round_number].leader = winner
