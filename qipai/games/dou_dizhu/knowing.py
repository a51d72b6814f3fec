"""§9  What a seat may know and remember, built up from nothing and seen from its own chair, and the states that it cannot tell apart.

What is known of a hand is in it; all ways of laying the other unseen cards into the hands and under the bottom cards agree.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.deriving import agreeing, restoring, seating, showing
from qipai.engine.seats import is_own
from qipai.engine.shuffling import below

from .state import DOUBLE, DOUBLING, KINDS, LOWEST, NO, NOTHING, SEATS, Observation, State
from .variants import TOGETHER

show = showing(State, Observation)
restore = restoring(Observation, State)
agrees = agreeing(Observation, State)
seat_of = seating(Observation)


@compiled
def observe(state, rules, seat, observation):
    """§9.1, §9.2, §9.4  Fill the observation of a seat, or of a spectator.  Of all other cards one knows only which there are."""
    show(state, seat, observation)
    observation.unseen.cards = 0
    for kind in range(KINDS):
        unseen = int(state.face_down.count[kind])
        for other in range(SEATS):
            if other != seat:
                unseen += state.hands[other].count[kind]
        observation.unseen.count[kind] = unseen
        observation.unseen.cards += unseen


@inlined
def known(observation, chair, kind):
    """§9.3, §8.3, §8.4  How many cards of a kind everybody knows to be in a hand: a shown hand, bottom cards and the card that lay face up."""
    if chair == observation.landlord and observation.shown:
        return int(observation.open_hand.count[kind])
    cards = 0
    if chair == observation.landlord:
        cards += observation.bottom.count[kind]
    if chair == observation.first and kind == observation.face_up:
        cards += 1
    return max(0, cards - observation.played[chair].count[kind])


@compiled
def accepts(observation, rules, state):
    """§9.1, §9.2, §9.3  Could this be the state?"""
    if not agrees(observation, state) or not is_counted(state.face_down):
        return False
    for chair in range(SEATS):
        hand = state.hands[seat_of(observation, chair)]
        if (
            hand.cards != observation.cards[chair]
            or not is_counted(hand)
            or not agrees_on_answer(observation, rules, state, chair)
        ):
            return False
    for kind in range(LOWEST, KINDS):
        unseen = int(observation.unseen.count[kind]) - state.face_down.count[kind]
        for chair in range(SEATS):
            held = int(state.hands[seat_of(observation, chair)].count[kind])
            if held < known(observation, chair, kind):
                return False
            unseen -= 0 if is_own(observation, chair) else held
        if unseen != 0:
            return False
    return True


@compiled
def is_counted(hand):
    """Are the cards of the kinds together as many as the hand says?"""
    cards = 0
    for kind in range(LOWEST, KINDS):
        cards += hand.count[kind]
    return cards == hand.cards


@inlined
def has_sealed(observation, rules, chair):
    """§3.6  Has the chair decided about doubling while others are still asked?"""
    return observation.phase == DOUBLING and rules.doubling == TOGETHER and not observation.asked >> chair & 1


@inlined
def agrees_on_answer(observation, rules, state, chair):
    """§3.6  Nobody knows what others have answered while somebody is still asked, only that they have."""
    sealed = state.sealed[seat_of(observation, chair)]
    return sealed == NO or sealed == DOUBLE if has_sealed(observation, rules, chair) else sealed == NOTHING


@compiled
def sample_world(observation, rules, random, state):
    """Fill `state` with one of the states that agree, each way of laying the unseen cards equally likely."""
    restore(observation, state)
    for kind in range(LOWEST, KINDS):
        state.face_down.count[kind] = observation.unseen.count[kind]
    state.face_down.cards = observation.unseen.cards
    for chair in range(SEATS):
        if not is_own(observation, chair):
            seat = seat_of(observation, chair)
            for kind in range(LOWEST, KINDS):
                give(state, seat, kind, known(observation, chair, kind))
            if has_sealed(observation, rules, chair):
                state.sealed[seat] = DOUBLE if below(random, 2) else NO
    for chair in range(SEATS):
        if not is_own(observation, chair):
            seat = seat_of(observation, chair)
            while state.hands[seat].cards < observation.cards[chair]:
                give(state, seat, any_kind(state.face_down, random), 1)


@compiled
def any_kind(cards, random):
    """The kind of one of some cards, each equally likely."""
    left = below(random, int(cards.cards))
    kind = 0
    while left >= cards.count[kind]:
        left -= cards.count[kind]
        kind += 1
    return kind


@inlined
def give(state, seat, kind, number):
    """Give a seat some of the cards that lie face down."""
    state.face_down.count[kind] -= number
    state.face_down.cards -= number
    state.hands[seat].count[kind] += number
    state.hands[seat].cards += number
