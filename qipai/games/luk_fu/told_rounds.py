"""§6, §9  The rounds, as facts: what was led, laid to beat, or surrendered face down; who took the round; and how the deal ended."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Faces, Fact

from .naming import kind_name
from .play import cards_of, verb_of
from .rounds import DECLARE, DOWN
from .scoring import matching
from .seating import dreamer_of
from .state import DRAWN, LEADING, OVER
from .text import faces_in, format_action, kinds_in
from .variants import SUNG_1996


def tell_play(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§6, §9.1  One decision of a round, and what follows from it."""
    verb, cards, text = verb_of(action), int(cards_of(action)), format_action(action, rules)
    if verb == DECLARE:
        return [*tell_declaration(before, state, seat, text), *tell_dreamer(state, rules)]
    faces.take(seat, kinds_in(cards), chosen)
    told: dict[str, Any] = {"seat": seat, "count": cards.bit_count()}
    said = {"action": text, "cards": faces_in(cards)}
    if verb == DOWN:
        fact = Fact("laid", {**told, "down": True}, {seat: said})
    else:
        lead = {"lead": True} if before.table.phase == LEADING else {}
        fact = Fact("laid", {**told, **said, "kind": kind_name(cards), "best": True, **lead})
    return [fact, *tell_end_of_round(before, state, rules, int(before.table.best) if verb == DOWN else seat)]


def tell_end_of_round(before: Any, state: Any, rules: Any, winner: int) -> list[Fact]:
    """§6.4, §9.2, §9.3  If all have laid: who takes how many tricks; after the last round, who has won."""
    table = state.table
    if table.round_number == before.table.round_number:
        return []
    number = int(before.table.round_number)
    cleared = {
        "seat": winner,
        "round": number + 1,
        "tricks": int(table.rounds[number].count),
        "total": int(table.tricks[winner]),
    }
    facts = [Fact("cleared", cleared)]
    if table.phase != OVER:
        return facts
    if table.ending == DRAWN:
        return [*facts, Fact("drawn", {"why": why_drawn(table, rules)})]
    won = Fact("won", {"seat": int(table.winner), "n": int(table.number)})
    return [*facts, won, *tell_dreamer(state, rules)]


def why_drawn(table: Any, rules: Any) -> str:
    """§9.3, §11.6  The key of the reason why nobody has won."""
    if rules.end_any_six:
        return "six_each" if max(table.tricks) >= 6 else "too_few"
    return "not_the_last" if max(table.tricks) >= 6 else "too_few"


def tell_declaration(before: Any, state: Any, seat: int, text: str) -> list[Fact]:
    """§9.1, §12.1  The winner shows the hand, and which cards in it are aged."""
    table, aged = state.table, faces_in(int(before.aged))
    declared = {
        "seat": seat,
        "action": text,
        "pieces": faces_in(int(table.revealed)),
        "held": len(aged),
        "tricks": int(table.tricks[seat]),
        "n": int(table.number),
    }
    return [Fact("declared", declared), *([Fact("counted", {"seat": seat, "pieces": aged})] if aged else [])]


def tell_dreamer(state: Any, rules: Any) -> list[Fact]:
    """§3.2, §10.3  After a deal that was won in play the dreamer shows his card."""
    dreamer = int(dreamer_of(state.table))
    if dreamer == NOBODY:
        return []
    same = faces_in(int(matching(state.table)))
    dreamt: dict[str, Any] = {"seat": dreamer, "cards": faces_in(int(state.table.dreamt))}
    if rules.scoring == SUNG_1996:
        return [Fact("dreamt", {**dreamt, "why": "no_income"})]
    if not same:
        return [Fact("dreamt", {**dreamt, "why": "no_match"})]
    return [Fact("dreamt", dreamt), Fact("matched", {"seat": dreamer, "pieces": same, "matches": len(same)})]
