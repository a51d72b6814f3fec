"""§5  The trick, as far as all games share it: what may be led and answered, and how a trick ends."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.seats import NOBODY

from ..pieces import BITS, KINDS, count_of, holds, is_bag, lowest, one, pieces_in
from ..state import LEADING, NOTHING, OVER
from .combinations import BAGS, LIST_END, LIST_FIRST, NONE, list_of, type_of
from .generals import answers_from, is_edge, may_lead_bag


@compiled
def make_leads(public, rules, hand, actions):
    """§5.1, §9.1  Add every combination of the hand that may be led, type by type, from the lowest up."""
    row = list_of(rules)
    for number in range(LIST_FIRST[row], LIST_END[row]):
        bag = BAGS[number]
        if holds(hand, bag) and may_lead_bag(public, rules, hand, bag):
            add(actions, bag)


@compiled
def is_lead(public, rules, hand, bag):
    """§5.1, §9.1  Return whether a bag is such a lead."""
    return holds(hand, bag) and type_of(bag, rules) != NONE and may_lead_bag(public, rules, hand, bag)


@compiled
def is_answer(public, rules, hand, bag):
    """§5.2, §9.1  Return whether a bag may answer the lead: as many pieces as were led, any of them."""
    return pieces_in(bag) == public.count and holds(answers_from(public, rules, hand), bag)


@compiled
def make_answers(hand, count, actions):
    """§5.2  Add every choice of `count` pieces once: those with the lowest highest piece first."""
    if count == 1:
        for kind in range(1, KINDS):
            if count_of(hand, kind):
                add(actions, one(kind))
        return
    bag = lowest(hand, count)
    while bag != NOTHING:
        add(actions, bag)
        bag = following(hand, bag)


@compiled
def following(hand, bag):
    """Return the next choice of as many pieces after `bag`, or NOTHING after the last: one piece moves up by the least."""
    below = 0  # pieces of lower kinds, which begin anew
    for kind in range(1, KINDS):
        chosen = count_of(bag, kind)
        if below > 0 and chosen < count_of(hand, kind):
            higher = bag >> BITS * (kind - 1) << BITS * (kind - 1)
            return higher + one(kind) + lowest(hand, below - 1)
        below += chosen
    return NOTHING


@compiled
def lead(state, rules, seat, bag):
    """§5.1  Lay a lead; everybody knows its type and its number of pieces."""
    state.public.led = type_of(bag, rules)
    state.public.count = pieces_in(bag)
    lay(state, seat, bag)


@inlined
def lay(state, seat, bag):
    """Move pieces from the hand to the table before the seat."""
    state.hands[seat] -= bag
    state.laid[seat] = bag
    state.public.laid |= 1 << seat
    state.public.asked &= ~(1 << seat)


@inlined
def show(state, seat):
    """Turn up what a seat has laid."""
    state.public.shown[seat] = state.laid[seat]


@inlined
def best_set(public):
    """Return the highest set that lies open; NOTHING where none counts."""
    return NOTHING if public.best == NOBODY else public.shown[public.best]


@compiled
def throw_in(state, seat):
    """§7.2, §8.3, §12.4  Take a seat's set out of the trick unseen; remember on which set it was laid."""
    public = state.public
    thrown = public.thrown[public.thrown_sets]
    state.thrown[public.thrown_sets] = state.laid[seat]
    thrown.on = best_set(public)
    thrown.trick = public.trick
    thrown.seat = seat
    thrown.count = public.count
    thrown.led = public.led
    thrown.edge = is_edge(public, public.count)
    public.thrown_sets += 1
    public.under |= 1 << seat


@compiled
def end_trick(state, winner):
    """§5.4, §5.5, §6.4  Give all pieces to the winner, who leads; where nobody wins, set them aside, and the same seat leads."""
    public = state.public
    taken = public.players * public.count + public.pot
    public.previous_leader = public.leader
    public.previous_winner = winner
    public.previous_taken = 0 if winner == NOBODY else taken
    public.previous_under = public.under
    if winner == NOBODY:
        public.pot = taken
    else:
        public.pot = 0  # §6.5
        public.captured[winner] += taken
        public.leader = winner
    for seat in range(public.players):
        public.previous[seat] = public.shown[seat]
        public.played[seat] += public.shown[seat]
        public.shown[seat] = NOTHING
        state.laid[seat] = NOTHING
    public.left -= public.count
    clear_lead(public)


@compiled
def clear_lead(public):
    """§5.5  Begin the next trick, or end the deal when the hands are empty."""
    public.led = NONE
    public.count = 0
    public.best = NOBODY
    public.laid = 0
    public.under = 0
    if public.left == 0:
        public.phase = OVER
        public.asked = 0
        public.leader = NOBODY
    else:
        public.phase = LEADING
        public.trick += 1
        public.asked = 1 << public.leader


@inlined
def after(public, seat):
    """Return the next seat in turn."""
    return seat + 1 if seat + 1 < public.players else 0


@inlined
def others(public, seat):
    """Return the mask of all seats but one."""
    return (1 << public.players) - 1 & ~(1 << seat)


@inlined
def is_some(bag):
    """Return whether a number can be a bag of one or more pieces."""
    return is_bag(bag) and bag != NOTHING
