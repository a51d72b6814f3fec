"""§11.10  One row of stacks face down, and the order in which the first player has them taken."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.telling import KIND_BITS

from ..pieces import one
from ..state import DIRECTING
from .stacks import begin_play

ORDERS = ("left", "right", "alternate_left", "alternate_right", "ends_left", "ends_right")
ALTERNATE, ENDS = 1, 2  # pairs of them: from the left end, and from the right end


@inlined
def row_stack_size(players):
    """Return how many pieces a stack of the row has."""
    return 4 if players == 2 or players == 4 else 5 if players == 3 else 6


@inlined
def row_stacks(public):
    """Return how many stacks the row has."""
    return public.players * public.left // row_stack_size(public.players)


@compiled
def begin_directing(state, order):
    """Build the row, and ask the first player."""
    public = state.public
    for place in range(order.count):
        state.piece[place] = order.cards[place] & (1 << KIND_BITS) - 1
    public.phase = DIRECTING
    public.asked = 1 << public.first


@compiled
def stack_at(order, number, stacks):
    """Return the stack that is taken after `number` others, in an order by its place in `ORDERS`."""
    stack = number + 1
    if order // 2 == ALTERNATE:
        odd = (stacks + 1) // 2
        stack = 2 * number + 1 if number < odd else 2 * (number - odd) + 2
    elif order // 2 == ENDS:
        stack = stacks - number // 2 if number % 2 else number // 2 + 1
    return stacks + 1 - stack if order % 2 else stack


@compiled
def direct(state, order):
    """Hand the stacks round in an order, and begin the first trick."""
    public = state.public
    size, stacks = row_stack_size(public.players), row_stacks(public)
    for number in range(stacks):
        stack = stack_at(order, number, stacks)
        for place in range(size * stack - size, size * stack):
            state.hands[public.priority[number % public.players]] += one(int(state.piece[place]))
            state.piece[place] = 0
    begin_play(public, public.first)
