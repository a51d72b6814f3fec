"""§6  All lay face down, in any order, and everything is turned up together: Giog, Jū mǎ pāo, Dǎ qí luò 1, Zhì hǔ."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from .combinations import place_of
from .generals import note_offence
from .state import ANSWERING
from .tricks import after, end_trick, others, show
from .variants import PRIORITY, SET_ASIDE


@compiled
def ask_everybody(table):
    """§6.1  All others owe an answer, together."""
    table.phase = ANSWERING
    table.asked = others(table, table.leader)


@compiled
def turn_up_together(state, rules):
    """§6.2  The last answer is in."""
    table = state.table
    for seat in range(table.players):
        show(state, seat)
        note_offence(table, rules, seat, state.laid[seat])
    end_trick(state, winner_of(table, rules))


@compiled
def winner_of(table, rules):
    """§5.3  The seat with the highest combination of the type that was led; NOBODY if the trick is set aside."""
    highest = 0
    equals = 0
    first = int(table.leader)
    seat = int(table.leader)
    for _ in range(table.players):
        place = place_of(table.shown[seat], table.led, rules)
        if place > highest:
            highest = place
            equals = 1
            first = seat
        elif place == highest and place > 0:
            equals += 1
        seat = after(table, seat)
    if equals == 1 or (first == table.leader and rules.ties != SET_ASIDE):
        return first  # §6.3 the leader comes before all others
    if rules.ties == SET_ASIDE:
        return NOBODY  # §6.4
    if rules.ties == PRIORITY:
        return first_in_priority(table, rules, highest)
    return first  # §6.6


@compiled
def first_in_priority(table, rules, highest):
    """§6.3  Of the seats with the highest combination, the one that comes first in the order of priority."""
    for place in range(table.players):
        seat = table.priority[place]
        if place_of(table.shown[seat], table.led, rules) == highest:
            return int(seat)
    return NOBODY
