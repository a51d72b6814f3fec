"""Where things of a user are kept, also where there is no home, no permission or no room.

Compiled code is a convenience: what cannot be read, written or removed is gone round, and said once.
"""

import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

VARIABLES = ("QIPAI_CACHE", "NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "TMPDIR")  # on which the places hang


def cache_folders() -> tuple[Path, ...]:
    """Return the folders that compiled code is read from, best first.  The last is written to, if any can be.

    They are `$QIPAI_CACHE/compiled`, `$NUMBA_CACHE_DIR/qipai/compiled`, `compiled` in qipai's folder of the user's cache, and one in the
    folder of temporary files, up to the first that can be written.
    """
    return _cache_folders(tuple(map(os.environ.get, VARIABLES)))


def cache_folder() -> Path:
    """Return the folder that compiled code is written to."""
    return cache_folders()[-1]


@cache
def _cache_folders(variables: tuple[str | None, ...]) -> tuple[Path, ...]:
    wanted, numba = variables[:2]
    found = [Path(os.path.expanduser(wanted))] if wanted else []  # a `~` of nobody stays
    found += [Path(numba) / "qipai"] if numba else []
    found += filter(None, [user_folder("cache"), _temporary()])
    folders = [place.absolute() / "compiled" for place in found]
    for number, folder in enumerate(folders, 1):
        if can_write(folder):
            return tuple(folders[:number])
    return tuple(folders) or (Path(os.devnull) / "compiled",)


def can_write(folder: Path) -> bool:
    """Return whether files can be made in a folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except (OSError, ValueError):  # the latter for what cannot be a name
        return False


def user_folder(kind: str) -> Path | None:
    """Return qipai's folder of a kind ("cache", "data") among the user's; None for a user who has no home."""
    import platformdirs

    try:
        folder = getattr(platformdirs, f"user_{kind}_path")("qipai")
    except (OSError, RuntimeError):
        return None
    return folder if folder.is_absolute() else None


def _temporary() -> Path | None:
    """Return this user's own folder among the temporary files; None if it might be somebody else's, who could put code there."""
    with suppress(OSError):
        name = f"qipai-{os.getuid()}" if hasattr(os, "getuid") else "qipai"
        folder = Path(tempfile.gettempdir()) / name
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        own = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)
        if stat.S_ISDIR(found.st_mode) and own:
            return folder
    return None
