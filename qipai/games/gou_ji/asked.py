"""What may be answered to each question, and what the clock answers.  The order is that of the book."""

from qipai.engine.compiling import compiled

from .duel import who_may_declare
from .making import add
from .ranks import KINDS
from .revolution import may_revolt
from .seating import EVERYBODY, SEATS, is_in, team_mask, team_of
from .shao import is_declaration, make_declarations
from .state import (
    CHANCE,
    CONFIRMING,
    CORRECTING,
    DECLARING,
    FOLLOWING,
    LEADING,
    LIBERATING,
    MOST_TRIBUTE,
    NAMING,
    ORDERING,
    OWED,
    PAID,
    PLEADING,
    RETURNING,
    SHOWING,
    SWAPPING,
    TELLING,
    WAIVING,
)
from .tribute import debtors, giver_to, is_among_mates, may_refuse
from .variants import CLAIM
from .verbs import (
    AGREE,
    DISAGREE,
    FIRST,
    INSIST,
    KEEP,
    LEAVE,
    MORE,
    NO_SHAO,
    PAY,
    PLAY_ON,
    PLEAD,
    REFUSE,
    RETURN,
    REVOLT,
    SAY,
    SHAO,
    SHOW,
    SILENT,
    STAY,
    SWAP,
    TAKE,
    TAKER,
    WAIVE,
    WITHDRAW,
    higher_kind,
    lower_kind,
    pack_action,
    pack_kinds,
)


def is_window(state):
    """§13.2  Is this a question that only some hands can say yes to?"""
    return state.table.phase in (SHOWING, DECLARING, LIBERATING, CHANCE)


@compiled
def make_answers(state, rules, seat, actions):
    """Every answer that an asked seat may give."""
    table = state.table
    phase = table.phase
    if phase == NAMING:
        make_values(TAKER, 0, SEATS - 1, actions)
    elif phase == RETURNING:
        make_returns(table, state.hands[seat], seat, actions)
    elif phase == TELLING:
        make_values(SAY, 1, MORE, actions)
    elif phase == ORDERING and rules.order_protocol != CLAIM:
        for other in range(SEATS):
            if is_in(table.candidates, other):
                add(actions, pack_action(FIRST, other))
    else:
        add(actions, pack_action(no_to(phase), 0))
        if phase == CHANCE:
            make_declarations(state.hands[seat], table.left[seat], table.best, rules, actions)
        elif may_say_yes(state, seat, phase):
            add(actions, pack_action(yes_to(phase), 0))


@compiled
def make_values(verb, lowest, highest, actions):
    for value in range(lowest, highest + 1):
        add(actions, pack_action(verb, value))


@compiled
def make_returns(table, hand, seat, actions):
    """§5.6  Any cards of the hand, as many as were given."""
    two = table.owes[giver_to(table, seat)] == MOST_TRIBUTE
    for higher in range(1, KINDS):
        if not two and hand[higher]:
            add(actions, pack_action(RETURN, pack_kinds(0, higher)))
        elif two and hand[higher]:
            for lower in range(1, higher + 1):
                if hand[lower] > (1 if lower == higher else 0):
                    add(actions, pack_action(RETURN, pack_kinds(lower, higher)))


@compiled
def is_return(table, hand, seat, value):
    lower, higher = lower_kind(value), higher_kind(value)
    if higher == 0 or not hand[higher] or lower > higher:
        return False
    if table.owes[giver_to(table, seat)] != MOST_TRIBUTE:
        return lower == 0
    return lower > 0 and hand[lower] > (1 if lower == higher else 0)


@compiled
def is_answer(state, rules, seat, verb, value):
    """The same asked about one answer of an asked seat."""
    table = state.table
    phase = table.phase
    if phase == LEADING or phase == FOLLOWING or phase == CORRECTING:
        return False
    if phase == NAMING:
        return verb == TAKER and value < SEATS
    if phase == RETURNING:
        return verb == RETURN and is_return(table, state.hands[seat], seat, value)
    if phase == TELLING:
        return verb == SAY and 1 <= value <= MORE
    if phase == ORDERING and rules.order_protocol != CLAIM:
        return verb == FIRST and value < SEATS and is_in(table.candidates, value) == 1
    if phase == CHANCE and verb == SHAO:
        return is_declaration(state.hands[seat], table.left[seat], table.best, rules, value)
    if value:
        return False
    return verb == no_to(phase) or (phase != CHANCE and verb == yes_to(phase) and may_say_yes(state, seat, phase))


@compiled
def no_to(phase):
    """The answer that changes nothing, and that everybody may give."""
    if phase == SHOWING:
        return KEEP
    if phase == DECLARING:
        return PLAY_ON
    if phase == PLEADING:
        return SILENT
    if phase == CONFIRMING:
        return WITHDRAW
    if phase == SWAPPING:
        return STAY
    if phase == LIBERATING:
        return PAY
    if phase == WAIVING:
        return INSIST
    if phase == CHANCE:
        return NO_SHAO
    return LEAVE if phase == ORDERING else DISAGREE


@compiled
def yes_to(phase):
    if phase == SHOWING:
        return SHOW
    if phase == DECLARING or phase == CONFIRMING:
        return REVOLT
    if phase == PLEADING:
        return PLEAD
    if phase == SWAPPING:
        return SWAP
    if phase == LIBERATING:
        return REFUSE
    if phase == WAIVING:
        return WAIVE
    return TAKE if phase == ORDERING else AGREE


@compiled
def may_say_yes(state, seat, phase):
    """§3.2, §4.1, §5.3  Some questions only some hands can say yes to."""
    if phase == SHOWING:
        return state.threes[seat].at > 0
    if phase == DECLARING:
        return may_revolt(state.hands[seat])
    return phase != LIBERATING or may_refuse(state.hands[seat])


@compiled
def participants(state, rules):
    """The seats that were asked the question together, whether or not they have answered, as a mask."""
    table = state.table
    phase = table.phase
    if phase == SHOWING or phase == DECLARING:
        return EVERYBODY
    if phase == PLEADING:
        return team_mask(team_of(table.wish)) & ~(1 << table.wish)
    if phase == SWAPPING:
        return 1 << table.big_loser | 1 << table.second_loser
    if phase == LIBERATING:
        return debtors(table, OWED)
    if phase == WAIVING or phase == RETURNING:
        return partners_in_tribute(table, phase == WAIVING)
    if phase == CHANCE:
        return who_may_declare(table, rules)
    return int(table.candidates if phase == ORDERING else table.asked)


@compiled
def partners_in_tribute(table, waiving):
    """§5.4, §5.6  Who may waive, or who returns."""
    mask = 0
    for giver in range(SEATS):
        if waiving and is_among_mates(table, giver):
            mask |= 1 << giver | 1 << table.receiver[giver]
        elif not waiving and table.tribute[giver] == PAID:
            mask |= 1 << table.receiver[giver]
    return mask
