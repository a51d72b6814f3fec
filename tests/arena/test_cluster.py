"""Many processes and machines: the rows of the local run, and a worker that is killed in the middle is not missed."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qipai.arena.storing import digest
from qipai.arena.tournaments import agree, play_here
from qipai.games import GAN_DENG_YAN
from tests.arena.mortal import GRAVE, make_random

ROOT = Path(__file__).parents[2]
DEALS = 40

ON_CLUSTER = f"""
from qipai.arena.cluster import on_cluster
from qipai.arena.storing import digest
from qipai.arena.tournaments import agree
from qipai.games import GAN_DENG_YAN as game
from tests.arena.mortal import make_mortal

if __name__ == "__main__":
    tournament = agree(game, game.ruleset(), ["wild", "noisy"], {DEALS}, 2, makers={{"wild": make_mortal}})
    shards = tournament.shards({{}})
    rows = [row for found in on_cluster(processors=2)(tournament, shards) for row in found]
    print(len(shards), len(rows), digest(rows))
"""

IN_PROCESSES = f"""
from qipai.arena.storing import digest
from qipai.arena.tournaments import agree, in_processes
from qipai.games import GAN_DENG_YAN as game
from tests.arena.mortal import make_random

if __name__ == "__main__":
    tournament = agree(game, game.ruleset(), ["wild", "noisy"], {DEALS}, 2, makers={{"wild": make_random}})
    rows = [row for found in in_processes(2)(tournament, tournament.shards({{}})) for row in found]
    print(digest(rows))
"""


@pytest.fixture(scope="module")
def alone():
    """The digest of the same tournament in one process, by bots that do not die."""
    tournament = agree(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["wild", "noisy"], DEALS, 2, makers={"wild": make_random})
    return digest([row for rows in play_here(tournament, tournament.shards({})) for row in rows])


def run(program, folder, **more):
    script = folder / "program.py"
    script.write_text(program)
    environment = {**os.environ, "QIPAI_RULES": "plain", "PYTHONPATH": str(ROOT), **more}
    return subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed (extra cluster)")
def test_a_cluster_gives_the_rows_of_one_machine_though_a_worker_is_killed(alone, tmp_path):
    grave = tmp_path / "grave"
    done = run(ON_CLUSTER, tmp_path, **{GRAVE: str(grave)})
    assert done.returncode == 0, done.stderr
    assert int(grave.read_text()) > 0  # somebody died
    assert done.stdout.split()[-3:] == ["10", "80", alone]  # Ray says there who died


@pytest.mark.slow
def test_processes_of_this_machine_give_the_rows_of_one(alone, tmp_path):
    done = run(IN_PROCESSES, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == alone
