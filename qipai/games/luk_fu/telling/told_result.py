"""§10  The settlement, as facts: who pays whom, how much, and why."""

from typing import Any

from qipai.engine.seats import seat_or_none
from qipai.engine.telling import Fact

from ..cards import RED_IMPRINTS
from ..notation.text import faces_in
from ..rules.scoring import matching
from ..seating import dreamer_of, is_active
from ..state import CLAIMED, ENDINGS
from ..variants import SUNG_1996

SECTIONS = {"": "9.1", "abandoned": "4.4", "drawn": "9.3", "won": "10.2", "claimed": "10.5"}
FOR_BOTH = "_for_both"


def tell_result(state: Any, rules: Any, result: Any) -> list[Fact]:
    """§10.2 to §10.5, §11.10  Return the facts of the settlement: every payment, and the points of all seats."""
    public, players = state.public, int(result.players)
    payments = payments_of(public, rules, result)
    dreamer, ending = int(dreamer_of(public)), ENDINGS[result.ending]
    in_play = ending == "won"
    scored = {
        "points": [int(points) for points in result.points[:players]],
        "ending": ending,
        "section": "11.8" if in_play and rules.scoring == SUNG_1996 else SECTIONS[ending],
        "winner": seat_or_none(result.winner),
        "n": int(result.number),
        "value": int(result.value),
        "tricks": [int(tricks) for tricks in public.tricks[:players]],
        "dreamer": seat_or_none(dreamer),
        "dreamt": faces_in(int(public.dreamt)) or None,
        "matching": faces_in(int(matching(public))) if in_play else [],
        "income": int(result.income),
        "reds": faces_in(int(public.counting) & RED_IMPRINTS) if in_play and rules.scoring == SUNG_1996 else None,
        "counting": faces_in(int(public.counting)),
        "liable": seat_or_none(result.payer),
        "evaded": faces_in(int(result.evaded)),
        "payments": payments,
    }
    paid = [
        Fact("paid", {"seat": one["from"], "seats": [one["to"]], "owed": one["owed"], "why": one["why"]}) for one in payments
    ]
    return [*tell_evasion(result), *paid, Fact("scored", scored)]


def tell_evasion(result: Any) -> list[Fact]:
    """§11.10  Return the fact that the privileged loser does not pay a dealer who evaded the call; none if he did not.

    It names the cards that show the evasion.
    """
    if not result.evaded:
        return []
    return [Fact("unpaid", {"seat": int(result.payer), "seats": [int(result.winner)], "cards": faces_in(int(result.evaded))})]


def payments_of(public: Any, rules: Any, result: Any) -> list[dict[str, Any]]:
    """§10.2 to §10.4, §11.10  Return all payments to the winner and to the dreamer as dicts of `from`, `to`, `owed` and `why`.

    A privileged loser pays twice, and the other loser nothing.
    """
    winner, liable = seat_or_none(result.winner), seat_or_none(result.payer)
    if winner is None:
        return []
    losers = [seat for seat in range(int(result.players)) if is_active(public, seat) and seat != winner]
    payers, times, both = (losers, 1, "") if liable is None else ([liable], 2, FOR_BOTH)
    why = "claim" if result.ending == CLAIMED else ("reds" if rules.scoring == SUNG_1996 else "tricks") + both
    owed = [] if result.evaded else [(payer, winner, times * int(result.value), why) for payer in payers]
    if result.income:
        owed += [(payer, int(dreamer_of(public)), times * int(result.income), "dreamer" + both) for payer in payers]
    return [{"from": payer, "to": to, "owed": points, "why": reason} for payer, to, points, reason in owed]
