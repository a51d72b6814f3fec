"""What differs between two views that one viewer may see, as values by path.

A path names a place in a view: `deal/to_act`, `seats/2/cards`, `deal/board/played/0`; a number is a place in a list.  A client puts each value
at its path, and has the later view but for `deal.log`, to which it adds the facts that it is told.  Both views are made for the viewer, so a
difference can show nothing that the later view does not.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from .views import SeatView, TableView

LOG, BOARD = "log", "board"
APART = ("seats", "deal", LOG, BOARD)  # fields that are compared by their parts


def difference(before: TableView, after: TableView) -> dict[str, Any]:
    """Return the values of `after` that are others in `before`, by path, without the facts of the log.

    A list is given whole where it has another length or contains plain values, and a deal where another has begun; its log is then empty.
    """
    changed: dict[str, Any] = {}
    _compare_fields(changed, "", before, after)
    if before.seats is not after.seats:
        changed |= _seats_shown.compare("seats", before.seats, after.seats)
    old, new = before.deal, after.deal
    if old is None or new is None or old.log is not new.log:
        if new is not old:
            changed["deal"] = replace(new, log=[]) if new else None
        return changed
    _compare_fields(changed, "deal/", old, new)
    if old.board is not new.board:
        changed |= _board_shown.compare("deal/board", old.board, new.board)
    return changed


class LastCompared:
    """The last comparison of two values, for viewers who are shown the very same objects; nobody else can be given it."""

    def __init__(self, compare: Callable[[dict[str, Any], str, Any, Any], None]) -> None:
        self._compare = compare
        self._last: tuple[Any, Any, dict[str, Any]] = (None, None, {})

    def compare(self, path: str, old: Any, new: Any) -> dict[str, Any]:
        """Return the values of `new` that are others in `old`, by path; do not change what is returned."""
        before, after, changed = self._last
        if old is not before or new is not after:
            changed = {}
            self._compare(changed, path, old, new)
            self._last = old, new, changed
        return changed


def _compare_fields(changed: dict[str, Any], path: str, before: Struct, after: Struct) -> None:
    for name, old, new in zip(after.__struct_fields__, astuple(before), astuple(after), strict=True):
        if old is not new and name not in APART and old != new:
            changed[path + name] = new


def _compare_seats(changed: dict[str, Any], path: str, before: list[SeatView], after: list[SeatView]) -> None:
    if len(before) != len(after):
        changed[path] = after
        return
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is not new and old != new:
            _compare_fields(changed, f"{path}/{place}/", old, new)


def _compare(changed: dict[str, Any], path: str, old: Any, new: Any) -> None:
    """Put what differs between two JSON values, going into dicts of the same names and into lists of as many dicts or lists."""
    if old is new or old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and (keys := tuple(new)) == tuple(old) and _are_names(keys):
        for (key, was), value in zip(old.items(), new.values(), strict=True):
            if was is not value:
                _compare(changed, f"{path}/{key}", was, value)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and _has_parts(new):
        for place, (was, value) in enumerate(zip(old, new, strict=True)):
            if was is not value:
                _compare(changed, f"{path}/{place}", was, value)
    else:
        changed[path] = new


def _has_parts(values: list[Any]) -> bool:
    return any(isinstance(value, dict | list) for value in values)


@lru_cache(1024)
def _are_names(keys: tuple[str, ...]) -> bool:
    """Return whether all keys are names: only these stand in a path, so that a number in it is always a place in a list."""
    return all(map(str.isidentifier, keys))


_seats_shown, _board_shown = LastCompared(_compare_seats), LastCompared(_compare)


def value_at(view: TableView, path: str) -> Any:
    """Return the value at a path of a view; `KeyError` if it has no such place."""
    value: Any = view
    for key in path.split("/"):
        try:
            if isinstance(value, list):
                value = value[int(key)]
            else:
                value = value[key] if isinstance(value, dict) else getattr(value, key)
        except (IndexError, AttributeError, ValueError):
            raise KeyError(path) from None
    return value
