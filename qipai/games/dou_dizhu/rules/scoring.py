"""§7  The accounts between the landlord and each peasant, and what a deal can cost or bring at most."""

from typing import Any

from qipai.engine import records
from qipai.engine.compiling import compiled, inlined
from qipai.engine.contract import Bounds
from qipai.engine.seats import NOBODY

from ..state import BLACK, LOWEST, RED, SEATS
from ..variants import BID_AUCTION, BID_GRAB, BID_POINTS, NO_DOUBLING, WINNERS_ONE, Ruleset

GRAB_FACTOR, SHOWN_FACTOR, DOUBLED_FACTOR = 2, 2, 2  # §7.2, §8.4, §7.6
MOST_GRABS = SEATS  # §3.3 the other two, and the caller once more
MOST_ANSWERS = 11  # §8.1 seven in an auction, §8.4 one about showing, §3.6 three about doubling


@compiled
def multiplier_so_far(state, rules):
    """§7.2, §7.3, §8.4  What multiplies both accounts while the deal goes on."""
    product = SHOWN_FACTOR if state.shown else 1
    for _ in range(state.grabs):
        product *= GRAB_FACTOR
    for _ in range(state.bombs):
        product *= rules.bomb_factor  # §8.11
    return product * rules.rocket_factor if state.rocket else product


@compiled
def spring(state, rules):
    """§7.4, §7.5, §8.12  The factor for a side that never got going."""
    if state.winner == NOBODY:
        return 1
    if state.winner != state.landlord:
        return rules.anti_spring_factor if state.plays[state.landlord] == 1 else 1  # nothing but the first lead
    for seat in range(SEATS):
        if seat != state.landlord and state.plays[seat] > 0:
            return 1
    return rules.spring_factor


@inlined
def doubling_of(state, seat):
    """§7.6  The factor of one who has doubled."""
    return DOUBLED_FACTOR if state.doubled >> seat & 1 else 1


@compiled
def multiplier(state, rules, peasant):
    """§7.1  The multiplier of a peasant's account; §8.13 no higher than the cap."""
    product = multiplier_so_far(state, rules) * spring(state, rules)
    product *= doubling_of(state, peasant) * doubling_of(state, state.landlord)
    return min(product, rules.multiplier_cap) if rules.multiplier_cap else product


@compiled
def returns(state, rules, result):
    """§1.4, §7.1  Fill the result; a session adds the points up (§7.8).  §3.4  A void deal scores nothing."""
    result.first = state.first
    result.landlord = state.landlord
    result.winner = state.winner
    for seat in range(SEATS):
        result.cards[seat] = state.cards[seat]
        result.multipliers[seat] = 0
        result.points[seat] = 0
    if state.winner == NOBODY:
        return
    has_won = state.winner == state.landlord
    for seat in range(SEATS):
        if seat != state.landlord:
            result.multipliers[seat] = multiplier(state, rules, seat)
            account = rules.base * state.bid * result.multipliers[seat]  # §8.14
            result.points[seat] = -account if has_won else account
            result.points[state.landlord] -= result.points[seat]
    if rules.scoring == WINNERS_ONE:  # §8.15
        for seat in range(SEATS):
            result.points[seat] = 1 if (seat == state.landlord) == has_won else 0


def utility_sum(ruleset: Ruleset, players: int) -> int | None:
    """§7.1  What one side pays the other gets; §8.15 or there is one winner, or two."""
    return None if ruleset.scoring == WINNERS_ONE else 0


def bounds(ruleset: Ruleset, setup: Any) -> Bounds:
    """§7.1  The landlord has both accounts, with every factor that the pack allows."""
    if ruleset.scoring == WINNERS_ONE:
        return Bounds(0, 1)
    held = records.to_plain(setup).pack
    bombs = sum(count == 4 for count in held[LOWEST:BLACK])
    product = ruleset.bomb_factor**bombs * (ruleset.rocket_factor if held[BLACK] and held[RED] else 1)
    product *= max(ruleset.spring_factor, ruleset.anti_spring_factor) * (SHOWN_FACTOR if ruleset.show_hand else 1)
    product *= GRAB_FACTOR**MOST_GRABS if ruleset.bidding == BID_GRAB else 1
    product *= 1 if ruleset.doubling == NO_DOUBLING else DOUBLED_FACTOR**2
    product = min(product, ruleset.multiplier_cap or product)
    bid = 3 if ruleset.bidding in (BID_POINTS, BID_AUCTION) else 1
    most = (SEATS - 1) * ruleset.base * bid * product
    return Bounds(-most, most)


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """No deal has more decisions: answers, plays and passes.

    A play takes a card at least, and two hands are left with one, so there are two plays fewer than cards.  Two passes at most come after
    each of them but the last (§6.3).
    """
    cards = int(sum(records.to_plain(setup).pack))
    plays = max(1, cards - 2)
    return MOST_ANSWERS + plays + 2 * (plays - 1)
