"""A process that has imported everything once, and becomes the parent of programs under test: they begin in a tenth of the time.

The nest takes a line of JSON for each wish, and answers with a number: `["start", GIVEN, FILE]` starts a server that prints into a
file and answers its process; so does `["run", WORDS, TYPED, PRINTED, ERRORS]` for a command, whose input is a file too;
`["ended", PROCESS]` answers its exit status, or null while it runs.
"""

import gc
import json
import os
import pkgutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

COMMANDS = ("qipai.cli", "qipai.games", "qipai.bots", "qipai.arena", "qipai.examples")  # what a command would load
COMMAND = 300.0  # seconds that a busy machine may take


class Nest:
    """The nest as its owner sees it."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.asking = threading.Lock()
        words = [sys.executable, "-m", "tests.nest"]
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **(environment or {})}, text=True
        )

    def start(self, given: str, printed: Path) -> "Child":
        return Child(self, self.ask("start", given, str(printed)))

    def run(self, words: Sequence[str], typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command of qipai to its end, as `subprocess.run` does."""
        with TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("typed", "printed", "errors")]
            files[0].write_text(typed, encoding="utf-8")
            status = Child(self, self.ask("run", words, *map(str, files))).wait(COMMAND)
            printed, errors = (file.read_text(encoding="utf-8") for file in files[1:])
        return subprocess.CompletedProcess(["qipai", *words], status, printed, errors)

    def ask(self, *wish: Any) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        with self.asking:
            print(json.dumps(wish), file=self.process.stdin, flush=True)
            return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


class Child:
    """A program of a nest, with what tests use of `subprocess.Popen`."""

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
                raise subprocess.TimeoutExpired(f"process {self.pid}", patience)
            time.sleep(0.005)
        return status


def main() -> None:
    from qipai.cli import main as command
    from qipai.games import find_game
    from qipai.server import app  # noqa: F401  what takes long
    from tests.server import program

    find_game("gou_ji")
    loaded = False
    for line in sys.stdin:
        kind, *rest = json.loads(line)
        if kind == "ended":
            pid, status = os.waitpid(rest[0], os.WNOHANG)
            print(json.dumps(os.waitstatus_to_exitcode(status) if pid else None), flush=True)
            continue
        if kind == "run" and not loaded:
            loaded = True
            for package in COMMANDS:
                for module in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
                    import_module(module.name)
        gc.freeze()  # a child that ends need not look through all of it
        pid = os.fork()
        if not pid:
            if kind == "start":
                given, printed = rest
                become(os.devnull, printed, printed)
                sys.argv[1:] = [given]
                program.main()
            else:
                words, *files = rest
                become(*files)
                sys.argv = ["qipai", *words]
                command()
            return
        print(pid, flush=True)


def become(typed: str, printed: str, errors: str) -> None:
    """Give up what is the parent's: its input, its answers, its signals."""
    os.dup2(os.open(typed, os.O_RDONLY), 0)
    for number, file in ((1, printed), (2, errors)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  the parent's has read ahead
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which then close the nest
    main()
