"""Check the numbers, truth values, texts and paths that callers give, and describe a wrong argument in an error."""

import os
from collections.abc import Iterable
from contextlib import suppress
from math import isfinite
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from .errors import QipaiError

MOST_DEALS = 10**9  # of one run, whose results or list of parts must fit in memory


def as_whole(given: Any) -> int | None:
    """Return a whole number of any type (NumPy included) as an int; None for anything else, truth values among it.

    >>> as_whole(np.int8(3)), as_whole(3.0), as_whole(True)
    (3, None, None)
    """
    try:
        return None if isinstance(given, bool) else index(given)
    except TypeError:
        return None


def whole(what: str, given: Any, least: int = 1, most: int | None = None) -> int:
    """Return `given` as an int from `least` to `most` (None: no limit).  Raises `QipaiError`, which calls it `what`, otherwise.

    >>> whole("The number of deals", 0)
    Traceback (most recent call last):
    qipai.engine.errors.QipaiError: The number of deals is a whole number from 1 on, not 0.
    """
    number = as_whole(given)
    if number is None or number < least or (most is not None and number > most):
        reach = f"from {least} to {most}" if most is not None else f"from {least} on"
        raise QipaiError(f"{what} is a whole number {reach}, not {described(given)}.")
    return number


def finite(what: str, given: Any) -> float:
    """Return a number of any type (NumPy included) as a float.  Raises `QipaiError`, which calls it `what`, for anything else.

    >>> finite("The scale", np.float32(0.5)), finite("The scale", 2)
    (0.5, 2.0)
    >>> finite("The scale", float("nan"))
    Traceback (most recent call last):
    qipai.engine.errors.QipaiError: The scale is a finite number, not nan.
    """
    number = None
    if isinstance(given, (int, float, np.integer, np.floating)):
        with suppress(OverflowError):
            number = float(given)
    if number is None or not isfinite(number):
        raise QipaiError(f"{what} is a finite number, not {described(given)}.")
    return number


def truth(what: str, given: Any) -> bool:
    """Return True or False (of Python or NumPy) as a bool.  Raises `QipaiError`, which calls it `what`, for anything else.

    >>> truth("Whether chairs rotate", "yes")
    Traceback (most recent call last):
    qipai.engine.errors.QipaiError: Whether chairs rotate is True or False, not 'yes'.
    """
    if not isinstance(given, (bool, np.bool_)):
        raise QipaiError(f"{what} is True or False, not {described(given)}.")
    return bool(given)


def one_of(what: str, given: Any, names: Iterable[str]) -> str:
    """Return a text that is among `names`.  Raises `QipaiError`, which calls it `what` and lists the names, for anything else.

    >>> one_of("reward", "match", ("seat", "team"))
    Traceback (most recent call last):
    qipai.engine.errors.QipaiError: There is no reward 'match'; there are seat, team.
    """
    known = tuple(names)
    if not isinstance(given, str) or given not in known:
        raise QipaiError(f"There is no {what} {described(given)}; there are {', '.join(known)}.")
    return given


LONGEST_PATH, LONGEST_NAME = 4095, 255  # bytes, on Linux


def a_path(what: str, given: Any) -> Path:
    """Return a text or a path as a `Path`.  Raises `QipaiError`, which calls it `what`, for anything else.

    >>> a_path("The folder", None)
    Traceback (most recent call last):
    qipai.engine.errors.QipaiError: The folder is a path, not None.
    """
    name = given if isinstance(given, str) else str(given) if isinstance(given, Path) else ""
    if not name or "\0" in name:
        raise QipaiError(f"{what} is a path, not {described(given)}.")
    try:
        sizes = [len(os.fsencode(part)) for part in (name, *Path(name).parts)]
    except UnicodeEncodeError:  # half of a pair of surrogates
        raise QipaiError(f"{what} is a path, not {described(given)}.") from None
    if sizes[0] > LONGEST_PATH or max(sizes[1:], default=0) > LONGEST_NAME:
        raise QipaiError(f"{what} has a longer name than a system takes: {name[:40]}….")
    return Path(name)


def described(given: Any) -> str:
    """Describe an argument for an error: an array by dtype and shape, a number or text by its value, others by their type.

    >>> described(np.zeros(3)), described("x"), described([1])
    ('an array of float64 with the shape (3,)', "'x'", 'a list')
    """
    if isinstance(given, np.ndarray):
        masked = isinstance(given, np.ma.MaskedArray)
        name = "a masked array" if masked else "an array" if given.flags.writeable else "a read-only array"
        return f"{name} of {'records' if given.dtype.names else given.dtype} with the shape {given.shape}"
    if isinstance(given, np.void):
        return "an element of an array of records"
    if isinstance(given, np.generic):
        given = given.item()
    if given is None or isinstance(given, (str, int, float)):
        return repr(given)[:60]
    dtype, shape = getattr(given, "dtype", None), getattr(given, "shape", None)
    told = f" of {dtype} with the shape {tuple(shape)}" if dtype is not None and shape is not None else ""
    return f"a {type(given).__module__.partition('.')[0]} {type(given).__name__}{told}".replace("a builtins ", "a ")
