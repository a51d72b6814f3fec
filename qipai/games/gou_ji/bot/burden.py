"""What a hand still costs: roughly the leads that it takes to be rid of it."""

from typing import NamedTuple

from qipai.engine.compiling import compiled

from ..ranks import BLACK, HIGHEST_NATURAL, RED, TWO
from ..rules.sets import blacks_in, is_high, naturals_in, pack_set, rank_in, reds_in, twos_in
from ..seating import SEATS, is_in
from .chances import OPPONENTS, beaten_by_one

DUI_MEN = 3  # the chair
FIRST_TWOS = 2  # the others are worth less


class Outlook(NamedTuple):
    """The hand before an action."""

    ranks: int  # how many
    cost: float  # of all of them
    dearest: float  # the two that cost most
    second: float
    dearest_rank: int
    opponents: int  # with cards
    size: int  # of their hands, on the average
    dui_men: int  # the size of that hand


@compiled
def cost_of(sight, habits, rules, rank, count, opponents, size, dui_men):
    """Return the cost of `count` equal cards: less, the likelier they win as a lead and the easier they follow.

    `size` is the mean size of the opponents' hands, `dui_men` that of the Dui Men's hand.
    """
    if count == 0:
        return 0.0
    cards = pack_set(rank, count, 0, 0, 0)
    if dui_men and is_high(cards, rules):
        stands = 1.0 - beaten_by_one(sight, habits, cards, dui_men)
    else:
        stands = (1.0 - beaten_by_one(sight, habits, cards, size)) ** opponents
    alone = habits.alone if count == 1 else 0.0
    return habits.rank_cost + habits.weak * (1.0 - stands) - habits.follows * rank + alone


@compiled
def look_ahead(observation, sight, habits, rules):
    """Return the outlook of the hand as it is."""
    public = observation.public
    hand = observation.hand
    opponents = total = 0
    for chair in range(SEATS):
        if is_in(public.active & OPPONENTS, chair):
            opponents += 1
            total += int(public.left[chair])
    size = total // max(1, opponents)
    dui_men = int(public.left[DUI_MEN]) if is_in(public.active, DUI_MEN) else 0
    ranks = dearest_rank = 0
    cost = dearest = second = 0.0
    for rank in range(1, HIGHEST_NATURAL + 1):
        count = int(hand[rank])
        if count:
            this = cost_of(sight, habits, rules, rank, count, opponents, size, dui_men)
            ranks += 1
            cost += this
            if this > dearest:
                second = dearest
                dearest = this
                dearest_rank = rank
            elif this > second:
                second = this
    return Outlook(ranks, cost, dearest, second, dearest_rank, opponents, size, dui_men)


@compiled
def burden_without(hand, sight, habits, rules, outlook, cards):
    """Return what a hand costs after a set has been laid."""
    rank = rank_in(cards)
    ranks, cost, dearest = outlook.ranks, outlook.cost, outlook.dearest
    if naturals_in(cards):
        left = int(hand[rank]) - naturals_in(cards)
        before = cost_of(sight, habits, rules, rank, int(hand[rank]), outlook.opponents, outlook.size, outlook.dui_men)
        after = cost_of(sight, habits, rules, rank, left, outlook.opponents, outlook.size, outlook.dui_men)
        cost += after - before
        if left == 0:
            ranks -= 1
        dearest = max(outlook.second if rank == outlook.dearest_rank else dearest, after)
    twos = int(hand[TWO]) - twos_in(cards)
    blacks = int(hand[BLACK]) - blacks_in(cards)
    reds = int(hand[RED]) - reds_in(cards)
    worth = habits.two * min(twos, FIRST_TWOS) + habits.two_more * max(0, twos - FIRST_TWOS)
    worth += habits.black * blacks + habits.red * reds
    cost -= habits.last_free * dearest
    if ranks <= 1:
        worth *= habits.at_the_end
        cost -= habits.one_left
    return cost - worth


@compiled
def ranks_without(hand, outlook, cards):
    """Return how many ranks a hand has after a set has been laid."""
    if naturals_in(cards) and naturals_in(cards) == hand[rank_in(cards)]:
        return outlook.ranks - 1
    return outlook.ranks
