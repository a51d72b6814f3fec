"""The reference has every name of `import qipai`, and every name that a page tells its readers to import."""

import ast
import importlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

import qipai
from qipai.engine.game import Game
from tests.test_architecture import ROOT

for module in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(module, reason=f"{module} is not installed (extra envs)")

API = ROOT / "docs" / "api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LISTED = re.compile(r"^\.\. auto(?:class|function):: ([\w.]+)$", re.MULTILINE)


def found(path: str) -> Any:
    """The object of a dotted name; of a short one, that of `qipai`."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module or "qipai"), name)


def imported() -> Iterator[tuple[str, str]]:
    """Every name of ours that a program on a page imports, with the page."""
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            for node in ast.walk(ast.parse(block)):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("qipai"):
                    yield from ((f"{node.module}.{one.name}", page.name) for one in node.names)


def test_the_reference_has_every_name_that_is_offered_or_told() -> None:
    text = API.read_text(encoding="utf-8")
    listed = {id(found(path)) for path in LISTED.findall(text)}
    whole = set(re.findall(r"automodule:: ([\w.]+)", text))
    missing = {name for name in qipai.__all__ if id(getattr(qipai, name)) not in listed}
    for path, page in imported():
        told = found(path)
        if not isinstance(told, Game) and id(told) not in listed and getattr(told, "__module__", "") not in whole:
            missing.add(f"{path} ({page})")
    assert missing == set()
