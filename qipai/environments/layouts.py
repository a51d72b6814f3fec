"""The vector layouts of a game, made from the records that its package declares."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from qipai.engine.game import Game
from qipai.engine.numbers import described, truth
from qipai.engine.schema import Record, leaves

from .compact import compact
from .encoding import Layout


class Layouts(NamedTuple):
    """How a game's records and actions are written as vectors."""

    observation: Layout
    state: Layout  # everything, hidden cards too: the privileged view
    action: Layout  # the features of an action
    take_apart: Callable[..., Any]  # (action, rules, features): fill the features' record; compiled, checks nothing
    is_action: Callable[..., bool]  # (action, rules): is the number a well-formed action under these rules?  Compiled
    compact: Layout  # the observation as counts, bits and small integers, without the history (`compact.py`)

    def seen(self, compact: bool) -> Layout:
        """Return the layout of the observation, complete or compact.  Raises `QipaiError` unless `compact` is True or False."""
        return self.compact if truth("`compact`", compact) else self.observation


@cache
def layouts(game: Game) -> Layouts:
    """Return the layouts of a game, made once.  Raises `TypeError` for a game without `vectors`, and for what is no game."""
    if not isinstance(game, Game):
        raise TypeError(f"Layouts are those of a game, as `find_game` gives it, not of {described(game)}.")
    made = game.vectors
    if made is None:
        raise TypeError(f"{game.name} does not declare what its vectors say, so there is no environment of it.")
    small = Layout(made.observation.dtype, compact(made.observation))
    return Layouts(_layout(made.observation), _layout(made.state), _layout(made.action), made.take_apart, made.is_action, small)


def _layout(record: type[Record]) -> Layout:
    return Layout(record.dtype, leaves(record))
