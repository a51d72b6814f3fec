"""What happened, as facts with their visibilities (§12): `tell_deal`, `tell` and `tell_result` of the contract."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.telling import Card, Faces, Fact

from ..state import CALLING, CLAIMING
from . import told_result
from .told_calls import tell_answer, tell_call, tell_deal
from .told_rounds import tell_play

__all__ = ["tell", "tell_deal", "tell_result"]


def tell(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None = None
) -> list[Fact]:
    """§12  Return the facts of an action and of all that follows from it, in order (`Telling.tell`)."""
    phase = before.public.phase
    if phase == CLAIMING:
        return tell_answer(state, rules, seat, action)
    if phase == CALLING:
        return tell_call(state, rules, seat, action)
    return tell_play(before, state, rules, seat, action, faces, chosen)


def tell_result(state: Any, rules: Any, result: Any, faces: Faces) -> list[Fact]:
    """§10  Return the facts of the settlement: who pays whom and why.

    Nobody's hand is shown but the winner's, and nothing that was surrendered (§12.2).
    """
    return told_result.tell_result(state, rules, result)
