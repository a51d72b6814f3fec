"""§13.2, §13.3  The states that a seat cannot tell apart: does one agree with an observation?"""

from qipai.engine.compiling import compiled
from qipai.engine.seats import SPECTATOR

from .observation import first_chair, has_part_in, is_own, seat_of, sees_hand
from .past import bears_out, is_paid, is_past, tribute_of, were_highest
from .ranks import KINDS
from .seating import SEATS, is_in
from .state import MOST_TRIBUTE, NAMING, SUITS
from .turned import is_same_table


@compiled
def accepts(observation, rules, state):
    """§13  Could this be the state?"""
    if not is_same_table(state.table, observation.table, SEATS - first_chair(observation)):
        return False
    if not is_whole_pack(state) or not is_same_seat(observation, state):
        return False
    if state.table.phase == NAMING:
        return True
    for chair in range(SEATS):
        if not agrees_on_chair(observation, chair, state, seat_of(observation, chair)):
            return False
    return True


@compiled
def is_whole_pack(state):
    """§1.3  Every card of the pack is in a hand or has been laid; and each hand has its size."""
    table = state.table
    for kind in range(KINDS):
        count = 0
        for seat in range(SEATS):
            if state.hands[seat][kind] < 0:
                return False
            count += state.hands[seat][kind] + table.played[seat][kind]
        if count != table.pack[kind]:
            return False
    for seat in range(SEATS):
        size = 0
        for kind in range(KINDS):
            size += state.hands[seat][kind]
        if size != table.left[seat] and table.phase != NAMING:
            return False
    return True


@compiled
def is_same_seat(observation, state):
    """What the observer alone knows."""
    if observation.seat == SPECTATOR:
        return True
    seat = observation.seat
    threes, own = state.threes[seat], observation.threes
    if is_in(state.wishes, seat) != observation.wishes or state.answers[seat] != observation.answer:
        return False
    for suit in range(SUITS):
        if state.table.phase != NAMING and threes.count[suit] != own.count[suit]:
            return False
    return state.table.phase == NAMING or (threes.at == own.at and threes.suit == own.suit)


@compiled
def agrees_on_chair(observation, chair, state, seat):
    """The hand of a player, and its tribute."""
    table = state.table
    hand = state.hands[seat]
    giver = tribute_of(table, seat)
    given, returned = state.given[giver], state.returned[giver]
    if not is_past(table, hand, seat, giver, given, returned) or not bears_out(table, hand, seat):
        return False
    if is_paid(table, seat) and not were_highest(table, hand, seat, given, returned):
        return False
    for kind in range(KINDS):
        if is_own(observation, chair) and hand[kind] != observation.hand[kind]:
            return False
        if sees_hand(observation, chair) and hand[kind] != observation.seen[chair][kind]:
            return False
    for card in range(MOST_TRIBUTE):
        same = state.given[seat][card] == observation.given[chair][card]
        if has_part_in(observation, chair) and not (same and state.returned[seat][card] == observation.returned[chair][card]):
            return False
    return True
