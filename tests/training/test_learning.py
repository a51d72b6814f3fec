"""The parts of learning, against numbers that were worked out otherwise."""

import numpy as np
import pytest

from qipai.bots.nets.choosing import HEADS, SECOND
from qipai.training.actor import new_book
from qipai.training.learner import Learner, add_gradients, gather, lay_across, step
from qipai.training.nets import new_net
from qipai.training.returns import write_targets
from qipai.training.settings import Recipe

INPUTS, WIDTH = 12, 8


def forward(net, rows):
    """The heads of a net for the inputs that are on, in double precision."""
    first, first_bias, second, second_bias, heads, heads_bias = (array.astype(np.float64) for array in net)
    sums = first_bias + first[rows].sum(axis=0)
    hidden = np.maximum(sums, 0) @ second + second_bias
    return np.maximum(hidden, 0) @ heads + heads_bias


def a_book(lines):
    random = np.random.default_rng(5)
    book = new_book(lines, 6)
    for line in range(lines):
        book.on[line] = 3 + line % 3
        book.rows[line, : book.on[line]] = random.permutation(INPUTS)[: book.on[line]]
    book.targets[:] = random.normal(size=(lines, HEADS))
    return book


def a_net():
    net = new_net(INPUTS, WIDTH, seed=3)
    net.inputs[:] *= 5  # so that no unit is near its threshold
    net.second_bias[:] = 0.1
    return net


def gradients(net, book, share):
    """The gradients of all lines, by the compiled code."""
    single = np.float32
    grads, touched = net.zeros(), np.zeros(INPUTS, np.uint8)
    shapes = (WIDTH, SECOND, HEADS, WIDTH, SECOND, (SECOND, WIDTH), (SECOND, WIDTH))
    work = tuple(np.zeros(shape, single) for shape in shapes)
    lay_across(net.second, work[5])
    errors = np.zeros(HEADS)
    for line in range(len(book.on)):
        errors += add_gradients(tuple(net), tuple(book), line, share, tuple(grads), touched, work)
    gather(work[6], grads.second)
    return grads, touched, errors


def test_gradients_agree_with_finite_differences():
    net, book, share = a_net(), a_book(5), np.array([0.7, 0.3], np.float32)
    grads, touched, errors = gradients(net, book, share)

    def loss(changed):
        found = [forward(changed, book.rows[line, : book.on[line]]) - book.targets[line] for line in range(5)]
        return sum((share * error**2).sum() / 2 for error in found)

    squares = [(forward(net, book.rows[line, : book.on[line]]) - book.targets[line]) ** 2 for line in range(5)]
    np.testing.assert_allclose(errors, np.sum(squares, axis=0), rtol=1e-4)
    random = np.random.default_rng(1)
    compared = 0
    for layer, (array, found) in enumerate(zip(net, grads, strict=True)):
        for place in random.choice(array.size, min(array.size, 40), replace=False):
            where = np.unravel_index(place, array.shape)
            double = [one.astype(np.float64) for one in net]
            double[layer][where] += 1e-5
            above = loss(double)
            double[layer][where] -= 2e-5
            slope = (above - loss(double)) / 2e-5
            assert found[where] == pytest.approx(slope, rel=2e-3, abs=2e-4)
            compared += abs(slope) > 1e-3
    assert compared > 60
    assert set(np.flatnonzero(touched)) == {int(row) for line in range(5) for row in book.rows[line, : book.on[line]]}


def test_a_step_is_adams_and_leaves_rows_alone_that_nothing_touched():
    net, book = a_net(), a_book(1)
    before = net.copy()
    grads, touched, _ = gradients(net, book, np.ones(HEADS, np.float32))
    kept = grads.copy()
    first, second = net.zeros(), net.zeros()
    every = (np.ones(WIDTH, np.uint8), np.ones(SECOND, np.uint8))
    step(tuple(net), tuple(grads), tuple(first), tuple(second), touched, every, np.float32(0.01), 1)
    for was, now, slope in zip(before, net, kept, strict=True):
        # the first step of Adam goes 0.01 against the sign of the gradient, whatever its size
        np.testing.assert_allclose(was - now, 0.01 * slope / (np.abs(slope) + 1e-8), atol=2e-5)
    idle = [row for row in range(INPUTS) if row not in book.rows[0, : book.on[0]]]
    assert (net.inputs[idle] == before.inputs[idle]).all()
    assert not touched.any()
    assert all(not array.any() for array in grads)


def test_returns_of_a_deal_worked_out_by_hand():
    """Seat 0 decides three times, seat 1 once in between; λ is 1/2, and seat 0's second decision was random.

    Results: 8 and -1 for seat 0, -8 and 1 for seat 1.  Backwards for seat 0, by points: its third decision is worth the result, 8; its
    second what the third promised, (8 + 4) / 2 = 6; its first what was best at the second, 2, since what followed it was random.
    """
    seats = np.array([0, 0, 1, 0, 7])
    values = np.array([[9, 9], [2, 0.5], [5, 5], [4, 0], [0, 0]], np.float32)
    explored = np.array([0, 1, 0, 0, 0], np.uint8)
    final = np.array([[8, -1], [-8, 1]], np.float32)
    targets = np.full((5, 2), 99, np.float32)
    write_targets(seats, values, explored, 0, 4, final, 0.5, targets)
    assert targets[:, 0].tolist() == [2, 6, -8, 8, 99]
    assert targets[:, 1].tolist() == [0.5, -0.5, 1, -1, 99]


def test_with_lambda_one_everything_is_worth_the_result():
    seats, values, explored = np.zeros(3, int), np.ones((3, 2), np.float32), np.zeros(3, np.uint8)
    targets = np.zeros((3, 2), np.float32)
    write_targets(seats, values, explored, 0, 3, np.array([[3, 1]], np.float32), 1.0, targets)
    assert targets.tolist() == [[3, 1]] * 3


def test_a_learner_learns_what_it_is_shown():
    learner, book = Learner(a_net(), seed=1), a_book(64)
    first = learner.learn(book, 64, 0, 0.01, 16, np.ones(HEADS, np.float32), 0.9)
    for turn in range(1, 60):
        last = learner.learn(book, 64, turn, 0.01, 16, np.ones(HEADS, np.float32), 0.9)
    assert (last < first / 4).all()
    assert learner.steps == 240
    assert not np.array_equal(learner.average.inputs, learner.net.inputs)


def test_rates_and_exploration_go_from_the_first_value_to_the_last():
    recipe = Recipe(game="any", rules={}, players=(2,), rate=(1e-3, 1e-5), explore=(0.2, 0.1))
    assert recipe.rate_at(0.5) == pytest.approx(1e-4)
    assert recipe.rate_at(2.0) == pytest.approx(1e-5)
    assert recipe.explore_at(0.25) == pytest.approx(0.175)
