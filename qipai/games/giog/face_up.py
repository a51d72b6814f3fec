"""§8  Face up in turn: what is at least as high goes on top of the pile, all else under it.  Dǎ qí luò 2."""

from qipai.engine.compiling import compiled

from .combinations import place_of
from .state import ANSWERING
from .tricks import after, best_set, end_trick, show, throw_in


@compiled
def show_lead(state):
    """§8.1  The leader's set is the first on the pile."""
    table = state.table
    show(state, table.leader)
    table.best = table.leader
    ask_next(state, table.leader)


@compiled
def ask_next(state, seat):
    """§8.1, §8.4  On in turn; when all have laid, the last set on top wins."""
    table = state.table
    following = after(table, seat)
    if following == table.leader:
        end_trick(state, table.best)
    else:
        table.phase = ANSWERING
        table.asked = 1 << following


@compiled
def goes_on_top(table, rules, bag):
    """§4.10, §8.2  Is the set at least as high as the best so far?"""
    place = place_of(bag, table.led, rules)
    return place > 0 and place >= place_of(best_set(table), table.led, rules)


@compiled
def put_on_pile(state, rules, seat, bag, hides):
    """§8.2 on top; §8.3, §11.6 or under the pile; §11.7 where all may see it, it is shown all the same."""
    table = state.table
    if goes_on_top(table, rules, bag) and not hides:
        show(state, seat)
        table.best = seat
    elif rules.under_face:
        show(state, seat)
        table.under |= 1 << seat
    else:
        throw_in(state, seat)
    ask_next(state, seat)
