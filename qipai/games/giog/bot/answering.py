"""What to lay on a lead: the set that wins at the best price, or what the hand misses least."""

from qipai.engine.compiling import compiled

from ..pieces import KINDS, count_of, holds, one, pieces_in
from ..rules.combinations import BAGS, END, FIRST, MOST_TYPES, PLACES, list_of
from ..rules.generals import answers_from, cannot_win
from ..state import NOTHING
from ..variants import FACE_UP
from . import face_down, face_up
from .chances import looked_at
from .judging import WORST, forfeited, judge, spent


@compiled
def best_answer(public, rules, sight, habits):
    """Return the bag to lay on a lead: the best of the sets that may win this trick, or the pieces that are missed least.

    In Dǎ qí luò 2 nothing that may lie on top is hidden (§11.6), so the pieces that are missed least may stay on top there.
    """
    hand = answers_from(public, rules, sight.hand)
    best = least_missed(public, rules, sight, habits, hand, public.count)
    best_value = judge(public, rules, sight, habits, best, 0.0, WORST)
    row = list_of(rules) * MOST_TYPES + public.led
    judged = 0  # of sets in the same place any is as good as another
    for number in range(FIRST[row], END[row]):
        bag = BAGS[number]
        place = PLACES[number]
        if place != judged and holds(hand, bag) and pieces_in(bag) == public.count and not cannot_win(public, rules, bag):
            judged = place
            if rules.procedure == FACE_UP:
                chance = face_up.chance(public, rules, sight, habits, place)
            else:
                chance = face_down.chance(public, rules, sight, habits, place)
            value = judge(public, rules, sight, habits, bag, chance, best_value)
            if value > best_value:
                best = bag
                best_value = value
    return best


@compiled
def least_missed(public, rules, sight, habits, hand, number):
    """Return a bag of so many pieces, each in turn the one that the hand misses least."""
    chosen = NOTHING
    for _ in range(number):
        least = NOTHING
        least_cost = -WORST
        for kind in range(1, KINDS):
            if count_of(hand - chosen, kind):
                cost = missed(public, rules, sight, habits, sight.hand - chosen, one(kind), least_cost)
                if cost < least_cost:
                    least = one(kind)
                    least_cost = cost
        chosen += least
    return chosen


@compiled
def missed(public, rules, sight, habits, hand, piece, enough):
    """Return the cost of throwing one piece of a hand away; costs above `enough` may be returned too low."""
    players = sight.others + 1
    cost = forfeited(public, rules, habits, hand, piece, sight.held - public.count)
    return cost + players * spent(
        sight, rules, habits, looked_at(hand, rules), looked_at(piece, rules), (enough - cost) / players
    )
