"""What only SQLite needs: a private file, the write-ahead log, transactions that take the write lock at their start."""

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from qipai.engine.errors import QipaiError

from . import deadlines

NETWORK_FILE_SYSTEMS = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "glusterfs", "lustre", "fuse.sshfs", "ncpfs"}


def prepare_folder(folder: Path, *, private: bool = True) -> None:
    """Create the data folder, private to its owner; with `private=False` one that was there stays as it was.

    Raises `QipaiError` on a network drive, where the write-ahead log is unsafe.
    """
    private = private or not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    kind = file_system(folder)
    if kind in NETWORK_FILE_SYSTEMS:
        raise QipaiError(
            f"{folder} lies on a network file system ({kind}), where SQLite's write-ahead log is not safe; "
            f"choose a folder of this machine with --data."
        )
    if private:
        os.chmod(folder, 0o700)


def prepare_file(path: Path) -> None:
    """Create the database file before SQLite opens it, so that it is never readable by others."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    os.chmod(path, 0o600)


def file_system(folder: Path) -> str:
    """Return the type of the file system that holds a folder; "" if the system does not list mounts."""
    mounts = Path("/proc/self/mountinfo")
    if not mounts.exists():
        return ""
    best, kind = "", ""
    folder = folder.resolve()
    for line in mounts.read_text().splitlines():
        place, _, rest = line.partition(" - ")
        point = place.split()[4].replace("\\040", " ")
        if folder.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, rest.split()[0]
    return kind


def listen(engine: Engine, *, writes: bool, durable: bool) -> None:
    """Configure each connection of an engine, and begin transactions explicitly.

    A writer's transaction takes the write lock at once, because SQLite fails a transaction that reads first and writes
    later.
    """

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy begins them
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {round(deadlines.BUSY * 1000)}")
        if writes:
            mode = cursor.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode not in ("wal", "memory"):
                raise QipaiError(
                    f"SQLite cannot keep a write-ahead log in this data folder (it offers {mode!r}); choose another with --data."
                )
            cursor.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            cursor.execute("PRAGMA foreign_keys = ON")
        else:
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    words = "BEGIN IMMEDIATE" if writes else "BEGIN"

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        try:
            connection.connection.driver_connection.execute(words)  # SQLAlchemy takes longer to say this than SQLite to do it
        except sqlite3.Error as error:
            raise OperationalError(words, None, error) from error
