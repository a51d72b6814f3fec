"""§7  All lay face down; then each in turn exposes what beats the best so far, or throws in unseen: Sang krip, Tam cúc."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .combinations import beats
from .generals import cannot_win, note_offence, taker_of_nothing
from .state import EXPOSING
from .tricks import after, best_set, end_trick, show, throw_in


@compiled
def expose_lead(state, rules):
    """§7.1  All have laid: the leader's pieces are exposed, and the others follow in turn."""
    table = state.table
    show(state, table.leader)
    note_offence(table, rules, table.leader, state.laid[table.leader])
    if not cannot_win(table, rules, state.laid[table.leader]):
        table.best = table.leader
    go_round(state, rules, after(table, table.leader))


@compiled
def may_expose(state, rules, seat):
    """§7.2, §7.3  Does a seat's set beat the best so far?"""
    table = state.table
    bag = state.laid[seat]
    return beats(bag, best_set(table), table.led, rules) and not cannot_win(table, rules, bag)


@compiled
def go_round(state, rules, seat):
    """§7.2  From a seat on everybody exposes or throws in; §7.5, §11.5 where that is a choice, the seat is asked."""
    table = state.table
    while seat != table.leader:
        if rules.may_conceal:
            table.phase = EXPOSING
            table.asked = 1 << seat
            return
        decide(state, rules, seat, may_expose(state, rules, seat))
        seat = after(table, seat)
    note_thrown_in(state, rules)
    winner = table.best
    end_trick(state, taker_of_nothing(table, rules) if winner == NOBODY else winner)


@compiled
def decide(state, rules, seat, exposes):
    """§7.2  One seat exposes or throws in."""
    if exposes:
        note_offence(state.table, rules, seat, state.laid[seat])
        show(state, seat)
        state.table.best = seat
    else:
        throw_in(state, seat)


@compiled
def note_thrown_in(state, rules):
    """§12.1  That a general was thrown in, nobody knows before the trick is over."""
    table = state.table
    for seat in range(table.players):
        if table.under >> seat & 1:
            note_offence(table, rules, seat, state.laid[seat])


@inlined
def answer_asked(state, rules, seat, exposes):
    """§7.5, §11.5  A seat that was asked has chosen."""
    decide(state, rules, seat, exposes)
    go_round(state, rules, after(state.table, seat))
