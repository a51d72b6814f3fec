"""The learner in PyTorch beside the compiled one: gradients that nobody here wrote out, and the same weights."""

import importlib.util
import subprocess
import sys
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from qipai.bots.nets.choosing import HEADS, inputs_of
from qipai.bots.nets.files import read_net
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import GAMES, GAN_DENG_YAN
from qipai.training.actor import actor_of
from qipai.training.checkpoints import NET_FILE, RunFolder
from qipai.training.learner import Learner
from qipai.training.nets import new_net
from qipai.training.running import Training
from qipai.training.settings import Recipe
from qipai.training.torch_learner import TorchLearner
from qipai.training.watching import line_of
from tests.test_architecture import ROOT
from tests.training.test_learning import a_book, a_net

native = pytest.mark.skipif(not NATIVE, reason="needs the compiled rules; QIPAI_RULES=native runs it")
torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed (extra torch)")
RECIPE = Recipe("gan_deng_yan", {}, (2,), decisions=30_000, width=32, learner="torch")
RATE, WEIGHTS = 0.01, np.array([0.7, 0.3], np.float32)


def learn_side_by_side(net, book, lines, batch, turns=1):
    """Let both learners learn the same; compare what they say of their errors and return them."""
    both = Learner(net.copy(), seed=1), TorchLearner(net.copy(), seed=1)
    for turn in range(turns):
        one, other = (learner.learn(book, lines, turn, RATE, batch, WEIGHTS, 0.9) for learner in both)
        np.testing.assert_allclose(one, other, rtol=1e-4)
    assert both[0].steps == both[1].steps == turns * (lines // batch)
    return both


def are_equal(one, other, part, far):
    for array, like in zip(getattr(one, part), getattr(other, part), strict=True):
        np.testing.assert_allclose(array, like, rtol=1e-3, atol=far)


@torch
def test_one_step_from_the_same_weights_leads_to_the_same_weights():
    """The first moment after one step is a tenth of the gradient, so the written out backpropagation is PyTorch's."""
    net, book = a_net(), a_book(16)
    one, other = learn_side_by_side(net, book, 16, 16)
    are_equal(one, other, "first", 1e-7)
    are_equal(one, other, "second", 1e-9)
    are_equal(one, other, "net", RATE / 1000)
    are_equal(one, other, "average", RATE / 1000)
    assert min(np.abs(array).max() for array in one.first) > 1e-4  # more than it may differ by


@torch
def test_many_steps_lead_to_the_same_weights_and_rows_that_nothing_touched_are_left_alone():
    net, book = a_net(), a_book(64)
    book.rows[book.rows == 7] = 8  # so that some are on twice, and one never
    one, other = learn_side_by_side(net, book, 61, 6, turns=3)
    are_equal(one, other, "net", RATE / 20)
    are_equal(one, other, "first", 1e-4)
    assert (other.net.inputs[7] == net.inputs[7]).all()
    assert not other.second.inputs[7].any()


@torch
@native
def test_both_learn_the_same_of_what_an_actor_wrote_down():
    net = new_net(inputs_of(GAN_DENG_YAN).size, 64, 1)
    actor = actor_of(GAN_DENG_YAN, RECIPE, 0, None)
    lines = actor.collect(net, 5.0, (1.0, 1.0), 0.5, 0.1)
    one, other = learn_side_by_side(net, actor.book, lines, lines)
    are_equal(one, other, "first", 1e-7)
    assert (one.second.inputs.any(axis=1) == other.second.inputs.any(axis=1)).all()
    assert one.second.inputs.any(axis=1).sum() > 300
    losses = [other.learn(actor.book, lines, turn, 1e-3, 64, WEIGHTS, 0.9).sum() for turn in range(8)]
    assert losses[-1] < losses[0] * 0.8


@torch
def test_the_loss_falls_and_one_learner_goes_on_with_what_the_other_has_learned():
    first, book = TorchLearner(a_net(), seed=1), a_book(64)
    losses = [first.learn(book, 64, turn, RATE, 16, WEIGHTS, 0.9) for turn in range(60)]
    assert (losses[-1] < losses[0] / 2).all()
    second = Learner(first.net, seed=1)
    second.average, second.first, second.second, second.steps = first.average, first.first, first.second, first.steps
    assert (second.learn(book, 64, 60, RATE, 16, WEIGHTS, 0.9) < losses[-1] * 1.2).all()
    assert second.steps == 61 * 4


@torch
def test_what_was_learned_in_the_memory_of_a_device_comes_back(monkeypatch):
    """On the CPU tensors share the memory of arrays; here they do not, as on a GPU."""
    here, there = TorchLearner(a_net(), seed=1), TorchLearner(a_net(), seed=1)
    copied = there._there
    monkeypatch.setattr(there, "_there", lambda array: copied(array).clone())
    book = a_book(32)
    losses = [learner.learn(book, 32, 0, RATE, 8, WEIGHTS, 0.9) for learner in (here, there)]
    assert np.array_equal(*losses)
    for part in ("net", "average", "first", "second"):
        assert all(map(np.array_equal, getattr(here, part), getattr(there, part)))
    assert not np.array_equal(there.net.inputs, a_net().inputs)


@torch
def test_threads_of_pytorch_are_as_they_were():
    import torch

    before = torch.get_num_threads()
    TorchLearner(a_net(), seed=1).learn(a_book(8), 8, 0, RATE, 4, WEIGHTS, 0.9)
    assert torch.get_num_threads() == before


def run(folder, recipe=RECIPE):
    training = Training(GAN_DENG_YAN, recipe, RunFolder(folder, recipe))
    for line in training.run():
        yield training, line


def finished(folder, recipe=RECIPE):
    *_, (training, _) = run(folder, recipe)
    return training


@torch
@native
@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
def test_a_training_is_killed_and_goes_on(tmp_path, threads):
    recipe = msgspec.structs.replace(RECIPE, threads=threads)
    whole = finished(tmp_path / "whole", recipe)
    kept = 0
    for training, line in run(tmp_path / "stopped", recipe):
        if kept and training.learned > kept:
            break  # as if it were killed: what came after the checkpoint is lost
        if line:
            kept = training.learned
    again = finished(tmp_path / "stopped", recipe)
    assert again.learned == whole.learned
    if whole.learner.device == "PyTorch on the CPU":  # a GPU adds up in any order
        assert again.net_file.digest == whole.net_file.digest
    assert whole.learner.device in str(line_of(whole))
    compiled = msgspec.structs.replace(recipe, learner="compiled", decisions=40_000)
    longer = finished(tmp_path / "stopped", compiled)
    assert longer.learned >= 40_000
    assert read_net(tmp_path / "stopped" / NET_FILE).digest == longer.net_file.digest


def test_without_pytorch_a_sentence_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)  # as Python has what cannot be imported
    with pytest.raises(QipaiError, match=r"^The learner torch needs PyTorch: pip install torch"):
        TorchLearner(new_net(5, 8, 1), seed=1)
    with pytest.raises(QipaiError, match=r"^The learner torch needs PyTorch"):
        RECIPE.check()  # so a command says it before it makes a folder


def test_nothing_imports_pytorch_that_is_not_asked_to():
    asked = "import sys, qipai.cli.train, qipai.training.running, qipai.training.torch_learner; print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, cwd=ROOT).stdout == "False\n"


def test_there_are_two_learners():
    with pytest.raises(QipaiError, match=r"^The learner is compiled or torch, not 'jax'"):
        Recipe("gan_deng_yan", {}, (2,), learner="jax").check()
    with pytest.raises(QipaiError, match=r"^A minibatch has 1 to 4096 decisions, not 5000"):
        Recipe("gan_deng_yan", {}, (2,), batch=5000).check()
    with pytest.raises(QipaiError, match=r"a multiple of 4 up to 4096, and 8192 is not"):
        Recipe("gan_deng_yan", {}, (2,), width=8192).check()
    assert len(WEIGHTS) == HEADS


@native
def test_a_net_that_no_file_may_hold_is_refused_before_it_learns(tmp_path):
    """From its declared fields Giog has 3,081 inputs."""
    game = replace(GAMES["giog"], inputs=None)
    recipe = Recipe("giog", {}, (2,), width=4096)
    with pytest.raises(QipaiError, match=r"^A net of \d+ inputs and 4096 units is larger than a file may be"):
        Training(game, recipe, RunFolder(tmp_path, recipe))
