"""§5  Tribute: swapping the losers' roles, liberation, waiver, giving and returning."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from ..ranks import KINDS, RED
from ..seating import SEATS, team_of
from ..state import (
    LIBERATING,
    MOST_TRIBUTE,
    ORDINARY_GAME,
    OWED,
    PAID,
    REFUSED,
    RETURNED,
    RETURNING,
    SWAPPING,
    WAIVED,
    WAIVING,
)
from ..verbs import REFUSE, SWAP, WAIVE, higher_kind, lower_kind, value_of
from .dealing import answer_of, forget_answers
from .session import owe, seat_of_place
from .tricks import lead

REDS_TO_REFUSE = 4  # §5.3


@compiled
def begin_tribute(state):
    """§5.1  Ask the losers about swapping roles, in an ordinary game in which both losers are of one team; else go on."""
    public = state.public
    public.wish = NOBODY
    if public.kind == ORDINARY_GAME and team_of(public.big_loser) == team_of(public.second_loser):
        public.phase = SWAPPING
        public.asked = 1 << public.big_loser | 1 << public.second_loser
        return
    ask_to_liberate(state)


@compiled
def end_swapping(state):
    """§5.1  Swap the roles of the losers if both agree."""
    public = state.public
    if answer_of(state, public.big_loser) == SWAP and answer_of(state, public.second_loser) == SWAP:
        big = int(public.big_loser)
        public.big_loser = public.second_loser
        public.second_loser = big
        public.swapped = 1
        owe(public, public.big_loser, seat_of_place(public.last, 1), 2)
        owe(public, public.second_loser, seat_of_place(public.last, 2), 1)
    forget_answers(state)
    ask_to_liberate(state)


@compiled
def debtors(public, stage):
    """Return the mask of the seats whose tribute is at this stage (OWED, PAID …)."""
    mask = 0
    for seat in range(SEATS):
        if public.tribute[seat] == stage:
            mask |= 1 << seat
    return mask


@compiled
def ask_to_liberate(state):
    """§5.3  Ask all seats that owe, whatever they hold."""
    public = state.public
    public.phase = LIBERATING
    public.asked = debtors(public, OWED)
    if not public.asked:
        begin_play(state)


@inlined
def may_refuse(hand):
    """§5.3  Return whether a hand has all four Reds; nothing has been given or returned yet."""
    return hand[RED] == REDS_TO_REFUSE


@compiled
def end_liberating(state):
    """§5.3  Cancel what a seat that refuses owes; it has told where the Reds are."""
    public = state.public
    for seat in range(SEATS):
        if answer_of(state, seat) == REFUSE:
            public.tribute[seat] = REFUSED
            public.dealt[seat][RED] = REDS_TO_REFUSE
    forget_answers(state)
    ask_to_waive(state)


@compiled
def is_among_mates(public, giver):
    """§5.4  Return whether a debt is between team mates."""
    return public.tribute[giver] == OWED and team_of(giver) == team_of(public.receiver[giver])


@compiled
def ask_to_waive(state):
    """§5.4"""
    public = state.public
    public.phase = WAIVING
    public.asked = 0
    for giver in range(SEATS):
        if is_among_mates(public, giver):
            public.asked |= 1 << giver | 1 << public.receiver[giver]
    if not public.asked:
        give_tribute(state)


@inlined
def is_waived(state, giver):
    return answer_of(state, giver) == WAIVE and answer_of(state, state.public.receiver[giver]) == WAIVE


@compiled
def end_waiving(state):
    """§5.4  Waive a debt if both agree, whole or not at all."""
    public = state.public
    for giver in range(SEATS):
        if is_among_mates(public, giver) and is_waived(state, giver):
            public.tribute[giver] = WAIVED
    forget_answers(state)
    give_tribute(state)


@compiled
def give_tribute(state):
    """§5.5  Give the highest cards; all give before anybody returns."""
    public = state.public
    public.asked = 0
    for giver in range(SEATS):
        if public.tribute[giver] != OWED:
            continue
        for card in range(public.owes[giver] - 1, -1, -1):
            state.given[giver][card] = highest_in(state.hands[giver])
            hand_over(state, giver, public.receiver[giver], state.given[giver][card])
        public.tribute[giver] = PAID
        public.asked |= 1 << public.receiver[giver]
    public.phase = RETURNING
    if not public.asked:
        begin_play(state)


@compiled
def hand_over(state, giver, receiver, kind):
    """Move a card face down from one hand to another."""
    state.hands[giver][kind] -= 1
    state.hands[receiver][kind] += 1
    state.public.left[giver] -= 1
    state.public.left[receiver] += 1


@compiled
def highest_in(hand):
    """§1.4, §5.5  Return the highest kind of a hand."""
    highest = 0
    for kind in range(1, KINDS):
        if hand[kind]:
            highest = kind
    return highest


@compiled
def giver_to(public, receiver):
    """§5.6  Return the seat whose tribute a seat has received, or NOBODY."""
    for giver in range(SEATS):
        if public.receiver[giver] == receiver and public.tribute[giver] == PAID:
            return giver
    return NOBODY


@compiled
def end_returning(state):
    """§5.6  Return all cards at the same time."""
    public = state.public
    for giver in range(SEATS):
        if public.tribute[giver] != PAID:
            continue
        receiver = public.receiver[giver]
        value = value_of(state.answers[receiver] - 1)
        state.returned[giver][0] = lower_kind(value) if public.owes[giver] == MOST_TRIBUTE else higher_kind(value)
        state.returned[giver][1] = higher_kind(value) if public.owes[giver] == MOST_TRIBUTE else 0
        for card in range(public.owes[giver]):
            hand_over(state, receiver, giver, state.returned[giver][card])
        public.tribute[giver] = RETURNED
    forget_answers(state)
    begin_play(state)


@compiled
def begin_play(state):
    """§3.3  Let the starter lead."""
    public = state.public
    if public.starter == NOBODY:
        public.starter = public.big_loser if public.kind == ORDINARY_GAME else public.taker
    lead(public, public.starter)
