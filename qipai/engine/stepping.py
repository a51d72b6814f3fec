"""One function for a whole step of a loop: apply an action, then find the next seat and its legal actions.

A call from Python into compiled code costs more than the rules themselves, so one call replaces three.  `compiling.specialise` binds
the names below to the functions of a game, once per room.
"""
# ruff: noqa: F821

from collections.abc import Callable
from typing import Any

apply_action: Callable[..., Any]
to_act: Callable[..., Any]
legal_actions: Callable[..., Any]


def step(state, rules, actions, seat, action):
    """Apply an action and fill `actions` for the next decision; return its seat (NOBODY at the end) and the number of actions."""
    apply_action(state, rules, seat, action)
    following = to_act(state)
    count = legal_actions(state, rules, following, actions) if following >= 0 else 0
    return following, count
