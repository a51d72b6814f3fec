"""What may be answered to each question, and what the clock answers.  The order is that of the book."""

from qipai.engine.compiling import compiled
from qipai.engine.listing import add

from .. import verbs
from ..ranks import KINDS
from ..rules.duel import who_may_declare
from ..rules.revolution import may_revolt
from ..rules.shao import is_declaration, make_declarations
from ..rules.tribute import debtors, giver_to, is_among_mates, may_refuse
from ..seating import EVERYBODY, SEATS, is_in, team_mask, team_of
from ..state import (
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
from ..variants import CLAIM
from ..verbs import higher_kind, lower_kind, pack_action, pack_kinds


def is_window(state):
    """§13.2  Return True if only some hands can say yes to the question that is asked."""
    return state.public.phase in (SHOWING, DECLARING, LIBERATING, CHANCE)


@compiled
def make_answers(state, rules, seat, actions):
    """Add every answer that a seat may give which is asked."""
    public = state.public
    phase = public.phase
    if phase == NAMING:
        make_values(verbs.TAKER, 0, SEATS - 1, actions)
    elif phase == RETURNING:
        make_returns(public, state.hands[seat], seat, actions)
    elif phase == TELLING:
        make_values(verbs.SAY, 1, verbs.MORE, actions)
    elif phase == ORDERING and rules.order_protocol != CLAIM:
        for other in range(SEATS):
            if is_in(public.candidates, other):
                add(actions, pack_action(verbs.FIRST, other))
    else:
        add(actions, pack_action(no_to(phase), 0))
        if phase == CHANCE:
            make_declarations(state.hands[seat], public.left[seat], public.best, rules, actions)
        elif may_say_yes(state, seat, phase):
            add(actions, pack_action(yes_to(phase), 0))


@compiled
def make_values(verb, lowest, highest, actions):
    """Add a verb with every value from `lowest` to `highest`."""
    for value in range(lowest, highest + 1):
        add(actions, pack_action(verb, value))


@compiled
def make_returns(public, hand, seat, actions):
    """§5.6  Add every return: any cards of the hand, as many as were given."""
    two = public.owes[giver_to(public, seat)] == MOST_TRIBUTE
    for higher in range(1, KINDS):
        if not two and hand[higher]:
            add(actions, pack_action(verbs.RETURN, pack_kinds(0, higher)))
        elif two and hand[higher]:
            for lower in range(1, higher + 1):
                if hand[lower] > (1 if lower == higher else 0):
                    add(actions, pack_action(verbs.RETURN, pack_kinds(lower, higher)))


@compiled
def is_return(public, hand, seat, value):
    """§5.6  Return True if a seat may return the cards that a value stands for."""
    lower, higher = lower_kind(value), higher_kind(value)
    if higher == 0 or not hand[higher] or lower > higher:
        return False
    if public.owes[giver_to(public, seat)] != MOST_TRIBUTE:
        return lower == 0
    return lower > 0 and hand[lower] > (1 if lower == higher else 0)


@compiled
def is_answer(state, rules, seat, verb, value):
    """Return True if a seat that is asked may give an answer, by its verb and its value."""
    public = state.public
    phase = public.phase
    if phase == LEADING or phase == FOLLOWING or phase == CORRECTING:
        return False
    if phase == NAMING:
        return verb == verbs.TAKER and value < SEATS
    if phase == RETURNING:
        return verb == verbs.RETURN and is_return(public, state.hands[seat], seat, value)
    if phase == TELLING:
        return verb == verbs.SAY and 1 <= value <= verbs.MORE
    if phase == ORDERING and rules.order_protocol != CLAIM:
        return verb == verbs.FIRST and value < SEATS and is_in(public.candidates, value) == 1
    if phase == CHANCE and verb == verbs.SHAO:
        return is_declaration(state.hands[seat], public.left[seat], public.best, rules, value)
    if value:
        return False
    return verb == no_to(phase) or (phase != CHANCE and verb == yes_to(phase) and may_say_yes(state, seat, phase))


@compiled
def no_to(phase):
    """Return the verb of the answer that changes nothing, which everybody may give who is asked in a phase."""
    if phase == SHOWING:
        return verbs.KEEP
    if phase == DECLARING:
        return verbs.PLAY_ON
    if phase == PLEADING:
        return verbs.SILENT
    if phase == CONFIRMING:
        return verbs.WITHDRAW
    if phase == SWAPPING:
        return verbs.STAY
    if phase == LIBERATING:
        return verbs.PAY
    if phase == WAIVING:
        return verbs.INSIST
    if phase == CHANCE:
        return verbs.NO_SHAO
    return verbs.LEAVE if phase == ORDERING else verbs.DISAGREE


@compiled
def yes_to(phase):
    """Return the verb of the other answer in a phase."""
    if phase == SHOWING:
        return verbs.SHOW
    if phase == DECLARING or phase == CONFIRMING:
        return verbs.REVOLT
    if phase == PLEADING:
        return verbs.PLEAD
    if phase == SWAPPING:
        return verbs.SWAP
    if phase == LIBERATING:
        return verbs.REFUSE
    if phase == WAIVING:
        return verbs.WAIVE
    return verbs.TAKE if phase == ORDERING else verbs.AGREE


@compiled
def may_say_yes(state, seat, phase):
    """§3.2, §4.1, §5.3  Return True if a seat's hand allows it to say yes; in some phases only some hands do."""
    if phase == SHOWING:
        return state.threes[seat].at > 0
    if phase == DECLARING:
        return may_revolt(state.hands[seat])
    return phase != LIBERATING or may_refuse(state.hands[seat])


@compiled
def participants(state, rules):
    """Return the mask of the seats that were asked the question together, whether or not they have answered."""
    public = state.public
    phase = public.phase
    if phase == SHOWING or phase == DECLARING:
        return EVERYBODY
    if phase == PLEADING:
        return team_mask(team_of(public.wish)) & ~(1 << public.wish)
    if phase == SWAPPING:
        return 1 << public.big_loser | 1 << public.second_loser
    if phase == LIBERATING:
        return debtors(public, OWED)
    if phase == WAIVING or phase == RETURNING:
        return partners_in_tribute(public, phase == WAIVING)
    if phase == CHANCE:
        return who_may_declare(public, rules)
    return int(public.candidates if phase == ORDERING else public.asked)


@compiled
def partners_in_tribute(public, waiving):
    """§5.4, §5.6  Return the mask of the seats that may waive a tribute, or if not `waiving`, of those that return cards."""
    mask = 0
    for giver in range(SEATS):
        if waiving and is_among_mates(public, giver):
            mask |= 1 << giver | 1 << public.receiver[giver]
        elif not waiving and public.tribute[giver] == PAID:
            mask |= 1 << public.receiver[giver]
    return mask
