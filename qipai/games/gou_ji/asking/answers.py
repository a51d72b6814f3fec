"""Answers to questions: what each of them does.  The order is that of the book."""

from qipai.engine.compiling import compiled

from ..rules.breaches import hold_back, tell_count
from ..rules.dealing import end_showing, name_taker, note_answer
from ..rules.endgame import end_vote, leave_turn, take_turn
from ..rules.revolution import confirm, end_declaring, end_pleading
from ..rules.tribute import end_liberating, end_returning, end_swapping, end_waiving
from ..rules.turns import close_window
from ..state import (
    CHANCE,
    CONFIRMING,
    DECLARING,
    HOLDING,
    LIBERATING,
    NAMING,
    PLEADING,
    RETURNING,
    SHOWING,
    SWAPPING,
    TELLING,
    WAIVING,
)
from ..verbs import LEAVE, TAKE, value_of, verb_of


@compiled
def answer(state, rules, seat, action):
    """Apply the answer of a seat, and what follows when all who were asked together have answered."""
    public = state.public
    verb = verb_of(action)
    if public.phase == NAMING:
        name_taker(state, value_of(action))
    elif public.phase == CONFIRMING:
        confirm(state, rules, verb)
    elif verb == TAKE:
        take_turn(public, seat)
    elif verb == LEAVE:
        leave_turn(state, rules, seat)
    elif public.phase == HOLDING:
        hold_back(state, rules, seat, verb)
    elif public.phase == TELLING:
        tell_count(state, rules, seat, value_of(action))
    elif note_answer(state, seat, action):
        close_question(state, rules)


@compiled
def close_question(state, rules):
    """Apply what follows from a question whose last answer has come in."""
    phase = state.public.phase
    if phase == SHOWING:
        end_showing(state)
    elif phase == DECLARING:
        end_declaring(state, rules)
    elif phase == PLEADING:
        end_pleading(state, rules)
    elif phase == SWAPPING:
        end_swapping(state)
    elif phase == LIBERATING:
        end_liberating(state)
    elif phase == WAIVING:
        end_waiving(state)
    elif phase == RETURNING:
        end_returning(state)
    elif phase == CHANCE:
        close_window(state, rules)
    else:
        end_vote(state)
