"""A run of tests within a budget: in which order, until when, how long each may take, and what each took.

A lane of the check has a share of its time. It runs its tests in an order drawn from a seed until the share is spent; what was
not reached is skipped with that reason, so that its number stands among the last lines.
"""

import hashlib
import json
import os
import re
import time
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from qipai.engine.compiling import NATIVE
from qipai.games import GAMES

# Seconds after which a test fails with its name and the stacks of its threads; others have five minutes (pyproject.toml).
# One in Chromium takes its process along: an exception does not reach a test that waits for a page.
LIMITS = {"browser": pytest.mark.timeout(600, method="thread"), "slow": pytest.mark.timeout(1800)}
ROOMS = {name: game.room for name, game in GAMES.items()}
PROCESSOR = "processor"  # seconds, of the test's process and of the children that it waited for
BEGUN = pytest.StashKey[float]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("budget")
    group.addoption("--order", metavar="SEED", help="run the tests in an order drawn from these letters")
    group.addoption(
        "--until", type=float, metavar="MOMENT", help="begin no test after this moment, in seconds since 1970; 0 for none"
    )
    group.addoption(
        "--notes", type=Path, metavar="FILE", help="add a line to a file for each test: its outcome and what it took"
    )
    group.addoption("--but-passed", type=Path, metavar="FILE", help="leave out the tests that passed by such a file")


def pytest_configure(config: pytest.Config) -> None:
    noted = config.getoption("--notes")
    if noted and not hasattr(config, "workerinput"):  # the workers' reports come to the first process
        config.pluginmanager.register(Notes(noted))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    noted = config.getoption("--but-passed")
    if noted and noted.exists():
        passed = {line["test"] for line in read(noted) if line["outcome"] == "passed"}
        left_out = [item for item in items if item.nodeid in passed]
        items[:] = [item for item in items if item.nodeid not in passed]
        config.hook.pytest_deselected(items=left_out)
    for item in items:
        if not item.get_closest_marker("timeout"):
            for marker, limit in LIMITS.items():
                if item.get_closest_marker(marker):
                    item.add_marker(limit)
                    break
        if NATIVE and (room := room_of(item)):  # what is compiled for a room is compiled by one process
            item.add_marker(pytest.mark.xdist_group(room))
    if (seed := config.getoption("--order")) is not None:
        items.sort(key=lambda item: hashlib.sha256(f"{seed} {item.nodeid}".encode()).digest())


def room_of(item: pytest.Item) -> str:
    """The room whose rules a test runs, by its place or by its parameters; empty for none, or for several."""
    words = set(item.path.parts) | set(re.split(r"[^a-z0-9_]+", item.nodeid))
    words |= {word.removeprefix("test_").removesuffix(".py") for word in words}
    rooms = {ROOMS.get(word, word) for word in words if word in ROOMS or word in ROOMS.values()}
    if not rooms:
        rooms = {room for room in ROOMS.values() if room in item.path.name}
    return rooms.pop() if len(rooms) == 1 else ""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    until = item.config.getoption("--until")
    if until and time.time() > until:
        pytest.skip("not reached: this lane's share of time is spent")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    item.stash[BEGUN] = processor()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if call.when == "teardown":
        report.user_properties.append((PROCESSOR, processor() - item.stash[BEGUN]))
    return report


def processor() -> float:
    """Seconds of processor that this process and its ended children have had."""
    return sum(os.times()[:4])


class Notes:
    """Writes a line for each test that ran."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.parts: dict[str, list[pytest.TestReport]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        parts = self.parts.setdefault(report.nodeid, [])
        parts.append(report)
        if report.when != "teardown":
            return
        del self.parts[report.nodeid]
        outcomes = [part.outcome for part in parts]
        line = {
            "test": re.sub(rf"@({'|'.join(set(ROOMS.values()))})$", "", report.nodeid),
            "outcome": next((outcome for outcome in ("failed", "skipped") if outcome in outcomes), "passed"),
            "seconds": round(sum(part.duration for part in parts), 3),
            PROCESSOR: round(dict(report.user_properties)[PROCESSOR], 3),
        }
        with self.file.open("a", encoding="utf-8") as file:
            print(json.dumps(line), file=file)


def read(file: Path) -> list[dict[str, Any]]:
    """The lines of a file of notes; the last one may be torn."""
    lines: deque[str] = deque(file.read_text(encoding="utf-8").splitlines(keepends=True))
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
    return [json.loads(line) for line in lines]
