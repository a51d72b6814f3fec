"""Examine a store and the machine: what `qipai doctor` finds."""

import os
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from qipai.engine.errors import QipaiError, RecordError
from qipai.games import GAMES
from qipai.session import Session, read_entry

from .settings import Settings
from .storage import copying, rows
from .storage.database import FILE, engine_for, url_of
from .storage.deadlines import UNHURRIED
from .storage.locking import Held, lock_file
from .storage.schema import REVISION, tables
from .storage.sealing import SealedError, Vault, read_keys
from .storage.sqlite import file_system

FREE = 200 * 1024 * 1024  # bytes of a disk below which it is nearly full
FILES = 4096  # open files below which a full house runs out of them
PATIENCE = 5.0  # seconds
READY = b'{"ready":true}'  # what a server of ours answers
DIRECT = urllib.request.build_opener(
    urllib.request.ProxyHandler({})
)  # a proxy of the environment knows nothing of this machine


@dataclass(frozen=True)
class Finding:
    """What one look found."""

    well: bool
    says: str


def look(settings: Settings, place: Path | str) -> Iterator[Finding]:
    """Yield the findings, one after the other; changes nothing."""
    yield from look_at_machine()
    holder = None
    if isinstance(place, Path):
        holder = holder_of(place)
        yield from look_at_folder(place, holder)
        if not (place / FILE).exists():
            return
        faults = copying.examine(place / FILE)
        yield from (Finding(False, f"The database is damaged: {fault}") for fault in faults)
        version = copying.revision(place / FILE)
        if version is None and not faults:
            yield Finding(
                False, f"{place / FILE} holds no tables.  Was it copied while a server ran?  `qipai backup` copies all of it."
            )
            return
        newer = "; a newer qipai wrote it: install that again" if str(version) > REVISION else ""
        yield Finding(version == REVISION, f"The schema is of version {version}{newer}.")
    vault = rows.PLAIN
    if settings.card_key is not None:
        try:
            vault = Vault(read_keys(settings.card_key))
            yield from look_at_key(settings.card_key)
        except QipaiError as error:
            yield Finding(False, str(error))
    yield from look_at_logs(place, vault)
    yield look_at_server(settings, holder)


def look_at_machine() -> Iterator[Finding]:
    """Yield what is to be said of this process's limits and user."""
    if os.name == "nt":
        return
    import resource

    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    yield Finding(
        files >= FILES or files == resource.RLIM_INFINITY, f"A process may open {files} files, which bounds the connections."
    )
    if os.geteuid() == 0:
        yield Finding(False, "This is root; run qipai as a user of its own.")


def holder_of(folder: Path) -> QipaiError | None:
    """Return what keeps this process from using a data folder's tables: `Held` for another process, None if nothing does."""
    try:
        if (folder / FILE).exists():
            lock_file(folder / FILE).release()
    except QipaiError as reason:
        return reason
    return None


def look_at_folder(folder: Path, holder: QipaiError | None) -> Iterator[Finding]:
    """Yield what is to be said of the data folder."""
    if not (folder / FILE).exists():
        no_folder = folder.exists() and not folder.is_dir()
        yield Finding(not no_folder, f"{folder} is no folder." if no_folder else f"{folder} has no tables yet.")
        return
    mode = (folder / FILE).stat().st_mode & 0o077
    yield Finding(not mode or os.name == "nt", f"{folder / FILE} is {'readable by others' if mode else 'its owner’s alone'}.")
    free = shutil.disk_usage(folder).free
    size = sum(path.stat().st_size for path in folder.glob(f"{FILE}*"))
    yield Finding(
        free >= FREE, f"It takes {megabytes(size)} on {file_system(folder) or 'its disk'}, where {megabytes(free)} are free."
    )
    says = str(holder).partition(";")[0] + "." if holder else "No server uses it."
    yield Finding(holder is None or isinstance(holder, Held), says)


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes."""
    return f"{size / 1e6:.1f} MB"


def look_at_key(file: Path) -> Iterator[Finding]:
    """Yield what is to be said of the file of keys."""
    others = file.stat().st_mode & 0o007
    yield Finding(not others or os.name == "nt", f"{file} is {'readable by others' if others else 'not readable by others'}.")


def look_at_seals(connection: Connection, vault: Vault) -> Iterator[Finding]:
    """Yield which keys running deals need, and whether they are here."""
    for id in sorted({*rows.sealing_keys(connection), *vault.ids}):
        needed, here = rows.running_under(connection, id), id in vault.ids
        where = "here" if here else "not here (--card-key)"
        yield Finding(here or not needed, f"{needed} tables play deals sealed under the key {id}, which is {where}.")


def look_at_logs(place: Path | str, vault: Vault) -> Iterator[Finding]:
    """Yield a finding for each key and each damaged table, and one for the whole."""
    try:
        engine = engine_for(url_of(place), UNHURRIED)
        with closing(engine.connect()) as connection:
            torn = set(rows.torn_logs(connection))
            yield from look_at_seals(connection, vault)
            found = connection.execute(tables.select().with_only_columns(tables.c.id, tables.c.code, tables.c.game)).all()
            bad = 0
            for id, code, game in found:
                fault = "entries are missing" if id in torn else fault_in(connection, id, game, vault)
                if fault:
                    bad += 1
                    yield Finding(False, f"The table {code} is damaged: {fault}.")
            late = connection.exec_driver_sql("select max(at) from events").scalar() or 0
        engine.dispose()
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        yield Finding(False, f"The logs cannot be read ({getattr(error, 'orig', None) or error}).")
        return
    yield Finding(not bad, f"{len(found) - bad} of {len(found)} tables can be read.")
    ahead = late / 1000 - time.time()
    if ahead > 60:
        yield Finding(False, f"The clock is {ahead:.0f} s behind the last stored change; was it set back?")


def fault_in(connection: Connection, table: str, game: str, vault: Vault) -> str:
    """Return what is wrong with a table's log; "" if it can be folded."""
    try:
        return fault_of(rows.read_events(connection, table, 0, vault=vault), game)
    except SealedError:
        return "it is sealed under a key that is not here"
    except RecordError:
        return "an entry cannot be opened"


def fault_of(events: list[rows.EventRow], game: str) -> str:
    """Return what is wrong with a log; "" if it can be folded.  Of what is in it nothing is quoted."""
    if game not in GAMES:
        return ""  # of a room that is not installed
    try:
        Session.fold(GAMES[game], [read_entry(event.body) for event in events])
    except RecordError:
        return "an entry cannot be read"
    except Exception as failure:
        return f"it cannot be followed ({type(failure).__name__})"
    return "" if events else "it is empty"


def look_at_server(settings: Settings, holder: QipaiError | None) -> Finding:
    """Ask a server whether it can serve: the one that uses the tables where that says, else that of these settings.

    That none runs is no fault, unless a process uses the tables.
    """
    told = holder.address if isinstance(holder, Held) else ""
    address = told or f"http://127.0.0.1:{settings.port}"
    port = address.rpartition(":")[2]
    try:
        with DIRECT.open(f"{address}/api/ready", timeout=PATIENCE) as answer:
            if answer.read(len(READY) + 1) == READY:
                return Finding(True, f"The server on port {port} is ready.")
        return Finding(False, f"What answers on port {port} is no server of qipai; name another with --port.")
    except urllib.error.HTTPError as error:
        return Finding(False, f"The server on port {port} is not ready (status {error.code}).")
    except (OSError, ValueError):
        if not isinstance(holder, Held):
            return Finding(True, f"No server answers on port {port}.")
        hint = "" if told else "; if it is a server on another port, name that with --port"
        return Finding(False, f"The process that uses the tables does not answer on port {port}{hint}.")
