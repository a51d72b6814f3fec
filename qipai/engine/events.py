"""The events that games share: what each of them means and what its fact tells, in every game.

Sessions, records, exercises and the general parts of the browser know these by name, and no others.  A game may tell further fields
with them, and has further events of its own; none of those may go by one of these names.  `qipai.engine.conformance` holds each game to
this list.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .telling import Fact

DEALT, LAID, PASSED, CLEARED, DREW = "dealt", "laid", "passed", "cleared", "drew"
REVEALED, TURNED, EXPOSED, THROWN_IN = "revealed", "turned", "exposed", "thrown_in"
HANDED_OVER, TAKEN_AWAY, WIND, WENT_OUT, SCORED = "handed_over", "taken_away", "wind", "went_out", "scored"


def is_number(value: Any) -> bool:
    """Return whether a field holds a seat, or how many."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def are_faces(value: Any) -> bool:
    """Return whether a field holds cards as people see them."""
    return isinstance(value, list) and all(isinstance(face, str) for face in value)


def are_numbers(value: Any) -> bool:
    """Return whether a field holds a number for each seat."""
    return isinstance(value, list) and all(isinstance(number, int) for number in value)


def are_plays(value: Any) -> bool:
    """Return whether a field holds the plays of several seats."""
    return isinstance(value, list) and all(is_number(play.get("seat")) for play in value)


Holds = Callable[[Any], bool]
SEAT: dict[str, Holds] = {"seat": is_number}


class Event(NamedTuple):
    """What an event means, and which fields its fact has in every game."""

    says: str
    public: Mapping[str, Holds]  # told to everybody
    own: Mapping[str, Holds] = {}  # known to the seat at least; in `dealt`, where no seat is named, to each its own


SHARED: dict[str, Event] = {
    DEALT: Event("the hands are given out", {"counts": are_numbers}, {"cards": are_faces}),
    LAID: Event(
        "a seat lays cards; others may not see them while they lie face `down` or `under` a pile", SEAT, {"cards": are_faces}
    ),
    PASSED: Event("a seat lays nothing", SEAT),
    CLEARED: Event("the trick is over and the table is empty; `seat`, `winner` or `leader` say whose it was and who leads", {}),
    DREW: Event("cards are added to a hand", {**SEAT, "count": is_number}, {"cards": are_faces}),
    REVEALED: Event("what lay face down is turned up", {"plays": are_plays}),
    TURNED: Event("a seat turns cards up that lay on the table", {**SEAT, "pieces": are_faces}),
    EXPOSED: Event("a seat turns up what it laid face down, as the best so far", {**SEAT, "pieces": are_faces}),
    THROWN_IN: Event("a seat gives up what it laid face down", {**SEAT, "count": is_number}, {"pieces": are_faces}),
    HANDED_OVER: Event("cards go from a hand `to` another", {**SEAT, "to": is_number}, {"cards": are_faces}),
    TAKEN_AWAY: Event("the whole hand of a seat is put aside", SEAT),
    WIND: Event("a seat leads because another, `from`, is out", {**SEAT, "from": is_number}),
    WENT_OUT: Event("a seat has no cards left and plays no more", SEAT),
    SCORED: Event("the deal is over; `points` are by seat, in the game's `unit`", {"points": are_numbers}),
}


def unlike(fact: Fact) -> str | None:
    """Say what a fact with one of these names lacks or holds otherwise; None if it is what its name says."""
    event = SHARED.get(fact.event)
    if event is None:
        return None
    readers: list[Any] = list(fact.private) if fact.event == DEALT else [fact.public.get("seat")]
    for name, holds in event.public.items():
        if not holds(fact.public.get(name)):
            return f"tells everybody no such `{name}`"
    for name, holds in event.own.items():
        if not readers or not all(holds(fact.seen_by(reader).get(name)) for reader in readers):
            return f"tells the seat no such `{name}`"
    return None
