"""Seats: numbers 0 to n - 1 in turn order.  Sets of seats are bit masks: bit `seat`."""

from collections.abc import Iterator
from typing import Any

from .compiling import compiled, inlined

NOBODY = -1
SPECTATOR = -1  # the observer who sees what is public


def seat_or_none(seat: int) -> int | None:
    """Return a seat as an int for JSON; None for NOBODY."""
    return None if seat == NOBODY else int(seat)


def seats_in(mask: int) -> Iterator[int]:
    """Yield the seats of a mask, lowest first.

    >>> list(seats_in(0b1101))
    [0, 2, 3]
    """
    seat = 0
    while mask >> seat:
        if mask >> seat & 1:
            yield seat
        seat += 1


@inlined
def turned_seat(seat: int, turn: int, players: int) -> int:
    """Return the seat `turn` places after `seat`, round a table of `players`; NOBODY stays NOBODY; 0 <= turn <= players.

    >>> turned_seat(3, 2, 4), turned_seat(-1, 2, 4)
    (1, -1)
    """
    turned = int(seat) + turn
    return NOBODY if seat == NOBODY else turned - players if turned >= players else turned  # a division takes longer


@inlined
def turned_mask(mask: int, turn: int, players: int) -> int:
    """Return a mask with every seat moved by `turn` places, round a table of `players`; 0 <= turn <= players.

    >>> bin(turned_mask(0b0011, 3, 4))
    '0b1001'
    """
    whole = (1 << players) - 1
    return (mask << turn | mask >> (players - turn)) & whole


@compiled
def first_from(mask: int, seat: int, players: int) -> int:
    """Return the first seat of a mask, from `seat` on in turn order round a table of `players`; NOBODY if the mask is empty.

    >>> first_from(0b0011, 2, 4), first_from(0, 2, 4)
    (0, -1)
    """
    for turn in range(players):
        other = (seat + turn) % players
        if mask >> other & 1:
            return other
    return NOBODY


@inlined
def first_chair(observation: Any) -> int:
    """Return the seat that chair 0 of an observation is at the table: the observer's; a spectator counts from seat 0."""
    return 0 if observation.seat == SPECTATOR else int(observation.seat)


@inlined
def is_own(observation: Any, chair: int) -> bool:
    """Return whether a chair of an observation is the observer's own; a spectator has none."""
    return bool(chair == 0 and observation.seat != SPECTATOR)
