"""How rules run.  `@compiled` and `@inlined` are all that a room ever sees of Numba.

`QIPAI_RULES=native` (the default) compiles the rules with Numba; a numba-cuda kernel accepts the very same functions.
`QIPAI_RULES=plain` leaves them plain Python: Numba is not even imported.
"""

import hashlib
import os
import time
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

MODE = os.environ.get("QIPAI_RULES", "native")
NATIVE = MODE == "native"
PACKAGE = Path(__file__).resolve().parent.parent
F = TypeVar("F", bound=Callable[..., Any])

KEEP_CACHES_FOR = 30 * 24 * 3600  # seconds

if MODE not in ("native", "plain"):
    raise ValueError(f"QIPAI_RULES is {MODE!r}; it may be 'native' or 'plain'.")


def source_digest() -> str:
    """A digest of the package's sources: Numba does not notice an edit in an imported module."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code of these very sources lies: `QIPAI_CACHE` or the user's cache folder."""
    from platformdirs import user_cache_path

    root = Path(os.environ.get("QIPAI_CACHE") or user_cache_path("qipai"))
    return root / "compiled" / source_digest()


def _forget_old(folder: Path) -> None:
    """Remove what other versions of the sources left long ago."""
    import shutil

    for sibling in folder.parent.iterdir():
        if sibling != folder and sibling.stat().st_mtime < time.time() - KEEP_CACHES_FOR:
            shutil.rmtree(sibling, ignore_errors=True)


if NATIVE:
    import numba
    import numba.extending

    _folder = cache_folder()
    _folder.mkdir(parents=True, exist_ok=True)
    os.utime(_folder)
    _forget_old(_folder)
    numba.config.CACHE_DIR = str(_folder)

    def compiled(function: F) -> F:
        """Compile for this machine's processor; as it stands in plain mode."""
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)

    def inlined(function: F) -> F:
        """For helpers of a few lines: always merged into the caller."""
        return numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)(function)

    def _convert(_: Any, address: Any) -> Any:
        return numba.types.voidptr(address), lambda context, builder, signature, given: builder.inttoptr(
            given[0], context.get_value_type(numba.types.voidptr)
        )

    _pointer: Any = numba.extending.intrinsic(_convert)

    @inlined
    def array_at(address: Any, shape: Any, dtype: Any) -> Any:
        """What lies at an address, as an array: only compiled functions may ask."""
        return numba.carray(_pointer(address), shape, dtype)

else:

    def compiled(function: F) -> F:
        """Compile for this machine's processor; as it stands in plain mode."""
        return function

    def inlined(function: F) -> F:
        """For helpers of a few lines: always merged into the caller."""
        return function


def table(numbers: Iterable[int]) -> Any:
    """A table of constants for the rules, read by index: an array for compiled code, a tuple for the interpreter."""
    if not NATIVE:
        return tuple(numbers)
    import numpy as np

    return np.array(tuple(numbers), dtype=np.int64)


def specialise(function: Callable[..., Any], owner: str, **bindings: Any) -> Callable[..., Any]:
    """`function` with some of its global names bound, compiled under the name of its `owner`.

    One source of a loop over any game's rules, and one compiled copy a game that the cache can keep: functions passed as
    arguments would be compiled again in every process.
    """
    bound = types.FunctionType(
        function.__code__, {**function.__globals__, **bindings}, f"{owner}_{function.__name__}", function.__defaults__
    )
    bound.__qualname__ = bound.__name__
    bound.__module__ = function.__module__
    return compiled(bound)
