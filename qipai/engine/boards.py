"""Building blocks for a room's board: the structure that people are shown, from which the browser's TypeScript types are generated.

A board is a `msgspec.Struct` with a comment on each field.  Declare an optional field as `| Absent` with the default `ABSENT`, and a
text with few possible values as `Annotated[str, Among(PHASES)]`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import UNSET, UnsetType, to_builtins

from . import forms
from .deriving import seating
from .schema import PUBLIC, Field, Record
from .seats import first_chair, seat_or_none, seats_in

ABSENT = UNSET
Absent = UnsetType


class Among:
    """The texts that a field may hold, for use in `Annotated`: all names of the given tables, without the empty ones."""

    def __init__(self, *tables: Iterable[str]) -> None:
        self.values: Sequence[str] = tuple(dict.fromkeys(value for table in tables for value in table if value))


class Chairs:
    """The seats behind the chairs of a room's observations: a board counts from seat 0, an observation from the observer.

    `declared` is the room's observation.  The methods take opened records of it.
    """

    def __init__(self, declared: type[Record]) -> None:
        self._seat_of, self._seats = seating(declared), declared.seats
        self._fields: dict[str, tuple[str, Field]] = {}  # by name: the record around a public field, or ""; its declaration
        self._readers: dict[str, Callable[[Any, Any], Any]] = {}  # by name: what makes a value of a number
        for name, field in declared.fields.items():
            if field.known == PUBLIC and field.record is None:
                self._fields[name] = "", field
            elif field.known == PUBLIC and field.record and not field.places:
                self._fields |= {inner: (name, told) for inner, told in field.record.fields.items() if told.record is None}

    def seat_at(self, observation: Any, chair: Any) -> int | None:
        """Return the seat of a chair; None for NOBODY."""
        return seat_or_none(self._seat_of(observation, int(chair)))

    def seats_at(self, observation: Any, mask: Any) -> list[int]:
        """Return the seats of a mask of chairs, lowest first."""
        return sorted(int(self._seat_of(observation, chair)) for chair in seats_in(int(mask)))

    def by_seat(self, observation: Any) -> list[int]:
        """Return the chair of each seat."""
        players = self.told(observation, "players")["players"] if "players" in self._fields else self._seats
        return [(seat - int(first_chair(observation))) % players for seat in range(players)]

    def told(self, observation: Any, *names: str) -> dict[str, Any]:
        """Return some public fields of an observation by name, as boards have them.

        A seat becomes a number or None, a mask of seats a list, one of several names a text or None, a flag a truth value.  An array by
        seat becomes a list in the order of the seats.  Raises `KeyError` for a name that is no public field of numbers.
        """
        return {name: self._shown(observation, name) for name in names}

    def _shown(self, observation: Any, name: str) -> Any:
        around, field = self._fields[name]
        value = getattr(getattr(observation, around) if around else observation, name)
        read = self._readers.get(name) or self._readers.setdefault(name, self._reader(field))
        if not field.places:
            return read(observation, value)
        by_seat = field.places[0].by_seat
        return [read(observation, value[i]) for i in (self.by_seat(observation) if by_seat else range(len(value)))]

    def _reader(self, field: Field) -> Callable[[Any, Any], Any]:
        """Return the function that makes a number of a field what a board has."""
        if field.turned == "seat":
            return self.seat_at
        if field.turned == "mask":
            return self.seats_at
        form = field.form
        if isinstance(form, forms.OneOf):
            return lambda _, number: None if number == form.nothing else form.names[int(number) - form.first]
        return (lambda _, number: bool(number)) if form == forms.Count() else (lambda _, number: int(number))


def as_values(board: Any) -> dict[str, Any]:
    """Convert a board (a `msgspec.Struct`) to JSON values: a dict by field name, without absent fields."""
    values: dict[str, Any] = to_builtins(board)
    return values
