"""The generator and the shuffle for callers in Python; `shuffling.py` has the compiled functions."""

from . import boundary, records, shuffling
from .errors import QipaiError
from .numbers import as_whole, described, whole
from .records import Record
from .verbs import door

draw_order = door("engine", boundary.shuffle, shuffling.shuffle)
_seed_random = door("engine", boundary.seed_random, shuffling.seed_random)
draw_below = door("engine", boundary.below, shuffling.below)

STREAMS = 1 << 32  # of one seed: `seed_random` takes 32 bits of their number


def checked_seed(seed: int) -> int:
    """Return a seed of 64 bits as the signed int64 with the same bits.

    Raises `QipaiError` unless the seed is a whole number from 0 to 2**64 - 1.

    >>> checked_seed(7), checked_seed(2**64 - 1)
    (7, -1)
    """
    number = as_whole(seed)
    if number is None or not 0 <= number < 1 << 64:
        raise QipaiError(f"A seed is a whole number from 0 to 2**64 - 1, not {described(seed)}.")
    return number if number < 1 << 63 else number - (1 << 64)


def seeded(seed: int, stream: int = 0) -> Record:
    """Return a new generator (a record of type `shuffling.RANDOM`).  Different streams of one seed are independent.

    Raises `QipaiError` for a seed that `checked_seed` refuses, and for a stream that is not from 0 to 2**32 - 1.
    """
    random = records.new(shuffling.RANDOM)
    _seed_random(random, checked_seed(seed), whole("The number of a stream", stream, 0, STREAMS - 1))
    return random
