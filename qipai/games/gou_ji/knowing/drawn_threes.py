"""§3.2, §13.2  The suits of the threes of others, and when they came, as long as two may be shown."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import is_own
from qipai.engine.shuffling import below

from ..rules.dealing import THREE, note_three
from ..seating import SEATS, right_of
from ..state import SUITS
from .observation import seat_of


@compiled
def draw_threes(observation, state, random):
    """§3.2  Draw the suits of the other seats' threes, and when each was drawn in the deal."""
    public = state.public
    for chair in range(SEATS):
        if is_own(observation, chair):
            continue
        seat = seat_of(observation, chair)
        threes = int(state.hands[seat][THREE])
        size = int(public.left[seat])
        for turn in range(size):
            if below(random, size - turn) < threes:
                threes -= 1
                number = turn * SEATS + right_of(seat, SEATS - public.taker) + 1
                note_three(state.threes[seat], draw_suit(state, random), number)


@compiled
def draw_suit(state, random):
    """Return the suit of a three that is in nobody's hand yet, drawn at random."""
    total = 0
    for suit in range(SUITS):
        total += threes_left(state, suit)
    card = below(random, total)
    suit = 0
    while card >= threes_left(state, suit):
        card -= threes_left(state, suit)
        suit += 1
    return suit


@compiled
def threes_left(state, suit):
    """§1.3  Return how many threes of a suit are in nobody's hand yet."""
    left = (state.public.pack[THREE] + SUITS - 1 - suit) // SUITS
    for seat in range(SEATS):
        left -= state.threes[seat].count[suit]
    return left
