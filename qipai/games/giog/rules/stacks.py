"""§3.1, §3.4 to §3.8  The layout of stacks: rows or a circle, its ends and neighbours, and how stacks go to their takers."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from ..pieces import one
from ..state import LEADING
from ..variants import COUNTED_CIRCLE, ROWS


@compiled
def lay_out(state, rules, order, players):
    """§3.1  Build stacks of two, in rows before the seats or in one circle."""
    public = state.public
    public.stacks = order.count // 2
    for place in range(order.count):
        state.piece[place] = order.cards[place] & (1 << KIND_BITS) - 1
    stack = 1
    for seat in range(players):
        public.rows[seat] = stack
        if rules.distribution == ROWS:
            stack += row_length(public, rules, order, players, seat)
    public.rows[players] = stack


@compiled
def row_length(public, rules, order, players, seat):
    """§3.1  Return the length of a seat's row: equal rows, or where that is impossible long rows from one seat on in turn."""
    spare = int(public.stacks) % players
    first_long = order.lots[1] if rules.long_row == 0 else (rules.long_row - 1) % players  # §11.2
    is_long = (seat - first_long) % players < spare
    return int(public.stacks) // players + is_long


@inlined
def row_of(public, stack):
    """Return the seat before which a stack lies; NOBODY in a circle."""
    for seat in range(public.players):
        if public.rows[seat] <= stack < public.rows[seat + 1]:
            return seat
    return NOBODY


@compiled
def is_end(public, stack):
    """§3.4  Return whether a stack is the first or the last of a row."""
    for seat in range(public.players):
        if stack == public.rows[seat] or stack == public.rows[seat + 1] - 1:
            return True
    return False


@inlined
def neighbour(public, stack, step):
    """Return the stack that is `step` places further round the layout."""
    return (stack - 1 + step) % public.stacks + 1


@compiled
def direction_from(public, stack):
    """§3.4  Return the direction of taking from an end into its row: 1 from the first stack of a row, else -1."""
    for seat in range(public.players):
        if stack == public.rows[seat]:
            return 1
    return -1


@compiled
def show_place(state, place):
    """Turn up the piece in a place of a stack."""
    state.public.face[place] = state.piece[place]


@compiled
def give_stack(state, seat, stack):
    """Put the pieces of a stack into a seat's hand."""
    state.public.taker[stack] = seat
    for place in range(2 * stack - 2, 2 * stack):
        state.hands[seat] += one(int(state.piece[place]))
        state.piece[place] = 0


@compiled
def give_all(state, stack, step, given):
    """§3.4, §3.7, §3.8  Give out all stacks from one on, in one direction and in the order of taking; `given` of them are out."""
    public = state.public
    for number in range(given, public.players * public.left // 2):
        give_stack(state, public.priority[number % public.players], stack)
        stack = neighbour(public, stack, step)
    begin_play(public, public.priority[0])


@compiled
def begin_play(public, leader):
    """§5.1  Begin the first trick."""
    public.phase = LEADING
    public.trick = 1
    public.leader = leader
    public.asked = 1 << leader


@compiled
def take_turns_from(public, seat):
    """§3.7, §3.8  Set the order of taking: in turn from one seat."""
    for turn in range(public.players):
        public.priority[turn] = (seat + turn) % public.players


@inlined
def is_counted(rules):
    return rules.distribution == COUNTED_CIRCLE
