"""The learners whose packages are among the extras, in miniature; `just learners` runs all of them."""

import importlib.util
import os
import re
import subprocess
import sys

import pytest

from examples.__main__ import PROGRAMS
from qipai.engine.errors import QipaiError
from qipai.engine.minis import mini_of
from qipai.games import GAMES, find_game
from tests.test_architecture import ROOT

spiel = pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="needs the extra envs")


def run(*words):
    environment = {**os.environ, "QIPAI_RULES": "plain", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout


@spiel
def test_cfr_comes_nearer_to_an_equilibrium_than_uniform_play():
    told = run("examples.solving", "gan_deng_yan", "2x2x1", "--rounds", "40")
    uniform, cfr, mccfr = (float(number) for number in re.findall(r"\d+\.\d{4}", told))
    assert cfr < 0.1 * uniform
    assert mccfr < 0.5 * uniform


@spiel
def test_search_bots_play_whole_games():
    told = run("examples.searching", "gan_deng_yan", "--deals", "2", "--simulations", "3")
    assert re.findall(r"^(.*), 3 simulations: [+-]\d", told, re.MULTILINE) == ["IS-MCTS", "MCTS, which sees all"]


def test_every_program_is_run_by_one_command():
    files = {path.stem for path in (ROOT / "examples").glob("*.py")} - {"__init__", "__main__"}
    assert files == set(PROGRAMS)
    page = (ROOT / "docs" / "learners.md").read_text(encoding="utf-8")
    assert [name for name in PROGRAMS if f"examples/{name}.py" not in page] == []


@pytest.mark.parametrize(("name", "size", "sentence"), [
    ("gan_deng_yan", "3x2", "RANKSxCOPIESxHAND"),
    ("gan_deng_yan", "2x2x2", "No pack has 2 ranks"),
    ("dou_dizhu", "3x5x2", "No pack has 3 ranks"),
    ("giog", "3x2x1", "has one size"),
])  # fmt: skip
def test_a_mini_pack_that_there_is_not(name, size, sentence):
    with pytest.raises(QipaiError, match=sentence):
        mini_of(find_game(name), size)


def test_a_size_says_what_is_in_the_pack():
    mini = mini_of(GAMES["dou_dizhu"], "4x2x2")
    assert mini.pack == {3: 2, 4: 2, 5: 2, 6: 2}
    assert (mini.players, mini.fields["hand_size"]) == (3, 2)
    assert mini_of(GAMES["gan_deng_yan"], "3x2x1").pack == GAMES["gan_deng_yan"].mini.pack
