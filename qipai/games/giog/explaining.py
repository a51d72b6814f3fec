"""What a selection of pieces is, or why something may not be done: the refusals, each with its §.

`why_not` and `explain` ask the rules' own predicates and say which of them failed.
"""

from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import Refusal
from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Explanation

from .combinations import GENERAL_AND_PAIRS, NONE
from .face_up import goes_on_top
from .generals import cannot_win
from .naming import bag_of_cards, bag_of_kinds, characters_in, kinds_in, place_in, reading_of
from .no_combination import no_combination
from .observation import observe, seat_of
from .pieces import GENERALS, holds, pieces_in
from .play import EXPOSE, LAY, TAKE, TURN, UNDER, is_legal, pack_action, value_of, verb_of
from .refusals import refuse, refuse_choice, refuse_listing
from .stacks import is_end, neighbour, row_of
from .state import ANSWERING, EXPOSING, LEADING, OBSERVATION, OVER, TAKING, TURNING
from .taking import first_taken
from .text import format_action
from .tricks import best_set, is_answer, is_lead
from .variants import CIRCLE, COUNTED_CIRCLE, FACE_UP, ROWS, VOID
from .worlds import bag_from


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§5.1, §5.2  The legal actions that these pieces are, or the most telling refusal."""
    table = observation.table
    refusal = turn_refusal(observation, rules, seat)
    if refusal is None and table.phase not in (LEADING, ANSWERING):
        refusal = wanted(table, rules)
    if refusal:
        return Explanation((), refusal)
    bag = bag_of_cards(list(cards))
    refusal = pieces_refusal(observation, rules, bag)
    if refusal:
        return Explanation((), refusal)
    texts = [format_action(pack_action(LAY, bag), rules)]
    if may_choose_the_place(table, rules) and goes_on_top(table, rules, bag):
        texts.append(format_action(pack_action(UNDER, bag), rules))
    return Explanation(tuple(texts))


def may_choose_the_place(table: Any, rules: Any) -> bool:
    """§11.6  May what could lie on top go under the pile?"""
    return bool(table.phase == ANSWERING and rules.procedure == FACE_UP and not rules.must_show)


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """Why a seat may not do this, or None if it may."""
    if is_legal(state, rules, seat, action):
        return None
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    return turn_refusal(observation, rules, seat) or action_refusal(observation, rules, seat, action)


def action_refusal(observation: Any, rules: Any, seat: int, action: int) -> Refusal:
    """Why this is not what is wanted of a seat that is asked."""
    table, verb, value = observation.table, verb_of(action), int(value_of(action))
    if table.phase == TURNING and verb == TURN:
        return turning_refusal(table, rules, seat, value)
    if table.phase == TAKING and verb == TAKE:
        return taking_refusal(table, rules, value)
    if table.phase == EXPOSING and verb == EXPOSE:
        return exposing_refusal(table, rules, int(observation.laid))
    if table.phase == LEADING and verb == LAY:
        return pieces_refusal(observation, rules, value) or wanted(table, rules)
    if table.phase == ANSWERING and (verb == LAY or (verb == UNDER and rules.procedure == FACE_UP)):
        return pieces_refusal(observation, rules, value) or pile_refusal(table, rules, value)
    return wanted(table, rules)


# -- whose turn it is, and for what


def turn_refusal(observation: Any, rules: Any, seat: int) -> Refusal | None:
    """Why it is not for this seat to act."""
    table = observation.table
    if table.phase == OVER:
        return refuse("deal_over")
    players = int(table.players)
    chair = next(chair for chair in range(players) if seat_of(observation, chair) == seat)
    if int(table.asked) >> chair & 1:
        return None
    if table.phase == TURNING:
        return refuse("turn_later", turning_section(rules))
    if table.phase == TAKING:
        return refuse("take_later", taking_section(rules))
    if table.phase == LEADING:
        return refuse("lead_later")
    if table.phase == EXPOSING:
        return refuse("expose_later")
    return refuse("laid_already" if int(table.laid) >> chair & 1 else "answer_later")


def wanted(table: Any, rules: Any) -> Refusal:
    """What is asked now instead."""
    if table.phase == TURNING:
        return refuse("turn_now", turning_section(rules))
    if table.phase == TAKING:
        return refuse("take_now", taking_section(rules))
    if table.phase == LEADING:
        return refuse("lead_now")
    return refuse("expose_now") if table.phase == EXPOSING else refuse("answer_now", n=int(table.count))


def turning_section(rules: Any) -> str:
    return "3.6" if rules.distribution == COUNTED_CIRCLE else "3.2"


def taking_section(rules: Any) -> str:
    return {ROWS: "3.4", COUNTED_CIRCLE: "3.7", CIRCLE: "3.8"}[int(rules.distribution)]


# -- stacks


def no_such_stack(table: Any, rules: Any, stack: int) -> Refusal:
    section = {ROWS: "3.1", COUNTED_CIRCLE: "3.6", CIRCLE: "3.8"}[int(rules.distribution)]
    return refuse("no_such_stack", section, stack=stack, n=int(table.stacks))


def turning_refusal(table: Any, rules: Any, seat: int, stack: int) -> Refusal:
    """§3.2"""
    if not 1 <= stack <= table.stacks:
        return no_such_stack(table, rules, stack)
    if table.turner[stack] != NOBODY:
        return refuse("turned_already", stack=stack)
    assert row_of(table, stack) == seat
    return refuse("own_row", stack=stack)


def taking_refusal(table: Any, rules: Any, stack: int) -> Refusal:
    """§3.4, §3.7, §3.8"""
    stacks = range(1, int(table.stacks) + 1)
    if stack not in stacks:
        return no_such_stack(table, rules, stack)
    if rules.distribution == ROWS:
        return refuse_listing("not_an_end", "3.4", [end for end in stacks if is_end(table, end)], stack=stack)
    first = int(first_taken(table))
    beside = sorted(int(neighbour(table, first, step)) for step in (-1, 1))
    return refuse_choice("not_beside", taking_section(rules), beside, stack=stack, first=first)


# -- pieces


def pieces_refusal(observation: Any, rules: Any, bag: int) -> Refusal | None:
    """§5.1, §5.2, §9.1  Why these pieces may not be laid, or None if they may."""
    table, hand = observation.table, int(bag_from(observation.hand))
    if bag == 0:
        return refuse("no_pieces") if table.phase == LEADING else wanted(table, rules)
    if not holds(hand, bag):
        return refuse("not_in_hand", pieces=characters_in(lacking(hand, bag)))
    if table.phase == LEADING:
        return None if is_lead(table, rules, hand, bag) else lead_refusal(table, rules, hand, bag)
    if is_answer(table, rules, hand, bag):
        return None
    count = int(pieces_in(bag))
    if count != table.count:
        return refuse("wrong_number", n=int(table.count), chosen=count)
    return refuse("general_laid_first", n=count, others=characters_in(hand & ~GENERALS))


def lacking(hand: int, bag: int) -> int:
    """What of a bag is not in the hand."""
    held = kinds_in(hand)
    missing = []
    for kind in kinds_in(bag):
        if kind in held:
            held.remove(kind)
        else:
            missing.append(kind)
    return bag_of_kinds(missing)


def lead_refusal(table: Any, rules: Any, hand: int, bag: int) -> Refusal:
    """§5.1, §9.1, §9.2"""
    if reading_of(bag, rules)[0] == NONE:
        return no_combination(table, rules, bag)
    if table.trick == 1:
        return refuse("general_led_first", others=characters_in(hand & ~GENERALS))
    return refuse("general_led_last", pieces=characters_in(bag), general=characters_in(bag & GENERALS)[0])


def exposing_refusal(table: Any, rules: Any, bag: int) -> Refusal:
    """§4.8, §7.2, §7.3, §9.4, §9.5  Why pieces may not be exposed."""
    led, best, written = int(table.led), int(best_set(table)), characters_in(bag)
    if place_in(bag, led, rules) == 0:
        return refuse("not_of_the_type", pieces=written)
    if cannot_win(table, rules, bag):
        return refuse("general_cannot_win") if rules.general_rule == VOID else refuse("banned_first", pieces=written)
    if led == GENERAL_AND_PAIRS:
        return refuse("does_not_beat", "4.8", pieces=written, best=characters_in(best))
    code = "only_equals" if place_in(bag, led, rules) == place_in(best, led, rules) else "does_not_beat"
    return refuse(code, pieces=written, best=characters_in(best))


def pile_refusal(table: Any, rules: Any, bag: int) -> Refusal:
    """§8.3, §11.6  Why pieces may not be put under the pile on purpose."""
    return refuse("must_show" if goes_on_top(table, rules, bag) else "goes_under", pieces=characters_in(bag))
