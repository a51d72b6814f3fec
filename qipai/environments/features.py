"""Actions as vectors: what a play is and which cards it takes, for networks that score each legal action."""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE, specialise
from qipai.engine.game import Game
from qipai.engine.records import Record

from .encoding import write_vector
from .fields import layouts

take_apart: Callable[..., Any]


def write_features(
    actions: np.ndarray,
    rules: Record,
    features: np.ndarray,
    memory: np.ndarray,
    rows: Any,
    steps: Any,
    factors: Any,
    out: np.ndarray,
) -> None:
    """Write each action to a line of `out`."""
    for line in range(len(actions)):
        take_apart(actions[line], rules[0], features[0])
        write_vector(memory, rows, steps, factors, out, line)


@cache
def _writer(game: Game) -> Callable[..., None]:
    return specialise(write_features, game.room, take_apart=layouts(game).take_apart)


def features_of(game: Game, rules: Record, actions: np.ndarray, kind: np.dtype) -> np.ndarray:
    """A line for each action, scaled (`SCALED`) or in whole numbers (`WHOLE`), with the entries of `layouts(game).action`."""
    layout, take = layouts(game).action, layouts(game).take_apart
    out = np.empty((len(actions), layout.entries), kind)
    features = records.new(layout.dtype)
    if NATIVE:
        memory = features.view(np.int8)
        _writer(game)(actions, rules, features, memory, *layout.tables, layout.factors(kind), out)
        return out
    for line, action in enumerate(actions.tolist()):
        take(action, rules, features)
        layout.encode(features, out[line])
    return out
