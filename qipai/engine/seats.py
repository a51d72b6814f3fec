"""Chairs: numbered 0 .. n-1 in turn order; sets of them are bit masks."""

from collections.abc import Iterator

from .compiling import inlined

NOBODY = -1
SPECTATOR = -1  # as the observer: the public view


def seats_in(mask: int) -> Iterator[int]:
    """The seats of a mask, lowest first."""
    seat = 0
    while mask >> seat:
        if mask >> seat & 1:
            yield seat
        seat += 1


@inlined
def turned_seat(seat: int, turn: int, players: int) -> int:
    """A seat, so many places further round the table; NOBODY stays NOBODY."""
    return NOBODY if seat == NOBODY else (seat + turn) % players


@inlined
def turned_mask(mask: int, turn: int, players: int) -> int:
    """A mask of seats, so many places further round the table."""
    whole = (1 << players) - 1
    return (mask << turn | mask >> (players - turn)) & whole
