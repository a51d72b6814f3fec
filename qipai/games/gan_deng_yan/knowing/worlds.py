"""§9.2, §9.3  The states that a seat cannot tell apart: whether one agrees with an observation, and one drawn at random.

All ways of laying the unseen cards into the other hands and the talon's places agree, but for what passed leads tell: a hand
that was passed by was bare (§7.8, §7.10), and a leader's is not where bare jokers may not be led.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import is_own
from qipai.engine.shuffling import below

from ..rules.jokers import allows
from ..rules.talon import give
from ..state import BLACK, KINDS, MAX_CARDS, RED
from .observation import agrees, restore, seat_of
from .shares import JOKER_NUMBERS, draw_share, first_black, first_red, is_counted, possible_jokers


@compiled
def accepts(observation, rules, state):
    """§9  Return whether a state agrees with everything that the observer knows."""
    if not agrees(observation, state) or not agrees_on_cards(observation, state):
        return False
    for chair in range(observation.players):
        seat = seat_of(observation, chair)
        if state.hands[seat].cards != observation.cards[chair]:
            return False
        if not allows(possible_jokers(observation, rules, chair), state.hands[seat]):
            return False
    return True


@compiled
def agrees_on_cards(observation, state):
    """Return whether the other hands and the talon together hold exactly the unseen cards."""
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
    """Fill `state` with a state that agrees with the observation, each way of laying the unseen cards equally likely.

    Where something is known of the jokers in a hand, their number is drawn first, by exact counting; then those hands are filled up with
    natural cards, and the remaining cards go anywhere.
    """
    restore(observation, state)
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
    """Return the place of `state.talon` in which unseen card number `card` waits to be laid.

    The unseen cards are listed from the talon's first place on, round its end to its drawn places.  Hands are served from the last of
    them, so what is left at the end lies in the talon's own places.
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
