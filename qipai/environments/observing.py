"""Write the observation of one seat of one deal as a vector, in one call of compiled code."""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from qipai.engine.boundary import NO_SEAT, by_address, check_own
from qipai.engine.compiling import NATIVE, specialise
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.numbers import described, whole
from qipai.engine.records import Record
from qipai.engine.seats import SPECTATOR
from qipai.engine.verbs import Arguments, check_new_types

from .encoding import SCALED, WHOLE, write_vector
from .layouts import layouts

if NATIVE:
    from qipai.engine.compiling import array_at

NO_STATE = "A look takes one state of its own game, as start gives it, and the number of a seat."

observe: Callable[..., Any]
RULES: np.dtype
OBSERVATION: np.dtype
BYTES: int
SEATS: int
OUT: np.dtype


def observer(game: Game, rules: Record, out: np.ndarray, compact: bool = False) -> Callable[[Record, int], None]:
    """Return a function (state, seat) that writes the seat's observation to `out`.

    It does `Game.observe` and `Layout.encode` in one call.

    `rules`: as `game.rules(...)` returns them.  `out`: float32 or uint8 of shape
    (`layouts(game).observation.entries`,), C-contiguous; with `compact` the compact layout is written.  Raises `TypeError` for other rules or another array.  The
    function raises `TypeError` for a state of another game and `QipaiError` for a seat that does not exist; `SPECTATOR`
    is allowed.
    """
    layout, record = layouts(game).seen(compact), game.new_observation()
    if (
        type(out) is not np.ndarray
        or out.shape != (layout.entries,)
        or out.dtype not in (SCALED, WHOLE)
        or not out.flags.carray
    ):
        raise TypeError(
            f"What a seat of {game.name} knows is written to an array of {layout.entries} float32 or uint8, not to {described(out)}."
        )
    seats = game.RESULT["points"].shape[0]
    if not NATIVE:

        def looking(state: Record, seat: int) -> None:
            if getattr(state, "dtype", None) != game.STATE:
                raise TypeError(NO_STATE)
            game.observe(state, rules, whole("A seat", seat, SPECTATOR, seats - 1), record)
            layout.encode(record, out)

        return looking
    check_own(game.name, (rules, game.rules().dtype))
    tables = *layout.tables, layout.factors(out.dtype)
    compiled = by_address(_look(game, out.dtype), (rules, record, *tables, out), *map(len, tables))

    def looking_natively(state: Record, seat: int) -> None:
        # Arguments are checked only after the compiled call has failed, because a check takes longer than the call.
        try:
            compiled(state, seat)
            return
        except Exception as error:
            failed = error
        if getattr(state, "dtype", None) != game.STATE:
            raise TypeError(NO_STATE)
        whole("A seat", seat, SPECTATOR, seats - 1)
        raise failed

    return looking_natively


def look(  # type: ignore[no-untyped-def]
    rules, record, rows, steps, factors, out, many_rows, many_steps, entries, state, seat
):
    """Observe a state and write the vector.  Arrays are given by address: passing six of them costs more than the work."""
    if len(state) != 1:
        raise TypeError(NO_STATE)
    if seat < SPECTATOR or seat >= SEATS:
        raise QipaiError(NO_SEAT)
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
    """Compile `look` for a game and a dtype; games of one package share it."""
    names: dict[str, Any] = {"RULES": game.rules().dtype, "OBSERVATION": game.OBSERVATION, "OUT": kind}
    names |= {"BYTES": game.OBSERVATION.itemsize, "observe": game.compiled.observe, "SEATS": game.RESULT["points"].shape[0]}
    entry = specialise(look, f"{game.room}_{kind.name}", **names)
    check_new_types(entry, Arguments(game, "observe", ("seat",), "observer(…)(state, seat)"))
    return entry
