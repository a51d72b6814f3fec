"""Tests that others wrote, put to every game and variant, each in a process of its own."""

import importlib.util
import os
import subprocess
import sys

import pytest

from qipai.games import GAMES
from tests.test_architecture import ROOT

pytestmark = pytest.mark.skipif(importlib.util.find_spec("pettingzoo") is None, reason="needs the extra envs")

CYCLES = 20


@pytest.mark.parametrize(("name", "variant"), [(game.name, variant) for game in GAMES.values() for variant in game.variants])
def test_the_judges_of_others_are_content(name: str, variant: str) -> None:
    environment = {**os.environ, "QIPAI_RULES": "plain", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.environments.judges", name, variant, str(CYCLES)]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("assed") == 4
    print(ran.stdout)
