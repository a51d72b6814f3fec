"""§4  Revolution, as facts: who wants one, the pleas, and whether the game is thrown in."""

from typing import Any

from qipai.engine.seats import seats_in
from qipai.engine.telling import Fact

from .seating import SEATS
from .state import OVER
from .text import format_action
from .verbs import PLEAD, REVOLT, verb_of


def tell_plea(rules: Any, seat: int, action: int) -> Fact:
    """§4.3  Pleas are public."""
    text, pleads = format_action(action, rules), bool(verb_of(action) == PLEAD)
    return Fact("pleaded", {"seat": seat, "action": text, "pleads": pleads, "aside": True})


def tell_confirmation(rules: Any, seat: int, action: int) -> list[Fact]:
    """§4.3  Who was pleaded with declares or withdraws."""
    confirmed = Fact("confirmed", {"seat": seat, "action": format_action(action, rules), "aside": True})
    return [confirmed] if verb_of(action) == REVOLT else [confirmed, Fact("withdrew", {"seat": seat})]


def tell_wishes(before: Any, state: Any, rules: Any) -> list[Fact]:
    """§4.2, §4.3, §14.3  Who has declared for good, who wants a revolution now, and the end of the game if they are enough.

    Of the wishes that nobody came to ask for, nothing is told (§13.2).
    """
    table = state.table
    facts = [Fact("revolted", {"seat": seat}) for seat in newly(before, state, "revolted")]
    if rules.revolution_persuasion:
        facts += [Fact("wishes", {"seat": seat}) for seat in newly(before, state, "wildless")]
    return [*facts, Fact("thrown_in")] if table.phase == OVER else facts


def newly(before: Any, state: Any, field: str) -> list[int]:
    """The seats that a mask has gained, in turn from the first taker."""
    gained = int(getattr(state.table, field)) & ~int(getattr(before.table, field))
    return sorted(seats_in(gained), key=lambda seat: (seat - int(state.table.taker)) % SEATS)
