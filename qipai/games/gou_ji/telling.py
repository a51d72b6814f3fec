"""What happened, as facts with their visibilities (§13): `tell_deal`, `tell` and `tell_result` of the contract."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import seats_in
from qipai.engine.telling import Card, Faces, Fact

from . import told_result
from .state import (
    CHANCE,
    CONFIRMING,
    DECLARING,
    HOLDING,
    LIBERATING,
    NAMING,
    ORDERING,
    PLEADING,
    RETURNING,
    SHOWING,
    SWAPPING,
    TELLING,
    WAIVING,
)
from .told_deal import tell_answer, tell_deal, tell_naming, tell_start, tell_threes
from .told_revolution import tell_confirmation, tell_plea, tell_wishes
from .told_talk import tell_count, tell_holding, tell_talk
from .told_tribute import hand_back, tell_giving, tell_liberation, tell_return, tell_swapping, tell_waivers
from .told_tricks import tell_chance, tell_order, tell_passing, tell_set
from .verbs import ASK_WIND, COUNT, EXPOSE, LAY, PASS, RANG, SHOW_HAND, verb_of

__all__ = ["tell", "tell_deal", "tell_result"]

TALK = (RANG, COUNT, SHOW_HAND, EXPOSE, ASK_WIND)


def tell(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None = None
) -> list[Fact]:
    """One action and all that follows from it, in order."""
    facts = tell_action(before, state, rules, seat, action, faces, chosen)
    for other in seats_in(int(state.table.penalised) & ~int(before.table.penalised)):
        faces.undealt += faces.hands[other]  # §9.7 the cards are taken away unseen
        faces.hands[other] = []
        facts.append(Fact("taken_away", {"seat": other}))
    return facts


def tell_action(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """By the verb, or by the question that was open."""
    verb, phase = verb_of(action), before.table.phase
    if verb == LAY:
        return tell_set(before, state, rules, seat, action, faces, chosen)
    if verb == PASS:
        return tell_passing(before, state, rules, seat, action)
    if verb in TALK:
        return tell_talk(before, state, rules, seat, action, faces)
    if phase == CHANCE:
        return tell_chance(before, state, rules, seat, action, faces, chosen)
    if phase == ORDERING:
        return tell_order(before, state, rules, seat, action)
    if phase == HOLDING:
        return tell_holding(before, state, rules, seat, action)
    if phase == TELLING:
        return tell_count(before, state, rules, seat, action)
    if phase == NAMING:
        return tell_naming(state, rules, seat, action, faces)
    return tell_before_play(before, state, rules, seat, action, faces, chosen)


def tell_before_play(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§3.2 to §5.6  An answer before the play; if it is the last that was asked for, what comes of them all."""
    phase = before.table.phase
    if phase == PLEADING:
        facts = [tell_plea(rules, seat, action)]
    elif phase == CONFIRMING:
        facts = tell_confirmation(rules, seat, action)
    elif phase == RETURNING:
        facts = [tell_return(before, rules, seat, action, faces, chosen)]
    else:
        facts = [tell_answer(rules, seat, action)]
    if before.table.asked != 1 << seat:
        return facts
    facts += tell_outcome(before, state, rules)
    facts += tell_giving(before, state, faces)
    facts += hand_back(before, state, faces)
    return facts + tell_start(before, state, rules)


def tell_outcome(before: Any, state: Any, rules: Any) -> list[Fact]:
    """What comes of a question that all have answered."""
    phase = before.table.phase
    if phase == SHOWING:
        return tell_threes(state.table)
    if phase in (DECLARING, PLEADING, CONFIRMING):
        return tell_wishes(before, state, rules)
    if phase == SWAPPING:
        return tell_swapping(before, state)
    if phase == LIBERATING:
        return tell_liberation(before, state)
    return tell_waivers(before, state) if phase == WAIVING else []


def tell_result(state: Any, rules: Any, result: Any, faces: Faces) -> list[Fact]:
    """§12  The end."""
    return told_result.tell_result(state, rules, result)
