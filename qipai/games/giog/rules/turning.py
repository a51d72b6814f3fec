"""§3.2, §3.3, §3.6  Turning up stacks: for the order of the players, or to count out who starts."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..pieces import BITS, VALUES
from ..state import DIGITS, TAKING, TURNING
from .stacks import give_stack, is_counted, row_of, show_place, take_turns_from


@compiled
def begin_turning(public, rules):
    """§3.2, §3.6  Ask everybody in turn to turn up a stack, or the opener alone."""
    public.phase = TURNING
    public.to_turn = 1 << public.first if is_counted(rules) else (1 << public.players) - 1
    ask_to_turn(public)


@compiled
def may_turn(public, rules, seat, stack):
    """§3.2, §3.6  Return whether a seat may turn up a stack: an unturned one of another's row, or any of the circle."""
    return (
        1 <= stack <= public.stacks and public.turner[stack] == NOBODY and (is_counted(rules) or row_of(public, stack) != seat)
    )


@compiled
def turn_up(state, rules, seat, stack):
    """Turn up a stack."""
    public = state.public
    public.turner[stack] = seat
    show_place(state, 2 * stack - 2)
    if is_counted(rules):
        show_place(state, 2 * stack - 1)
        count_out(state, stack)
        return
    public.standing[seat] |= int(public.face[2 * stack - 2]) << BITS * (DIGITS - turned_by(public, seat))
    public.to_turn &= ~(1 << seat)
    ask_to_turn(public)
    if public.asked == 0:
        turn_again(public)


@compiled
def turned_by(public, seat):
    """Return how many stacks a seat has turned up."""
    turned = 0
    for stack in range(1, public.stacks + 1):
        turned += public.turner[stack] == seat
    return turned


@compiled
def ask_to_turn(public):
    """§3.2, §3.3  Ask the next seat in turn from the first; pass over a seat that finds no stack."""
    public.asked = 0
    for turn in range(public.players):
        seat = (public.first + turn) % public.players
        if public.to_turn >> seat & 1 and finds_stack(public, seat):
            public.asked = 1 << seat
            return


@compiled
def finds_stack(public, seat):
    """Return whether there is a stack that this seat may turn up."""
    for stack in range(1, public.stacks + 1):
        if public.turner[stack] == NOBODY and row_of(public, stack) != seat:
            return True
    return False


@compiled
def turn_again(public):
    """§3.3  Let seats with equal pieces turn up another stack; where no stack or no tie is left, set the order."""
    public.to_turn = 0
    for seat in range(public.players):
        for other in range(public.players):
            if other != seat and public.standing[other] == public.standing[seat]:
                public.to_turn |= 1 << seat
    ask_to_turn(public)
    if public.asked == 0:
        set_order(public)


@compiled
def set_order(public):
    """§3.2, §3.3  Set the order of priority by the highest pieces; equal seats follow in turn."""
    public.to_turn = 0
    for seat in range(public.players):
        public.priority[standing_place(public, seat)] = seat
    public.phase = TAKING
    public.asked = 1 << public.priority[0]


@compiled
def standing_place(public, seat):
    """Return how many seats come before this one."""
    before = 0
    for other in range(public.players):
        if other != seat:
            earlier = (other - public.first) % public.players < (seat - public.first) % public.players
            higher = public.standing[other] > public.standing[seat]
            before += higher or (earlier and public.standing[other] == public.standing[seat])
    return before


@compiled
def count_out(state, stack):
    """§3.6, §3.7  Count the values of the two pieces round, the opener's left being 1; the seat that is hit takes the stack."""
    public = state.public
    starter = (public.first + exposed_value(public, stack)) % public.players
    take_turns_from(public, starter)
    give_stack(state, starter, stack)
    public.to_turn = 0
    public.phase = TAKING
    public.asked = 1 << public.priority[1]


@inlined
def exposed_value(public, stack):
    """§1.4  Return the value of the pieces of a stack that were turned up."""
    return VALUES[public.face[2 * stack - 2]] + VALUES[public.face[2 * stack - 1]]
