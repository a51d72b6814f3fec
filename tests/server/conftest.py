"""Servers in processes of their own, since tables run the plain rules and most tests the compiled ones."""

import atexit
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest

from qipai.games import find_game
from qipai.server import failures
from qipai.session import Entry, Session, read_entry
from tests.nest import Child, Nest

START = 120.0  # seconds that a busy machine may take


class Server:
    """A server, its data and what it printed.

    It begins in a nest, unless it is given an environment of its own.
    """

    nest: ClassVar[Nest | None] = None

    def __init__(self, folder: Path, **given: Any) -> None:
        self.folder = folder
        self.data = Path(given.pop("data", folder / "data"))
        self.environment: dict[str, str] = given.pop("environment", {})
        self.given = given
        self.port = free_port()
        self.start()

    def start(self) -> None:
        """Start it, again on the same port and data."""
        self.process = self.launch(json.dumps({"settings": {}, **self.given, "port": self.port, "data": str(self.data)}))
        end = time.monotonic() + START
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health"):
                    return
            except OSError:
                assert self.process.poll() is None, self.output()
                time.sleep(0.02)
        raise AssertionError(f"the server did not start:\n{self.output()}")

    def launch(self, given: str) -> "Child | subprocess.Popen[bytes]":
        if not self.environment and hasattr(os, "fork"):
            if Server.nest is None:
                Server.nest = Nest()
                atexit.register(Server.nest.close)
            return Server.nest.start(given, self.folder / "printed")
        with (self.folder / "printed").open("ab") as printed:
            program = [sys.executable, "-m", "tests.server.program", given]
            return subprocess.Popen(program, stdout=printed, stderr=printed, env={**os.environ, **self.environment})

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """As when the power goes, but for the disk's own caches."""
        self._end(signal.SIGKILL)

    def _end(self, signal_: int) -> None:
        self.process.send_signal(signal_)
        self.process.wait(10)

    def output(self) -> str:
        return (self.folder / "printed").read_text()

    def rows(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the store holds."""
        connection = sqlite3.connect(f"file:{self.data / 'tables.sqlite3'}?mode=ro", uri=True)
        try:
            return connection.execute(question, values).fetchall()
        finally:
            connection.close()

    def entries(self, code: str) -> list[Entry]:
        """The log of a table."""
        found = self.rows("select body from events join tables on id = table_id where code = ? order by seq", code)
        return [read_entry(body) for (body,) in found]

    def fold(self, code: str, verify: bool = True) -> Session:
        entries = self.entries(code)
        return Session.fold(find_game(entries[0].facts[0].public["game"]), entries, verify=verify)


def free_port() -> int:
    """A port that nobody listens at, below those that systems give to outgoing connections: it is still free a moment later."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", random.SystemRandom().randrange(20_000, 32_000)))
            return probe.getsockname()[1]


@pytest.fixture(autouse=True)
def nothing_told() -> None:
    """What other tests have logged is news again."""
    failures._told.clear()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for every test that needs nothing special."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()
    assert "failed" not in server.output(), server.output()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server of one's own: `start(settings={…}, clock=…, limits={…})`."""
    servers: list[Server] = []

    def start_one(**given: Any) -> Server:
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        servers.append(Server(folder, **given))
        return servers[-1]

    yield start_one
    for server in servers:
        if server.process.poll() is None:
            server.stop()
