"""§7  The accounts between the landlord and each peasant, and what a deal can cost or bring at most."""

from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.compiling import compiled, inlined
from qipai.engine.contract import Bounds
from qipai.engine.seats import NOBODY

from ..state import BLACK, LOWEST, RED, SEATS, TWO
from ..variants import BID_AUCTION, BID_GRAB, BID_POINTS, NO_DOUBLING, WINNERS_ONE, Ruleset

GRAB_FACTOR, SHOWN_FACTOR, DOUBLED_FACTOR = 2, 2, 2  # §7.2, §8.4, §7.6
JOKER_FACTOR, PAIR_FACTOR, RUN_FACTOR, TRIO_FACTOR, JOKERS_FACTOR = 2, 2, 3, 4, 4  # §8.16
BOMB_CARDS, ROCKET_CARDS = 4, 2  # §4.13, §4.14
HIGHEST_BID = 3  # §8.1
MOST_GRABS = SEATS  # §3.3 the other two, and the caller once more
MOST_ANSWERS = 11  # §8.1 seven in an auction, §8.4 one about showing, §3.6 three about doubling


@compiled
def multiplier_so_far(state, rules):
    """§7.2, §7.3, §8.4, §8.16  What multiplies both accounts while the deal goes on."""
    product = bottom_factor(state, rules)
    if state.shown:
        product *= SHOWN_FACTOR
    for _ in range(state.grabs):
        product *= GRAB_FACTOR
    for _ in range(state.bombs):
        product *= rules.bomb_factor  # §8.11
    return product * rules.rocket_factor if state.rocket else product


@compiled
def bottom_factor(state, rules):
    """§8.16  The highest factor that is among the bottom cards; none while they lie face down."""
    if not rules.bottom_multiplies:
        return 1
    bottom = state.bottom
    jokers = bottom.count[BLACK] + bottom.count[RED]
    if jokers == 2:
        return JOKERS_FACTOR
    factor = JOKER_FACTOR if jokers == 1 else 1
    neighbours = 0
    for kind in range(LOWEST, BLACK):
        count = bottom.count[kind]
        neighbours = neighbours + 1 if count > 0 and kind < TWO else 0
        if count >= 3:
            return TRIO_FACTOR
        if neighbours == 3:
            factor = RUN_FACTOR
        elif count == 2:
            factor = max(factor, PAIR_FACTOR)
    return factor


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
    """§7.1  What a deal can bring and cost: the landlord has both accounts, a peasant one."""
    if ruleset.scoring == WINNERS_ONE:
        return Bounds(0, 1)
    landlord, peasants = (account(ruleset, setup, has_won) for has_won in (True, False))
    both = SEATS - 1
    return Bounds(-max(both * peasants, landlord), max(both * landlord, peasants))


def account(ruleset: Ruleset, setup: Any, has_won: bool) -> int:
    """§7.1  Return the most that one account can come to when the landlord has won, or has lost.

    Grabs, doubling and showing do not depend on the cards, so they are all there.  Bombs do: a seat that has lost keeps a card, so that
    it lays no more bombs than fit into the others; and after a spring or an anti-spring (§7.4, §7.5) a side has laid next to nothing.
    """
    twin = records.to_plain(setup)
    pack, peasant = twin.pack, int(twin.hand_size)
    landlord = sum(pack) - (SEATS - 1) * peasant  # §3.5 with the bottom cards
    if has_won:
        played = (landlord, peasant - 1, peasant - 1)
        product = max(bombs(ruleset, pack, played), ruleset.spring_factor * bombs(ruleset, pack, (landlord, 0, 0)))
    else:
        played = (landlord - 1, peasant, peasant - 1)
        first = (min(landlord - 1, BOMB_CARDS), peasant, peasant - 1)  # of the landlord's one play
        product = max(bombs(ruleset, pack, played), ruleset.anti_spring_factor * bombs(ruleset, pack, first))
    product *= SHOWN_FACTOR if ruleset.show_hand else 1
    product *= most_of_bottom(ruleset, pack, landlord - peasant)
    product *= GRAB_FACTOR**MOST_GRABS if ruleset.bidding == BID_GRAB else 1
    product *= 1 if ruleset.doubling == NO_DOUBLING else DOUBLED_FACTOR**2
    bid = HIGHEST_BID if ruleset.bidding in (BID_POINTS, BID_AUCTION) else 1
    return int(ruleset.base * bid * min(product, ruleset.multiplier_cap or product))


def bombs(ruleset: Ruleset, pack: Sequence[int], played: Sequence[int]) -> int:
    """§7.3  Return the most that bombs and the rocket multiply by, if each seat plays this many cards at most."""
    fours = sum(count == BOMB_CARDS for count in pack[LOWEST:BLACK])
    most = ruleset.bomb_factor ** min(fours, sum(cards // BOMB_CARDS for cards in played))
    if pack[BLACK] and pack[RED]:
        for seat, cards in enumerate(played):
            if cards >= ROCKET_CARDS:
                beside = [other - ROCKET_CARDS * (place == seat) for place, other in enumerate(played)]
                count = min(fours, sum(other // BOMB_CARDS for other in beside))
                most = max(most, ruleset.rocket_factor * ruleset.bomb_factor**count)
    return int(most)


def most_of_bottom(ruleset: Ruleset, pack: Sequence[int], cards: int) -> int:
    """§8.16  Return the most that the bottom cards multiply by, if there are so many of them."""
    if not ruleset.bottom_multiplies:
        return 1
    most = max(pack[LOWEST:BLACK])
    among = (  # the factor, the cards that it takes, and whether the pack has them
        (JOKERS_FACTOR, 2, pack[BLACK] and pack[RED]),
        (TRIO_FACTOR, 3, most >= 3),
        (RUN_FACTOR, 3, any(all(pack[kind : kind + 3]) for kind in range(LOWEST, TWO - 2))),
        (PAIR_FACTOR, 2, most >= 2),
        (JOKER_FACTOR, 1, pack[BLACK] or pack[RED]),
    )
    return max((factor for factor, needed, there in among if there and needed <= cards), default=1)


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """No deal has more decisions: answers, plays and passes.

    A play takes a card at least, and two hands are left with one, so there are two plays fewer than cards.  Two passes at most come after
    each of them but the last (§6.3).
    """
    cards = int(sum(records.to_plain(setup).pack))
    plays = max(1, cards - 2)
    return MOST_ANSWERS + plays + 2 * (plays - 1)
