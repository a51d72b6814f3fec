"""A training whose net has no second layer: both heads are sums of the first layer's units.

    inputs that are on  →  `width` units  →  2 heads

While it learns, `second` of its `Net` is empty and `heads` has the shape (HEADS, width).  A file holds it as a net of both layers: a number
is what it has above 0 less what it has below, so four units of the second layer carry the heads.
"""

from typing import Any

import numpy as np

from qipai.bots.nets.choosing import HEADS, SECOND, add_rows
from qipai.engine.compiling import compiled
from qipai.training.actor import actor_of
from qipai.training.learner import KEEP_FIRST, KEEP_SECOND, Learner, adam, adam_rows, add_first
from qipai.training.nets import ZERO, Net
from qipai.training.running import Training

LANES = 16  # units whose sums are kept at a time; the width of a flat net is a multiple of it


@compiled
def score_flat(net, sums, hidden, out):
    """Work out the heads from the first layer's sums, where no layer lies between.

    Sums are kept for `LANES` units at a time, so that the processor adds them side by side; `hidden` is room for them.
    """
    heads, heads_bias = net[4], net[5]
    for lane in range(2 * LANES):
        hidden[lane] = ZERO
    for begin in range(0, len(sums), LANES):
        for lane in range(LANES):
            above = max(sums[begin + lane], ZERO)
            hidden[lane] += above * heads[0, begin + lane]
            hidden[LANES + lane] += above * heads[1, begin + lane]
    for head in range(HEADS):
        out[head] = heads_bias[head]
        for lane in range(LANES):
            out[head] += hidden[head * LANES + lane]


@compiled
def add_gradients(net, book, line, share, grads, touched, work):
    """Add the gradients of `share` times half the squared error at one line of the book; return the error of each head, squared."""
    rows, on, _, _, _, targets, _ = book
    inputs, inputs_bias, _, _, heads, _ = net
    sums, hidden, out, back, _, _, _ = work
    sums[:] = inputs_bias
    add_rows(inputs, rows[line], 0, on[line], sums)
    score_flat(net, sums, hidden, out)
    points, win = out[0] - targets[line, 0], out[1] - targets[line, 1]
    points_back, win_back = points * share[0], win * share[1]
    grads[5][0] += points_back
    grads[5][1] += win_back
    for unit in range(len(sums)):
        above = max(sums[unit], ZERO)
        grads[4][0, unit] += points_back * above
        grads[4][1, unit] += win_back * above
        back[unit] = points_back * heads[0, unit] + win_back * heads[1, unit] if sums[unit] > ZERO else ZERO
        grads[1][unit] += back[unit]
    add_first(grads[0], rows[line], on[line], back, touched)
    return points * points, win * win


@compiled
def learn(net, grads, first, second, touched, work, book, order, batch, share, rate, number, losses):
    """Go once over the lines `order` of the book in minibatches of `batch`; return the number of steps taken so far."""
    for begin in range(0, len(order) - batch + 1, batch):
        for place in range(begin, begin + batch):
            points, win = add_gradients(net, book, order[place], share, grads, touched, work)
            losses[0] += points
            losses[1] += win
        number += 1
        first_share, second_share = np.float32(1 / (1 - KEEP_FIRST**number)), np.float32(1 / (1 - KEEP_SECOND**number))
        adam_rows(net[0], grads[0], first[0], second[0], touched, rate, first_share, second_share)
        adam(net[1], grads[1], first[1], second[1], rate, first_share, second_share)
        for head in range(HEADS):
            adam(net[4][head], grads[4][head], first[4][head], second[4][head], rate, first_share, second_share)
        adam(net[5], grads[5], first[5], second[5], rate, first_share, second_share)
    return number


def flattened(net: Net) -> Net:
    """Return a new net with the first layer of another, and heads of chance on it; a flat net as it is."""
    width = len(net.inputs_bias)
    assert width % LANES == 0
    if not net.second.size:
        return net
    heads = np.random.default_rng(width).normal(0, 0.1 / width**0.5, (HEADS, width)).astype(np.float32)
    return Net(net.inputs, net.inputs_bias, net.second[:, :0], net.second_bias[:0], heads, np.zeros(HEADS, np.float32))


def deepened(net: Net) -> Net:
    """Return a net of both layers that values everything as a flat one does."""
    width = len(net.inputs_bias)
    second, second_bias = np.zeros((width, SECOND), np.float32), np.zeros(SECOND, np.float32)
    heads = np.zeros((SECOND, HEADS), np.float32)
    for head in range(HEADS):
        for unit, sign in ((head, 1), (HEADS + head, -1)):
            second[:, unit], second_bias[unit], heads[unit, head] = sign * net.heads[head], sign * net.heads_bias[head], sign
    return Net(net.inputs, net.inputs_bias, second, second_bias, heads, np.zeros(HEADS, np.float32))


class FlatLearner(Learner):
    """Learns a net without a second layer."""

    def __init__(self, before: Learner) -> None:
        """Take the first layer of a learner that has not begun, or go on with what a flat one has learned."""
        super().__init__(before.net, before.seed)
        if before.net.second.size:
            self.net = flattened(before.net)
            self.average, self.first, self.second = self.net.copy(), self.net.zeros(), self.net.zeros()
        else:
            self.average, self.first, self.second, self.steps = before.average, before.first, before.second, before.steps
        self._grads = self.net.zeros()

    def _go_through(
        self, book: tuple[np.ndarray, ...], order: np.ndarray, rate: float, batch: int, weights: np.ndarray
    ) -> np.ndarray:
        losses = np.zeros(HEADS)
        adams = (tuple(self.net), tuple(self._grads), tuple(self.first), tuple(self.second))
        terms = (tuple(book), order, batch, weights / np.float32(batch), np.float32(rate), self.steps, losses)
        self.steps = learn(*adams, self._touched, self._work, *terms)
        return losses


class Flat(Training):
    """The net has no second layer."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.learner, place = FlatLearner(self.learner), self.actors[0].place
        self.actors = [actor_of(self.game, self.settings, 0, scoring=score_flat)]
        self.actors[0].place = place
        self._warm()

    def _averaged(self) -> Net:
        net = super()._averaged()
        return deepened(net) if not net.second.size else net  # at first, before the learner is a flat one
