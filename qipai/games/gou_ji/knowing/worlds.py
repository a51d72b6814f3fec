"""§13.2, §13.3  The states that a seat cannot tell apart: does one agree with an observation?"""

from qipai.engine.compiling import compiled
from qipai.engine.seats import SPECTATOR, is_own

from ..ranks import KINDS
from ..seating import SEATS
from ..state import MOST_TRIBUTE, NAMING, SUITS
from .evidence import bears_out, is_paid, may_have_been, tribute_of, were_highest
from .observation import agrees, has_part_in, seat_of, sees_hand


@compiled
def accepts(observation, rules, state):
    """§13  Return True if a state agrees with an observation."""
    if not agrees(observation, state) or not is_whole_pack(state) or not are_same_threes(observation, state):
        return False
    if state.public.phase == NAMING:
        return True
    for chair in range(SEATS):
        if not agrees_on_chair(observation, chair, state, seat_of(observation, chair)):
            return False
    return True


@compiled
def is_whole_pack(state):
    """§1.3  Return True if every card of the pack is in a hand or has been laid, and each hand has its size."""
    public = state.public
    for kind in range(KINDS):
        count = 0
        for seat in range(SEATS):
            if state.hands[seat][kind] < 0:
                return False
            count += state.hands[seat][kind] + public.played[seat][kind]
        if count != public.pack[kind]:
            return False
    for seat in range(SEATS):
        size = 0
        for kind in range(KINDS):
            size += state.hands[seat][kind]
        if size != public.left[seat] and public.phase != NAMING:
            return False
    return True


@compiled
def are_same_threes(observation, state):
    """§3.2  Return True if the observer's threes in the state are those of the observation; always before the deal."""
    if observation.seat == SPECTATOR or state.public.phase == NAMING:
        return True
    threes, own = state.threes[observation.seat], observation.threes
    for suit in range(SUITS):
        if threes.count[suit] != own.count[suit]:
            return False
    return threes.at == own.at and threes.suit == own.suit


@compiled
def agrees_on_chair(observation, chair, state, seat):
    """Return True if the hand and the tribute of a seat agree with what is known of them."""
    public = state.public
    hand = state.hands[seat]
    giver = tribute_of(public, seat)
    given, returned = state.given[giver], state.returned[giver]
    if not may_have_been(public, hand, seat, giver, given, returned) or not bears_out(public, hand, seat):
        return False
    if is_paid(public, seat) and not were_highest(public, hand, seat, given, returned):
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
