"""A rule of thumb for Dou Dizhu: call with a strong hand, get rid of the hand in few plays, let a partner lead.

Every legal play is judged by the hand that it leaves: roughly, how many plays that would still take.  Nothing here knows a rule: what is
legal comes in `actions`.  The weights are guesses that were tried against random play; nobody has tuned them.
"""

from qipai.engine.compiling import compiled, inlined

from .rules.plays import BOMB, kind_of, move_cards
from .state import ACE, BID_1, BLACK, CALL, DOUBLE, GRAB, LOWEST, NO, PASS, RED, SEATS, SHOW, TWO

WIN = 1e6
ENOUGH = 6  # strength from which one wants to be landlord, and
STRONG = 10  # from which one doubles
ALONE, HIGH = 1.0, 0.06  # what a part of the hand costs, in plays still to be made; less for every rank above the 3
CARRIED = 0.8  # a trio takes a single or a pair along
BOMB_HELD, ROCKET_HELD, BOMB_SPENT = -0.6, -0.8, 0.9
STAY, WITH_PARTNER = 0.35, 1.5  # to pass, and to lay on a partner's play
NEARLY_OUT, HURRY = 4, 1.2  # cards in an enemy's hand; then it is worth more to lay


@compiled
def choose(observation, rules, actions, random):
    """The best judged of the legal actions; the first of equals."""
    best = int(actions.list[0])
    best_value = -2 * WIN
    for index in range(actions.count):
        action = int(actions.list[index])
        value = judge_answer(observation.hand, action) if kind_of(action) >= NO else judge(observation, action)
        if value > best_value:
            best = action
            best_value = value
    return best


@compiled
def judge_answer(hand, action):
    """How good an answer is: to decline is 0."""
    if action == NO or action == SHOW:
        return 0.0 if action == NO else -1.0
    strength = 4.0 * hand.count[RED] + 3.0 * hand.count[BLACK] + 2.0 * hand.count[TWO] + hand.count[ACE]
    for rank in range(LOWEST, ACE):
        strength += 3.0 if hand.count[rank] == 4 else 0.0
    if action == CALL or action == GRAB:
        return strength - ENOUGH
    return strength - STRONG if action == DOUBLE else strength - ENOUGH - abs(strength - ENOUGH - 2 * (action - BID_1))


@compiled
def judge(observation, action):
    """How good it is to pass or to lay a play: higher is better."""
    hand = observation.hand
    if action == PASS:
        return -burden(hand) - STAY
    move_cards(hand, observation.played[0], action)
    value = WIN if hand.cards == 0 else -burden(hand)
    move_cards(observation.played[0], hand, action)
    if kind_of(action) >= BOMB:
        value -= BOMB_SPENT
    if observation.to_beat != PASS:
        if is_partner(observation, observation.owner):
            value -= WITH_PARTNER
        elif fewest_of_enemies(observation) <= NEARLY_OUT:
            value += HURRY
    return value


@inlined
def is_partner(observation, chair):
    """Is another chair on one's own side?"""
    return observation.landlord != 0 and chair != observation.landlord


@compiled
def fewest_of_enemies(observation):
    """The smallest hand on the other side."""
    fewest = 127
    for chair in range(1, SEATS):
        if not is_partner(observation, chair):
            fewest = min(fewest, int(observation.cards[chair]))
    return fewest


@inlined
def count_at(counts, rank):
    return counts >> 4 * (rank - LOWEST) & 15


@compiled
def burden(hand):
    """Roughly how many plays it takes to get rid of a hand, less what its strong parts are worth."""
    counts = 0  # four bits a rank, so that parts can be taken out
    cost = 0.0
    trios = 0
    small = 0
    for rank in range(LOWEST, RED + 1):
        count = int(hand.count[rank])
        if count == 4:
            cost += BOMB_HELD
        elif count == 3:
            trios += 1
            cost += ALONE - HIGH * (rank - LOWEST)
        else:
            counts |= count << 4 * (rank - LOWEST)
    if hand.count[BLACK] + hand.count[RED] == 2:
        cost += ROCKET_HELD
        counts &= (1 << 4 * (BLACK - LOWEST)) - 1
    for copies in range(1, 3):
        low = LOWEST
        while low <= ACE:
            length = 0
            while low + length <= ACE and count_at(counts, low + length) >= copies:
                length += 1
            if length >= (5 if copies == 1 else 3):
                cost += ALONE - HIGH * length
                for rank in range(low, low + length):
                    counts -= copies << 4 * (rank - LOWEST)
            low += length + 1
    for rank in range(LOWEST, RED + 1):
        if count_at(counts, rank) > 0:
            small += 1
            cost += ALONE - HIGH * (rank - LOWEST)
    return cost - CARRIED * min(trios, small)
