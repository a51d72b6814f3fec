"""Building blocks for a room's board: the structure that people are shown, from which the browser's TypeScript types are generated.

    @shows(Observation)
    class Board(Struct, kw_only=True):
        talon: int  # cards still to be drawn

    CHAIRS = Chairs(Observation)
    Board(**CHAIRS.told(observation), talon=3)

A board is a `msgspec.Struct`.  `shows` gives it every field that the room's records declare as `shown`, and `Chairs.told` fills these.  Of
the board's own fields each has a comment.  Declare an optional one as `| Absent` with the default `ABSENT`, and a text with few possible
values as `Annotated[str, Among(PHASES)]`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from types import GenericAlias
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct, to_builtins

from . import forms
from .deriving import seating
from .schema import Field, Places, Record
from .seats import first_chair, seat_or_none, seats_in

ABSENT = UNSET
Absent = UnsetType
B = TypeVar("B", bound=Struct)


class Among:
    """The texts that a field may hold, for use in `Annotated`: all names of the given tables, without the empty ones."""

    def __init__(self, *tables: Iterable[str]) -> None:
        self.values: Sequence[str] = tuple(dict.fromkeys(value for table in tables for value in table if value))


def shows(declared: type[Record]) -> Callable[[type[B]], type[B]]:
    """Decorate a board with the fields that a room's observation declares as `shown`; their sentences are in the annotations.

    The board must be `kw_only`; the shown fields come before its own.  Raises `TypeError` if the board has one of them already, and for
    numbers that a board cannot show as they are.
    """

    def completed(board: type[B]) -> type[B]:
        told = {name: _annotation(path, field) for name, path, field in _shown(declared)}
        for name in board.__struct_fields__:
            if name in told:
                raise TypeError(f"{board.__qualname__}.{name} is declared as shown, so the board may not have it again.")
        # By these `inspect.getsource` finds the class where it was written.
        place = {name: value for name, value in vars(board).items() if name in ("__doc__", "__firstlineno__")}
        place["__qualname__"] = board.__qualname__
        made = defstruct(board.__name__, told.items(), bases=(board,), namespace=place, module=board.__module__)
        return cast(type[B], made)

    return completed


class Chairs:
    """The seats behind the chairs of a room's observations: a board counts from seat 0, an observation from the observer.

    `declared` is the room's observation.  The methods take opened records of it.
    """

    def __init__(self, declared: type[Record]) -> None:
        self._seat_of, self._seats = seating(declared), declared.seats
        self._players = next((attrgetter(path) for path, _ in _fields(declared) if path.split(".")[-1] == "players"), None)
        self._told = [
            (name, attrgetter(path), field.places, _appearance(path, field).read) for name, path, field in _shown(declared)
        ]

    def seat_at(self, observation: Any, chair: Any) -> int | None:
        """Return the seat of a chair; None for NOBODY."""
        return seat_or_none(self._seat_of(observation, int(chair)))

    def seats_at(self, observation: Any, mask: Any) -> list[int]:
        """Return the seats of a mask of chairs, lowest first."""
        return sorted(int(self._seat_of(observation, chair)) for chair in seats_in(int(mask)))

    def by_seat(self, observation: Any) -> list[int]:
        """Return the chair of each seat."""
        players = int(self._players(observation)) if self._players else self._seats
        return [(seat - int(first_chair(observation))) % players for seat in range(players)]

    def told(self, observation: Any) -> dict[str, Any]:
        """Return the fields of an observation that are declared as `shown`, by their names on the board.

        A seat becomes a number or None, a mask of seats a list, one of several names a text or None, a flag a truth value.  An array by
        seat becomes a list in the order of the seats.
        """
        return {name: self._read(observation, value(observation), places, read) for name, value, places, read in self._told}

    def _read(self, observation: Any, value: Any, places: tuple[Places, ...], read: "Reader") -> Any:
        """Return what a board has for a number, or for an array of these `places`."""
        if not places:
            return read(self, observation, value)
        outer, *inner = places
        used = self.by_seat(observation) if outer.by_seat else range(outer.first, outer.length)
        return [self._read(observation, value[place], tuple(inner), read) for place in used]


# -- how declared fields are shown

Reader = Callable[[Chairs, Any, Any], Any]  # makes what a board has of a number of an observation


class Appearance(NamedTuple):
    """How a board shows one kind of number: as which type, and what makes such a value."""

    kind: Any
    read: Reader


def _fields(declared: type[Record], around: str = "") -> Iterator[tuple[str, Field]]:
    """Yield the fields of a record by path; those of a record inside it take its place, unless it is an array."""
    for name, field in declared.fields.items():
        if field.record and not field.places:
            yield from _fields(field.record, f"{around}{name}.")
        else:
            yield around + name, field


def _shown(declared: type[Record]) -> Iterator[tuple[str, str, Field]]:
    """Yield the fields of an observation that are declared as shown: the name on the board, the path, and the declaration."""
    for path, field in _fields(declared):
        if field.shown:
            yield field.shown, path, field
        elif field.record and any(_shown(field.record)):
            raise TypeError(f"{path} is an array of records: what is shown of them is left to the room's code.")


def _annotation(path: str, field: Field) -> Any:
    """Return the type of a shown field, with its sentence."""
    kind = _appearance(path, field).kind
    for _ in field.places:
        kind = GenericAlias(list, kind)
    return Annotated[kind, Meta(description=field.says)]


def _appearance(path: str, field: Field) -> Appearance:
    """Return how the numbers of a field are shown.  Raises `TypeError` for numbers of any other kind."""
    form = field.form
    if field.turned == "seat":
        return Appearance(int | None, Chairs.seat_at)
    if field.turned == "mask":
        return Appearance(list[int], Chairs.seats_at)
    if isinstance(form, forms.OneOf):
        names, first, nothing = form.names, form.first, form.nothing
        kind: Any = Annotated[str, Among(names)]
        return Appearance(
            kind if nothing is None else kind | None,
            lambda chairs, observation, number: None if number == nothing else names[int(number) - first],
        )
    if isinstance(form, forms.Count) and not field.turned:
        return Appearance(bool, _as_flag) if form == forms.Count() else Appearance(int, _as_number)
    raise TypeError(f"{path} cannot be shown as it is: a board has seats, masks of seats, names, counts and flags.")


def _as_flag(chairs: Chairs, observation: Any, number: Any) -> bool:
    return bool(number)


def _as_number(chairs: Chairs, observation: Any, number: Any) -> int:
    return int(number)


def as_values(board: Any) -> dict[str, Any]:
    """Convert a board (a `msgspec.Struct`) to JSON values: a dict by field name, without absent fields."""
    values: dict[str, Any] = to_builtins(board)
    return values
