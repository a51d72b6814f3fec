"""A process that has imported everything once, and becomes the parent of servers under test: they begin in a tenth of the time.

The nest takes a line of JSON for each wish, and answers with a number: `["start", GIVEN, FILE]` starts a server that prints into a
file and answers its process; `["ended", PROCESS]` answers its exit status, or null while it runs.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Nest:
    """The nest as its owner sees it."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.asking = threading.Lock()
        words = [sys.executable, "-m", "tests.server.nest"]
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **(environment or {})}, text=True
        )

    def start(self, given: str, printed: Path) -> "Child":
        return Child(self, self.ask("start", given, str(printed)))

    def ask(self, *wish: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        with self.asking:
            print(json.dumps(wish), file=self.process.stdin, flush=True)
            return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


class Child:
    """A server of a nest, with what tests use of `subprocess.Popen`."""

    def __init__(self, nest: Nest, pid: int) -> None:
        self.nest, self.pid = nest, pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.nest.ask("ended", self.pid)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def wait(self, patience: float) -> int:
        end = time.monotonic() + patience
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(f"server {self.pid}", patience)
            time.sleep(0.005)
        return status


def main() -> None:
    from qipai.games import find_game
    from qipai.server import app  # noqa: F401  what takes long

    from . import program

    find_game("gou_ji")
    for line in sys.stdin:
        kind, *rest = json.loads(line)
        if kind == "ended":
            pid, status = os.waitpid(rest[0], os.WNOHANG)
            print(json.dumps(os.waitstatus_to_exitcode(status) if pid else None), flush=True)
            continue
        given, printed = rest
        pid = os.fork()
        if not pid:
            become(printed)
            sys.argv[1:] = [given]
            program.main()
            return
        print(pid, flush=True)


def become(printed: str) -> None:
    """Give up what is the parent's: its input, its answers, its signals."""
    file = os.open(printed, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(file, 1)
    os.dup2(file, 2)
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which then close the nest
    main()
