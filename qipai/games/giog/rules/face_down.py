"""§6  All lay face down, in any order, and everything is turned up together: Giog, Jū mǎ pāo, Dǎ qí luò 1, Zhì hǔ."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from ..state import ANSWERING
from ..variants import PRIORITY, SET_ASIDE
from .combinations import place_of
from .generals import note_offence
from .tricks import after, end_trick, others, show


@compiled
def ask_everybody(public):
    """§6.1  Ask all seats but the leader together for an answer."""
    public.phase = ANSWERING
    public.asked = others(public, public.leader)


@compiled
def turn_up_together(state, rules):
    """§6.2  Turn up all pieces after the last answer, and end the trick."""
    public = state.public
    for seat in range(public.players):
        show(state, seat)
        note_offence(public, rules, seat, state.laid[seat])
    end_trick(state, winner_of(public, rules))


@compiled
def winner_of(public, rules):
    """§5.3  Return the seat with the highest combination of the type that was led; NOBODY if the trick is set aside."""
    highest = 0
    equals = 0
    first = int(public.leader)
    seat = int(public.leader)
    for _ in range(public.players):
        place = place_of(public.shown[seat], public.led, rules)
        if place > highest:
            highest = place
            equals = 1
            first = seat
        elif place == highest and place > 0:
            equals += 1
        seat = after(public, seat)
    if equals == 1 or (first == public.leader and rules.ties != SET_ASIDE):
        return first  # §6.3 the leader comes before all others
    if rules.ties == SET_ASIDE:
        return NOBODY  # §6.4
    if rules.ties == PRIORITY:
        return first_in_priority(public, rules, highest)
    return first  # §6.6


@compiled
def first_in_priority(public, rules, highest):
    """§6.3  Return that seat with the highest combination which comes first in the order of priority."""
    for place in range(public.players):
        seat = public.priority[place]
        if place_of(public.shown[seat], public.led, rules) == highest:
            return int(seat)
    return NOBODY
