"""Bots that search without learning: they sample the hidden cards many times and play each sample out by rules of thumb.

`flat` compares candidates in the same samples (PIMC), `tree` grows a tree over samples (ISMCTS); `desk` is the
workspace of both, `budget` reads how long they may think.
"""

from typing import Any

from qipai.engine.game import Game

from .budget import is_search, read_search
from .flat import FlatBot
from .tree import TreeBot

SEARCHES = ("pimc:300", "ismcts:300")  # examples of names, with a budget


def make_search(game: Game, name: str, ruleset: Any, seed: int) -> FlatBot | TreeBot:
    """Make the bot of that name.  Raises `QipaiError` for a malformed budget."""
    method, budget = read_search(name)
    return (FlatBot if method == "pimc" else TreeBot)(game, ruleset, seed, budget)


__all__ = ["SEARCHES", "FlatBot", "TreeBot", "is_search", "make_search", "read_search"]
