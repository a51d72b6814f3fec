"""§12  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import compiled
from qipai.engine.deriving import agreeing, restoring, seating, showing
from qipai.engine.seats import SPECTATOR, is_own

from ..pieces import KINDS, count_of, one
from ..state import MAX_CARDS, MAX_PLAYERS, NOTHING, Observation, State

show = showing(State, Observation)
restore = restoring(Observation, State)
agrees = agreeing(Observation, State)
seat_of = seating(Observation)


@compiled
def observe(state, rules, seat, observation):
    """§12.1 to §12.3  Fill the observation of a seat, or of a spectator."""
    show(state, seat, observation)
    public = state.public
    for number in range(len(public.thrown)):
        is_mine = number < public.thrown_sets and public.thrown[number].seat == seat
        observation.thrown[number] = state.thrown[number] if is_mine else NOTHING
    for kind in range(KINDS):
        observation.hand[kind] = 0 if seat == SPECTATOR or kind == 0 else count_of(int(state.hands[seat]), kind)
        observation.unseen[kind] = 0
    observe_unseen(state, seat, observation)
    for chair in range(MAX_PLAYERS):
        observe_known(observation, chair)


@compiled
def observe_unseen(state, seat, observation):
    """§12.2  Count by kind the pieces that the observer cannot see: the set of pieces less everything seen."""
    public = state.public
    for other in range(public.players):
        if other != seat:
            count_unseen(observation, state.hands[other])
            if public.shown[other] == NOTHING and not public.under >> other & 1:
                count_unseen(observation, state.laid[other])
    for number in range(public.thrown_sets):
        if public.thrown[number].seat != seat:
            count_unseen(observation, state.thrown[number])
    for place in range(MAX_CARDS):
        if state.piece[place] and not public.face[place]:
            observation.unseen[state.piece[place]] += 1


@compiled
def count_unseen(observation, bag):
    for kind in range(1, KINDS):
        observation.unseen[kind] += count_of(int(bag), kind)


@compiled
def observe_known(observation, chair):
    """§3.5  Count the pieces that a chair took turned up and has not shown since: it still has them."""
    public = observation.public
    bag = 0
    if chair < public.players and not is_own(observation, chair):
        for stack in range(1, public.stacks + 1):
            if public.taker[stack] == chair:
                for place in range(2 * stack - 2, 2 * stack):
                    bag += one(int(public.face[place])) if public.face[place] else 0
    for kind in range(KINDS):
        known = 0
        if bag and kind > 0:
            known = count_of(bag, kind) - count_of(int(public.played[chair]), kind) - count_of(int(public.shown[chair]), kind)
        observation.known[chair].count[kind] = max(0, known)
