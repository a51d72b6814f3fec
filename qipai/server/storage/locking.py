"""One server a store: a lock on a file, which the system releases with its process, however that ends."""

import os
import sys
import time
from pathlib import Path

from qipai.engine.errors import QipaiError

HELD_AT = 1 << 30  # the byte that Windows locks; those before it stay readable there

# Seconds to wait for what another process holds: a child that a killed server was just beginning holds the lock and the port until
# it has become another program.
LINGERING = 1.0


class Held(QipaiError):
    """Raised for a store that another process uses.  `address` is where that one serves, "" if it does not say."""

    def __init__(self, database: Path, holder: str, address: str) -> None:
        super().__init__(
            f"Another qipai{f' (process {holder})' if holder.isdecimal() else ''} uses the tables of {database}; "
            f"stop it, or choose another folder with --data."
        )
        self.address = address


class Lock:
    """A held lock.  Child processes do not inherit it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def tell(self, address: str) -> None:
        """Write the address at which this process serves beside its number, for whoever finds the lock held."""
        os.write(self._descriptor, f"{address}\n".encode())

    def release(self) -> None:
        """Let another process serve the store."""
        os.close(self._descriptor)


def lock_file(database: Path) -> Lock:
    """Take the lock of a database's file, which may take `LINGERING`.

    Raises `Held` if another process holds it, `QipaiError` if the file cannot be written.
    """
    path = Path(f"{database}.lock")
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise QipaiError(f"{path} cannot be written ({error.strerror}); choose another folder with --data.") from None
    end = time.monotonic() + LINGERING
    while not (held := try_lock(descriptor)) and time.monotonic() < end:
        time.sleep(0.02)
    if not held:
        holder, _, address = os.read(descriptor, 200).decode(errors="replace").partition("\n")
        os.close(descriptor)
        raise Held(database, holder.strip(), address.strip())
    os.ftruncate(descriptor, 0)
    os.write(descriptor, b"%d\n" % os.getpid())
    return Lock(descriptor)


def try_lock(descriptor: int) -> bool:
    """Lock an open file, unless another process has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, HELD_AT, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
