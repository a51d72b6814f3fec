"""§12  Points of places, the sweep, and what goes into the record."""

from qipai.engine.compiling import compiled, inlined

from .seating import SEATS, team_of
from .state import SWEPT, THROWN_IN
from .variants import WINNER_ONLY

SWEEP_POINTS = 12  # §12.2 twice 4 + 2 + 0


@inlined
def points_of_place(place):
    """§12.1"""
    if place <= 2:
        return 6 - 2 * place if place else 0
    return 0 if place <= 4 else 8 - 2 * place


@compiled
def team_points(table, team):
    """§12.1, §12.2  The sum of a team's places; a sweep counts double."""
    if table.ending == THROWN_IN:
        return 0
    if table.ending == SWEPT:
        return SWEEP_POINTS if is_first(table, team) else -SWEEP_POINTS
    points = 0
    for seat in range(SEATS):
        if team_of(seat) == team:
            points += points_of_place(table.place[seat])
    return points


@compiled
def is_first(table, team):
    """Has the team the first place?"""
    for seat in range(SEATS):
        if table.place[seat] == 1:
            return team_of(seat) == team
    return False


@compiled
def returns(state, rules, result):
    """§12.1, §14.23  Every player counts what the team has won."""
    table = state.table
    result.players = SEATS
    result.ending = table.ending
    result.kind = table.kind
    result.kaipai = table.kaipai
    result.starter = table.starter
    result.penalised = table.penalised
    result.duels = table.duels
    result.declarations = table.declarations
    result.beaten_runs = table.beaten_runs
    result.tricks = table.trick
    for seat in range(SEATS):
        result.place[seat] = table.place[seat]
        result.receiver[seat] = table.receiver[seat]
        result.tribute[seat] = table.tribute[seat]
        points = team_points(table, team_of(seat))
        result.points[seat] = max(0, points) if rules.score_record == WINNER_ONLY else points
