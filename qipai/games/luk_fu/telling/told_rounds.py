"""§6, §9  The rounds, as facts: what was led, laid to beat, or surrendered face down; who took the round; and how the deal ended."""

from collections.abc import Sequence
from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Faces, Fact

from ..notation.naming import meld_name
from ..notation.text import faces_in, format_action, kinds_in
from ..rules.rounds import DECLARE, DOWN, cards_of, verb_of
from ..rules.scoring import matching
from ..seating import dreamer_of
from ..state import DRAWN, LEADING, OVER
from ..variants import SUNG_1996


def tell_play(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§6, §9.1  Take the cards of a decision out of `faces`; return its facts and those that follow from it."""
    verb, cards, text = verb_of(action), int(cards_of(action)), format_action(action, rules)
    if verb == DECLARE:
        return [*tell_declaration(before, state, seat, text), *tell_dreamer(state, rules)]
    faces.take(seat, kinds_in(cards), chosen)
    told: dict[str, Any] = {"seat": seat, "count": cards.bit_count()}
    said = {"action": text, "cards": faces_in(cards)}
    if verb == DOWN:
        fact = Fact("laid", {**told, "down": True}, {seat: said})
    else:
        lead = {"lead": True} if before.public.phase == LEADING else {}
        fact = Fact("laid", {**told, **said, "kind": meld_name(cards), "best": True, **lead})
    return [fact, *tell_end_of_round(before, state, rules, int(before.public.best) if verb == DOWN else seat)]


def tell_end_of_round(before: Any, state: Any, rules: Any, winner: int) -> list[Fact]:
    """§6.4, §9.2, §9.3  Return the facts of the end of a round, and after the last one of the deal.

    None while a seat has still to lay.  `winner` is the seat with the best meld.
    """
    public = state.public
    if public.round_number == before.public.round_number:
        return []
    number = int(before.public.round_number)
    cleared = {
        "seat": winner,
        "round": number + 1,
        "tricks": int(public.rounds[number].count),
        "total": int(public.tricks[winner]),
    }
    facts = [Fact("cleared", cleared)]
    if public.phase != OVER:
        return facts
    if public.ending == DRAWN:
        return [*facts, Fact("drawn", {"why": why_drawn(public, rules)})]
    won = Fact("won", {"seat": int(public.winner), "n": int(public.number)})
    return [*facts, won, *tell_dreamer(state, rules)]


def why_drawn(public: Any, rules: Any) -> str:
    """§9.3, §11.6  Return the key of the reason why nobody has won."""
    if rules.end_any_six:
        return "six_each" if max(public.tricks) >= 6 else "too_few"
    return "not_the_last" if max(public.tricks) >= 6 else "too_few"


def tell_declaration(before: Any, state: Any, seat: int, text: str) -> list[Fact]:
    """§9.1, §12.1  Return the facts of a declaration: the winner's hand, and which of its cards are aged."""
    public, aged = state.public, faces_in(int(before.aged))
    declared = {
        "seat": seat,
        "action": text,
        "pieces": faces_in(int(public.revealed)),
        "held": len(aged),
        "tricks": int(public.tricks[seat]),
        "n": int(public.number),
    }
    return [Fact("declared", declared), *([Fact("counted", {"seat": seat, "pieces": aged})] if aged else [])]


def tell_dreamer(state: Any, rules: Any) -> list[Fact]:
    """§3.2, §10.3  Return the facts of the dreamer's card, shown after a deal won in play; none without a dreamer."""
    dreamer = int(dreamer_of(state.public))
    if dreamer == NOBODY:
        return []
    same = faces_in(int(matching(state.public)))
    dreamt: dict[str, Any] = {"seat": dreamer, "cards": faces_in(int(state.public.dreamt))}
    if rules.scoring == SUNG_1996:
        return [Fact("dreamt", {**dreamt, "why": "no_income"})]
    if not same:
        return [Fact("dreamt", {**dreamt, "why": "no_match"})]
    return [Fact("dreamt", dreamt), Fact("matched", {"seat": dreamer, "pieces": same, "matches": len(same)})]
