"""§4  Before the play: Ng Fu Ha San 五虎下山, calling 做 or 唔做, and the hand that nobody plays."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..cards import FIVE_TIGERS, LI_CHEN_MASK
from ..seating import active_seats, next_active
from ..state import ABANDONED, CALLING, CLAIMED, CLAIMING, LEADING, OVER

CLAIMED_TRICKS = 8  # §10.5


@compiled
def open_window(public):
    """§4.1  Ask all three players together whether they claim, so that the question tells nothing; without Li Chen ask nobody."""
    if public.pack & LI_CHEN_MASK == 0:
        begin_calls(public)
        return
    public.phase = CLAIMING
    public.asked = active_seats(public)
    public.windows += 1


@inlined
def may_claim(hand):
    """§4.1  Return whether a hand holds the five tigers."""
    return hand & FIVE_TIGERS == FIVE_TIGERS


@compiled
def answer_window(state, rules, seat, claims):
    """§4.1  Take one answer; the last one closes the window.  Only one hand can hold the five tigers."""
    public = state.public
    state.claims |= claims << seat
    public.asked &= ~(1 << seat)
    if public.asked:
        return
    if state.claims:
        win_by_claim(state)
    elif public.windows == 1:
        begin_calls(public)
    else:
        go_on_calling(public, public.dealer)  # §11.1 after the dealer's call
    state.claims = 0


@compiled
def win_by_claim(state):
    """§4.1, §10.5  End the deal: the seat that claimed has won."""
    public = state.public
    for seat in range(public.players):
        if state.claims >> seat & 1:
            public.winner = seat
    public.ending = CLAIMED
    public.revealed = FIVE_TIGERS
    public.number = CLAIMED_TRICKS
    public.phase = OVER


@compiled
def begin_calls(public):
    """§4.2  Ask the dealer to call first."""
    public.phase = CALLING
    public.asked = 1 << public.dealer


@compiled
def call(public, rules, seat, plays):
    """§4.2, §11.1  Take one seat's call; after the dealer's call by option ask once more who claims."""
    if plays:
        public.caller = seat
    else:
        public.declined |= 1 << seat
    if seat == public.dealer and rules.ng_fu_late_claim and public.pack & LI_CHEN_MASK:
        open_window(public)
    else:
        go_on_calling(public, seat)


@compiled
def go_on_calling(public, seat):
    """§4.2, §4.4  Begin the play after the first call; abandon the deal when nobody has called; else ask the next seat."""
    following = next_active(public, seat)
    if public.caller != NOBODY:
        begin_play(public)
    elif following == public.dealer:
        public.ending = ABANDONED
        public.phase = OVER
        public.asked = 0
    else:
        public.phase = CALLING
        public.asked = 1 << following


@compiled
def begin_play(public):
    """§6.1  Let the dealer lead the first round, whichever seat called."""
    public.phase = LEADING
    public.asked = 1 << public.dealer
    public.rounds[0].leader = public.dealer
