"""A real server, a real browser, and people at it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.conftest import Server

from .people import Person

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "artifacts" / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
expect.set_options(timeout=20_000)  # milliseconds: a machine that compiles, and starts several browsers at once, is slow


@pytest.fixture(scope="package")  # Playwright keeps an event loop going, which no test elsewhere can bear
def chromium() -> Iterator[Browser]:
    installed = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if installed is None:
        pytest.skip(f"needs a browser, one of {', '.join(BROWSERS)}")
    if not (ROOT / "qipai" / "static" / "index.html").is_file():
        pytest.skip("needs the built client: python3 run.py builds it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots think for a moment, so that there is something to see."""
    server = Server(tmp_path_factory.mktemp("house"), settings={"bot_pause": [0.02, 0.05]})
    yield server
    server.stop()


@pytest.fixture
def arranged(tmp_path: Path) -> Iterator[Callable[[list[str]], Server]]:
    """Start a server whose first deal is from this pack."""
    servers: list[Server] = []

    def start(pack: list[str]) -> Server:
        servers.append(Server(tmp_path, orders=[pack], settings={"bot_pause": [0.02, 0.05]}))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def come(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Person]]:
    """Somebody opens a browser: `come(server, "zh-Hans", "tall")`.  What any of their pages complains of fails the test."""
    people: list[Person] = []
    SHOTS.mkdir(parents=True, exist_ok=True)
    name = "".join(letter if letter.isalnum() else "-" for letter in request.node.name.removeprefix("test_")).strip("-")

    def person(server: Server, language: str = "en", window: str = "desk", **more: Any) -> Person:
        prefix = SHOTS / (name if not people else f"{name}-{len(people) + 1}")
        people.append(Person(chromium, f"http://127.0.0.1:{server.port}", language, window, prefix, **more))
        return people[-1]

    yield person
    for one in people:
        one.context.close()
    assert [complaint for one in people for complaint in one.complaints] == []
