"""§7, §8, §9, §10  What follows when a set is laid, when somebody passes, and when a trick ends."""

from qipai.engine.compiling import compiled
from qipai.engine.seats import NOBODY

from .clearing import clear_trick
from .dealing import answer_of, forget_answers
from .duel import LEFT, begin_duel, begins_duel, can_duel, open_window
from .endgame import arrange, begin_with_leader, count_turn, is_endgame, offer_turn
from .seating import EVERYBODY, dui_men, is_in, next_in, right_of, team_mask, team_of
from .sets import reds_in
from .shao import meets
from .state import DUEL, MEETS, MISSES, NORMAL, ROTATION, RUN, SHAO_PAI
from .tricks import able, ask, catcher, go_out, lay, lead, next_by_rotation, penalise
from .variants import EVERY_DUEL_PLAY, OPPONENTS
from .verbs import SHAO, value_of
from .witnesses import bear_witness, renew_witness


@compiled
def play_set(state, rules, seat, cards):
    """§7.1, §7.2, §8.2, §9.3, §9.4  A seat lays a set in its turn; the last one of a run like anybody's last cards (§9.6)."""
    table = state.table
    mode = int(table.mode)
    in_endgame = is_endgame(table)
    opens_duel = begins_duel(table, rules, seat, cards)
    lay(state, seat, cards)
    table.wind_asker = NOBODY
    table.responders = 0
    if mode == SHAO_PAI:
        fail_shao(table)
    last = table.left[seat] == 0
    if mode == RUN:
        table.mode = NORMAL if last else SHAO_PAI
        table.runner = NOBODY if last else seat
    if last and go_out(table, rules, seat):
        return
    if table.rang_agreed == seat and rules.rang_exclusive:  # §14.16
        table.closed = EVERYBODY & ~(1 << seat | 1 << dui_men(seat))
    if mode == NORMAL and in_endgame and rules.endgame_pass_reset:  # §14.6
        table.passed = 0
    if reds_in(cards):
        end_trick(state, rules, seat)  # §6.4
    elif mode == RUN and not last:
        ask_responders(state, rules, seat)
    elif mode == DUEL:
        go_on_with_duel(state, rules, seat)
    elif opens_duel:  # §8.1, §9.5
        begin_duel(table, rules, seat)
    else:
        go_on(state, rules, seat)


@compiled
def go_on(state, rules, seat):
    """§7.2, §10  Whose turn it is after an ordinary play."""
    table = state.table
    if able(table) == 0:
        end_trick(state, rules, seat)
    elif not is_endgame(table):
        ask(table, next_by_rotation(table, seat))
    elif table.left[seat] == 0:
        arrange(state, rules, next_by_rotation(table, seat))
    elif table.beaten == NOBODY:
        begin_with_leader(table, seat)
        offer_turn(state, rules)
    elif table.arrangement == ROTATION:
        arrange(state, rules, next_by_rotation(table, seat))
    else:
        count_turn(table, seat)
        offer_turn(state, rules)


@compiled
def pass_turn(state, rules, seat):
    """§7.2, §8.3, §9.3, §14.10  Passing in the ordinary course, clearing in a duel, letting a set of Shao Pai or the wind go."""
    table = state.table
    if table.mode == DUEL:
        end_trick(state, rules, int(table.owner))
        return
    if table.mode == NORMAL:
        table.passed |= 1 << seat
        table.last_actor = seat
    if table.mode == SHAO_PAI or table.wind_asker != NOBODY:
        table.responders &= ~(1 << seat)
        if table.responders:
            ask(table, next_in(table.responders, seat))
        else:
            end_trick(state, rules, int(table.owner))
    elif able(table) == 0:
        end_trick(state, rules, int(table.owner))
    elif is_endgame(table):
        count_turn(table, seat)
        offer_turn(state, rules)
    else:
        ask(table, next_by_rotation(table, seat))


@compiled
def end_trick(state, rules, winner):
    """§7.3, §7.5, §9.3  The winner leads, or who catches the wind; a declarer goes on with the run."""
    table = state.table
    goes_on = table.runner == winner and is_in(table.active, winner)
    clear_trick(table)
    if goes_on:
        lead_run(state, rules, winner)
        return
    table.runner = NOBODY
    lead(table, winner if is_in(table.active, winner) else catcher(table, rules, winner))


# -- duels


@compiled
def go_on_with_duel(state, rules, seat):
    """§8.2, §8.5, §14.12  The other duellist's turn; without one the trick is over."""
    table = state.table
    if not is_in(table.active, dui_men(seat)):
        end_trick(state, rules, seat)
    elif rules.shao_window == EVERY_DUEL_PLAY and can_duel(table, rules, seat):  # §14.7 no Shao Pai once two are out
        open_window(table, rules)
    else:
        ask(table, dui_men(seat))


# -- Shao Pai


@compiled
def close_window(state, rules):
    """§9.1  The right-hand neighbour's declaration before the other's; without any the Dui Men plays."""
    table = state.table
    owner = int(table.owner)
    declarer = NOBODY
    for seat in (right_of(owner, LEFT), right_of(owner, 1)):
        if answer_of(state, seat) == SHAO:
            declarer = seat
    if declarer == NOBODY:
        forget_answers(state)
        ask(table, dui_men(owner))
        return
    first = value_of(int(state.answers[declarer]) - 1)
    forget_answers(state)
    declare_shao(state, rules, declarer, first)


@compiled
def declare_shao(state, rules, seat, first):
    """§9.3, §14.14  The declarer lays the first set."""
    table = state.table
    table.declarations += 1
    table.runner = seat
    table.challenged = table.owner
    table.mode = SHAO_PAI
    lay(state, seat, first)
    if table.left[seat] == 0 and go_out(table, rules, seat):
        return
    if reds_in(first):
        end_trick(state, rules, seat)
    else:
        ask_responders(state, rules, seat)


@compiled
def ask_responders(state, rules, seat):
    """§9.3, §14.15  All others with cards are asked once each, from the declarer's right on."""
    table = state.table
    table.responders = table.active & ~(1 << seat)
    if rules.shao_responders == OPPONENTS:
        table.responders &= team_mask(1 - team_of(seat))
    if table.responders:
        ask(table, next_in(table.responders, seat))
    else:
        end_trick(state, rules, seat)


@compiled
def fail_shao(table):
    """§9.5  A set of Shao Pai has been beaten."""
    table.mode = NORMAL
    table.runner = NOBODY
    table.challenged = NOBODY
    table.arrangement = ROTATION
    table.beaten_runs += 1


@compiled
def lead_run(state, rules, seat):
    """§9.4, §9.7  The declarer leads if the rest meets the condition; if not, the declaration was false."""
    table = state.table
    challenged = int(table.challenged)
    if meets(state.hands[seat]):
        if challenged == NOBODY:
            renew_witness(table, seat)
        else:
            bear_witness(table, seat, MEETS, 0, 0)
        table.challenged = NOBODY
        table.mode = RUN
        lead(table, seat)
        return
    bear_witness(table, seat, MISSES, 0, 0)
    table.runner = NOBODY
    table.challenged = NOBODY
    if not penalise(table, rules, seat):
        lead(table, challenged if is_in(table.active, challenged) else next_in(table.active, challenged))
