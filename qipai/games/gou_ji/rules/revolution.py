"""§4  Revolution: who may declare it, the plea of the team mates, and what follows."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from ..ranks import BLACK, RED, TWO
from ..seating import SEATS, count_in, first_from, team_mask, team_of
from ..state import CONFIRMING, PLEADING, THROWN_IN
from ..verbs import PLEAD, REVOLT
from .dealing import answer_of, forget_answers
from .tribute import begin_tribute
from .tricks import end_game


@compiled
def may_revolt(hand):
    """§4.1  Return whether a hand has no 2 and no joker."""
    return hand[TWO] + hand[BLACK] + hand[RED] == 0


@compiled
def end_declaring(state, rules):
    """§4.2  Go on when all have said whether they want a revolution."""
    for seat in range(SEATS):
        if answer_of(state, seat) == REVOLT:
            state.wishes |= 1 << seat
    forget_answers(state)
    take_wish(state, rules)


@compiled
def take_wish(state, rules):
    """§4.2, §4.3  Take the next wish in turn from the first taker; without another one the game goes on."""
    public = state.public
    public.wish = first_from(state.wishes, public.taker)
    while public.wish != NOBODY:
        state.wishes &= ~(1 << public.wish)
        public.wildless |= 1 << public.wish
        if rules.revolution_persuasion:
            public.pleas = 0
            public.phase = PLEADING
            public.asked = team_mask(team_of(public.wish)) & ~(1 << public.wish)
            return
        if declare(state, rules):
            return
        public.wish = first_from(state.wishes, public.taker)
    begin_tribute(state)


@compiled
def end_pleading(state, rules):
    """§4.3  Ask the seat that wants the revolution once more if anybody pleads; else declare it."""
    public = state.public
    for seat in range(SEATS):
        if answer_of(state, seat) == PLEAD:
            public.pleas |= 1 << seat
    forget_answers(state)
    if not public.pleas:
        declare_or_go_on(state, rules)
        return
    public.phase = CONFIRMING
    public.asked = 1 << public.wish


@compiled
def confirm(state, rules, verb):
    """§4.3  Who is pleaded with is free to do as they like."""
    if verb == REVOLT:
        declare_or_go_on(state, rules)
    else:
        take_wish(state, rules)


@compiled
def declare_or_go_on(state, rules):
    """§4.4, §14.3  Declare; where that is one declaration too few, take the next wish."""
    if not declare(state, rules):
        take_wish(state, rules)


@compiled
def declare(state, rules):
    """§4.4, §14.3  Declared for good: with as many declarations as are needed the game is over.  Is it?"""
    public = state.public
    public.revolted |= 1 << public.wish
    if count_in(public.revolted) < rules.revolution_quorum:
        return False
    state.wishes = 0
    end_game(public, THROWN_IN)
    return True
