"""Announce on stderr that compiling begins, and how long it took.  `QIPAI_QUIET=1` in the environment silences it.

Consecutive compilations are announced as one: one line when the first begins, one when nothing has been compiled for a second.
A program says once of each room that it compiles it; later only when that has taken a while again, and then what is left at most.
The processes of one command share a mark file per room in the cache folder, so that only the first of them prints.
"""

import atexit
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from .places import cache_folder, cache_folders

TOGETHER = 1.0  # seconds: compilations that follow each other more closely are announced as one
AGAIN = 30.0  # seconds of compiling for a room after which a program says of it again how far it is
BY_OTHERS = 60.0  # seconds for which an announcement by another process of the same command counts for this one too
SMALL = 3000  # bytes of instructions: less than about a second on the machine of docs/benchmarks.md, and not worth a line


class Announcer:
    """Announces what one process compiles.  There is one, `announcer`."""

    PATIENCE = 5.0  # seconds of waiting for another process before the wait is announced

    def __init__(self) -> None:
        self.silenced = False
        self.spent = 0.0  # seconds of compiling in this process
        self.spent_on: dict[str, float] = {}  # the same by room
        self.said_at: dict[str, float] = {}  # by room: what was spent on it when something was last said of it
        self.titles = {"engine": ("what all games share", 0)}  # by room: title, seconds to compile all of it
        self.silent = 0  # bytes of instructions compiled since the latest announcement
        self.told = ""  # the room whose beginning was announced and whose end was not
        self.begun = self.latest = self.ended = 0.0  # start of what was announced; of the latest function, and its end
        self.lock = threading.Lock()
        self.timer: threading.Timer | None = None
        self.waited: set[str] = set()
        atexit.register(self.tell_end)

    @property
    def quiet(self) -> bool:
        """Whether nothing is printed: silenced by the program or by the environment."""
        return self.silenced or os.environ.get("QIPAI_QUIET", "0") not in ("", "0")

    def title(self, room: str) -> str:
        """Return the English title of a room."""
        return self.titles.get(room, (room.replace("_", " "), 0))[0]

    def begin(self, room: str, size: int) -> None:
        """Note that compiling of `size` bytes of instructions begins for a room; announce it if it will take a while."""
        with self.lock:
            if self.timer:
                self.timer.cancel()
            self.latest, self.silent = time.monotonic(), self.silent + size
            spent, said = self.spent_on.get(room, 0.0), self.said_at.get(room)
            if said is None and (self.silent < SMALL or self._has_told(room, BY_OTHERS)):
                return
            if said is not None and spent - said < AGAIN:
                return
        if self.told != room:
            self.tell_end()
        with self.lock, suppress(OSError):
            if self.told != room:
                self.begun = self.latest
            self.told, self.silent, self.said_at[room] = room, 0, spent
            self._mark(room).write_text(f"{family()} {os.getpid()}")
        title, in_all = self.title(room), self.titles.get(room, ("", 0))[1]
        if said is None:
            self.say(f"compiling {title} for this machine, once{in_words(in_all)} (`qipai warm` does it ahead) …")
        else:
            self.say(f"compiling more of {title}: {spent:.0f} s so far{left_in_words(in_all, spent)} …")

    def end(self, room: str) -> None:
        """Note that the outermost function is compiled; announce the end `TOGETHER` seconds later unless more follows."""
        with self.lock:
            self.ended = time.monotonic()
            self.spent += self.ended - self.latest
            self.spent_on[room] = self.spent_on.get(room, 0.0) + self.ended - self.latest
            with suppress(OSError):
                os.utime(self._mark(room))
            if self.told:
                self.timer = threading.Timer(TOGETHER, self.tell_end)
                self.timer.daemon = True
                self.timer.start()

    def tell_end(self) -> None:
        """Print how long the announced compiling took, once."""
        with self.lock:
            room, self.told = self.told, ""
            took = self.ended - self.begun
        if room and took > 0:
            self.say(f"compiled what was needed of {self.title(room)} in {took:.0f} s.")

    def wait(self, room: str) -> None:
        """Announce, once per room, that this process waits for another one that compiles the same."""
        if room not in self.waited and not self._has_told(room, float("inf")):
            self.say(f"waiting for another process that compiles {self.title(room)} …")
        self.waited.add(room)

    def keep_elsewhere(self) -> None:
        """Announce, once per command, where compiled code is kept, if that is not the first place for it."""
        first, *others = cache_folders()
        if others and self._is_first("elsewhere"):
            self.say(f"compiled code is kept in {others[-1]}, because nothing can be written in {first}.")

    def cannot_keep(self, folder: Path, error: OSError) -> None:
        """Announce, once per command (or per process, if there is no room for a mark), that compiled code cannot be written."""
        if self._is_first("unkept"):
            self.say(f"compiled code cannot be kept in {folder} ({error.strerror}), so it is compiled again at every start.")

    def damaged(self, folder: Path) -> None:
        """Announce, once per process, that a file of compiled code is not what was written."""
        if "damaged" not in self.waited:
            self.waited.add("damaged")
            self.say(f"compiled code in {folder} was damaged, by a full disk perhaps; it is compiled again.")

    def say(self, sentence: str) -> None:
        """Print a line to stderr unless this process is quiet or has no stderr that takes it."""
        if not self.quiet and sys.stderr is not None:
            with suppress(OSError, ValueError):
                print(f"qipai: {sentence}", file=sys.stderr, flush=True)

    def _is_first(self, subject: str) -> bool:
        """Return whether neither this process nor another one of this command has asked this of the subject before."""
        if subject in self.waited or self._has_told(subject, float("inf")):
            return False
        self.waited.add(subject)
        with suppress(OSError):
            self._mark(subject).write_text(f"{family()} {os.getpid()}")
        return True

    def _mark(self, room: str) -> Path:
        return cache_folder() / f"{room}.told"

    def _has_told(self, room: str, seconds: float) -> bool:
        """Return whether another process of this command announced the room and compiling for it went on within `seconds`."""
        with suppress(OSError, ValueError):
            mark = self._mark(room)
            told_by, _, process = mark.read_text().partition(" ")
            return told_by == family() and process != str(os.getpid()) and time.time() - mark.stat().st_mtime < seconds
        return False


def in_words(seconds: int) -> str:
    """Return ": about 2 minutes for all of it", rounded because machines differ; "" for 0 seconds."""
    return f": about {_roughly(seconds)} for all of it" if seconds else ""


def left_in_words(in_all: int, spent: float) -> str:
    """Return ", about a minute left at most": some may be kept from before, and not all be needed; "" where nobody knows."""
    if not in_all:
        return ""
    return f", about {_roughly(in_all - spent)} left at most" if spent < in_all else ", longer than usual on this machine"


def _roughly(seconds: float) -> str:
    minutes = round(seconds / 60)
    return "half a minute" if seconds < 45 else "a minute" if minutes < 2 else f"{minutes} minutes"


def family() -> str:
    """Return an id that all processes of one command share: the process group, or the parent where there are no groups."""
    return str(os.getpgrp() if hasattr(os, "getpgrp") else os.getppid())


announcer = Announcer()
