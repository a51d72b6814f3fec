"""Shorten legal lists to a fixed length.  Which actions stay depends on the list alone, so it is the same for everybody.

A list longer than `longest` is cut as follows.  Every kind of action (`Game.kinds`; passing is one) gets an equal
share.  A kind with no more actions than its share keeps them all; what it does not use is shared among the others.
They keep actions spread evenly over their part of the list, the first and the last included.  The order does not
change.
"""
# ruff: noqa: F821

from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from qipai.engine.compiling import NATIVE, specialise
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.numbers import one_of, whole

LONGEST = 512  # actions, the default; docs/environments.md shows how long lists are in play
OVERFLOWS = ("cut", "refuse")
KINDS = 64  # no game has more kinds of actions
CUT = np.dtype([("found", np.int64, KINDS), ("kept", np.int64, KINDS), ("passed", np.int64, KINDS)], align=True)

legal_actions: Callable[..., Any]
play_kind: Callable[..., Any]
share_out: Callable[..., Any]
stays_of: Callable[..., Any]
cut_list: Callable[..., Any]
list_within: Callable[..., Any]


def share_out(cut, longest):  # type: ignore[no-redef]
    """Set `cut.kept[kind]`, how many actions of each kind stay, from `cut.found[kind]` and the total `longest`."""
    for kind in range(KINDS):
        cut.kept[kind] = 0
    left = longest
    while left > 0:
        open_kinds = 0
        for kind in range(KINDS):
            open_kinds += 1 if cut.kept[kind] < cut.found[kind] else 0
        each = max(left // open_kinds, 1)
        for kind in range(KINDS):
            more = min(each, cut.found[kind] - cut.kept[kind], left)
            cut.kept[kind] += more
            left -= more


def stays_of(place, found, kept):  # type: ignore[no-redef]
    """Return True if the action at index `place` among the `found` actions of its kind is one of the `kept` that stay.

    The kept indices are spread evenly and include the first and, if `kept` is 2 or more, the last.
    """
    if kept == 0 or place == 0:
        return kept > 0
    return place * (kept - 1) // (found - 1) != (place - 1) * (kept - 1) // (found - 1)


def cut_list(actions, cut, longest):  # type: ignore[no-redef]
    """Shorten a list to `longest`; return how many actions were left out."""
    count = actions.count
    for kind in range(KINDS):
        cut.found[kind] = 0
        cut.passed[kind] = 0
    for number in range(count):
        cut.found[play_kind(actions.list[number])] += 1
    share_out(cut, longest)
    stays = 0
    for number in range(count):
        action = actions.list[number]
        kind = play_kind(action)
        if stays_of(cut.passed[kind], cut.found[kind], cut.kept[kind]):
            actions.list[stays] = action
            stays += 1
        cut.passed[kind] += 1
    actions.count = stays
    return count - stays


def list_within(state, rules, seat, actions, cut, longest):  # type: ignore[no-redef]
    """Write the seat's legal actions, at most `longest`, to `actions`; return how many were left out.

    The cutting is a function apart, so that this one is short enough to be compiled in place.
    """
    count = legal_actions(state, rules, seat, actions)
    return cut_list(actions, cut, longest) if count > longest else 0


def checked_longest(game: Game, longest: int | None, overflow: str, candidates: int | None = None) -> tuple[int, bool]:
    """Return the length of the action mask and whether longer lists are cut.  Raises `QipaiError` for invalid arguments."""
    one_of("overflow", overflow, OVERFLOWS)
    if candidates is not None:
        if longest is not None:
            raise QipaiError("The number of candidates is the longest list: give `candidates` or `longest`, not both.")
        most = whole("The number of candidates", candidates)
    else:
        most = LONGEST if longest is None else whole("The longest list", longest)
    return min(most, game.max_actions), overflow == "cut"


def shortened(game: Game, actions: Sequence[int], longest: int) -> list[int]:
    """Return a legal list as `cut_list` would leave it, outside of compiled loops."""
    if len(actions) <= longest:
        return list(actions)
    kinds = [game.play_kind(action) for action in actions]
    cut = SimpleNamespace(found=[kinds.count(kind) for kind in range(KINDS)], kept=[0] * KINDS)
    share_out(cut, longest)
    passed, stay = [0] * KINDS, []
    for action, kind in zip(actions, kinds, strict=True):
        if stays_of(passed[kind], cut.found[kind], cut.kept[kind]):
            stay.append(action)
        passed[kind] += 1
    return stay


@cache
def within(game: Game) -> dict[str, Callable[..., Any]]:
    """Return the functions of this module compiled for a game, by name, for use in compiled loops."""
    names: dict[str, Any] = {"legal_actions": game.compiled.legal_actions, "play_kind": game.compiled.play_kind}
    for function in (share_out, stays_of, cut_list, list_within):
        names[function.__name__] = specialise(function, game.room, **names)
    return names


def list_in(state, rules, seat, actions, cut, longest):
    """Call `list_within` with records as Python holds them: arrays of one element."""
    return list_within(state[0], rules[0], seat, actions[0], cut[0], longest)


@cache
def lister(game: Game) -> Callable[..., int]:
    """Return `list_within` of a game in the form that Python calls."""
    names = within(game)
    return specialise(list_in, game.room, **names) if NATIVE else names["list_within"]
