"""What the leaves of each room's records are: a count, a category, a seat, a mask, an action.  `layouts` makes vectors of them.

A room's module has tables of `OBSERVATION`, `STATE` and `ACTION`, by the names of its records' fields.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from qipai.engine.game import Game

from ..encoding import Layout


class Layouts(NamedTuple):
    """How a game's records and actions stand in vectors."""

    observation: Layout
    state: Layout  # everything, hidden cards too: the privileged view
    action: Layout  # an action with what it says of itself
    take_apart: Callable[..., Any]  # (action, rules, features): fills the record of `action`; compiled


@cache
def layouts(game: Game) -> Layouts:
    """The layouts of a game, made from its room's tables."""
    fields = import_module(f"{__name__}.{game.room}")
    return Layouts(
        Layout(game.OBSERVATION, fields.OBSERVATION),
        Layout(game.STATE, fields.STATE),
        Layout(fields.ACTION, fields.ACTION_FIELDS),
        fields.take_apart,
    )


__all__ = ["Layouts", "layouts"]
