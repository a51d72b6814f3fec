"""§9  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import compiled
from qipai.engine.deriving import agreeing, restoring, seating, showing
from qipai.engine.seats import first_chair, turned_seat

from ..state import KINDS, MAX_PLAYERS, Observation, State

show = showing(State, Observation)
restore = restoring(Observation, State)
agrees = agreeing(Observation, State)
seat_of = seating(Observation)


@compiled
def observe(state, rules, seat, observation):
    """§9.1 to §9.3  Fill the observation of a seat, or of a spectator."""
    show(state, seat, observation)
    players, own = int(state.players), first_chair(observation)
    for chair in range(MAX_PLAYERS):
        observation.cards[chair] = state.hands[turned_seat(chair, own, players)].cards if chair < players else 0
    observe_unseen(state, seat, observation)


@compiled
def observe_unseen(state, seat, observation):
    """§9.2  Count by kind the cards that the observer has not seen: the pack less everything seen."""
    for kind in range(KINDS):
        observation.unseen[kind] = 0
    for other in range(state.players):
        if other != seat:
            for kind in range(KINDS):
                observation.unseen[kind] += state.hands[other].count[kind]
    for place in range(state.drawn, state.talon_places):
        observation.unseen[state.talon[place]] += 1
