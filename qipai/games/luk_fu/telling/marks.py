"""What one knows of one's own hand, for the board (§12.3): which cards are aged and why, which may be led, and what they make."""

from typing import Any

from qipai.engine.seats import SPECTATOR

from ..cards import ALL_SUITS, EMPTY, LI_CHEN_MASK, count_of, face_of
from ..notation.naming import melds_in
from ..notation.text import ORDER, faces_in
from ..rules.aged import aged_cards
from ..rules.ending import ENOUGH, may_declare
from ..rules.evidence import EVERYTHING
from ..rules.leading import single_leads
from ..rules.scoring import matching_in
from ..seating import is_active
from ..state import CALLING, CLAIMING, LEADING, MAX_ROUNDS, OVER
from ..variants import SUNG_1996
from .board_fields import Declaring, Down, Mark, Meld, NotYet
from .reasons import reasons_of
from .refused_cards import refuse_lead

EVERY_CARD = ALL_SUITS | LI_CHEN_MASK  # §1.4
NOTHING: dict[str, Any] = {"own_down": [], "marks": None, "melds": [], "declaring": None, "hopes": None}  # of a board


def describe_hand(observation: Any, rules: Any) -> dict[str, Any]:
    """§12.3  Return the fields of a board that only the observer is sent: its own hand and what it knows of it.

    They are empty for a spectator.  The dreamer is told only which cards he hopes for.
    """
    public, own = observation.public, observation.own
    if observation.seat == SPECTATOR:
        return NOTHING
    if not is_active(public, 0):
        return {**NOTHING, "hopes": hopes_of(rules, int(own.hand))}
    down = [Down(number + 1, faces_in(int(own.down[number]))) for number in range(MAX_ROUNDS) if own.down[number]]
    if public.phase == OVER:
        return {**NOTHING, "own_down": down}
    aged = known_aged(observation, rules)
    melds = [Meld(**meld) for meld in melds_in(int(own.hand))]
    return {
        **NOTHING,
        "own_down": down,
        "marks": describe_marks(observation, rules, aged, melds),
        "melds": melds,
        "declaring": Declaring(
            tricks=int(public.tricks[0]),
            aged=int(count_of(aged)),
            needed=ENOUGH,
            may=bool(is_leading(public) and may_declare(public, 0, aged)),
        ),
    }


def hopes_of(rules: Any, dreamt: int) -> list[str]:
    """§10.3, §11.8  Return the faces of the cards that bring the dreamer income if the winner has them.

    `dreamt` is the mask of the dreamer's card.  The list is empty under the scoring `sung_1996`, which gives him nothing.
    """
    return [] if rules.scoring == SUNG_1996 else faces_in(int(matching_in(EVERY_CARD & ~dreamt, dreamt)))


def known_aged(observation: Any, rules: Any) -> int:
    """§7.1, §7.2  Return the mask of aged cards in the observer's hand.

    Before the play they are computed, since the observation does not have them yet.
    """
    public = observation.public
    if public.phase in (CLAIMING, CALLING):
        return int(aged_cards(public, rules, 0, observation.own, EVERYTHING, observation.search))
    return int(observation.aged)


def is_leading(public: Any) -> bool:
    """Return True if it is the observer's lead."""
    return bool(public.phase == LEADING and public.asked & 1)


def describe_marks(observation: Any, rules: Any, aged: int, melds: list[Meld]) -> list[Mark]:
    """§7, §8  Return a mark for each card of the observer's hand, from the highest Sip down.

    A mark says whether the card is aged and why, whether it may be led alone and why not, and of which melds it is part.
    """
    public, hand = observation.public, int(observation.own.hand)
    leading = is_leading(public)
    singles = int(single_leads(public, rules, 0, hand, aged)) if leading else EMPTY
    reasons = reasons_of(observation, rules, aged)
    marks = []
    for card in ORDER:
        if not hand >> card & 1:
            continue
        face, leads = face_of(card), bool(singles >> card & 1)
        refusal = refuse_lead(public, hand, aged, 1 << card) if leading and not leads else None
        marks.append(
            Mark(
                card=face,
                aged=bool(aged >> card & 1),
                reason=reasons.get(card),
                leads=leads if leading else None,
                not_yet=NotYet(refusal.section, dict(refusal.text)) if refusal else None,
                melds=[number for number, meld in enumerate(melds) if face in meld.cards],
            )
        )
    return marks
