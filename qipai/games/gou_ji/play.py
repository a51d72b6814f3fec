"""The course of a game: what a seat may do and what it does, phase by phase, in the order of the book."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

from .answers import answer
from .asked import is_answer, make_answers
from .course import pass_turn, play_set
from .making import add, make_follows, make_leads
from .misplays import make_mends, mends, misplay
from .seating import first_from, is_in
from .sets import beats, is_set, naturals_in, size_of
from .shao import make_run_leads, may_run_with, ranks_of
from .state import CORRECTING, FOLLOWING, LEADING, OVER, RUN
from .talk import ask_wind, make_talk, may_ask_wind, may_say, may_talk, talk
from .tricks import holds
from .variants import CORRECT
from .verbs import ASK_WIND, COUNT, EXPOSE, LAY, PASS, RANG, SHOW_HAND, pack_action, value_of, verb_of

# What statistics count: what was laid, and every other verb
KINDS_OF_ACTIONS = (
    "pass",
    "single",
    "several",
    "wild",
    "taker",
    "keep",
    "show",
    "play_on",
    "revolt",
    "silent",
    "plead",
    "withdraw",
    "stay",
    "swap",
    "pay",
    "refuse",
    "insist",
    "waive",
    "return",
    "no_shao",
    "shao",
    "take",
    "leave",
    "first",
    "rang",
    "disagree",
    "agree",
    "count",
    "say",
    "show_hand",
    "expose",
    "ask_wind",
)
SETS = 3  # kinds of sets among them


@inlined
def pending(state):
    """One seat, or all that are asked together."""
    return int(state.table.asked)


@compiled
def to_act(state):
    """The first of them in turn order from the first taker; before one is named, from seat 0."""
    table = state.table
    return first_from(table.asked, 0 if table.taker == NOBODY else table.taker)


@inlined
def may_act(state):
    """§11 Table talk."""
    return may_talk(state.table)


@inlined
def is_over(state):
    return state.table.phase == OVER


@compiled
def legal_actions(state, rules, seat, actions):
    """What the seat may do, every action once: sets from the lowest rank up, then passing, then what it may say."""
    actions.count = 0
    table = state.table
    hand = state.hands[seat]
    if is_in(table.asked, seat):
        if table.phase == LEADING:
            if table.mode == RUN:
                make_run_leads(hand, table.left[seat], actions)
            else:
                make_leads(hand, actions)
        elif table.phase == FOLLOWING:
            make_follows(hand, table.best, actions)
            if rules.misplay == CORRECT:
                make_wrong_sizes(hand, size_of(table.best), actions)
            add(actions, pack_action(PASS, 0))
            if may_ask_wind(table, rules, seat):
                add(actions, pack_action(ASK_WIND, 0))
        elif table.phase == CORRECTING:
            make_mends(hand, table.tried, table.best, actions)
        else:
            make_answers(state, rules, seat, actions)
    make_talk(table, rules, seat, actions)
    return actions.count


@compiled
def make_wrong_sizes(hand, size, actions):
    """§14.19  The sets of every other size."""
    begin = actions.count
    make_leads(hand, actions)
    count = begin
    for number in range(begin, actions.count):
        if size_of(actions.list[number]) != size:
            actions.list[count] = actions.list[number]
            count += 1
    actions.count = count


@compiled
def is_legal(state, rules, seat, action):
    """The same asked about one action."""
    if action < 0:
        return False
    table = state.table
    verb = verb_of(action)
    value = value_of(action)
    if verb == COUNT or verb == RANG or verb == SHOW_HAND or verb == EXPOSE:
        return may_say(table, rules, seat, verb, value)
    if not is_in(table.asked, seat):
        return False
    if verb == LAY:
        return is_legal_set(state, rules, seat, value)
    if table.phase == FOLLOWING and value == 0:
        return verb == PASS or (verb == ASK_WIND and may_ask_wind(table, rules, seat))
    return is_answer(state, rules, seat, verb, value)


@compiled
def is_legal_set(state, rules, seat, cards):
    """§7.1, §7.2, §9.4; what is no set, or is not higher, is refused (§11.5, but §14.19)."""
    table = state.table
    hand = state.hands[seat]
    if not is_set(cards) or not holds(hand, cards):
        return False
    if table.phase == LEADING:
        return table.mode != RUN or may_run_with(hand, ranks_of(hand), int(table.left[seat]), cards)
    if table.phase == FOLLOWING:
        return beats(cards, table.best) or (rules.misplay == CORRECT and size_of(cards) != size_of(table.best))
    return table.phase == CORRECTING and mends(cards, table.tried, table.best)


@compiled
def apply_action(state, rules, seat, action):
    """Lay, pass, answer or talk; and whatever follows by itself."""
    table = state.table
    verb = verb_of(action)
    value = value_of(action)
    if verb == COUNT or verb == RANG or verb == SHOW_HAND or verb == EXPOSE:
        talk(table, rules, seat, verb, value)
    elif verb == PASS:
        pass_turn(state, rules, seat)
    elif verb == ASK_WIND:
        ask_wind(table, seat)
    elif verb != LAY:
        answer(state, rules, seat, action)
    elif table.phase == FOLLOWING and size_of(value) != size_of(table.best):
        misplay(state, rules, seat, value)
    else:
        table.tried = 0
        play_set(state, rules, seat, value)


@compiled
def play_kind(action):
    """Which of `KINDS_OF_ACTIONS` an action is."""
    verb = verb_of(action)
    if verb == PASS:
        return 0
    if verb != LAY:
        return SETS - 1 + verb
    cards = value_of(action)
    if naturals_in(cards) == 0:
        return 3
    return 1 if size_of(cards) == 1 else 2
