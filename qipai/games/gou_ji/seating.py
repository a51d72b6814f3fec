"""§1.1, §1.2  Who sits where: team mates, neighbours, and the Dui Men opposite."""

from typing import Any

from qipai.engine.compiling import compiled, inlined
from qipai.engine.seats import NOBODY

SEATS = 6
EVERYBODY = (1 << SEATS) - 1
ONE_TEAM = 0b010101  # seats 0, 2 and 4 as a mask


@inlined
def dui_men(seat):
    """§1.2  The player opposite."""
    return (seat + 3) % SEATS


@inlined
def right_of(seat, steps):
    """The seat so many places further to the right."""
    return (seat + steps) % SEATS


@inlined
def team_of(seat):
    """§1.1  0 for seats 0, 2 and 4; 1 for the others."""
    return seat & 1


def teams(ruleset: Any, players: int) -> tuple[int, ...]:
    """§1.1  The team of each seat."""
    return tuple(team_of(seat) for seat in range(players))


@inlined
def team_mask(team):
    return ONE_TEAM << team


@inlined
def is_in(mask, seat):
    return mask >> seat & 1


@inlined
def turned(mask, steps):
    """A mask whose seats have moved so many places to the left, round the table."""
    return (mask | mask << SEATS) >> steps & EVERYBODY


@compiled
def first_from(mask, seat):
    """The first seat of a mask, from a seat on to the right; NOBODY if it is empty."""
    onwards = turned(mask, seat)
    for step in range(SEATS):
        if onwards >> step & 1:
            return right_of(seat, step)
    return NOBODY


@compiled
def next_in(mask, seat):
    """The first seat of a mask to the right of a seat, the seat itself at last."""
    return first_from(mask, right_of(seat, 1))


@compiled
def count_in(mask):
    count = 0
    for seat in range(SEATS):
        count += mask >> seat & 1
    return count
