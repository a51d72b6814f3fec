"""Actions as vectors: what a play is and which cards it takes, for networks that score each legal action."""

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.game import Game
from qipai.engine.records import Record

from .fields import layouts
from .loops import bound


def features_of(game: Game, rules: Record, actions: np.ndarray, kind: np.dtype) -> np.ndarray:
    """A line for each action, scaled (`SCALED`) or in whole numbers (`WHOLE`), with the entries of `layouts(game).action`."""
    layout, take = layouts(game).action, layouts(game).take_apart
    out = np.empty((len(actions), layout.entries), kind)
    features = records.new(layout.dtype)
    if NATIVE:
        memory = features.view(np.int8)
        bound(game).write_features(actions, rules, features, memory, *layout.tables, layout.factors(kind), out)
        return out
    for line, action in enumerate(actions.tolist()):
        take(action, rules, features)
        layout.encode(features, out[line])
    return out
