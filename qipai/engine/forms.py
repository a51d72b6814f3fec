"""Forms: what a whole number in a record means, and how it becomes entries of a vector.

    form      meaning                           entries in a vector
    Count     how many; yes or no               1: the number itself
    OneOf     one of several                    1 per name, one of them 1 (one-hot)
    Marks     a mask whose bits have names      1 per name, 0 or 1
    Tally     a row of 4-bit digits             1 per digit value: how often it occurs
    Number    bit fields, each with a form      those of its parts

A form tells the names and the maxima of its entries; `read` gives the number back, and `steps` is the same as a table for compiled code.
All entries are whole numbers from 0 on.

>>> Marks(("a", "b", "c")).read([1, 0, 1])
5
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from .seats import NOBODY

COUNT, ONE_OF, MARKS, TALLY = range(4)  # kinds of steps
DIGIT = 4  # bits of a digit of a tally
WHOLE = -1  # a mask that keeps all bits of a number, the sign included


class Instruction(NamedTuple):
    """One instruction of the compiled encoder: which bits of a number, and how they become entries of the vector."""

    kind: int
    entry: int  # index of the first entry, counted from the first one of this number
    shift: int = 0
    mask: int = WHOLE
    first: int = 0  # the number that the first entry stands for
    entries: int = 1
    stride: int = 0  # between several counts: bits from one to the next
    plus: int = 0  # subtracted from the stored number before its bits are read
    verb_shift: int = 0  # where the verb begins, in a number with a verb
    verbs: int = 0  # mask of the verbs that have this part; 0: all


class Form(Protocol):
    """The interface of all forms: convert a number to entries, and back."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entries; "" for an entry that is the number itself."""
        ...

    @property
    def most(self) -> tuple[int, ...]:
        """The maximum of each entry."""
        ...

    @property
    def quiet(self) -> int | None:
        """The number whose entries are all 0; None if there is none."""
        ...

    def steps(self) -> Iterator[Instruction]:
        """Yield the instructions for the compiled encoder."""
        ...

    def read(self, entries: Sequence[int]) -> int:
        """Return the number that has these entries; the inverse of the encoder."""
        ...

    def __str__(self) -> str:
        """Describe the form in a few words, for the tables in docs/observations."""
        ...


@dataclass(frozen=True)
class Count:
    """A number from `least` to `limit`, by default 0 or 1.  Its entry is the number minus `least`."""

    limit: int = 1
    least: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return ("",)

    @property
    def most(self) -> tuple[int, ...]:
        return (self.limit - self.least,)

    @property
    def quiet(self) -> int:
        return self.least

    def steps(self) -> Iterator[Instruction]:
        yield Instruction(COUNT, 0, first=self.least)

    def read(self, entries: Sequence[int]) -> int:
        return entries[0] + self.least

    def __str__(self) -> str:
        if self.limit == 1 and self.least == 0:
            return "yes or no"
        less = f", written less {self.least}" if self.least else ""
        return f"a number from {self.least} to {self.limit}{less}"


@dataclass(frozen=True)
class OneOf:
    """One of several names: `first` is the number of the first one, `nothing` the number for none of them.  Entries are one-hot."""

    names: tuple[str, ...]
    first: int = 0
    nothing: int | None = None

    @property
    def most(self) -> tuple[int, ...]:
        return (1,) * len(self.names)

    @property
    def quiet(self) -> int | None:
        return self.nothing

    def steps(self) -> Iterator[Instruction]:
        yield Instruction(ONE_OF, 0, first=self.first, entries=len(self.names))

    def read(self, entries: Sequence[int]) -> int:
        if 1 in entries:
            return list(entries).index(1) + self.first
        return self.first if self.nothing is None else self.nothing

    def __str__(self) -> str:
        none = "" if self.nothing is None else ", or none"
        return f"one of {listed(self.names)}{none}"


def chair(players: int) -> OneOf:
    """Return the form of a seat counted from one's own chair; for NOBODY all entries are 0."""
    return OneOf(tuple(str(number) for number in range(players)), 0, NOBODY)


@dataclass(frozen=True)
class Marks:
    """A mask: an entry for each bit."""

    names: tuple[str, ...]

    @property
    def most(self) -> tuple[int, ...]:
        return (1,) * len(self.names)

    @property
    def quiet(self) -> int:
        return 0

    def steps(self) -> Iterator[Instruction]:
        yield Instruction(MARKS, 0, entries=len(self.names))

    def read(self, entries: Sequence[int]) -> int:
        return sum(1 << bit for bit, entry in enumerate(entries) if entry)

    def __str__(self) -> str:
        return f"any of {listed(self.names)}"


def chairs(players: int) -> Marks:
    """Return the form of a mask of seats counted from one's own chair."""
    return Marks(tuple(str(number) for number in range(players)))


@dataclass(frozen=True)
class Tally:
    """A multiset packed as 4-bit digits in ascending order, lowest first; digit 0 means no more.

    The digits are `first`, `first` + 1 …, each with a name; `limit` is how often one can occur.
    """

    names: tuple[str, ...]
    first: int
    limit: int

    @property
    def most(self) -> tuple[int, ...]:
        return (self.limit,) * len(self.names)

    @property
    def quiet(self) -> int:
        return 0

    def steps(self) -> Iterator[Instruction]:
        yield Instruction(TALLY, 0, first=self.first, entries=len(self.names))

    def read(self, entries: Sequence[int]) -> int:
        digits = [self.first + place for place, count in enumerate(entries) for _ in range(count)]
        return sum(digit << DIGIT * place for place, digit in enumerate(digits))

    def __str__(self) -> str:
        return f"how many of {listed(self.names)}"


class Part(NamedTuple):
    """A bit field of a number: `bits` bits from bit `shift` on, with a form of its own."""

    name: str
    shift: int
    bits: int
    form: Count | OneOf | Marks | Tally
    verbs: tuple[int, ...] = ()  # the verbs that have this part; () for all


@dataclass(frozen=True)
class Number:
    """A number with bit fields: a play, a set, an action.

    If the verb of an action decides what its other bits mean, the verb is the first part, and the other parts name the verbs that have
    them.
    """

    parts: tuple[Part, ...]
    missing: int | None = None  # the number for "nothing", whose entries are all 0; every other number has an entry that is not
    plus: int = 0  # added to the bits of the parts to make the number
    verb_shift: int = 0  # where the verb begins

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{part.name} {name}".strip() for part in self.parts for name in part.form.names)

    @property
    def most(self) -> tuple[int, ...]:
        return tuple(most for part in self.parts for most in part.form.most)

    @property
    def quiet(self) -> int | None:
        if self.missing is not None:
            return self.missing
        return self.plus if all(part.form.quiet == 0 for part in self.parts) else None

    def steps(self) -> Iterator[Instruction]:
        entry = 0
        for part in self.parts:
            for step in part.form.steps():
                yield step._replace(
                    entry=entry + step.entry,
                    shift=part.shift,
                    mask=(1 << part.bits) - 1,
                    plus=self.plus,
                    verb_shift=self.verb_shift,
                    verbs=sum(1 << verb for verb in part.verbs),
                )
            entry += len(part.form.names)

    def read(self, entries: Sequence[int]) -> int:
        if self.missing is not None and not any(entries):
            return self.missing
        number, entry = 0, 0
        for part in self.parts:
            end = entry + len(part.form.names)
            if not part.verbs or number >> self.verb_shift in part.verbs:
                number |= part.form.read(entries[entry:end]) << part.shift
            entry = end
        return number + self.plus

    def __str__(self) -> str:
        told = "; ".join(f"{part.name}: {part.form}" if part.name else str(part.form) for part in self.parts)
        return told if self.missing is None else f"{told}; nothing marked: nothing"


class Axis(NamedTuple):
    """The names of the places of an array, beginning with place `first`; the places before it are never used."""

    names: tuple[str, ...]
    first: int = 0
    present: str = ""  # only one place is written, of which the field with this path has the number


@dataclass(frozen=True)
class Leaf:
    """A field of a record that holds numbers: their form and, for an array, its axes from the outermost in."""

    form: Form
    axes: tuple[Axis, ...] = ()


def listed(names: Sequence[str]) -> str:
    """Return names joined for people; four or more numbers as a range.

    >>> listed(("red", "black")), listed(("0", "1", "2", "3"))
    ('red, black', '0 to 3')
    """
    if len(names) > 3 and all(name.isdecimal() for name in names):
        return f"{names[0]} to {names[-1]}"
    return ", ".join(names)
