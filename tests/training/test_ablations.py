"""Changes of a training that `benchmarks/ablations.py` compares."""

import numpy as np
import pytest

from benchmarks.ablations import Late, Pooled, kind_of
from qipai.bots.nets.choosing import inputs_of
from qipai.engine.compiling import NATIVE
from qipai.games import GAN_DENG_YAN
from qipai.training.checkpoints import RunFolder
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


def test_a_net_that_is_blind_to_nothing_is_the_usual_one(tmp_path):
    usual, blind = (
        finished(tmp_path / "usual"),
        finished(tmp_path / "blind", type("Blind", (kind_of(GAN_DENG_YAN, "blind to hand"),), {"groups": ()})),
    )
    assert blind.net_file.digest == usual.net_file.digest


def test_a_blind_net_has_no_weights_for_what_it_does_not_see(tmp_path):
    groups = inputs_of(GAN_DENG_YAN).groups
    hidden = groups[1]
    weights = finished(tmp_path, kind_of(GAN_DENG_YAN, f"blind to {hidden.name}")).net_file.weights[0]
    seen = [group.name for group in groups if weights[group.begin : group.begin + group.size].any()]
    assert hidden.name not in seen
    assert len(seen) > len(groups) / 2


def test_earlier_nets_are_met_and_late_minibatches_are_larger(tmp_path):
    usual = finished(tmp_path / "usual", rivals=0.5)
    pooled = finished(tmp_path / "pooled", Pooled, rivals=0.5)
    late = finished(tmp_path / "late", Late, rivals=0.5)
    assert len({training.net_file.digest for training in (usual, pooled, late)}) == 3
    assert late.learner.steps < 0.75 * usual.learner.steps
    assert np.isfinite(pooled.loss).all()


def test_a_change_that_there_is_not_is_named():
    with pytest.raises(SystemExit, match="There is no change 'magic'"):
        kind_of(GAN_DENG_YAN, "magic")
    with pytest.raises(SystemExit, match="gan_deng_yan has the inputs hand"):
        kind_of(GAN_DENG_YAN, "blind to sight")
