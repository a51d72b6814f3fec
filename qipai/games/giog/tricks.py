"""§5  The trick, as far as all games share it: what may be led and answered, and how a trick ends."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .combinations import BAGS, LIST_END, LIST_FIRST, NONE, list_of, type_of
from .generals import answers_from, is_edge, may_lead_bag
from .pieces import BITS, KINDS, count_of, holds, is_bag, lowest, one, pieces_in
from .state import LEADING, NOTHING, OVER


@inlined
def add(actions, action):
    actions.list[actions.count] = action
    actions.count += 1


@compiled
def make_leads(table, rules, hand, actions):
    """§5.1, §9.1  Every combination of the hand, type by type, from the lowest up."""
    row = list_of(rules)
    for number in range(LIST_FIRST[row], LIST_END[row]):
        bag = BAGS[number]
        if holds(hand, bag) and may_lead_bag(table, rules, hand, bag):
            add(actions, bag)


@compiled
def is_lead(table, rules, hand, bag):
    """§5.1, §9.1  The same asked about one set."""
    return holds(hand, bag) and type_of(bag, rules) != NONE and may_lead_bag(table, rules, hand, bag)


@compiled
def is_answer(table, rules, hand, bag):
    """§5.2, §9.1  As many pieces as were led, any of them."""
    return pieces_in(bag) == table.count and holds(answers_from(table, rules, hand), bag)


@compiled
def make_answers(hand, count, actions):
    """§5.2  Every choice of so many pieces, once: those with the lowest highest piece first."""
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
    """The choice of pieces after this one, or NOTHING after the last: one piece moves up as little as can be."""
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
    """§5.1  The leader lays, and everybody knows the type and the number."""
    state.table.led = type_of(bag, rules)
    state.table.count = pieces_in(bag)
    lay(state, seat, bag)


@inlined
def lay(state, seat, bag):
    """Pieces leave the hand and lie before the seat."""
    state.hands[seat] -= bag
    state.laid[seat] = bag
    state.table.laid |= 1 << seat
    state.table.asked &= ~(1 << seat)


@inlined
def show(state, seat):
    """What a seat has laid lies face up."""
    state.table.shown[seat] = state.laid[seat]


@inlined
def best_set(table):
    """The highest set that lies open; NOTHING where none counts."""
    return NOTHING if table.best == NOBODY else table.shown[table.best]


@compiled
def throw_in(state, seat):
    """§7.2, §8.3  What a seat has laid leaves the trick unseen; on what it was laid is remembered (§12.4)."""
    table = state.table
    thrown = table.thrown[table.thrown_sets]
    state.thrown[table.thrown_sets] = state.laid[seat]
    thrown.on = best_set(table)
    thrown.trick = table.trick
    thrown.seat = seat
    thrown.count = table.count
    thrown.led = table.led
    thrown.edge = is_edge(table, table.count)
    table.thrown_sets += 1
    table.under |= 1 << seat


@compiled
def end_trick(state, winner):
    """§5.4, §5.5  The winner takes all pieces and leads; §6.4 where nobody wins they are set aside, and the same seat leads."""
    table = state.table
    taken = table.players * table.count + table.pot
    table.previous_leader = table.leader
    table.previous_winner = winner
    table.previous_taken = 0 if winner == NOBODY else taken
    table.previous_under = table.under
    if winner == NOBODY:
        table.pot = taken
    else:
        table.pot = 0  # §6.5
        table.captured[winner] += taken
        table.leader = winner
    for seat in range(table.players):
        table.previous[seat] = table.shown[seat]
        table.played[seat] += table.shown[seat]
        table.shown[seat] = NOTHING
        state.laid[seat] = NOTHING
    table.left -= table.count
    clear_lead(table)


@compiled
def clear_lead(table):
    """§5.5  The next trick, or the end when the hands are empty."""
    table.led = NONE
    table.count = 0
    table.best = NOBODY
    table.laid = 0
    table.under = 0
    if table.left == 0:
        table.phase = OVER
        table.asked = 0
        table.leader = NOBODY
    else:
        table.phase = LEADING
        table.trick += 1
        table.asked = 1 << table.leader


@inlined
def after(table, seat):
    """The next seat in turn."""
    return seat + 1 if seat + 1 < table.players else 0


@inlined
def others(table, seat):
    """The mask of all seats but one."""
    return (1 << table.players) - 1 & ~(1 << seat)


@inlined
def is_some(bag):
    """Can a number be a set of pieces at all?"""
    return is_bag(bag) and bag != NOTHING
