"""What happened, as facts with their visibilities (§13): `tell_deal`, `tell` and `tell_result` of the contract."""

from collections.abc import Sequence
from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY, seat_or_none, seats_in
from qipai.engine.telling import Card, Faces, Fact

from ..rules.session import next_setup, prepare_tribute
from ..seating import SEATS, right_of
from ..state import (
    CHANCE,
    CONFIRMING,
    DECLARING,
    ENDINGS,
    FRESH_GAME,
    GAME_KINDS,
    HOLDING,
    LIBERATING,
    NAMING,
    ORDERING,
    PLEADING,
    RETURNING,
    SETUP,
    SHOWING,
    STATE,
    SWAPPING,
    TELLING,
    WAIVING,
)
from ..verbs import ADVISE, ASK_WIND, COUNT, EXPOSE, LAY, PASS, RANG, SHOW_HAND, verb_of
from .told_deal import tell_answer, tell_deal, tell_naming, tell_start, tell_threes
from .told_talk import tell_count, tell_holding, tell_talk
from .told_tribute import (
    hand_back,
    tell_confirmation,
    tell_giving,
    tell_liberation,
    tell_plea,
    tell_return,
    tell_swapping,
    tell_waivers,
    tell_wishes,
)
from .told_tricks import tell_chance, tell_order, tell_passing, tell_set

__all__ = ["tell", "tell_deal", "tell_result"]

TALK = (RANG, COUNT, SHOW_HAND, EXPOSE, ASK_WIND, ADVISE)


def tell(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None = None
) -> list[Fact]:
    """§13  Return the facts of an action and of all that follows from it, in order (`Telling.tell`)."""
    facts = tell_action(before, state, rules, seat, action, faces, chosen)
    for other in seats_in(int(state.public.penalised) & ~int(before.public.penalised)):
        faces.undealt += faces.hands[other]  # §9.7 the cards are taken away unseen
        faces.hands[other] = []
        facts.append(Fact("taken_away", {"seat": other}))
    return facts


def tell_action(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """Return the facts of an action, by its verb or by the question that it answers."""
    verb, phase = verb_of(action), before.public.phase
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
    """§3.2 to §5.6  Return the facts of an answer before the play; after the last answer also of all that follows."""
    phase = before.public.phase
    if phase == PLEADING:
        facts = [tell_plea(rules, seat, action)]
    elif phase == CONFIRMING:
        facts = tell_confirmation(rules, seat, action)
    elif phase == RETURNING:
        facts = [tell_return(before, rules, seat, action, faces, chosen)]
    else:
        facts = [tell_answer(rules, seat, action)]
    if before.public.asked != 1 << seat:
        return facts
    facts += tell_outcome(before, state, rules)
    facts += tell_giving(before, state, faces)
    facts += hand_back(before, state, faces)
    return facts + tell_start(before, state, rules)


def tell_outcome(before: Any, state: Any, rules: Any) -> list[Fact]:
    """Return the facts of a question that all have answered."""
    phase = before.public.phase
    if phase == SHOWING:
        return tell_threes(state.public)
    if phase in (DECLARING, PLEADING, CONFIRMING):
        return tell_wishes(before, state, rules)
    if phase == SWAPPING:
        return tell_swapping(before, state)
    if phase == LIBERATING:
        return tell_liberation(before, state)
    return tell_waivers(before, state) if phase == WAIVING else []


# -- the end


SECTIONS = {"played": "12.1", "sweep": "12.2", "thrown_in": "4.4", "one_team": "14.22"}  # of each ending


def tell_result(state: Any, rules: Any, result: Any, faces: Faces) -> list[Fact]:
    """§12.1 to §12.4  Return the fact of the settlement.  Cards left in the hands are not shown (§13.2), only how many."""
    public = state.public
    scored = {
        "points": [int(points) for points in result.points],
        "places": [int(place) or None for place in result.place],
        "ending": ENDINGS[result.ending],
        "section": SECTIONS[ENDINGS[result.ending]],
        "kind": GAME_KINDS[result.kind],
        "penalised": list(seats_in(int(result.penalised))),
        "left": [int(size) for size in public.left],
        "next": tell_next(public, rules, result),
    }
    return [Fact("scored", scored)]


def tell_next(public: Any, rules: Any, result: Any) -> dict[str, Any]:
    """§2.1, §2.2, §5.2, §12.4  Return which kind of game follows, who begins, and who owes whom, if the same six play on."""
    setup, following = records.new(SETUP), records.new(SETUP)
    present = records.opened(setup)
    present.due = public.due
    for seat in range(SEATS):
        present.places[seat] = public.last[seat]
    next_setup(present, result, rules, records.opened(following))
    coming, next_table = records.opened(following), records.opened(records.new(STATE)).public
    next_table.due = coming.due
    for seat in range(SEATS):
        next_table.last[seat] = coming.places[seat]
    prepare_tribute(next_table)
    fresh = coming.kind == FRESH_GAME
    return {
        "kind": GAME_KINDS[coming.kind],
        "section": "2.2" if fresh else "2.3",
        "tributes": [
            {"from": giver, "to": int(next_table.receiver[giver]), "n": int(next_table.owes[giver])}
            for giver in range(SEATS)
            if next_table.receiver[giver] != NOBODY
        ],
        "big_loser": None if fresh else seat_or_none(next_table.big_loser),
        "kaipai": int(right_of(coming.kaipai, 1)) if fresh else None,
    }
