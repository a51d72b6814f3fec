"""§5 to §9  The tricks, as facts: what was laid for whose eyes, turned up, exposed or thrown in, and who took it why."""

from collections.abc import Iterator, Sequence
from typing import Any

from qipai.engine.seats import NOBODY
from qipai.engine.telling import Card, Faces, Fact

from ..notation.naming import faces_in, kinds_in, name_lead, place_in, reading_of, type_name
from ..notation.text import format_action
from ..rules.face_up import goes_on_top
from ..rules.generals import cannot_win
from ..rules.play import EXPOSE, UNDER, value_of, verb_of
from ..state import ANSWERING, EXPOSING, LEADING, OVER
from ..variants import CREDIT, FACE_UP, PRIORITY, SET_ASIDE, THROWN_IN, TOGETHER, VOID


def tell_lay(
    before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces, chosen: Sequence[Card] | None
) -> list[Fact]:
    """§5.1, §5.2  Take the pieces of a seat out of `faces`; return the facts of laying them and of all that follows.

    Pieces that lie face down are turned up when the last seat has laid.
    """
    bag = int(value_of(action))
    faces.take(seat, kinds_in(bag), chosen)
    if rules.procedure == FACE_UP:
        return [tell_open_lay(before, rules, seat, action, bag), *tell_end(before, state, rules)]
    facts = [tell_hidden_lay(before, rules, seat, action, bag)]
    if before.public.phase == LEADING or state.public.phase == ANSWERING:
        return facts
    laid = [int(other) for other in before.laid[: int(before.public.players)]]
    laid[seat] = bag
    if rules.procedure == TOGETHER:
        return [*facts, *tell_reveal(before, state, rules, laid), *tell_end(before, state, rules)]
    return [*facts, *tell_exposure(before, state, rules, laid), *tell_end(before, state, rules)]


def lead_named(before: Any, rules: Any, bag: int) -> dict[str, Any]:
    """§5.1  Return the fields that name a lead; none for an answer."""
    return {"lead": True, **name_lead(reading_of(bag, rules)[0])} if before.public.phase == LEADING else {}


def tell_hidden_lay(before: Any, rules: Any, seat: int, action: int, bag: int) -> Fact:
    """§6.1, §7.1  Return the fact of pieces laid face down.

    Everybody is told their number, and of a lead the type; the seat itself its pieces.
    """
    cards = faces_in(bag)
    return Fact(
        "laid",
        {"seat": seat, "count": len(cards), "down": True, **lead_named(before, rules, bag)},
        {seat: {"action": format_action(action, rules), "cards": cards}},
    )


def tell_open_lay(before: Any, rules: Any, seat: int, action: int, bag: int) -> Fact:
    """§8.1 to §8.3  Return the fact of pieces laid on top, which all see, or put under the pile.

    Those under the pile only their seat sees, or all (§11.7).
    """
    cards = faces_in(bag)
    said = {"action": format_action(action, rules), "cards": cards}
    told = {"seat": seat, "count": len(cards)}
    if before.public.phase == LEADING:
        return Fact("laid", {**told, **said, **lead_named(before, rules, bag)})
    if verb_of(action) != UNDER and goes_on_top(before.public, rules, bag):
        return Fact("laid", {**told, **said, "kind": type_name(int(before.public.led))})
    told["under"] = True
    return Fact("laid", {**told, **said}) if rules.under_face else Fact("laid", told, {seat: said})


def in_turn(public: Any) -> list[int]:
    """Return the seats in turn from the leader."""
    players, leader = int(public.players), int(public.leader)
    return [(leader + turn) % players for turn in range(players)]


def tell_reveal(before: Any, state: Any, rules: Any, laid: Sequence[int]) -> Iterator[Fact]:
    """§6.2  Yield the facts of all pieces being turned up together, and of generals that are seen then (§9.3).

    `laid` holds the bag of each seat.
    """
    public, led = before.public, int(before.public.led)
    plays = [
        {
            "seat": seat,
            "cards": faces_in(laid[seat]),
            "kind": type_name(led) if place_in(laid[seat], led, rules) else None,
            "best": seat == int(state.public.previous_winner),
        }
        for seat in in_turn(public)
    ]
    yield Fact("revealed", {"plays": plays})
    for seat in in_turn(public):
        yield from tell_offence(before, state, rules, seat)


def tell_exposure(before: Any, state: Any, rules: Any, laid: Sequence[int]) -> Iterator[Fact]:
    """§7.1, §7.2  Yield the facts of the leader's pieces being exposed, and of the others' where nobody is asked about them.

    `laid` holds the bag of each seat.
    """
    public, led = before.public, type_name(int(before.public.led))
    leader, *others = in_turn(public)
    best = not cannot_win(public, rules, laid[leader])
    play = {"seat": leader, "cards": faces_in(laid[leader]), "kind": led, "best": best}
    yield Fact("revealed", {"plays": [play]})
    yield from tell_offence(before, state, rules, leader)
    if state.public.phase == EXPOSING:
        return
    for seat in others:
        yield tell_shown(seat, laid[seat], led, state.public.previous[seat] != 0)
        yield from tell_offence(before, state, rules, seat)


def tell_shown(seat: int, bag: int, kind: str | None, exposes: bool, action: str | None = None) -> Fact:
    """§7.2, §7.4  Return the fact of pieces that are exposed to all, or thrown in, which only their seat sees."""
    told: dict[str, Any] = {"seat": seat} if action is None else {"seat": seat, "action": action}
    pieces = faces_in(bag)
    if exposes:
        return Fact("exposed", {**told, "pieces": pieces, "kind": kind})
    return Fact("thrown_in", {**told, "count": len(pieces)}, {seat: {"pieces": pieces}})


def tell_choice(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§7.5, §11.5  Return the facts of a seat's choice to expose its pieces or to throw them in."""
    text, kind = format_action(action, rules), type_name(int(before.public.led))
    shown = tell_shown(seat, int(before.laid[seat]), kind, verb_of(action) == EXPOSE, text)
    offences = [fact for other in in_turn(before.public) for fact in tell_offence(before, state, rules, other)]  # §12.1
    return [shown, *offences, *tell_end(before, state, rules)]


def tell_offence(before: Any, state: Any, rules: Any, seat: int) -> Iterator[Fact]:
    """§9.3, §9.4  Yield the fact that a seat is beheaded, if this action brought it to light."""
    if (int(state.public.offenders) & ~int(before.public.offenders)) >> seat & 1:
        yield Fact("beheaded", {"seat": seat, "section": "9.4" if rules.general_rule == CREDIT else "9.3"})


def tell_end(before: Any, state: Any, rules: Any) -> Iterator[Fact]:
    """§5.4, §6.4, §6.5  Yield the fact of the end of a trick, if it has ended: who takes what, and why."""
    public = state.public
    if public.trick == before.public.trick and public.phase != OVER:
        return
    winner = int(public.previous_winner)
    why, section = reason(before, state, rules)
    yield Fact(
        "cleared",
        {
            "trick": int(before.public.trick),
            "winner": None if winner == NOBODY else winner,
            "taken": int(public.previous_taken),
            "pot": int(public.pot),
            "why": why,
            "section": section,
        },
    )


def reason(before: Any, state: Any, rules: Any) -> tuple[str, str]:
    """Return the key and the § of the reason why a trick went to its winner, from what lay open alone."""
    if rules.procedure == THROWN_IN:
        return reason_of_exposed(before, state, rules)
    public, led = state.public, int(before.public.led)
    places = [
        0 if int(public.previous_under) >> seat & 1 else place_in(int(public.previous[seat]), led, rules)
        for seat in range(int(public.players))
    ]
    equals = places.count(max(places)) > 1
    if rules.procedure == FACE_UP:
        return ("later", "8.2") if equals else ("highest", "8.4")
    if not equals:
        return "highest", "5.3"
    if rules.ties == SET_ASIDE:
        return ("nobody", "6.5") if public.phase == OVER else ("set_aside", "6.4")
    if rules.ties == PRIORITY:
        return ("leader" if public.previous_winner == before.public.leader else "priority"), "6.3"
    return "earlier", "6.6"


def reason_of_exposed(before: Any, state: Any, rules: Any) -> tuple[str, str]:
    """§7.2  Return the key and the § of the reason why a trick went to its winner where pieces were exposed.

    The best exposed set wins.  If no set could win, the next in turn takes the trick (§11.1), or the leader (§9.5).
    """
    leader, *others = in_turn(before.public)
    shown = state.public.previous
    if any(shown[seat] for seat in others) or not cannot_win(before.public, rules, int(shown[leader])):
        return "highest", "7.2"
    return ("next", "11.1") if rules.general_rule == VOID else ("void", "9.5")
