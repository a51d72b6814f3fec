"""Interpreted and compiled, the rules are the same rules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qipai.engine.compiling import MODE
from tests.games.dou_dizhu import traces

ROOT = Path(__file__).parents[3]
OTHER = "plain" if MODE == "native" else "native"
DEALS = 8


@pytest.mark.native
@pytest.mark.slow
def test_whole_deals_leave_the_same_bytes() -> None:
    environment = {**os.environ, "QIPAI_RULES": OTHER, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", traces.__name__, str(DEALS)]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.split() == [traces.trace(seed) for seed in range(DEALS)]
