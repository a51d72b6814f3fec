"""§4  Before the play: Ng Fu Ha San 五虎下山, calling 做 or 唔做, and the hand that nobody plays."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .cards import FIVE_TIGERS, LI_CHEN_MASK
from .seating import active_seats, next_active
from .state import ABANDONED, CALLING, CLAIMED, CLAIMING, LEADING, OVER

CLAIMED_TRICKS = 8  # §10.5


@compiled
def open_window(table):
    """§4.1  All three are asked together whether they claim, so that the question tells nothing; without Li Chen nobody is."""
    if table.pack & LI_CHEN_MASK == 0:
        begin_calls(table)
        return
    table.phase = CLAIMING
    table.asked = active_seats(table)
    table.windows += 1


@inlined
def may_claim(hand):
    """§4.1  Does a hand hold the five tigers?"""
    return hand & FIVE_TIGERS == FIVE_TIGERS


@compiled
def answer_window(state, rules, seat, claims):
    """§4.1  The last answer closes the window.  Only one hand can hold them."""
    table = state.table
    state.claims |= claims << seat
    table.asked &= ~(1 << seat)
    if table.asked:
        return
    if state.claims:
        win_by_claim(state)
    elif table.windows == 1:
        begin_calls(table)
    else:
        go_on_calling(table, table.dealer)  # §11.1 after the dealer's call
    state.claims = 0


@compiled
def win_by_claim(state):
    """§4.1, §10.5  The hand is over at once."""
    table = state.table
    for seat in range(table.players):
        if state.claims >> seat & 1:
            table.winner = seat
    table.ending = CLAIMED
    table.revealed = FIVE_TIGERS
    table.number = CLAIMED_TRICKS
    table.phase = OVER


@compiled
def begin_calls(table):
    """§4.2  The dealer calls first."""
    table.phase = CALLING
    table.asked = 1 << table.dealer


@compiled
def call(table, rules, seat, plays):
    """§4.2  One seat calls; §11.1 after the dealer's call those who may still claim are asked once more."""
    if plays:
        table.caller = seat
    else:
        table.declined |= 1 << seat
    if seat == table.dealer and rules.ng_fu_late_claim and table.pack & LI_CHEN_MASK:
        open_window(table)
    else:
        go_on_calling(table, seat)


@compiled
def go_on_calling(table, seat):
    """§4.2, §4.4  The first who calls ends the calling; when nobody does, the hand is abandoned."""
    following = next_active(table, seat)
    if table.caller != NOBODY:
        begin_play(table)
    elif following == table.dealer:
        table.ending = ABANDONED
        table.phase = OVER
        table.asked = 0
    else:
        table.phase = CALLING
        table.asked = 1 << following


@compiled
def begin_play(table):
    """§6.1  The dealer leads the first round, whoever called."""
    table.phase = LEADING
    table.asked = 1 << table.dealer
    table.rounds[0].leader = table.dealer
