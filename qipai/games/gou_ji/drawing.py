"""§13.2  A state drawn at random from those that agree with an observation.

Hands are uniform among all that can have come about; where a tribute is unknown, one of those that explain them is drawn as well.
What others have answered and is not yet known is drawn as the answer that changes nothing.  Hands of which something is known are
drawn first, and again until they agree; after `MOST_MISSES` of a Shao Pai that met its condition, by exchanging cards, which is no
longer uniform.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import SPECTATOR
from qipai.engine.shuffling import below

from .asked import participants
from .clearing import clear
from .clock import default_action
from .drawn_threes import draw_threes
from .drawn_tribute import find_tribute
from .exchanging import exchange_cards
from .observation import first_chair, has_part_in, is_own, seat_of, sees_hand
from .past import bears_out, count_kind, is_paid, tribute_of
from .ranks import ACE, KINDS, RED
from .seating import SEATS, is_in, next_in
from .state import MOST_TRIBUTE, NAMING, SHOWING, SUITS
from .turned import copy_table

MOST_MISSES = 20_000


@compiled
def sample_world(observation, rules, random, state):
    """§13.2, §13.3  Fill `state` with one of the states that agree."""
    misses = 0
    while True:
        restore(observation, state)
        if state.table.phase == NAMING:
            for seat in range(SEATS):
                draw(state, seat, RED, pile_size(state.table), random)
            return
        if draw_hands(observation, state, random, misses >= MOST_MISSES) and find_tributes(observation, state, random):
            break
        misses += 1
    for kind in range(KINDS):
        state.unseen[kind] = 0
    if state.table.phase == SHOWING:
        draw_threes(observation, state, random)
    answer_for_others(observation, rules, state)


@compiled
def pile_size(table):
    """§3.1  How many cards everybody gets."""
    size = 0
    for kind in range(KINDS):
        size += table.pack[kind]
    return size // SEATS


@compiled
def restore(observation, state):
    """The state as far as the observation tells it; `unseen` are all cards that it does not."""
    clear(state)
    own = first_chair(observation)
    copy_table(observation.table, state.table, own)
    table = state.table
    for kind in range(KINDS):
        state.unseen[kind] = table.pack[kind]
        for seat in range(SEATS):
            state.unseen[kind] -= table.played[seat][kind]
    for chair in range(SEATS):
        seat = seat_of(observation, chair)
        for kind in range(KINDS):
            if is_own(observation, chair):
                state.hands[seat][kind] = observation.hand[kind]
            elif sees_hand(observation, chair):
                state.hands[seat][kind] = observation.seen[chair][kind]
            state.unseen[kind] -= state.hands[seat][kind]
        for card in range(MOST_TRIBUTE):
            state.given[seat][card] = observation.given[chair][card]
            state.returned[seat][card] = observation.returned[chair][card]
    if observation.seat != SPECTATOR:
        restore_own(observation, state, own)


@compiled
def restore_own(observation, state, own):
    """What the observer alone knows."""
    state.wishes = observation.wishes << own
    state.answers[own] = observation.answer
    threes, copy = observation.threes, state.threes[own]
    for suit in range(SUITS):
        copy.count[suit] = threes.count[suit]
    copy.at = threes.at
    copy.suit = threes.suit


# -- hands


@inlined
def is_hidden(observation, chair):
    """Is the hand to be drawn?"""
    return not is_own(observation, chair) and not sees_hand(observation, chair)


@inlined
def knows_tribute(observation, giver):
    """Does the observer know which cards were given and returned?  Chairs count here."""
    return giver < 0 or has_part_in(observation, giver)


@compiled
def floor_of(observation, chair, kind):
    """How many cards of a kind a hidden hand is known to hold."""
    table = observation.table
    giver = tribute_of(table, chair)
    floor = 0
    if knows_tribute(observation, giver):
        floor = int(table.dealt[chair][kind])
        if giver == chair:
            gone = count_kind(observation.given[giver], kind)
            floor = max(0, floor - gone) + count_kind(observation.returned[giver], kind)
        elif giver >= 0:
            change = count_kind(observation.given[giver], kind) - count_kind(observation.returned[giver], kind)
            floor = floor + change
    return max(floor - table.played[chair][kind], int(table.held[chair][kind]), 0)


@compiled
def cap_of(observation, chair):
    """The highest kind of the cards of a hidden hand that are not known one by one."""
    table = observation.table
    giver = tribute_of(table, chair)
    cap = RED
    if knows_tribute(observation, giver):
        if is_in(table.wildless, chair):
            cap = ACE
        if giver == chair:
            cap = min(cap, int(observation.given[giver][0]))
    return cap


@compiled
def draw_hands(observation, state, random, exchange):
    """Lay the unseen cards into the hidden hands.  Do they agree with what the rules have shown?"""
    waiting = 0
    for chair in range(SEATS):
        if is_hidden(observation, chair):
            waiting |= 1 << chair
            for kind in range(1, KINDS):
                floor = floor_of(observation, chair, kind)
                state.hands[seat_of(observation, chair)][kind] = floor
                state.unseen[kind] -= floor
    while waiting:
        chair = first_to_draw(observation, waiting)
        waiting &= ~(1 << chair)
        seat = seat_of(observation, chair)
        draw(state, seat, cap_of(observation, chair), int(state.table.left[seat]) - held_by(state, seat), random)
        if exchange:
            exchange_cards(state, seat, random)
        if not bears_out(state.table, state.hands[seat], seat):
            return False
    return True


@compiled
def first_to_draw(observation, waiting):
    """The hand with the lowest cap, and among equals one that a witness speaks of: the fewer choices, the earlier."""
    best = next_in(waiting, 0)
    for chair in range(SEATS):
        if is_in(waiting, chair) and order_of(observation, chair) < order_of(observation, best):
            best = chair
    return best


@compiled
def order_of(observation, chair):
    spoken_of = 0
    for number in range(observation.table.witness_count):
        spoken_of |= int(observation.table.witnesses[number].seat == chair)
    return 2 * cap_of(observation, chair) + 1 - spoken_of


@compiled
def held_by(state, seat):
    count = 0
    for kind in range(KINDS):
        count += state.hands[seat][kind]
    return count


@compiled
def draw(state, seat, cap, count, random):
    """Draw so many of the unseen cards up to a kind."""
    total = 0
    for kind in range(1, cap + 1):
        total += state.unseen[kind]
    for _ in range(min(count, total)):
        kind = 1
        card = below(random, total) - state.unseen[1]
        while card >= 0:
            kind += 1
            card -= state.unseen[kind]
        state.unseen[kind] -= 1
        state.hands[seat][kind] += 1
        total -= 1


@compiled
def find_tributes(observation, state, random):
    """§5.5, §5.6  For every tribute that is not known, one that explains the hands.  Is there one?"""
    for chair in range(SEATS):
        giver = seat_of(observation, chair)
        unknown = is_paid(state.table, giver) and not knows_tribute(observation, chair)
        if unknown and not find_tribute(state, giver, random):
            return False
    return True


@compiled
def answer_for_others(observation, rules, state):
    """Whoever has answered a question that is still open has given the answer that changes nothing."""
    asked = participants(state, rules)
    for chair in range(SEATS):
        seat = seat_of(observation, chair)
        if not is_own(observation, chair) and is_in(asked & ~state.table.asked, seat):
            state.answers[seat] = default_action(state, rules, seat) + 1
