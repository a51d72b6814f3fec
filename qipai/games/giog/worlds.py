"""§12.2 to §12.4  The states that a seat cannot tell apart: whether one agrees with an observation, and one drawn at random.

Every way of laying the unseen pieces into the places where they may lie is equally likely, among those that agree with what
the rules tell (`evidence.py`).
"""

from qipai.engine.compiling import compiled, inlined

from .agreement import is_same_table
from .evidence import ceiling_of, could_go_unseen, may_lie_there
from .observation import copy_table, first_chair, is_own, seat_of
from .pieces import KINDS, RED_GENERAL, draw_piece, draw_some, holds, one, pieces_in
from .state import MAX_CARDS, MAX_PLAYERS, NOTHING, TAKING


@inlined
def bag_from(counts):
    """The bag of pieces counted by kind."""
    bag = 0
    for kind in range(1, KINDS):
        bag += int(counts[kind]) << 4 * (kind - 1)
    return bag


@inlined
def lies_unseen(table, seat):
    """Has the seat laid pieces in this trick that still lie face down before it?"""
    return (table.laid & ~table.under) >> seat & 1 and table.shown[seat] == NOTHING


@compiled
def cards_of(table, seat):
    """How many pieces a seat holds."""
    if table.phase > TAKING:
        return table.left - (table.count if table.laid >> seat & 1 else 0)
    taken = 0
    for stack in range(1, table.stacks + 1):
        taken += 2 * (table.taker[stack] == seat)
    return taken


@compiled
def accepts(observation, rules, state):
    """Could this be the state?"""
    table = state.table
    own = first_chair(observation)
    if not is_same_table(table, observation.table, (table.players - own) % table.players):
        return False
    for chair in range(table.players):
        seat = seat_of(observation, chair)
        hand = state.hands[seat]
        if pieces_in(hand) != cards_of(table, seat):
            return False
        if is_own(observation, chair):
            if hand != bag_from(observation.hand) or state.laid[seat] != observation.laid:
                return False
        elif not agrees_on_others(observation, rules, state, chair, seat):
            return False
    return agrees_on_thrown(observation, rules, state) and agrees_on_unseen(observation, state)


@compiled
def agrees_on_others(observation, rules, state, chair, seat):
    """Somebody else's pieces: what was seen at the deal is among them, and what lies face down may lie there."""
    table = state.table
    hand = state.hands[seat]
    if lies_unseen(table, seat):
        laid = state.laid[seat]
        if pieces_in(laid) != table.count or not may_lie_there(table, rules, seat, hand, laid):
            return False
        return holds(hand + laid, bag_from(observation.known[chair].count))
    return holds(hand, bag_from(observation.known[chair].count))


@compiled
def agrees_on_thrown(observation, rules, state):
    """What was thrown in: one's own as remembered, that of others as it may have been; and it still lies in this trick."""
    table = state.table
    own = observation.seat
    for number in range(table.thrown_sets):
        thrown = table.thrown[number]
        bag = state.thrown[number]
        if thrown.seat == own:
            if bag != observation.thrown[number]:
                return False
        elif pieces_in(bag) != thrown.count or not could_go_unseen(thrown, bag, rules):
            return False
        if is_of_this_trick(table, thrown) and state.laid[thrown.seat] != bag:
            return False
    for seat in range(table.players):
        if table.shown[seat] != NOTHING and state.laid[seat] != table.shown[seat]:
            return False
    return True


@inlined
def is_of_this_trick(table, thrown):
    return thrown.trick == table.trick and table.under >> thrown.seat & 1


@compiled
def agrees_on_unseen(observation, state):
    """Are the unseen pieces those that one cannot see?"""
    table = state.table
    pool = bag_from(observation.unseen)
    for seat in range(table.players):
        if seat != observation.seat:
            pool -= state.hands[seat]
            if lies_unseen(table, seat):
                pool -= state.laid[seat]
    for number in range(table.thrown_sets):
        if table.thrown[number].seat != observation.seat:
            pool -= state.thrown[number]
    for place in range(MAX_CARDS):
        if state.piece[place] and not table.face[place]:
            pool -= one(int(state.piece[place]))
    return pool == 0


@compiled
def sample_world(observation, rules, random, state):
    """Fill `state` with one of the states that agree, each way of laying the unseen pieces equally likely."""
    while not try_world(observation, rules, random, state):
        pass


@compiled
def try_world(observation, rules, random, state):
    """Draw the unseen pieces blindly; false where what was drawn cannot lie there."""
    restore(observation, state)
    table = state.table
    pool = bag_from(observation.unseen)
    for chair in range(table.players):
        pool -= bag_from(observation.known[chair].count)
    pool = draw_low_singles(observation, rules, random, state, pool)
    for number in range(table.thrown_sets):
        thrown = table.thrown[number]
        if state.thrown[number] == NOTHING:
            state.thrown[number] = draw_some(pool, thrown.count, random)
            pool -= state.thrown[number]
            if not could_go_unseen(thrown, state.thrown[number], rules):
                return False
        if is_of_this_trick(table, thrown):
            state.laid[thrown.seat] = state.thrown[number]
    for turn in range(table.players):
        chair = (max(0, observation.table.leader) + turn) % table.players  # the leader first: his set says most
        if not is_own(observation, chair):
            seat = seat_of(observation, chair)
            pool = draw_hand(observation, chair, seat, random, state, pool)
            if lies_unseen(table, seat) and not may_lie_there(table, rules, seat, state.hands[seat], state.laid[seat]):
                return False
    for place in range(2 * table.stacks):
        if table.taker[place // 2 + 1] < 0:
            if table.face[place]:
                state.piece[place] = table.face[place]
            else:
                state.piece[place] = draw_piece(pool, RED_GENERAL, random)
                pool -= one(int(state.piece[place]))
    return True


@compiled
def restore(observation, state):
    """All that one knows, and nothing else."""
    table = state.table
    copy_table(observation.table, table, first_chair(observation))
    for seat in range(MAX_PLAYERS):
        state.hands[seat] = 0
        state.laid[seat] = table.shown[seat]
    for number in range(len(state.thrown)):
        state.thrown[number] = observation.thrown[number]
    for place in range(MAX_CARDS):
        state.piece[place] = 0
    if observation.seat >= 0:
        state.hands[observation.seat] = bag_from(observation.hand)
        state.laid[observation.seat] = observation.laid


@compiled
def draw_low_singles(observation, rules, random, state, pool):
    """§12.4  Single pieces that were thrown in, those that must be lowest first: then each may be any of what is left so low."""
    table = state.table
    for highest in range(1, KINDS):
        for number in range(table.thrown_sets):
            thrown = table.thrown[number]
            if state.thrown[number] == NOTHING and ceiling_of(thrown, rules) == highest:
                state.thrown[number] = one(draw_piece(pool, highest, random))
                pool -= state.thrown[number]
    return pool


@compiled
def draw_hand(observation, chair, seat, random, state, pool):
    """A hand of somebody else, and what of it lies face down; returns the pieces that are left to draw."""
    table = state.table
    hand = bag_from(observation.known[chair].count)
    unseen = table.count if lies_unseen(table, seat) else 0
    drawn = draw_some(pool, cards_of(table, seat) + unseen - pieces_in(hand), random)
    hand += drawn
    if unseen:
        state.laid[seat] = draw_some(hand, unseen, random)
        hand -= state.laid[seat]
    state.hands[seat] = hand
    return pool - drawn
