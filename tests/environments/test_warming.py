"""After `qipai warm` nothing is compiled any more, whatever is done with the game; stopped, it goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = "gan_deng_yan"
COUNTED = """
import atexit, sys
from numba.core import event
names = []
class Listener(event.Listener):
    def on_start(self, event):
        names.append(event.data["dispatcher"].__qualname__)
    def on_end(self, event):
        pass
event.register("numba:compile", Listener())
atexit.register(lambda: print("compiled:", *names, file=sys.stderr))
"""
USES = {
    "simulate": "simulate gan_deng_yan -n 4 -p 3 --bots rule,noisy,random --swap --seed 3",
    "tournament": "tournament gan_deng_yan -p 2 --bots random,noisy,rule,pimc:8,ismcts:8 --deals 50 --out OUT",
    "bench": "bench gan_deng_yan --seconds 0.1 --rounds 1",
}
PROGRAM = """
import numpy as np
from qipai.environments.course import Course
from qipai.environments.gymnasium import SeatEnv
from qipai.environments.vector import Batch
batch = Batch("gan_deng_yan", deals=16, players=5, seed=9, threads=2, equal_follow=True)
out = np.empty((16, batch.entries), np.uint8)
for _ in range(20):
    batch.observe(out)
    batch.step(np.zeros(16, np.int64))
env = SeatEnv("gan_deng_yan", players=4, opponents="rule", seat=1)
env.reset(seed=1)
env.action_features(), env.state(), env.step(0)
"""


def run(folder: Path, *command: str, program: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QIPAI_RULES": "native", "QIPAI_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT)}
    command = (sys.executable, "-c", COUNTED + program, *command)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def compiled(done: subprocess.CompletedProcess[str]) -> list[str]:
    (names,) = [line for line in done.stderr.splitlines() if line.startswith("compiled:")]
    return names.removeprefix("compiled:").split()


@pytest.mark.slow
@pytest.mark.native
def test_after_warming_nothing_is_compiled(tmp_path: Path) -> None:
    command = "from qipai.cli import main; main()"
    first = run(tmp_path, "warm", GAME, program=command)
    assert len(compiled(first)) > 100
    assert "rules                        compiled in" in first.stdout
    again = run(tmp_path, "warm", GAME, program=command)
    assert compiled(again) == []
    assert again.stdout.count("was compiled before") == 7
    for words in USES.values():
        assert compiled(run(tmp_path, *words.replace("OUT", str(tmp_path / "run")).split(), program=command)) == [], words
    assert compiled(run(tmp_path, program=PROGRAM)) == []
