"""A decision and the question after it in one call: a loop in Python pays for every call more than for the rules.

The names below are the functions of the game; each room gets one compiled copy that the cache keeps.
"""
# ruff: noqa: F821

from collections.abc import Callable
from typing import Any

apply_action: Callable[..., Any]
to_act: Callable[..., Any]
legal_actions: Callable[..., Any]


def step(state, rules, actions, seat, action):
    """Take a decision, and list what the next one may be: who decides it, NOBODY at the end, and how many actions it has."""
    apply_action(state, rules, seat, action)
    following = to_act(state)
    count = legal_actions(state, rules, following, actions) if following >= 0 else 0
    return following, count
