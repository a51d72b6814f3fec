"""§12  How the points of a finished game come about: what each place is worth, and the sums of the teams."""

from typing import Any

from qipai.engine.boards import ABSENT, Absent

from ..rules.scoring import noted_points, points_of_place, team_points
from ..seating import team_of
from ..state import OVER, SWEPT, THROWN_IN
from ..variants import SWEEP_ONLY
from .board_fields import Settlement, TeamSum
from .questions import CHAIRS

PLACES_SECTION, SWEEP_SECTION, NOTED_SECTION = "12.1", "12.2", "14.23"
TRIBUTE_SECTION, DUE_SECTION, KEPT_SECTION = "5.2", "5.7", "14.4"  # of the tribute in the next game


def describe_settlement(observation: Any, rules: Any) -> Settlement | Absent:
    """§12.1, §12.2  Return how the points of a finished game come about; nothing before its end."""
    public = observation.public
    if public.phase != OVER:
        return ABSENT
    places = [int(public.place[chair]) for chair in CHAIRS.by_seat(observation)]
    if public.ending == THROWN_IN:
        tribute = DUE_SECTION if rules.revolution_keeps_tribute == SWEEP_ONLY else KEPT_SECTION
        return Settlement(worth=[None] * len(places), teams=[], tribute=tribute)
    return Settlement(
        worth=[int(points_of_place(place)) if place else None for place in places],
        teams=[
            describe_team(observation, rules, places, team)
            for team in sorted({int(team_of(seat)) for seat in range(len(places))})
        ],
        tribute=TRIBUTE_SECTION,
    )


def describe_team(observation: Any, rules: Any, places: list[int], team: int) -> TeamSum:
    """§12.1, §12.2, §14.23  Return the sum of a team, with what it is made of."""
    public = observation.public
    seats = [seat for seat in range(len(places)) if team_of(seat) == team]
    sweep, played_out = bool(public.ending == SWEPT), all(places[seat] for seat in seats)
    points = int(team_points(public, team_of(CHAIRS.by_seat(observation)[seats[0]])))
    noted = int(noted_points(points, rules))
    return TeamSum(
        team=team,
        addends=[int(points_of_place(place)) for place in sorted(places[seat] for seat in seats)] if played_out else [],
        times=2 if sweep else 1,
        points=points,
        section=SWEEP_SECTION if sweep else PLACES_SECTION,
        noted=noted,
        noted_section=NOTED_SECTION if noted != points else ABSENT,
    )
