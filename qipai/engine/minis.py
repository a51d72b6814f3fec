"""Mini packs: a game with so few cards that all deals can be enumerated.

`Game.mini` is the one of a game; where `Game.sized` is declared there are others, spelled `RANKSxCOPIESxHAND`: "4x2x2" is a
pack of four ranks with two cards each, and hands of two.
"""

import re
from typing import Any

from . import records
from .contract import Mini
from .errors import QipaiError
from .game import Game
from .records import Record

MINI = "mini"  # the usual mini pack, where packs are told by a word; "" is the whole pack there
SIZE = re.compile(r"(\d+)x(\d+)x(\d+)")


def mini_of(game: Game, size: str = "") -> Mini:
    """Return the game's mini pack of a size; without one, or for `MINI`, its usual one.  Raises `QipaiError` if it has none."""
    if game.mini is None:
        raise QipaiError(f"{game.name} has no mini pack.")
    if size in ("", MINI):
        return game.mini
    if game.sized is None:
        raise QipaiError(f"The mini pack of {game.name} has one size.")
    found = SIZE.fullmatch(size)
    if found is None:
        raise QipaiError(f"A size is spelled RANKSxCOPIESxHAND, as 4x2x2, not {size!r}.")
    ranks, copies, hand = map(int, found.groups())
    return game.sized(ranks, copies, hand)


def mini_setup(game: Game, rules: Record, size: str = "") -> Record:
    """Return the setup of a deal with a mini pack of the game.  Raises `QipaiError` if there is none."""
    mini = mini_of(game, size)
    setup: Any = records.to_plain(game.setup(rules, mini.players))
    for field, number in mini.fields.items():
        setattr(setup, field, number)
    if isinstance(setup.pack, int):
        setup.pack = sum(count << card for card, count in mini.pack.items())
    else:
        setup.pack = [mini.pack.get(kind, 0) for kind in range(len(setup.pack))]
    return records.from_plain(setup)
