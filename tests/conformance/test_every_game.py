"""Every game passes every check, in the mode that the tests run in."""

import pytest

from qipai.engine.conformance import OPTIONS, RANDOM, check
from qipai.engine.game import Game
from qipai.games import GAMES

from .blind_bids import BLIND_BIDS
from .nines import NINES

EVERY = [*GAMES.values(), BLIND_BIDS, NINES]


@pytest.mark.parametrize(
    ("game", "variant"),
    [
        pytest.param(
            game,
            name,
            id=f"{game.name}-{name}",
            marks=[pytest.mark.core] if name == next(iter(game.variants)) else [] if name == RANDOM else [pytest.mark.slow],
        )
        for game in EVERY
        for name in (*game.variants, *((OPTIONS, RANDOM) if game.options else ()))
    ],
)
def test_conforms(game: Game, variant: str) -> None:
    summary = check(game, deals=1, variant=variant)
    if variant != OPTIONS:
        assert summary.counts["deals"] == len(game.seats)
    assert summary.counts["re-deals"] > summary.counts["deals"]  # nearly all of two an observer


def test_rights_are_used_and_windows_looked_into() -> None:
    summary = check(NINES, deals=2, variant="default")
    assert summary.counts["rights"] > 6
    assert summary.counts["windows"] == 2 * summary.counts["deals"]
