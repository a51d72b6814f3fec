"""What a selection of pieces is, or why something may not be done: the refusals, each with its §.

`why_not` and `explain` ask the rules' own predicates and say which of them failed.
"""

from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import Refusal
from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Explanation
from qipai.engine.wording import listed

from ..knowing.observation import observe, seat_of
from ..knowing.worlds import bag_from
from ..notation.naming import bag_of_cards, bag_of_kinds, characters_in, kinds_in, place_in, reading_of
from ..notation.text import format_action
from ..pieces import GENERALS, holds, pieces_in
from ..rules.combinations import GENERAL_AND_PAIRS, NONE
from ..rules.face_up import goes_on_top
from ..rules.generals import cannot_win
from ..rules.play import EXPOSE, LAY, TAKE, TURN, UNDER, is_legal, pack_action, value_of, verb_of
from ..rules.stacks import is_end, neighbour, row_of
from ..rules.taking import first_taken
from ..rules.tricks import best_set, is_answer, is_lead
from ..state import ANSWERING, DIRECTING, EXPOSING, LEADING, OBSERVATION, OVER, TAKING, TURNING
from ..variants import CIRCLE, COUNTED_CIRCLE, FACE_UP, ROWS, VOID
from ..words import refuse, said
from .no_combination import no_combination


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§5.1, §5.2  Return the legal actions that these pieces are, or the reason why there is none."""
    public = observation.public
    refusal = turn_refusal(observation, rules, seat)
    if refusal is None and public.phase not in (LEADING, ANSWERING):
        refusal = wanted(public, rules)
    if refusal:
        return Explanation((), refusal)
    bag = bag_of_cards(list(cards))
    refusal = pieces_refusal(observation, rules, bag)
    if refusal:
        return Explanation((), refusal)
    texts = [format_action(pack_action(LAY, bag), rules)]
    if may_choose_the_place(public, rules) and goes_on_top(public, rules, bag):
        texts.append(format_action(pack_action(UNDER, bag), rules))
    return Explanation(tuple(texts))


def may_choose_the_place(public: Any, rules: Any) -> bool:
    """§11.6  Return True if pieces that could lie on top may also go under the pile."""
    return bool(public.phase == ANSWERING and rules.procedure == FACE_UP and not rules.must_show)


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """Return the reason why a seat may not do an action, with its §; None if the action is legal."""
    if is_legal(state, rules, seat, action):
        return None
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    return turn_refusal(observation, rules, seat) or action_refusal(observation, rules, seat, action)


def why_alone(observation: Any, rules: Any, legal: Sequence[int]) -> Refusal | None:
    """§5.1, §5.2, §7.2  Return why a seat cannot expose what it has played, or why it plays all that it has left; else None."""
    if len(legal) != 1:
        return None
    public = observation.public
    if public.phase in (LEADING, ANSWERING):
        return wanted(public, rules)
    if public.phase != EXPOSING or verb_of(legal[0]) == EXPOSE:
        return None
    return exposing_refusal(public, rules, int(observation.laid))


def action_refusal(observation: Any, rules: Any, seat: int, action: int) -> Refusal:
    """Return the reason why an action is illegal for a seat that is asked.  The observation is that seat's."""
    public, verb, value = observation.public, verb_of(action), int(value_of(action))
    if public.phase == TURNING and verb == TURN:
        return turning_refusal(public, rules, seat, value)
    if public.phase == TAKING and verb == TAKE:
        return taking_refusal(public, rules, value)
    if public.phase == EXPOSING and verb == EXPOSE:
        return exposing_refusal(public, rules, int(observation.laid))
    if public.phase == LEADING and verb == LAY:
        return pieces_refusal(observation, rules, value) or wanted(public, rules)
    if public.phase == ANSWERING and (verb == LAY or (verb == UNDER and rules.procedure == FACE_UP)):
        return pieces_refusal(observation, rules, value) or pile_refusal(public, rules, value)
    return wanted(public, rules)


# -- whose turn it is, and for what


def turn_refusal(observation: Any, rules: Any, seat: int) -> Refusal | None:
    """Return the reason why a seat may not act now; None if it is asked."""
    public = observation.public
    if public.phase == OVER:
        return refuse("deal_over")
    players = int(public.players)
    chair = next(chair for chair in range(players) if seat_of(observation, chair) == seat)
    if int(public.asked) >> chair & 1:
        return None
    if public.phase == TURNING:
        return refuse("turn_later", turning_section(rules))
    if public.phase == TAKING:
        return refuse("take_later", taking_section(rules))
    if public.phase == DIRECTING:
        return refuse("direct_later")
    if public.phase == LEADING:
        return refuse("lead_later")
    if public.phase == EXPOSING:
        return refuse("expose_later")
    return refuse("laid_already" if int(public.laid) >> chair & 1 else "answer_later")


def wanted(public: Any, rules: Any) -> Refusal:
    """What is asked now instead."""
    if public.phase == TURNING:
        return refuse("turn_now", turning_section(rules))
    if public.phase == TAKING:
        return refuse("take_now", taking_section(rules))
    if public.phase == DIRECTING:
        return refuse("direct_now")
    if public.phase == LEADING:
        return refuse("lead_now")
    return refuse("expose_now") if public.phase == EXPOSING else refuse("answer_now", n=int(public.count))


def turning_section(rules: Any) -> str:
    return "3.6" if rules.distribution == COUNTED_CIRCLE else "3.2"


def taking_section(rules: Any) -> str:
    return {ROWS: "3.4", COUNTED_CIRCLE: "3.7", CIRCLE: "3.8"}[int(rules.distribution)]


# -- stacks


def no_such_stack(public: Any, rules: Any, stack: int) -> Refusal:
    """Return the refusal of a stack by a number that no stack has."""
    section = {ROWS: "3.1", COUNTED_CIRCLE: "3.6", CIRCLE: "3.8"}[int(rules.distribution)]
    return refuse("no_such_stack", section, stack=stack, n=int(public.stacks))


def turning_refusal(public: Any, rules: Any, seat: int, stack: int) -> Refusal:
    """§3.2  Return the reason why a seat may not turn up a stack."""
    if not 1 <= stack <= public.stacks:
        return no_such_stack(public, rules, stack)
    if public.turner[stack] != NOBODY:
        return refuse("turned_already", stack=stack)
    assert row_of(public, stack) == seat
    return refuse("own_row", stack=stack)


def taking_refusal(public: Any, rules: Any, stack: int) -> Refusal:
    """§3.4, §3.7, §3.8  Return the reason why a stack may not be taken."""
    stacks = range(1, int(public.stacks) + 1)
    if stack not in stacks:
        return no_such_stack(public, rules, stack)
    if rules.distribution == ROWS:
        ends = [end for end in stacks if is_end(public, end)]
        return refuse("not_an_end", "3.4", listed=listed(ends, said("joining.list")), stack=stack)
    first = int(first_taken(public))
    beside = sorted(int(neighbour(public, first, step)) for step in (-1, 1))
    return refuse("not_beside", taking_section(rules), listed=listed(beside, said("joining.or")), stack=stack, first=first)


# -- pieces


def pieces_refusal(observation: Any, rules: Any, bag: int) -> Refusal | None:
    """§5.1, §5.2, §9.1  Return the reason why the observer may not lay a bag; None if it may."""
    public, hand = observation.public, int(bag_from(observation.hand))
    if bag == 0:
        return refuse("no_pieces") if public.phase == LEADING else wanted(public, rules)
    if not holds(hand, bag):
        return refuse("not_in_hand", pieces=characters_in(lacking(hand, bag)))
    if public.phase == LEADING:
        return None if is_lead(public, rules, hand, bag) else lead_refusal(public, rules, hand, bag)
    if is_answer(public, rules, hand, bag):
        return None
    count = int(pieces_in(bag))
    if count != public.count:
        return refuse("wrong_number", n=int(public.count), chosen=count)
    return refuse("general_laid_first", n=count, others=characters_in(hand & ~GENERALS))


def lacking(hand: int, bag: int) -> int:
    """Return the bag of those pieces of a bag that are not in the hand."""
    held = kinds_in(hand)
    missing = []
    for kind in kinds_in(bag):
        if kind in held:
            held.remove(kind)
        else:
            missing.append(kind)
    return bag_of_kinds(missing)


def lead_refusal(public: Any, rules: Any, hand: int, bag: int) -> Refusal:
    """§5.1, §9.1, §9.2  Return the reason why a bag may not be led."""
    if reading_of(bag, rules)[0] == NONE:
        return no_combination(public, rules, bag)
    if public.trick == 1:
        return refuse("general_led_first", others=characters_in(hand & ~GENERALS))
    return refuse("general_led_last", pieces=characters_in(bag), general=characters_in(bag & GENERALS)[0])


def exposing_refusal(public: Any, rules: Any, bag: int) -> Refusal:
    """§4.8, §7.2, §7.3, §9.5, §11.1  Return the reason why a bag may not be exposed."""
    led, best, written = int(public.led), int(best_set(public)), characters_in(bag)
    if place_in(bag, led, rules) == 0:
        return refuse("not_of_the_type", pieces=written)
    if cannot_win(public, rules, bag):
        return refuse("general_cannot_win") if rules.general_rule == VOID else refuse("banned_first", pieces=written)
    if led == GENERAL_AND_PAIRS:
        return refuse("does_not_beat", "4.8", pieces=written, best=characters_in(best))
    code = "only_equals" if place_in(bag, led, rules) == place_in(best, led, rules) else "does_not_beat"
    return refuse(code, pieces=written, best=characters_in(best))


def pile_refusal(public: Any, rules: Any, bag: int) -> Refusal:
    """§8.3, §11.6  Return the reason why a bag may not be put under the pile on purpose."""
    return refuse("must_show" if goes_on_top(public, rules, bag) else "goes_under", pieces=characters_in(bag))
