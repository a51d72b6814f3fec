"""The decorators for rules, `@compiled` and `@inlined`.  They are all that a room ever sees of Numba.

`QIPAI_RULES=native` (the default) compiles the rules with Numba; a numba-cuda kernel accepts the very same functions.
`QIPAI_RULES=plain` leaves them plain Python and does not import Numba; so does `NUMBA_DISABLE_JIT=1`, which tells Numba to
compile nothing.
"""

import hashlib
import os
import types
from collections.abc import Callable, Iterable
from os.path import isfile
from pathlib import Path
from typing import Any, TypeVar

from .announcing import announcer
from .errors import QipaiError

MODE = os.environ.get("QIPAI_RULES", "native")
if MODE not in ("native", "plain"):
    raise QipaiError(f"QIPAI_RULES is {MODE!r}; it may be 'native' or 'plain'.")
if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
    MODE = "plain"
NATIVE = MODE == "native"
PACKAGE = Path(__file__).resolve().parent.parent
F = TypeVar("F", bound=Callable[..., Any])


def source_digest() -> str:
    """Return a digest of the package's Python sources (16 hex digits): a tournament's folder records which program played.

    What an editor leaves beside them and nothing can import, such as a link to nowhere, is no source.
    """
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.stem.isidentifier() and isfile(path):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def room_of(function: Callable[..., Any]) -> str:
    """Return the name of a function's cache folder: its room under `games/`, else its top package (`engine`), else its module."""
    parts = function.__module__.split(".")
    if parts[:2] == ["qipai", "games"] and len(parts) > 2:
        return parts[2]
    return parts[1] if parts[0] == "qipai" and len(parts) > 1 else parts[-1]


if NATIVE:
    import numba
    import numba.extending
    import numpy as np

    from .keeping import keep

    def compiled(function: F, room: str = "") -> F:
        """Compile a function for this machine's processor on its first call; in plain mode return it unchanged.

        The function must not allocate, raise or read attributes of classes.  `room` names the cache folder, by default `room_of`.
        """
        return keep(numba.njit(nogil=True, error_model="numpy")(function), room or room_of(function))

    def inlined(function: F) -> F:
        """Compile a function of a few lines into each of its callers; in plain mode return it unchanged."""
        return keep(numba.njit(nogil=True, error_model="numpy", forceinline=True)(function), room_of(function))

    def _convert(_: Any, address: Any) -> Any:
        return numba.types.voidptr(address), lambda context, builder, signature, given: builder.inttoptr(
            given[0], context.get_value_type(numba.types.voidptr)
        )

    _pointer: Any = numba.extending.intrinsic(_convert)

    @inlined
    def array_at(address: Any, shape: Any, dtype: Any) -> Any:
        """Return the memory at an address as an array of a shape and dtype, without checks.  Only compiled functions can call it."""
        return numba.carray(_pointer(address), shape, dtype)

    @inlined
    def bare(array: Any) -> Any:
        """Return a contiguous array as one that nobody counts the references of; the caller keeps the first.

        Where a loop hands arrays on, counting takes longer than what small functions do: vectors are written four times as fast.
        """
        return numba.carray(_pointer(array.ctypes.data), array.shape, array.dtype)

    @inlined
    def copy_row(source: Any, copy: Any) -> None:
        """Copy the numbers of one array into another of the same length."""
        for place in range(len(copy)):
            copy[place] = source[place]

    @inlined
    def clear_row(row: Any) -> None:
        """Write zeros into an array of numbers."""
        for place in range(len(row)):
            row[place] = 0

    @inlined
    def ones_in(mask: Any) -> Any:
        """Return how many bits of a mask (0 or more) are set.

        The compiler knows this form, and makes one instruction of it.  Its numbers have no sign, since the product leaves 64 bits: of
        signed numbers the compiler assumes that none does.
        """
        bits = np.uint64(mask)
        bits -= bits >> np.uint64(1) & np.uint64(0x5555555555555555)
        bits = (bits & np.uint64(0x3333333333333333)) + (bits >> np.uint64(2) & np.uint64(0x3333333333333333))
        bits = bits + (bits >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
        return np.int64(bits * np.uint64(0x0101010101010101) >> np.uint64(56))

else:

    def compiled(function: F, room: str = "") -> F:
        """Compile a function for this machine's processor on its first call; in plain mode return it unchanged."""
        return function

    def inlined(function: F) -> F:
        """Compile a function of a few lines into each of its callers; in plain mode return it unchanged."""
        return function

    def bare(array: Any) -> Any:
        """Return the array itself: there is nothing to save in plain mode."""
        return array

    def copy_row(source: Any, copy: Any) -> None:
        """Copy the numbers of one list into another of the same length."""
        copy[:] = source

    def clear_row(row: Any) -> None:
        """Write zeros into a list of numbers."""
        row[:] = [0] * len(row)

    def ones_in(mask: Any) -> Any:
        """Return how many bits of a mask (0 or more) are set."""
        return mask.bit_count()


def plainly(function: F) -> F:
    """Return the Python function that was compiled, for use while modules are imported.

    Calling the compiled one there makes Numba load everything it knows, which takes half a second.
    """
    python: F = getattr(function, "py_func", function)
    return python


def constants(numbers: Iterable[int]) -> Any:
    """Return constants that rules read by index: an int64 array in native mode, a tuple in plain mode (faster there)."""
    if not NATIVE:
        return tuple(numbers)
    import numpy as np

    return np.array(tuple(numbers), dtype=np.int64)


def specialise(function: Callable[..., Any], owner: str, **bindings: Any) -> Callable[..., Any]:
    """Return a compiled copy of `function` in which the global names in `bindings` have these values.

    `owner` (a room or a package) is part of the copy's name and decides its cache folder.  A loop over any game's rules is written once
    and compiled once per game, in a form that the cache can keep; functions passed as arguments would be compiled in every process.
    """
    bound = types.FunctionType(
        function.__code__, {**function.__globals__, **bindings}, f"{owner}_{function.__name__}", function.__defaults__
    )
    bound.__qualname__ = bound.__name__
    bound.__module__ = function.__module__
    return compiled(bound, next((room for room in sorted(announcer.titles, reverse=True) if owner.startswith(room)), owner))
