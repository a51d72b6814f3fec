"""Pack actions into numbers: a verb, and below it a value of a fixed number of bits.

pack_action, verb_of, value_of = packing(20)          # in a room: values of 20 bits
verb_of(pack_action(3, 17)), value_of(pack_action(3, 17))      # 3, 17
"""

from collections.abc import Callable
from typing import Any

from .compiling import inlined

Packed = Callable[..., Any]


def packing(bits: int) -> tuple[Packed, Packed, Packed]:
    """Return `pack_action(verb, value)`, `verb_of(action)` and `value_of(action)` for values of so many bits, inlined into rules."""
    mask = (1 << bits) - 1

    @inlined
    def pack_action(verb: int, value: int) -> int:
        return verb << bits | value

    @inlined
    def verb_of(action: int) -> int:
        return action >> bits

    @inlined
    def value_of(action: int) -> int:
        return action & mask

    return pack_action, verb_of, value_of
