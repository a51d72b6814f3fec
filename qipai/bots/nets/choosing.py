"""Choose among candidates by a net: what all of them share is added up once, then each adds its own inputs.

`best_of` is written once and compiled twice for a game: with `score` in whole numbers, as bots play, and in floating point, as nets
learn.  The names declared below without a value are the functions of the game's inputs; `specialise` supplies them.

A net takes the candidate that it values most, or draws one (`drawn`): the less a candidate is worth, the rarer it is.  A player who always
does the same can be read; where all decide at once, or lay cards face down, the best player draws lots.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from math import exp
from typing import Any

import numpy as np

from qipai.engine.compiling import compiled, constants, inlined, specialise
from qipai.engine.game import Game
from qipai.engine.inputs import Inputs
from qipai.engine.shuffling import below

from .derived import derived

score: Callable[..., Any]
write_action: Callable[..., Any]

HEADS = 2  # points / scale, and the share of the win from -1 to 1
POINTS, WIN = range(HEADS)
SECOND = 32  # units of the second layer: a constant, so that the compiler keeps them in registers
ONE = 10  # bits: weights are whole numbers of 1/1024
STEPS = 64  # of a temperature, by which `SHARES` is read
OF_THE_BEST = 1 << 15  # its share; with as many equals as a list of actions holds the sum stays below 2^31
SHARES = constants(round(OF_THE_BEST * exp(-step / STEPS)) for step in range(11 * STEPS))


def inputs_of(game: Game) -> Inputs:
    """Return what a net sees of a game: what its room says, else what is made from its declared fields."""
    return game.inputs or derived(game)


@compiled
def add_rows(weights, rows, begin, end, sums):
    """Add the rows of `weights` with the numbers `rows[begin:end]` to `sums`."""
    for place in range(begin, end):
        row = rows[place]
        for unit in range(len(sums)):
            sums[unit] += weights[row, unit]


@compiled
def score_whole(net, sums, hidden, out):
    """Work out the heads from the first layer's sums, in whole numbers, the same on every machine.

    `net` holds the arrays of `NetFile.weights`.  `sums` is int32, `hidden` and `out` are int64: of 1,024 inputs that are on and 4,096
    units with the largest weights there are they come to 2^25, 2^52 and 2^62.
    """
    _, _, second, second_bias, heads, heads_bias = net
    for unit in range(SECOND):
        hidden[unit] = second_bias[unit]
    for place in range(0, len(sums), 4):  # four at a time, and no branch: which are above 0 cannot be foreseen
        a, b = max(np.int64(sums[place]), np.int64(0)), max(np.int64(sums[place + 1]), np.int64(0))
        c, d = max(np.int64(sums[place + 2]), np.int64(0)), max(np.int64(sums[place + 3]), np.int64(0))
        for unit in range(SECOND):
            more = a * second[place, unit] + b * second[place + 1, unit]
            hidden[unit] += more + (c * second[place + 2, unit] + d * second[place + 3, unit])
    for head in range(HEADS):
        out[head] = heads_bias[head]
    for unit in range(SECOND):
        if hidden[unit] > 0:
            for head in range(HEADS):
                out[head] += (hidden[unit] >> ONE) * heads[unit, head]


@inlined
def mixed(out, mix):
    """Return what a candidate is worth by its heads: each counts by its part of the mix."""
    return mix[POINTS] * out[POINTS] + mix[WIN] * out[WIN]


def best_of(net, observation, rules, thought, parts, actions, count, rows, shared, work, mix):
    """Return the index of the candidate with the highest value, the first of equals; the heads of all stay in `work`.

    `rows[:shared]` has the inputs that all `count` candidates in `actions.list` share.  `work`: see `workspace`.  `mix`: what each head
    counts.
    """
    common, sums, hidden, outs, _ = work
    weights, bias = net[0], net[1]
    for unit in range(len(common)):
        common[unit] = bias[unit]
    add_rows(weights, rows, 0, shared, common)
    best = 0
    best_value = mixed(outs[0], mix)  # of another decision, for its type
    for number in range(count):
        end = write_action(observation, rules, thought, int(actions.list[number]), parts, rows, shared)
        for unit in range(len(common)):
            sums[unit] = common[unit]
        add_rows(weights, rows, shared, end, sums)
        score(net, sums, hidden, outs[number])
        value = mixed(outs[number], mix)
        if number == 0 or value > best_value:
            best = number
            best_value = value
    return best


@compiled
def share_out(outs, count, best, mix, heat, shares):
    """Write the share of each of `count` candidates to `shares`; return the sum.

    One that is worth `heat` less than the best has 1/e of its share (a logit choice: McKelvey and Palfrey 1995), and none where that would
    be less than e^-11 of it.  With `heat` 0 the best has everything.
    """
    best_value = mixed(outs[best], mix)
    total = 0
    for number in range(count):
        shares[number] = OF_THE_BEST if number == best else 0
        if heat > 0 and number != best:
            step = (best_value - mixed(outs[number], mix)) * STEPS // heat
            if 0 <= step < len(SHARES):  # below 0 where the weights of a file are so large that sums overflow
                shares[number] = SHARES[int(step)]
        total += shares[number]
    return int(total)


@compiled
def drawn(outs, count, best, mix, heat, shares, random):
    """Return the index of one of `count` candidates, drawn by `share_out`; with `heat` 0 the best, and nothing is drawn."""
    if heat == 0:
        return best
    lot = below(random, share_out(outs, count, best, mix, heat, shares))
    number = 0
    while lot >= shares[number]:
        lot -= shares[number]
        number += 1
    return number


@cache
def pieces(game: Game, scoring: Callable[..., Any]) -> dict[str, Any]:
    """Return the functions of a game's inputs and `best_of` with this scoring, by name, to be bound into compiled loops."""
    inputs = inputs_of(game)
    names: dict[str, Any] = {
        "write_state": inputs.write_state,
        "write_action": inputs.write_action,
        "consider": inputs.consider,
        "candidates": inputs.candidates,
        "score": scoring,
    }
    return {**names, "best_of": specialise(best_of, game.room, **names)}


def workspace(game: Game, width: int, whole: bool) -> tuple[np.ndarray, ...]:
    """Return the arrays that `best_of` and `drawn` work in, for whole numbers or for floating point.

    The shared sums of the first layer and those of a candidate, the hidden units, and by candidate the heads and its share.
    """
    sums, others = (np.int32, np.int64) if whole else (np.float32, np.float32)
    return (
        np.zeros(width, sums),
        np.zeros(width, sums),
        np.zeros(SECOND, others),
        np.zeros((game.max_actions, HEADS), others),
        np.zeros(game.max_actions, np.int64),
    )
