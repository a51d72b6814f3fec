"""§12  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.deriving import agreeing, restoring, seating, showing
from qipai.engine.seats import NOBODY, SPECTATOR

from ..cards import EMPTY
from ..rules.aged import aged_cards, forget
from ..rules.evidence import EVERYTHING, unseen_by
from ..seating import is_active
from ..state import ATTACKING, LEADING, Observation, State

show = showing(State, Observation)
restore = restoring(Observation, State)
agrees = agreeing(Observation, State)
seat_of = seating(Observation)


@inlined
def own_chair(observation):
    """Return the observer's chair, 0; NOBODY for a spectator."""
    return NOBODY if observation.seat == SPECTATOR else 0


@compiled
def observe(state, rules, seat, observation):
    """§12.1 to §12.3  Fill the observation of a seat, or of a spectator."""
    show(state, seat, observation)
    public = observation.public
    observation.unseen = unseen_by(public, observation.own)
    observation.aged = EMPTY
    if seat != SPECTATOR and is_active(public, 0) and (public.phase == LEADING or public.phase == ATTACKING):
        observation.aged = aged_cards(public, rules, 0, observation.own, EVERYTHING, observation.search)
    else:
        forget(observation.search)
