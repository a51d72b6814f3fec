"""§12  The end of a game, as facts: places, points, and what the next game will be."""

from typing import Any

from qipai.engine import records
from qipai.engine.seats import NOBODY, seats_in
from qipai.engine.telling import Fact

from .naming import seat_or_none
from .seating import SEATS, right_of
from .session import next_setup, prepare_tribute
from .state import ENDINGS, FRESH_GAME, GAME_KINDS, SETUP, STATE

SECTIONS = {"played": "12.1", "sweep": "12.2", "thrown_in": "4.4", "one_team": "14.22"}  # of each ending


def tell_result(state: Any, rules: Any, result: Any) -> list[Fact]:
    """§12.1 to §12.4  No hand is shown: what is left in the hands, nobody sees (§13.2), only how much it is."""
    table = state.table
    scored = {
        "points": [int(points) for points in result.points],
        "places": [int(place) or None for place in result.place],
        "ending": ENDINGS[result.ending],
        "section": SECTIONS[ENDINGS[result.ending]],
        "kind": GAME_KINDS[result.kind],
        "penalised": list(seats_in(int(result.penalised))),
        "left": [int(size) for size in table.left],
        "next": tell_next(table, rules, result),
    }
    return [Fact("scored", scored)]


def tell_next(table: Any, rules: Any, result: Any) -> dict[str, Any]:
    """§2.1, §2.2, §5.2, §12.4  Which kind of game follows, who begins with what, and who will owe whom, if the same six play on."""
    setup, following = records.new(SETUP), records.new(SETUP)
    present = records.opened(setup)
    present.due = table.due
    for seat in range(SEATS):
        present.places[seat] = table.last[seat]
    next_setup(present, result, rules, records.opened(following))
    coming, next_table = records.opened(following), records.opened(records.new(STATE)).table
    next_table.due = coming.due
    for seat in range(SEATS):
        next_table.last[seat] = coming.places[seat]
    prepare_tribute(next_table)
    fresh = coming.kind == FRESH_GAME
    return {
        "kind": GAME_KINDS[coming.kind],
        "section": "2.2" if fresh else "2.3",
        "tributes": [
            {"from": giver, "to": int(next_table.receiver[giver]), "n": int(next_table.owes[giver])}
            for giver in range(SEATS)
            if next_table.receiver[giver] != NOBODY
        ],
        "big_loser": None if fresh else seat_or_none(next_table.big_loser),
        "kaipai": int(right_of(coming.kaipai, 1)) if fresh else None,
    }
