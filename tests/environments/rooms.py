"""One game of each room; where each room takes minutes to compile, only one of them is no slow test."""

import pytest

from qipai.games import GAMES

ROOMS = {game.room: game for game in GAMES.values()}
SAMPLE = "gan_deng_yan"

sampled = [pytest.param(game, id=room, marks=[] if room == SAMPLE else [pytest.mark.slow]) for room, game in ROOMS.items()]
