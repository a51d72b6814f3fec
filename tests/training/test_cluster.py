"""Training on a Ray cluster: the net of one machine, though a worker is killed in the middle."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.games import GAN_DENG_YAN
from qipai.training.checkpoints import RunFolder
from qipai.training.running import Training
from qipai.training.settings import Recipe
from tests.training.mortal import GRAVE

ROOT = Path(__file__).parents[2]

RECIPE = Recipe("gan_deng_yan", {}, (2,), width=16, decisions=40_000, lines=2048, threads=3)

TRAINING = """
import sys
from pathlib import Path

from qipai.games import GAN_DENG_YAN
from qipai.training.checkpoints import RunFolder
from qipai.training.cluster import cluster_at
from qipai.training.running import Training
from tests.training.mortal import collect_or_die
from tests.training.test_cluster import RECIPE

if __name__ == "__main__":
    with cluster_at(None, RECIPE, None, collect_or_die) as cluster:
        training = Training(GAN_DENG_YAN, RECIPE, RunFolder(Path(sys.argv[1]), RECIPE), cluster=cluster)
        for _ in training.run():
            pass
    print("learned", training.iteration, training.net_file.digest)
"""


@pytest.mark.slow
@pytest.mark.skipif(not NATIVE, reason="needs the compiled rules; QIPAI_RULES=native runs it")
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed (extra cluster)")
def test_a_cluster_learns_the_net_of_one_machine_though_a_worker_is_killed(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(TRAINING)
    command = [sys.executable, script, tmp_path / "far"]
    grave = tmp_path / "grave"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), GRAVE: str(grave)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    learned, iterations, digest = done.stdout.split()[-3:]
    assert int(grave.read_text()) > 0  # somebody died
    here = Training(GAN_DENG_YAN, RECIPE, RunFolder(tmp_path / "here", RECIPE))
    for _ in here.run():
        pass
    assert (learned, int(iterations), digest) == ("learned", here.iteration, here.net_file.digest)
    assert here.iteration > 8  # the worker died in the middle


@pytest.mark.skipif(not NATIVE, reason="needs the compiled rules; QIPAI_RULES=native runs it")
def test_a_cluster_wants_somebody_who_plays(tmp_path):
    recipe = Recipe("gan_deng_yan", {}, (2,))
    with pytest.raises(QipaiError, match=r"ask for 2 threads or more"):
        Training(GAN_DENG_YAN, recipe, RunFolder(tmp_path, recipe), cluster=object())
