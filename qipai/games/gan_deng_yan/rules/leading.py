"""§5.1  Who leads, and with what: the last player, or where that hand is bare jokers that may not be led, the next who can."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..state import MAX_PLAYERS, PASS, UNDECIDED
from ..variants import WIN
from .combinations import is_bare
from .jokers import see_bare
from .making import make_bare, make_everything
from .talon import next_seat, talon_left


@inlined
def may_win(state, rules):
    """§5.6, §7.10  Return whether an empty hand wins now; it does not while the talon holds more than `talon_limit` cards."""
    return rules.talon_limit == 0 or talon_left(state) <= rules.talon_limit


@inlined
def may_lead_bare(state, rules):
    """§3.11, §7.8, §7.10  Return whether bare jokers may be led: only to win with them."""
    return rules.bare_joker_lead == WIN and may_win(state, rules)


@compiled
def begin_trick(state, rules, leader):
    """§5.1  Give the lead to `leader`, or to the next seat on the right whose hand may be led.

    If nobody can lead, the deal is void (§7.8), for good: cards are drawn after a trick only, so nobody could ever lead.
    """
    state.to_beat = PASS
    state.owner = NOBODY
    for seat in range(MAX_PLAYERS):
        state.last[seat] = UNDECIDED
    seat = int(leader)
    for _ in range(state.players):
        if not is_bare(state.hands[seat], rules) or may_lead_bare(state, rules):
            state.to_act = seat
            return
        see_bare(state, rules, seat)
        seat = next_seat(state, seat)
    state.to_act = NOBODY
    state.over = 1


@compiled
def make_leads(state, rules, seat, actions):
    """§5.1  Add every play that the leader may lay: any combination of the hand, or all of it if it is bare jokers."""
    hand = state.hands[seat]
    if is_bare(hand, rules):
        make_bare(hand, actions)
    else:
        make_everything(hand, rules, actions)
