"""§3.4, §3.7, §3.8  Taking the stacks: one choice of an end or of a side, and the rest follows."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from .stacks import direction_from, give_all, give_stack, is_end, neighbour
from .state import TAKING
from .variants import ROWS


@compiled
def begin_taking(table):
    """§3.8  The starter takes any stack of the circle."""
    table.phase = TAKING
    table.asked = 1 << table.priority[0]


@compiled
def first_taken(table):
    """The stack of the circle that the starter has; 0 if none is taken."""
    for stack in range(1, table.stacks + 1):
        if table.taker[stack] != NOBODY:
            return stack
    return 0


@compiled
def may_take(table, rules, stack):
    """§3.4 an end of a row; §3.8 any stack of the circle; §3.7 then one of its two neighbours."""
    if not 1 <= stack <= table.stacks:
        return False
    if rules.distribution == ROWS:
        return is_end(table, stack)
    first = first_taken(table)
    return first == 0 or stack == neighbour(table, first, 1) or stack == neighbour(table, first, -1)


@compiled
def take(state, rules, stack):
    """Take a stack, and with it decide in which direction all are taken."""
    table = state.table
    if rules.distribution == ROWS:
        give_all(state, stack, direction_from(table, stack), 0)
        return
    first = first_taken(table)
    if first == 0:
        give_stack(state, table.priority[0], stack)
        table.asked = 1 << table.priority[1]
    else:
        give_all(state, stack, 1 if stack == neighbour(table, first, 1) else -1, 1)
