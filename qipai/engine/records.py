"""Flat records: what a state, an observation or a move list is made of, in both ways of running.

In native mode a record at the Python door is an array of one element (Numba reads it in a microsecond).  In plain mode it
is an object with the same field names, holding ints, lists and further such objects: several times faster in the
interpreter than a NumPy record, and without its overflows.  Rules read both alike: attributes and single indices only.
"""

import functools
import math
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from .compiling import NATIVE

Record = Any  # an array of one element, or its plain twin


class Plain:
    """The plain twin of a NumPy record: one slot a field."""

    __slots__: tuple[str, ...] = ()
    dtype: np.dtype

    def __repr__(self) -> str:
        return "(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__) + ")"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]


@functools.lru_cache(None)
def _twin(dtype: np.dtype) -> type[Plain]:
    return type("Plain", (Plain,), {"__slots__": dtype.names, "dtype": dtype})


def _load(value: Any, dtype: np.dtype) -> Any:
    if dtype.subdtype is not None:
        base = dtype.subdtype[0]
        return value.tolist() if base.names is None else [_load(item, base) for item in value]
    if dtype.names is None:
        return int(value)
    twin = _twin(dtype)()
    for name in dtype.names:
        setattr(twin, name, _load(value[name], dtype[name]))
    return twin


@functools.lru_cache(None)
def _zeros(dtype: np.dtype) -> Any:
    return _load(np.zeros((), dtype), dtype)


def _values(value: Any) -> Any:
    if isinstance(value, Plain):
        return tuple(_values(getattr(value, name)) for name in value.__slots__)
    if isinstance(value, list):
        return [_values(item) for item in value]
    return value


@functools.lru_cache(None)
def _cloner(dtype: np.dtype) -> Callable[[Any], Any]:
    """How to copy a plain value of this type: records are copied often, so the way is worked out once."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if len(shape) == 1 and base.names is None:
            return list.copy
        inner = _cloner(base if len(shape) == 1 else np.dtype((base, shape[1:])))
        return lambda values: [inner(value) for value in values]
    twin_type = _twin(dtype)
    names = dtype.names or ()
    numbers = [name for name in names if dtype[name].names is None and dtype[name].subdtype is None]
    parts = [(name, _cloner(dtype[name])) for name in names if name not in numbers]

    def clone(value: Any) -> Any:
        twin = twin_type()
        for name in numbers:
            setattr(twin, name, getattr(value, name))
        for name, clone_part in parts:
            setattr(twin, name, clone_part(getattr(value, name)))
        return twin

    return clone


CODES = {"i": "bhiq", "u": "BHIQ"}  # of `struct`, for whole numbers of 1, 2, 4 and 8 bytes


@functools.lru_cache(None)
def _format(dtype: np.dtype) -> str:
    """How `struct` spells a value of this type, with the gaps that align its fields."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return _format(base) * math.prod(shape)
    if dtype.fields is None:
        return CODES[dtype.kind][dtype.itemsize.bit_length() - 1]
    spelled, end = "", 0
    for inner, offset, *_ in dtype.fields.values():
        spelled += "x" * (offset - end) + _format(inner)
        end = offset + inner.itemsize
    return spelled + "x" * (dtype.itemsize - end)


@functools.lru_cache(None)
def _packer(dtype: np.dtype) -> struct.Struct:
    return struct.Struct("<" + _format(dtype))


@functools.lru_cache(None)
def _lister(dtype: np.dtype) -> Callable[[Any, list[int]], None]:
    """How to list the numbers of a plain value of this type in their order."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if len(shape) == 1 and base.names is None:
            return lambda values, found: found.extend(values)
        inner = _lister(base if len(shape) == 1 else np.dtype((base, shape[1:])))

        def list_all(values: Any, found: list[int]) -> None:
            for value in values:
                inner(value, found)

        return list_all
    if dtype.names is None:
        return lambda value, found: found.append(value)
    parts = [(name, _lister(dtype[name])) for name in dtype.names]

    def list_fields(value: Any, found: list[int]) -> None:
        for name, list_part in parts:
            list_part(getattr(value, name), found)

    return list_fields


def _clone(value: Plain) -> Plain:
    return _cloner(value.dtype)(value)


def new(dtype: np.dtype) -> Record:
    """A record of zeros in the way that rules run here."""
    return np.zeros(1, dtype) if NATIVE else _clone(_zeros(dtype))


def opened(record: Record) -> Any:
    """The same record with readable fields (`record.table`), in both modes; compiled functions accept it too, slowly.

    Its fields are NumPy scalars in native mode: `int(...)` before arithmetic that may outgrow them.
    """
    return record.view(np.recarray)[0] if isinstance(record, np.ndarray) else record


def copy(record: Record) -> Record:
    """An independent record with the same contents.  (NumPy's own copy goes field by field and takes ten times as long.)"""
    if isinstance(record, np.ndarray):
        return np.ndarray(record.shape, record.dtype, bytearray(record.tobytes()))
    return _clone(record)


def to_plain(record: Record) -> Any:
    """The plain twin of a record (an independent copy): attributes, ints and lists, for Python code that reads fields."""
    if isinstance(record, np.ndarray):
        return _load(record[0], record.dtype)
    if isinstance(record, np.void):
        return _load(record, record.dtype)
    return _clone(record)


def from_plain(twin: Plain) -> Record:
    """A record in the way that rules run here, with a plain twin's contents."""
    if not NATIVE:
        return _clone(twin)
    record = np.zeros(1, twin.dtype)
    record[0] = _values(twin)
    return record


def to_bytes(record: Record) -> bytes:
    """The record's bytes: the same in both modes for the same contents."""
    if isinstance(record, np.ndarray):
        return record.tobytes()
    numbers: list[int] = []
    _lister(record.dtype)(record, numbers)
    return _packer(record.dtype).pack(*numbers)


def from_bytes(data: bytes, dtype: np.dtype) -> Record:
    """The record that `to_bytes` wrote."""
    packed = np.frombuffer(data, dtype).copy()
    return packed if NATIVE else _load(packed[0], dtype)
