"""Default implementations of the verbs that a room may leave out.

`verbs.collect` picks them; `compiling.specialise` binds the global names declared below to the room's functions and record types.
"""
# ruff: noqa: F821

from collections.abc import Callable

import numpy as np

from . import records
from .compiling import inlined
from .seats import NOBODY

pending: Callable[..., int]
legal_actions: Callable[..., int]
ACTIONS: np.dtype


@inlined
def all_asked(state):
    """Return `state.public.asked`, the mask of seats that owe a decision: default `pending` of rooms with this field."""
    return int(state.public.asked)


@inlined
def all_asked_here(state):
    """Return `state.asked`: default `pending` of rooms that have this field in the state itself."""
    return int(state.asked)


def first_asked(state):
    """Return the lowest seat that owes a decision, or NOBODY: default `to_act`."""
    asked = pending(state)
    seat = 0
    while asked >> seat:
        if asked >> seat & 1:
            return seat
        seat += 1
    return NOBODY


@inlined
def no_rights(state):
    """Return 0: default `may_act`, for games in which nobody acts out of turn."""
    return 0


def nobody_asked(state):
    """Return whether no seat owes a decision: default `is_over`."""
    return pending(state) == 0


def is_listed(state, rules, seat, action):
    """Return whether `action` is among the legal actions of `seat`: default `is_legal` in plain mode.

    It builds the whole list for each call, so a room should have a faster function of its own.
    """
    actions = records.new(ACTIONS)
    count = legal_actions(state, rules, seat, actions)
    return action in actions.list[:count]


def is_listed_natively(state, rules, seat, action):
    """Return whether `action` is among the legal actions of `seat`: default `is_legal` in native mode."""
    actions = np.zeros(1, ACTIONS)
    count = legal_actions(state, rules, seat, actions[0])
    for number in range(count):
        if actions[0].list[number] == action:
            return True
    return False
