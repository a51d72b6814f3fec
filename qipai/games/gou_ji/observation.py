"""§13  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY, SPECTATOR

from .ranks import KINDS
from .seating import SEATS, is_in, right_of, team_of
from .state import MOST_TRIBUTE, SUITS
from .turned import copy_table


@inlined
def first_chair(observation):
    """The seat of chair 0: one's own, a spectator's is seat 0."""
    return 0 if observation.seat == SPECTATOR else int(observation.seat)


@inlined
def seat_of(observation, chair):
    """The seat of a chair."""
    return right_of(first_chair(observation), chair)


@inlined
def is_own(observation, chair):
    return observation.seat != SPECTATOR and chair == 0


@compiled
def observe(state, rules, seat, observation):
    """§13.1 to §13.3  Fill the observation of a seat, or of a spectator."""
    observation.seat = seat
    own = first_chair(observation)
    copy_table(state.table, observation.table, SEATS - own)
    has_hand = seat != SPECTATOR and state.table.taker != NOBODY
    for kind in range(KINDS):
        observation.hand[kind] = state.hands[own][kind] if has_hand else 0
    observe_threes(state, observation, own, has_hand)
    observation.wishes = 0 if seat == SPECTATOR else is_in(state.wishes, own)
    observation.answer = 0 if seat == SPECTATOR else state.answers[own]
    for chair in range(SEATS):
        observe_hand(state, observation, chair)
        observe_tribute(state, observation, chair)


@compiled
def observe_threes(state, observation, own, known):
    """§3.2  Which of one's own threes came when."""
    threes, copy = state.threes[own], observation.threes
    for suit in range(SUITS):
        copy.count[suit] = threes.count[suit] if known else 0
    copy.at = threes.at if known else 0
    copy.suit = threes.suit if known else 0


@inlined
def sees_hand(observation, chair):
    """§11.3, §11.4  Is another player's hand known: exposed, or shown to a team mate?"""
    if is_own(observation, chair):
        return False
    mate = observation.seat != SPECTATOR and team_of(chair) == 0
    return is_in(observation.table.exposed, chair) == 1 or (mate and is_in(observation.table.shown, chair) == 1)


@compiled
def observe_hand(state, observation, chair):
    """§11.3, §11.4  The hands that one knows."""
    seat = seat_of(observation, chair)
    known = sees_hand(observation, chair)
    for kind in range(KINDS):
        observation.seen[chair][kind] = state.hands[seat][kind] if known else 0


@inlined
def has_part_in(observation, giver):
    """§5.6  Has one given or received this tribute?"""
    return is_own(observation, giver) or (observation.seat != SPECTATOR and observation.table.receiver[giver] == 0)


@compiled
def observe_tribute(state, observation, giver):
    """§5.5, §5.6  The cards that one has given, received and returned."""
    seat = seat_of(observation, giver)
    known = has_part_in(observation, giver)
    for card in range(MOST_TRIBUTE):
        observation.given[giver][card] = state.given[seat][card] if known else 0
        observation.returned[giver][card] = state.returned[seat][card] if known else 0
