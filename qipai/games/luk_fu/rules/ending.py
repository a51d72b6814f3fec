"""§9  The end of a hand: declaring victory, the last round, and the hand that nobody wins."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from ..cards import EMPTY, count_of
from ..seating import dreamer_of
from ..state import DRAWN, OVER, WON

ENOUGH = 6  # §9.1 tricks


@compiled
def may_declare(public, seat, aged):
    """§9.1  Return whether the leader's tricks and aged cards together are six or more."""
    return public.tricks[seat] + count_of(aged) >= ENOUGH


@compiled
def win(state, seat, aged):
    """§9.1, §3.2  Note the winner, the counting cards (won tricks and aged cards), and the dreamer's card."""
    public = state.public
    public.winner = seat
    public.number = public.tricks[seat] + count_of(aged)
    public.counting = public.won[seat] | aged
    public.revealed = state.holdings[seat].hand
    public.dreamt = state.holdings[dreamer_of(public)].hand if dreamer_of(public) != NOBODY else EMPTY
    finish(state, WON)


@compiled
def end_without_cards(state, rules, last_winner):
    """§9.2, §9.3  End the deal when all cards are gone: the last winner wins with six tricks or more, else it is drawn."""
    winner = last_winner if state.public.tricks[last_winner] >= ENOUGH else NOBODY
    if rules.end_any_six:
        winner = most_tricks(state.public)  # §11.6
    if winner == NOBODY:
        finish(state, DRAWN)
    else:
        win(state, winner, EMPTY)


@compiled
def most_tricks(public):
    """§11.6  Return the one seat that has most tricks, and six or more; NOBODY if two have six each."""
    best = NOBODY
    for seat in range(public.players):
        if public.tricks[seat] > ENOUGH or (public.tricks[seat] == ENOUGH and best == NOBODY):
            best = seat
        elif public.tricks[seat] == ENOUGH:
            return NOBODY
    return best


@compiled
def finish(state, ending):
    """Close the deal with an ending: nobody is asked any more."""
    public = state.public
    public.ending = ending
    public.phase = OVER
    public.asked = 0
    state.aged = EMPTY
