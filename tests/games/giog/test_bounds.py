"""§10  All pieces to one player, and none to the others: what a deal can cost or bring."""

from typing import Any

import pytest

from qipai.engine import records
from qipai.games import GIOG_FAMILY, find_game
from qipai.games.giog.pieces import bag_of


def points_of(name: str, players: int, captured: int, last: int = 0) -> tuple[list[int], Any]:
    """The first player took so many pieces, the others none; the last trick was won with such a set."""
    game = find_game(name)
    rules = game.rules()
    setup = game.setup(rules, players)
    state: Any = records.to_plain(game.start(rules, setup, 1))
    public = state.public
    public.captured = [captured, 0, 0, 0, 0]
    public.previous_winner, public.previous = 0, [last] + [0] * 4
    return list(game.result(records.from_plain(state), rules).points[:players]), game.bounds(game.ruleset(), setup)


@pytest.mark.parametrize(("players", "bounds"), [(2, (-8, 8)), (3, (-8, 16)), (4, (-8, 24))])
def test_shares_of_sang_krip(players: int, bounds: tuple[int, int]) -> None:
    """§2.4, §10.2  Eight pieces each, whatever the number of players."""
    points, stated = points_of("sangkrip", players, 8 * players)
    assert (min(points), max(points)) == stated == bounds


@pytest.mark.parametrize(("players", "bounds"), [(2, (-18, 18)), (3, (-12, 24)), (4, (-10, 30)), (5, (-8, 32))])
def test_shares_and_the_last_trick_of_da_qi_luo(players: int, bounds: tuple[int, int]) -> None:
    """§1.3, §10.3, §10.4  All pieces are shared out, and the last trick was won with a general."""
    share = {2: 16, 3: 10, 4: 8, 5: 6}[players]
    points, stated = points_of("daqiluo2", players, share * players, bag_of("rG"))
    assert (min(points), max(points)) == stated == bounds


@pytest.mark.parametrize("game", GIOG_FAMILY, ids=lambda game: game.name)
def test_elsewhere_a_win_is_a_point(game: Any) -> None:
    """§10.1, §10.5  And nothing can be lost."""
    for players in game.seats:
        bounds = game.bounds(game.ruleset(), game.setup(game.rules(), players))
        counts = game.name in ("sangkrip", "daqiluo2")
        assert (bounds == (0, 1)) is not counts
