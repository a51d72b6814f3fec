"""Flat records: states, observations, lists of actions … in the two modes in which rules run.

                what callers hold                 what rules read      field access in Python
    native      np.ndarray of shape (1,)          record[0]            opened(record).public.leader: NumPy scalars
    plain       Plain: ints, lists, Plain         the same object      record.public.leader: ints and lists

    new(dtype)                      a record of zeros of the current mode
    opened(record)                  the same record, with attributes, in either mode
    to_plain(record), from_plain    copy to a Plain object in either mode, and back
    to_bytes(record), from_bytes    the same bytes in both modes

In native mode an array of one element is used because Numba unwraps it in a microsecond.  In plain mode a `Plain` object is several
times faster than a NumPy record, and its ints do not overflow.  Rules read both alike: they use attributes and single indices only.
"""

import functools
import math
import struct
from collections.abc import Callable
from typing import Any, NewType

import numpy as np

from .compiling import NATIVE

Record = Any  # an array of shape (1,) in native mode, a `Plain` in plain mode


class Typed:
    """What a type checker knows of a record in either mode; its fields are read through `opened` and `to_plain`."""

    dtype: np.dtype


# Records by what they are of, so that a type checker sees when two were exchanged; nothing else tells them apart.
StateRecord = NewType("StateRecord", Typed)
RulesRecord = NewType("RulesRecord", Typed)
SetupRecord = NewType("SetupRecord", Typed)
ObservationRecord = NewType("ObservationRecord", Typed)
ResultRecord = NewType("ResultRecord", Typed)
OrderRecord = NewType("OrderRecord", Typed)
ActionsRecord = NewType("ActionsRecord", Typed)
RandomRecord = NewType("RandomRecord", Typed)


class Plain:
    """A plain record: an object with one attribute per field of a NumPy record type, holding ints, lists and `Plain` objects.

    Equal if all fields are equal; pickles as bytes.
    """

    __slots__: tuple[str, ...] = ()
    dtype: np.dtype

    def __repr__(self) -> str:
        return "(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__) + ")"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return from_bytes, (to_bytes(self), self.dtype)


@functools.lru_cache(None)
def _twin(dtype: np.dtype) -> type[Plain]:
    """Return the class of plain records of a dtype."""
    return type("Plain", (Plain,), {"__slots__": dtype.names, "dtype": dtype})


def _load(value: Any, dtype: np.dtype) -> Any:
    """Return a NumPy value as an int, a list or a `Plain`."""
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
    """Return a plain value as nested tuples and lists, which NumPy assigns to a record."""
    if isinstance(value, Plain):
        return tuple(_values(getattr(value, name)) for name in value.__slots__)
    if isinstance(value, list):
        return [_values(item) for item in value]
    return value


@functools.lru_cache(None)
def _cloner(dtype: np.dtype) -> Callable[[Any], Any]:
    """Return a function that copies plain values of a dtype.  It is made once per dtype, because records are copied often."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if len(shape) == 1 and base.names is None:
            return list.copy
        inner = _cloner(base if len(shape) == 1 else np.dtype((base, shape[1:])))
        return lambda values: [inner(value) for value in values]
    # Written out field by field: this is what a copy of a state costs.
    known: dict[str, Any] = {"twin_type": _twin(dtype)}
    lines = ["def clone(value):", "    twin = twin_type()"]
    for name in dtype.names or ():
        copied = f"value.{name}"
        if dtype[name].names is not None or dtype[name].subdtype is not None:
            known[f"clone_{name}"] = _cloner(dtype[name])
            copied = f"clone_{name}({copied})"
        lines.append(f"    twin.{name} = {copied}")
    exec("\n".join([*lines, "    return twin"]), known)
    clone: Callable[[Any], Any] = known["clone"]
    return clone


CODES = {"i": "bhiq", "u": "BHIQ"}  # format characters of `struct` for integers of 1, 2, 4 and 8 bytes


@functools.lru_cache(None)
def _format(dtype: np.dtype) -> str:
    """Return the `struct` format of a dtype, with pad bytes where its fields are aligned."""
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
    """Return a function that appends all numbers of a plain value of a dtype to a list, in the order of their bytes."""
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


def actions_type(most: int) -> np.dtype:
    """Return the dtype of a list of legal actions: `count`, and `list` with room for `most` actions."""
    return np.dtype([("count", np.int64), ("list", np.int64, most)], align=True)


def new(dtype: np.dtype) -> Record:
    """Return a new record of zeros for the current mode: an array of shape (1,), or a `Plain`."""
    return np.zeros(1, dtype) if NATIVE else _clone(_zeros(dtype))


def opened(record: Record) -> Any:
    """Return the same record, not a copy, with attribute access (`record.public`) in both modes.

    Compiled functions accept it too, slowly.  In native mode its fields are NumPy scalars of few bits: convert them with `int(...)`
    before arithmetic that may overflow.
    """
    return record.view(_opened_type(record.dtype))[0] if isinstance(record, np.ndarray) else record


@functools.lru_cache(None)
def _opened_type(dtype: np.dtype) -> np.dtype:
    """Return the dtype of opened records: NumPy's own, in which a field has precedence over an attribute of NumPy such as `base`."""
    shielded = {name: property(functools.partial(_read, name)) for name in _names_in(dtype) if hasattr(np.void, name)}
    return np.dtype((type("Opened", (np.record,), shielded) if shielded else np.record, dtype))


def _names_in(dtype: np.dtype) -> set[str]:
    """Return the names of all fields of a dtype and of the records in it."""
    if dtype.subdtype is not None:
        return _names_in(dtype.subdtype[0])
    return {*(dtype.names or ()), *(found for name in dtype.names or () for found in _names_in(dtype[name]))}


def _read(name: str, record: np.record) -> Any:
    return record[name] if name in (record.dtype.names or ()) else getattr(np.void, name).__get__(record)


def copy(record: Record) -> Record:
    """Return an independent copy of a record.  (`ndarray.copy` copies field by field and takes ten times as long.)"""
    if isinstance(record, np.ndarray):
        return np.ndarray(record.shape, record.dtype, bytearray(record.tobytes()))
    return _clone(record)


def to_plain(record: Record) -> Any:
    """Return a `Plain` copy of a record, in either mode: attributes, ints and lists, for Python code that reads fields."""
    if isinstance(record, np.ndarray):
        return _load(record[0], record.dtype)
    if isinstance(record, np.void):
        return _load(record, record.dtype)
    return _clone(record)


def from_plain(twin: Plain) -> Record:
    """Return a new record for the current mode with the contents of a `Plain`."""
    if not NATIVE:
        return _clone(twin)
    record = np.zeros(1, twin.dtype)
    record[0] = _values(twin)
    return record


def to_bytes(record: Record) -> bytes:
    """Return the bytes of a record: little-endian and aligned, the same in both modes for the same contents."""
    if isinstance(record, np.ndarray):
        return record.tobytes()
    numbers: list[int] = []
    _lister(record.dtype)(record, numbers)
    return _packer(record.dtype).pack(*numbers)


def from_bytes(data: bytes, dtype: np.dtype) -> Record:
    """Return the record that `to_bytes` wrote, for the current mode."""
    if NATIVE:  # keeps the pad bytes between the fields, which NumPy's own copy leaves out
        return np.frombuffer(bytearray(data), dtype)
    return _load(np.frombuffer(data, dtype)[0], dtype)
