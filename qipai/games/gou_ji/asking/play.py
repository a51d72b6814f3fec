"""The course of a game: what a seat may do and what it does, phase by phase, in the order of the book."""

from qipai.engine.compiling import compiled, inlined
from qipai.engine.listing import add
from qipai.engine.seats import NOBODY

from ..rules.breaches import break_promise, breaks_promise
from ..rules.misplays import correct, make_mends, mends, misplay
from ..rules.sets import beats, is_set, make_follows, make_leads, naturals_in, size_of
from ..rules.shao import make_run_leads, may_run_with, ranks_of
from ..rules.talk import advise, ask_wind, is_advice, make_advice, make_talk, may_ask_wind, may_say, may_talk, talk
from ..rules.tricks import holds
from ..rules.turns import pass_turn, play_set
from ..seating import first_from, is_in
from ..state import CORRECTING, FOLLOWING, LEADING, RUN, TALKS_OF_WIND
from ..variants import CORRECT
from ..verbs import ADVISE, ASK_WIND, COUNT, EXPOSE, LAY, PASS, RANG, SHOW_HAND, pack_action, value_of, verb_of
from .answers import answer
from .legal import is_answer, make_answers

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
    "advise",
)
SETS = 3  # kinds of sets among them


@compiled
def to_act(state):
    """Return the first seat that is asked, in turn order from the first taker; before one is named, from seat 0."""
    public = state.public
    return first_from(public.asked, 0 if public.taker == NOBODY else public.taker)


@inlined
def may_act(state):
    """§11  Return the mask of the seats that may talk out of turn."""
    return may_talk(state.public)


@compiled
def legal_actions(state, rules, seat, actions):
    """Fill `actions` with all that a seat may do, each once: sets from the lowest rank up, passing or answers, then talk.

    Returns how many there are.
    """
    actions.count = 0
    public = state.public
    hand = state.hands[seat]
    if is_in(public.asked, seat):
        if public.phase == LEADING:
            if public.mode == RUN:
                make_run_leads(hand, public.left[seat], actions)
            else:
                make_leads(hand, actions)
        elif public.phase == FOLLOWING:
            make_follows(hand, public.best, actions)
            if rules.misplay == CORRECT:
                make_wrong_sizes(hand, size_of(public.best), actions)
            add(actions, pack_action(PASS, 0))
        elif public.phase == CORRECTING:
            make_mends(hand, public.tried, public.best, actions)
        else:
            make_answers(state, rules, seat, actions)
    if public.talk & TALKS_OF_WIND and may_ask_wind(public, seat):  # few tables ask, and a call costs something
        add(actions, pack_action(ASK_WIND, 0))
    make_talk(public, rules, seat, actions)
    if public.asked & public.exposed:
        make_advice(state, seat, actions)
    return actions.count


@compiled
def make_wrong_sizes(hand, size, actions):
    """§14.19  Add the sets of a hand that do not have `size` cards."""
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
    """Return True if a seat may do an action."""
    if action < 0:
        return False
    public = state.public
    verb = verb_of(action)
    value = value_of(action)
    if verb == COUNT or verb == RANG or verb == SHOW_HAND or verb == EXPOSE:
        return may_say(public, rules, seat, verb, value)
    if verb == ADVISE:
        return is_advice(state, seat, value)
    if verb == ASK_WIND:
        return value == 0 and may_ask_wind(public, seat)
    if not is_in(public.asked, seat):
        return False
    if verb == LAY:
        return is_legal_set(state, rules, seat, value)
    if public.phase == FOLLOWING and value == 0:
        return verb == PASS
    return is_answer(state, rules, seat, verb, value)


@compiled
def is_legal_set(state, rules, seat, cards):
    """§7.1, §7.2, §9.4  Return True if a seat that is asked may lay a set.

    A set that is not higher is refused (§11.5); one of the wrong number of cards may be allowed (§14.19).
    """
    public = state.public
    hand = state.hands[seat]
    if not is_set(cards) or not holds(hand, cards):
        return False
    if public.phase == LEADING:
        return public.mode != RUN or may_run_with(hand, ranks_of(hand), int(public.left[seat]), cards)
    if public.phase == FOLLOWING:
        return beats(cards, public.best) or (rules.misplay == CORRECT and size_of(cards) != size_of(public.best))
    return public.phase == CORRECTING and mends(hand, cards, public.tried, public.best)


@compiled
def apply_action(state, rules, seat, action):
    """Apply an action, and all that follows by itself.  The action must be legal."""
    public = state.public
    verb = verb_of(action)
    value = value_of(action)
    if verb == COUNT or verb == RANG or verb == SHOW_HAND or verb == EXPOSE:
        talk(public, rules, seat, verb, value)
    elif verb == PASS:
        pass_turn(state, rules, seat)
    elif verb == ASK_WIND:
        ask_wind(public, seat)
    elif verb == ADVISE:
        advise(public, seat, value)
    elif verb != LAY:
        answer(state, rules, seat, action)
    elif breaks_promise(public, seat):
        break_promise(state, rules, seat, value)
    elif public.phase == FOLLOWING and size_of(value) != size_of(public.best):
        misplay(state, rules, seat, value)
    elif public.phase == CORRECTING:
        correct(state, rules, seat, value)
    else:
        play_set(state, rules, seat, value)


@compiled
def play_kind(action):
    """Return the place of an action's kind in `KINDS_OF_ACTIONS`."""
    verb = verb_of(action)
    if verb == PASS:
        return 0
    if verb != LAY:
        return SETS - 1 + verb
    cards = value_of(action)
    if naturals_in(cards) == 0:
        return 3
    return 1 if size_of(cards) == 1 else 2
