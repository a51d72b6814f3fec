"""Seat plans: the tables at which a deal is played again, so that no bot gets better cards than another.

In all plans `bots` are names and `teams` has the team of each seat.
"""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import NamedTuple

from qipai.engine.errors import QipaiError

Table = tuple[int, ...]  # by seat: the index of the bot among the match's bots


class Match(NamedTuple):
    """Bots that play the same deals, and the tables at which each deal is played."""

    bots: tuple[str, ...]
    tables: tuple[Table, ...]


def swap(bots: Sequence[str], teams: Sequence[int]) -> list[Match]:
    """Plan for two sides: each pair of bots plays a deal twice, with sides exchanged.

    Raises `QipaiError` unless there are two.
    """
    sides = sorted(set(teams))
    if len(sides) != 2:
        raise QipaiError(f"The plan swap is for two sides; at this table there are {len(sides)}: take challenger or rotations.")
    one = tuple(sides.index(team) for team in teams)
    other = tuple(1 - side for side in one)
    return [Match(pair, (one, other)) for pair in _pairs(bots)]


def challenger(bots: Sequence[str], teams: Sequence[int]) -> list[Match]:
    """Plan: each bot plays alone among copies of each other bot, once in every seat."""
    seats = range(len(teams))
    tables = tuple(tuple(int(seat != alone) for seat in seats) for alone in seats)
    ordered = _pairs(bots) if len(teams) == 2 else list(permutations(bots, 2))
    return [Match(pair, tables) for pair in ordered]


def rotations(bots: Sequence[str], teams: Sequence[int]) -> list[Match]:
    """Plan: each pair of bots sits alternately round the table, rotated through all seats."""
    tables = _all_turns(2, len(teams))
    return [Match(pair, tables) for pair in _pairs(bots)]


def mixed(bots: Sequence[str], teams: Sequence[int]) -> list[Match]:
    """Plan: all bots sit round one table, repeated in order, forwards and backwards, rotated through all seats.

    With three bots at three seats these are all orders.  Raises `QipaiError` if there are more bots than seats.
    """
    if len(bots) > len(teams):
        raise QipaiError(f"The plan mixed seats all bots at one table: {len(bots)} bots are too many for {len(teams)} seats.")
    return [Match(tuple(bots), _all_turns(len(bots), len(teams)))]


PLANS: dict[str, Callable[[Sequence[str], Sequence[int]], list[Match]]] = {
    "swap": swap,
    "challenger": challenger,
    "rotations": rotations,
    "mixed": mixed,
}


def usual_plan(teams: Sequence[int]) -> str:
    """Return the default plan: "swap" if there are two sides, else "challenger"."""
    return "swap" if len(set(teams)) == 2 else "challenger"


def matches_of(plan: str, bots: Sequence[str], teams: Sequence[int]) -> list[Match]:
    """Return the matches of a round robin.  Raises `QipaiError` for a plan that does not exist or does not fit."""
    if plan not in PLANS:
        raise QipaiError(f"There is no seat plan {plan!r}; there are {', '.join(PLANS)}.")
    return PLANS[plan](bots, teams)


def _pairs(bots: Sequence[str]) -> list[tuple[str, str]]:
    return [(one, other) for number, one in enumerate(bots) for other in bots[number + 1 :]]


def _all_turns(bots: int, seats: int) -> tuple[Table, ...]:
    """Return all tables with bots in repeated order, forwards and backwards, from each first bot, rotated; no table twice."""
    tables: dict[Table, None] = {}
    for step in (1, -1):
        for first in range(bots):
            line = [(first + step * seat) % bots for seat in range(seats)]
            for turn in range(seats):
                tables[tuple(line[turn:] + line[:turn])] = None
    return tuple(tables)
