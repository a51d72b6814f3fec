"""§3.1, §3.4 to §3.8  The layout of stacks: rows or a circle, its ends and neighbours, and how stacks go to their takers."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY
from qipai.engine.telling import KIND_BITS

from .pieces import one
from .state import LEADING
from .variants import COUNTED_CIRCLE, ROWS


@compiled
def lay_out(state, rules, order, players):
    """§3.1  Build the stacks of two, in rows before the seats or in one circle."""
    table = state.table
    table.stacks = order.count // 2
    for place in range(order.count):
        state.piece[place] = order.cards[place] & (1 << KIND_BITS) - 1
    stack = 1
    for seat in range(players):
        table.rows[seat] = stack
        if rules.distribution == ROWS:
            stack += row_length(table, rules, order, players, seat)
    table.rows[players] = stack


@compiled
def row_length(table, rules, order, players, seat):
    """§3.1  Equal rows; where that is impossible the long rows come from one seat on in turn."""
    spare = int(table.stacks) % players
    first_long = order.lots[1] if rules.long_row == 0 else (rules.long_row - 1) % players  # §11.2
    is_long = (seat - first_long) % players < spare
    return int(table.stacks) // players + is_long


@inlined
def row_of(table, stack):
    """Before whom a stack stands; NOBODY in a circle."""
    for seat in range(table.players):
        if table.rows[seat] <= stack < table.rows[seat + 1]:
            return seat
    return NOBODY


@compiled
def is_end(table, stack):
    """§3.4  Is it the first or the last of a row?"""
    for seat in range(table.players):
        if stack == table.rows[seat] or stack == table.rows[seat + 1] - 1:
            return True
    return False


@inlined
def neighbour(table, stack, step):
    """The stack `step` places further round the layout."""
    return (stack - 1 + step) % table.stacks + 1


@compiled
def direction_from(table, stack):
    """§3.4  From an end the taking goes into its row: upwards from the first stack of a row."""
    for seat in range(table.players):
        if stack == table.rows[seat]:
            return 1
    return -1


@compiled
def show_place(state, place):
    """Turn up the piece in a place of a stack."""
    state.table.face[place] = state.piece[place]


@compiled
def give_stack(state, seat, stack):
    """A stack goes to a seat's hand."""
    state.table.taker[stack] = seat
    for place in range(2 * stack - 2, 2 * stack):
        state.hands[seat] += one(int(state.piece[place]))
        state.piece[place] = 0


@compiled
def give_all(state, stack, step, given):
    """§3.4, §3.7, §3.8  From a stack on in one direction all go round in the order of taking, some being `given` already."""
    table = state.table
    for number in range(given, table.players * table.left // 2):
        give_stack(state, table.priority[number % table.players], stack)
        stack = neighbour(table, stack, step)
    begin_play(table, table.priority[0])


@compiled
def begin_play(table, leader):
    """§5.1  The first trick."""
    table.phase = LEADING
    table.trick = 1
    table.leader = leader
    table.asked = 1 << leader


@compiled
def take_turns_from(table, seat):
    """§3.7, §3.8  Who takes when: round the table from one seat."""
    for turn in range(table.players):
        table.priority[turn] = (seat + turn) % table.players


@inlined
def is_counted(rules):
    return rules.distribution == COUNTED_CIRCLE
