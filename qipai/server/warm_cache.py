"""Compile the rules and the rules of thumb of every game for the bot processes."""

import os
import sys
import threading
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from qipai.bots.frames import outlive_interrupts
from qipai.engine.compiling import source_digest
from qipai.engine.places import cache_folder

PARTS = ("rules", "bots")
TIED = "--tied"  # end with stdin, which closes when the parent process dies


def warm_mark() -> Path:
    """Return the path of the file that marks these sources as compiled by this version of the compiler."""
    return cache_folder() / f"{source_digest()}-numba-{version('numba')}-numpy-{version('numpy')}.warm"


def is_warm() -> bool:
    """Return whether these sources were compiled."""
    return warm_mark().exists()


def main() -> None:
    """Fill the cache of compiled rules at the lowest priority."""
    if hasattr(os, "nice"):
        os.nice(19)
    if TIED in sys.argv:
        outlive_interrupts()
        threading.Thread(target=end_with_input, daemon=True).start()
    from qipai.environments.warming import warm
    from qipai.games import GAMES

    for game in {game.room: game for game in GAMES.values()}.values():  # games of one package share compiled rules
        for _ in warm(game, PARTS):
            pass
    with suppress(OSError):  # where nothing can be kept, there is nothing to mark
        warm_mark().touch()


def end_with_input() -> None:
    """Wait until stdin ends, then end this process."""
    while os.read(0, 1):  # not by `sys.stdin`: Python aborts where a thread still reads that at the end
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
