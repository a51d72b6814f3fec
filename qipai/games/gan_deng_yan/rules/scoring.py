"""§6 and §8  What the losers pay: cards in hand, times the public multiplier, times each one's own."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..state import ACE, BLACK, LOWEST, MAX_PLAYERS, RED, TWO
from ..variants import APP, AS_JOKERS_AND_BOMB, AS_TWO_JOKERS, BOMB, BOMBS_PLAYED, ONCE, PAGAT_SCHEDULE, SOFT_HARD, WINNER_ALONE
from .combinations import jokers_in

TRIPLET_FACTOR, QUAD_FACTOR, DOUBLE_JOKER_FACTOR = 2, 4, 8  # §8.2
ACE_FACTOR, JOKER_FACTOR = 2, 2  # §8.3
SOFT_FACTOR, HARD_FACTOR = 2, 4  # §8.5
LONG_DEAL, LONGER_DEAL, LONG_DEAL_FACTOR = 20, 30, 2  # §8.6
APP_SPRING, APP_HAO_CHUN, APP_CAP = 2, 8, 64  # §8.6

MOST = 1 << 40  # a product stops growing here: more than any table has played for, and far within 64 bits


@compiled
def multiplied(amount, factor, times):
    """Return `amount` multiplied by `factor` as many times as `times` says, at most `MOST`."""
    for _ in range(times):
        amount = min(amount * factor, MOST)
    return amount


@inlined
def is_hao_chun(state):
    """§8.7  豪春  Return whether the dealer won with the first play that the dealer made."""
    return state.winner == state.dealer and state.plays[state.dealer] == 1


@inlined
def is_spring(state, rules, seat):
    """§8.7  春天  Return whether a loser laid nothing; the dealer, who has to lead, no more than one play."""
    return rules.spring_reading != WINNER_ALONE and state.plays[seat] <= (1 if seat == state.dealer else 0)


@compiled
def is_public_spring(state, rules):
    """§8.7  春天 as some play it: return whether nobody but the winner laid anything."""
    if rules.spring_reading != WINNER_ALONE or state.winner == NOBODY:
        return False
    for seat in range(state.players):
        if seat != state.winner and state.plays[seat] > 0:
            return False
    return True


@inlined
def triplets_played(state):
    return state.bombs.soft_triplets + state.bombs.hard_triplets


@inlined
def quads_played(state):
    return state.bombs.soft_quads + state.bombs.hard_quads


@inlined
def triplets_held(naturals, rules):
    """§7.2, §8.3  Return for how many triplets `naturals` equal cards in a hand count; of seven, four are a quad."""
    return 1 if naturals & 3 == 3 and rules.triplet_mode == BOMB else 0


@inlined
def quads_held(naturals):
    return naturals >> 2


@inlined
def hao_chun_factor(rules):
    return APP_HAO_CHUN if rules.multipliers == APP else rules.hao_chun_factor


@inlined
def double_joker_factor(rules):
    """§8.2, §8.6, §8.8  Return the factor of a double joker under these rules."""
    return rules.djoker_pub if rules.multipliers == BOMBS_PLAYED else DOUBLE_JOKER_FACTOR


@inlined
def spring_factor(rules):
    return APP_SPRING if rules.multipliers == APP else rules.spring_factor


@inlined
def long_deals(state):
    """§8.6  Return how many times the factor for long deals counts."""
    return (1 if state.trick >= LONG_DEAL else 0) + (1 if state.trick >= LONGER_DEAL else 0)


@compiled
def public_multiplier(state, rules):
    """§8.1  Return the product of all that was played in the deal, which all losers share."""
    product = 1
    if rules.multipliers == SOFT_HARD:  # §8.5
        product = multiplied(product, SOFT_FACTOR, state.bombs.soft_triplets + state.bombs.soft_quads)
        product = multiplied(product, HARD_FACTOR, state.bombs.hard_triplets + state.bombs.hard_quads)
        product = multiplied(product, rules.djoker_pub, state.bombs.double_jokers)
    elif rules.multipliers == PAGAT_SCHEDULE or rules.multipliers == APP or rules.multipliers == BOMBS_PLAYED:
        product = multiplied(product, TRIPLET_FACTOR, triplets_played(state))  # §8.2, §8.6, §8.8
        product = multiplied(product, QUAD_FACTOR, quads_played(state))
        product = multiplied(product, double_joker_factor(rules), state.bombs.double_jokers)
    if rules.multipliers == APP:
        product = multiplied(product, LONG_DEAL_FACTOR, long_deals(state))
    if is_hao_chun(state):
        product = multiplied(product, hao_chun_factor(rules), 1)
    if is_public_spring(state, rules):
        product = multiplied(product, rules.spring_factor, 1)
    return product


@compiled
def private_multiplier(state, rules, seat, product):
    """§8.1  Return `product` multiplied by what one loser still holds and has not done."""
    if rules.multipliers == PAGAT_SCHEDULE:  # §8.3
        hand = state.hands[seat]
        product = multiplied(product, ACE_FACTOR, hand.count[ACE])
        product = multiplied(product, DOUBLE_JOKER_FACTOR, double_joker_bombs(hand, rules))
        product = multiplied(product, JOKER_FACTOR, jokers_counted(hand, rules))
        for rank in range(LOWEST, TWO + 1):
            product = multiplied(product, QUAD_FACTOR, quads_held(hand.count[rank]))
            product = multiplied(product, TRIPLET_FACTOR, triplets_held(hand.count[rank], rules))
    if is_spring(state, rules, seat):
        product = multiplied(product, spring_factor(rules), 1)
    return product


@inlined
def double_joker_bombs(hand, rules):
    """§8.4  Return how often both jokers in a hand count as a bomb; with two packs one of each colour makes one."""
    if rules.djoker_in_hand == AS_TWO_JOKERS:
        return 0
    return hand.count[BLACK] >> 1 if rules.decks == 1 else min(hand.count[BLACK], hand.count[RED])


@inlined
def jokers_counted(hand, rules):
    """§8.4  Return how many jokers of a hand count singly: all but those of a bomb where the bomb counts instead."""
    return jokers_in(hand) - (0 if rules.djoker_in_hand == AS_JOKERS_AND_BOMB else 2 * double_joker_bombs(hand, rules))


@inlined
def aces_counted(hand, rules):
    """§7.14  Return how often the factor for aces counts."""
    return min(hand.count[ACE], 1) if rules.ace_count == ONCE else hand.count[ACE]


@compiled
def owed(state, rules, seat):
    """§6.1, §8.1  Return what a loser would pay without the limits of §7.15 and §7.17."""
    hand = state.hands[seat]
    product = private_multiplier(state, rules, seat, public_multiplier(state, rules))
    if rules.multipliers == APP:
        product = min(product, APP_CAP)  # §8.6
    product = multiplied(product, hand.cards, 1)
    return multiplied(product, rules.ace_factor, aces_counted(hand, rules))  # §7.14


@inlined
def capped(amount, rules):
    """§7.15  Return an amount, limited to the payment cap."""
    return min(amount, rules.payment_cap) if rules.payment_cap else amount


@compiled
def payment(state, rules, seat):
    """§6.1, §7.15, §7.17  Return what a loser pays: at most the cap, and at most the stake where one plays for table stakes."""
    amount = capped(owed(state, rules, seat), rules)
    return min(amount, state.stakes[seat]) if rules.table_stakes else amount


@compiled
def returns(state, rules, result):
    """§6.1, §7.13  Fill `result`.  A void deal scores nothing (§7.8)."""
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
