"""Actions as vectors: what a play is and which cards it takes, for networks that score each legal action."""

from functools import cache
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.records import Record

from .encoding import SCALED, WHOLE
from .given import actions_in, apart, written
from .layouts import layouts
from .loops import NO_ACTION, bound


def features_of(game: Game, rules: Record, actions: Any, kind: Any = SCALED) -> np.ndarray:
    """Return the features of actions: shape (*actions.shape, `layouts(game).action.entries`), dtype `kind`.

    `actions`: whole numbers in any shape.  `rules`: as `game.rules(...)` returns them.  `kind`: `SCALED` (float32, 0 to
    1) or `WHOLE` (uint8).  The line of -1, which pads a legal list, is all 0.  Raises `TypeError` for another kind, for
    other rules, and for an array that is not of whole numbers; `QipaiError` for a number that is not an action.
    """
    if kind not in (SCALED, WHOLE):
        raise TypeError(f"A vector is of {SCALED} or {WHOLE}, not of {kind!r}.")
    numbers = actions_in(actions)
    out = np.empty((*numbers.shape, layouts(game).action.entries), kind)
    return write_features(game, rules, numbers, out)


def write_features(game: Game, rules: Record, actions: Any, out: np.ndarray) -> np.ndarray:
    """Write the features of actions to `out`, shape (*actions.shape, entries) of float32 or uint8, and return it.

    See `features_of`.
    """
    numbers, layout = actions_in(actions), layouts(game).action
    lines = apart(numbers, out).reshape(-1)
    check_actions(game, rules, lines)
    write = _write_compiled if NATIVE else _write
    return written(
        out,
        (*numbers.shape, layout.entries),
        (SCALED, WHOLE),
        lambda piece: write(game, rules, lines, piece.reshape(-1, layout.entries)),
    )


def check_actions(game: Game, rules: Record, actions: np.ndarray) -> None:
    """Raise `QipaiError` for the first number that is neither an action of these rules nor -1.

    Raise `TypeError` for rules of another game.
    """
    strange = first_strange(game, rules, actions)
    if strange >= 0:
        raise QipaiError(f"The number {actions[strange]} in place {strange} is neither an action of {game.name} nor -1.")


def first_strange(game: Game, rules: Record, actions: np.ndarray) -> int:
    """Return the place of the first number that is neither an action of these rules nor -1; -1 if there is none.

    Raise `TypeError` for rules of another game.
    """
    if getattr(rules, "dtype", None) != _rules_type(game) or (NATIVE and rules.shape != (1,)):
        raise TypeError(f"{game.name} wants its own rules, as `game.rules(...)` gives them.")
    if NATIVE:
        return int(bound(game).first_strange(actions, rules))
    is_action = layouts(game).is_action
    numbers = enumerate(actions.tolist())
    return next((place for place, number in numbers if number != NO_ACTION and not is_action(number, rules)), -1)


@cache
def _rules_type(game: Game) -> np.dtype:
    kind: np.dtype = game.rules().dtype
    return kind


def _write_compiled(game: Game, rules: Record, actions: np.ndarray, out: np.ndarray) -> None:
    layout = layouts(game).action
    record = records.new(layout.dtype)
    memory, factors = record.view(np.int8), layout.factors(out.dtype)
    bound(game).write_features(actions, rules, record, memory, *layout.tables, factors, out)


def _write(game: Game, rules: Record, actions: np.ndarray, out: np.ndarray) -> None:
    layout, take = layouts(game).action, layouts(game).take_apart
    record = records.new(layout.dtype)
    for line, action in enumerate(actions.tolist()):
        out[line] = 0
        if action != NO_ACTION:
            take(action, rules, record)
            layout.encode(record, out[line])
