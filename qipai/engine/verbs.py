"""Collect the verbs of a game: the room's functions, the engine's defaults for the rest, and the entry points for Python."""

import inspect
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

import numpy as np

from . import defaults, records, shuffling
from .boundary import NO_SEAT, is_record
from .compiling import NATIVE, specialise
from .contract import Dealing, Knowing, Playing, Rules
from .errors import QipaiError
from .numbers import as_whole, described
from .proving import prove
from .seats import SPECTATOR

F = TypeVar("F", bound=Callable[..., Any])


def collect(room: str, parts: Iterable[Dealing | Playing | Knowing], state: np.dtype, actions: np.dtype) -> Rules:
    """Return the rules of a room: each verb from the first part that has it, else the engine's default (`defaults.py`).

    `state` and `actions` are the room's dtypes.  Raises `TypeError` with the names of verbs that are missing.
    """
    found: dict[str, Any] = {}
    for part in parts:
        for name in NAMES:
            if name not in found and callable(getattr(part, name, None)):
                found[name] = getattr(part, name)
    if "public" in (state.names or ()) and "asked" in (state["public"].names or ()):
        found.setdefault("pending", defaults.all_asked)
    elif "asked" in (state.names or ()):
        found.setdefault("pending", defaults.all_asked_here)
    found.setdefault("may_act", defaults.no_rights)
    if "pending" in found and "is_over" not in found:
        found["is_over"] = specialise(defaults.nobody_asked, room, pending=found["pending"])
    if "pending" in found and "to_act" not in found:
        found["to_act"] = specialise(defaults.first_asked, room, pending=found["pending"])
    if "legal_actions" in found and "is_legal" not in found:
        is_legal = defaults.is_listed_natively if NATIVE else defaults.is_listed
        found["is_legal"] = specialise(is_legal, room, legal_actions=found["legal_actions"], ACTIONS=actions)
    missing = [name for name in NAMES if name not in found]
    if missing:
        raise TypeError(f"The rules of {room} lack {', '.join(missing)}.")
    return cast(Rules, types.SimpleNamespace(**found))


def check_parts(name: str, **parts: tuple[type, Any]) -> None:
    """Raise `TypeError` if a part of the game `name` lacks names of its protocol; `parts` are (protocol, module) by name."""
    lacking = [
        f"{part}.{asked}"
        for part, (protocol, given) in parts.items()
        for asked in names_of(protocol)
        if not hasattr(given, asked)
    ]
    if lacking:
        raise TypeError(f"{name} lacks {', '.join(lacking)}.")


def names_of(protocol: type) -> list[str]:
    """Return the names that a protocol asks for, without those that it inherits."""
    own = {**vars(protocol).get("__annotations__", {}), **vars(protocol)}
    return [name for name in own if not name.startswith("_")]


IN_PYTHON = ("bounds", "max_decisions")  # of `Dealing`; never compiled
NAMES = tuple(name for protocol in (Dealing, Playing, Knowing, Rules) for name in names_of(protocol) if name not in IN_PYTHON)


# -- how Python calls them


def door(owner: str, boundary: Callable[..., Any], rule: Callable[..., Any], **names: Any) -> Callable[..., Any]:
    """Return the entry point (the "door") through which Python calls a compiled function.

    `boundary` is a function that takes records as arrays of shape (1,) and calls `rules_of_the_game`, which is bound to `rule`; `names`
    are its other globals.  `owner` is the room or package whose cache folder is used.  In plain mode this returns `rule` itself.
    """
    if not NATIVE:
        return rule
    return specialise(boundary, owner, rules_of_the_game=rule, **names)


def verb(boundary: Callable[..., Any]) -> Callable[[F], F]:
    """Decorate a method of `Game` as a verb: calls go to the entry point that `boundary` gives the room's function."""

    def decorate(method: F) -> F:
        return cast(F, Verb(method, boundary))

    return decorate


class Verb:
    """A descriptor that makes the entry point on first access and stores it on the game, so later calls go there directly."""

    def __init__(self, method: Callable[..., Any], boundary: Callable[..., Any]) -> None:
        self.method, self.boundary = method, boundary
        self.__doc__ = method.__doc__

    def __get__(self, game: Any, owner: type | None = None) -> Callable[..., Any]:
        if game is None:
            return self.method
        name = self.method.__name__
        rule = getattr(game.compiled, name)
        arguments = Arguments(game, name, [*inspect.signature(self.method).parameters][1:])
        if NATIVE:
            prove(game)
            entry = door(game.room, self.boundary, rule, SEATS=game.most_seats)
            check_new_types(entry, arguments)
        else:
            entry = checked(rule, arguments)
        entry.__doc__ = self.method.__doc__
        vars(game)[name] = entry
        return entry


# The records that verbs take, by parameter: how their dtype is found, and how callers make one.
RECORDS: dict[str, tuple[Callable[[Any], np.dtype], str]] = {
    "rules": (lambda game: game.rules().dtype, "game.rules(…)"),
    "setup": (lambda game: game.SETUP, "game.setup(…)"),
    "following": (lambda game: game.SETUP, "records.new(game.SETUP)"),
    "order": (lambda game: game.ORDER, "game.shuffled(…)"),
    "state": (lambda game: game.STATE, "game.start(…) or game.new_state()"),
    "actions": (lambda game: game.ACTIONS, "game.new_actions()"),
    "observation": (lambda game: game.OBSERVATION, "game.new_observation()"),
    "result": (lambda game: game.RESULT, "records.new(game.RESULT)"),
    "random": (lambda game: shuffling.RANDOM, "seeded(…)"),
}
INT64 = (-(1 << 63), 1 << 63)


class Arguments:
    """The parameters of a verb of one game: which are records, of what dtype, and in what range the numbers are."""

    def __init__(self, game: Any, verb: str, names: Sequence[str], called: str = "") -> None:
        """Note them.  `called`: how an error writes the call, if it is not the verb with these names."""
        self.verb, self.names = verb, names
        self.called = f"{game.name}.{called or verb + '(' + ', '.join(names) + ')'}"
        self.dtypes = {name: RECORDS[name][0](game) for name in self.names if name in RECORDS}
        self.ranges = {name: INT64 for name in self.names if name not in self.dtypes}
        if "seat" in self.names:
            self.ranges["seat"] = SPECTATOR if self.verb == "observe" else 0, game.most_seats

    def check(self, given: Iterable[Any]) -> None:
        """Raise `QipaiError` unless each record is one of its dtype and each other argument is a whole number in its range."""
        for name, value in zip(self.names, given, strict=True):
            if name in self.dtypes:
                if not is_record(value) or value.dtype != self.dtypes[name]:
                    made = RECORDS[name][1]
                    raise QipaiError(f"{self.called}: {name} is a record as {made} makes it, not {described(value)}.")
                continue
            number, (least, beyond) = as_whole(value), self.ranges[name]
            # An array without axes is a number to Python, and none to the compiler.
            if number is None or isinstance(value, np.ndarray) or not INT64[0] <= number < INT64[1]:
                raise QipaiError(f"{self.called}: {name} is a whole number of 64 bits, not {described(value)}.")
            if not least <= number < beyond:
                raise QipaiError(NO_SEAT)


def check_new_types(entry: Any, arguments: Arguments) -> None:
    """Make a compiled entry point check the last arguments of a call whose types are new to it, before it compiles for them.

    `arguments` are all, or those after the addresses that `boundary.by_address` has bound.  Other calls cost what they did, and calls
    from compiled code never come here, nor do an empty list and a number of more than 64 bits, which Numba refuses in its own words: to
    look at them first would be a part of every call.  If the arguments are right and the rules cannot be compiled, the author of the rules reads what
    Numba says.
    """
    compile_for = getattr(entry, "_compile_for_args", None)
    if compile_for is None:  # with NUMBA_DISABLE_JIT
        return

    def check_and_compile(*given: Any) -> Any:
        arguments.check(given[-len(arguments.names) :])
        return compile_for(*given)

    entry._compile_for_args = check_and_compile


def checked(rule: Callable[..., Any], arguments: Arguments) -> Callable[..., Any]:
    """Return a plain rule as an entry point that refuses what the compiled one refuses."""
    # Written out argument by argument, because plain rules are called often.
    known: dict[str, Any] = {"__name__": __name__, "rule": rule, "check": arguments.check, "as_whole": as_whole}
    wrong, numbers = [], []
    for name in arguments.names:
        known[f"{name}_type"] = type(records.new(arguments.dtypes[name])) if name in arguments.dtypes else int
        wrong.append(f"type({name}) is not {name}_type")
        if name in arguments.ranges:
            least, beyond = arguments.ranges[name]
            wrong.append(f"not {least} <= {name} < {beyond}")
            numbers.append(f"        {name} = as_whole({name})")  # rules count with ints: those of NumPy overflow
    taken = ", ".join(arguments.names)
    lines = [
        f"def {arguments.verb}({taken}):",
        f"    if {' or '.join(wrong)}:",
        f"        check(({taken},))",
        *numbers,
        f"    return rule({taken})",
    ]
    exec("\n".join(lines), known)
    entry: Callable[..., Any] = known[arguments.verb]
    return entry
