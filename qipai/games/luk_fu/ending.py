"""§9  The end of a hand: declaring victory, the last round, and the hand that nobody wins."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from .cards import EMPTY, count_of
from .seating import dreamer_of
from .state import DRAWN, OVER, WON

ENOUGH = 6  # §9.1 tricks


@compiled
def may_declare(table, seat, aged):
    """§9.1  The leader's tricks and the aged cards in his hand are six or more."""
    return table.tricks[seat] + count_of(aged) >= ENOUGH


@compiled
def win(state, seat, aged):
    """§9.1, §3.2  The hand is won; the cards that won tricks and the aged ones count, and the dreamer shows his card."""
    table = state.table
    table.winner = seat
    table.number = table.tricks[seat] + count_of(aged)
    table.counting = table.won[seat] | aged
    table.revealed = state.holdings[seat].hand
    table.dreamt = state.holdings[dreamer_of(table)].hand if dreamer_of(table) != NOBODY else EMPTY
    finish(state, WON)


@compiled
def end_without_cards(state, rules, last_winner):
    """§9.2, §9.3  All cards are gone: the last winner has six or more, or the hand is drawn."""
    winner = last_winner if state.table.tricks[last_winner] >= ENOUGH else NOBODY
    if rules.end_any_six:
        winner = most_tricks(state.table)  # §11.6
    if winner == NOBODY:
        finish(state, DRAWN)
    else:
        win(state, winner, EMPTY)


@compiled
def most_tricks(table):
    """§11.6  The one seat that has most tricks, and six or more; NOBODY if two have six each."""
    best = NOBODY
    for seat in range(table.players):
        if table.tricks[seat] > ENOUGH or (table.tricks[seat] == ENOUGH and best == NOBODY):
            best = seat
        elif table.tricks[seat] == ENOUGH:
            return NOBODY
    return best


@compiled
def finish(state, ending):
    table = state.table
    table.ending = ending
    table.phase = OVER
    table.asked = 0
    state.aged = EMPTY
