"""§3.4, §3.7, §3.8  Taking the stacks: one choice of an end or of a side, and the rest follows."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from ..state import TAKING
from ..variants import ROWS
from .stacks import direction_from, give_all, give_stack, is_end, neighbour


@compiled
def begin_taking(public):
    """§3.8  Ask the starter to take any stack of the circle."""
    public.phase = TAKING
    public.asked = 1 << public.priority[0]


@compiled
def first_taken(public):
    """Return the stack of the circle that the starter has taken; 0 if none."""
    for stack in range(1, public.stacks + 1):
        if public.taker[stack] != NOBODY:
            return stack
    return 0


@compiled
def may_take(public, rules, stack):
    """§3.4, §3.7, §3.8  Return whether a stack may be taken: an end of a row; in a circle any, then a neighbour of the first."""
    if not 1 <= stack <= public.stacks:
        return False
    if rules.distribution == ROWS:
        return is_end(public, stack)
    first = first_taken(public)
    return first == 0 or stack == neighbour(public, first, 1) or stack == neighbour(public, first, -1)


@compiled
def take(state, rules, stack):
    """Take a stack, and with it decide in which direction all are taken."""
    public = state.public
    if rules.distribution == ROWS:
        give_all(state, stack, direction_from(public, stack), 0)
        return
    first = first_taken(public)
    if first == 0:
        give_stack(state, public.priority[0], stack)
        public.asked = 1 << public.priority[1]
    else:
        give_all(state, stack, 1 if stack == neighbour(public, first, 1) else -1, 1)
