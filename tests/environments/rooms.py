"""One game of each room; where each room takes minutes to compile, a test run takes one of them and says so."""

import os

import pytest

from qipai.games import GAMES

ROOMS = {game.room: game for game in GAMES.values()}
SAMPLE = "gan_deng_yan"
EVERY = "QIPAI_EVERY_ROOM"

sampled = [
    pytest.param(
        game,
        id=room,
        marks=pytest.mark.skipif(
            room != SAMPLE and EVERY not in os.environ, reason=f"compiling takes minutes for each room: {EVERY}=1 runs all"
        ),
    )
    for room, game in ROOMS.items()
]
