"""How a number of a record stands in a vector: as a count, a category, marks of a mask, a tally of digits, or in parts.

A form says how many entries a number takes, what they are called, the most each can be, and how they are written; `read` gives
the number back.  All entries are whole numbers from 0 on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from qipai.engine.seats import NOBODY

COUNT, ONE_OF, MARKS, TALLY = range(4)  # kinds of steps
DIGIT = 4  # bits of a digit of a tally
WHOLE = -1  # as a mask: all bits of a number, with its sign


class Step(NamedTuple):
    """One thing to write: which bits of a number, and how they become entries.  The compiled loop reads these as a table."""

    kind: int
    entry: int  # the first one, counted from the beginning of the number's own
    shift: int = 0
    mask: int = WHOLE
    first: int = 0  # the number that the first entry stands for
    entries: int = 1
    stride: int = 0  # of several counts: how many bits further the next one lies
    plus: int = 0  # what was added to the number when it was stored
    verb_shift: int = 0
    verbs: int = 0  # mask of the verbs that have this part; 0: all


class Form(Protocol):
    """How a number becomes entries, and entries a number."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the entries are called; one that is the number itself has no name."""
        ...

    @property
    def most(self) -> tuple[int, ...]:
        """The most that each entry can be."""
        ...

    @property
    def quiet(self) -> int | None:
        """The number for which no entry is written; None where there is no such number."""
        ...

    def steps(self) -> Iterator[Step]: ...

    def read(self, entries: Sequence[int]) -> int:
        """The number that these entries tell."""
        ...

    def __str__(self) -> str:
        """In a few words, for a table."""
        ...


@dataclass(frozen=True)
class Count:
    """How many, or a yes and no: one entry."""

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

    def steps(self) -> Iterator[Step]:
        yield Step(COUNT, 0, first=self.least)

    def read(self, entries: Sequence[int]) -> int:
        return entries[0] + self.least

    def __str__(self) -> str:
        if self.limit == 1 and self.least == 0:
            return "yes or no"
        less = f", written less {self.least}" if self.least else ""
        return f"a number from {self.least} to {self.limit}{less}"


@dataclass(frozen=True)
class OneOf:
    """One of several: an entry each, one of which is 1.  `nothing` is the number for none of them."""

    names: tuple[str, ...]
    first: int = 0
    nothing: int | None = None

    @property
    def most(self) -> tuple[int, ...]:
        return (1,) * len(self.names)

    @property
    def quiet(self) -> int | None:
        return self.nothing

    def steps(self) -> Iterator[Step]:
        yield Step(ONE_OF, 0, first=self.first, entries=len(self.names))

    def read(self, entries: Sequence[int]) -> int:
        if 1 in entries:
            return list(entries).index(1) + self.first
        return self.first if self.nothing is None else self.nothing

    def __str__(self) -> str:
        none = "" if self.nothing is None else ", or none"
        return f"one of {listed(self.names)}{none}"


def chair(players: int) -> OneOf:
    """A seat as seen from one's own chair; NOBODY marks none."""
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

    def steps(self) -> Iterator[Step]:
        yield Step(MARKS, 0, entries=len(self.names))

    def read(self, entries: Sequence[int]) -> int:
        return sum(1 << bit for bit, entry in enumerate(entries) if entry)

    def __str__(self) -> str:
        return f"any of {listed(self.names)}"


def chairs(players: int) -> Marks:
    """A mask of seats, as seen from one's own chair."""
    return Marks(tuple(str(number) for number in range(players)))


@dataclass(frozen=True)
class Tally:
    """A row of digits of four bits in ascending order: how many times each stands there; 0 is none."""

    names: tuple[str, ...]
    first: int
    limit: int

    @property
    def most(self) -> tuple[int, ...]:
        return (self.limit,) * len(self.names)

    @property
    def quiet(self) -> int:
        return 0

    def steps(self) -> Iterator[Step]:
        yield Step(TALLY, 0, first=self.first, entries=len(self.names))

    def read(self, entries: Sequence[int]) -> int:
        digits = [self.first + place for place, count in enumerate(entries) for _ in range(count)]
        return sum(digit << DIGIT * place for place, digit in enumerate(digits))

    def __str__(self) -> str:
        return f"how many of {listed(self.names)}"


class Part(NamedTuple):
    """Some bits of a number."""

    name: str
    shift: int
    bits: int
    form: Count | OneOf | Marks | Tally
    verbs: tuple[int, ...] = ()  # the verbs that have it; all, if none is named


@dataclass(frozen=True)
class Number:
    """A number with parts: a play, a set, an action.

    Where the verb of an action decides what the rest is, the verb is the first part and others name theirs.
    """

    parts: tuple[Part, ...]
    missing: int | None = None  # the number that stands for nothing at all, where all others mark something
    plus: int = 0  # what was added to the number when it was stored
    verb_shift: int = 0

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

    def steps(self) -> Iterator[Step]:
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


def listed(names: Sequence[str]) -> str:
    """Names for people: numbers in a row as a range."""
    if len(names) > 3 and all(name.isdecimal() for name in names):
        return f"{names[0]} to {names[-1]}"
    return ", ".join(names)
