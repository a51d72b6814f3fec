"""An empty table."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from .ranks import KINDS
from .seating import EVERYBODY, SEATS
from .state import MAX_WITNESSES, MOST_TRIBUTE, NORMAL, ROTATION, RUNNING, SUITS


@compiled
def clear_threes(threes):
    for suit in range(SUITS):
        threes.count[suit] = 0
    threes.at = 0
    threes.suit = 0


@compiled
def clear(state):
    """An empty table."""
    state.wishes = 0
    for kind in range(KINDS):
        state.unseen[kind] = 0
    for seat in range(SEATS):
        clear_threes(state.threes[seat])
        state.answers[seat] = 0
        for card in range(MOST_TRIBUTE):
            state.given[seat][card] = 0
            state.returned[seat][card] = 0
        for kind in range(KINDS):
            state.hands[seat][kind] = 0
    clear_table(state.table)


@compiled
def clear_table(table):
    """Of the public part, whatever does not come from the setup."""
    clear_trick(table)
    table.tried = 0
    for seat in range(SEATS):
        table.left[seat] = 0
        table.place[seat] = 0
        table.told[seat] = 0
        for kind in range(KINDS):
            table.played[seat][kind] = 0
            table.dealt[seat][kind] = 0
            table.held[seat][kind] = 0
    clear_witnesses(table)
    table.asked = 0
    table.drawn = 0
    table.taker = NOBODY
    table.starter = NOBODY
    table.shown_suit = -1
    table.swapped = 0
    table.wish = NOBODY
    table.pleas = 0
    table.wildless = 0
    table.revolted = 0
    table.active = EVERYBODY
    table.penalised = 0
    table.trick = 0
    table.leader = NOBODY
    table.runner = NOBODY
    table.challenged = NOBODY
    table.first_team = 0
    table.last_actor = NOBODY
    table.asker = NOBODY
    table.told_by = NOBODY
    table.interrupted = 0
    table.waiting = NOBODY
    table.shown = 0
    table.exposed = 0
    table.ending = RUNNING
    table.duels = 0
    table.declarations = 0
    table.beaten_runs = 0


@compiled
def clear_trick(table):
    """§7.3  The cards are turned face down, and nobody has passed."""
    table.best = 0
    table.owner = NOBODY
    table.beaten = NOBODY
    table.passed = 0
    table.closed = 0
    table.mode = NORMAL
    table.starter_of_duel = NOBODY
    table.responders = 0
    table.arrangement = ROTATION
    table.acted = 0
    table.visit = NOBODY
    table.turn = 0
    table.candidates = 0
    table.wind_asker = NOBODY
    table.rang_asked = 0
    table.rang_agreed = NOBODY


@compiled
def clear_witnesses(table):
    table.witness_count = 0
    for number in range(MAX_WITNESSES):
        witness = table.witnesses[number]
        witness.seat = 0
        witness.what = 0
        witness.best = 0
        witness.tried = 0
        for kind in range(KINDS):
            witness.played[kind] = 0
