"""§5 to §9  The tricks, as facts: what was laid for whose eyes, turned up, exposed or thrown in, and who took it why."""

from collections.abc import Iterator, Sequence
from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Faces, Fact

from .face_up import goes_on_top
from .generals import cannot_win
from .naming import faces_in, kinds_in, name_lead, place_in, reading_of, type_name
from .play import EXPOSE, UNDER, value_of, verb_of
from .state import ANSWERING, EXPOSING, LEADING, OVER
from .text import format_action
from .variants import CREDIT, FACE_UP, PRIORITY, SET_ASIDE, THROWN_IN, TOGETHER, VOID


def tell_lay(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§5.1, §5.2  Pieces are laid; the last that are awaited bring everything to light."""
    bag = int(value_of(action))
    faces.take(seat, kinds_in(bag), chosen)
    if rules.procedure == FACE_UP:
        return [tell_open_lay(before, rules, seat, action, bag), *tell_end(before, state, rules)]
    facts = [tell_hidden_lay(before, rules, seat, action, bag)]
    if before.table.phase == LEADING or state.table.phase == ANSWERING:
        return facts
    laid = [int(other) for other in before.laid[: int(before.table.players)]]
    laid[seat] = bag
    if rules.procedure == TOGETHER:
        return [*facts, *tell_reveal(before, state, rules, laid), *tell_end(before, state, rules)]
    return [*facts, *tell_exposure(before, state, rules, laid), *tell_end(before, state, rules)]


def lead_named(before: Any, rules: Any, bag: int) -> dict[str, Any]:
    """§5.1  What is said with a lead; nothing with an answer."""
    return {"lead": True, **name_lead(reading_of(bag, rules)[0])} if before.table.phase == LEADING else {}


def tell_hidden_lay(before: Any, rules: Any, seat: int, action: int, bag: int) -> Fact:
    """§6.1, §7.1  Face down: all see how many pieces, and the leader's type; the seat its own."""
    cards = faces_in(bag)
    return Fact(
        "laid",
        {"seat": seat, "count": len(cards), "down": True, **lead_named(before, rules, bag)},
        {seat: {"action": format_action(action, rules), "cards": cards}},
    )


def tell_open_lay(before: Any, rules: Any, seat: int, action: int, bag: int) -> Fact:
    """§8.1 to §8.3  On top for all eyes; under the pile for the seat's own, or for all (§11.7)."""
    cards = faces_in(bag)
    said = {"action": format_action(action, rules), "cards": cards}
    told = {"seat": seat, "count": len(cards)}
    if before.table.phase == LEADING:
        return Fact("laid", {**told, **said, **lead_named(before, rules, bag)})
    if verb_of(action) != UNDER and goes_on_top(before.table, rules, bag):
        return Fact("laid", {**told, **said, "kind": type_name(int(before.table.led))})
    told["under"] = True
    return Fact("laid", {**told, **said}) if rules.under_face else Fact("laid", told, {seat: said})


def in_turn(table: Any) -> list[int]:
    """The seats in turn from the leader."""
    players, leader = int(table.players), int(table.leader)
    return [(leader + turn) % players for turn in range(players)]


def tell_reveal(before: Any, state: Any, rules: Any, laid: Sequence[int]) -> Iterator[Fact]:
    """§6.2  Everything is turned up together, and generals are seen (§9.3)."""
    table, led = before.table, int(before.table.led)
    plays = [
        {
            "seat": seat,
            "cards": faces_in(laid[seat]),
            "kind": type_name(led) if place_in(laid[seat], led, rules) else None,
            "best": seat == int(state.table.previous_winner),
        }
        for seat in in_turn(table)
    ]
    yield Fact("revealed", {"plays": plays})
    for seat in in_turn(table):
        yield from tell_offence(before, state, rules, seat)


def tell_exposure(before: Any, state: Any, rules: Any, laid: Sequence[int]) -> Iterator[Fact]:
    """§7.1, §7.2  The leader's pieces are exposed; where nobody is asked, the others follow at once."""
    table, led = before.table, type_name(int(before.table.led))
    leader, *others = in_turn(table)
    best = not cannot_win(table, rules, laid[leader])
    play = {"seat": leader, "cards": faces_in(laid[leader]), "kind": led, "best": best}
    yield Fact("revealed", {"plays": [play]})
    yield from tell_offence(before, state, rules, leader)
    if state.table.phase == EXPOSING:
        return
    for seat in others:
        yield tell_shown(seat, laid[seat], led, state.table.previous[seat] != 0)
        yield from tell_offence(before, state, rules, seat)


def tell_shown(seat: int, bag: int, kind: str | None, exposes: bool, action: str | None = None) -> Fact:
    """§7.2, §7.4  Exposed for all, or thrown in for the seat's own eyes."""
    told: dict[str, Any] = {"seat": seat} if action is None else {"seat": seat, "action": action}
    pieces = faces_in(bag)
    if exposes:
        return Fact("exposed", {**told, "pieces": pieces, "kind": kind})
    return Fact("thrown_in", {**told, "count": len(pieces)}, {seat: {"pieces": pieces}})


def tell_choice(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§7.5, §11.5  A seat that was asked exposes or throws in."""
    text, kind = format_action(action, rules), type_name(int(before.table.led))
    shown = tell_shown(seat, int(before.laid[seat]), kind, verb_of(action) == EXPOSE, text)
    offences = [fact for other in in_turn(before.table) for fact in tell_offence(before, state, rules, other)]  # §12.1
    return [shown, *offences, *tell_end(before, state, rules)]


def tell_offence(before: Any, state: Any, rules: Any, seat: int) -> Iterator[Fact]:
    """§9.3, §11.1  A general in the first or the last trick costs its player the pieces taken."""
    if (int(state.table.offenders) & ~int(before.table.offenders)) >> seat & 1:
        yield Fact("beheaded", {"seat": seat, "section": "11.1" if rules.general_rule == CREDIT else "9.3"})


def tell_end(before: Any, state: Any, rules: Any) -> Iterator[Fact]:
    """§5.4, §6.4, §6.5  If the trick is over: who takes what, and why."""
    table = state.table
    if table.trick == before.table.trick and table.phase != OVER:
        return
    winner = int(table.previous_winner)
    why, section = reason(before, state, rules)
    yield Fact(
        "cleared",
        {
            "trick": int(before.table.trick),
            "winner": None if winner == NOBODY else winner,
            "taken": int(table.previous_taken),
            "pot": int(table.pot),
            "why": why,
            "section": section,
        },
    )


def reason(before: Any, state: Any, rules: Any) -> tuple[str, str]:
    """Why a trick went to its winner, from what lay open alone."""
    if rules.procedure == THROWN_IN:
        return reason_of_exposed(before, state, rules)
    table, led = state.table, int(before.table.led)
    places = [
        0 if int(table.previous_under) >> seat & 1 else place_in(int(table.previous[seat]), led, rules)
        for seat in range(int(table.players))
    ]
    equals = places.count(max(places)) > 1
    if rules.procedure == FACE_UP:
        return ("later", "8.2") if equals else ("highest", "8.4")
    if not equals:
        return "highest", "5.3"
    if rules.ties == SET_ASIDE:
        return ("nobody", "6.5") if table.phase == OVER else ("set_aside", "6.4")
    if rules.ties == PRIORITY:
        return ("leader" if table.previous_winner == before.table.leader else "priority"), "6.3"
    return "earlier", "6.6"


def reason_of_exposed(before: Any, state: Any, rules: Any) -> tuple[str, str]:
    """§7.2  The best that was exposed wins; where nothing could, §9.4 the next in turn takes the trick, or §9.5 the leader."""
    leader, *others = in_turn(before.table)
    shown = state.table.previous
    if any(shown[seat] for seat in others) or not cannot_win(before.table, rules, int(shown[leader])):
        return "highest", "7.2"
    return ("next", "9.4") if rules.general_rule == VOID else ("void", "9.5")
