"""§9  What a seat may know and remember, built up from nothing and seen from its own chair."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY, SPECTATOR

from .state import KINDS, MAX_PLAYERS, PASS, UNDECIDED


@inlined
def seat_of(observation, chair):
    """The seat of a chair; chair 0 is one's own, a spectator's is seat 0."""
    first = 0 if observation.seat == SPECTATOR else observation.seat
    return first + chair if first + chair < observation.players else first + chair - observation.players


@inlined
def chair_of(observation, seat):
    """The chair of a seat; NOBODY stays NOBODY."""
    if seat == NOBODY:
        return NOBODY
    first = 0 if observation.seat == SPECTATOR else observation.seat
    return seat - first if seat >= first else seat - first + observation.players


@inlined
def is_own(observation, chair):
    return chair == 0 and observation.seat != SPECTATOR


@compiled
def observe(state, rules, seat, observation):
    """§9.1 to §9.3  Fill the observation of a seat, or of a spectator."""
    observation.seat = seat
    observation.players = state.players
    observe_table(state, observation)
    for chair in range(MAX_PLAYERS):
        forget_chair(observation, chair)
    for chair in range(state.players):
        observe_chair(state, seat_of(observation, chair), observation, chair)
    observe_cards(state, observation)


@compiled
def observe_table(state, observation):
    """§9.1  What lies on the table and who is to play."""
    observation.talon_places = state.talon_places
    observation.drawn = state.drawn
    observation.dealer = chair_of(observation, state.dealer)
    observation.to_act = chair_of(observation, state.to_act)
    observation.owner = chair_of(observation, state.owner)
    observation.winner = chair_of(observation, state.winner)
    observation.over = state.over
    observation.trick = state.trick
    observation.table = state.table
    copy_bombs(state.bombs, observation.bombs)


@compiled
def copy_bombs(source, target):
    target.soft_triplets = source.soft_triplets
    target.hard_triplets = source.hard_triplets
    target.soft_quads = source.soft_quads
    target.hard_quads = source.hard_quads
    target.double_jokers = source.double_jokers


@compiled
def forget_chair(observation, chair):
    """As a chair is that nobody sits on."""
    observation.cards[chair] = 0
    observation.last[chair] = UNDECIDED
    observation.passed_on[chair] = PASS
    observation.plays[chair] = 0
    observation.announced[chair] = 0
    observation.known_jokers[chair] = 0
    for kind in range(KINDS):
        observation.played[chair].count[kind] = 0
    observation.played[chair].cards = 0


@compiled
def observe_chair(state, seat, observation, chair):
    """§9.1, §9.3  How many cards a seat holds, what it has played and passed on, what it announced."""
    observation.cards[chair] = state.hands[seat].cards
    observation.last[chair] = state.last[seat]
    observation.passed_on[chair] = state.passed_on[seat]
    observation.plays[chair] = state.plays[seat]
    observation.announced[chair] = state.announced[seat]
    observation.known_jokers[chair] = state.known_jokers[seat]
    for kind in range(KINDS):
        observation.played[chair].count[kind] = state.played[seat].count[kind]
    observation.played[chair].cards = state.played[seat].cards


@compiled
def observe_cards(state, observation):
    """§9.2  One's own hand; of all other cards only which there are, which follows from the pack and from what was seen."""
    for kind in range(KINDS):
        observation.hand.count[kind] = 0
        observation.unseen[kind] = 0
    observation.hand.cards = 0
    for chair in range(state.players):
        hand = state.hands[seat_of(observation, chair)]
        if is_own(observation, chair):
            observation.hand.cards = hand.cards
            for kind in range(KINDS):
                observation.hand.count[kind] = hand.count[kind]
        else:
            for kind in range(KINDS):
                observation.unseen[kind] += hand.count[kind]
    for place in range(state.drawn, state.talon_places):
        observation.unseen[state.talon[place]] += 1
