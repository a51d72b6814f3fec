"""`Game.step` says in one call what three verbs say one after the other."""

import random

import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.game import NOBODY, Game, read_buffer
from qipai.environments.loops import place_type
from qipai.games import GAMES

# compiling a room takes its time, and the loop is one: natively a single room is enough
stepped = [pytest.param(GAMES[name], id=name) for name in (["gan_deng_yan"] if NATIVE else GAMES)]


@pytest.mark.parametrize("game", stepped)
def test_a_step_is_what_its_verbs_are(game: Game) -> None:
    chance, rules = random.Random(3), game.rules()
    setup, actions = game.setup(rules, game.seats[-1]), game.new_actions()
    buffer = read_buffer(actions)
    state = game.start(rules, setup, 5)
    seat = game.to_act(state)
    count = game.legal_actions(state, rules, seat, actions)
    while seat != NOBODY:
        action, other = buffer[chance.randrange(count)], records.copy(state)
        seat, count = game.step(state, rules, seat, action, actions)
        game.apply_action(other, rules, game.to_act(other), action)
        assert records.to_bytes(state) == records.to_bytes(other)
        assert seat == game.to_act(other)
        assert list(buffer[:count]) == (game.legal(other, rules, seat) if seat != NOBODY else [])
    assert game.is_over(state)


def test_rules_of_one_game_are_of_one_type() -> None:
    """Not only of equal types: compiled code takes far longer to recognise those."""
    game = GAMES["gan_deng_yan"]
    one, other = game.rules(), game.rules(game.ruleset(decks=2))
    assert one.dtype is other.dtype


def test_relatives_share_their_types() -> None:
    """The compiled code of a room is shared too."""
    one, other = GAMES["giog"], GAMES["sangkrip"]
    assert one.ACTIONS is other.ACTIONS
    assert place_type(one) is place_type(other)
