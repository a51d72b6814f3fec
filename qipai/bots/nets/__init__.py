"""Bots that have learned: nets that `qipai train` made.

`choosing` scores the candidates of a decision, `files` reads and writes nets, `playing` has the bot, and `derived` makes inputs for games
whose rooms declare none.  The nets that come with qipai lie in `shipped`.
"""

from os.path import isfile  # false for whatever cannot be a name, where `Path.is_file` may raise
from pathlib import Path

from qipai.engine.errors import QipaiError

from ..levels import NET
from .playing import NetBot, shipped_for

NETS = (NET, f"{NET}:FILE")  # names, the first of the shipped net


def is_net(name: str) -> bool:
    """Return whether a name is that of a net."""
    return name == NET or name.startswith(f"{NET}:")


def file_of(name: str) -> Path | None:
    """Return the file of `net:FILE`; None for the shipped net.  Raises `QipaiError` if there is no such file."""
    path = Path(name.partition(":")[2])
    if name == NET:
        return None
    if not isfile(path):
        raise QipaiError(f"There is no net file {str(path)!r:.200}.")
    return path


__all__ = ["NET", "NETS", "NetBot", "file_of", "is_net", "shipped_for"]
