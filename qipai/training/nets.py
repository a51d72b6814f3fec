"""The net while it learns: three layers in floating point, and their forward pass.

    inputs that are on  →  `width` units  →  `SECOND` units  →  2 heads

The first layer is the sum of the rows of those inputs.  Every loop adds along whole rows, in one order, so a result is the same however
often it is computed on a machine.
"""

from typing import NamedTuple

import numpy as np

from qipai.bots.nets.choosing import HEADS, SECOND
from qipai.bots.nets.files import NetFile, in_floating_point
from qipai.engine.compiling import compiled

ZERO = np.float32(0)


class Net(NamedTuple):
    """The weights, float32; the order is that of a net file."""

    inputs: np.ndarray  # (inputs, width)
    inputs_bias: np.ndarray  # (width,)
    second: np.ndarray  # (width, SECOND)
    second_bias: np.ndarray  # (SECOND,)
    heads: np.ndarray  # (SECOND, HEADS)
    heads_bias: np.ndarray  # (HEADS,)

    def copy(self) -> "Net":
        """Return an independent copy."""
        return Net(*(array.copy() for array in self))

    def zeros(self) -> "Net":
        """Return zeros of the same shapes."""
        return Net(*(np.zeros_like(array) for array in self))


def new_net(inputs: int, width: int, seed: int) -> Net:
    """Return a random net, with weights of the size that keeps signals alive (He et al. 2015)."""
    random = np.random.default_rng([seed, 0x6E6574])
    single = np.float32

    def normal(spread: float, *shape: int) -> np.ndarray:
        return random.normal(0, spread, shape).astype(single)

    return Net(
        normal(0.1, inputs, width),
        np.zeros(width, single),
        normal((2 / width) ** 0.5, width, SECOND),
        np.zeros(SECOND, single),
        normal(0.1 / SECOND**0.5, SECOND, HEADS),
        np.zeros(HEADS, single),
    )


def net_of(file: NetFile) -> Net:
    """Return the net of a file, to learn on."""
    return Net(*in_floating_point(file.weights))


@compiled
def score_float(net, sums, hidden, out):
    """Work out the heads from the first layer's sums, as `score_whole` does in whole numbers.

    `hidden` keeps the second layer before its threshold.
    """
    _, _, second, second_bias, heads, heads_bias = net
    for unit in range(SECOND):
        hidden[unit] = second_bias[unit]
    for place in range(0, len(sums), 4):  # four at a time, and no branch: which are above 0 cannot be foreseen
        a, b = max(sums[place], ZERO), max(sums[place + 1], ZERO)
        c, d = max(sums[place + 2], ZERO), max(sums[place + 3], ZERO)
        for unit in range(SECOND):
            more = a * second[place, unit] + b * second[place + 1, unit]
            hidden[unit] += more + (c * second[place + 2, unit] + d * second[place + 3, unit])
    for head in range(HEADS):
        out[head] = heads_bias[head]
    for unit in range(SECOND):
        if hidden[unit] > ZERO:
            for head in range(HEADS):
                out[head] += hidden[unit] * heads[unit, head]
