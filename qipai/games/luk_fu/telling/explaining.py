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

from ..cards import FIVE_TIGERS, count_of
from ..knowing.observation import observe, seat_of
from ..notation.naming import name_cards
from ..notation.text import format_action, mask_of_kinds
from ..rules.ending import may_declare
from ..rules.evasion import strong_cards
from ..rules.leading import single_leads
from ..rules.melds import SINGLE, is_superior, type_of
from ..rules.play import is_legal
from ..rules.rounds import (
    CLAIM,
    DECLARE,
    DOWN,
    KEEP,
    LAY,
    NOT_PLAY,
    PLAY,
    best_meld,
    cards_of,
    may_keep,
    pack_action,
    present_round,
    verb_of,
)
from ..seating import is_active
from ..state import ATTACKING, CALLING, CLAIMING, LEADING, OBSERVATION, OVER
from ..words import refuse
from .refused_cards import refuse_beat, refuse_lead, refuse_meld, refuse_surrender

OPPOSITES = {KEEP: CLAIM, PLAY: NOT_PLAY, LAY: DOWN, DOWN: LAY}  # the other answer to a question of two


def explain(observation: Any, rules: Any, seat: int, cards: Sequence[Card]) -> Explanation:
    """§5, §6.2, §6.3  Return the legal actions that these cards are, or the reason why there is none.

    Cards that beat may also be surrendered, so there may be two actions.  `seat` is the seat of the observer.
    """
    public, selected = observation.public, mask_of_kinds(map(card_kind, cards))
    refusal = turn_refusal(observation, seat)
    if refusal is None and (public.phase not in (LEADING, ATTACKING) or not selected):
        refusal = wanted(public)
    if refusal is None:
        refusal = refuse_missing(observation, selected)
    if refusal:
        return Explanation((), refusal)
    hand = int(observation.own.hand)
    if public.phase == LEADING:
        refusal = lead_refusal(observation, rules, selected)
        return Explanation((), refusal) if refusal else Explanation((text(LAY, selected, rules),))
    if count_of(selected) != present_round(public).count:
        return Explanation((), refuse_count(public, selected))
    actions = []
    if is_superior(selected, best_meld(public)):
        actions.append(text(LAY, selected, rules))
    if may_keep(public, rules, hand, selected):
        actions.append(text(DOWN, selected, rules))
    return Explanation(tuple(actions)) if actions else Explanation((), refuse_surrender(public, rules, hand, selected))


def text(verb: int, cards: int, rules: Any) -> str:
    """Return the text of an action with a mask of cards."""
    return format_action(pack_action(verb, cards), rules)


def why_not(state: Any, rules: Any, seat: int, action: int) -> Refusal | None:
    """Return the reason why a seat may not do an action, with its §; None if the action is legal."""
    if is_legal(state, rules, seat, action):
        return None
    observation = records.opened(records.new(OBSERVATION))
    observe(state, rules, seat, observation)
    return turn_refusal(observation, seat) or action_refusal(observation, rules, verb_of(action), int(cards_of(action)))


def why_alone(observation: Any, rules: Any, legal: Sequence[int]) -> Refusal | None:
    """§4.1, §6.3, §11.10  Return why a seat cannot do the opposite of the only action that it has; that it leads its last cards."""
    if len(legal) != 1:
        return None
    public, verb = observation.public, verb_of(legal[0])
    if public.phase == LEADING or verb not in OPPOSITES:
        return wanted(public) if verb == LAY else None
    return action_refusal(observation, rules, OPPOSITES[verb], int(cards_of(legal[0])))


def action_refusal(observation: Any, rules: Any, verb: int, cards: int) -> Refusal:
    """Return the reason why an action, by its verb and its mask of cards, is illegal for the observer, who is asked."""
    public = observation.public
    if public.phase == CLAIMING:
        missing = FIVE_TIGERS & ~int(observation.own.hand)
        return refuse("not_five_tigers", cards=name_cards(missing)) if verb == CLAIM else wanted(public)
    if public.phase == LEADING and verb == DECLARE:
        return refuse_declaration(observation)
    if public.phase == ATTACKING and verb == DECLARE:
        return refuse("declare_later")
    if public.phase == CALLING and verb == NOT_PLAY:
        return refuse("must_call", cards=name_cards(strong_cards(int(observation.own.hand), int(public.pack))))
    if public.phase == CALLING or verb not in (LAY, DOWN) or (public.phase == LEADING and verb == DOWN):
        return wanted(public)
    missing_cards = refuse_missing(observation, cards)
    if missing_cards:
        return missing_cards
    if public.phase == LEADING:
        return lead_refusal(observation, rules, cards) or wanted(public)
    if count_of(cards) != present_round(public).count:
        return refuse_count(public, cards)
    if verb == LAY:
        return refuse_beat(cards, int(best_meld(public)))
    return refuse_surrender(public, rules, int(observation.own.hand), cards)


# -- whose turn it is, and for what


def turn_refusal(observation: Any, seat: int) -> Refusal | None:
    """Return the reason why a seat may not act now; None if it is asked."""
    public = observation.public
    if public.phase == OVER:
        return refuse("deal_over")
    chair = next(chair for chair in range(int(public.players)) if seat_of(observation, chair) == seat)
    if not is_active(public, chair):
        return refuse("dreamer_watches")
    if int(public.asked) >> chair & 1:
        return None
    if public.phase == CLAIMING:
        return refuse("answered_already")
    if public.phase == CALLING:
        return refuse("call_later")
    if public.phase == LEADING:
        return refuse("lead_later")
    return refuse("laid_already" if int(present_round(public).laid) >> chair & 1 else "lay_later")


def wanted(public: Any) -> Refusal:
    """Return the refusal that names what is asked instead."""
    if public.phase == CLAIMING:
        return refuse("answer_now")
    if public.phase == CALLING:
        return refuse("call_now")
    if public.phase == LEADING:
        return refuse("lead_now")
    return refuse("lay_now", n=int(present_round(public).count))


def refuse_missing(observation: Any, cards: int) -> Refusal | None:
    """Return the refusal of cards (a mask) that the observer does not hold; None if it holds all of them."""
    missing = cards & ~int(observation.own.hand)
    if missing and observation.seat != SPECTATOR:
        return refuse("not_in_hand", cards=name_cards(missing))
    return None


def refuse_count(public: Any, cards: int) -> Refusal:
    """§6.1  Return the refusal of cards (a mask) that are not as many as were led."""
    return refuse("wrong_number", n=int(present_round(public).count), chosen=cards.bit_count())


def refuse_declaration(observation: Any) -> Refusal:
    """§9.1  Return the refusal of a declaration by the observer, who has too few tricks and aged cards."""
    public = observation.public
    assert not may_declare(public, 0, observation.aged)
    tricks, aged = int(public.tricks[0]), int(count_of(observation.aged))
    return refuse("too_few_to_declare", tricks=tricks, aged=aged, n=tricks + aged)


def lead_refusal(observation: Any, rules: Any, cards: int) -> Refusal | None:
    """§5, §8  Return the reason why these cards (a mask) may not be led; None if they may."""
    public, hand, aged = observation.public, int(observation.own.hand), int(observation.aged)
    kind = type_of(cards)
    if kind > SINGLE:
        return None
    if kind != SINGLE:
        return refuse_meld(cards)
    if cards & single_leads(public, rules, 0, hand, aged):
        return None
    return refuse_lead(public, hand, aged, cards)
