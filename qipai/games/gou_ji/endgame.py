"""§10  The endgame: blocks of team mates, four seated alternately, and how team mates agree on the order."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .dealing import forget_answers
from .seating import SEATS, count_in, is_in, next_in, right_of, team_mask, team_of
from .state import ALTERNATING, BLOCKS, ORDERING
from .tricks import able, ask
from .variants import CLAIM
from .verbs import value_of

IN_ENDGAME = 4  # §10.1 so many players and fewer
TURNS = 4  # §10.3 of a cycle


@inlined
def is_endgame(table):
    """§10.1  Two players are out."""
    return count_in(table.active) <= IN_ENDGAME


@compiled
def arrangement_of(active):
    """§10.1  Four who sit alternately, or blocks."""
    if count_in(active) < IN_ENDGAME:
        return BLOCKS
    for seat in range(SEATS):
        if is_in(active, seat) and team_of(next_in(active, seat)) == team_of(seat):
            return BLOCKS
    return ALTERNATING


@compiled
def block_of(active, seat):
    """§10.2  The team mates who sit next to each other around a seat, as a mask."""
    block = 1 << seat
    other = next_in(active, seat)
    while team_of(other) == team_of(seat) and not is_in(block, other):
        block |= 1 << other
        other = next_in(active, other)
    for step in range(1, SEATS):
        other = right_of(seat, SEATS - step)
        if is_in(active, other):
            if team_of(other) != team_of(seat):
                break
            block |= 1 << other
    return block


@compiled
def arrange(state, rules, seat):
    """§10.1, §10.4  The order is made anew, beginning with the seat whose turn it would be."""
    table = state.table
    table.arrangement = arrangement_of(table.active)
    table.acted = 0
    table.visit = seat
    table.turn = 0
    table.first_team = team_of(seat)
    offer_turn(state, rules)


@compiled
def begin_with_leader(table, leader):
    """§10.2, §10.3  To lead is to act."""
    table.arrangement = arrangement_of(table.active)
    table.acted = 1 << leader
    table.visit = leader
    table.turn = 1
    table.first_team = team_of(leader)


@compiled
def count_turn(table, seat):
    """Somebody has acted in the order of the endgame."""
    table.acted |= 1 << seat
    if table.arrangement == ALTERNATING:
        next_turn(table)


@compiled
def next_turn(table):
    """§10.3  After four turns a new cycle."""
    table.turn += 1
    if table.turn == TURNS:
        table.turn = 0
        table.acted = 0


@compiled
def offer_turn(state, rules):
    """§10.2, §10.3  Find out whose turn it may be.  Somebody is able to act, or the trick would be over."""
    table = state.table
    due = due_now(table)
    while due == 0:
        go_on(table)
        due = due_now(table)
    table.candidates = due
    ask_candidates(state, rules)


@inlined
def due_now(table):
    """The seats that may take the turn, as a mask."""
    if table.arrangement == BLOCKS:
        return able(table) & block_of(table.active, table.visit) & ~table.acted
    return able(table) & team_mask((table.first_team + table.turn) & 1) & ~table.acted


@compiled
def go_on(table):
    """§10.2, §10.3  The next block to the right, in a visit of its own; or the next turn."""
    if table.arrangement == BLOCKS:
        others = table.active & ~block_of(table.active, table.visit)
        last = next_in(table.active, table.visit)
        while others and not is_in(others, last):
            last = next_in(table.active, last)
        table.visit = last
        table.acted = 0
    else:
        next_turn(table)


@compiled
def ask_candidates(state, rules):
    """§10.4, §14.8  One after the other, from the right of who acted last; the only one, or the last, must act."""
    table = state.table
    nearest = next_in(table.candidates, table.last_actor)
    if count_in(table.candidates) == 1:
        take_turn(table, nearest)
        return
    table.phase = ORDERING
    table.asked = 1 << nearest if rules.order_protocol == CLAIM else table.candidates


@compiled
def take_turn(table, seat):
    """§10.4"""
    table.candidates = 0
    ask(table, seat)


@compiled
def leave_turn(state, rules, seat):
    """§10.4  Leave it to the others."""
    state.table.candidates &= ~(1 << seat)
    ask_candidates(state, rules)


@compiled
def end_vote(state):
    """§14.8  If all name the same player, it is that one."""
    table = state.table
    chosen = NOBODY
    agreed = True
    for seat in range(SEATS):
        if is_in(table.candidates, seat):
            vote = value_of(state.answers[seat] - 1)
            agreed = agreed and (chosen == NOBODY or vote == chosen)
            chosen = vote
    forget_answers(state)
    take_turn(table, chosen if agreed else next_in(table.candidates, table.last_actor))
