"""`Game.stepper` says in one call what three verbs say one after the other."""

import copy
import gc
import pickle
import random
import weakref

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.game import NOBODY, Game, read_buffer
from qipai.environments.loops import desk_type, place_type
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
    step = game.stepper(state, rules, actions)
    while seat != NOBODY:
        action, other = buffer[chance.randrange(count)], records.copy(state)
        seat, count = step(seat, action)
        game.apply_action(other, rules, game.to_act(other), action)
        assert records.to_bytes(state) == records.to_bytes(other)
        assert seat == game.to_act(other)
        assert list(buffer[:count]) == (game.legal(other, rules, seat) if seat != NOBODY else [])
    assert game.is_over(state)


@pytest.mark.skipif(not NATIVE, reason="interpreted rules take any records")
def test_a_stepper_wants_records_of_its_game() -> None:
    """It works on addresses, so other records would be written over without a word."""
    game, other = GAMES["gan_deng_yan"], GAMES["giog"]
    own = game.new_state(), game.rules(), game.new_actions()
    foreign = other.new_state(), other.rules(), other.new_actions()
    for at in range(3):
        constant = own[at].copy()
        constant.flags.writeable = False
        for wrong in (foreign[at], np.zeros(2, own[at].dtype), own[at][0], constant, None):
            with pytest.raises(TypeError, match="gan_deng_yan wants writable records of its own"):
                game.stepper(*(wrong if place == at else record for place, record in enumerate(own)))


@pytest.mark.skipif(not NATIVE, reason="interpreted rules have no addresses, and no batches")
def test_what_works_on_addresses_is_not_copied() -> None:
    """A copy would write to the arrays of the first, or to where they were."""
    game = GAMES["gan_deng_yan"]
    rules = game.rules()
    step = game.stepper(game.new_state(), rules, game.new_actions())
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            copied(step)


def test_a_stepper_keeps_its_records() -> None:
    game = GAMES["gan_deng_yan"]
    rules = game.rules()
    state, actions = game.start(rules, game.setup(rules, 2), 5), game.new_actions()
    seat = game.to_act(state)
    action = game.legal(state, rules, seat)[0]
    held = weakref.ref(state) if NATIVE else None
    step = game.stepper(state, rules, actions)
    del state, actions
    gc.collect()
    assert held is None or held() is not None
    assert step(seat, action)[1] > 0


def test_rules_of_one_game_are_of_one_type() -> None:
    """Not only of equal types: compiled code takes far longer to recognise those."""
    game = GAMES["gan_deng_yan"]
    one, other = game.rules(), game.rules(game.ruleset(decks=2))
    assert one.dtype is other.dtype


def test_relatives_share_their_types() -> None:
    """The compiled code of a room is shared too."""
    one, other = GAMES["giog"], GAMES["sangkrip"]
    assert one.STATE is other.STATE
    assert one.ACTIONS is other.ACTIONS
    assert one.rules().dtype is other.rules().dtype
    assert place_type(one) is place_type(other)
    assert desk_type(one, one.rules().dtype) is desk_type(other, other.rules().dtype)
