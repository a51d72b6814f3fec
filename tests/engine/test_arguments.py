"""A verb refuses wrong arguments with a sentence of one line, in both modes alike, and in native mode compiles nothing for them."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.boundary import NO_SEAT
from qipai.engine.compiling import NATIVE, compiled
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.games import GAMES
from tests.conformance.nines import NINES

game, other = GAMES["gan_deng_yan"], GAMES["giog"]
RULES = game.rules()
SETUP = game.setup(RULES, 3)
STATE = game.start(RULES, SETUP, 7)
SEAT = game.to_act(STATE)
ACTION = game.legal(STATE, RULES, SEAT)[0]

RIGHT: dict[str, tuple[Any, ...]] = {
    "pack": (RULES, SETUP, game.shuffled(RULES, SETUP, 7)),
    "to_act": (STATE,),
    "is_over": (STATE,),
    "is_legal": (STATE, RULES, SEAT, ACTION),
    "legal_actions": (STATE, RULES, SEAT, game.new_actions()),
    "observe": (STATE, RULES, SEAT, game.new_observation()),
    "returns": (STATE, RULES, records.new(game.RESULT)),
    "play_kind": (ACTION,),
}


@pytest.mark.parametrize("verb", RIGHT)
def test_each_argument_is_checked(verb: str) -> None:
    given, call = RIGHT[verb], getattr(game, verb)
    call(*given)
    before = len(call.signatures) if NATIVE else 0
    for place, right in enumerate(given):
        number = isinstance(right, int)
        wrongs = (
            ["0", None, 0.5, True, [0], np.array(0), RULES]
            if number
            else [None, 0, "x", np.zeros(3), game.ruleset(), other.new_state()]
        )
        for wrong in wrongs:
            with pytest.raises(QipaiError) as caught:
                call(*given[:place], wrong, *given[place + 1 :])
            said = str(caught.value)
            assert said.startswith(f"gan_deng_yan.{verb}(")
            assert ("is a whole number of 64 bits, not " if number else "is a record as ") in said
            assert "\n" not in said
    if NATIVE:
        assert len(call.signatures) == before


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: game.is_legal(STATE, RULES, 0, "pass"),  # type: ignore[arg-type]
            "gan_deng_yan.is_legal(state, rules, seat, action): action is a whole number of 64 bits, not 'pass'.",
        ),
        (
            lambda: game.legal(STATE, RULES, "0"),  # type: ignore[arg-type]
            "gan_deng_yan.legal_actions(state, rules, seat, actions): seat is a whole number of 64 bits, not '0'.",
        ),
        (
            lambda: game.setup(game.ruleset(), players=3),
            "gan_deng_yan.first_setup(rules, players, setup): rules is a record as game.rules(…) makes it, not a qipai Ruleset.",
        ),
        (
            lambda: game.is_over(np.zeros(1, game.STATE)[0]),
            "gan_deng_yan.is_over(state): state is a record as game.start(…) or game.new_state() makes it, "
            "not an element of an array of records.",
        ),
        (
            lambda: game.sample_world(game.new_observation(), RULES, 3, game.new_state()),
            "gan_deng_yan.sample_world(observation, rules, random, state): random is a record as seeded(…) makes it, not 3.",
        ),
        (lambda: game.legal(STATE, RULES, 99), NO_SEAT),
        (lambda: game.is_legal(STATE, RULES, -1, ACTION), NO_SEAT),
        (lambda: game.is_legal(STATE, RULES, np.int8(game.most_seats), ACTION), NO_SEAT),
        (lambda: game.observe(STATE, RULES, -2, game.new_observation()), NO_SEAT),
    ],
)
def test_the_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(QipaiError) as caught:
        call()
    assert str(caught.value) == sentence


def test_numbers_of_other_types_and_names_of_parameters_are_right() -> None:
    assert game.is_legal(STATE, RULES, seat=np.int8(SEAT), action=np.int64(ACTION))
    assert not game.is_legal(STATE, RULES, SEAT, -(1 << 63))
    game.observe(STATE, RULES, -1, game.new_observation())


def holds(code: str, number: int) -> bool:
    return bool(np.iinfo(code).min <= number <= np.iinfo(code).max)


@pytest.mark.skipif(NATIVE, reason="compiles for each type")
@pytest.mark.parametrize("played", GAMES.values(), ids=lambda played: played.name)
def test_a_number_of_any_type_is_the_same_action(played: Game) -> None:
    rules = played.rules()
    state = played.start(rules, played.setup(rules, played.usual_players), 7)
    seat = played.to_act(state)
    for action in played.legal(state, rules, seat)[:20]:
        after = set()
        for number in (action, *(np.dtype(code).type(action) for code in "bBhHiIqQ" if holds(code, action))):
            taken = records.copy(state)
            played.apply_action(taken, rules, seat, number)
            after.add(records.to_bytes(taken))
        assert len(after) == 1


def test_a_refusal_changes_nothing() -> None:
    state = records.copy(STATE)
    with pytest.raises(QipaiError):
        game.apply_action(state, RULES, SEAT, "x")  # type: ignore[arg-type]
    assert records.to_bytes(state) == records.to_bytes(STATE)
    game.apply_action(state, RULES, SEAT, ACTION)
    assert records.to_bytes(state) != records.to_bytes(STATE)


def test_a_game_whose_verbs_have_been_called_is_copied_and_pickled() -> None:
    assert pickle.loads(pickle.dumps(game)) is copy.copy(game) is game


@pytest.mark.native
def test_what_is_wrong_with_the_rules_is_told_by_the_compiler() -> None:
    """The caller is right, so the author of the rules needs to know where they cannot be compiled."""
    from numba.core.errors import TypingError

    @compiled
    def play_kind(action: Any) -> Any:
        return action.kind

    playing = SimpleNamespace(**{**vars(NINES.playing), "play_kind": play_kind})
    broken = replace(NINES, name="broken_nines", room="broken_nines", playing=playing)
    with pytest.raises(TypingError, match="kind"):
        broken.play_kind(3)
    with pytest.raises(QipaiError, match="action is a whole number"):
        broken.play_kind("3")  # type: ignore[arg-type]


@pytest.mark.native
def test_compiled_code_calls_an_entry_point_with_its_own_errors() -> None:
    from numba.core.errors import TypingError

    entry = game.play_kind

    @compiled
    def twice(action: Any) -> Any:
        return entry(action) + entry(action)

    assert twice(ACTION) == 2 * game.play_kind(ACTION)
    with pytest.raises(TypingError):
        twice("x")
