"""What the clock plays for somebody who does not answer."""

from qipai.engine.compiling import compiled, inlined

from ..ranks import BLACK, HIGHEST_NATURAL, KINDS, RED, TWO
from ..rules.misplays import first_mend
from ..rules.sets import pack_set
from ..rules.talk import told_size
from ..rules.tribute import giver_to
from ..seating import next_in
from ..state import CORRECTING, FOLLOWING, LEADING, MOST_TRIBUTE, NAMING, ORDERING, RETURNING, RUN, TELLING
from ..variants import CLAIM
from ..verbs import FIRST, PASS, RETURN, SAY, TAKE, TAKER, pack_action, pack_kinds
from .legal import no_to


@compiled
def default_action(state, rules, seat):
    """Return the action that the clock plays for a seat.

    It is the lowest card, passing, the answer that changes nothing, the true count, or the return of the lowest cards.
    """
    public = state.public
    phase = public.phase
    hand = state.hands[seat]
    if phase == LEADING:
        return lowest_run_lead(hand, int(public.left[seat])) if public.mode == RUN else pack_set_of(lowest_in_hand(hand, 0))
    if phase == FOLLOWING:
        return pack_action(PASS, 0)
    if phase == CORRECTING:
        return first_mend(hand, public.tried, public.best)
    if phase == NAMING:
        return pack_action(TAKER, seat)
    if phase == RETURNING:
        return lowest_return(public, hand, seat)
    if phase == TELLING:
        return pack_action(SAY, told_size(public, seat))
    if phase == ORDERING:
        claims = rules.order_protocol == CLAIM
        return pack_action(TAKE, 0) if claims else pack_action(FIRST, next_in(public.candidates, public.last_actor))
    return pack_action(no_to(phase), 0)


@compiled
def lowest_in_hand(hand, above):
    """Return the lowest kind of a hand above another kind; 0 if there is none."""
    for kind in range(above + 1, KINDS):
        if hand[kind]:
            return kind
    return 0


@inlined
def pack_set_of(kind):
    """Return a single card of a kind as a set."""
    if kind <= HIGHEST_NATURAL:
        return pack_set(kind, 1, 0, 0, 0)
    return pack_set(0, 0, int(kind == TWO), int(kind == BLACK), int(kind == RED))


@compiled
def lowest_run_lead(hand, size):
    """§9.4  Return the lowest lead of a run: all cards of the lowest rank with a joker, the Black before the Red.

    `size` is the number of cards in the hand.  If the whole rest is a set, that is the lead.
    """
    rank = lowest_in_hand(hand, 0)
    if rank > HIGHEST_NATURAL:
        return pack_set(0, 0, hand[TWO], hand[BLACK], hand[RED])
    if hand[rank] + hand[TWO] + hand[BLACK] + hand[RED] == size:
        return pack_set(rank, hand[rank], hand[TWO], hand[BLACK], hand[RED])
    return pack_set(rank, hand[rank], 0, 1 if hand[BLACK] else 0, 0 if hand[BLACK] else 1)


@compiled
def lowest_return(public, hand, seat):
    """§5.6  Return the action of returning the lowest cards."""
    lower = lowest_in_hand(hand, 0)
    if public.owes[giver_to(public, seat)] != MOST_TRIBUTE:
        return pack_action(RETURN, pack_kinds(0, lower))
    return pack_action(RETURN, pack_kinds(lower, lower if hand[lower] > 1 else lowest_in_hand(hand, lower)))
