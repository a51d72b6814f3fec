"""What happened, as facts with their visibilities (§12): `tell_deal`, `tell` and `tell_result` of the contract."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import seats_in
from qipai.engine.telling import Card, Faces, Fact

from ..notation.naming import bag_of_cards, faces_in
from ..state import DIRECTING, EXPOSING, TAKING, TURNING
from ..variants import LAST_TRICK, MOST_PIECES, SHARES
from .told_sharing import tell_deal, tell_direct, tell_take, tell_turn
from .told_tricks import tell_choice, tell_lay

__all__ = ["tell", "tell_deal", "tell_result"]


def tell(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None = None
) -> list[Fact]:
    """§12  Return the facts of an action and of all that follows from it, in order (`Telling.tell`)."""
    phase = before.public.phase
    if phase == TURNING:
        return tell_turn(before, state, rules, seat, action, faces)
    if phase == TAKING:
        return tell_take(before, state, rules, seat, action, faces)
    if phase == DIRECTING:
        return tell_direct(state, rules, seat, action, faces)
    if phase == EXPOSING:
        return tell_choice(before, state, rules, seat, action)
    return tell_lay(before, state, rules, seat, action, faces, chosen)


def tell_result(state: Any, rules: Any, result: Any, faces: Faces) -> list[Fact]:
    """§10, §12.3  Return the fact of the settlement: whose pieces count how much, and all that nobody has seen."""
    public, players = state.public, int(result.players)
    counts = [int(count) for count in result.captured[:players]]
    share = None if rules.aim in (MOST_PIECES, LAST_TRICK) else sum(counts) // players
    rows = [
        {
            "seat": seat,
            "captured": int(public.captured[seat]),
            "beheaded": bool(int(result.offenders) >> seat & 1),
            "counts": counts[seat],
            "share": share,
            "bonus": int(result.bonus[seat]),
            "points": int(result.points[seat]),
        }
        for seat in range(players)
    ]
    scored = {
        "points": [row["points"] for row in rows],
        "winners": list(seats_in(int(result.winners))),
        "section": section_of(rules, rows),
        "rows": rows,
        "left": faces_in(bag_of_cards(faces.undealt)) or None,
        "thrown": opened_thrown(state),
    }
    return [Fact("scored", scored)]


def section_of(rules: Any, rows: Sequence[dict[str, Any]]) -> str:
    """Return the § by which the deal is scored."""
    if rules.aim == MOST_PIECES:
        return "10.1"
    if rules.aim == LAST_TRICK:
        return "10.5"
    if rules.aim == SHARES:
        return "10.2"
    return "10.4" if any(row["bonus"] for row in rows) else "10.3"


def opened_thrown(state: Any) -> list[dict[str, Any]]:
    """§12.3  Return what was thrown in unseen, which is shown when the deal is over: by trick and seat."""
    public = state.public
    return [
        {
            "trick": int(public.thrown[number].trick),
            "seat": int(public.thrown[number].seat),
            "cards": faces_in(int(state.thrown[number])),
        }
        for number in range(int(public.thrown_sets))
    ]
