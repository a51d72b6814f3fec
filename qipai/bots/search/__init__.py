"""Bots that search, and learn nothing: they deal the hidden cards again and again and let the rules of thumb play on."""

from typing import Any

from qipai.engine.game import Game

from .budget import is_search, read_search
from .flat import FlatBot
from .tree import TreeBot

SEARCHES = ("pimc:300", "ismcts:300")  # by example, with a budget


def make_search(game: Game, name: str, ruleset: Any, seed: int) -> FlatBot | TreeBot:
    """The bot of such a name.  Raises `QipaiError` for a budget that cannot be read."""
    method, budget = read_search(name)
    return (FlatBot if method == "pimc" else TreeBot)(game, ruleset, seed, budget)


__all__ = ["SEARCHES", "FlatBot", "TreeBot", "is_search", "make_search", "read_search"]
