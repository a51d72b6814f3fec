"""§13  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import clear_row, compiled, copy_row, inlined
from qipai.engine.deriving import agreeing, clearing, copying, restoring, seating, showing
from qipai.engine.seats import NOBODY, SPECTATOR, first_chair, is_own

from ..seating import SEATS, is_in, team_of
from ..state import Observation, State, Threes

show = showing(State, Observation)
restore = restoring(Observation, State)
agrees = agreeing(Observation, State)
copy_threes = copying(Threes)
clear_threes = clearing(Threes)
seat_of = seating(Observation)


@compiled
def observe(state, rules, seat, observation):
    """§13.1 to §13.3  Fill the observation of a seat, or of `SPECTATOR`."""
    show(state, seat, observation)
    own = first_chair(observation)
    if seat != SPECTATOR and state.public.taker != NOBODY:
        copy_row(state.hands[own], observation.hand)
        copy_threes(state.threes[own], observation.threes)
    else:
        clear_row(observation.hand)
        clear_threes(observation.threes)
    for chair in range(SEATS):
        observe_hand(state, observation, chair)
        observe_tribute(state, observation, chair)


@inlined
def sees_hand(observation, chair):
    """§11.3, §11.4  Return True if the observer knows the hand of another chair: exposed, or shown to team mates."""
    if is_own(observation, chair):
        return False
    mate = observation.seat != SPECTATOR and team_of(chair) == 0
    return is_in(observation.public.exposed, chair) == 1 or (mate and is_in(observation.public.shown, chair) == 1)


@compiled
def observe_hand(state, observation, chair):
    """§11.3, §11.4  Write the hand of a chair into the observation if the observer knows it, else zeros."""
    if sees_hand(observation, chair):
        copy_row(state.hands[seat_of(observation, chair)], observation.seen[chair])
    else:
        clear_row(observation.seen[chair])


@inlined
def has_part_in(observation, giver):
    """§5.6  Return True if the observer has given or received the tribute of a giver, a chair."""
    return is_own(observation, giver) or (observation.seat != SPECTATOR and observation.public.receiver[giver] == 0)


@compiled
def observe_tribute(state, observation, giver):
    """§5.5, §5.6  Write the tribute of a chair into the observation if the observer has part in it, else zeros."""
    if has_part_in(observation, giver):
        seat = seat_of(observation, giver)
        copy_row(state.given[seat], observation.given[giver])
        copy_row(state.returned[seat], observation.returned[giver])
    else:
        clear_row(observation.given[giver])
        clear_row(observation.returned[giver])
