"""The viewers of one kind at a table: what they were last shown, and the last messages that they were sent."""

from collections import deque
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from qipai.session.differences import difference, value_at
from qipai.session.views import TableView

from .connections import QUEUE

RING = 64 * 1024  # characters of past messages kept per kind of viewer, for clients that reconnect
MOST_KEPT = QUEUE // 2  # messages: who comes back must find room for all of them


class Audience:
    """All connections of one kind at a table, those that have just been lost included.

    They all have the view `shown`, except at some paths where one of them has been shown the table again in between: `changed` covers these.
    """

    def __init__(self, guest: str, since: int) -> None:
        self.guest = guest  # who holds the seat of this kind; "" for a kind without a seat
        self.since = since  # the earliest seq from which its messages can be followed
        self.shown: TableView | None = None
        self._strayed: set[str] = set()  # paths at which some have been shown other values than those of `shown`
        self._kept: deque[tuple[int, str]] = deque()  # messages with consecutive seqs
        self._size = 0

    def show(self, view: TableView) -> None:
        """Note that one of the connections is sent this whole view, made after the same entry as `shown`."""
        if self.shown is None:
            self.shown = view
        else:
            self._strayed |= difference(self.shown, view).keys()

    def show_presence(self, connected: Sequence[bool]) -> None:
        """Note that all of them are told who is connected."""
        if self.shown is not None:
            pairs = zip(self.shown.seats, connected, strict=True)
            self.shown = replace(self.shown, seats=[replace(seat, connected=here) for seat, here in pairs])

    def changed(self, view: TableView) -> dict[str, Any]:
        """Return the values of a view, by path, that turn what any of them has been shown into this view; `shown` must be known."""
        assert self.shown is not None
        different = difference(self.shown, view)
        if not self._strayed:
            return different
        values = {}
        for path in self._strayed:
            if not lies_in(path, different) and not lies_in(path, self._strayed):
                with suppress(KeyError):  # there is no such place any more, so that something around it has been replaced
                    values[path] = value_at(view, path)
        # what some were shown may have no place within: there a value around it stands for those in it
        return values | {path: value for path, value in different.items() if not lies_in(path, values)}

    def follow(self, view: TableView | None) -> None:
        """Note that all of them are sent this view, or nothing that can be built on."""
        self.shown = view
        self._strayed.clear()

    def keep(self, seq: int, text: str) -> None:
        """Keep a message, dropping the oldest beyond `RING` characters or `MOST_KEPT` messages."""
        self._kept.append((seq, text))
        self._size += len(text)
        while (self._size > RING or len(self._kept) > MOST_KEPT) and len(self._kept) > 1:
            self._size -= len(self._kept.popleft()[1])

    def after(self, since: int, last: int) -> list[str] | None:
        """Return the messages from `since` + 1 to `last`, or None if one is missing or builds on what was shown to another kind."""
        if self.shown is None or since < self.since:
            return None
        missed = [text for seq, text in self._kept if seq > since]
        return missed if len(missed) == last - since and all(missed) else None


def lies_in(path: str, places: Collection[str]) -> bool:
    """Return True if a path leads into a place at one of the other paths."""
    return any(path.startswith(f"{place}/") for place in places)
