"""§11, §14.10, §14.20  What is said at the table, as facts; nothing of it takes the place of what a seat has laid."""

from typing import Any

from qipai.engine.telling import Faces, Fact

from ..notation.text import any_copies, faces_of, format_action, kinds_in_set
from ..seating import SEATS, is_in, team_of
from ..verbs import ADVISE, AGREE, ASK_WIND, EXPOSE, MORE, RANG, SHOW_HAND, value_of, verb_of
from .told_tricks import tell_course, tell_pass


def tell_talk(before: Any, state: Any, rules: Any, seat: int, action: int, faces: Faces) -> list[Fact]:
    """§11.1 to §11.4, §14.10  Return the facts of something that a seat says of its own accord."""
    verb = verb_of(action)
    told: dict[str, Any] = {"seat": seat, "action": format_action(action, rules), "aside": True}
    if verb == RANG:
        (mate,) = (other for other in range(SEATS) if is_in(state.public.asked, other))
        return [Fact("rang", {**told, "to": mate})]
    if verb == SHOW_HAND:
        hand = {"pieces": faces_of(faces.hands[seat])}
        mates = [other for other in range(SEATS) if other != seat and team_of(other) == team_of(seat)]
        return [Fact("showed_hand", told, dict.fromkeys(mates, hand))]
    if verb == EXPOSE:
        return [Fact("laid_open", {**told, "pieces": faces_of(faces.hands[seat])})]
    if verb == ASK_WIND:
        return [Fact("asked_wind", told)]
    if verb == ADVISE:
        return [tell_advice(before, told, int(value_of(action)), faces)]
    return tell_question(state, told, int(value_of(action)))


def tell_advice(before: Any, told: dict[str, Any], cards: int, faces: Faces) -> Fact:
    """§11.4  Return the fact of advice to a team mate, which everybody hears."""
    (actor,) = (other for other in range(SEATS) if is_in(before.public.asked, other))
    advised = {"pieces": faces_of(any_copies(faces.hands[actor], kinds_in_set(cards)))} if cards else {"kind": "pass"}
    return Fact("advised", {**told, "to": actor, **advised})


def tell_question(state: Any, told: dict[str, Any], asked: int) -> list[Fact]:
    """§11.2  Return the facts of asking for a count, and of the count, unless the seat has to tell it itself (§14.20)."""
    question = Fact("asked_count", {**told, "to": asked})
    count = int(state.public.told[asked])
    return [question, Fact("told", {"seat": asked, **said(count)})] if count else [question]


def said(count: int) -> dict[str, Any]:
    """§11.2  Return the field of a count: the number `n`, or `more`."""
    return {"more": True} if count == MORE else {"n": count}


def tell_holding(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§11.1, §14.20  Return the facts of an answer to Rang Pai: who agrees has passed, or is to keep a promise."""
    told = {"seat": seat, "action": format_action(action, rules), "to": int(before.public.beaten)}
    if verb_of(action) != AGREE:
        return [Fact("disagreed", {**told, "aside": True})]
    if state.public.promised == seat:
        return [Fact("agreed", {**told, "aside": True})]
    return [Fact("agreed", told), *tell_pass(before, state, {"seat": seat})]


def tell_count(before: Any, state: Any, rules: Any, seat: int, action: int) -> list[Fact]:
    """§14.20  Return the facts of a count that a seat tells; who tells a wrong one is out."""
    answer = {"seat": seat, "action": format_action(action, rules), "aside": True, **said(int(value_of(action)))}
    facts = [Fact("told", answer)]
    if is_in(state.public.active, seat):
        return facts
    facts.append(Fact("infringed", {"seat": seat, "place": int(state.public.place[seat])}))
    return facts + tell_course(before, state, penalised=seat)
