"""Games are copied as themselves, and pickled as their names."""

import copy
import pickle
from dataclasses import replace

import pytest

from qipai.engine import records
from qipai.engine.game import Game
from qipai.games import GAMES, GAN_DENG_YAN


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_stays_itself(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.copy(game) is game
    assert copy.deepcopy([game]) == [game]


def test_a_game_that_no_name_finds_is_not_pickled() -> None:
    own = replace(GAN_DENG_YAN, minutes=5)
    assert copy.deepcopy(own) is own
    with pytest.raises(pickle.PicklingError, match="gan_deng_yan is none of the games in"):
        pickle.dumps(own)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_records_are_pickled(game: Game) -> None:
    rules = game.rules()
    state = game.start(rules, game.setup(rules, game.seats[0]), 1)
    for record in (rules, state, game.new_observation()):
        again = pickle.loads(pickle.dumps(record))
        assert records.to_bytes(again) == records.to_bytes(record)
        assert again.dtype == record.dtype
