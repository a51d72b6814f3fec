"""The course of a deal: what a seat may do and what it does, phase by phase.

An action is a bag of pieces to lay, or a stack's number, with a verb above it.
"""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .face_down import ask_everybody, turn_up_together
from .face_up import goes_on_top, put_on_pile, show_lead
from .generals import answers_from
from .pieces import KINDS, lowest, one, pieces_in
from .state import ANSWERING, EXPOSING, LEADING, OVER, TAKING, TURNING
from .taking import may_take, take
from .thrown_in import answer_asked, expose_lead, may_expose
from .tricks import add, is_answer, is_lead, is_some, lay, lead, make_answers, make_leads
from .turning import may_turn, turn_up
from .variants import FACE_UP, THROWN_IN

LAY, UNDER, TURN, TAKE, EXPOSE, CONCEAL = range(6)
VERB_BITS = 56
VALUE_MASK = (1 << VERB_BITS) - 1

# What statistics count: the verbs, then sets by the number of their pieces
KINDS_OF_ACTIONS = ("turn", "take", "expose", "conceal", "n1", "n2", "n3", "n4", "n5", "n6")
MOST_PIECES_TOLD = 6


@inlined
def pack_action(verb, value):
    """An action from its verb and its bag or number."""
    return verb << VERB_BITS | value


@inlined
def verb_of(action):
    return action >> VERB_BITS


@inlined
def value_of(action):
    """The bag that is laid, or the number of the stack."""
    return action & VALUE_MASK


@inlined
def pending(state):
    """§5.1, §6.1  One seat, or all that answer a lead together."""
    return int(state.table.asked)


@compiled
def to_act(state):
    """The first of them in turn order from the leader."""
    table = state.table
    first = 0 if table.leader == NOBODY else table.leader
    for turn in range(table.players):
        seat = (first + turn) % table.players
        if table.asked >> seat & 1:
            return seat
    return NOBODY


@inlined
def may_act(state):
    """Nobody has a right out of turn."""
    return 0


@inlined
def is_over(state):
    return state.table.phase == OVER


@compiled
def legal_actions(state, rules, seat, actions):
    """What the seat may do, every action once, none out of turn.

    Stacks by number; leads type by type from the lowest up; answers as `make_answers` orders them, in Dǎ qí luò 2 those that
    may go under the pile of one's own will (§11.6) last; exposing before concealing.
    """
    actions.count = 0
    table = state.table
    if not table.asked >> seat & 1:
        return 0
    if table.phase == LEADING:
        make_leads(table, rules, state.hands[seat], actions)
    elif table.phase == ANSWERING:
        make_answers(answers_from(table, rules, state.hands[seat]), table.count, actions)
        if rules.procedure == FACE_UP and not rules.must_show:
            make_hidden(table, rules, actions)
    elif table.phase == EXPOSING:
        if may_expose(state, rules, seat):
            add(actions, pack_action(EXPOSE, 0))
        add(actions, pack_action(CONCEAL, 0))
    else:
        make_stacks(table, rules, seat, actions)
    return actions.count


@compiled
def make_hidden(table, rules, actions):
    """§11.6  What could go on top may go under the pile."""
    for number in range(actions.count):
        bag = actions.list[number]
        if goes_on_top(table, rules, bag):
            add(actions, pack_action(UNDER, bag))


@compiled
def make_stacks(table, rules, seat, actions):
    """§3  The stacks that may be turned up or taken."""
    verb = TURN if table.phase == TURNING else TAKE
    for stack in range(1, table.stacks + 1):
        if is_stack_free(table, rules, seat, stack):
            add(actions, pack_action(verb, stack))


@inlined
def is_stack_free(table, rules, seat, stack):
    if table.phase == TURNING:
        return may_turn(table, rules, seat, stack)
    return may_take(table, rules, stack)


@compiled
def is_legal(state, rules, seat, action):
    """The same asked about one action."""
    table = state.table
    verb = verb_of(action)
    value = value_of(action)
    if not table.asked >> seat & 1 or action < 0:
        return False
    if table.phase == TURNING or table.phase == TAKING:
        return verb == (TURN if table.phase == TURNING else TAKE) and is_stack_free(table, rules, seat, value)
    if table.phase == EXPOSING:
        return value == 0 and (verb == CONCEAL or (verb == EXPOSE and may_expose(state, rules, seat)))
    if not is_some(value) or verb > UNDER:
        return False
    if table.phase == LEADING:
        return verb == LAY and is_lead(table, rules, state.hands[seat], value)
    hidden = rules.procedure == FACE_UP and not rules.must_show and goes_on_top(table, rules, value)
    return is_answer(table, rules, state.hands[seat], value) and (verb == LAY or hidden)


@compiled
def default_action(state, rules, seat):
    """What the clock plays: the first stack, the lowest pieces, and what can be exposed is exposed."""
    table = state.table
    hand = state.hands[seat]
    if table.phase == ANSWERING:
        return lowest(answers_from(table, rules, hand), table.count)
    if table.phase == EXPOSING:
        return pack_action(EXPOSE if may_expose(state, rules, seat) else CONCEAL, 0)
    if table.phase == LEADING:
        for kind in range(1, KINDS):
            if is_lead(table, rules, hand, one(kind)):
                return one(kind)
    for stack in range(1, table.stacks + 1):
        if is_stack_free(table, rules, seat, stack):
            return pack_action(TURN if table.phase == TURNING else TAKE, stack)
    return 0


@compiled
def apply_action(state, rules, seat, action):
    """Turn up or take a stack, lay pieces, expose or throw in; and whatever follows by itself."""
    table = state.table
    verb = verb_of(action)
    value = value_of(action)
    if table.phase == LEADING:
        lead(state, rules, seat, value)
        if rules.procedure == FACE_UP:
            show_lead(state)
        else:
            ask_everybody(table)
    elif table.phase == ANSWERING:
        answer(state, rules, seat, value, verb == UNDER)
    elif table.phase == EXPOSING:
        answer_asked(state, rules, seat, verb == EXPOSE)
    elif table.phase == TURNING:
        turn_up(state, rules, seat, value)
    else:
        take(state, rules, value)


@compiled
def answer(state, rules, seat, bag, hides):
    """§5.2  Lay on a lead.  What lies face down stays so until the last answer is in (§6.2, §7.1)."""
    lay(state, seat, bag)
    if rules.procedure == FACE_UP:
        put_on_pile(state, rules, seat, bag, hides)
    elif state.table.asked == 0:
        if rules.procedure == THROWN_IN:
            expose_lead(state, rules)
        else:
            turn_up_together(state, rules)


@compiled
def play_kind(action):
    """Which of `KINDS_OF_ACTIONS` an action is."""
    verb = verb_of(action)
    if verb >= TURN:
        return verb - TURN
    return CONCEAL - TURN + min(pieces_in(value_of(action)), MOST_PIECES_TOLD)
