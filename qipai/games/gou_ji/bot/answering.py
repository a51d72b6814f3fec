"""What to answer before the play, and when the play asks something."""

from qipai.engine.compiling import compiled

from ..knowing.observation import seat_of
from ..ranks import BLACK, KINDS, RED
from ..rules.sets import rank_in, size_of, twos_in
from ..rules.shao import jokers_in
from ..rules.tribute import giver_to
from ..seating import next_in, team_of
from ..state import (
    CONFIRMING,
    CORRECTING,
    DECLARING,
    HOLDING,
    LIBERATING,
    MOST_TRIBUTE,
    NAMING,
    ORDERING,
    PLEADING,
    RETURNING,
    SHOWING,
    SWAPPING,
    TELLING,
)
from ..variants import CLAIM
from ..verbs import (
    AGREE,
    DISAGREE,
    FIRST,
    LAY,
    LEAVE,
    MORE,
    PLEAD,
    REFUSE,
    RETURN,
    REVOLT,
    SAY,
    SHOW,
    SILENT,
    STAY,
    SWAP,
    TAKE,
    TAKER,
    WAIVE,
    WITHDRAW,
    pack_action,
    pack_kinds,
    verb_of,
)
from .burden import burden_without, look_ahead
from .chances import look
from .judging import best_play

GOOD = 7.0  # the burden of a hand that is worth pleading for; the usual one is 10
LOW = 8  # ranks up to the 10
TO_MATE, TO_OPPONENT = 0.1, -0.05  # what it is worth to return a card of the next rank


@compiled
def best_answer(observation, rules, actions, habits):
    """Return the answer to a question that the bot is asked."""
    public = observation.public
    phase = int(public.phase)
    if phase == NAMING:
        return pack_action(TAKER, seat_of(observation, 0))
    if phase == SHOWING:
        return offered(actions, SHOW)
    if phase == DECLARING:
        return offered(actions, REVOLT)  # a team with such a hand loses 1.9 points on the average, whatever else it holds
    if phase == PLEADING:
        return pack_action(PLEAD if weight(observation, rules, habits) < GOOD else SILENT, 0)
    if phase == CONFIRMING:
        return pack_action(WITHDRAW, 0)  # somebody pleads
    if phase == SWAPPING:
        return pack_action(SWAP if would_swap(observation) else STAY, 0)
    if phase == LIBERATING:
        return offered(actions, REFUSE)
    if phase == RETURNING:
        return best_return(observation, rules, habits)
    if phase == ORDERING:
        return best_order(observation, rules, habits)
    if phase == HOLDING:
        return pack_action(DISAGREE if size_of(best_play(observation, rules, habits)) == public.left[0] else AGREE, 0)
    if phase == TELLING:
        return pack_action(SAY, min(int(public.left[0]), MORE))
    if phase == CORRECTING:
        return best_mend(actions)
    return pack_action(WAIVE, 0)


@compiled
def offered(actions, verb):
    """Return the action with a verb; the first action if there is none with it."""
    for number in range(actions.count):
        if verb_of(actions.list[number]) == verb:
            return int(actions.list[number])
    return int(actions.list[0])


@compiled
def weight(observation, rules, habits):
    """Return the burden of the hand as it is; a heavier hand is weaker."""
    sight = look(observation)
    return burden_without(observation.hand, sight, habits, rules, look_ahead(observation, sight, habits, rules), 0)


@compiled
def would_swap(observation):
    """§5.1  Return True if the bot wants to swap roles: the big loser pays two cards, best with no two jokers in hand."""
    hand = observation.hand
    rich = hand[BLACK] + hand[RED] > 1
    return rich if observation.public.big_loser == 0 else not rich


@compiled
def best_return(observation, rules, habits):
    """§5.6  Return the action of returning the cards that the hand misses least.

    Of cards that are missed as little an opponent gets the lowest, a team mate a higher one.
    """
    public = observation.public
    giver = giver_to(public, 0)
    gift = TO_MATE if team_of(giver) == 0 else TO_OPPONENT
    first = least_missed(observation, rules, habits, gift)
    if public.owes[giver] != MOST_TRIBUTE:
        return pack_action(RETURN, pack_kinds(0, first))
    observation.hand[first] -= 1
    second = least_missed(observation, rules, habits, gift)
    observation.hand[first] += 1
    return pack_action(RETURN, pack_kinds(min(first, second), max(first, second)))


@compiled
def least_missed(observation, rules, habits, gift):
    """Return the kind of the card that the hand misses least; `gift` is the worth of giving away one rank more."""
    hand = observation.hand
    best = 0
    best_value = -1e9
    for kind in range(1, KINDS):
        if hand[kind]:
            hand[kind] -= 1
            value = gift * kind - weight(observation, rules, habits)
            hand[kind] += 1
            if value > best_value:
                best = kind
                best_value = value
    return best


@compiled
def best_order(observation, rules, habits):
    """§10.4  Return the answer about who goes first: the bot does with a low card to lay, else it lets a team mate go."""
    public = observation.public
    play = best_play(observation, rules, habits)
    low = verb_of(play) == LAY and 0 < rank_in(play) <= LOW and jokers_in(play) == 0
    if rules.order_protocol == CLAIM:
        return pack_action(TAKE if low else LEAVE, 0)
    other = next_in(int(public.candidates) & ~1, 0)
    return pack_action(FIRST, seat_of(observation, 0 if low else other))


@compiled
def best_mend(actions):
    """§14.19  Return the correction with the fewest jokers, then the fewest 2s, then the lowest rank."""
    best = int(actions.list[0])
    best_price = 1e9
    for number in range(actions.count):
        cards = int(actions.list[number])
        price = 1000.0 * jokers_in(cards) + 20.0 * twos_in(cards) + rank_in(cards)
        if verb_of(cards) == LAY and price < best_price:
            best = cards
            best_price = price
    return best
