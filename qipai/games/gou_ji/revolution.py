"""§4  Revolution: who may declare it, the plea of the team mates, and what follows."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from .dealing import answer_of, forget_answers
from .ranks import BLACK, RED, TWO
from .seating import SEATS, count_in, first_from, team_mask, team_of
from .state import CONFIRMING, PLEADING, THROWN_IN
from .tribute import begin_tribute
from .tricks import end_game
from .verbs import PLEAD, REVOLT


@compiled
def may_revolt(hand):
    """§4.1  No 2 and no joker among the cards of the deal."""
    return hand[TWO] + hand[BLACK] + hand[RED] == 0


@compiled
def end_declaring(state, rules):
    """§4.2  All have said whether they want a revolution."""
    for seat in range(SEATS):
        if answer_of(state, seat) == REVOLT:
            state.wishes |= 1 << seat
    forget_answers(state)
    take_wish(state, rules)


@compiled
def take_wish(state, rules):
    """§4.2, §4.3  The next wish in turn from the first taker; without another one the game goes on."""
    table = state.table
    table.wish = first_from(state.wishes, table.taker)
    while table.wish != NOBODY:
        state.wishes &= ~(1 << table.wish)
        table.wildless |= 1 << table.wish
        if rules.revolution_persuasion:
            table.pleas = 0
            table.phase = PLEADING
            table.asked = team_mask(team_of(table.wish)) & ~(1 << table.wish)
            return
        if declare(state, rules):
            return
        table.wish = first_from(state.wishes, table.taker)
    begin_tribute(state)


@compiled
def end_pleading(state, rules):
    """§4.3  If anybody pleads, who wants the revolution is asked once more."""
    table = state.table
    for seat in range(SEATS):
        if answer_of(state, seat) == PLEAD:
            table.pleas |= 1 << seat
    forget_answers(state)
    if not table.pleas:
        declare_or_go_on(state, rules)
        return
    table.phase = CONFIRMING
    table.asked = 1 << table.wish


@compiled
def confirm(state, rules, verb):
    """§4.3  Who is pleaded with is free to do as they like."""
    if verb == REVOLT:
        declare_or_go_on(state, rules)
    else:
        take_wish(state, rules)


@compiled
def declare_or_go_on(state, rules):
    """§4.4, §14.3  A declaration may be one too few: then the next wish is taken."""
    if not declare(state, rules):
        take_wish(state, rules)


@compiled
def declare(state, rules):
    """§4.4, §14.3  Declared for good: with as many declarations as are needed the game is over.  Is it?"""
    table = state.table
    table.revolted |= 1 << table.wish
    if count_in(table.revolted) < rules.revolution_quorum:
        return False
    state.wishes = 0
    end_game(table, THROWN_IN)
    return True
