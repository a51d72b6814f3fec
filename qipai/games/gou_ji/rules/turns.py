"""§7, §8, §9, §10  What follows when a set is laid, when somebody passes, and when a trick ends."""

from qipai.engine.compiling import compiled
from qipai.engine.deriving import clearing
from qipai.engine.seats import NOBODY

from ..seating import EVERYBODY, dui_men, is_in, next_in, right_of, team_mask, team_of
from ..state import DUEL, MEETS, MISSES, NORMAL, ROTATION, RUN, SHAO_PAI, Public
from ..variants import EVERY_DUEL_PLAY, OPPONENTS
from ..verbs import SHAO, value_of
from .dealing import answer_of, forget_answers
from .duel import LEFT, begin_duel, begins_duel, can_duel, open_window
from .endgame import arrange, begin_with_leader, count_turn, is_endgame, offer_turn
from .sets import reds_in
from .shao import bear_witness, meets, renew_witness
from .tricks import able, ask, catcher, forget_advice, go_out, lay, lead, next_by_rotation, penalise

clear_trick = clearing(Public, "trick")  # §7.3 the cards are turned face down, and nobody has passed


@compiled
def play_set(state, rules, seat, cards):
    """§7.1, §7.2, §8.2, §9.3, §9.4, §9.6  Lay a set in a seat's turn, and go on; the last set of a run is like any last cards."""
    public = state.public
    mode = int(public.mode)
    in_endgame = is_endgame(public)
    opens_duel = begins_duel(public, rules, seat, cards)
    lay(state, seat, cards)
    public.wind_asker = NOBODY
    public.responders = 0
    if mode == SHAO_PAI:
        fail_shao(public)
    last = public.left[seat] == 0
    if mode == RUN:
        public.mode = NORMAL if last else SHAO_PAI
        public.runner = NOBODY if last else seat
    if last and go_out(public, rules, seat):
        return
    if public.rang_agreed == seat and rules.rang_exclusive:  # §14.16
        public.closed = EVERYBODY & ~(1 << seat | 1 << dui_men(seat))
    if mode == NORMAL and in_endgame and rules.endgame_pass_reset:  # §14.6
        public.passed = 0
    if reds_in(cards):
        end_trick(state, rules, seat)  # §6.4
    elif mode == RUN and not last:
        ask_responders(state, rules, seat)
    elif mode == DUEL:
        go_on_with_duel(state, rules, seat)
    elif opens_duel:  # §8.1, §9.5
        begin_duel(public, rules, seat)
    else:
        go_on(state, rules, seat)


@compiled
def go_on(state, rules, seat):
    """§7.2, §10  Ask the next seat after an ordinary play."""
    public = state.public
    if able(public) == 0:
        end_trick(state, rules, seat)
    elif not is_endgame(public):
        ask(public, next_by_rotation(public, seat))
    elif public.left[seat] == 0:
        arrange(state, rules, next_by_rotation(public, seat))
    elif public.beaten == NOBODY:
        begin_with_leader(public, seat)
        offer_turn(state, rules)
    elif public.arrangement == ROTATION:
        arrange(state, rules, next_by_rotation(public, seat))
    else:
        count_turn(public, seat)
        offer_turn(state, rules)


@compiled
def pass_turn(state, rules, seat):
    """§7.2, §8.3, §9.3, §14.10  Pass: in the ordinary course, or to clear a duel, or to let a set of Shao Pai or the wind go."""
    public = state.public
    if public.advised:
        forget_advice(public)
    if public.mode == DUEL:
        end_trick(state, rules, int(public.owner))
        return
    if public.mode == NORMAL:
        public.passed |= 1 << seat
        public.last_actor = seat
        if public.promised == seat:
            public.promised = NOBODY
    if public.mode == SHAO_PAI or public.wind_asker != NOBODY:
        public.responders &= ~(1 << seat)
        if public.responders:
            ask(public, next_in(public.responders, seat))
        else:
            end_trick(state, rules, int(public.owner))
    elif able(public) == 0:
        end_trick(state, rules, int(public.owner))
    elif is_endgame(public):
        count_turn(public, seat)
        offer_turn(state, rules)
    else:
        ask(public, next_by_rotation(public, seat))


@compiled
def end_trick(state, rules, winner):
    """§7.3, §7.5, §9.3  End the trick: the winner leads, or the seat that catches the wind; a declarer goes on with the run."""
    public = state.public
    goes_on = public.runner == winner and is_in(public.active, winner)
    clear_trick(public)
    if goes_on:
        lead_run(state, rules, winner)
        return
    public.runner = NOBODY
    lead(public, winner if is_in(public.active, winner) else catcher(public, rules, winner))


# -- duels


@compiled
def go_on_with_duel(state, rules, seat):
    """§8.2, §8.5, §14.12  Ask the other duellist; without one the trick is over."""
    public = state.public
    if not is_in(public.active, dui_men(seat)):
        end_trick(state, rules, seat)
    elif rules.shao_window == EVERY_DUEL_PLAY and can_duel(public, rules, seat):  # §14.7 no Shao Pai once two are out
        open_window(public, rules)
    else:
        ask(public, dui_men(seat))


# -- Shao Pai


@compiled
def close_window(state, rules):
    """§9.1  Take the right-hand neighbour's declaration, or the other's; without any, ask the Dui Men."""
    public = state.public
    owner = int(public.owner)
    declarer = NOBODY
    for seat in (right_of(owner, LEFT), right_of(owner, 1)):
        if answer_of(state, seat) == SHAO:
            declarer = seat
    if declarer == NOBODY:
        forget_answers(state)
        ask(public, dui_men(owner))
        return
    first = value_of(int(state.answers[declarer]) - 1)
    forget_answers(state)
    declare_shao(state, rules, declarer, first)


@compiled
def declare_shao(state, rules, seat, first):
    """§9.3, §14.14  Lay the declarer's first set."""
    public = state.public
    public.declarations += 1
    public.runner = seat
    public.challenged = public.owner
    public.mode = SHAO_PAI
    lay(state, seat, first)
    if public.left[seat] == 0 and go_out(public, rules, seat):
        return
    if reds_in(first):
        end_trick(state, rules, seat)
    else:
        ask_responders(state, rules, seat)


@compiled
def ask_responders(state, rules, seat):
    """§9.3, §14.15  Ask all others with cards once each, from the declarer's right on."""
    public = state.public
    public.responders = public.active & ~(1 << seat)
    if rules.shao_responders == OPPONENTS:
        public.responders &= team_mask(1 - team_of(seat))
    if public.responders:
        ask(public, next_in(public.responders, seat))
    else:
        end_trick(state, rules, seat)


@compiled
def fail_shao(public):
    """§9.5  Note that a set of Shao Pai has been beaten."""
    public.mode = NORMAL
    public.runner = NOBODY
    public.challenged = NOBODY
    public.arrangement = ROTATION
    public.beaten_runs += 1


@compiled
def lead_run(state, rules, seat):
    """§9.4, §9.7  Let the declarer lead if the rest meets the condition; if not, penalise a false declaration."""
    public = state.public
    challenged = int(public.challenged)
    if meets(state.hands[seat]):
        if challenged == NOBODY:
            renew_witness(public, seat)
        else:
            bear_witness(public, seat, MEETS, 0, 0, 0)
        public.challenged = NOBODY
        public.mode = RUN
        lead(public, seat)
        return
    bear_witness(public, seat, MISSES, 0, 0, 0)
    public.runner = NOBODY
    public.challenged = NOBODY
    if not penalise(public, rules, seat):
        lead(public, challenged if is_in(public.active, challenged) else next_in(public.active, challenged))
