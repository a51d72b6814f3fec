"""Bots that have learned: nets that `qipai train` made.

`choosing` scores the candidates of a decision, `files` reads and writes nets, `playing` has the bot, and `derived` makes inputs for games
whose rooms declare none.  The nets that come with qipai lie in `shipped`.
"""

import re
from os.path import isfile  # false for whatever cannot be a name, where `Path.is_file` may raise
from pathlib import Path

from qipai.engine.errors import QipaiError

from ..levels import NET
from .playing import NetBot, shipped_for

NETS = (NET, f"{NET}:FILE", f"{NET}/2")  # names, the first of the shipped net

RULED = re.compile(rf"{NET}/([2-9])")


def is_net(name: str) -> bool:
    """Return whether a name is that of a net."""
    return name == NET or name.startswith(f"{NET}:") or bool(RULED.fullmatch(name))


def ruled_in(name: str) -> int:
    """Return in how many decisions of the net with this name one is the rule of thumb's, as in `net/2`; 0 for none."""
    found = RULED.fullmatch(name)
    return int(found[1]) if found else 0


def file_of(name: str) -> Path | None:
    """Return the file of `net:FILE`; None for the shipped net.  Raises `QipaiError` if there is no such file."""
    path = Path(name.partition(":")[2])
    if ":" not in name:
        return None
    if not isfile(path):
        raise QipaiError(f"There is no net file {str(path)!r:.200}.")
    return path


__all__ = ["NET", "NETS", "NetBot", "file_of", "is_net", "ruled_in", "shipped_for"]
