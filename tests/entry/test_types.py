"""What a type checker says of programs that use the package, at its strictest and with no settings of ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import ROOT

TYPED = Path(__file__).with_name("typed.py")
EXCHANGED = """
from qipai.games import GAN_DENG_YAN as game

rules, actions = game.rules(), game.new_actions()
state = game.start(rules, game.setup(rules, players=3), seed=1)
game.observe(rules, state, 0, game.new_observation())
game.legal_actions(state, rules, 0, state)
game.legal_actions(state, rules, 0, actions)
state.hands
"""


@pytest.mark.slow
def test_a_type_checker_refuses_nothing_natural_and_sees_which_record_is_which(tmp_path: Path) -> None:
    for module in ("gymnasium", "pettingzoo"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra envs)")
    (tmp_path / "typed.py").write_text(TYPED.read_text())
    (tmp_path / "exchanged.py").write_text(EXCHANGED)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", "typed.py", "exchanged.py"]
    here = {**os.environ, "MYPYPATH": str(ROOT)}
    told = subprocess.run(mypy, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)
    wrong = [line.split(": ")[0] for line in told.stdout.splitlines() if ": error: " in line]
    assert wrong == [f"exchanged.py:{line}" for line in (6, 6, 7, 9)], told.stdout + told.stderr
