"""What every test shares."""

import os

import pytest
from hypothesis import settings

from qipai.engine.game import Game

from .chance import Shuffles

# The first call of a rule may compile it, which says nothing about the rule.
settings.register_profile("qipai", deadline=None, print_blob=True, derandomize="QIPAI_SEED" not in os.environ)
settings.load_profile("qipai")


@pytest.fixture(autouse=True)
def shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables in this process deal every test the same."""
    drawn = Shuffles()
    monkeypatch.setattr(Game, "shuffled_secretly", lambda game, rules, setup: drawn.shuffled(game, rules, setup))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)  # Playwright's event loop goes on after them
    if os.environ.get("QIPAI_RULES") == "plain":
        for item in items:
            if item.get_closest_marker("native"):
                item.add_marker(pytest.mark.skip(reason="needs the compiled rules; QIPAI_RULES is plain"))
