"""The learner: Adam on the squared error of both heads, a minibatch at a time.

A decision has some sixty inputs on, of a thousand; so only the rows of the first layer that a minibatch touched have gradients, and only
they are updated (lazy Adam).  `add_gradients` is backpropagation, written out.
"""

import math

import numpy as np

from qipai.bots.nets.choosing import HEADS, SECOND, add_rows
from qipai.engine.compiling import compiled

from .nets import ZERO, Net, score_float

FIRST_MOMENT, SECOND_MOMENT, TINY = np.float32(0.1), np.float32(0.001), np.float32(1e-8)  # Adam: 1 - β1, 1 - β2, ε
KEEP_FIRST, KEEP_SECOND = 0.9, 0.999


@compiled
def add_gradients(net, book, line, share, grads, touched, work):
    """Add the gradients of `share` times half the squared error at one line of the book; return the error of each head, squared.

    `touched[input]` is set to 1 for the inputs that were on.  `work` has the second layer's weights lying across, which `lay_across`
    wrote, and collects their gradients in the same way.
    """
    errors = add_heads(net, book, line, share, grads, work)
    add_layers(book, line, grads, touched, work)
    return errors


@compiled
def add_heads(net, book, line, share, grads, work):
    """Add the gradients of the heads, and write those of the second layer's units to `work`; return the error of each head, squared."""
    rows, on, _, _, _, targets, _ = book
    inputs, inputs_bias, _, _, heads, _ = net
    _, _, _, _, heads_grads, heads_bias_grads = grads
    sums, hidden, out, _, mid, _, _ = work
    for unit in range(len(sums)):
        sums[unit] = inputs_bias[unit]
    add_rows(inputs, rows[line], 0, on[line], sums)
    score_float(net, sums, hidden, out)
    points_error, win_error = out[0] - targets[line, 0], out[1] - targets[line, 1]
    points_back, win_back = points_error * share[0], win_error * share[1]
    heads_bias_grads[0] += points_back
    heads_bias_grads[1] += win_back
    for unit in range(SECOND):
        mid[unit] = ZERO
        if hidden[unit] > ZERO:
            mid[unit] = points_back * heads[unit, 0] + win_back * heads[unit, 1]
            heads_grads[unit, 0] += points_back * hidden[unit]
            heads_grads[unit, 1] += win_back * hidden[unit]
    return points_error * points_error, win_error * win_error


@compiled
def add_layers(book, line, grads, touched, work):
    """Add the gradients of both layers from those of the second layer's units."""
    rows, on, _, _, _, _, _ = book
    _, inputs_bias_grads, _, second_bias_grads, _, _ = grads
    sums, _, _, back, mid, across, across_grads = work
    for unit in range(SECOND):
        second_bias_grads[unit] += mid[unit]
    add_second(sums, mid, across, across_grads, back)
    for unit in range(len(back)):
        back[unit] = back[unit] if sums[unit] > ZERO else ZERO
        inputs_bias_grads[unit] += back[unit]
    add_first(grads[0], rows[line], on[line], back, touched)


@compiled
def add_second(sums, mid, across, across_grads, back):
    """Go back through the second layer: add its gradients, and write those of the first layer's units to `back`."""
    for place in range(len(back)):
        back[place] = ZERO
        sums[place] = max(sums[place], ZERO)
    for unit in range(SECOND):
        part = mid[unit]
        if part != ZERO:
            for place in range(len(back)):
                back[place] += part * across[unit, place]
                across_grads[unit, place] += part * sums[place]


@compiled
def add_first(grads, rows, on, back, touched):
    """Add the gradients of the rows that were on."""
    for place in range(on):
        row = rows[place]
        touched[row] = 1
        for unit in range(len(back)):
            grads[row, unit] += back[unit]


@compiled
def lay_across(second, across):
    """Write the second layer's weights to `across`, rows to columns: going back reads them so."""
    for place in range(second.shape[0]):
        for unit in range(second.shape[1]):
            across[unit, place] = second[place, unit]


@compiled
def gather(across_grads, grads):
    """Add the gradients that lie across to those of the second layer, and clear them."""
    for unit in range(across_grads.shape[0]):
        for place in range(across_grads.shape[1]):
            grads[place, unit] += across_grads[unit, place]
            across_grads[unit, place] = ZERO


@compiled
def adam(weights, grads, first, second, rate, first_share, second_share):
    """Update a row of weights by Adam, and clear its gradients."""
    for i in range(len(weights)):
        first[i] += FIRST_MOMENT * (grads[i] - first[i])
        second[i] += SECOND_MOMENT * (grads[i] * grads[i] - second[i])
        weights[i] -= rate * (first[i] * first_share) / (math.sqrt(second[i] * second_share) + TINY)
        grads[i] = ZERO


@compiled
def adam_rows(weights, grads, first, second, touched, rate, first_share, second_share):
    """Update the rows that were touched, and forget that they were."""
    for row in range(len(weights)):
        if touched[row]:
            touched[row] = 0
            adam(weights[row], grads[row], first[row], second[row], rate, first_share, second_share)


@compiled
def step(net, grads, first, second, touched, every, rate, number):
    """Take step number `number` (from 1) with the gradients that have been added up."""
    first_share = np.float32(1.0 / (1.0 - KEEP_FIRST**number))
    second_share = np.float32(1.0 / (1.0 - KEEP_SECOND**number))
    adam_rows(net[0], grads[0], first[0], second[0], touched, rate, first_share, second_share)
    adam_rows(net[2], grads[2], first[2], second[2], every[0], rate, first_share, second_share)
    adam_rows(net[4], grads[4], first[4], second[4], every[1], rate, first_share, second_share)
    adam(net[1], grads[1], first[1], second[1], rate, first_share, second_share)
    adam(net[3], grads[3], first[3], second[3], rate, first_share, second_share)
    adam(net[5], grads[5], first[5], second[5], rate, first_share, second_share)
    for layer in every:
        for row in range(len(layer)):
            layer[row] = 1


@compiled
def learn(net, grads, first, second, touched, every, work, book, order, batch, weights, rate, number, losses):
    """Go once over the lines `order` of the book in minibatches of `batch`; return the number of steps taken so far.

    Adds each head's squared errors to `losses`.
    """
    share = np.empty(HEADS, np.float32)
    for head in range(HEADS):
        share[head] = weights[head] / np.float32(batch)
    for begin in range(0, len(order) - batch + 1, batch):
        lay_across(net[2], work[5])
        for place in range(begin, begin + batch):
            points, win = add_gradients(net, book, order[place], share, grads, touched, work)
            losses[0] += points
            losses[1] += win
        gather(work[6], grads[2])
        number += 1
        step(net, grads, first, second, touched, every, rate, number)
    return number


class Learner:
    """A net with what its training remembers: Adam's moments, the number of steps, and the running average of the weights.

    The average is what plays in the end: it is steadier than the net of any one moment.
    """

    device = ""  # where it learns, in words, unless that is compiled code

    def __init__(self, net: Net, seed: int) -> None:
        self.net, self.average, self.seed = net, net.copy(), seed
        self.first, self.second, self.steps = net.zeros(), net.zeros(), 0
        self._grads = net.zeros()
        width, second = net.second.shape
        single = np.float32
        self._touched = np.zeros(len(net.inputs), np.uint8)
        self._every = (np.ones(width, np.uint8), np.ones(second, np.uint8))
        shapes = (width, second, HEADS, width, second, (second, width), (second, width))
        self._work = tuple(np.zeros(shape, single) for shape in shapes)

    def learn(
        self,
        book: tuple[np.ndarray, ...],
        lines: int,
        iteration: int,
        rate: float,
        batch: int,
        weights: np.ndarray,
        average: float,
    ) -> np.ndarray:
        """Learn the first `lines` lines of a book once, in an order drawn from the seed; return the mean squared error by head.

        `rate`: the size of Adam's steps.  `weights`: what each head's error counts.  `average`: what the running average keeps.
        """
        order = np.random.default_rng([self.seed, iteration]).permutation(lines)
        losses = self._go_through(book, order, rate, batch, weights)
        for mean, now in zip(self.average, self.net, strict=True):
            mean += np.float32(1 - average) * (now - mean)
        return losses / max(1, lines // batch * batch)

    def _go_through(
        self, book: tuple[np.ndarray, ...], order: np.ndarray, rate: float, batch: int, weights: np.ndarray
    ) -> np.ndarray:
        """Take a step for each full minibatch of the lines in this order; return the squared errors by head, added up."""
        losses = np.zeros(HEADS)
        self.steps = learn(
            tuple(self.net),
            tuple(self._grads),
            tuple(self.first),
            tuple(self.second),
            self._touched,
            self._every,
            self._work,
            tuple(book),
            order,
            batch,
            weights,
            np.float32(rate),
            self.steps,
            losses,
        )
        return losses
