"""§7  All lay face down; then each in turn exposes what beats the best so far, or throws in unseen: Sang krip, Tam cúc."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..state import EXPOSING
from .combinations import beats
from .generals import cannot_win, note_offence, taker_of_nothing
from .tricks import after, best_set, end_trick, show, throw_in


@compiled
def expose_lead(state, rules):
    """§7.1  Expose the leader's pieces once all have laid; the others follow in turn."""
    public = state.public
    show(state, public.leader)
    note_offence(public, rules, public.leader, state.laid[public.leader])
    if not cannot_win(public, rules, state.laid[public.leader]):
        public.best = public.leader
    go_round(state, rules, after(public, public.leader))


@compiled
def may_expose(state, rules, seat):
    """§7.2, §7.3  Return whether a seat's set beats the best so far."""
    public = state.public
    bag = state.laid[seat]
    return beats(bag, best_set(public), public.led, rules) and not cannot_win(public, rules, bag)


@compiled
def go_round(state, rules, seat):
    """§7.2, §7.5, §11.5  From a seat on, expose or throw in each set; stop at a seat that has a choice, and ask it."""
    public = state.public
    while seat != public.leader:
        if rules.may_conceal:
            public.phase = EXPOSING
            public.asked = 1 << seat
            return
        decide(state, rules, seat, may_expose(state, rules, seat))
        seat = after(public, seat)
    note_thrown_in(state, rules)
    winner = public.best
    end_trick(state, taker_of_nothing(public, rules) if winner == NOBODY else winner)


@compiled
def decide(state, rules, seat, exposes):
    """§7.2  Expose one seat's set, or throw it in."""
    if exposes:
        note_offence(state.public, rules, seat, state.laid[seat])
        show(state, seat)
        state.public.best = seat
    else:
        throw_in(state, seat)


@compiled
def note_thrown_in(state, rules):
    """§12.1  Note the generals among the sets thrown in, when the trick is over: nobody knows of them before."""
    public = state.public
    for seat in range(public.players):
        if public.under >> seat & 1:
            note_offence(public, rules, seat, state.laid[seat])


@inlined
def answer_asked(state, rules, seat, exposes):
    """§7.5, §11.5  Take the choice of a seat that was asked."""
    decide(state, rules, seat, exposes)
    go_round(state, rules, after(state.public, seat))
