"""What every test shares, and which of them a run leaves out."""

import os

os.environ.setdefault("QIPAI_RULES", "plain")  # before the engine is imported: compiling all rules takes minutes

import pytest
from hypothesis import settings

from qipai.engine import fair_order
from qipai.engine.compiling import NATIVE
from qipai.engine.game import Game

from .chance import Shuffles

pytest_plugins = ["tests.budget"]

# The first call of a rule may compile it, which says nothing about the rule.
settings.register_profile("qipai", deadline=None, print_blob=True, derandomize="QIPAI_SEED" not in os.environ)
settings.load_profile("qipai")
os.environ.setdefault("QIPAI_QUIET", "1")  # tests read what programs say, and whether they compile is not part of it

LEFT_OUT = {
    "browser": "drives Chromium; --all or -m browser runs it",
    "slow": "takes more than three seconds; --all or -m slow runs it",
}


@pytest.fixture(autouse=True)
def shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables in this process deal every test the same."""
    drawn = Shuffles()
    monkeypatch.setattr(Game, "shuffled_secretly", lambda game, rules, setup: drawn.shuffled(game, rules, setup))
    monkeypatch.setattr(fair_order, "SEALS", False)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the slow tests and those in Chromium too")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what this run was not asked for.  Skipped here, all tests of one reason are one line of the summary."""
    if not NATIVE and item.get_closest_marker("native"):
        pytest.skip("needs the compiled rules; QIPAI_RULES=native runs it")
    if item.config.getoption("--all") or item.config.getoption("markexpr"):
        return
    for marker, reason in LEFT_OUT.items():
        if item.get_closest_marker(marker):
            pytest.skip(reason)
