"""The contract from Python: the same verbs as the rules, over records at the door.

In native mode each verb is compiled once a game with its rules bound to `rules_of_the_game` and takes arrays of one element
(an array is read in a microsecond, a lone NumPy record in five).  In plain mode the rules are called as they stand.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import numpy as np

from .compiling import NATIVE

if NATIVE:
    from .compiling import array_at

rules_of_the_game: Callable[..., Any]
STATE: Any
RULES: Any
ACTIONS: Any


class ByAddress(partial[Any]):
    """A compiled function that is given arrays by their addresses, and more; the arrays live as long as it does."""

    arrays: tuple[Any, ...]

    def __reduce__(self) -> NoReturn:
        raise TypeError("What works on arrays by their addresses is neither copied nor pickled: make another.")


def by_address(function: Callable[..., Any], arrays: tuple[Any, ...], *more: Any) -> ByAddress:
    """A copy of it would write to the arrays of the first, or to where they were."""
    bound = ByAddress(function, *(array.ctypes.data for array in arrays), *more)
    bound.arrays = arrays
    return bound


def check_own(name: str, *given: tuple[Any, np.dtype]) -> None:
    """What lies at an address has no type: only records of the right ones may be given by theirs."""
    for record, dtype in given:
        if getattr(record, "dtype", None) != dtype or record.shape != (1,) or not record.flags.writeable:
            raise TypeError(f"{name} wants writable records of its own, as start, rules and new_actions give them.")


def pack(rules, setup, order):
    rules_of_the_game(rules[0], setup[0], order[0])


def deal(state, rules, setup, order):
    rules_of_the_game(state[0], rules[0], setup[0], order[0])


def pending(state):
    return rules_of_the_game(state[0])


def to_act(state):
    return rules_of_the_game(state[0])


def may_act(state):
    return rules_of_the_game(state[0])


def legal_actions(state, rules, seat, actions):
    return rules_of_the_game(state[0], rules[0], seat, actions[0])


def is_legal(state, rules, seat, action):
    return rules_of_the_game(state[0], rules[0], seat, action)


def apply_action(state, rules, seat, action):
    rules_of_the_game(state[0], rules[0], seat, action)


def step(state, rules, actions, seat, action):
    """Takes addresses: to hand three arrays over takes longer than a decision and the list after it."""
    state, rules, actions = array_at(state, 1, STATE), array_at(rules, 1, RULES), array_at(actions, 1, ACTIONS)
    return rules_of_the_game(state[0], rules[0], actions[0], seat, action)


def default_action(state, rules, seat):
    return rules_of_the_game(state[0], rules[0], seat)


def is_over(state):
    return rules_of_the_game(state[0])


def returns(state, rules, result):
    rules_of_the_game(state[0], rules[0], result[0])


def observe(state, rules, seat, observation):
    rules_of_the_game(state[0], rules[0], seat, observation[0])


def sample_world(observation, rules, random, state):
    rules_of_the_game(observation[0], rules[0], random[0], state[0])


def accepts(observation, rules, state):
    return rules_of_the_game(observation[0], rules[0], state[0])


def play_kind(action):
    return rules_of_the_game(action)


def first_setup(rules, players, setup):
    rules_of_the_game(rules[0], players, setup[0])


def next_setup(setup, result, rules, following):
    rules_of_the_game(setup[0], result[0], rules[0], following[0])


def shuffle(random, order):
    rules_of_the_game(random[0], order[0])


def seed_random(random, seed, stream):
    rules_of_the_game(random[0], seed, stream)


def below(random, n):
    return rules_of_the_game(random[0], n)


def choose(observation, rules, actions, random):
    return rules_of_the_game(observation[0], rules[0], actions[0], random[0])


def play_at_random(rules, setup, order, state, actions, random, seed, deals):
    return rules_of_the_game(rules[0], setup[0], order[0], state[0], actions[0], random[0], seed, deals)


def play_deal(rules, setup, order, state, observation, actions, random, bots, kinds):
    return rules_of_the_game(rules[0], setup[0], order[0], state[0], observation[0], actions[0], random[0], bots, kinds)


def play_table(rules, setup, order, state, observation, actions, thoughts, bots, decisions):
    rules_of_the_game(rules[0], setup[0], order[0], state[0], observation[0], actions[0], thoughts, bots, decisions)
