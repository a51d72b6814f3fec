"""What deals of a session start from is what the rules have, and nothing else may be dealt from under a seal."""

from random import Random
from typing import Any

import pytest

from qipai.engine import records
from qipai.engine.game import Game
from qipai.games import GAMES

ROOMS = {game.room: game for game in GAMES.values()}
EVERY = [pytest.param(game, seats, id=f"{game.name}-{seats}") for game in GAMES.values() for seats in game.seats]


def play(game: Game, rules: Any, setup: Any, random: Random) -> Any:
    """The setup of the deal after one that is played at random."""
    state = game.start(rules, setup, random.getrandbits(63))
    while not game.is_over(state):
        seat = game.to_act(state)
        game.apply_action(state, rules, seat, random.choice(game.legal(state, rules, seat)))
    following = records.new(game.SETUP)
    game.next_setup(setup, records.from_plain(game.result(state, rules)), rules, following)
    return following


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_the_setups_of_a_session_are_those_of_the_rules(game: Game, seats: int) -> None:
    """Four deals, and somebody who is new in the fifth."""
    rules, random = game.rules(), Random(seats)
    setup = game.setup(rules, seats)
    for _ in range(4):
        assert game.check_start(rules, seats, records.to_plain(setup)) is None
        setup = play(game, rules, setup, random)
    assert game.check_start(rules, seats, records.to_plain(setup)) is None
    game.newcomers(records.opened(setup))
    assert game.check_start(rules, seats, records.to_plain(setup)) is None


@pytest.mark.parametrize("game", ROOMS.values(), ids=ROOMS)
def test_a_setup_with_another_pack_or_hand_is_none(game: Game) -> None:
    """Each field that does not vary, changed by one in each place."""
    seats = game.seats[-1]
    rules = game.rules()
    assert game.between
    varying = {name for name, field in game.between.setup.fields.items() if field.varies}
    assert varying
    assert not {"players", "hand_size", "dreamer", "pack"} & varying
    for name in game.between.setup.fields.keys() - varying:
        usual = records.to_plain(game.setup(rules, seats))
        value = getattr(usual, name)
        places = range(len(value)) if isinstance(value, list) else [None]
        for place in places:
            changed = records.to_plain(game.setup(rules, seats))
            if place is None:
                setattr(changed, name, value + 1)
            else:
                getattr(changed, name)[place] += 1
            assert game.check_start(rules, seats, changed)


def test_what_varies_is_within_its_bounds() -> None:
    for game in ROOMS.values():
        seats, rules = game.seats[-1], game.rules()
        for name, value in (("dealer", 7), ("first", 7), ("opener", 9), ("kaipai", 6)):
            changed = records.to_plain(game.setup(rules, seats))
            if name in changed.__slots__:
                setattr(changed, name, value)
                assert game.check_start(rules, seats, changed)
