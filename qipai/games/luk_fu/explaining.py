"""What a selection of cards is, or why something may not be done: the refusals, each with its §.

`why_not` and `explain` ask the rules' own predicates and say which of them failed.  The same cards may beat and be surrendered.
"""

from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.errors import Refusal
from qipai.engine.seats import SPECTATOR
from qipai.engine.telling import Card, Explanation
from qipai.engine.telling import kind_of as card_kind

from .cards import FIVE_TIGERS, count_of
from .ending import may_declare
from .leading import single_leads
from .melds import SINGLE, is_superior, type_of
from .naming import name_cards
from .observation import observe, seat_of
from .play import cards_of, is_legal, verb_of
from .refusals import refuse
from .refused_cards import refuse_beat, refuse_lead, refuse_meld, refuse_surrender
from .rounds import CLAIM, DECLARE, DOWN, LAY, best_meld, may_keep, pack_action, present_round
from .seating import is_active
from .state import ATTACKING, CALLING, CLAIMING, LEADING, OBSERVATION, OVER
from .text import format_action, mask_of_kinds


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§5, §6.2, §6.3  The legal actions that these cards are, a beat and a surrender perhaps, or the most telling refusal."""
    table, selected = observation.table, mask_of_kinds(map(card_kind, cards))
    refusal = turn_refusal(observation, seat)
    if refusal is None and (table.phase not in (LEADING, ATTACKING) or not selected):
        refusal = wanted(table)
    if refusal is None:
        refusal = refuse_missing(observation, selected)
    if refusal:
        return Explanation((), refusal)
    hand = int(observation.own.hand)
    if table.phase == LEADING:
        refusal = lead_refusal(observation, rules, selected)
        return Explanation((), refusal) if refusal else Explanation((text(LAY, selected, rules),))
    if count_of(selected) != present_round(table).count:
        return Explanation((), refuse_count(table, selected))
    actions = []
    if is_superior(selected, best_meld(table)):
        actions.append(text(LAY, selected, rules))
    if may_keep(table, rules, hand, selected):
        actions.append(text(DOWN, selected, rules))
    return Explanation(tuple(actions)) if actions else Explanation((), refuse_surrender(table, rules, hand, selected))


def text(verb: int, cards: int, rules: Any) -> str:
    return format_action(pack_action(verb, cards), rules)


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """Why a seat may not do this, or None if it may."""
    if is_legal(state, rules, seat, action):
        return None
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    return turn_refusal(observation, seat) or action_refusal(observation, rules, verb_of(action), int(cards_of(action)))


def action_refusal(observation: Any, rules: Any, verb: int, cards: int) -> Refusal:
    """Why this is not what is wanted of a seat that is asked."""
    table = observation.table
    if table.phase == CLAIMING:
        missing = FIVE_TIGERS & ~int(observation.own.hand)
        return refuse("not_five_tigers", cards=name_cards(missing)) if verb == CLAIM else wanted(table)
    if table.phase == LEADING and verb == DECLARE:
        return refuse_declaration(observation)
    if table.phase == ATTACKING and verb == DECLARE:
        return refuse("declare_later")
    if table.phase == CALLING or verb not in (LAY, DOWN) or (table.phase == LEADING and verb == DOWN):
        return wanted(table)
    missing_cards = refuse_missing(observation, cards)
    if missing_cards:
        return missing_cards
    if table.phase == LEADING:
        return lead_refusal(observation, rules, cards) or wanted(table)
    if count_of(cards) != present_round(table).count:
        return refuse_count(table, cards)
    if verb == LAY:
        return refuse_beat(cards, int(best_meld(table)))
    return refuse_surrender(table, rules, int(observation.own.hand), cards)


# -- whose turn it is, and for what


def turn_refusal(observation: Any, seat: int) -> Refusal | None:
    """Why it is not for this seat to act."""
    table = observation.table
    if table.phase == OVER:
        return refuse("deal_over")
    chair = next(chair for chair in range(int(table.players)) if seat_of(observation, chair) == seat)
    if not is_active(table, chair):
        return refuse("dreamer_watches")
    if int(table.asked) >> chair & 1:
        return None
    if table.phase == CLAIMING:
        return refuse("answered_already")
    if table.phase == CALLING:
        return refuse("call_later")
    if table.phase == LEADING:
        return refuse("lead_later")
    return refuse("laid_already" if int(present_round(table).laid) >> chair & 1 else "lay_later")


def wanted(table: Any) -> Refusal:
    """What is asked now instead."""
    if table.phase == CLAIMING:
        return refuse("answer_now")
    if table.phase == CALLING:
        return refuse("call_now")
    if table.phase == LEADING:
        return refuse("lead_now")
    return refuse("lay_now", n=int(present_round(table).count))


def refuse_missing(observation: Any, cards: int) -> Refusal | None:
    """Cards that are not held."""
    missing = cards & ~int(observation.own.hand)
    if missing and observation.seat != SPECTATOR:
        return refuse("not_in_hand", cards=name_cards(missing))
    return None


def refuse_count(table: Any, cards: int) -> Refusal:
    """§6.1"""
    return refuse("wrong_number", n=int(present_round(table).count), chosen=cards.bit_count())


def refuse_declaration(observation: Any) -> Refusal:
    """§9.1"""
    table = observation.table
    assert not may_declare(table, 0, observation.aged)
    tricks, aged = int(table.tricks[0]), int(count_of(observation.aged))
    return refuse("too_few_to_declare", tricks=tricks, aged=aged, n=tricks + aged)


def lead_refusal(observation: Any, rules: Any, cards: int) -> Refusal | None:
    """§5, §8  Why these cards may not be led, or None if they may."""
    table, hand, aged = observation.table, int(observation.own.hand), int(observation.aged)
    kind = type_of(cards)
    if kind > SINGLE:
        return None
    if kind != SINGLE:
        return refuse_meld(cards)
    if cards & single_leads(table, rules, 0, hand, aged):
        return None
    return refuse_lead(table, hand, aged, cards)
