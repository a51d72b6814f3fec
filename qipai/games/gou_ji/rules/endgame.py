"""§10  The endgame: blocks of team mates, four seated alternately, and how team mates agree on the order."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..seating import SEATS, count_in, is_in, next_in, right_of, team_mask, team_of
from ..state import ALTERNATING, BLOCKS, ORDERING, TURNS
from ..variants import CLAIM
from ..verbs import value_of
from .dealing import forget_answers
from .tricks import able, ask

IN_ENDGAME = 4  # §10.1 so many players and fewer


@inlined
def is_endgame(public):
    """§10.1  Return whether two players or more are out."""
    return count_in(public.active) <= IN_ENDGAME


@compiled
def arrangement_of(active):
    """§10.1  Return in what order players act: four who sit alternately, or blocks."""
    if count_in(active) < IN_ENDGAME:
        return BLOCKS
    for seat in range(SEATS):
        if is_in(active, seat) and team_of(next_in(active, seat)) == team_of(seat):
            return BLOCKS
    return ALTERNATING


@compiled
def block_of(active, seat):
    """§10.2  Return the mask of the team mates who sit next to each other around a seat."""
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
    """§10.1, §10.4  Set the order anew, beginning with the seat whose turn it would be."""
    public = state.public
    public.arrangement = arrangement_of(public.active)
    public.acted = 0
    public.visit = seat
    public.turn = 0
    public.first_team = team_of(seat)
    offer_turn(state, rules)


@compiled
def begin_with_leader(public, leader):
    """§10.2, §10.3  Count the lead as the leader's turn."""
    public.arrangement = arrangement_of(public.active)
    public.acted = 1 << leader
    public.visit = leader
    public.turn = 1
    public.first_team = team_of(leader)


@compiled
def count_turn(public, seat):
    """Note that a seat has acted in the order of the endgame."""
    public.acted |= 1 << seat
    if public.arrangement == ALTERNATING:
        next_turn(public)


@compiled
def next_turn(public):
    """§10.3  Go on to the next turn; after four turns begin a new cycle."""
    public.turn += 1
    if public.turn == TURNS:
        public.turn = 0
        public.acted = 0


@compiled
def offer_turn(state, rules):
    """§10.2, §10.3  Offer the turn to the seats that may take it; at least one seat is able to act."""
    public = state.public
    due = due_now(public)
    while due == 0:
        go_on(public)
        due = due_now(public)
    public.candidates = due
    ask_candidates(state, rules)


@inlined
def due_now(public):
    """Return the mask of the seats that may take the turn."""
    if public.arrangement == BLOCKS:
        return able(public) & block_of(public.active, public.visit) & ~public.acted
    return able(public) & team_mask((public.first_team + public.turn) & 1) & ~public.acted


@compiled
def go_on(public):
    """§10.2, §10.3  Go on to the next block on the right, in a visit of its own, or to the next turn."""
    if public.arrangement == BLOCKS:
        others = public.active & ~block_of(public.active, public.visit)
        last = next_in(public.active, public.visit)
        while others and not is_in(others, last):
            last = next_in(public.active, last)
        public.visit = last
        public.acted = 0
    else:
        next_turn(public)


@compiled
def ask_candidates(state, rules):
    """§10.4, §14.8  Ask one candidate after the other, from the right of the last actor; the last one must act."""
    public = state.public
    nearest = next_in(public.candidates, public.last_actor)
    if count_in(public.candidates) == 1:
        take_turn(public, nearest)
        return
    public.phase = ORDERING
    public.asked = 1 << nearest if rules.order_protocol == CLAIM else public.candidates


@compiled
def take_turn(public, seat):
    """§10.4"""
    public.candidates = 0
    ask(public, seat)


@compiled
def leave_turn(state, rules, seat):
    """§10.4  Leave the turn to the other candidates."""
    state.public.candidates &= ~(1 << seat)
    ask_candidates(state, rules)


@compiled
def end_vote(state):
    """§14.8  Give the turn to the player whom all have named."""
    public = state.public
    chosen = NOBODY
    agreed = True
    for seat in range(SEATS):
        if is_in(public.candidates, seat):
            vote = value_of(state.answers[seat] - 1)
            agreed = agreed and (chosen == NOBODY or vote == chosen)
            chosen = vote
    forget_answers(state)
    take_turn(public, chosen if agreed else next_in(public.candidates, public.last_actor))
