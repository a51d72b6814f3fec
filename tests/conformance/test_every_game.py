"""Every game passes every check, in the mode that the tests run in."""

import pytest

from qipai.engine.conformance import RANDOM, check
from qipai.engine.game import Game
from qipai.games import GAMES

from .blind_bids import BLIND_BIDS

EVERY = [*GAMES.values(), BLIND_BIDS]


@pytest.mark.parametrize(
    ("game", "variant"),
    [pytest.param(game, name, id=f"{game.name}-{name}") for game in EVERY for name in (*game.variants, RANDOM)],
)
def test_conforms(game: Game, variant: str) -> None:
    summary = check(game, deals=1, variant=variant)
    assert summary.counts["deals"] == len(game.seats)
    assert summary.counts["re-deals"] > summary.counts["deals"]  # nearly all of two an observer
