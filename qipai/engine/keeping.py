"""Cache compiled code on disk: one file per function, signature, and digest of all code that the function reaches.

Numba's own cache checks only the file that a function is in, and two processes that write at once can corrupt its index.  Here the name
of a file is a digest of all that its contents depend on, so it cannot be stale, and there is no index.  A process that compiles for a
room holds the room's lock; another one that needs the same code waits and then loads it.
"""

import hashlib
import os
import pickle
import platform
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config, event
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from .announcing import announcer
from .places import cache_folder, cache_folders
from .reaching import digest_of, reached_from

UNUSED = 30 * 24 * 3600  # seconds without a read after which a file is removed
MOST = 2 << 30  # bytes of all files; above this, the least recently read are removed
DAY = 24 * 3600
OURS = re.compile(r".+-[0-9a-f]{32}\.(nbc|proved)(\.\d+\.tmp)?")  # names of files in the folder of a room
MARKS = {".told", ".warm"}  # suffixes beside these folders
DIGEST = hashlib.sha256().digest_size  # bytes of a file before its contents: their digest
LONGEST_WAIT = 300.0  # seconds to wait for another process; after that, compiling twice is the lesser evil
LEVEL = 3  # of optimisation, whatever NUMBA_OPT says for other people's code
VERSIONS = (numba.__version__, llvmlite.__version__, np.__version__, sys.implementation.cache_tag)


def keep(function: Any, room: str) -> Any:
    """Make a Numba dispatcher use this cache, in the folder of a room; return it."""
    if isinstance(function, Dispatcher):  # with NUMBA_DISABLE_JIT there is none
        function._cache = CodeCache(function, room)  # type: ignore[attr-defined]
    return function


class CodeCache:
    """The cache of one function, with the interface of `numba.core.caching.FunctionCache`."""

    def __init__(self, function: Any, room: str) -> None:
        self.function, self.room = function, room

    @property
    def cache_path(self) -> str:
        """The folder of the cached files."""
        return str(cache_folder() / self.room)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the code compiled for a signature, or None.  After None, Numba compiles: this process then holds the room's lock."""
        target.refresh()
        name = self._name(signature, target.codegen())
        found = self._find(name, signature, target)
        if found is None and not _busy.compiling:
            _busy.begin(self)
            found = self._find(name, signature, target)  # by now another process may have compiled it
            if found is not None:
                _busy.end()
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write compiled code to the cache, and release the lock if this was the outermost function."""
        try:
            if not result.lifted and not result.library.has_dynamic_globals:  # as Numba's own cache decides it
                self._write(self._name(signature, result.codegen), dumps((signature, result._reduce())))
        finally:
            if _busy.compiling is self and not _busy.depth:
                _busy.end()

    def enable(self) -> None:
        """Do nothing: this cache is always on."""

    def disable(self) -> None:
        """Do nothing: this cache is always on."""

    def flush(self) -> None:
        """Do nothing: no file can be out of date."""

    def _name(self, signature: Any, codegen: Any) -> str:
        function = self.function.py_func
        options = sorted(self.function.targetoptions.items())
        key = _digest((digest_of(function), options, str(signature), *_machine(codegen)))
        return f"{function.__qualname__.replace('<locals>.', '')}-{key}.nbc"

    def _find(self, name: str, signature: Any, target: Any) -> Any:
        found = (self._read(folder / self.room / name, signature, target) for folder in cache_folders())
        return next((one for one in found if one is not None), None)

    def _read(self, path: Path, signature: Any, target: Any) -> Any:
        try:
            data = path.read_bytes()
            if hashlib.sha256(data[DIGEST:]).digest() != data[:DIGEST]:
                announcer.damaged(path.parent)  # it holds machine code, which nothing else would check
                return None
            known, reduced = pickle.loads(data[DIGEST:])
            with suppress(OSError):  # somebody else's, or on a disk that cannot be written
                if time.time() - path.stat().st_mtime > DAY:
                    os.utime(path)
            return CompileResult._rebuild(target, *reduced) if known == signature else None
        except Exception:  # there is no file, or what it names is not what it was; nothing says what unpickling may raise
            return None

    def _write(self, name: str, data: bytes) -> None:
        """Write a file atomically: to a draft that is then renamed."""
        path = cache_folder() / self.room / name
        draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(hashlib.sha256(data).digest() + data)
            draft.replace(path)
            announcer.keep_elsewhere()
            _prune_once()
        except OSError as error:
            announcer.cannot_keep(path.parent, error)
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def key_of(functions: Iterable[Any]) -> str:
    """Return a digest of all that the machine code of these functions depends on, but for the types of what they are given."""
    codegen = cpu_target.target_context.codegen()
    return _digest(([digest_of(function.py_func) for function in functions], *_machine(codegen)))


def compiler() -> str:
    """Return for which processor code is compiled, and by what, for errors."""
    return (
        f"{platform.machine()} ({cpu_target.target_context.codegen().magic_tuple()[1]}) by Numba {numba.__version__} with llvmlite "
        f"{llvmlite.__version__} at level {LEVEL} (Python {platform.python_version()}, NumPy {np.__version__})"
    )


def _machine(codegen: Any) -> tuple[Any, ...]:
    """Return who compiles, for which processor, and which of the user's settings change what comes of it."""
    return codegen.magic_tuple(), VERSIONS, LEVEL, int(config.OPT), config.BOUNDSCHECK, config.DEBUGINFO_DEFAULT


def _digest(key: tuple[Any, ...]) -> str:
    return hashlib.sha256(repr(key).encode()).hexdigest()[:32]


class _Busy(event.Listener):  # type: ignore[misc]
    """Tracks whether this process is compiling: from the first cache miss until the outermost function is cached or has failed."""

    def __init__(self) -> None:
        self.compiling: CodeCache | None = None
        self.depth = 0
        self.lock: Any = None
        self.level: Any = None  # of optimisation, as the user has it
        event.register("numba:compile", self)

    def begin(self, kept: CodeCache) -> None:
        self.lock = _locked(kept.room)
        self.lock.__enter__()
        self.compiling = kept

    def end(self) -> None:
        self.compiling = None
        self.lock.__exit__(None, None, None)

    def on_start(self, event: Any) -> None:
        if self.compiling:
            self.depth += 1
            if self.depth == 1:
                reached = reached_from(self.compiling.function.py_func)
                self.level, config.OPT = config.OPT, type(config.OPT)(LEVEL)
                announcer.begin(self.compiling.room, sum(len(function.__code__.co_code) for function in reached))

    def on_end(self, event: Any) -> None:
        if self.compiling:
            self.depth -= 1
            if self.depth == 0:
                config.OPT = self.level
                announcer.end(self.compiling.room)
                if sys.exc_info()[0]:  # it has failed: nothing will be kept
                    self.end()


_busy = _Busy()


@contextmanager
def _locked(room: str) -> Iterator[None]:
    """Hold a room's lock.  Go on without it if the lock file cannot be made, or after `LONGEST_WAIT` (its holder may be stopped)."""
    try:
        path = cache_folder() / f"{room}.lock"
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError:
        yield
        return
    with file:
        begun = time.monotonic()
        while not _lock(file) and time.monotonic() - begun < LONGEST_WAIT:
            if time.monotonic() - begun > announcer.PATIENCE:
                announcer.wait(room)
            time.sleep(0.05)
        yield  # closing the file ends the lock, and so does the end of the process


def _lock(file: Any) -> bool:
    """Try to lock a file; return False if another process holds it.  Return True where files cannot be locked at all."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


_pruned = False


def _prune_once() -> None:
    """Prune the cache folder the first time that this process writes a file."""
    global _pruned
    if not _pruned:
        _pruned = True
        with suppress(OSError):  # another process does the same
            prune(cache_folder(), MOST)


def prune(folder: Path, most: int) -> None:
    """Remove files not read for `UNUSED` seconds, then the least recently read ones until at most `most` bytes are left.

    Locks are left alone: somebody may hold one, and another process would then make and hold a second.  So is whatever else lies there.
    """
    files = [(path, path.stat()) for path in folder.glob("*/*") if OURS.fullmatch(path.name) and path.is_file()]
    files += [(path, path.stat()) for path in folder.glob("*.*") if path.suffix in MARKS and path.is_file()]
    left = sum(stat.st_size for _, stat in files)
    for path, stat in sorted(files, key=lambda file: file[1].st_mtime):
        if stat.st_mtime > time.time() - UNUSED and left <= most:
            break
        with suppress(OSError):
            path.unlink(missing_ok=True)
            left -= stat.st_size
