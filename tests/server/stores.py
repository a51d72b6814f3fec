"""PostgreSQL and Redis for a test, from the binaries of this machine, in a folder that goes with them."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import pytest

START = 60.0  # seconds that a busy machine may take


class Postgres:
    """A PostgreSQL with its data in a folder.  It listens at a socket there, and does not run as root, which it refuses."""

    def __init__(self, folder: str) -> None:
        pytest.importorskip("psycopg", reason="psycopg is not installed here (the extra `postgres`)")
        places = [*map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), os.environ["PATH"]]
        initdb, server = (shutil.which(name, path=os.pathsep.join(places)) for name in ("initdb", "postgres"))
        if not initdb or not server:
            pytest.skip("there is no PostgreSQL here (apt install postgresql)")
        as_owner = []
        if os.getuid() == 0:
            owner = pwd.getpwnam("nobody")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            as_owner = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
        words = [*as_owner, initdb, "-D", f"{folder}/data", "-U", "qipai", "-A", "trust", "-N"]
        subprocess.run(words, check=True, capture_output=True, cwd=folder)
        self.folder = folder
        self.url = f"postgresql+psycopg://qipai@/postgres?host={folder}"
        self._command = [*as_owner, server, "-D", f"{folder}/data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
        self.start()

    def start(self) -> None:
        """Start it, again on the same data, and wait until it answers."""
        self._process = subprocess.Popen(self._command, stderr=subprocess.DEVNULL, cwd=self.folder)
        wait_for(self._answers, self._process)

    def _answers(self) -> bool:
        """Tell whether it takes connections: its socket is there before it does."""
        import psycopg

        with suppress(psycopg.OperationalError), psycopg.connect(host=self.folder, user="qipai", dbname="postgres"):
            return True
        return False

    def start_again(self) -> None:
        """Start it if it has ended by itself, as it does when it can write nothing."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(2.0)
            Path(self.folder, ".s.PGSQL.5432").unlink(missing_ok=True)
            self.start()

    def processes(self) -> list[int]:
        """Return the server's process and those that serve its connections."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return [self._process.pid, *map(int, children)]

    def stop(self) -> None:
        """End it, whoever is connected."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """End it without a word to anybody and without writing anything down."""
        self._end(signal.SIGQUIT)

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait()
        Path(self.folder, ".s.PGSQL.5432").unlink(missing_ok=True)


@contextmanager
def postgres(folder: str | None = None) -> Iterator[Postgres]:
    """Serve an empty PostgreSQL, in a folder of its own or in one that is given."""
    with nullcontext(folder) if folder else tempfile.TemporaryDirectory() as folder:
        server = Postgres(folder)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def redis() -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Serve an empty Redis at a socket in its folder; the URL and the process."""
    pytest.importorskip("redis", reason="redis is not installed here (the extra `redis`)")
    server = shutil.which("redis-server") or shutil.which("valkey-server")
    if not server:
        pytest.skip("there is no Redis here (apt install redis-server)")
    with tempfile.TemporaryDirectory() as folder, serve_redis(server, folder) as process:
        yield f"unix://{folder}/socket", process


@contextmanager
def serve_redis(server: str, folder: str) -> Iterator["subprocess.Popen[bytes]"]:
    words = ["--port", "0", "--unixsocket", f"{folder}/socket", "--save", "", "--dir", folder]
    with subprocess.Popen([server, *words], stdout=subprocess.DEVNULL) as process:
        try:
            wait_for(Path(folder, "socket").exists, process)
            yield process
        finally:
            process.kill()
            with suppress(FileNotFoundError):
                os.unlink(f"{folder}/socket")


def wait_for(ready: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + START
    while not ready():
        assert process.poll() is None, f"{process.args} ended"
        assert time.monotonic() < end, f"{process.args} did not start"
        time.sleep(0.02)
