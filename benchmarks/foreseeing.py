"""A training whose net also learns to tell the hand of the next seat, from its last hidden layer: an auxiliary task.

What is to be told are the inputs of the group `hand` that are on at the next decision of another seat, which is the net's too.  The
player is the net without what tells hands; no file keeps that, and a training that was stopped goes on with a new one.
"""

import math
from typing import Any

import numpy as np

from qipai.bots.nets.choosing import HEADS, SECOND, inputs_of
from qipai.engine.compiling import compiled
from qipai.training.learner import KEEP_FIRST, KEEP_SECOND, Learner, adam, add_heads, add_layers, gather, lay_across, step
from qipai.training.nets import ZERO
from qipai.training.running import Training

HAND = "hand"


@compiled
def find_next(seats, deals, following):
    """Write for each line of a book the next one of the same deal in which another seat decides, or -1."""
    for line in range(len(following)):
        other = line + 1
        while other < len(following) and deals[other] == deals[line] and seats[other] == seats[line]:
            other += 1
        following[line] = other if other < len(following) and deals[other] == deals[line] else -1


@compiled
def add_hand(rows, on, begin, counts, teller, work):
    """Add the gradients of what tells the hand that a line with these inputs on has; return the mean cross entropy of its inputs.

    The inputs of a hand begin at `begin`.  `counts`: what the mean counts.  The gradients of the second layer's units are added to `work`.
    """
    weights, grads, _, _, truth = teller
    _, hidden, _, _, mid, _, _ = work
    size = len(truth)
    truth[:] = ZERO
    for place in range(on):
        if begin <= rows[place] < begin + size:
            truth[rows[place] - begin] = 1
    error = 0.0
    for place in range(size):
        score = weights[place, SECOND]
        for unit in range(SECOND):
            score += max(hidden[unit], ZERO) * weights[place, unit]
        chance = 1 / (1 + math.exp(-score))
        error -= math.log(max(chance if truth[place] > ZERO else 1 - chance, 1e-12))
        back = np.float32((chance - truth[place]) * counts / size)
        grads[place, SECOND] += back
        for unit in range(SECOND):
            if hidden[unit] > ZERO:
                grads[place, unit] += back * hidden[unit]
                mid[unit] += back * weights[place, unit]
    return error / size


@compiled
def learn(net, grads, first, second, touched, every, work, book, order, batch, share, rate, number, losses, hands):
    """Go once over a book, as `qipai.training.learner.learn` does, and learn to tell hands too.

    Returns the number of steps taken so far; `losses` gets the errors of what was told after those of the heads.  `hands`: what
    `find_next` wrote, and what `add_hand` takes.
    """
    following, begin, counts, teller = hands
    for start in range(0, len(order) - batch + 1, batch):
        lay_across(net[2], work[5])
        for place in range(start, start + batch):
            line = order[place]
            points, win = add_heads(net, book, line, share, grads, work)
            losses[0] += points
            losses[1] += win
            other = following[line]
            if other >= 0:
                losses[2] += add_hand(book[0][other], book[1][other], begin, counts / batch, teller, work)
            add_layers(book, line, grads, touched, work)
        gather(work[6], grads[2])
        number += 1
        step(net, grads, first, second, touched, every, rate, number)
        first_share, second_share = np.float32(1 / (1 - KEEP_FIRST**number)), np.float32(1 / (1 - KEEP_SECOND**number))
        for row in range(len(teller[0])):
            adam(teller[0][row], teller[1][row], teller[2][row], teller[3][row], rate, first_share, second_share)
    return number


class HandLearner(Learner):
    """Goes on with what another learner has learned, and learns to tell hands beside it.

    `told`: the mean cross entropy of what the last call told; ln 2 = 0.69 where everything is as likely as not.
    """

    def __init__(self, before: Learner, begin: int, size: int, counts: float) -> None:
        """Tell the `size` inputs from `begin` on.  `counts`: what their error counts beside half the squared errors of the heads."""
        super().__init__(before.net, before.seed)
        self.average, self.first, self.second, self.steps = before.average, before.first, before.second, before.steps
        self.told, self._begin, self._counts = 0.0, begin, counts
        shape = (size, SECOND + 1)  # the last weight is a constant
        tables = (np.zeros(shape, np.float32) for _ in range(4))  # weights, gradients and Adam's moments
        self._teller = (*tables, np.zeros(size, np.float32))

    def _go_through(
        self, book: tuple[np.ndarray, ...], order: np.ndarray, rate: float, batch: int, weights: np.ndarray
    ) -> np.ndarray:
        losses, following = np.zeros(HEADS + 1), np.zeros(len(order), np.int64)
        find_next(book[2], book[6], following)
        adams = (tuple(self.net), tuple(self._grads), tuple(self.first), tuple(self.second))
        hands = (following, self._begin, self._counts, self._teller)
        terms = (tuple(book), order, batch, weights / np.float32(batch), np.float32(rate), self.steps, losses, hands)
        self.steps = learn(*adams, self._touched, self._every, self._work, *terms)
        self.told = losses[HEADS] / max(1, (following >= 0).sum())
        return losses[:HEADS]


class Foreseeing(Training):
    """The net also learns to tell what the next seat holds."""

    counts = 1.0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        hand = next(group for group in inputs_of(self.game).groups if group.name == HAND)
        self.learner = HandLearner(self.learner, hand.begin, hand.size, self.counts)
        self._warm()


class ForeseeingALittle(Foreseeing):
    """Hands count a tenth."""

    counts = 0.1
