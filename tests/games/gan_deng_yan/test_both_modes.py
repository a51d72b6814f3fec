"""Interpreted and compiled, the rules are the same rules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qipai.engine.compiling import MODE
from tests.games.gan_deng_yan import traces

ROOT = Path(__file__).parents[3]
OTHER = "plain" if MODE == "native" else "native"


def run_in_other_mode(*words: str) -> str:
    environment = {**os.environ, "QIPAI_RULES": OTHER, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.native
@pytest.mark.slow
def test_whole_deals_leave_the_same_bytes() -> None:
    ours = [traces.trace(seed) for seed in range(40)]
    assert run_in_other_mode("-m", traces.__name__, "40", "0").split() == ours


@pytest.mark.native
@pytest.mark.slow
def test_the_examples_have_the_same_answers() -> None:
    words = "-q -p no:cacheprovider tests/games/gan_deng_yan/test_book_examples.py".split()
    assert " passed" in run_in_other_mode("-m", "pytest", *words)
