"""What a seat sees of a table of the Giog 爵 family, written from §12 of the rule book and the form that boards have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.giog import Decided, Laid, Table
from tests.reference.giog_distribution import IN_ROWS
from tests.reference.giog_rules import Combination, in_order

BEFORE_PLAY = ("turning", "taking", "directing")


def board(table: Table, seat: int) -> dict[str, Any]:
    """§12.1 to §12.3"""
    before = table.phase in BEFORE_PLAY
    distribution = table.distribution
    return {
        "phase": table.phase,
        "to_act": sorted(table.pending()),
        "leader": None if before else table.leader,
        "led": led(table, table.led),
        "laid": lying(table, seat, table.trick, table.leader, table.led, table.best, table.laid),
        "previous": previous(table, seat),
        "captured": table.captured,
        "pot": table.pot,
        "priority": distribution.priority if table.rules.game in IN_ROWS else None,
        "known": [[] if other == seat else in_order(pieces) for other, pieces in enumerate(table.known)],  # of one's own all is
        "left": {
            "count": len(table.rules.pack()) - table.players * table.rules.hand_size,
            "known": in_order(distribution.unused_seen),
        },
        "beheaded": table.beheaded_openly(),
        "stacks": stacks(table) if before and distribution.stacks else None,
    }


def led(table: Table, announced: Combination | None) -> dict[str, Any] | None:
    """§5.1  The type that was said, with its group in Zhì hǔ."""
    if announced is None:
        return None
    group = {"group": announced.group} if announced.group else {}
    return {"kind": announced.kind, "count": announced.size} | group


def lying(
    table: Table,
    seat: int,
    trick: int,
    leader: int | None,
    announced: Combination | None,
    best: int | None,
    laid: Mapping[int, Laid],
) -> list[dict[str, Any] | None]:
    """What lies before each seat, as this seat sees it; what it is called where it is of the type that was led."""
    found: list[dict[str, Any] | None] = []
    for other in range(table.players):
        lies = laid.get(other)
        if lies is None:
            found.append(None)
            continue
        visible = lies.seen or other == seat
        counts = not lies.thrown_in and table.may_win(lies.pieces, trick)
        called = announced if other == leader else table.rules.combination(lies.pieces) if visible else None
        found.append(
            {
                "count": len(lies.pieces),
                "cards": lies.pieces if visible else None,
                "kind": called.kind if called and called[:3] == announced[:3] and (other == leader or counts) else None,
                "under": lies.thrown_in,
                "best": other == best,
            }
        )
    return found


def previous(table: Table, seat: int) -> dict[str, Any] | None:
    """The trick before, as it lay when it was decided."""
    if not table.decided:
        return None
    trick: Decided = table.decided[-1]
    announced = table.rules.combination(trick.laid[trick.leader].pieces)
    return {
        "trick": trick.trick,
        "leader": trick.leader,
        "winner": trick.winner,
        "taken": trick.taken,
        "led": led(table, announced),
        "laid": lying(table, seat, trick.trick, trick.leader, announced, trick.winner, trick.laid),
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


def scored(table: Table) -> dict[str, Any]:
    """§10, §12.3  What all are told at the end."""
    points, count = table.points(), table.rules.counting(table.captured, table.offenders, table.decided[-1].winner)
    punished = table.beheaded_openly()
    thrown = [(trick.trick, seat, lies) for trick in table.decided for seat, lies in trick.laid.items() if not lies.seen]
    return {
        "points": points,
        "winners": [seat for seat in range(table.players) if points[seat] == max(points)],
        "captured": table.captured,
        "beheaded": [seat in punished for seat in range(table.players)],
        "counts": count,
        "left": in_order(table.distribution.unused) or None,
        "thrown": sorted((trick, seat, lies.pieces) for trick, seat, lies in thrown),
    }
