"""The course of a deal: what a seat may do and what it does, phase by phase.

An action is a bag of pieces to lay, a stack's number, or an order of stacks by its place in `ORDERS`, with a verb above it.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.packing import packing
from qipai.engine.seats import NOBODY, first_from

from ..pieces import KINDS, lowest, one, pieces_in
from ..state import ANSWERING, DIRECTING, EXPOSING, LEADING, TAKING, TURNING
from ..variants import FACE_UP, THROWN_IN
from .directing import ORDERS, direct
from .face_down import ask_everybody, turn_up_together
from .face_up import goes_on_top, put_on_pile, show_lead
from .generals import answers_from
from .taking import may_take, take
from .thrown_in import answer_asked, expose_lead, may_expose
from .tricks import is_answer, is_lead, is_some, lay, lead, make_answers, make_leads
from .turning import may_turn, turn_up

LAY, UNDER, TURN, TAKE, EXPOSE, CONCEAL, DIRECT = range(7)
VERB_BITS = 56
pack_action, verb_of, value_of = packing(VERB_BITS)

# What statistics count: the verbs, then sets by the number of their pieces
KINDS_OF_ACTIONS = ("turn", "take", "expose", "conceal", "n1", "n2", "n3", "n4", "n5", "n6", "direct")
MOST_PIECES_TOLD = 6


@compiled
def to_act(state):
    """Return the first seat that is asked, in turn order from the leader."""
    public = state.public
    return first_from(public.asked, 0 if public.leader == NOBODY else public.leader, public.players)


@compiled
def legal_actions(state, rules, seat, actions):
    """Fill `actions` with everything that the seat may do, each action once; return how many (0 out of turn).

    Stacks by number; orders as the book lists them; leads type by type from the lowest up; answers as `make_answers` orders them, in
    Dǎ qí luò 2 those that may be hidden under the pile (§11.6) last; exposing before concealing.
    """
    actions.count = 0
    public = state.public
    if not public.asked >> seat & 1:
        return 0
    if public.phase == LEADING:
        make_leads(public, rules, state.hands[seat], actions)
    elif public.phase == ANSWERING:
        make_answers(answers_from(public, rules, state.hands[seat]), public.count, actions)
        if rules.procedure == FACE_UP and not rules.must_show:
            make_hidden(public, rules, actions)
    elif public.phase == EXPOSING:
        if may_expose(state, rules, seat):
            add(actions, pack_action(EXPOSE, 0))
        add(actions, pack_action(CONCEAL, 0))
    elif public.phase == DIRECTING:
        for order in range(len(ORDERS)):
            add(actions, pack_action(DIRECT, order))
    else:
        make_stacks(public, rules, seat, actions)
    return actions.count


@compiled
def make_hidden(public, rules, actions):
    """§11.6  Add the answers that could go on top and may go under the pile."""
    for number in range(actions.count):
        bag = actions.list[number]
        if goes_on_top(public, rules, bag):
            add(actions, pack_action(UNDER, bag))


@compiled
def make_stacks(public, rules, seat, actions):
    """§3  Add the stacks that may be turned up or taken."""
    verb = TURN if public.phase == TURNING else TAKE
    for stack in range(1, public.stacks + 1):
        if is_stack_free(public, rules, seat, stack):
            add(actions, pack_action(verb, stack))


@inlined
def is_stack_free(public, rules, seat, stack):
    if public.phase == TURNING:
        return may_turn(public, rules, seat, stack)
    return may_take(public, rules, stack)


@compiled
def is_legal(state, rules, seat, action):
    """Return whether `action` is among the legal actions of the seat, without listing them."""
    public = state.public
    verb = verb_of(action)
    value = value_of(action)
    if not public.asked >> seat & 1 or action < 0:
        return False
    if public.phase == TURNING or public.phase == TAKING:
        return verb == (TURN if public.phase == TURNING else TAKE) and is_stack_free(public, rules, seat, value)
    if public.phase == DIRECTING:
        return verb == DIRECT and value < len(ORDERS)
    if public.phase == EXPOSING:
        return value == 0 and (verb == CONCEAL or (verb == EXPOSE and may_expose(state, rules, seat)))
    if not is_some(value) or verb > UNDER:
        return False
    if public.phase == LEADING:
        return verb == LAY and is_lead(public, rules, state.hands[seat], value)
    hidden = rules.procedure == FACE_UP and not rules.must_show and goes_on_top(public, rules, value)
    return is_answer(public, rules, state.hands[seat], value) and (verb == LAY or hidden)


@compiled
def default_action(state, rules, seat):
    """Return what the clock plays: the first stack or order, the lowest pieces; what can be exposed is exposed."""
    public = state.public
    hand = state.hands[seat]
    if public.phase == ANSWERING:
        return lowest(answers_from(public, rules, hand), public.count)
    if public.phase == EXPOSING:
        return pack_action(EXPOSE if may_expose(state, rules, seat) else CONCEAL, 0)
    if public.phase == DIRECTING:
        return pack_action(DIRECT, 0)
    if public.phase == LEADING:
        for kind in range(1, KINDS):
            if is_lead(public, rules, hand, one(kind)):
                return one(kind)
    for stack in range(1, public.stacks + 1):
        if is_stack_free(public, rules, seat, stack):
            return pack_action(TURN if public.phase == TURNING else TAKE, stack)
    return 0


@compiled
def apply_action(state, rules, seat, action):
    """Carry out a legal action, and what follows from it: turn up or take stacks, lay pieces, expose or throw in."""
    public = state.public
    verb = verb_of(action)
    value = value_of(action)
    if public.phase == LEADING:
        lead(state, rules, seat, value)
        if rules.procedure == FACE_UP:
            show_lead(state)
        else:
            ask_everybody(public)
    elif public.phase == ANSWERING:
        answer(state, rules, seat, value, verb == UNDER)
    elif public.phase == EXPOSING:
        answer_asked(state, rules, seat, verb == EXPOSE)
    elif public.phase == DIRECTING:
        direct(state, value)
    elif public.phase == TURNING:
        turn_up(state, rules, seat, value)
    else:
        take(state, rules, value)


@compiled
def answer(state, rules, seat, bag, hides):
    """§5.2  Lay an answer; what lies face down stays so until the last answer is in (§6.2, §7.1)."""
    lay(state, seat, bag)
    if rules.procedure == FACE_UP:
        put_on_pile(state, rules, seat, bag, hides)
    elif state.public.asked == 0:
        if rules.procedure == THROWN_IN:
            expose_lead(state, rules)
        else:
            turn_up_together(state, rules)


@compiled
def play_kind(action):
    """Return the number of an action's kind in `KINDS_OF_ACTIONS`."""
    verb = verb_of(action)
    if verb == DIRECT:
        return len(KINDS_OF_ACTIONS) - 1
    if verb >= TURN:
        return verb - TURN
    return CONCEAL - TURN + min(pieces_in(value_of(action)), MOST_PIECES_TOLD)
