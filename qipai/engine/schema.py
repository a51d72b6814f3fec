"""Declare the fields of a record, each once: its type, its default, and what it means.

    class Public(Record, seats=4, public=True):
        players = schema.count(4, "how many sit at the table")
        leader = schema.seat("who leads this trick; NOBODY before that is known")
        captured = schema.each(schema.count(CARDS, "§6.4 the cards that each seat has won"))
        phase = schema.shown(schema.one_of(PHASES, "what is asked for"))

`Public.dtype` is the NumPy type.  A type checker sees the fields as rules read them: `leader` is an int, `captured` a list of ints.
What else is made of a declaration:

    deriving.py     functions that clear, copy, turn and compare such records, and that show a seat what it may know
    leaves          how the record becomes a vector (`forms.py`)
    sentence        what a field means, for documentation
    boards.py       the fields of a room's board that are declared as `shown`, and with them their types in the browser client

The place of a declaration decides who may know the field.  A record declared `public=True` is known to all.  Every other field of a
state is hidden, unless an observation takes a seat's own part of it with `own` or `own_bit`.  An observation that takes more than that
is refused with `TypeError` when its functions are derived.  So nobody can forget to hide a field: `deriving.showing` copies only what
an observation declares, and what it may declare is public or the observer's own.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, TypeVar, cast

import numpy as np

from .forms import Axis, Count, Form, Leaf, Marks, Number, OneOf, chair, chairs
from .seats import NOBODY

PUBLIC, OWN, HIDDEN, WORKSPACE = "public", "own", "hidden", "workspace"
WIDTHS = ((np.int8, 1 << 7), (np.int16, 1 << 15), (np.int32, 1 << 31))
T = TypeVar("T")


class Places(NamedTuple):
    """One dimension of an array."""

    length: int = 0  # 0: the number of seats
    by_seat: bool = False
    names: tuple[str, ...] = ()  # of the places from `first` on, the earlier ones being unused; (): their numbers
    first: int = 0
    filled: str = ""  # the field that says how many of the places are in use
    present: str = ""  # the field that says which place is about the present; the earlier ones are the past

    @property
    def axis(self) -> Axis:
        """The names of the places, for vectors and text."""
        return Axis(self.names or tuple(map(str, range(self.length - self.first))), self.first)


@dataclass(frozen=True, eq=False)
class Field:
    """The declaration of one field.  `seat`, `count`, `marks` … below make it."""

    says: str  # the sentence that explains it
    holds: Any  # a NumPy type of numbers, a subclass of `Record`, or the dtype of a workspace
    form: Form | Callable[[int], Form] | None = None  # of one number; about seats: made from their number
    default: int = 0
    turned: str = ""  # counted from another chair it changes like a "seat", a "mask" of seats, a "team"; "": not
    lasts: str = ""  # the span after which it is cleared, such as "trick"; "" for the whole deal
    places: tuple[Places, ...] = ()
    line: int = 0  # of the declaration in its file
    known: str = HIDDEN  # PUBLIC, OWN, HIDDEN or WORKSPACE
    of: "Field | None" = None  # in an observation: the field of the state of which this is the observer's part
    is_bit: bool = False  # whether that part is the observer's bit of a mask
    shown: str | None = None  # its name on a board, "" for its own until it is settled; None: boards do not have it
    varies: bool = False  # in a setup: whether it may differ from deal to deal under the same rules and number of players
    settled: bool = False  # whether its record has filled in what depends on its name and on the number of seats

    @property
    def record(self) -> "type[Record] | None":
        """The declaration of the record that it holds; None for numbers."""
        return self.holds if isinstance(self.holds, type) and issubclass(self.holds, Record) else None


class Record:
    """The base class of all declarations.

    `seats` is the most that can sit at the table.  With `full` this number always does; otherwise the field `players` says how many.
    The fields of a subclass come first, then the inherited ones; `name = Base.name` moves an inherited field to that place.
    Raises `TypeError` for an attribute that is not a field, and for a field about seats in a record without a number of seats.
    """

    dtype: ClassVar[np.dtype]
    fields: ClassVar[dict[str, Field]] = {}
    seats: ClassVar[int] = 0
    full: ClassVar[bool] = False
    is_public: ClassVar[bool] = False

    def __init_subclass__(cls, seats: int = 0, full: bool = False, public: bool = False) -> None:
        inherited = cls.fields
        declared = {name: value for name, value in vars(cls).items() if not name.startswith("__") and name not in _TAKEN}
        for name, value in vars(cls).items():
            if isinstance(value, Field) and name in _TAKEN:
                raise TypeError(f"{cls.__name__}.{name}: every record has a {name!r} already; the field needs another name.")
        cls.seats, cls.full, cls.is_public = seats or cls.seats, full or cls.full, public
        for name, value in declared.items():
            if not isinstance(value, Field):
                raise TypeError(f"{cls.__name__}.{name} does not say what it is; schema.seat, schema.count and others do.")
            if not value.settled:
                setattr(cls, name, cls._settled(name, value, {*declared, *inherited}))
        own = {name: getattr(cls, name) for name in declared}
        cls.fields = own | {name: field for name, field in inherited.items() if name not in own}
        cls.dtype = np.dtype([(name, *_in_numpy(field)) for name, field in cls.fields.items()], align=True)

    @classmethod
    def _settled(cls, name: str, field: Field, names: set[str]) -> Field:
        """Return the field with everything filled in that depends on its record: form, lengths, who may know it."""
        by_seat = field.turned in ("seat", "mask") or any(not places.length for places in field.places)
        if by_seat and not cls.seats:
            raise TypeError(f"{cls.__name__}.{name} is about seats, and {cls.__name__} does not say how many there are.")
        for places in field.places:
            if places.filled not in ("", *names):
                raise TypeError(f"{cls.__name__}.{name} is filled up to {places.filled!r}, which is no field of the record.")
            if places.present not in ("", *names):
                raise TypeError(f"{cls.__name__}.{name} is present at {places.present!r}, which is no field of the record.")
        inner, known = field.record, field.known
        if known != WORKSPACE:
            known = PUBLIC if cls.is_public or (inner and inner.is_public) else OWN if field.of else known
        form = field.form(cls.seats) if callable(field.form) else field.form
        sized = tuple(places._replace(length=places.length or cls.seats) for places in field.places)
        shown = name if field.shown == "" else field.shown
        if shown and (known != PUBLIC or inner):
            raise TypeError(f"{cls.__name__}.{name} cannot be shown: boards have only numbers, of records that all may know.")
        return replace(field, form=form, places=sized, known=known, shown=shown, settled=True)


_TAKEN = frozenset({*Record.__annotations__, "getfield", "setfield"})  # the last two belong to NumPy's records


def _in_numpy(field: Field) -> tuple[Any, ...]:
    """Return the type, and the shape of an array, for `np.dtype`."""
    inner, shape = field.record, tuple(places.length for places in field.places)
    return (inner.dtype if inner else field.holds, *((shape,) if shape else ()))


# -- the kinds of fields.  Each function is annotated with what rules read in such a field.


def _declared(says: str, holds: Any, **more: Any) -> Any:
    """Return a field with the line of the class body that declares it, to which derived functions point."""
    frame = sys._getframe(2)
    while frame.f_back and "__qualname__" not in frame.f_locals:
        frame = frame.f_back
    return Field(says, holds, line=frame.f_lineno, **more)


def seat(says: str, default: int = NOBODY, lasts: str = "") -> int:
    """Declare a seat, or NOBODY (-1)."""
    return _declared(says, np.int8, form=chair, default=default, turned="seat", lasts=lasts)


def seats(says: str, default: int = 0, lasts: str = "") -> int:
    """Declare a mask of seats (bit `seat`)."""
    return _declared(says, np.int8, form=chairs, default=default, turned="mask", lasts=lasts)


def team(says: str, lasts: str = "") -> int:
    """Declare a team: 0 for seats 0, 2, 4 …, 1 for the other seats."""
    return _declared(says, np.int8, form=Count(), turned="team", lasts=lasts)


def count(most: int, says: str, default: int = 0, lasts: str = "", width: Any = None) -> int:
    """Declare a number from 0 to `most`; `width` is its NumPy type, by default the narrowest that fits."""
    fitting = next(kind for kind, limit in WIDTHS if most < limit)
    return _declared(says, width or fitting, form=Count(most), default=default, lasts=lasts)


def whole(says: str, width: Any = np.int64) -> int:
    """Declare any whole number, such as points.  It has no form, so no vector can hold it: it is for setups and results."""
    return _declared(says, width)


def flag(says: str, lasts: str = "") -> int:
    """Declare a truth value, stored as 0 or 1 in an int8.  (Numba does not read arrays of bools inside records.)"""
    return _declared(says, np.int8, form=Count(), lasts=lasts)


def one_of(
    names: Sequence[str], says: str, default: int = 0, first: int = 0, nothing: int | None = None, lasts: str = ""
) -> int:
    """Declare one of several names: `first` is the number of the first name, `nothing` the number for none of them."""
    return _declared(says, np.int8, form=OneOf(tuple(names), first, nothing), default=default, lasts=lasts)


def marks(names: Sequence[str], says: str, default: int = 0, lasts: str = "", width: Any = np.int64) -> int:
    """Declare a mask whose bits have names, from bit 0 on: cards, or permissions."""
    return _declared(says, width, form=Marks(tuple(names)), default=default, lasts=lasts)


def number(form: Number, says: str, default: int = 0, lasts: str = "", width: Any = np.int64) -> int:
    """Declare a number with bit fields: a play, an action, a bag of pieces."""
    return _declared(says, width, form=form, default=default, lasts=lasts)


def one(record: type[T], says: str = "") -> T:
    """Declare a record inside this one."""
    return _declared(says, record)


def workspace(kind: np.dtype, says: str = "") -> Any:
    """Declare a workspace: a buffer that compiled code uses because it cannot allocate.

    It is not part of any vector or text, and derived functions do not clear, copy or compare it.
    """
    return _declared(says, kind, known=WORKSPACE)


def observer(says: str = "the observer's seat at the table, or SPECTATOR") -> int:
    """Declare the field of an observation that holds the observer's seat at the table."""
    return _declared(says, np.int8, form=chair, default=NOBODY, known=OWN)


def own(part: list[T], says: str = "") -> T:
    """Declare the observer's own place of `part`, an array by seat of the state; spectators get the default."""
    field: Any = part
    line: Field = _declared(says, None)
    taken: Any = replace(
        field, says=says or field.says, places=field.places[1:], line=line.line, of=field, shown=None, settled=False
    )
    return taken


def own_bit(part: int, says: str = "") -> int:
    """Declare the observer's own bit of `part`, a mask of seats of the state, as 0 or 1; spectators get 0."""
    field: Any = part
    return _declared(says or field.says, np.int8, form=Count(), of=field, is_bit=True)


def shown(field: T, name: str = "") -> T:
    """Declare that a room's board has a public field of numbers as it is, under this name; by default under its own.

    A field that a board has in another form, such as a play in its spelling, is left to the room's code.
    """
    declared: Any = field
    return cast(T, replace(declared, shown=name))


def varies(field: T) -> T:
    """Declare that a field of a setup follows from the deals before; the others follow from the rules and the number of players alone."""
    declared: Any = field
    return cast(T, replace(declared, varies=True))


def each(field: T) -> list[T]:
    """Declare an array by seat of such fields."""
    return _array(field, Places(by_seat=True))


def row(length: int, field: T, names: Sequence[str] = (), first: int = 0, filled: str = "", present: str = "") -> list[T]:
    """Declare an array of `length` such fields that is not by seat.

    Its places from `first` on have these names, by default their numbers; those before it are unused.  `filled` is the name of a field
    that says how many places are in use, `present` of one that says which place is about the present.
    """
    return _array(field, Places(length, False, tuple(names), first, filled, present))


def _array(field: Any, places: Places) -> Any:
    return replace(field, places=(places, *field.places))


# -- reading declarations


def leaves(record: type[Record], path: str = "", axes: tuple[Axis, ...] = ()) -> dict[str, Leaf | None]:
    """Return the form and axes of each number of a record by path ("public.leader"); None for a workspace.

    Raises `TypeError` for a number without a form (`whole`).
    """
    found: dict[str, Leaf | None] = {}
    for name, field in record.fields.items():
        own_axes = axes + tuple(places.axis for places in field.places)
        if field.record:
            found |= leaves(field.record, f"{path}{name}.", own_axes)
        else:
            form: Any = field.form
            if form is None and field.known != WORKSPACE:
                raise TypeError(f"{record.__name__}.{name} is any whole number, which has no entries in a vector.")
            found[path + name] = Leaf(form, own_axes) if form else None
    return found


def fields_at(record: type[Record], path: str) -> Iterator[Field]:
    """Yield the fields along a path such as "public.leader".  Raises `KeyError` if the record does not have it."""
    inner: type[Record] | None = record
    for name in path.split("."):
        if inner is None:
            raise KeyError(path)
        field = inner.fields[name]
        yield field
        inner = field.record


def sentence(record: type[Record], path: str) -> str:
    """Return the sentences that explain a field, those of the records around it first."""
    return "; ".join(field.says for field in fields_at(record, path) if field.says)
