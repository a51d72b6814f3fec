"""§12.2 to §12.4  The states that a seat cannot tell apart: whether one agrees with an observation, and one drawn at random.

Every way of laying the unseen pieces into the places where they may lie is equally likely, among those that agree with what
the rules tell (`evidence.py`).
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import SPECTATOR, is_own

from ..pieces import KINDS, RED_GENERAL, draw_piece, draw_some, holds, one, pieces_in
from ..state import DIRECTING, MAX_CARDS, MAX_PLAYERS, NOTHING, OVER, TAKING
from .evidence import ceiling_of, could_go_unseen, may_lie_there
from .observation import agrees, restore, seat_of


@inlined
def bag_from(counts):
    """Return the bag of pieces counted by kind."""
    bag = 0
    for kind in range(1, KINDS):
        bag += int(counts[kind]) << 4 * (kind - 1)
    return bag


@inlined
def lies_unseen(public, seat):
    """Return whether the seat has laid pieces in this trick that still lie face down."""
    return (public.laid & ~public.under) >> seat & 1 and public.shown[seat] == NOTHING


@compiled
def cards_of(public, seat):
    """Return how many pieces a seat holds."""
    if TAKING < public.phase <= OVER:
        return public.left - (public.count if public.laid >> seat & 1 else 0)
    taken = 0
    for stack in range(1, public.stacks + 1):
        taken += 2 * (public.taker[stack] == seat)
    return taken


@compiled
def accepts(observation, rules, state):
    """Return whether a state agrees with everything that the observer knows."""
    if not agrees(observation, state):
        return False
    public = state.public
    for chair in range(public.players):
        seat = seat_of(observation, chair)
        hand = state.hands[seat]
        if pieces_in(hand) != cards_of(public, seat):
            return False
        if is_own(observation, chair):
            if hand != bag_from(observation.hand):
                return False
        elif not agrees_on_others(observation, rules, state, chair, seat):
            return False
    return agrees_on_thrown(observation, rules, state) and agrees_on_unseen(observation, state)


@compiled
def agrees_on_others(observation, rules, state, chair, seat):
    """Return whether another seat's pieces agree: they include what was seen at the deal, and may lie face down as they do."""
    public = state.public
    hand = state.hands[seat]
    if lies_unseen(public, seat):
        laid = state.laid[seat]
        if pieces_in(laid) != public.count or not may_lie_there(public, rules, seat, hand, laid):
            return False
        return holds(hand + laid, bag_from(observation.known[chair].count))
    return holds(hand, bag_from(observation.known[chair].count))


@compiled
def agrees_on_thrown(observation, rules, state):
    """Return whether the sets thrown in agree: one's own as remembered, those of others as they may have been."""
    public = state.public
    own = observation.seat
    for number in range(public.thrown_sets):
        thrown = public.thrown[number]
        bag = state.thrown[number]
        if thrown.seat == own:
            if bag != observation.thrown[number]:
                return False
        elif pieces_in(bag) != thrown.count or not could_go_unseen(thrown, bag, rules):
            return False
        if is_of_this_trick(public, thrown) and state.laid[thrown.seat] != bag:
            return False
    for seat in range(public.players):
        if public.shown[seat] != NOTHING and state.laid[seat] != public.shown[seat]:
            return False
    return True


@inlined
def is_of_this_trick(public, thrown):
    return thrown.trick == public.trick and public.under >> thrown.seat & 1


@compiled
def agrees_on_unseen(observation, state):
    """Return whether the unseen pieces of the state are those that the observer cannot see."""
    public = state.public
    pool = bag_from(observation.unseen)
    for seat in range(public.players):
        if seat != observation.seat:
            pool -= state.hands[seat]
            if lies_unseen(public, seat):
                pool -= state.laid[seat]
    for number in range(public.thrown_sets):
        if public.thrown[number].seat != observation.seat:
            pool -= state.thrown[number]
    for place in range(MAX_CARDS):
        if state.piece[place] and not public.face[place]:
            pool -= one(int(state.piece[place]))
    return pool == 0


@compiled
def sample_world(observation, rules, random, state):
    """Fill `state` with a state that agrees with the observation, each way of laying the unseen pieces equally likely."""
    while not try_world(observation, rules, random, state):
        pass


@compiled
def try_world(observation, rules, random, state):
    """Draw the unseen pieces at random; return False where what was drawn cannot lie there."""
    restore_sets(observation, state)
    public = state.public
    pool = bag_from(observation.unseen)
    for chair in range(public.players):
        pool -= bag_from(observation.known[chair].count)
    pool = draw_low_singles(observation, rules, random, state, pool)
    for number in range(public.thrown_sets):
        thrown = public.thrown[number]
        if state.thrown[number] == NOTHING:
            state.thrown[number] = draw_some(pool, thrown.count, random)
            pool -= state.thrown[number]
            if not could_go_unseen(thrown, state.thrown[number], rules):
                return False
        if is_of_this_trick(public, thrown):
            state.laid[thrown.seat] = state.thrown[number]
    for turn in range(public.players):
        chair = (max(0, observation.public.leader) + turn) % public.players  # the leader first: his set says most
        if not is_own(observation, chair):
            seat = seat_of(observation, chair)
            pool = draw_hand(observation, chair, seat, random, state, pool)
            if lies_unseen(public, seat) and not may_lie_there(public, rules, seat, state.hands[seat], state.laid[seat]):
                return False
    for place in range(2 * public.stacks):
        if public.taker[place // 2 + 1] < 0:
            if public.face[place]:
                state.piece[place] = public.face[place]
            else:
                state.piece[place] = draw_piece(pool, RED_GENERAL, random)
                pool -= one(int(state.piece[place]))
    if public.phase == DIRECTING:
        fill_row(state, random, pool)
    return True


@compiled
def fill_row(state, random, pool):
    """§11.10  Fill the row of stacks, of which nobody has seen any piece."""
    for place in range(state.public.players * state.public.left):
        state.piece[place] = draw_piece(pool, RED_GENERAL, random)
        pool -= one(int(state.piece[place]))


@compiled
def restore_sets(observation, state):
    """Write all that the observer knows, and nothing else: sets that lie face up, and one's own pieces."""
    restore(observation, state)
    for seat in range(MAX_PLAYERS):
        if seat != observation.seat:
            state.laid[seat] = state.public.shown[seat]
    for number in range(len(state.thrown)):
        state.thrown[number] = observation.thrown[number]
    if observation.seat != SPECTATOR:
        state.hands[observation.seat] = bag_from(observation.hand)


@compiled
def draw_low_singles(observation, rules, random, state, pool):
    """§12.4  Draw the single pieces that were thrown in, those that must be lowest first.

    Each may then be any of the remaining pieces that are so low.
    """
    public = state.public
    for highest in range(1, KINDS):
        for number in range(public.thrown_sets):
            thrown = public.thrown[number]
            if state.thrown[number] == NOTHING and ceiling_of(thrown, rules) == highest:
                state.thrown[number] = one(draw_piece(pool, highest, random))
                pool -= state.thrown[number]
    return pool


@compiled
def draw_hand(observation, chair, seat, random, state, pool):
    """Draw another seat's hand, and what of it lies face down; return the bag of pieces that are left to draw."""
    public = state.public
    hand = bag_from(observation.known[chair].count)
    unseen = public.count if lies_unseen(public, seat) else 0
    drawn = draw_some(pool, cards_of(public, seat) + unseen - pieces_in(hand), random)
    hand += drawn
    if unseen:
        state.laid[seat] = draw_some(hand, unseen, random)
        hand -= state.laid[seat]
    state.hands[seat] = hand
    return pool - drawn
