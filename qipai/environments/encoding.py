"""Records as vectors of numbers with names, and back.

A `Layout` is made from a record type and a table of its leaves (`fields/`): which of them are counts, categories, masks, actions.
Every leaf is one block of the vector, with a name and a shape.  `encode` writes it, `decode` gives the record back: nothing that
the record says is lost.  In an array of `uint8` entries are whole numbers; in one of `float32` each is divided by the most it can
be, so that all lie between 0 and 1.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE, compiled, inlined, table
from qipai.engine.records import Record

from .forms import COUNT, MARKS, ONE_OF, TALLY, Form, Step

SCALED, WHOLE = np.dtype(np.float32), np.dtype(np.uint8)  # the kinds of vectors


class Axis(NamedTuple):
    """What the places of an array are called, from the `first` that ever says anything."""

    names: tuple[str, ...]
    first: int = 0


@dataclass(frozen=True)
class Leaf:
    """How the numbers of a leaf are written: their form, and the axes of the array where it is one."""

    form: Form
    axes: tuple[Axis, ...] = ()


Fields = Mapping[str, Leaf | None]  # leaves by their path; None for room to think, which says nothing


class Block(NamedTuple):
    """A leaf's part of the vector."""

    name: str  # its path in the record
    begin: int
    form: Form
    axes: tuple[Axis, ...]
    offsets: np.ndarray  # where in the record each number lies
    width: int  # bytes of a number

    @property
    def shape(self) -> tuple[int, ...]:
        """The places of its axes, and at last the entries of a number where it has several."""
        return tuple(len(axis.names) for axis in self.axes) + ((self.each,) if self.each > 1 else ())

    @property
    def each(self) -> int:
        return len(self.form.names)

    @property
    def end(self) -> int:
        return self.begin + self.offsets.size * self.each


# What the compiled loop reads: rows of numbers that lie side by side, and for each row the steps that are done to its numbers
OFFSET, WIDTH, REPEAT, STRIDE, OUT, OUT_STRIDE, QUIET, BEGIN, END, BYTES = range(10)
ROW = 10
KIND, ENTRY, SHIFT, MASK, FIRST, ENTRIES, BITS_ON, PLUS, VERB_SHIFT, VERBS = range(len(Step._fields))
STEP = len(Step._fields)
NEVER = -(1 << 62)  # as the quiet number of a row: no number is


@inlined
def number_at(memory: Any, offset: int, width: int) -> int:
    """The whole number of so many bytes, the lowest first, that lies in a record."""
    number = int(memory[offset + width - 1])
    for place in range(width - 2, -1, -1):
        number = number << 8 | memory[offset + place] & 255
    return number


@compiled
def write_vector(memory: Any, rows: Any, steps: Any, factors: Any, out: np.ndarray, line: int) -> None:
    """Write the entries of a record, which lies in `memory` as signed bytes, to a line of `out`."""
    for entry in range(len(factors)):
        out[line, entry] = 0
    for row in range(0, len(rows), ROW):
        if rows[row + BYTES]:
            write_bytes(memory, rows, row, steps, factors, out, line)
            continue
        width, quiet = rows[row + WIDTH], rows[row + QUIET]
        first, last = rows[row + BEGIN], rows[row + END]
        for turn in range(rows[row + REPEAT]):
            number = number_at(memory, rows[row + OFFSET] + turn * rows[row + STRIDE], width)
            if number != quiet:
                begin = rows[row + OUT] + turn * rows[row + OUT_STRIDE]
                for step in range(first, last, STEP):
                    write_step(number, steps, step, begin, factors, out, line)


@inlined
def write_bytes(memory: Any, rows: Any, row: int, steps: Any, factors: Any, out: np.ndarray, line: int) -> None:
    """Write what one step makes of a row of bytes: most numbers are counts or categories of a byte, and this is all there is to them."""
    step = rows[row + BEGIN]
    kind, first, entries = steps[step + KIND], steps[step + FIRST], steps[step + ENTRIES]
    offset, stride, entry, entry_stride = rows[row + OFFSET], rows[row + STRIDE], rows[row + OUT], rows[row + OUT_STRIDE]
    for _ in range(rows[row + REPEAT]):
        number = int(memory[offset]) - first
        if kind == COUNT:
            out[line, entry] = number * factors[entry]
        elif 0 <= number < entries:
            out[line, entry + number] = 1
        offset += stride
        entry += entry_stride


@inlined  # handing its arrays over would take longer than what it does
def write_step(number: int, steps: Any, step: int, begin: int, factors: Any, out: np.ndarray, line: int) -> None:
    """Write what one step makes of a number whose entries begin there."""
    number -= steps[step + PLUS]
    verbs = steps[step + VERBS]
    if verbs and not verbs >> (number >> steps[step + VERB_SHIFT]) & 1:
        return
    kind = steps[step + KIND]
    entry = begin + steps[step + ENTRY]
    shift, mask = steps[step + SHIFT], steps[step + MASK]
    first, entries = steps[step + FIRST], steps[step + ENTRIES]
    if kind == COUNT:
        for place in range(entry, entry + entries):
            out[line, place] = ((number >> shift & mask) - first) * factors[place]
            shift += steps[step + BITS_ON]
        return
    number = number >> shift & mask
    if kind == ONE_OF:
        place = number - first
        if 0 <= place < entries:
            out[line, entry + place] = 1
    elif kind == MARKS:
        for bit in range(entries):
            out[line, entry + bit] = number >> bit & 1
    elif kind == TALLY:
        while number > 0:
            place = entry + (number & 15) - first
            out[line, place] += factors[place]
            number >>= 4


class Layout:
    """Where in a vector everything of a record stands."""

    def __init__(self, dtype: np.dtype, fields: Fields) -> None:
        self.dtype = dtype
        self.blocks = {block.name: block for block in _blocks(dtype, fields)}
        self.entries = sum(block.end - block.begin for block in self.blocks.values())
        steps: list[int] = []
        rows: list[int] = []
        for block in self.blocks.values():
            begin = len(steps)
            done = _joined(block.form.steps())
            steps += [number for step in done for number in step]
            rows += [number for row in _rows(block) for number in (*row, begin, len(steps), _of_bytes(block.width, done))]
        self.tables = table(rows), table(steps)  # what `write_vector` reads
        self.most = np.array(
            [most for block in self.blocks.values() for most in block.form.most * block.offsets.size], np.uint8
        )
        self._factors = {SCALED: _factors(1 / self.most, SCALED), WHOLE: _factors(np.ones(self.entries), WHOLE)}

    def factors(self, kind: np.dtype) -> Any:
        """What entries are multiplied by in a vector of that kind."""
        return self._factors[kind]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What every entry is called: `played[2, K]`, `phase: leading`."""
        return tuple(name for block in self.blocks.values() for name in _entry_names(block))

    def encode(self, record: Record, out: np.ndarray | None = None) -> np.ndarray:
        """The record as a vector: scaled into a new one, or as its type wants it into `out`."""
        if out is None:
            out = np.empty(self.entries, SCALED)
        if NATIVE:
            write_vector(np.frombuffer(record, np.int8), *self.tables, self._factors[out.dtype], out[None], 0)
        else:
            self._interpret(records.to_bytes(record), self._factors[out.dtype], out.reshape(1, -1))
        return out

    def _interpret(self, memory: bytes, factors: Any, out: np.ndarray) -> None:
        """What `write_vector` does, for the interpreter: NumPy finds the few numbers that are not quiet."""
        out.fill(0)
        steps = self.tables[1]
        for width, places, quiet, entries in self._numbers:
            numbers = np.frombuffer(memory, f"<i{width}")[places]
            for loud in np.flatnonzero(numbers != quiet).tolist():
                number = int(numbers[loud])
                entry, begin, end = entries[loud]
                for step in range(begin, end, STEP):
                    write_step(number, steps, step, entry, factors, out, 0)

    @cached_property
    def _numbers(self) -> list[tuple[int, np.ndarray, np.ndarray, list[tuple[int, int, int]]]]:
        """Of each width all numbers: where they lie, when they are quiet, and their first entry with their steps."""
        found: dict[int, list[tuple[int, int, tuple[int, int, int]]]] = {}
        rows = np.array(self.tables[0]).reshape(-1, ROW).tolist()
        for offset, width, repeat, stride, out, out_stride, quiet, begin, end, _ in rows:
            found.setdefault(width, []).extend(
                ((offset + turn * stride) // width, quiet, (out + turn * out_stride, begin, end)) for turn in range(repeat)
            )
        return [
            (
                width,
                np.array([place for place, *_ in numbers]),
                np.array([quiet for _, quiet, _ in numbers]),
                [to for *_, to in numbers],
            )
            for width, numbers in found.items()
        ]

    def decode(self, vector: np.ndarray) -> Record:
        """The record that a vector was written from; room to think, which says nothing, is empty in it."""
        entries = vector if vector.dtype == WHOLE else np.rint(vector * self.most).astype(WHOLE)
        memory = np.zeros(self.dtype.itemsize, np.int8)
        for block in self.blocks.values():
            numbers = entries[block.begin : block.end].reshape(-1, block.each).tolist()
            for offset, number in zip(block.offsets.flat, numbers, strict=True):
                stored = block.form.read(number).to_bytes(block.width, "little", signed=True)
                memory[offset : offset + block.width] = np.frombuffer(stored, np.int8)
        return records.from_bytes(memory.tobytes(), self.dtype)

    def part(self, vector: np.ndarray, name: str) -> np.ndarray:
        """The named block of a vector, or of many in the last axis, in its own shape; writing to it writes to the vector."""
        block = self.blocks[name]
        return vector[..., block.begin : block.end].reshape((*vector.shape[:-1], *block.shape))

    def facts(self, record: Record) -> dict[str, Any]:
        """All numbers of a record that say something, by path: what two records must share to say the same."""
        memory = records.to_bytes(record)

        def number(offset: int, width: int) -> int:
            return int.from_bytes(memory[offset : offset + width], "little", signed=True)

        return {
            block.name: [number(int(offset), block.width) for offset in block.offsets.flat] for block in self.blocks.values()
        }


def _factors(numbers: np.ndarray, kind: np.dtype) -> Any:
    """Factors of that kind, as the loop reads them in this mode."""
    return numbers.astype(kind) if NATIVE else numbers.astype(kind).tolist()


def _blocks(dtype: np.dtype, fields: Fields) -> Iterator[Block]:
    """Every leaf of the record in its order.  Raises `ValueError` where the table and the record do not agree."""
    begin = 0
    named = dict(fields)
    for name, offsets, width in _leaves(dtype, "", np.zeros((), np.int64)):
        left_out = next((path for path in fields if fields[path] is None and f"{name}.".startswith(f"{path}.")), None)
        if left_out is not None:
            named.pop(left_out, None)
            continue
        leaf = named.pop(name, None)
        if leaf is None:
            raise ValueError(f"The table of fields says nothing of {name!r}.")
        axes = leaf.axes or tuple(Axis(tuple(str(place) for place in range(length))) for length in offsets.shape)
        if len(axes) != offsets.ndim:
            raise ValueError(f"{name!r} has {offsets.ndim} axes, and the table of fields names {len(axes)}.")
        window = tuple(slice(axis.first, axis.first + len(axis.names)) for axis in axes)
        block = Block(name, begin, leaf.form, axes, offsets[window], width)
        if block.shape[: offsets.ndim] != block.offsets.shape:
            raise ValueError(f"The table of fields names more places of {name!r} than there are.")
        begin = block.end
        yield block
    if named:
        raise ValueError(f"The table of fields has what the record has not: {', '.join(named)}.")


def _leaves(dtype: np.dtype, path: str, offsets: np.ndarray) -> Iterator[tuple[str, np.ndarray, int]]:
    """The numbers of a record: their path, where in it they lie, and how many bytes each takes."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        places = np.arange(math.prod(shape)).reshape(shape) * base.itemsize
        yield from _leaves(base, path, offsets[(..., *(None for _ in shape))] + places)
    elif dtype.fields is None:
        yield path, offsets, dtype.itemsize
    else:
        for name, (kind, offset, *_) in dtype.fields.items():
            yield from _leaves(kind, f"{path}.{name}" if path else name, offsets + offset)


def _joined(steps: Iterator[Step]) -> list[Step]:
    """Counts that lie side by side are one step."""
    joined: list[Step] = []
    for step in steps:
        if joined and step.kind == joined[-1].kind == COUNT:
            before = joined[-1]
            stride = (step.shift - before.shift) // before.entries
            shift, entry = before.shift + before.entries * stride, before.entry + before.entries
            following = before._replace(entry=entry, shift=shift, entries=1, stride=0)
            if step == following and (before.entries == 1 or stride == before.stride):
                joined[-1] = before._replace(entries=before.entries + 1, stride=stride)
                continue
        joined.append(step)
    return joined


def _of_bytes(width: int, steps: Sequence[Step]) -> bool:
    """Whether these are bytes, each of which is a count or one of several and nothing else."""
    return (
        width == 1
        and len(steps) == 1
        and steps[0].kind in (COUNT, ONE_OF)
        and steps[0] == Step(steps[0].kind, 0, first=steps[0].first, entries=steps[0].entries)
    )


def _rows(block: Block) -> Iterator[tuple[int, ...]]:
    """The numbers of a block, those along its last axis at once."""
    offsets = block.offsets.reshape(-1, block.offsets.shape[-1]) if block.offsets.ndim else block.offsets.reshape(1, 1)
    quiet = NEVER if block.form.quiet is None else block.form.quiet
    for line, places in enumerate(offsets):
        stride = int(places[1] - places[0]) if len(places) > 1 else 0
        out = block.begin + line * len(places) * block.each
        yield int(places[0]), block.width, len(places), stride, out, block.each, quiet


def _entry_names(block: Block) -> Iterator[str]:
    for place in np.ndindex(block.offsets.shape):
        where = ", ".join(axis.names[number] for axis, number in zip(block.axes, place, strict=True))
        whole = f"{block.name}[{where}]" if where else block.name
        yield from (f"{whole}: {name}" if name else whole for name in block.form.names)
