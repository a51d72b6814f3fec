"""§13.2  A state drawn at random from those that agree with an observation.

Hands are uniform among all that can have come about; where a tribute is unknown, one of those that explain them is drawn as well.
What others have answered and is not yet known is drawn as the answer that changes nothing.  Hands of which something is known are
drawn first, and again until they agree; after `MOST_MISSES` by exchanging cards, which is no longer uniform.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import SPECTATOR, is_own
from qipai.engine.shuffling import below

from ..asking.clock import default_action
from ..asking.legal import participants
from ..ranks import ACE, KINDS, RED
from ..seating import SEATS, is_in, next_in
from ..state import MOST_TRIBUTE, NAMING, SHOWING
from .drawn_threes import draw_threes
from .drawn_tribute import find_tribute
from .drawn_witnesses import exchange_cards
from .evidence import bears_out, count_kind, is_paid, tribute_of
from .observation import copy_threes, has_part_in, restore, seat_of, sees_hand

MOST_MISSES = 20_000


@compiled
def sample_world(observation, rules, random, state):
    """§13.2, §13.3  Fill `state` with a state that agrees with the observation, drawn at random.

    The head of this file says how far all of them are equally likely.
    """
    misses = 0
    while True:
        restore_cards(observation, state)
        if state.public.phase == NAMING:
            for seat in range(SEATS):
                draw(state, seat, RED, pile_size(state.public), random)
            return
        if draw_hands(observation, state, random, misses >= MOST_MISSES) and find_tributes(observation, state, random):
            break
        misses += 1
    for kind in range(KINDS):
        state.unseen[kind] = 0
    if state.public.phase == SHOWING:
        draw_threes(observation, state, random)
    answer_for_others(observation, rules, state)


@compiled
def pile_size(public):
    """§3.1  Return how many cards everybody gets."""
    size = 0
    for kind in range(KINDS):
        size += public.pack[kind]
    return size // SEATS


@compiled
def restore_cards(observation, state):
    """Write all that the observation tells into the state; `unseen` are all other cards."""
    restore(observation, state)
    public = state.public
    for kind in range(KINDS):
        state.unseen[kind] = public.pack[kind]
        for seat in range(SEATS):
            state.unseen[kind] -= public.played[seat][kind]
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
        copy_threes(observation.threes, state.threes[observation.seat])


# -- hands


@inlined
def is_hidden(observation, chair):
    """Return True if the hand of a chair has to be drawn."""
    return not is_own(observation, chair) and not sees_hand(observation, chair)


@inlined
def knows_tribute(observation, giver):
    """Return True if the observer knows which cards a giver, a chair, gave and got back; also if there is no giver (-1)."""
    return giver < 0 or has_part_in(observation, giver)


@compiled
def floor_of(observation, chair, kind):
    """Return how many cards of a kind a hidden hand is known to hold."""
    public = observation.public
    giver = tribute_of(public, chair)
    floor = 0
    if knows_tribute(observation, giver):
        floor = int(public.dealt[chair][kind])
        if giver == chair:
            gone = count_kind(observation.given[giver], kind)
            floor = max(0, floor - gone) + count_kind(observation.returned[giver], kind)
        elif giver >= 0:
            change = count_kind(observation.given[giver], kind) - count_kind(observation.returned[giver], kind)
            floor = floor + change
    return max(floor - public.played[chair][kind], int(public.held[chair][kind]), 0)


@compiled
def cap_of(observation, chair):
    """Return the highest kind that a hidden hand can hold beside the cards that it is known to hold."""
    public = observation.public
    giver = tribute_of(public, chair)
    cap = RED
    if knows_tribute(observation, giver):
        if is_in(public.wildless, chair):
            cap = ACE
        if giver == chair:
            cap = min(cap, int(observation.given[giver][0]))
    return cap


@compiled
def draw_hands(observation, state, random, exchange):
    """Draw the hidden hands from the unseen cards; return True if they agree with all witnesses.

    With `exchange`, cards are exchanged until a hand agrees.
    """
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
        draw(state, seat, cap_of(observation, chair), int(state.public.left[seat]) - held_by(state, seat), random)
        if exchange:
            exchange_cards(state, seat, random)
        if not bears_out(state.public, state.hands[seat], seat):
            return False
    return True


@compiled
def first_to_draw(observation, waiting):
    """Return the chair in a mask whose hand is drawn first: that with the fewest choices.

    It is the one with the lowest cap, and of equal ones one that a witness speaks of.
    """
    best = next_in(waiting, 0)
    for chair in range(SEATS):
        if is_in(waiting, chair) and order_of(observation, chair) < order_of(observation, best):
            best = chair
    return best


@compiled
def order_of(observation, chair):
    """Return the sort key by which hidden hands are drawn, lowest first."""
    spoken_of = 0
    for number in range(observation.public.witness_count):
        spoken_of |= int(observation.public.witnesses[number].seat == chair)
    return 2 * cap_of(observation, chair) + 1 - spoken_of


@compiled
def held_by(state, seat):
    """Return how many cards a seat holds."""
    count = 0
    for kind in range(KINDS):
        count += state.hands[seat][kind]
    return count


@compiled
def draw(state, seat, cap, count, random):
    """Draw `count` of the unseen cards, none above the kind `cap`, into the hand of a seat."""
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
    """§5.5, §5.6  Draw each tribute that the observer does not know; return False if one has no explanation for the hands."""
    for chair in range(SEATS):
        giver = seat_of(observation, chair)
        unknown = is_paid(state.public, giver) and not knows_tribute(observation, chair)
        if unknown and not find_tribute(state, giver, random):
            return False
    return True


@compiled
def answer_for_others(observation, rules, state):
    """Write, for each other seat that has answered a question still open, the answer that changes nothing."""
    asked = participants(state, rules)
    for chair in range(SEATS):
        seat = seat_of(observation, chair)
        if not is_own(observation, chair) and is_in(asked & ~state.public.asked, seat):
            state.answers[seat] = default_action(state, rules, seat) + 1
