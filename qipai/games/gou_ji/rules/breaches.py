"""§14.20  Counts and promises that are the players' own, and what becomes of who breaks a rule."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from ..seating import is_in, next_in
from ..state import FOLLOWING, LEADING, NORMAL, ROTATION
from ..variants import BIG_LOSER
from ..verbs import AGREE
from .endgame import arrange, is_endgame
from .misplays import show_cards
from .talk import told_size
from .tricks import able, ask, next_by_rotation, penalise
from .turns import pass_turn


@compiled
def hold_back(state, rules, seat, verb):
    """§11.1, §14.20  A team mate who agrees passes, or is asked again and may keep the promise; who does not agree is asked as before."""
    public = state.public
    if verb == AGREE:
        public.rang_agreed = public.beaten
        if rules.infringement != BIG_LOSER:
            pass_turn(state, rules, seat)
            return
        public.promised = seat
    ask(public, seat)


@compiled
def breaks_promise(public, seat):
    """Is it a breach to lay a set now?"""
    return public.phase == FOLLOWING and public.mode == NORMAL and public.promised == seat


@compiled
def break_promise(state, rules, seat, cards):
    """Take back a set that breaks a promise: it does not count, but everybody has seen it, and nothing is agreed any more."""
    public = state.public
    public.rang_agreed = NOBODY
    show_cards(public, seat, cards)
    if not penalise(public, rules, seat):
        go_on_without(state, rules, seat, seat)


@compiled
def tell_count(state, rules, seat, said):
    """Publish a true count; put a seat that tells a wrong count out at once."""
    public = state.public
    waiting = int(public.waiting)
    phase = int(public.interrupted)
    public.asker = NOBODY
    public.told_by = NOBODY
    public.waiting = NOBODY
    public.interrupted = 0
    if said == told_size(public, seat):
        public.told[seat] = said
    elif penalise(public, rules, seat):
        return
    public.phase = phase
    public.asked = 1 << waiting
    if not is_in(public.active, seat):
        go_on_without(state, rules, seat, waiting)


@compiled
def go_on_without(state, rules, seat, waiting):
    """Go on without a seat that was put out: its own turn counts as a pass, its lead goes to the right."""
    public = state.public
    public.responders &= ~(1 << seat)
    in_order = public.mode == NORMAL and public.wind_asker == NOBODY
    if public.phase == LEADING:
        if waiting == seat:
            public.runner = NOBODY
            public.mode = NORMAL
            public.leader = next_in(public.active, seat)
            public.asked = 1 << public.leader
    elif waiting == seat:
        public.arrangement = ROTATION
        if in_order and able(public) and is_endgame(public):
            public.last_actor = seat
            arrange(state, rules, next_by_rotation(public, seat))
        else:
            pass_turn(state, rules, seat)
    elif in_order and is_endgame(public):
        arrange(state, rules, next_by_rotation(public, public.last_actor))
