"""§9.2, §9.3  The states that a seat cannot tell apart: whether one agrees with an observation, and one drawn at random.

All ways of laying the unseen cards into the other hands and the talon's places agree, but for what passed leads tell: a hand
that was passed by was bare (§7.8, §7.10), and a leader's is not where bare jokers may not be led.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY
from qipai.engine.shuffling import below

from .dealing import clear
from .jokers import allows
from .observation import copy_bombs, is_own, seat_of
from .shares import JOKER_NUMBERS, draw_share, first_black, first_red, is_counted, possible_jokers
from .state import BLACK, KINDS, MAX_CARDS, RED
from .talon import give


@compiled
def accepts(observation, rules, state):
    """§9  Could this be the state?"""
    if not agrees_on_table(observation, state) or not agrees_on_cards(observation, state):
        return False
    for chair in range(observation.players):
        seat = seat_of(observation, chair)
        if not agrees_on_chair(observation, chair, state, seat):
            return False
        if not allows(possible_jokers(observation, rules, chair), state.hands[seat]):
            return False
    return True


@inlined
def same_seat(observation, chair, seat):
    return seat == (NOBODY if chair == NOBODY else seat_of(observation, chair))


@compiled
def agrees_on_table(observation, state):
    return (
        state.players == observation.players
        and state.talon_places == observation.talon_places
        and state.drawn == observation.drawn
        and same_seat(observation, observation.dealer, state.dealer)
        and same_seat(observation, observation.to_act, state.to_act)
        and same_seat(observation, observation.owner, state.owner)
        and same_seat(observation, observation.winner, state.winner)
        and state.over == observation.over
        and state.trick == observation.trick
        and state.table == observation.table
        and state.bombs.soft_triplets == observation.bombs.soft_triplets
        and state.bombs.hard_triplets == observation.bombs.hard_triplets
        and state.bombs.soft_quads == observation.bombs.soft_quads
        and state.bombs.hard_quads == observation.bombs.hard_quads
        and state.bombs.double_jokers == observation.bombs.double_jokers
    )


@compiled
def agrees_on_chair(observation, chair, state, seat):
    for kind in range(KINDS):
        if state.played[seat].count[kind] != observation.played[chair].count[kind]:
            return False
        if is_own(observation, chair) and state.hands[seat].count[kind] != observation.hand.count[kind]:
            return False
    return (
        state.hands[seat].cards == observation.cards[chair]
        and state.last[seat] == observation.last[chair]
        and state.passed_on[seat] == observation.passed_on[chair]
        and state.plays[seat] == observation.plays[chair]
        and state.announced[seat] == observation.announced[chair]
        and state.known_jokers[seat] == observation.known_jokers[chair]
    )


@compiled
def agrees_on_cards(observation, state):
    """Are the cards of the other hands and the talon together the unseen ones?"""
    for kind in range(KINDS):
        unseen = int(observation.unseen[kind])
        for chair in range(observation.players):
            if not is_own(observation, chair):
                unseen -= state.hands[seat_of(observation, chair)].count[kind]
        for place in range(state.drawn, state.talon_places):
            if state.talon[place] == kind:
                unseen -= 1
        if unseen != 0:
            return False
    return True


@compiled
def sample_world(observation, rules, random, state):
    """Fill `state` with one of the states that agree, each way of laying the unseen cards equally likely.

    Where jokers are known of, how many lie in which of these hands is drawn first, by exact counting; then these hands are
    filled up with natural cards, and the rest goes anywhere.
    """
    restore_table(observation, state)
    count = 0
    for kind in range(BLACK):
        for _ in range(observation.unseen[kind]):
            state.talon[working_place(state, count)] = kind
            count += 1
    black = int(observation.unseen[BLACK])
    red = int(observation.unseen[RED])
    share = draw_share(observation, rules, random)
    for chair in range(observation.players):
        if is_counted(observation, rules, chair):
            seat = seat_of(observation, chair)
            for _ in range(first_black(share)):
                give(state, seat, BLACK)
                black -= 1
            for _ in range(first_red(share)):
                give(state, seat, RED)
                red -= 1
            share //= JOKER_NUMBERS
            while state.hands[seat].cards < observation.cards[chair]:
                count = give_any(state, seat, count, random)
    for _ in range(black):
        state.talon[working_place(state, count)] = BLACK
        count += 1
    for _ in range(red):
        state.talon[working_place(state, count)] = RED
        count += 1
    for chair in range(observation.players):
        if not is_own(observation, chair):
            seat = seat_of(observation, chair)
            while state.hands[seat].cards < observation.cards[chair]:
                count = give_any(state, seat, count, random)
    for last in range(count - 1, 0, -1):
        swap(state, last, below(random, last + 1))


@inlined
def working_place(state, card):
    """The unseen cards are laid out from the talon's first place on, round its end to its drawn places.

    Hands are served from the last of them, so what is left at the end lies in the talon's own places.
    """
    place = state.drawn + card
    return place if place < MAX_CARDS else place - MAX_CARDS


@inlined
def swap(state, card, other):
    here = working_place(state, card)
    there = working_place(state, other)
    kind = state.talon[here]
    state.talon[here] = state.talon[there]
    state.talon[there] = kind


@compiled
def give_any(state, seat, count, random):
    """Give a seat any of the `count` cards laid out; return how many are left."""
    swap(state, below(random, count), count - 1)
    place = working_place(state, count - 1)
    give(state, seat, state.talon[place])
    state.talon[place] = 0
    return count - 1


@compiled
def restore_table(observation, state):
    """The state as far as the observation tells it."""
    clear(state)
    state.players = observation.players
    state.talon_places = observation.talon_places
    state.drawn = observation.drawn
    state.dealer = seat_of(observation, observation.dealer)
    state.to_act = NOBODY if observation.to_act == NOBODY else seat_of(observation, observation.to_act)
    state.owner = NOBODY if observation.owner == NOBODY else seat_of(observation, observation.owner)
    state.winner = NOBODY if observation.winner == NOBODY else seat_of(observation, observation.winner)
    state.over = observation.over
    state.trick = observation.trick
    state.table = observation.table
    copy_bombs(observation.bombs, state.bombs)
    for chair in range(observation.players):
        seat = seat_of(observation, chair)
        state.last[seat] = observation.last[chair]
        state.passed_on[seat] = observation.passed_on[chair]
        state.plays[seat] = observation.plays[chair]
        state.announced[seat] = observation.announced[chair]
        state.known_jokers[seat] = observation.known_jokers[chair]
        state.played[seat].cards = observation.played[chair].cards
        for kind in range(KINDS):
            state.played[seat].count[kind] = observation.played[chair].count[kind]
            if is_own(observation, chair):
                state.hands[seat].count[kind] = observation.hand.count[kind]
        if is_own(observation, chair):
            state.hands[seat].cards = observation.hand.cards
