"""What a seat may know of one deal, as a vector, in one call a look."""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from qipai.engine.boundary import by_address, check_own
from qipai.engine.compiling import NATIVE, specialise
from qipai.engine.game import Game
from qipai.engine.records import Record

from .encoding import SCALED, WHOLE, write_vector
from .fields import layouts

if NATIVE:
    from qipai.engine.compiling import array_at

observe: Callable[..., Any]
RULES: np.dtype
OBSERVATION: np.dtype
BYTES: int
OUT: np.dtype


def observer(game: Game, rules: Record, out: np.ndarray) -> Callable[[Record, int], None]:
    """A function of a state and a seat that writes what the seat may know into `out`: `Game.observe` and `Layout.encode` in one call.

    `out` has the shape `(layouts(game).observation.entries,)` and is of `float32` or `uint8`.  Raises `TypeError` for rules that are not
    this game's, and for another array.
    """
    layout, record = layouts(game).observation, game.new_observation()
    if (
        not isinstance(out, np.ndarray)
        or out.shape != (layout.entries,)
        or out.dtype not in (SCALED, WHOLE)
        or not out.flags.carray
    ):
        raise TypeError(f"What a seat of {game.name} knows is written to an array of {layout.entries} float32 or uint8.")
    if not NATIVE:

        def looking(state: Record, seat: int) -> None:
            game.observe(state, rules, seat, record)
            layout.encode(record, out)

        return looking
    check_own(game.name, (rules, game.rules().dtype))
    tables = *layout.tables, layout.factors(out.dtype)
    return by_address(_look(game, out.dtype), (rules, record, *tables, out), *map(len, tables))


def look(  # type: ignore[no-untyped-def]
    rules, record, rows, steps, factors, out, many_rows, many_steps, entries, state, seat
):
    """Takes addresses: to hand six arrays over takes longer than to write one."""
    observation = array_at(record, 1, OBSERVATION)
    observe(state[0], array_at(rules, 1, RULES)[0], seat, observation[0])
    write_vector(
        array_at(record, BYTES, np.int8),
        array_at(rows, many_rows, np.int64),
        array_at(steps, many_steps, np.int64),
        array_at(factors, entries, OUT),
        array_at(out, (1, entries), OUT),
        0,
    )


@cache
def _look(game: Game, kind: np.dtype) -> Callable[..., None]:
    """Relatives share it, as they share the types with what is compiled."""
    names = {"RULES": game.rules().dtype, "OBSERVATION": game.OBSERVATION, "OUT": kind}
    names |= {"BYTES": game.OBSERVATION.itemsize, "observe": game.compiled.observe}
    return specialise(look, f"{game.room}_{kind.name}", **names)
