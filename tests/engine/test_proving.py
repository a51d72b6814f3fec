"""Compiled rules are compared with the interpreter before they are trusted."""

import os
import subprocess
import sys

import pytest

from qipai.engine import proving
from qipai.games import GAMES
from tests.test_architecture import ROOT

WRONG = """
from qipai.engine.compiling import compiled
from qipai.games import GAN_DENG_YAN as game
legal = game.compiled.legal_actions
@compiled
def fewer(state, rules, seat, actions):
    return max(1, legal(state, rules, seat, actions) - 1)
game.compiled.legal_actions = fewer
"""
USE = """
from qipai.engine.errors import QipaiError
from qipai.games import GAN_DENG_YAN as game
from qipai.environments.vector import Batch
for use in (game.rules, lambda: game.setup(game.rules(), 3), lambda: Batch(game, 2)):
    try:
        use()
        print("trusted")
    except QipaiError as error:
        print(type(error).__name__, error)
"""


def results_of(game, monkeypatch):
    made = []
    new = proving.records.new
    monkeypatch.setattr(proving.records, "new", lambda kind: made.append(kind) or new(kind))
    proving.played(game)
    return made.count(game.RESULT)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_results_are_compared_too(game, monkeypatch):
    assert results_of(game, monkeypatch) > 0


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def run(kept, program):
    given = {**os.environ, "QIPAI_RULES": "native", "QIPAI_CACHE": str(kept), "QIPAI_QUIET": "0", "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", program], env=given, capture_output=True, text=True, timeout=280, check=False)


def marks(kept):
    return [*kept.rglob("*.proved")]


@pytest.mark.slow
def test_rules_that_were_compiled_wrongly_are_not_played(kept):
    marks = len(list(kept.rglob("*.proved")))
    done = run(kept, WRONG + USE)
    trusted, *refused = done.stdout.splitlines()
    assert trusted == "trusted"  # options alone need no compiled code
    assert len(refused) == 2, done.stderr
    for sentence in refused:
        assert sentence.startswith("CompiledWrongly The rules of Gan Deng Yan, compiled for ")
        for told in ("Numba ", "llvmlite ", "level 3", "Python ", "NumPy ", "QIPAI_RULES=plain"):
            assert told in sentence
    assert len(list(kept.rglob("*.proved"))) == marks


@pytest.mark.slow
def test_a_proof_is_kept(kept):
    first = run(kept, USE)
    assert first.stdout.split() == ["trusted"] * 3, first.stderr
    assert len(list(kept.rglob("*.proved"))) == 1
    again = run(kept, "import sys\nsys.executable = '/nonexistent'\n" + USE)
    assert (again.stdout.split(), again.stderr) == (["trusted"] * 3, "")


@pytest.mark.slow
def test_without_an_interpreter_to_compare_with_it_says_so_and_goes_on(kept):
    for mark in marks(kept):
        mark.unlink()
    done = run(kept, "import sys\nsys.executable = '/nonexistent'\n" + USE)
    assert done.stdout.split() == ["trusted"] * 3
    assert done.stderr.count("the compiled rules of Gan Deng Yan were not compared with the interpreter: ") == 1
    assert not list(kept.rglob("*.proved"))
