"""Check arguments of callers before compiled code, which has no bounds checks, reads or writes them.

`TypeError`: not the array or number that is wanted.  `QipaiError`: a value or length in it is out of range.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from qipai.engine.errors import QipaiError
from qipai.engine.numbers import described

NUMBERS = np.dtype(np.int64)  # the dtype of actions and of their numbers
MOST_NUMBER = np.iinfo(np.int64).max


def row(what: str, given: Any, length: int) -> np.ndarray:
    """Return `given` as a contiguous int64 array of shape (length,): the array itself if it is one, else a copy.

    `given` is an array or sequence of whole numbers of any integer dtype, or what NumPy can make one of, such as a tensor of a CPU;
    `what` names it in errors.  Raises
    `TypeError` for anything else, `QipaiError` for another length.
    """
    if type(given) is np.ndarray and given.dtype is NUMBERS and given.shape == (length,) and given.flags.carray:
        return given  # first and alone, because a step of one deal takes only a microsecond
    numbers = _whole_numbers(what, given)
    if numbers.ndim != 1:
        raise TypeError(f"{what} are a row of numbers, not {described(given)}.")
    if len(numbers) != length:
        raise QipaiError(f"{what} are one for each of {length} deals, not {len(numbers)}.")
    return numbers


def actions_in(given: Any) -> np.ndarray:
    """Return actions as a contiguous int64 array of the same shape.  Raises `TypeError` for anything but whole numbers."""
    if type(given) is np.ndarray and given.dtype == NUMBERS and given.flags.carray:
        return given
    return _whole_numbers("Actions", given)


def _whole_numbers(what: str, given: Any) -> np.ndarray:
    if not (isinstance(given, Sequence) or hasattr(given, "__array__")) or isinstance(given, (str, bytes)):
        raise TypeError(f"{what} are an array of whole numbers, not {described(given)}.")
    try:
        numbers = np.asarray(given)
        if numbers.size == 0 and not isinstance(given, np.ndarray):
            numbers = numbers.astype(NUMBERS)
    except (ValueError, OverflowError):
        numbers = np.empty((), object)
    if numbers.dtype.kind not in "iu" or isinstance(given, np.ma.MaskedArray):
        raise TypeError(f"{what} are whole numbers, not {described(given)}.")
    return np.array(
        np.minimum(numbers, MOST_NUMBER) if numbers.dtype.kind == "u" and numbers.dtype.itemsize == 8 else numbers,
        NUMBERS,
        order="C",
    )


def apart(numbers: np.ndarray, out: Any) -> np.ndarray:
    """Return `numbers`, or a copy if writing to `out` might change them while they are read."""
    return numbers.copy() if isinstance(out, np.ndarray) and np.may_share_memory(numbers, out) else numbers


def chosen_of(what: str, given: Any, length: int) -> Any:
    """Return what chooses some of `length` rows, as an index of an array: a slice, or an array of their numbers.

    `given`: a slice, whole numbers, or a truth value for each row; `what` names it in errors.  Raises `QipaiError` for others.
    """
    if isinstance(given, slice):
        with suppress(TypeError, ValueError):
            given.indices(length)
            return given
    elif isinstance(given, (np.ndarray, Sequence)) and not isinstance(given, (str, bytes)):
        with suppress(IndexError, TypeError, ValueError, OverflowError):
            chosen = np.arange(length)[np.asarray(given) if len(given) else []]
            if chosen.ndim == 1:
                return chosen
    raise QipaiError(
        f"{what} are told by a slice, their numbers below {length}, or {length} truth values, not by {described(given)}."
    )


def bot_names(given: Any, many: int) -> list[str]:
    """Return the names of bots: of `many` alike, if a single name is given.  Raises `QipaiError` unless names are given."""
    names = [given] * many if isinstance(given, str) else list(given) if isinstance(given, Sequence) else [given]
    for name in names:
        if not isinstance(name, str):
            raise QipaiError(f"Bots are told by a name such as 'rule', or by a list of names, not by {described(name)}.")
    return names


def written(out: Any, shape: tuple[int | None, ...], kinds: Sequence[np.dtype], write: Callable[[np.ndarray], None]) -> Any:
    """Let `write` fill the caller's array and return that array.

    `shape`: the shape wanted; None in it allows any length.  `kinds`: the dtypes allowed.  An array that is not
    contiguous is filled through a contiguous copy.  Raises `TypeError` unless `out` is a writable NumPy array of that
    shape and one of those dtypes.
    """
    if type(out) is np.ndarray and out.shape == shape and out.dtype in kinds and out.flags.carray:
        write(out)
        return out
    if not isinstance(out, np.ndarray) or isinstance(out, np.ma.MaskedArray):
        raise TypeError(f"What is asked for is written to a NumPy array, not to {described(out)}.")
    if out.dtype not in kinds or not _fits(out.shape, shape) or not out.flags.writeable:
        lengths = ", ".join("any" if length is None else str(length) for length in shape)
        kind = " or ".join(str(kind) for kind in kinds)
        raise TypeError(
            f"What is asked for is written to a writable array of {kind} with the shape ({lengths}), not to {described(out)}."
        )
    if type(out) is np.ndarray and out.flags.carray:
        write(out)
    elif out.size:
        piece = np.empty(out.shape, out.dtype)
        write(piece)
        out[...] = piece
    return out


def _fits(given: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(given) == len(wanted) and all(length in (None, other) for length, other in zip(wanted, given, strict=True))
