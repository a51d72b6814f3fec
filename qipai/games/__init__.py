"""The games, by name."""

from qipai.engine.errors import QipaiError
from qipai.engine.game import Game

from .gan_deng_yan import GAN_DENG_YAN
from .giog import GIOG_FAMILY
from .gou_ji import GOU_JI
from .luk_fu import LUK_FU

GAMES: dict[str, Game] = {game.name: game for game in (GAN_DENG_YAN, *GIOG_FAMILY, LUK_FU, GOU_JI)}


def find_game(name: str) -> Game:
    """The game of that name, written with underscores or without.  Raises `QipaiError` with the names there are."""
    for game in GAMES.values():
        if name in (game.name, game.name.replace("_", "")):
            return game
    raise QipaiError(f"There is no game {name!r}; there is {', '.join(GAMES)}.")


__all__ = ["GAMES", "GAN_DENG_YAN", "GIOG_FAMILY", "GOU_JI", "LUK_FU", "find_game"]
