"""Changes of a training that `benchmarks/ablations.py` compares."""

import numpy as np
import pytest

from benchmarks import flat, foreseeing
from benchmarks.ablations import Late, Pooled, settings_of
from qipai.bots.nets.choosing import HEADS, SECOND
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import GAN_DENG_YAN, GOU_JI
from qipai.training.actor import new_book
from qipai.training.checkpoints import RunFolder
from qipai.training.learner import Learner
from qipai.training.nets import new_net, score_float
from qipai.training.running import Training
from qipai.training.settings import Recipe

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not NATIVE, reason="needs the compiled rules; QIPAI_RULES=native runs it"),
]
RECIPE = Recipe(game="gan_deng_yan", rules={}, players=(2,), decisions=20_000, lines=2048, width=16)


def finished(folder, kind=Training, **settings):
    recipe = Recipe(**{name: getattr(RECIPE, name) for name in RECIPE.__struct_fields__} | settings)
    training = kind(GAN_DENG_YAN, recipe, RunFolder(folder, recipe))
    for _ in training.run():
        pass
    return training


def test_earlier_nets_are_met_and_late_minibatches_are_larger(tmp_path):
    usual = finished(tmp_path / "usual", rivals=0.5)
    pooled = finished(tmp_path / "pooled", Pooled, rivals=0.5)
    late = finished(tmp_path / "late", Late, rivals=0.5)
    assert len({training.net_file.digest for training in (usual, pooled, late)}) == 3
    assert late.learner.steps < 0.75 * usual.learner.steps
    assert np.isfinite(pooled.loss).all()


def scored(net, sums, scoring):
    """The heads of a net for these sums of its first layer."""
    out = np.zeros(HEADS, np.float32)
    scoring(tuple(net), np.array(sums, np.float32), np.zeros(SECOND, np.float32), out)
    return out


def test_a_flat_net_is_worth_the_same_in_a_file():
    net = flat.flattened(new_net(4, 32, seed=2))
    net.heads_bias[:] = 0.25, -0.5
    sums = np.random.default_rng(3).normal(size=(20, 32)).astype(np.float32)
    worth = np.maximum(sums, 0) @ net.heads.T + net.heads_bias
    for row, heads in zip(sums, worth, strict=True):
        np.testing.assert_allclose(scored(net, row, flat.score_flat), heads, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(scored(flat.deepened(net), row, score_float), heads, rtol=1e-5, atol=1e-6)


def test_a_flat_net_learns_and_plays_what_it_has_learned(tmp_path):
    training = finished(tmp_path, flat.Flat)
    assert not training.learner.net.second.size
    second, heads = training.net_file.weights[2], training.net_file.weights[4]
    assert np.array_equal(second[:, :HEADS], -second[:, HEADS : 2 * HEADS])
    assert second[:, :HEADS].any()
    assert np.count_nonzero(heads) == 2 * HEADS
    again = flat.Flat(GAN_DENG_YAN, training.settings, training.folder)  # it goes on as a flat one
    assert np.array_equal(again.learner.net.heads, training.learner.net.heads)
    assert again.learner.steps == training.learner.steps


def test_the_first_step_of_a_flat_net_goes_down_every_slope():
    learner = flat.FlatLearner(Learner(new_net(6, 16, seed=2), seed=1))
    book, net = new_book(1, 3), learner.net.copy()
    book.rows[0], book.on[0], book.targets[0] = (0, 2, 5), 3, (1, -1)
    learner.learn(book, 1, 0, 0.01, 1, np.ones(HEADS, np.float32), 0.9)
    sums = net.inputs[[0, 2, 5]].sum(axis=0)
    errors = np.maximum(sums, 0) @ net.heads.T - book.targets[0]
    slopes = (errors @ net.heads) * (sums > 0)
    # the first step of Adam goes 0.01 against the sign of the slope, whatever its size
    np.testing.assert_allclose(net.inputs[2] - learner.net.inputs[2], 0.01 * np.sign(slopes), atol=1e-4)
    np.testing.assert_allclose(net.heads[0] - learner.net.heads[0], 0.01 * np.sign(errors[0] * np.maximum(sums, 0)), atol=1e-4)
    assert np.array_equal(net.inputs[1], learner.net.inputs[1])


def test_the_next_hand_is_that_of_another_seat_in_the_same_deal():
    following = np.zeros(7, np.int64)
    foreseeing.find_next(np.array([0, 0, 1, 0, 2, 1, 0]), np.array([4, 4, 4, 4, 4, 5, 5]), following)
    assert following.tolist() == [2, 2, 3, 4, -1, 6, -1]


def test_what_tells_a_hand_goes_down_its_slope():
    """Against the entropy in double precision: by the weights, and by the units of the second layer."""
    random, size, begin = np.random.default_rng(8), 3, 10
    weights, hidden = random.normal(size=(size, SECOND + 1)), random.normal(size=SECOND)
    single = np.float32
    grads, mid = np.zeros((size, SECOND + 1), single), np.zeros(SECOND, single)
    teller = (weights.astype(single), grads, grads, grads, np.zeros(size, single))
    empty = np.zeros(1, single)
    rows = np.array([4, 11, 12, 13], np.uint16)  # of the hand, 10 to 12, two are on
    found = foreseeing.add_hand(rows, 4, begin, 0.5, teller, (empty, hidden.astype(single), empty, empty, mid, empty, empty))

    def error(weights, hidden):
        chances = 1 / (1 + np.exp(-weights @ np.append(np.maximum(hidden, 0), 1)))
        return -np.log(np.where([False, True, True], chances, 1 - chances)).mean()

    assert found == pytest.approx(error(weights, hidden), rel=1e-5)
    for place, unit in ((0, 0), (1, 7), (2, SECOND)):
        more, less = weights.copy(), weights.copy()
        more[place, unit] += 1e-5
        less[place, unit] -= 1e-5
        slope = (error(more, hidden) - error(less, hidden)) / 2e-5
        assert grads[place, unit] == pytest.approx(slope / 2, abs=1e-4)
    for unit in range(0, SECOND, 5):
        nudge = np.eye(SECOND)[unit] * 1e-5
        slope = (error(weights, hidden + nudge) - error(weights, hidden - nudge)) / 2e-5
        assert mid[unit] == pytest.approx(slope / 2, abs=1e-4)


def test_hands_are_told_better_after_some_learning(tmp_path):
    recipe = Recipe(game="gan_deng_yan", rules={}, players=(2,), decisions=30_000, lines=2048, width=16)
    training = foreseeing.Foreseeing(GAN_DENG_YAN, recipe, RunFolder(tmp_path, recipe))
    told = []
    for _ in training.run():
        told.append(training.learner.told)
    assert 0.5 < told[0] < 0.75  # one bit, that is ln 2 = 0.69, for each input at first
    assert told[-1] < told[0] / 2


def test_a_change_that_there_is_not_is_named():
    with pytest.raises(QipaiError, match="There is no change 'magic'"):
        settings_of(GAN_DENG_YAN, "magic")
    assert settings_of(GOU_JI, "as usual")["blind"] == ("played",)
    assert settings_of(GOU_JI, "every input from the beginning")["blind"] == ()
    assert settings_of(GOU_JI, "blind to unseen, left")["blind"] == ("unseen", "left")
