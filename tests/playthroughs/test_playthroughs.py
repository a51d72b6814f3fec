"""The written sessions are what the games still do; `python -m tests.playthroughs.write` writes them anew."""

import pytest

from qipai.engine.game import Game
from qipai.games import GAMES

from .write import HERE, path_of, playthrough

EVERY = [pytest.param(game, variant, id=f"{game.name}-{variant}") for game in GAMES.values() for variant in game.variants]


@pytest.mark.parametrize(("game", "variant"), EVERY)
def test_a_session_goes_as_written(game: Game, variant: str) -> None:
    assert playthrough(game, variant) == path_of(game, variant).read_text(encoding="utf-8")


def test_there_is_no_session_of_a_variant_that_is_gone() -> None:
    written = {path_of(game, variant) for game in GAMES.values() for variant in game.variants}
    assert set(HERE.glob("*.txt")) == written
