"""§6 and §8  What the losers pay: cards in hand, times the public multiplier, times each one's own."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .combinations import jokers_in
from .state import ACE, BLACK, LOWEST, MAX_PLAYERS, RED, TWO
from .variants import APP, AS_BOMB, BOMB, PAGAT_SCHEDULE, SOFT_HARD

TRIPLET_FACTOR, QUAD_FACTOR, DOUBLE_JOKER_FACTOR = 2, 4, 8  # §8.2
ACE_FACTOR, JOKER_FACTOR = 2, 2  # §8.3
SOFT_FACTOR, HARD_FACTOR = 2, 4  # §8.5
LONG_DEAL, LONGER_DEAL, LONG_DEAL_FACTOR = 20, 30, 2  # §8.6
APP_SPRING, APP_HAO_CHUN, APP_CAP = 2, 8, 64  # §8.6

MOST = 1 << 40  # a product stops growing here: more than any table has played for, and far within 64 bits


@compiled
def multiplied(amount, factor, times):
    """An amount multiplied so many times."""
    for _ in range(times):
        amount = min(amount * factor, MOST)
    return amount


@inlined
def is_hao_chun(state):
    """§8.7  豪春  The dealer wins with the very first play of their own."""
    return state.winner == state.dealer and state.plays[state.dealer] == 1


@inlined
def is_spring(state, seat):
    """§8.7  春天  A loser laid nothing; a dealer, who has to lead, no more than one play."""
    return state.plays[seat] <= (1 if seat == state.dealer else 0)


@inlined
def triplets_played(state):
    return state.bombs.soft_triplets + state.bombs.hard_triplets


@inlined
def quads_played(state):
    return state.bombs.soft_quads + state.bombs.hard_quads


@inlined
def triplets_held(naturals, rules):
    """§8.3  Of a rank held seven times, four are a four of a kind and three a triplet.  §7.2  An ordinary one counts nowhere."""
    return 1 if naturals & 3 == 3 and rules.triplet_mode == BOMB else 0


@inlined
def quads_held(naturals):
    return naturals >> 2


@inlined
def hao_chun_factor(rules):
    return APP_HAO_CHUN if rules.multipliers == APP else rules.hao_chun_factor


@inlined
def spring_factor(rules):
    return APP_SPRING if rules.multipliers == APP else rules.spring_factor


@inlined
def long_deals(state):
    """§8.6  How many times a deal's length counts."""
    return (1 if state.trick >= LONG_DEAL else 0) + (1 if state.trick >= LONGER_DEAL else 0)


@compiled
def public_multiplier(state, rules):
    """§8.1  What was played in the deal, by anybody."""
    product = 1
    if rules.multipliers == SOFT_HARD:  # §8.5
        product = multiplied(product, SOFT_FACTOR, state.bombs.soft_triplets + state.bombs.soft_quads)
        product = multiplied(product, HARD_FACTOR, state.bombs.hard_triplets + state.bombs.hard_quads)
        product = multiplied(product, rules.djoker_pub, state.bombs.double_jokers)
    elif rules.multipliers == PAGAT_SCHEDULE or rules.multipliers == APP:  # §8.2, §8.6
        product = multiplied(product, TRIPLET_FACTOR, triplets_played(state))
        product = multiplied(product, QUAD_FACTOR, quads_played(state))
        product = multiplied(product, DOUBLE_JOKER_FACTOR, state.bombs.double_jokers)
    if rules.multipliers == APP:
        product = multiplied(product, LONG_DEAL_FACTOR, long_deals(state))
    if is_hao_chun(state):
        product = multiplied(product, hao_chun_factor(rules), 1)
    return product


@compiled
def private_multiplier(state, rules, seat, product):
    """§8.1  What a loser still holds and has not done, multiplied into `product`."""
    if rules.multipliers == PAGAT_SCHEDULE:  # §8.3
        hand = state.hands[seat]
        product = multiplied(product, ACE_FACTOR, hand.count[ACE])
        product = multiplied(product, DOUBLE_JOKER_FACTOR, double_joker_bombs(hand, rules))
        product = multiplied(product, JOKER_FACTOR, jokers_in(hand) - 2 * double_joker_bombs(hand, rules))
        for rank in range(LOWEST, TWO + 1):
            product = multiplied(product, QUAD_FACTOR, quads_held(hand.count[rank]))
            product = multiplied(product, TRIPLET_FACTOR, triplets_held(hand.count[rank], rules))
    if is_spring(state, seat):
        product = multiplied(product, spring_factor(rules), 1)
    return product


@inlined
def double_joker_bombs(hand, rules):
    """§8.4  How often both jokers in a hand count as a bomb; in two packs one of each colour make one."""
    if rules.djoker_in_hand != AS_BOMB:
        return 0
    return hand.count[BLACK] >> 1 if rules.decks == 1 else min(hand.count[BLACK], hand.count[RED])


@compiled
def payment(state, rules, seat):
    """§6.1, §8.1  What a loser pays."""
    hand = state.hands[seat]
    product = private_multiplier(state, rules, seat, public_multiplier(state, rules))
    if rules.multipliers == APP:
        product = min(product, APP_CAP)  # §8.6
    product = multiplied(product, hand.cards, 1)
    product = multiplied(product, rules.ace_factor, hand.count[ACE])  # §7.14
    return min(product, rules.payment_cap) if rules.payment_cap else product  # §7.15


@compiled
def returns(state, rules, result):
    """§6.1, §7.13  Fill the result.  A void deal scores nothing (§7.8)."""
    result.players = state.players
    result.dealer = state.dealer
    result.winner = state.winner
    result.public = public_multiplier(state, rules)
    total = 0
    for seat in range(MAX_PLAYERS):
        result.cards[seat] = 0
        result.private[seat] = 1
        result.payments[seat] = 0
        result.points[seat] = 0
    for seat in range(state.players):
        result.cards[seat] = state.hands[seat].cards
        if state.winner != NOBODY and seat != state.winner:
            result.private[seat] = private_multiplier(state, rules, seat, 1)
            result.payments[seat] = payment(state, rules, seat)
            result.points[seat] = 0 if rules.winner_scores_only else -result.payments[seat]
            total += result.payments[seat]
    if state.winner != NOBODY:
        result.points[state.winner] = total
