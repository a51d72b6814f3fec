"""What docs and docstrings of the environments show runs as it is written."""

import doctest
import importlib
import os
import subprocess
import sys

import pytest

from qipai.engine.compiling import NATIVE
from tests.test_architecture import ROOT
from tests.test_documents import PROGRAM

pytest.importorskip("pettingzoo")

PROGRAMS = PROGRAM.findall((ROOT / "docs" / "environments.md").read_text(encoding="utf-8"))
NEEDS_COMPILER = "vector"


@pytest.mark.parametrize("program", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_in_the_page_runs(program: str) -> None:
    if NEEDS_COMPILER in program and not NATIVE:
        pytest.skip("needs the compiled rules")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QIPAI_RULES": "native" if NEEDS_COMPILER in program else "plain"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    "name",
    [
        "course",
        "encoding",
        "pettingzoo",
        "gymnasium",
        *(pytest.param(name, marks=[pytest.mark.native]) for name in ("vector", "evaluating")),
    ],
)
def test_examples_in_modules_run(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"qipai.environments.{name}"))
    assert tried
    assert not failed
