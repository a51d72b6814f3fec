"""Back up, restore and examine a SQLite database of tables."""

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from qipai.engine.errors import QipaiError

from .locking import lock_file
from .schema import REVISION
from .sqlite import prepare_file, prepare_folder

MOST_FAULTS = 10  # named by an examination


def back_up(source: Path, target: Path) -> None:
    """Copy a database, also while a server uses it, to a new file.  Raises `QipaiError`.

    The copy is one moment of the store.  It appears under its name once it is whole, examined and on the disk.
    """
    if not source.exists():
        raise QipaiError(f"{source} does not exist, so there is nothing to back up.")
    if target.exists():
        raise QipaiError(f"{target} exists already; name another file.")
    part = target.with_name(f".{target.name}.part")
    try:
        prepare_file(part)
        with closing(connect(source)) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)  # in one step: readers do not hold up a writer
            new.execute("PRAGMA secure_delete = ON")
            with suppress(sqlite3.OperationalError), new:  # of an older version
                new.execute("delete from keys where name like 'day-%'")  # else the copy could tell addresses for ever
            new.execute("PRAGMA journal_mode = DELETE")  # whoever reads the copy makes no files beside it
        faults = examine(part)
        if faults:
            raise QipaiError(f"The copy of {source} is damaged ({faults[0]}), so none was kept; qipai doctor says more.")
        synchronise(part)
        os.replace(part, target)
        synchronise(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise QipaiError(f"{source} could not be copied to {target} ({reason(error)}).") from None
    finally:
        part.unlink(missing_ok=True)


def restore(copy: Path, database: Path, *, replace: bool = False) -> Path | None:
    """Put a copy in place of a database that no server uses; return where the old one was moved, if there was one.

    Raises `QipaiError` if a server uses it, if the copy is damaged or of a newer version, or if there is a database
    already and `replace` is not given.
    """
    if not copy.exists():
        raise QipaiError(f"{copy} does not exist.")
    if copy.is_dir():
        raise QipaiError(f"{copy} is a folder; name the file that `qipai backup` made.")
    if examine(copy):
        raise QipaiError(f"{copy} is damaged ({examine(copy)[0]}); nothing was changed.")
    if revision(copy) is None or str(revision(copy)) > REVISION:
        raise QipaiError(f"{copy} is no copy of tables that this version of qipai can read; nothing was changed.")
    if database.exists() and not replace:
        raise QipaiError(f"{database} exists; with --replace it is moved aside first.")
    try:
        prepare_folder(database.parent, private=False)  # it may be one that others use too; the file is private
        lock = lock_file(database)
        try:
            return put_in_place(copy, database)
        finally:
            lock.release()
    except (OSError, sqlite3.Error) as error:
        raise QipaiError(f"{copy} could not be restored to {database} ({reason(error)}).") from None


def put_in_place(copy: Path, database: Path) -> Path | None:
    """Move a database with its write-ahead log aside, if there is one, and a copy into its place; return where it is."""
    part, aside = database.with_name(f".{database.name}.part"), None
    prepare_file(part)
    with closing(connect(copy)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
    synchronise(part)
    if database.exists():
        aside = database.with_name(f"{database.name}.{time.strftime('%Y%m%dT%H%M%S')}")
        for end in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                os.replace(f"{database}{end}", f"{aside}{end}")
    os.replace(part, database)
    synchronise(database.parent)
    return aside


def connect(path: Path) -> sqlite3.Connection:
    """Open a database for reading only."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)


def examine(path: Path) -> list[str]:
    """Return what is wrong with a database as a file; empty if it is whole."""
    try:
        with closing(connect(path)) as connection:
            found = [row[0] for row in connection.execute(f"PRAGMA quick_check({MOST_FAULTS})")]
    except sqlite3.Error as error:
        return [reason(error)]
    return [] if found == ["ok"] else found


def revision(path: Path) -> str | None:
    """Return the version of a database's schema, or None if it is no store of tables."""
    try:
        with closing(connect(path)) as connection:
            row = connection.execute("select version_num from alembic_version").fetchone()
    except sqlite3.Error:
        return None
    return row[0] if row else None


def keys_needed(path: Path) -> list[str]:
    """Return the names of the keys under which something in a database is sealed."""
    try:
        with closing(connect(path)) as connection:
            return [row[0] for row in connection.execute("select id from seals order by id")]
    except sqlite3.Error:  # of a version that sealed nothing
        return []


def synchronise(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    if os.name == "nt" and path.is_dir():  # where folders cannot be opened
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def reason(error: Exception) -> str:
    """Return the text of an error in one line."""
    return str(getattr(error, "strerror", None) or error).splitlines()[0]
