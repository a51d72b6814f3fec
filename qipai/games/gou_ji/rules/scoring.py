"""§12  Points of places, the sweep, and what goes into the record; what a game can cost or bring at most."""

from typing import Any

from qipai.engine import records
from qipai.engine.compiling import compiled, inlined
from qipai.engine.contract import Bounds

from ..seating import SEATS, team_of
from ..state import SWEPT, THROWN_IN
from ..variants import WINNER_ONLY, Ruleset

SWEEP_POINTS = 12  # §12.2 twice 4 + 2 + 0


@inlined
def points_of_place(place):
    """§12.1"""
    if place <= 2:
        return 6 - 2 * place if place else 0
    return 0 if place <= 4 else 8 - 2 * place


@compiled
def team_points(public, team):
    """§12.1, §12.2  Return the sum of the points of a team's places; a sweep counts double."""
    if public.ending == THROWN_IN:
        return 0
    if public.ending == SWEPT:
        return SWEEP_POINTS if is_first(public, team) else -SWEEP_POINTS
    points = 0
    for seat in range(SEATS):
        if team_of(seat) == team:
            points += points_of_place(public.place[seat])
    return points


@compiled
def is_first(public, team):
    """Return whether the team has the first place."""
    for seat in range(SEATS):
        if public.place[seat] == 1:
            return team_of(seat) == team
    return False


@inlined
def noted_points(points, rules):
    """§14.23  Return what is written down of a team's points."""
    return max(0, points) if rules.score_record == WINNER_ONLY else points


@compiled
def returns(state, rules, result):
    """§12.1, §14.23  Fill `result`: every player counts what the team has won."""
    public = state.public
    result.players = SEATS
    result.ending = public.ending
    result.kind = public.kind
    result.kaipai = public.kaipai
    result.starter = public.starter
    result.penalised = public.penalised
    result.duels = public.duels
    result.declarations = public.declarations
    result.beaten_runs = public.beaten_runs
    result.tricks = public.trick
    for seat in range(SEATS):
        result.place[seat] = public.place[seat]
        result.receiver[seat] = public.receiver[seat]
        result.tribute[seat] = public.tribute[seat]
        points = team_points(public, team_of(seat))
        result.points[seat] = noted_points(points, rules)


# -- bounds


BEFORE_THE_PLAY = 60  # the taker, threes, revolution with plea and confirmation of everybody, swap, liberation, waiver, returns
AROUND_A_SET = 32  # itself and its correction, two answers to Shao Pai, five passes, who goes first for each of them, and talk
TALK_ONCE = 4 * SEATS  # showing, exposing, and the first counts


def utility_sum(ruleset: Ruleset, players: int) -> int | None:
    """§12.1  What one team wins the other loses; §14.23 or does not note."""
    return None if ruleset.score_record == WINNER_ONLY else 0


def bounds(ruleset: Ruleset, setup: Any) -> Bounds:
    """§12.2  A sweep counts most; §14.23 where only wins are noted, nobody loses anything."""
    return Bounds(0 if ruleset.score_record == WINNER_ONLY else -SWEEP_POINTS, SWEEP_POINTS)


def max_decisions(ruleset: Ruleset, setup: Any) -> int:
    """Return an upper bound of the decisions: every set takes at least one card, and so many decisions may come with it."""
    return BEFORE_THE_PLAY + TALK_ONCE + AROUND_A_SET * int(sum(records.to_plain(setup).pack))
