"""Bots that search: they sample the hidden cards many times and play each sample out, by rules of thumb or by a net.

`flat` compares candidates in the same samples (PIMC), `tree` grows a tree over samples (ISMCTS); `desk` is the
workspace of both, `budget` reads how long they may think.
"""

from typing import Any

from qipai.engine.game import Game

from ..nets import NetBot, file_of
from .budget import is_search, read_search
from .flat import FlatBot
from .tree import TreeBot

SEARCHES = ("pimc:300", "ismcts:300", "pimc+net:300")  # examples of names, with a budget


def make_search(game: Game, name: str, ruleset: Any, seed: int) -> FlatBot | TreeBot:
    """Make the bot of that name.  Raises `QipaiError` for a malformed budget, and for a net that there is not or that does not fit."""
    method, budget, named = read_search(name)
    net = NetBot(game, ruleset, seed, file_of(named)) if named else None
    return (FlatBot if method == "pimc" else TreeBot)(game, ruleset, seed, budget, net)


__all__ = ["SEARCHES", "FlatBot", "TreeBot", "is_search", "make_search", "read_search"]
