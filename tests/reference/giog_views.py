"""What a seat sees of a table of the Giog 爵 family, written from §12 of the rule book and the form that boards have."""

from __future__ import annotations

from typing import Any

from tests.reference.giog import Decided, Laid, Table
from tests.reference.giog_distribution import IN_ROWS
from tests.reference.giog_rules import in_order

BEFORE_PLAY = ("turning", "taking")


def board(table: Table, seat: int) -> dict[str, Any]:
    """§12.1 to §12.3"""
    before = table.phase in BEFORE_PLAY
    distribution = table.distribution
    return {
        "phase": table.phase,
        "to_act": table.pending(),
        "leader": None if before else table.leader,
        "led": {"kind": table.led.kind, "count": table.led.size} if table.led and not table.over else None,
        "laid": [lies_there(table, table.laid.get(other), other == seat) for other in range(table.players)],
        "previous": previous(table, seat),
        "captured": table.captured,
        "pot": table.pot,
        "priority": distribution.priority if table.rules.game in IN_ROWS else None,
        "known": [in_order(pieces) for pieces in table.known],
        "left": {"count": len(distribution.unused), "known": in_order(distribution.unused_seen)},
        "beheaded": table.beheaded_openly(),
        "stacks": stacks(table) if before else None,
    }


def lies_there(table: Table, laid: Laid | None, own: bool) -> dict[str, Any] | None:
    if laid is None:
        return None
    return {
        "count": len(laid.pieces),
        "cards": laid.pieces if laid.seen or own else None,
        "under": laid.thrown_in,
    }


def previous(table: Table, seat: int) -> dict[str, Any] | None:
    """The trick before, as it lay when it was decided."""
    if not table.decided:
        return None
    trick: Decided = table.decided[-1]
    return {
        "trick": trick.trick,
        "leader": trick.leader,
        "winner": trick.winner,
        "taken": trick.taken,
        "laid": [lies_there(table, trick.laid[other], other == seat) for other in range(table.players)],
    }


def stacks(table: Table) -> dict[str, Any]:
    distribution = table.distribution
    numbers = distribution.stacks.pieces
    return {
        "layout": "rows" if distribution.rows else "circle",
        "rows": distribution.rows or [list(numbers)],
        "stacks": [
            {
                "n": stack,
                "up": in_order(distribution.faces_up(stack)),
                "by": distribution.stacks.turned.get(stack),
                "taker": distribution.stacks.taker.get(stack),
            }
            for stack in numbers
        ],
    }
