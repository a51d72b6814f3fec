"""§8  The working of a payment: its factors one by one, for people.  Their product is what `scoring.py` reckons."""

from typing import Any

from .combinations import jokers_in
from .scoring import (
    ACE_FACTOR,
    APP_CAP,
    DOUBLE_JOKER_FACTOR,
    HARD_FACTOR,
    JOKER_FACTOR,
    LONG_DEAL_FACTOR,
    QUAD_FACTOR,
    SOFT_FACTOR,
    TRIPLET_FACTOR,
    double_joker_bombs,
    hao_chun_factor,
    is_hao_chun,
    is_spring,
    long_deals,
    quads_held,
    quads_played,
    spring_factor,
    triplets_held,
    triplets_played,
)
from .state import ACE, LOWEST, TWO
from .variants import APP, PAGAT_SCHEDULE, SOFT_HARD

Factor = dict[str, Any]  # what it is for (a key of the payment words), how much, and its §


def factor(what: str, times: int, section: str, number: int = 1) -> list[Factor]:
    """So many equal factors; those of 1 are nothing to speak of."""
    return [{"what": what, "times": int(times), "section": section}] * int(number) if times != 1 else []


def public_factors(state: Any, rules: Any) -> list[Factor]:
    """§8.2, §8.5 to §8.7"""
    bombs = state.bombs
    found: list[Factor] = []
    if rules.multipliers == SOFT_HARD:
        found += factor("soft_bomb", SOFT_FACTOR, "8.5", bombs.soft_triplets + bombs.soft_quads)
        found += factor("hard_bomb", HARD_FACTOR, "8.5", bombs.hard_triplets + bombs.hard_quads)
        found += factor("djoker", rules.djoker_pub, "8.5", bombs.double_jokers)
    elif rules.multipliers in (PAGAT_SCHEDULE, APP):
        section = "8.6" if rules.multipliers == APP else "8.2"
        found += factor("bomb", TRIPLET_FACTOR, section, triplets_played(state))
        found += factor("bomb", QUAD_FACTOR, section, quads_played(state))
        found += factor("djoker", DOUBLE_JOKER_FACTOR, section, bombs.double_jokers)
    if rules.multipliers == APP:
        found += factor("long_deal", LONG_DEAL_FACTOR, "8.6", long_deals(state))
    if is_hao_chun(state):
        found += factor("hao_chun", hao_chun_factor(rules), "8.7")
    return found


def private_factors(state: Any, rules: Any, seat: int) -> list[Factor]:
    """§8.3, §8.4, §8.7"""
    found: list[Factor] = []
    if rules.multipliers == PAGAT_SCHEDULE:
        hand = state.hands[seat]
        both = double_joker_bombs(hand, rules)
        found += factor("ace", ACE_FACTOR, "8.3", hand.count[ACE])
        found += factor("djoker_in_hand", DOUBLE_JOKER_FACTOR, "8.4", both)
        found += factor("joker", JOKER_FACTOR, "8.3", jokers_in(hand) - 2 * both)
        for rank in range(LOWEST, TWO + 1):
            naturals = int(hand.count[rank])
            found += factor("bomb_in_hand", QUAD_FACTOR, "8.3", quads_held(naturals))
            found += factor("bomb_in_hand", TRIPLET_FACTOR, "8.3", triplets_held(naturals, rules))
    if is_spring(state, seat):
        found += factor("spring", spring_factor(rules), "8.7")
    return found


def payment_factors(state: Any, rules: Any, result: Any, seat: int) -> list[Factor]:
    """§8.1  What multiplies a loser's cards besides the public factors; a cap has `most` in place of `times` where it bites."""
    found = private_factors(state, rules, seat)
    if rules.multipliers == APP and result.public * result.private[seat] > APP_CAP:
        found.append({"what": "app_cap", "most": APP_CAP, "section": "8.6"})
    found += factor("ace", rules.ace_factor, "7.14", state.hands[seat].count[ACE])
    if rules.payment_cap and result.payments[seat] == rules.payment_cap:
        found.append({"what": "cap", "most": int(rules.payment_cap), "section": "7.15"})
    return found
