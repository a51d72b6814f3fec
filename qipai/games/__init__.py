"""The games, by name."""

import copyreg
import pickle
import sys
from types import ModuleType
from typing import Any

from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.numbers import described

from .dou_dizhu import DOU_DIZHU
from .gan_deng_yan import GAN_DENG_YAN
from .giog import GIOG_FAMILY
from .gou_ji import GOU_JI
from .luk_fu import LUK_FU

GAMES: dict[str, Game] = {game.name: game for game in (GAN_DENG_YAN, DOU_DIZHU, *GIOG_FAMILY, LUK_FU, GOU_JI)}


def find_game(name: str | Game) -> Game:
    """The game of that name, written with underscores or without; a game is returned as it is.

    Raises `QipaiError` with the names there are.
    """
    if isinstance(name, Game):
        return name
    if not isinstance(name, str):
        raise QipaiError(f"A game is told by its name or is one of `qipai.games.GAMES`, not {described(name)}.")
    for game in GAMES.values():
        if name in (game.name, game.name.replace("_", "")):
            return game
    raise QipaiError(f"There is no game {name!r:.60}; there is {', '.join(GAMES)}.")


def _by_name(game: Game) -> tuple[Any, tuple[str]]:
    """A game is pickled as its name.  Raises `PicklingError` for one of a caller's own, which no name finds."""
    if GAMES.get(game.name) is not game:
        raise pickle.PicklingError(f"{game.name} is none of the games in qipai.games.GAMES, so that no name finds it again.")
    return find_game, (game.name,)


copyreg.pickle(Game, _by_name)


class _Games(ModuleType):
    """This module, which can be called: `qipai.games()` is among the names that `import qipai` offers, and is this module too."""

    def __call__(self) -> tuple[str, ...]:
        """Return the names of all games."""
        return tuple(GAMES)


sys.modules[__name__].__class__ = _Games

__all__ = ["DOU_DIZHU", "GAMES", "GAN_DENG_YAN", "GIOG_FAMILY", "GOU_JI", "LUK_FU", "find_game"]
