"""What every test shares."""

import os

import pytest
from hypothesis import settings

# The first call of a rule may compile it, which says nothing about the rule.
settings.register_profile("qipai", deadline=None, print_blob=True)
settings.load_profile("qipai")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("QIPAI_RULES") == "plain":
        for item in items:
            if item.get_closest_marker("native"):
                item.add_marker(pytest.mark.skip(reason="needs the compiled rules; QIPAI_RULES is plain"))
