"""What one knows of one's own hand, for the board (§12.3): which cards are aged and why, which may be led, and what they make."""

from typing import Any

from qipai.engine.seats import SPECTATOR

from .aged import aged_cards
from .cards import ALL_SUITS, EMPTY, LI_CHEN_MASK, count_of
from .ending import ENOUGH, may_declare
from .evidence import EVERYTHING
from .leading import single_leads
from .naming import melds_in
from .reasons import reasons_of
from .refused_cards import refuse_lead
from .scoring import matching_in
from .seating import is_active
from .state import CALLING, CLAIMING, LEADING, MAX_ROUNDS, OVER
from .text import ORDER, face_of, faces_in
from .variants import SUNG_1996

EVERY_CARD = ALL_SUITS | LI_CHEN_MASK  # §1.4
NOTHING: dict[str, Any] = {"own_down": [], "marks": None, "melds": [], "declaring": None, "hopes": None}


def describe_own(observation: Any, rules: Any) -> dict[str, Any]:
    """What nobody else is sent; of a spectator nothing, of the dreamer what he may hope for."""
    table, own = observation.table, observation.own
    if observation.seat == SPECTATOR:
        return NOTHING
    if not is_active(table, 0):
        return {**NOTHING, "hopes": hopes_of(rules, int(own.hand))}
    down = [{"round": number + 1, "cards": faces_in(int(own.down[number]))} for number in range(MAX_ROUNDS) if own.down[number]]
    if table.phase == OVER:
        return {**NOTHING, "own_down": down}
    aged = known_aged(observation, rules)
    melds = melds_in(int(own.hand))
    return {
        **NOTHING,
        "own_down": down,
        "marks": describe_marks(observation, rules, aged, melds),
        "melds": melds,
        "declaring": {
            "tricks": int(table.tricks[0]),
            "aged": int(count_of(aged)),
            "needed": ENOUGH,
            "may": bool(is_leading(table) and may_declare(table, 0, aged)),
        },
    }


def hopes_of(rules: Any, dreamt: int) -> list[str]:
    """§10.3, §11.8  The cards that are worth something to the dreamer where the winner has them; none where he gets nothing."""
    return [] if rules.scoring == SUNG_1996 else faces_in(int(matching_in(EVERY_CARD & ~dreamt, dreamt)))


def known_aged(observation: Any, rules: Any) -> int:
    """§7.1, §7.2  The aged cards of one's hand; before the play the observation does not say them."""
    table = observation.table
    if table.phase in (CLAIMING, CALLING):
        return int(aged_cards(table, rules, 0, observation.own, EVERYTHING, observation.search))
    return int(observation.aged)


def is_leading(table: Any) -> bool:
    """Is it one's own lead?"""
    return bool(table.phase == LEADING and table.asked & 1)


def describe_marks(observation: Any, rules: Any, aged: int, melds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """§7, §8  Every card of the hand, from the highest Sip down: is it aged, and why; may it be led alone, and why not."""
    table, hand = observation.table, int(observation.own.hand)
    leading = is_leading(table)
    singles = int(single_leads(table, rules, 0, hand, aged)) if leading else EMPTY
    reasons = reasons_of(observation, rules, aged)
    marks = []
    for card in ORDER:
        if not hand >> card & 1:
            continue
        face, leads = face_of(card), bool(singles >> card & 1)
        refusal = refuse_lead(table, hand, aged, 1 << card) if leading and not leads else None
        marks.append(
            {
                "card": face,
                "aged": bool(aged >> card & 1),
                "reason": reasons.get(card),
                "leads": leads if leading else None,
                "not_yet": {"section": refusal.section, "text": dict(refusal.text)} if refusal else None,
                "melds": [number for number, meld in enumerate(melds) if face in meld["cards"]],
            }
        )
    return marks
