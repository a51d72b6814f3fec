"""What to lead, in every game of the family."""

from qipai.engine.compiling import compiled

from ..pieces import GENERALS, holds, pieces_in
from ..rules.combinations import BAGS, LIST_END, LIST_FIRST, PLACES, TYPES_OF, list_of
from ..rules.generals import cannot_win, is_punished, may_lead_bag
from ..state import NOTHING
from .chances import rank_of, stands_against_all
from .judging import WORST, judge


@compiled
def best_lead(public, rules, sight, habits):
    """Return the bag of the best lead; of equal ones the first, from the greatest down."""
    best = NOTHING
    best_value = WORST
    game = list_of(rules)
    kind = place = judged = 0  # of sets of one type and size in the same place any is as good as another
    for number in range(LIST_END[game] - 1, LIST_FIRST[game] - 1, -1):
        bag = BAGS[number]
        if not (holds(sight.hand, bag) and may_lead_bag(public, rules, sight.hand, bag)):
            continue
        if TYPES_OF[number] != kind or PLACES[number] != place:
            kind = TYPES_OF[number]
            place = PLACES[number]
            judged = 0
        size = pieces_in(bag)
        if not judged >> size & 1:
            judged |= 1 << size
            value = judge_lead(public, rules, sight, habits, bag, kind, rank_of(place, rules), best_value)
            if value > best_value:
                best = bag
                best_value = value
    return best


@compiled
def judge_lead(public, rules, sight, habits, bag, kind, rank, to_beat):
    """Return the value of leading a set; `to_beat` as in `judge`."""
    size = pieces_in(bag)
    chance = 0.0 if cannot_win(public, rules, bag) else stands_against_all(sight, rules, habits, kind, size, rank)
    trap = 0.0
    if is_punished(rules) and 1 < size == sight.held:
        trap = habits.trap * sight.others * pieces_in(sight.unseen & GENERALS) * sight.held / sight.out
    return judge(public, rules, sight, habits, bag, chance, to_beat - trap) + trap
