"""The functions through which Python calls compiled rules: one for each verb of the contract.

    game.to_act(state)          state: array of shape (1,)
      to_act below, compiled    checks the seat where there is one, unwraps state[0]
        the room's to_act       rules on the record itself

In native mode `verbs.door` compiles each function below once per game, with the room's function bound to `rules_of_the_game`.
Records are arrays of shape (1,), because Numba unwraps an array in one microsecond and a single NumPy record in five.  In plain mode
none of them is used.  In both modes `verbs.Arguments` refuses arguments of wrong types.  An array of no record or of several has
the right type, so each function looks at the lengths itself: compiled code has no bounds checks.

What each verb does is documented at the method of the same name of `qipai.engine.game.Game`.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import numpy as np

from . import records
from .compiling import NATIVE
from .errors import QipaiError
from .seats import SPECTATOR

if NATIVE:
    from .compiling import array_at

NO_SEAT = "There is no such seat: seats are numbered from 0, and -1 only observes."
NOT_ONE = "A verb takes arrays of one record each, as start, rules and new_actions make them, not of none or of several."

# Bound by `compiling.specialise` when a function below is compiled.
rules_of_the_game: Callable[..., Any]
STATE: Any
RULES: Any
ACTIONS: Any
SEATS: int


class ByAddress(partial[Any]):
    """A compiled function bound to the addresses of arrays, which it keeps alive.  Made by `by_address`."""

    arrays: tuple[Any, ...]

    def __reduce__(self) -> NoReturn:
        raise TypeError("What works on arrays by their addresses is neither copied nor pickled: make another.")


def by_address(function: Callable[..., Any], arrays: tuple[Any, ...], *more: Any) -> ByAddress:
    """Bind a compiled function to the addresses of `arrays` (C-contiguous NumPy arrays), followed by `more`.

    The result keeps the arrays alive.  It cannot be copied or pickled (`TypeError`): a copy would write to the first one's arrays.
    Raises `TypeError` for arrays that are not contiguous and aligned.
    """
    if not all(isinstance(array, np.ndarray) and array.flags.c_contiguous and array.flags.aligned for array in arrays):
        raise TypeError("Only arrays that lie in one piece can be given by their addresses.")
    bound = ByAddress(function, *(array.ctypes.data for array in arrays), *more)
    bound.arrays = arrays
    return bound


def is_record(value: Any) -> bool:
    """Return whether a value has the form of a record in the current mode: natively a writable array of shape (1,)."""
    if NATIVE:
        return (
            isinstance(value, np.ndarray)
            and value.shape == (1,)
            and value.flags.carray
            and not isinstance(value, np.ma.MaskedArray)
        )
    return isinstance(value, (records.Plain, np.record))


def check_own(name: str, *given: tuple[Any, np.dtype]) -> None:
    """Raise `TypeError` unless each record has the form of one in the current mode, and exactly the given dtype."""
    for record, dtype in given:
        if not is_record(record) or record.dtype != dtype:
            raise TypeError(f"{name} wants writable records of its own, as start, rules and new_actions give them.")


def pack(rules, setup, order):
    if len(rules) != 1 or len(setup) != 1 or len(order) != 1:
        raise QipaiError(NOT_ONE)
    rules_of_the_game(rules[0], setup[0], order[0])


def deal(state, rules, setup, order):
    if len(state) != 1 or len(rules) != 1 or len(setup) != 1 or len(order) != 1:
        raise QipaiError(NOT_ONE)
    rules_of_the_game(state[0], rules[0], setup[0], order[0])


def pending(state):
    if len(state) != 1:
        raise QipaiError(NOT_ONE)
    return rules_of_the_game(state[0])


def to_act(state):
    if len(state) != 1:
        raise QipaiError(NOT_ONE)
    return rules_of_the_game(state[0])


def may_act(state):
    if len(state) != 1:
        raise QipaiError(NOT_ONE)
    return rules_of_the_game(state[0])


def legal_actions(state, rules, seat, actions):
    if len(state) != 1 or len(rules) != 1 or len(actions) != 1:
        raise QipaiError(NOT_ONE)
    if seat < 0 or seat >= SEATS:
        raise QipaiError(NO_SEAT)
    return rules_of_the_game(state[0], rules[0], seat, actions[0])


def is_legal(state, rules, seat, action):
    if len(state) != 1 or len(rules) != 1:
        raise QipaiError(NOT_ONE)
    if seat < 0 or seat >= SEATS:
        raise QipaiError(NO_SEAT)
    return rules_of_the_game(state[0], rules[0], seat, action)


def apply_action(state, rules, seat, action):
    if len(state) != 1 or len(rules) != 1:
        raise QipaiError(NOT_ONE)
    if seat < 0 or seat >= SEATS:
        raise QipaiError(NO_SEAT)
    rules_of_the_game(state[0], rules[0], seat, action)


def step(state, rules, actions, seat, action):
    """Apply an action and list the next ones; `state`, `rules` and `actions` are addresses.

    Passing three arrays would take longer than the decision and the list together.
    """
    if seat < 0 or seat >= SEATS:
        raise QipaiError(NO_SEAT)
    state, rules, actions = array_at(state, 1, STATE), array_at(rules, 1, RULES), array_at(actions, 1, ACTIONS)
    return rules_of_the_game(state[0], rules[0], actions[0], seat, action)


def default_action(state, rules, seat):
    if len(state) != 1 or len(rules) != 1:
        raise QipaiError(NOT_ONE)
    if seat < 0 or seat >= SEATS:
        raise QipaiError(NO_SEAT)
    return rules_of_the_game(state[0], rules[0], seat)


def is_over(state):
    if len(state) != 1:
        raise QipaiError(NOT_ONE)
    return rules_of_the_game(state[0])


def returns(state, rules, result):
    if len(state) != 1 or len(rules) != 1 or len(result) != 1:
        raise QipaiError(NOT_ONE)
    rules_of_the_game(state[0], rules[0], result[0])


def observe(state, rules, seat, observation):
    if len(state) != 1 or len(rules) != 1 or len(observation) != 1:
        raise QipaiError(NOT_ONE)
    if seat < SPECTATOR or seat >= SEATS:
        raise QipaiError(NO_SEAT)
    rules_of_the_game(state[0], rules[0], seat, observation[0])


def sample_world(observation, rules, random, state):
    if len(observation) != 1 or len(rules) != 1 or len(random) != 1 or len(state) != 1:
        raise QipaiError(NOT_ONE)
    rules_of_the_game(observation[0], rules[0], random[0], state[0])


def accepts(observation, rules, state):
    if len(observation) != 1 or len(rules) != 1 or len(state) != 1:
        raise QipaiError(NOT_ONE)
    return rules_of_the_game(observation[0], rules[0], state[0])


def play_kind(action):
    return rules_of_the_game(action)


def first_setup(rules, players, setup):
    if len(rules) != 1 or len(setup) != 1:
        raise QipaiError(NOT_ONE)
    rules_of_the_game(rules[0], players, setup[0])


def next_setup(setup, result, rules, following):
    if len(setup) != 1 or len(result) != 1 or len(rules) != 1 or len(following) != 1:
        raise QipaiError(NOT_ONE)
    rules_of_the_game(setup[0], result[0], rules[0], following[0])


def shuffle(random, order):
    rules_of_the_game(random[0], order[0])


def seed_random(random, seed, stream):
    rules_of_the_game(random[0], seed, stream)


def below(random, n):
    return rules_of_the_game(random[0], n)
