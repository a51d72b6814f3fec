"""§3.2, §3.3, §3.6  Turning up stacks: for the order of the players, or to count out who starts."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .pieces import BITS, VALUES
from .stacks import give_stack, is_counted, row_of, show_place, take_turns_from
from .state import TAKING, TURNING

DIGITS = 14  # pieces that one seat can turn up, and more than there can be


@compiled
def begin_turning(table, rules):
    """§3.2 everybody in turn; §3.6 the opener alone."""
    table.phase = TURNING
    table.to_turn = 1 << table.first if is_counted(rules) else (1 << table.players) - 1
    ask_to_turn(table)


@compiled
def may_turn(table, rules, seat, stack):
    """§3.2  A stack of another's row that nobody has turned up; §3.6 any of the circle."""
    return 1 <= stack <= table.stacks and table.turner[stack] == NOBODY and (is_counted(rules) or row_of(table, stack) != seat)


@compiled
def turn_up(state, rules, seat, stack):
    """Turn up a stack."""
    table = state.table
    table.turner[stack] = seat
    show_place(state, 2 * stack - 2)
    if is_counted(rules):
        show_place(state, 2 * stack - 1)
        count_out(state, stack)
        return
    table.standing[seat] |= int(table.face[2 * stack - 2]) << BITS * (DIGITS - turned_by(table, seat))
    table.to_turn &= ~(1 << seat)
    ask_to_turn(table)
    if table.asked == 0:
        turn_again(table)


@compiled
def turned_by(table, seat):
    """How many stacks a seat has turned up."""
    turned = 0
    for stack in range(1, table.stacks + 1):
        turned += table.turner[stack] == seat
    return turned


@compiled
def ask_to_turn(table):
    """§3.2  The next in turn from the first seat; who finds no stack is passed over (§3.3)."""
    table.asked = 0
    for turn in range(table.players):
        seat = (table.first + turn) % table.players
        if table.to_turn >> seat & 1 and finds_stack(table, seat):
            table.asked = 1 << seat
            return


@compiled
def finds_stack(table, seat):
    """Is there a stack that this seat may turn up?"""
    for stack in range(1, table.stacks + 1):
        if table.turner[stack] == NOBODY and row_of(table, stack) != seat:
            return True
    return False


@compiled
def turn_again(table):
    """§3.3  Those with equal pieces turn up another; where none is left, or no pieces are equal, the order is known."""
    table.to_turn = 0
    for seat in range(table.players):
        for other in range(table.players):
            if other != seat and table.standing[other] == table.standing[seat]:
                table.to_turn |= 1 << seat
    ask_to_turn(table)
    if table.asked == 0:
        set_order(table)


@compiled
def set_order(table):
    """§3.2  The highest piece first; §3.3 what cannot be told apart in turn."""
    table.to_turn = 0
    for seat in range(table.players):
        table.priority[standing_place(table, seat)] = seat
    table.phase = TAKING
    table.asked = 1 << table.priority[0]


@compiled
def standing_place(table, seat):
    """How many seats come before this one."""
    before = 0
    for other in range(table.players):
        if other != seat:
            earlier = (other - table.first) % table.players < (seat - table.first) % table.players
            higher = table.standing[other] > table.standing[seat]
            before += higher or (earlier and table.standing[other] == table.standing[seat])
    return before


@compiled
def count_out(state, stack):
    """§3.6  The values of the two pieces are counted round, the opener's left being 1; §3.7 who is hit takes the stack."""
    table = state.table
    starter = (table.first + exposed_value(table, stack)) % table.players
    take_turns_from(table, starter)
    give_stack(state, starter, stack)
    table.to_turn = 0
    table.phase = TAKING
    table.asked = 1 << table.priority[1]


@inlined
def exposed_value(table, stack):
    """§1.4"""
    return VALUES[table.face[2 * stack - 2]] + VALUES[table.face[2 * stack - 1]]
