"""Write declared records as text: each number as `path=text`, and the declaration as a TypeScript interface.

    public.leader=2    public.asked=0,3    public.rounds[1].count=4    public.phase=leading

Forms define the text of their numbers (`forms.py`).  A room may replace some of them, such as by its notation for a play.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .errors import NotationError
from .forms import Count, Form, Marks, OneOf, listed, named
from .schema import WORKSPACE, Field, Record

STEP = re.compile(r"(\w+)(?:\[([^\]]*)\])?")


class Spelling(NamedTuple):
    """A room's own text for numbers of one form."""

    spell: Callable[[int], str]
    parse: Callable[[str], int]


Spellings = Mapping[Form, Spelling]


def differences(record: type[Record], values: Any, beginning: Any, spellings: Spellings | None = None) -> Iterator[str]:
    """Yield `path=text` for each number of `values` that differs from `beginning`; both are plain records (`records.to_plain`)."""
    pairs = zip(_numbers(record, values, ""), _numbers(record, beginning, ""), strict=True)
    for (path, form, value), (_, _, start) in pairs:
        if value != start:
            yield f"{path}={(spellings or {}).get(form, form).spell(value)}"


def put(record: type[Record], values: Any, line: str, spellings: Spellings | None = None) -> None:
    """Set one number of a plain record from `path=text`.  Raises `NotationError` for an unknown path or text."""
    path, equals, text = line.partition("=")
    steps, kind = path.split("."), record
    for place, step in enumerate(steps):
        field, indices = _step(kind, step)
        where, name = values, STEP.fullmatch(step)
        assert name
        key: Any = name[1]
        for index in indices:
            where, key = getattr(where, key) if isinstance(key, str) else where[key], index
        if field.record and place < len(steps) - 1:
            values, kind = getattr(where, key) if isinstance(key, str) else where[key], field.record
        elif field.record or field.known == WORKSPACE or place < len(steps) - 1 or not equals:
            raise NotationError(f"{line!r} does not give a number a value, such as `public.leader=2`.")
        else:
            form: Any = field.form
            number = (spellings or {}).get(form, form).parse(text)
            if isinstance(key, str):
                setattr(where, key, number)
            else:
                where[key] = number


def _step(record: type[Record], step: str) -> tuple[Field, list[int]]:
    """The field that a part of a path names, and the places in its array."""
    found = STEP.fullmatch(step)
    if not found or found[1] not in record.fields:
        raise NotationError(f"{step!r} is no field here; there are {listed(tuple(record.fields))}.")
    field = record.fields[found[1]]
    indices = found[2].split(",") if found[2] is not None else []
    if len(indices) != len(field.places):
        raise NotationError(f"{step!r}: {found[1]} has {len(field.places)} indices, not {len(indices)}.")
    axes = (places.axis for places in field.places)
    return field, [named(index.strip(), axis.names) + axis.first for index, axis in zip(indices, axes, strict=True)]


def _numbers(record: type[Record], values: Any, path: str) -> Iterator[tuple[str, Form, int]]:
    for name, field in record.fields.items():
        if field.known != WORKSPACE:
            yield from _numbers_of(field, getattr(values, name), f"{path}{name}", ())


def _numbers_of(field: Field, value: Any, path: str, indices: tuple[str, ...]) -> Iterator[tuple[str, Form, int]]:
    if len(indices) < len(field.places):
        axis = field.places[len(indices)].axis
        for place, name in enumerate(axis.names, axis.first):
            yield from _numbers_of(field, value[place], path, (*indices, name))
        return
    whole = f"{path}[{','.join(indices)}]" if indices else path
    if field.record:
        yield from _numbers(field.record, value, f"{whole}.")
    else:
        form: Any = field.form
        yield whole, form, int(value)


# -- TypeScript


def interface(record: type[Record]) -> Iterator[str]:
    """Yield the lines of a TypeScript interface for a declared record as clients get it: names for numbers, lists for masks."""
    if record.__doc__:
        yield f"/** {record.__doc__.strip()} */"
    yield f"export interface {record.__name__} {{"
    for name, field in record.fields.items():
        if field.known != WORKSPACE:
            if field.says:
                yield f"  /** {field.says} */"
            kind = field.record.__name__ if field.record else _typed(field)
            yield f"  {name}: {f'({kind})' if ' | ' in kind and field.places else kind}{'[]' * len(field.places)};"
    yield "}"


def _typed(field: Field) -> str:
    form = field.form
    if field.turned == "seat":
        return "number | null"
    if field.turned == "mask":
        return "number[]"
    if isinstance(form, Count):
        return "boolean" if (form.least, form.limit) == (0, 1) and field.turned != "team" else "number"
    if isinstance(form, Marks):
        return "string[]"
    if isinstance(form, OneOf):
        return _union(form.names) + (" | null" if form.nothing is not None else "")
    return "string"  # a number with parts: as the room writes it


def _union(names: Sequence[str]) -> str:
    return " | ".join(f'"{name}"' for name in names)
