"""What may be answered to each question, and what the clock answers.  The order is that of the book."""

from qipai.engine.compiling import compiled, inlined

from .making import add
from .misplays import first_mend
from .ranks import BLACK, HIGHEST_NATURAL, KINDS, RED, TWO
from .revolution import may_revolt
from .seating import SEATS, is_in, next_in
from .sets import pack_set
from .shao import is_declaration, make_declarations
from .state import (
    CHANCE,
    CONFIRMING,
    CORRECTING,
    DECLARING,
    FOLLOWING,
    HOLDING,
    LEADING,
    LIBERATING,
    MOST_TRIBUTE,
    NAMING,
    ORDERING,
    PLEADING,
    RETURNING,
    RUN,
    SHOWING,
    SWAPPING,
    TELLING,
    WAIVING,
)
from .talk import told_size
from .tribute import giver_to, may_refuse
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
    PASS,
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
            make_declarations(state.hands[seat], table.size[seat], table.best, rules, actions)
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
        return is_declaration(state.hands[seat], table.size[seat], table.best, rules, value)
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


# -- the clock


@compiled
def default_action(state, rules, seat):
    """What the clock plays: the lowest card, passing, the answer that changes nothing, the truth, the lowest cards back."""
    table = state.table
    phase = table.phase
    hand = state.hands[seat]
    if phase == LEADING:
        return lowest_run_lead(hand, int(table.size[seat])) if table.mode == RUN else pack_set_of(lowest_in_hand(hand, 0))
    if phase == FOLLOWING:
        return pack_action(PASS, 0)
    if phase == CORRECTING:
        return first_mend(hand, table.tried, table.best)
    if phase == NAMING:
        return pack_action(TAKER, seat)
    if phase == RETURNING:
        return lowest_return(table, hand, seat)
    if phase == TELLING:
        return pack_action(SAY, told_size(table, seat))
    if phase == ORDERING:
        claims = rules.order_protocol == CLAIM
        return pack_action(TAKE, 0) if claims else pack_action(FIRST, next_in(table.candidates, table.last_actor))
    return pack_action(no_to(phase), 0)


@compiled
def lowest_in_hand(hand, above):
    """The lowest kind of a hand above another one; 0 if there is none."""
    for kind in range(above + 1, KINDS):
        if hand[kind]:
            return kind
    return 0


@inlined
def pack_set_of(kind):
    """A single card as a set."""
    if kind <= HIGHEST_NATURAL:
        return pack_set(kind, 1, 0, 0, 0)
    return pack_set(0, 0, int(kind == TWO), int(kind == BLACK), int(kind == RED))


@compiled
def lowest_run_lead(hand, size):
    """§9.4  All of the lowest rank with a joker, the Black before the Red; the whole rest if it is a set."""
    rank = lowest_in_hand(hand, 0)
    if rank > HIGHEST_NATURAL:
        return pack_set(0, 0, hand[TWO], hand[BLACK], hand[RED])
    if hand[rank] + hand[TWO] + hand[BLACK] + hand[RED] == size:
        return pack_set(rank, hand[rank], hand[TWO], hand[BLACK], hand[RED])
    return pack_set(rank, hand[rank], 0, 1 if hand[BLACK] else 0, 0 if hand[BLACK] else 1)


@compiled
def lowest_return(table, hand, seat):
    """§5.6  The lowest cards."""
    lower = lowest_in_hand(hand, 0)
    if table.owes[giver_to(table, seat)] != MOST_TRIBUTE:
        return pack_action(RETURN, pack_kinds(0, lower))
    return pack_action(RETURN, pack_kinds(lower, lower if hand[lower] > 1 else lowest_in_hand(hand, lower)))
