"""The pictures of ARCHITECTURE.md show the house as it is."""

import tomllib

import pytest

from docs.making.house import DRAWN, FLOORS, PICTURES
from tests.test_architecture import ROOT

BESIDE = {"frontend", "version", "__main__"}  # not of the Python package; one number; the door of `python -m qipai`


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_committed_is_what_is_drawn(name: str) -> None:
    assert (PICTURES / name).read_text(encoding="utf-8") == DRAWN[name]()


def test_the_floors_are_those_that_imports_keep_to() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "floors")
    kept = [{name.strip(" ()") for name in layer.split("|")} - BESIDE for layer in layers]
    assert [{name for name, _ in floor} - BESIDE for floor in FLOORS] == [*filter(None, kept)]
