"""§10  The settlement, as facts: who pays whom, how much, and why."""

from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Fact

from .cards import RED_IMPRINTS
from .scoring import matching
from .seating import dreamer_of, is_active
from .state import CLAIMED, ENDINGS
from .text import faces_in
from .variants import SUNG_1996

SECTIONS = {"": "9.1", "abandoned": "4.4", "drawn": "9.3", "won": "10.2", "claimed": "10.5"}
FOR_BOTH = "_for_both"


def tell_result(state: Any, rules: Any, result: Any) -> list[Fact]:
    """§10.2 to §10.5  Every payment, and the points that come of them."""
    table, players = state.table, int(result.players)
    payments = payments_of(table, rules, result)
    dreamer, ending = int(dreamer_of(table)), ENDINGS[result.ending]
    in_play = ending == "won"
    scored = {
        "points": [int(points) for points in result.points[:players]],
        "ending": ending,
        "section": "11.8" if in_play and rules.scoring == SUNG_1996 else SECTIONS[ending],
        "winner": seat_or_none(result.winner),
        "n": int(result.number),
        "value": int(result.value),
        "tricks": [int(tricks) for tricks in table.tricks[:players]],
        "dreamer": seat_or_none(dreamer),
        "dreamt": faces_in(int(table.dreamt)) or None,
        "matching": faces_in(int(matching(table))) if in_play else [],
        "income": int(result.income),
        "reds": faces_in(int(table.counting) & RED_IMPRINTS) if in_play and rules.scoring == SUNG_1996 else None,
        "counting": faces_in(int(table.counting)),
        "liable": seat_or_none(result.payer),
        "payments": payments,
    }
    paid = [
        Fact("paid", {"seat": one["from"], "seats": [one["to"]], "owed": one["owed"], "why": one["why"]}) for one in payments
    ]
    return [*paid, Fact("scored", scored)]


def seat_or_none(seat: Any) -> int | None:
    return None if seat == NOBODY else int(seat)


def payments_of(table: Any, rules: Any, result: Any) -> list[dict[str, Any]]:
    """§10.2 to §10.4  What each payer owes the winner and the dreamer; a privileged loser owes twice, and the other nothing."""
    winner, liable = seat_or_none(result.winner), seat_or_none(result.payer)
    if winner is None:
        return []
    losers = [seat for seat in range(int(result.players)) if is_active(table, seat) and seat != winner]
    payers, times, both = (losers, 1, "") if liable is None else ([liable], 2, FOR_BOTH)
    why = "claim" if result.ending == CLAIMED else ("reds" if rules.scoring == SUNG_1996 else "tricks") + both
    owed = [(payer, winner, times * int(result.value), why) for payer in payers]
    if result.income:
        owed += [(payer, int(dreamer_of(table)), times * int(result.income), "dreamer" + both) for payer in payers]
    return [{"from": payer, "to": to, "owed": points, "why": reason} for payer, to, points, reason in owed]
