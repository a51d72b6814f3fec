"""Write records as vectors whose entries have names, and read them back.

A record is one item of a structured NumPy dtype.  Its *leaves* are its numbers and arrays of numbers; `engine.schema`
lists them with their *form* (`engine.forms`: a count, one of several, a mask, a tally, or an action with parts).  A
`Layout` gives each leaf one *block* of the vector.  Nothing is lost: `decode` returns the record that `encode` wrote.

Two kinds of vectors: in uint8 (`WHOLE`) entries are whole numbers; in float32 (`SCALED`) each is divided by the largest
value it can have, so all are in 0 to 1.

For speed a layout is compiled into two integer tables that `write_vector` interprets.  A *row* describes numbers that
are evenly spaced in the record; a *step* says which bits of a number become which entries.  Two leaves of Gan Deng
Yan's observation:

    record (bytes)    ...  5 .. 19 (hand.count)      ...    49 (owner)            ...
                           |  15 counts                      |  one of 6 chairs, NOBODY = -1
    form                   Count(limit=8)                    OneOf("0" .. "5", nothing=-1)
                           |                                 |
    row   OFFSET, WIDTH    5, 1     byte 5, 1 byte each      49, 1
          REPEAT, STRIDE   16, 1    and hand.cards, next     1, 0
          OUT, OUT_STRIDE  7, 1     entries 7, 8, ..., 21    58, 6
          QUIET            none     skips nothing            -1
          PRESENT, PLACE,  0        every place is written   0
          LAST
          BEGIN, END       its steps in the table            its steps in the table
                           |                                 |
    step  KIND             COUNT                             ONE_OF
          ENTRY, ENTRIES   0, 1     1 entry per number       0, 6    6 entries
          FIRST            0        entry = number - 0       0       number n sets entry n
                           |                                 |
    vector            ...  7 .. 21                   ...    58 .. 63              ...
                           0 0 2 1 0 ...                     0 0 1 0 0 0   (owner is chair 2)

Entries that no step writes are 0.  The *quiet* number of a form is the one that is written as zeros only, so a row
skips it.  Counts of single bytes that lie side by side, as `hand.count` and `hand.cards`, share a row: a *run*.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from qipai.engine import records
from qipai.engine.compiling import NATIVE, compiled, constants, inlined
from qipai.engine.errors import QipaiError
from qipai.engine.forms import COUNT, MARKS, ONE_OF, TALLY, Axis, Form, Instruction, Leaf
from qipai.engine.numbers import described
from qipai.engine.records import Record

from .given import written

SCALED, WHOLE = np.dtype(np.float32), np.dtype(np.uint8)  # the kinds of vectors
ROUNDING = 1e-5  # how far an entry of a scaled vector may be from what `encode` writes; steps are 1/255 and more


Fields = Mapping[str, Leaf | None]  # leaves by their path; None for a workspace, which no vector includes


class Block(NamedTuple):
    """The part of a vector that belongs to one leaf."""

    name: str  # the leaf's path in the record
    begin: int  # its first entry
    form: Form
    axes: tuple[Axis, ...]
    offsets: np.ndarray  # byte offset of each number in the record, in the shape of the leaf
    width: int  # bytes per number
    shift: tuple[int, int, int] = (0, 0, 0)  # where the number of the present place lies, the bytes of a place, the last place

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of its axes, followed by the entries per number if there are several."""
        return tuple(len(axis.names) for axis in self.axes) + ((self.each,) if self.each > 1 else ())

    @property
    def each(self) -> int:
        """Entries per number."""
        return len(self.form.names)

    @property
    def end(self) -> int:
        """One past its last entry."""
        return self.begin + self.offsets.size * self.each


# Columns of the two tables that the compiled loop reads; the picture above shows what they mean.
# BYTES: A_BYTE if `write_bytes` will do, A_RUN if `write_run` will; neither asks for a present place, which would cost more than the row.
OFFSET, WIDTH, REPEAT, STRIDE, OUT, OUT_STRIDE, QUIET, PRESENT, PLACE, LAST, BEGIN, END, BYTES = range(13)
ROW = 13
KIND, ENTRY, SHIFT, MASK, FIRST, ENTRIES, BITS_ON, PLUS, VERB_SHIFT, VERBS = range(len(Instruction._fields))
STEP = len(Instruction._fields)
A_BYTE, A_RUN = 1, 2
UNSIGNED = np.uint64
NEVER = -(1 << 62)  # as a row's quiet number: it has none


@inlined
def number_at(memory: Any, offset: int, width: int) -> int:
    """Return the signed little-endian number of `width` bytes at `offset` in `memory` (int8)."""
    number = int(memory[offset + width - 1])
    for place in range(width - 2, -1, -1):
        number = number << 8 | memory[offset + place] & 255
    return number


@inlined
def offset_of(memory: Any, rows: Any, row: int) -> int:
    """Return where a row's first number lies; of an array with a present place, in that place."""
    offset = int(rows[row + OFFSET])
    if rows[row + PLACE]:
        offset += min(int(memory[rows[row + PRESENT]]), int(rows[row + LAST])) * int(rows[row + PLACE])
    return offset


@compiled
def write_vector(memory: Any, rows: Any, steps: Any, factors: Any, out: np.ndarray, line: int) -> None:
    """Write a record, given as its bytes in `memory` (int8), to `out[line]`, shape (lines, entries).

    `rows` and `steps` are `Layout.tables`, `factors` is `Layout.factors(out.dtype)`.  Checks nothing.
    """
    upper = UNSIGNED(line)
    for entry in range(UNSIGNED(len(factors))):
        out[upper, entry] = 0
    for row in range(0, len(rows), ROW):
        if rows[row + BYTES] == A_RUN:
            write_run(memory, rows, row, steps, factors, out, line)
            continue
        if rows[row + BYTES]:
            write_bytes(memory, rows, row, steps, factors, out, line)
            continue
        width, quiet = rows[row + WIDTH], rows[row + QUIET]
        first, last = rows[row + BEGIN], rows[row + END]
        offset = offset_of(memory, rows, row)
        for turn in range(rows[row + REPEAT]):
            at = offset + turn * rows[row + STRIDE]
            number = number_at(memory, at, 8) if width == 8 else number_at(memory, at, width)  # of a fixed width it is one load
            if number != quiet:
                begin = rows[row + OUT] + turn * rows[row + OUT_STRIDE]
                for step in range(first, last, STEP):
                    write_step(number, steps, step, begin, factors, out, line)


@inlined
def write_run(memory: Any, rows: Any, row: int, steps: Any, factors: Any, out: np.ndarray, line: int) -> None:
    """Write counts that are single bytes side by side, to entries side by side.

    Unsigned indices cannot count from the end, so the compiler takes many bytes at once.
    """
    first, entry, upper = steps[rows[row + BEGIN] + FIRST], UNSIGNED(rows[row + OUT]), UNSIGNED(line)
    offset = UNSIGNED(rows[row + OFFSET])
    for place in range(UNSIGNED(rows[row + REPEAT])):
        out[upper, entry + place] = (int(memory[offset + place]) - first) * factors[entry + place]


@inlined
def write_bytes(memory: Any, rows: Any, row: int, steps: Any, factors: Any, out: np.ndarray, line: int) -> None:
    """Write the numbers of a row that are single bytes with one plain COUNT or ONE_OF step.

    Most rows are of this kind; the short loop is why vectors are written fast.
    """
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
    """Write to `out[line]` the entries that one step makes of a number; the number's own entries start at `begin`."""
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
        upper, lowest = UNSIGNED(line), UNSIGNED(entry)  # as in `write_run`
        for bit in range(UNSIGNED(entries)):
            out[upper, lowest + bit] = number >> bit & 1
    elif kind == TALLY:
        while number > 0:
            place = entry + (number & 15) - first
            out[line, place] += factors[place]
            number >>= 4


class Layout:
    """Where in a vector each number of a record is written.

    `blocks`: by the leaf's path.  `entries`: the length of the vector.  `most`: the largest value of each entry, uint8.

    >>> from qipai.environments.layouts import layouts
    >>> from qipai.games import GAN_DENG_YAN as game
    >>> rules = game.rules()
    >>> state, observation = game.start(rules, game.setup(rules, 3), seed=7), game.new_observation()
    >>> game.observe(state, rules, 0, observation)
    >>> layout = layouts(game).observation
    >>> vector = layout.encode(observation)
    >>> vector.shape == (layout.entries,), vector.dtype
    (True, dtype('float32'))
    >>> layout.part(vector, "seat")
    array([1., 0., 0., 0., 0., 0.], dtype=float32)
    >>> layout.names[7], layout.facts(layout.decode(vector)) == layout.facts(observation)
    ('hand.count[3]', True)
    """

    def __init__(self, dtype: np.dtype, fields: Fields) -> None:
        """Make the layout of a record type.

        Raises `ValueError` if `fields` does not describe exactly the leaves of `dtype`.
        """
        self.dtype = dtype
        self.blocks = {block.name: block for block in _blocks(dtype, fields)}
        self.entries = sum(block.end - block.begin for block in self.blocks.values())
        steps: list[int] = []
        rows: list[list[int]] = []
        for block in self.blocks.values():
            begin = len(steps)
            done = _joined(block.form.steps())
            steps += [number for step in done for number in step]
            short = _of_bytes(block.width, done) and not any(block.shift)
            rows += [[*row, begin, len(steps), short] for row in _rows(block)]
        self.tables = (
            constants(number for row in _in_runs(rows, steps) for number in row),
            constants(steps),
        )  # for `write_vector`
        self.most = np.array(
            [most for block in self.blocks.values() for most in block.form.most * block.offsets.size], np.uint8
        )
        self._factors = {SCALED: _factors(1 / self.most, SCALED), WHOLE: _factors(np.ones(self.entries), WHOLE)}

    def factors(self, kind: np.dtype) -> Any:
        """Return the factor of each entry for vectors of that dtype: 1 / `most` for `SCALED`, 1 for `WHOLE`.

        Raises `TypeError` for another dtype.
        """
        if not isinstance(kind, np.dtype) or kind not in self._factors:
            raise TypeError(
                f"A vector is of {SCALED} or {WHOLE}, not of {kind if isinstance(kind, np.dtype) else described(kind)}."
            )
        return self._factors[kind]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each entry, such as `played[2, K]` or `phase: leading`."""
        return tuple(name for block in self.blocks.values() for name in _entry_names(block))

    def encode(self, record: Record, out: np.ndarray | None = None) -> np.ndarray:
        """Write a record as a vector and return it: a new one of float32, or `out` of float32 or uint8.

        Raises `TypeError` for a record of another type, and for an `out` that is not of shape (`entries`,) and one of
        these dtypes.
        """
        self._check_record(record)
        out = np.empty(self.entries, SCALED) if out is None else out
        memory: Any = np.frombuffer(record, np.int8) if NATIVE else records.to_bytes(record)
        write: Any = self._write if NATIVE else self._interpret
        return written(out, (self.entries,), (SCALED, WHOLE), lambda piece: write(memory, piece[None]))

    def _write(self, memory: np.ndarray, out: np.ndarray) -> None:
        write_vector(memory, *self.tables, self._factors[out.dtype], out, 0)

    def _interpret(self, memory: bytes, out: np.ndarray) -> None:
        """Do what `write_vector` does, faster in plain mode: NumPy finds the few numbers that are not quiet."""
        factors = self._factors[out.dtype]
        out.fill(0)
        steps = self.tables[1]
        for width, places, quiet, (present, shifts, last), entries in self._numbers:
            if shifts.any():
                places = places + np.minimum(np.frombuffer(memory, np.int8)[present], last) * shifts
            numbers = np.frombuffer(memory, f"<i{width}")[places]
            for loud in np.flatnonzero(numbers != quiet).tolist():
                number = int(numbers[loud])
                entry, begin, end = entries[loud]
                for step in range(begin, end, STEP):
                    write_step(number, steps, step, entry, factors, out, 0)

    @cached_property
    def _numbers(self) -> list[tuple[int, np.ndarray, np.ndarray, np.ndarray, list[tuple[int, int, int]]]]:
        """All numbers, grouped by width: (width, indices, quiet numbers, shifts, and for each its first entry and range of steps)."""
        found: dict[int, list[tuple[int, int, tuple[int, int, int], tuple[int, int, int]]]] = {}
        rows = np.array(self.tables[0]).reshape(-1, ROW).tolist()
        for offset, width, repeat, stride, out, out_stride, quiet, present, place, last, begin, end, _ in rows:
            found.setdefault(width, []).extend(
                (
                    (offset + turn * stride) // width,
                    quiet,
                    (present, place // width, last),
                    (out + turn * out_stride, begin, end),
                )
                for turn in range(repeat)
            )
        return [
            (
                width,
                np.array([place for place, *_ in numbers]),
                np.array([quiet for _, quiet, *_ in numbers]),
                np.array([shift for *_, shift, _ in numbers]).T,
                [to for *_, to in numbers],
            )
            for width, numbers in found.items()
        ]

    def decode(self, vector: np.ndarray) -> Record:
        """Return the record that a vector was written from; fields that are workspace are zero in it.

        Raises `TypeError` unless `vector` is float32 or uint8 of shape (`entries`,), and `QipaiError` if no record is
        written as it.
        """
        if getattr(vector, "dtype", None) not in (SCALED, WHOLE) or np.ndim(vector) != 1:
            raise TypeError(f"A vector is a row of float32 or uint8, not {described(vector)}.")
        self._check_length(vector)
        if vector.dtype == SCALED and not (np.isfinite(vector) & (vector >= 0)).all():
            raise QipaiError("The entries of a scaled vector are numbers from 0 on.")
        entries = vector if vector.dtype == WHOLE else np.rint(vector * self.most).clip(0, 255).astype(WHOLE)
        memory = np.zeros(self.dtype.itemsize, np.int8)
        for block in self.blocks.values():
            numbers = entries[block.begin : block.end].reshape(-1, block.each).tolist()
            for offset, number in zip(block.offsets.flat, numbers, strict=True):
                try:
                    stored = block.form.read(number).to_bytes(block.width, "little", signed=True)
                except OverflowError:
                    raise QipaiError(f"No record says {number} in {block.name!r}.") from None
                memory[offset : offset + block.width] = np.frombuffer(stored, np.int8)
        record = records.from_bytes(memory.tobytes(), self.dtype)
        again = self.encode(record, np.empty_like(vector))
        differs = (np.abs(vector.astype(np.float64) - again) > ROUNDING) | (entries > self.most)
        if differs.any():
            raise QipaiError(f"No record is written with {vector[differs][0]} in {self.names[int(differs.argmax())]!r}.")
        return record

    def part(self, vector: np.ndarray, name: str) -> np.ndarray:
        """Return the named block of a vector as a view of shape `(..., *block.shape)`: writing to it writes to the vector.

        `vector` has shape (..., `entries`).  Raises `TypeError` for another array, `QipaiError` for an unknown name.
        """
        self._check_length(vector)
        if not isinstance(name, str) or name not in self.blocks:
            raise QipaiError(f"There is no block {described(name)}; there are {', '.join(self.blocks)}.")
        block = self.blocks[name]
        return vector[..., block.begin : block.end].reshape((*vector.shape[:-1], *block.shape))

    def _check_record(self, record: Record) -> None:
        if getattr(record, "dtype", None) != self.dtype or (NATIVE and record.size != 1):
            raise TypeError(f"A single record of this layout's type is written, not {described(record)}.")

    def _check_length(self, vector: np.ndarray) -> None:
        if not isinstance(vector, np.ndarray) or vector.shape[-1:] != (self.entries,):
            raise TypeError(f"A vector of this layout is an array of {self.entries} entries, not {described(vector)}.")

    def facts(self, record: Record) -> dict[str, Any]:
        """Return the numbers of a record by path, workspace left out.  Two records with equal facts have equal vectors.

        Raises `TypeError` for a record of another type.
        """
        self._check_record(record)
        memory = records.to_bytes(record)

        def number(offset: int, width: int) -> int:
            return int.from_bytes(memory[offset : offset + width], "little", signed=True)

        return {
            block.name: [number(int(offset), block.width) for offset in block.offsets.flat] for block in self.blocks.values()
        }


def _factors(numbers: np.ndarray, kind: np.dtype) -> Any:
    """Return factors of that dtype in the form that `write_vector` reads in this mode."""
    return numbers.astype(kind) if NATIVE else numbers.astype(kind).tolist()


def _blocks(dtype: np.dtype, fields: Fields) -> Iterator[Block]:
    """Yield the block of every leaf in record order.  Raises `ValueError` where `fields` and the record disagree."""
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
        shift = next((_shift(dtype, axis, offsets, place) for place, axis in enumerate(axes) if axis.present), (0, 0, 0))
        block = Block(name, begin, leaf.form, axes, offsets[window], width, shift)
        if block.shape[: offsets.ndim] != block.offsets.shape:
            raise ValueError(f"The table of fields names more places of {name!r} than there are.")
        begin = block.end
        yield block
    if named:
        raise ValueError(f"The table of fields has what the record has not: {', '.join(named)}.")


def _shift(dtype: np.dtype, axis: Axis, offsets: np.ndarray, place: int) -> tuple[int, int, int]:
    """Return a block's `shift` for the axis at index `place`, of which only the present place is written."""
    at = 0
    for name in axis.present.split("."):
        assert dtype.fields
        dtype, offset, *_ = dtype.fields[name]
        at += offset
    steps = np.moveaxis(offsets, place, 0).reshape(offsets.shape[place], -1)[:, 0]
    return at, int(steps[1] - steps[0]), len(steps) - 1


def _leaves(dtype: np.dtype, path: str, offsets: np.ndarray) -> Iterator[tuple[str, np.ndarray, int]]:
    """Yield the path, byte offsets and width of every leaf of a record type."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        places = np.arange(math.prod(shape)).reshape(shape) * base.itemsize
        yield from _leaves(base, path, offsets[(..., *(None for _ in shape))] + places)
    elif dtype.fields is None:
        yield path, offsets, dtype.itemsize
    else:
        for name, (kind, offset, *_) in dtype.fields.items():
            yield from _leaves(kind, f"{path}.{name}" if path else name, offsets + offset)


def _joined(steps: Iterator[Instruction]) -> list[Instruction]:
    """Join steps that are counts of evenly spaced bits into one step with several entries."""
    joined: list[Instruction] = []
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


def _of_bytes(width: int, steps: Sequence[Instruction]) -> bool:
    """Return True if `write_bytes` can write these numbers: single bytes, and one plain COUNT or ONE_OF step."""
    return (
        width == 1
        and len(steps) == 1
        and steps[0].kind in (COUNT, ONE_OF)
        and steps[0] == Instruction(steps[0].kind, 0, first=steps[0].first, entries=steps[0].entries)
    )


def _in_runs(rows: list[list[int]], steps: list[int]) -> list[list[int]]:
    """Return the rows with those joined that are bytes side by side, written to entries side by side in the same way."""
    joined: list[list[int]] = []
    for row in rows:
        if row[BYTES] and steps[row[BEGIN] + KIND] == COUNT and (row[REPEAT] == 1 or row[STRIDE] == row[OUT_STRIDE] == 1):
            row[BYTES] = A_RUN
            before = joined[-1] if joined else row
            if (
                before is not row
                and before[BYTES] == A_RUN
                and steps[before[BEGIN] + FIRST] == steps[row[BEGIN] + FIRST]
                and (before[OFFSET] + before[REPEAT], before[OUT] + before[REPEAT]) == (row[OFFSET], row[OUT])
            ):
                before[REPEAT] += row[REPEAT]
                before[STRIDE] = before[OUT_STRIDE] = 1
                before[QUIET] = NEVER
                continue
        joined.append(row)
    return joined


def _rows(block: Block) -> Iterator[tuple[int, ...]]:
    """Yield the first ten columns of a block's rows; a row covers the numbers along the last axis."""
    offsets = block.offsets.reshape(-1, block.offsets.shape[-1]) if block.offsets.ndim else block.offsets.reshape(1, 1)
    quiet = NEVER if block.form.quiet is None else block.form.quiet
    for line, places in enumerate(offsets):
        stride = int(places[1] - places[0]) if len(places) > 1 else 0
        out = block.begin + line * len(places) * block.each
        yield int(places[0]), block.width, len(places), stride, out, block.each, quiet, *block.shift


def _entry_names(block: Block) -> Iterator[str]:
    for place in np.ndindex(block.offsets.shape):
        where = ", ".join(axis.names[number] for axis, number in zip(block.axes, place, strict=True))
        whole = f"{block.name}[{where}]" if where else block.name
        yield from (f"{whole}: {name}" if name else whole for name in block.form.names)
