"""The examples in the docstrings of the lower floors are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import qipai

PACKAGE = Path(qipai.__file__).parent
FLOORS = ("cards", "engine", "session", "records", "examples")
MODULES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for floor in FLOORS
    for path in sorted((PACKAGE / floor).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_show(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert failed == 0
    assert tried > 0
