"""§11, §14.10, §14.20  What is said at the table, as facts; nothing of it takes the place of what a seat has laid."""

from typing import Any

from qipai.engine.telling import Faces, Fact

from .seating import SEATS, is_in, team_of
from .text import format_action
from .told_cards import faces_of
from .told_tricks import tell_course, tell_pass
from .verbs import AGREE, ASK_WIND, EXPOSE, MORE, RANG, SHOW_HAND, value_of, verb_of


def tell_talk(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§11.1 to §11.4, §14.10  Something that somebody says of their own accord."""
    verb = verb_of(action)
    told: dict[str, Any] = {"seat": seat, "action": format_action(action, rules), "aside": True}
    if verb == RANG:
        (mate,) = (other for other in range(SEATS) if is_in(state.table.asked, other))
        return [Fact("rang", {**told, "to": mate})]
    if verb == SHOW_HAND:
        hand = {"pieces": faces_of(faces.hands[seat])}
        mates = [other for other in range(SEATS) if other != seat and team_of(other) == team_of(seat)]
        return [Fact("showed_hand", told, dict.fromkeys(mates, hand))]
    if verb == EXPOSE:
        return [Fact("exposed", {**told, "pieces": faces_of(faces.hands[seat])})]
    if verb == ASK_WIND:
        return [Fact("asked_wind", told)]
    return tell_question(state, told, int(value_of(action)))


def tell_question(state: Any, told: dict[str, Any], asked: int) -> list[Fact]:
    """§11.2  The table counts for who is asked, unless they have to answer themselves (§14.20)."""
    question = Fact("asked_count", {**told, "to": asked})
    count = int(state.table.told[asked])
    return [question, Fact("told", {"seat": asked, **said(count)})] if count else [question]


def said(count: int) -> dict[str, Any]:
    """§11.2  A number, or that it is more."""
    return {"more": True} if count == MORE else {"n": count}


def tell_holding(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§11.1  Who agrees to Rang Pai has passed."""
    told = {"seat": seat, "action": format_action(action, rules), "to": int(before.table.beaten)}
    if verb_of(action) != AGREE:
        return [Fact("disagreed", {**told, "aside": True})]
    return [Fact("agreed", told), *tell_pass(before, state, {"seat": seat})]


def tell_count(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§14.20  What somebody says to be holding; if it is wrong, they are out."""
    answer = {"seat": seat, "action": format_action(action, rules), "aside": True, **said(int(value_of(action)))}
    facts = [Fact("told", answer)]
    if is_in(state.table.active, seat):
        return facts
    facts.append(Fact("infringed", {"seat": seat, "place": int(state.table.place[seat])}))
    return facts + tell_course(before, state, penalised=seat)
