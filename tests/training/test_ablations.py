"""Changes of a training that `benchmarks/ablations.py` compares."""

import numpy as np
import pytest

from benchmarks.ablations import Late, Pooled, settings_of
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import GAN_DENG_YAN, GOU_JI
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


def test_earlier_nets_are_met_and_late_minibatches_are_larger(tmp_path):
    usual = finished(tmp_path / "usual", rivals=0.5)
    pooled = finished(tmp_path / "pooled", Pooled, rivals=0.5)
    late = finished(tmp_path / "late", Late, rivals=0.5)
    assert len({training.net_file.digest for training in (usual, pooled, late)}) == 3
    assert late.learner.steps < 0.75 * usual.learner.steps
    assert np.isfinite(pooled.loss).all()


def test_a_change_that_there_is_not_is_named():
    with pytest.raises(QipaiError, match="There is no change 'magic'"):
        settings_of(GAN_DENG_YAN, "magic")
    assert settings_of(GOU_JI, "as usual")["blind"] == ("played",)
    assert settings_of(GOU_JI, "every input from the beginning")["blind"] == ()
    assert settings_of(GOU_JI, "blind to unseen, left")["blind"] == ("unseen", "left")
