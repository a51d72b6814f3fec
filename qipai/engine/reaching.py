"""Digest everything that a compiled function can reach: its instructions, its constants, and those of every function it calls.

The compiler reads nothing else of the sources, so equal digests mean equal machine code.  Comments, docstrings, line numbers and file
names are not part of a digest.  Editing a function changes the digests of the functions that reach it, in whatever module they are.
"""

import builtins
import dis
import hashlib
import types
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

Function = types.FunctionType

GLOBAL_LOADS = {dis.opmap[name]: shift for name, shift in (("LOAD_GLOBAL", 1), ("LOAD_NAME", 0)) if name in dis.opmap}
CONSTANT_LOADS = frozenset(dis.hasconst)
EXTENDED = dis.EXTENDED_ARG
LIBRARIES = frozenset(
    "builtins cmath math numba numpy operator _operator random".split()
)  # not read: their versions are part of every cached file's name
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range)


class Digested(NamedTuple):
    """One function: a digest of its own code and constants, and the functions that it names."""

    own: bytes
    named: tuple[Function, ...]


def digest_of(function: Function) -> str:
    """Return a digest (64 hex digits) of everything that the compiler reads for a function.

    The reached functions are numbered in the order of discovery; each contributes its own digest and the numbers of the functions that
    it names.  Raises `TypeError` for a global value that is not a number, text, array, type, tuple or compiled function.
    """
    numbers = {function: 0}
    waiting, lines = [function], []
    for member in waiting:  # grows meanwhile
        part = digested(member)
        for named in part.named:
            if named not in numbers:
                numbers[named] = len(waiting)
                waiting.append(named)
        lines.append((part.own, [numbers[named] for named in part.named]))
    return hashlib.sha256(repr(lines).encode()).hexdigest()


def reached_from(function: Function) -> list[Function]:
    """Return the function and all functions that it can reach, each once."""
    reached = {function: None}
    waiting = [function]
    for member in waiting:
        fresh = [named for named in digested(member).named if named not in reached]
        reached.update(dict.fromkeys(fresh))
        waiting.extend(dict.fromkeys(fresh))
    return list(reached)


@cache
def digested(function: Function) -> Digested:
    """Digest one function.  The result is cached, because the compiler treats globals as constants too."""
    reading = _Reading(function)
    reading.note_code(function.__code__)
    for value in (function.__defaults__, *sorted((function.__kwdefaults__ or {}).items())):
        reading.note(value, "a default")
    for cell in function.__closure__ or ():
        reading.note(cell.cell_contents, "a variable of the function around it")
    return Digested(hashlib.sha256(repr(reading.noted).encode()).digest(), tuple(reading.named))


class _Reading:
    """Collects what the compiler reads of one function: values to digest, and functions named."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.noted: list[Any] = []  # strings, numbers and bytes, whose `repr` tells them apart
        self.named: list[Function] = []
        self.modules: set[str] = set()  # that have been noted

    def note_code(self, code: types.CodeType) -> None:
        """Note the instructions, constants and globals of a code object and of those inside it."""
        loads = list(instructions(code))
        names = dict.fromkeys(code.co_names[arg >> GLOBAL_LOADS[op]] for op, arg in loads if op in GLOBAL_LOADS)
        constants = list(code.co_consts)
        if constants and isinstance(constants[0], str) and not any(op in CONSTANT_LOADS and arg == 0 for op, arg in loads):
            constants[0] = None  # the docstring, which nothing loads
        self.noted += [code.co_code, code.co_exceptiontable, code.co_flags, code.co_argcount, code.co_posonlyargcount]
        self.noted += [code.co_kwonlyargcount, code.co_varnames, code.co_names, code.co_freevars, code.co_cellvars]
        for constant in constants:
            if isinstance(constant, types.CodeType):
                self.note_code(constant)
            else:
                self.note(constant, "a constant")
        for name in names:
            self.noted.append(name)
            known = self.function.__globals__
            if name in known:
                self.note(known[name], name, code.co_names)
            else:
                self.noted.append("of Python" if hasattr(builtins, name) else "unknown")

    def note(self, value: Any, name: str, attributes: tuple[str, ...] = ()) -> None:
        """Note a value called `name`.  Of a module, note only the `attributes` that the code may read.  Raises `TypeError`."""
        self.noted.append(type(value).__name__)
        if type(value) in PLAIN:
            self.noted.append(repr(value))
        elif isinstance(value, type | Function | types.BuiltinFunctionType | np.ufunc) and _library_of(value) in LIBRARIES:
            self.noted += [_library_of(value), value.__name__]
        elif isinstance(value, Function):
            self.named.append(value)
        elif isinstance(getattr(value, "py_func", None), Function):  # compiled
            self.noted.append(repr(sorted(value.targetoptions.items())))
            self.named.append(value.py_func)
        elif isinstance(getattr(value, "_defn", None), Function):  # an intrinsic
            self.named.append(value._defn)
        elif isinstance(value, np.ndarray):
            self.noted += [type_text(value.dtype), value.shape, value.tobytes()]
        elif isinstance(value, np.generic):
            self.noted += [type_text(value.dtype), value.tobytes()]
        elif isinstance(value, np.dtype):
            self.noted.append(type_text(value))
        elif isinstance(value, tuple | frozenset):
            self.note_items(value, name)
        elif isinstance(value, types.ModuleType):
            self.note_module(value, attributes)
        elif isinstance(value, type) and issubclass(value, BaseException):  # raised, and nothing of it is compiled
            self.noted += [value.__module__, value.__qualname__]
        elif isinstance(value, type) and hasattr(value, "_fields"):
            self.noted += [value.__module__, value.__qualname__, value._fields]
            self.note(tuple(getattr(value, "_field_defaults", {}).items()), name)
        else:
            where = f"{self.function.__module__}.{self.function.__qualname__}"
            raise TypeError(
                f"{where} is compiled and reads {name}, a value of type {type(value).__name__}; it may read numbers, texts, tuples, "
                "arrays, record types, exceptions and compiled functions."
            )

    def note_items(self, value: tuple[Any, ...] | frozenset[Any], name: str) -> None:
        """Note the items of a tuple with its type, or of a frozenset in sorted order."""
        self.noted += [type(value).__module__, type(value).__qualname__, getattr(value, "_fields", ()), len(value)]
        for item in value if isinstance(value, tuple) else sorted(value, key=repr):
            self.note(item, name)

    def note_module(self, module: types.ModuleType, attributes: tuple[str, ...]) -> None:
        """Note the values of a module's attributes that the code may read, once; modules of `LIBRARIES` by name alone."""
        self.noted.append(module.__name__)
        if module.__name__ in self.modules or module.__name__.partition(".")[0] in LIBRARIES:
            return
        self.modules.add(module.__name__)
        for attribute in dict.fromkeys(attributes):
            if attribute in vars(module):
                self.noted.append(attribute)
                self.note(vars(module)[attribute], f"{module.__name__}.{attribute}", attributes)


def instructions(code: types.CodeType) -> Iterator[tuple[int, int]]:
    """Yield the opcode and the argument of each instruction, fifty times as fast as `dis`."""
    extended = 0
    for op, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        arg = extended << 8 | low
        extended = arg if op == EXTENDED else 0
        yield op, arg


def _library_of(value: Any) -> str:
    return str(getattr(value, "__module__", None) or type(value).__module__).partition(".")[0]


@cache
def type_text(dtype: np.dtype) -> str:
    """Return a text that identifies a dtype exactly: names, types, offsets, size and alignment."""
    return f"{dtype!r} {dtype.itemsize} {dtype.alignment}"
