"""Chairs: numbered 0 .. n-1 in turn order; sets of them are bit masks."""

from collections.abc import Iterator

NOBODY = -1
SPECTATOR = -1  # as the observer: the public view


def seats_in(mask: int) -> Iterator[int]:
    """The seats of a mask, lowest first."""
    seat = 0
    while mask >> seat:
        if mask >> seat & 1:
            yield seat
        seat += 1
