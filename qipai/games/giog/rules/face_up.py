"""§8  Face up in turn: what is at least as high goes on top of the pile, all else under it.  Dǎ qí luò 2."""

from qipai.engine.compiling import compiled

from ..state import ANSWERING
from .combinations import place_of
from .tricks import after, best_set, end_trick, show, throw_in


@compiled
def show_lead(state):
    """§8.1  Put the leader's set on the pile as its first."""
    public = state.public
    show(state, public.leader)
    public.best = public.leader
    ask_next(state, public.leader)


@compiled
def ask_next(state, seat):
    """§8.1, §8.4  Ask the next seat in turn; when all have laid, the last set on top wins."""
    public = state.public
    following = after(public, seat)
    if following == public.leader:
        end_trick(state, public.best)
    else:
        public.phase = ANSWERING
        public.asked = 1 << following


@compiled
def goes_on_top(public, rules, bag):
    """§4.10, §8.2  Return whether a set is at least as high as the best so far."""
    place = place_of(bag, public.led, rules)
    return place > 0 and place >= place_of(best_set(public), public.led, rules)


@compiled
def put_on_pile(state, rules, seat, bag, hides):
    """§8.2, §8.3, §11.6, §11.7  Put a set on top of the pile or under it; by §11.7 it is shown even under it."""
    public = state.public
    if goes_on_top(public, rules, bag) and not hides:
        show(state, seat)
        public.best = seat
    elif rules.under_face:
        show(state, seat)
        public.under |= 1 << seat
    else:
        throw_in(state, seat)
    ask_next(state, seat)
