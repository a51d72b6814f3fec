"""§8  The working of a payment: its factors one by one, for people.  Their product is what `scoring.py` reckons."""

from typing import Any

from ..rules import scoring
from ..state import ACE, LOWEST, TWO
from ..variants import APP, BOMBS_PLAYED, PAGAT_SCHEDULE, SOFT_HARD

Factor = dict[str, Any]  # what it is for (a key of the payment words), how much, and its §
BOMB_SECTIONS = {PAGAT_SCHEDULE: "8.2", APP: "8.6", BOMBS_PLAYED: "8.8"}


def factor(what: str, times: int, section: str, number: int = 1) -> list[Factor]:
    """Return a list with one line for `number` equal factors; empty if they multiply by 1."""
    return [{"what": what, "times": int(times), "section": section}] * int(number) if times != 1 else []


def public_factors(state: Any, rules: Any) -> list[Factor]:
    """§8.2, §8.5 to §8.8  Return the factors that all losers share."""
    bombs = state.bombs
    found: list[Factor] = []
    if rules.multipliers == SOFT_HARD:
        found += factor("soft_bomb", scoring.SOFT_FACTOR, "8.5", bombs.soft_triplets + bombs.soft_quads)
        found += factor("hard_bomb", scoring.HARD_FACTOR, "8.5", bombs.hard_triplets + bombs.hard_quads)
        found += factor("djoker", rules.djoker_pub, "8.5", bombs.double_jokers)
    elif rules.multipliers in BOMB_SECTIONS:
        section = BOMB_SECTIONS[int(rules.multipliers)]
        found += factor("bomb", scoring.TRIPLET_FACTOR, section, scoring.triplets_played(state))
        found += factor("bomb", scoring.QUAD_FACTOR, section, scoring.quads_played(state))
        found += factor("djoker", scoring.double_joker_factor(rules), section, bombs.double_jokers)
    if rules.multipliers == APP:
        found += factor("long_deal", scoring.LONG_DEAL_FACTOR, "8.6", scoring.long_deals(state))
    if scoring.is_hao_chun(state):
        found += factor("hao_chun", scoring.hao_chun_factor(rules), "8.7")
    if scoring.is_public_spring(state, rules):
        found += factor("spring", rules.spring_factor, "8.7")
    return found


def private_factors(state: Any, rules: Any, seat: int) -> list[Factor]:
    """§8.3, §8.4, §8.7  Return the factors of one loser."""
    found: list[Factor] = []
    if rules.multipliers == PAGAT_SCHEDULE:
        hand = state.hands[seat]
        found += factor("ace", scoring.ACE_FACTOR, "8.3", hand.count[ACE])
        found += factor("djoker_in_hand", scoring.DOUBLE_JOKER_FACTOR, "8.4", scoring.double_joker_bombs(hand, rules))
        found += factor("joker", scoring.JOKER_FACTOR, "8.3", scoring.jokers_counted(hand, rules))
        for rank in range(LOWEST, TWO + 1):
            naturals = int(hand.count[rank])
            found += factor("bomb_in_hand", scoring.QUAD_FACTOR, "8.3", scoring.quads_held(naturals))
            found += factor("bomb_in_hand", scoring.TRIPLET_FACTOR, "8.3", scoring.triplets_held(naturals, rules))
    if scoring.is_spring(state, rules, seat):
        found += factor("spring", scoring.spring_factor(rules), "8.7")
    return found


def payment_factors(state: Any, rules: Any, result: Any, seat: int) -> list[Factor]:
    """§8.1  Return one loser's factors besides the public ones; a limit that applies has `most` in place of `times`."""
    found = private_factors(state, rules, seat)
    if rules.multipliers == APP and result.public * result.private[seat] > scoring.APP_CAP:
        found.append({"what": "app_cap", "most": scoring.APP_CAP, "section": "8.6"})
    found += factor("ace", rules.ace_factor, "7.14", scoring.aces_counted(state.hands[seat], rules))
    amount = scoring.owed(state, rules, seat)
    if scoring.capped(amount, rules) < amount:
        found.append({"what": "cap", "most": int(rules.payment_cap), "section": "7.15"})
    if result.payments[seat] < scoring.capped(amount, rules):
        found.append({"what": "stake", "most": int(state.stakes[seat]), "section": "7.17"})
    return found
