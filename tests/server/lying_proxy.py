"""A TCP proxy that lies: it swallows what comes on old connections, the answer to a commit, or everything, and says nothing of it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

COMMIT = b"COMMIT\0"  # as the simple query that libpq sends


class Pair:
    """A connection that was taken, and the one beyond it."""

    def __init__(self, near: socket.socket, far: socket.socket) -> None:
        self.near, self.far = near, far
        self.swallows = False  # both ways, from now on
        self.mute = False  # the answers alone

    def close(self) -> None:
        for end in (self.near, self.far):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Liar:
    """The proxy.  It acknowledges every byte, as a network does that has lost the other side."""

    def __init__(self, beyond: Path) -> None:
        self.beyond = beyond
        self.silent = False  # takes new connections, and says nothing
        self.lose_next = False  # the answer to the next commit, and all that follows on its connection
        self.lost = threading.Event()  # that has happened
        self.pairs: list[Pair] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()

    def swallow(self) -> None:
        """Swallow all that comes on the connections that there are; serve new ones."""
        for pair in self.pairs:
            pair.swallows = True

    def cut(self) -> None:
        """Close all connections that there are."""
        for pair in self.pairs:
            pair.close()
        self.pairs.clear()

    def be_silent(self, silent: bool) -> None:
        """Swallow everything, on new connections too; or be honest to new ones again."""
        self.silent = silent
        self.swallow()

    def close(self) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut()
        self._thread.join()

    def _take(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(str(self.beyond))
            except OSError:
                near.close()
                far.close()
                continue
            pair = Pair(near, far)
            pair.swallows = self.silent
            self.pairs.append(pair)
            threading.Thread(target=self._carry, args=(pair, near, far, True), daemon=True).start()
            threading.Thread(target=self._carry, args=(pair, far, near, False), daemon=True).start()

    def _carry(self, pair: Pair, from_: socket.socket, to: socket.socket, forth: bool) -> None:
        with suppress(OSError):
            while data := from_.recv(65536):
                if forth and self.lose_next and COMMIT in data and not pair.swallows:
                    self.lose_next, pair.mute = False, True
                    self.lost.set()
                if not pair.swallows and (forth or not pair.mute):
                    to.sendall(data)
        if not pair.swallows:
            pair.close()


@contextmanager
def liar(folder: str) -> Iterator[Liar]:
    """A liar in front of the PostgreSQL whose socket is in a folder."""
    found = Liar(Path(folder, ".s.PGSQL.5432"))
    try:
        yield found
    finally:
        found.close()


def url_through(found: Liar) -> str:
    """The URL of the database beyond."""
    return f"postgresql+psycopg://qipai@127.0.0.1:{found.port}/postgres"
