"""What to lay on a lead: the set that wins at the best price, or what the hand misses least."""

from qipai.engine.compiling import compiled
from qipai.games.giog.combinations import BAGS, END, FIRST, MOST_TYPES, PLACES, list_of
from qipai.games.giog.generals import answers_from, cannot_win
from qipai.games.giog.pieces import KINDS, count_of, holds, one, pieces_in
from qipai.games.giog.state import NOTHING
from qipai.games.giog.variants import FACE_UP

from . import face_down, face_up
from .chances import looked_at
from .judging import WORST, forfeited, judge, spent


@compiled
def best_answer(table, rules, sight, habits):
    """The best judged of the sets that count in this trick, or the pieces that are missed least.

    In Dǎ qí luò 2 nothing that may lie on top is hidden (§11.6): it may stay there.
    """
    hand = answers_from(table, rules, sight.hand)
    best = least_missed(table, rules, sight, habits, hand)
    best_value = judge(table, rules, sight, habits, best, 0.0, WORST)
    row = list_of(rules) * MOST_TYPES + table.led
    judged = 0  # of sets in the same place any is as good as another
    for number in range(FIRST[row], END[row]):
        bag = BAGS[number]
        place = PLACES[number]
        if place != judged and holds(hand, bag) and pieces_in(bag) == table.count and not cannot_win(table, rules, bag):
            judged = place
            if rules.procedure == FACE_UP:
                chance = face_up.chance(table, rules, sight, habits, place)
            else:
                chance = face_down.chance(table, rules, sight, habits, place)
            value = judge(table, rules, sight, habits, bag, chance, best_value)
            if value > best_value:
                best = bag
                best_value = value
    return best


@compiled
def least_missed(table, rules, sight, habits, hand):
    """As many pieces as were led, one after the other the least missed of those that may be laid."""
    chosen = NOTHING
    for _ in range(table.count):
        least = NOTHING
        least_cost = -WORST
        for kind in range(1, KINDS):
            if count_of(hand - chosen, kind):
                cost = missed(table, rules, sight, habits, sight.hand - chosen, one(kind), least_cost)
                if cost < least_cost:
                    least = one(kind)
                    least_cost = cost
        chosen += least
    return chosen


@compiled
def missed(table, rules, sight, habits, hand, piece, enough):
    """How much one piece of a hand is missed when it is thrown away; more than `enough` need not be reckoned."""
    players = sight.others + 1
    cost = forfeited(table, rules, habits, hand, piece, sight.held - table.count)
    return cost + players * spent(
        sight, rules, habits, looked_at(hand, rules), looked_at(piece, rules), (enough - cost) / players
    )
