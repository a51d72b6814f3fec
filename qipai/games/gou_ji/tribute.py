"""§5  Tribute: swapping the losers' roles, liberation, waiver, giving and returning."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .dealing import answer_of, forget_answers
from .ranks import KINDS, RED
from .seating import SEATS, team_of
from .session import owe, seat_of_place
from .state import (
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
from .tricks import lead
from .verbs import REFUSE, SWAP, WAIVE, higher_kind, lower_kind, value_of

REDS_TO_REFUSE = 4  # §5.3


@compiled
def begin_tribute(state):
    """§5.1  First the roles: in an ordinary game two losers of one team may swap them."""
    table = state.table
    table.wish = NOBODY
    if table.kind == ORDINARY_GAME and team_of(table.big_loser) == team_of(table.second_loser):
        table.phase = SWAPPING
        table.asked = 1 << table.big_loser | 1 << table.second_loser
        return
    ask_to_liberate(state)


@compiled
def end_swapping(state):
    """§5.1  Only if both agree."""
    table = state.table
    if answer_of(state, table.big_loser) == SWAP and answer_of(state, table.second_loser) == SWAP:
        big = int(table.big_loser)
        table.big_loser = table.second_loser
        table.second_loser = big
        table.swapped = 1
        owe(table, table.big_loser, seat_of_place(table.last, 1), 2)
        owe(table, table.second_loser, seat_of_place(table.last, 2), 1)
    forget_answers(state)
    ask_to_liberate(state)


@compiled
def debtors(table, stage):
    """The seats whose tribute has come so far, as a mask."""
    mask = 0
    for seat in range(SEATS):
        if table.tribute[seat] == stage:
            mask |= 1 << seat
    return mask


@compiled
def ask_to_liberate(state):
    """§5.3  All who owe are asked, whatever they hold."""
    table = state.table
    table.phase = LIBERATING
    table.asked = debtors(table, OWED)
    if not table.asked:
        begin_play(state)


@inlined
def may_refuse(hand):
    """§5.3  All four Reds; nothing has been given or returned yet."""
    return hand[RED] == REDS_TO_REFUSE


@compiled
def end_liberating(state):
    """§5.3  A refusal cancels what this one loser owes, and tells where the Reds are."""
    table = state.table
    for seat in range(SEATS):
        if answer_of(state, seat) == REFUSE:
            table.tribute[seat] = REFUSED
            table.dealt[seat][RED] = REDS_TO_REFUSE
    forget_answers(state)
    ask_to_waive(state)


@compiled
def is_among_mates(table, giver):
    """§5.4  A debt between team mates?"""
    return table.tribute[giver] == OWED and team_of(giver) == team_of(table.receiver[giver])


@compiled
def ask_to_waive(state):
    """§5.4"""
    table = state.table
    table.phase = WAIVING
    table.asked = 0
    for giver in range(SEATS):
        if is_among_mates(table, giver):
            table.asked |= 1 << giver | 1 << table.receiver[giver]
    if not table.asked:
        give_tribute(state)


@inlined
def is_waived(state, giver):
    return answer_of(state, giver) == WAIVE and answer_of(state, state.table.receiver[giver]) == WAIVE


@compiled
def end_waiving(state):
    """§5.4  Whole or not at all, and only if both agree."""
    table = state.table
    for giver in range(SEATS):
        if is_among_mates(table, giver) and is_waived(state, giver):
            table.tribute[giver] = WAIVED
    forget_answers(state)
    give_tribute(state)


@compiled
def give_tribute(state):
    """§5.5  The highest cards; all give before anybody returns."""
    table = state.table
    table.asked = 0
    for giver in range(SEATS):
        if table.tribute[giver] != OWED:
            continue
        for card in range(table.owes[giver] - 1, -1, -1):
            state.given[giver][card] = highest_in(state.hands[giver])
            hand_over(state, giver, table.receiver[giver], state.given[giver][card])
        table.tribute[giver] = PAID
        table.asked |= 1 << table.receiver[giver]
    table.phase = RETURNING
    if not table.asked:
        begin_play(state)


@compiled
def hand_over(state, giver, receiver, kind):
    """A card goes face down from hand to hand."""
    state.hands[giver][kind] -= 1
    state.hands[receiver][kind] += 1
    state.table.left[giver] -= 1
    state.table.left[receiver] += 1


@compiled
def highest_in(hand):
    """§1.4, §5.5  The highest kind of a hand."""
    highest = 0
    for kind in range(1, KINDS):
        if hand[kind]:
            highest = kind
    return highest


@compiled
def giver_to(table, receiver):
    """§5.6  Whose tribute a seat has received; NOBODY if none."""
    for giver in range(SEATS):
        if table.receiver[giver] == receiver and table.tribute[giver] == PAID:
            return giver
    return NOBODY


@compiled
def end_returning(state):
    """§5.6  All cards go back at the same time."""
    table = state.table
    for giver in range(SEATS):
        if table.tribute[giver] != PAID:
            continue
        receiver = table.receiver[giver]
        value = value_of(state.answers[receiver] - 1)
        state.returned[giver][0] = lower_kind(value) if table.owes[giver] == MOST_TRIBUTE else higher_kind(value)
        state.returned[giver][1] = higher_kind(value) if table.owes[giver] == MOST_TRIBUTE else 0
        for card in range(table.owes[giver]):
            hand_over(state, receiver, giver, state.returned[giver][card])
        table.tribute[giver] = RETURNED
    forget_answers(state)
    begin_play(state)


@compiled
def begin_play(state):
    """§3.3  Who starts leads."""
    table = state.table
    if table.starter == NOBODY:
        table.starter = table.big_loser if table.kind == ORDINARY_GAME else table.taker
    lead(table, table.starter)
