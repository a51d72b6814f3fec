"""Derive functions from declared records: clear, copy, turn to another chair, compare, show to a seat, restore.

    clear = clearing(Public)                     # def clear(record): record.leader = -1 …
    show = showing(State, Observation)           # def show(state, seat, observation): …
    seat_of = seating(Observation)               # def seat_of(observation, chair): …

Each function is generated as source and compiled like a rule.  Every statement carries the file and line of the field's declaration, so
tracebacks, debuggers and profilers point there; the cache identifies the function by its instructions.  Bind the result to a global
name of the module, because compiled code cannot read attributes of classes.
"""

import ast
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from .compiling import NATIVE, compiled, inlined
from .schema import HIDDEN, OWN, PUBLIC, WORKSPACE, Field, Places, Record
from .seats import NOBODY, SPECTATOR, first_chair, turned_mask, turned_seat

CLEAR, COPY, TURN, SAME = "clear", "copy", "turn", "same"
ARGUMENTS = {CLEAR: "copy", COPY: "source, copy", TURN: "source, copy, turn", SAME: "source, copy, turn"}
VALUES = {
    "": "{}",
    "seat": "turned_seat({}, turn, players)" if NATIVE else "(-1 if (number := {}) == -1 else (number + turn) % players)",
    "mask": "turned_mask({}, turn, players)"
    if NATIVE
    else "((mask := {}) << turn | mask >> players - turn) & (1 << players) - 1",
    "team": "({} + turn) % 2",
}  # in plain mode written out: an interpreter takes longer to call a function than to run these
FEW = 10  # lines of a function that is compiled into its callers
S = TypeVar("S", bound=Record)
O = TypeVar("O", bound=Record)  # noqa: E741


class Item(NamedTuple):
    """A field, or one place of its array: the expressions that read and write it, and the dimensions that remain."""

    field: Field
    source: str
    copy: str
    places: tuple[Places, ...]


Line = tuple[int, int, str]  # line number of the declaration; indentation; statement


# -- what can be derived


def seating(observation: type[Record]) -> Callable[[Any, int], int]:
    """Return `seat_of(observation, chair)`: the seat at the table that a chair is; NOBODY stays NOBODY."""
    key = (observation, "seat_of", "")
    if key in _made:
        return _made[key]
    body = Body(observation, "seat_of")
    body.known["first_chair"] = first_chair
    body.add(0, "def seat_of(observation, chair):")
    body.add(1, f"seat = first_chair(observation) + chair - {_players(observation, 'observation')}")
    body.add(
        1, f"return {NOBODY} if chair == {NOBODY} else seat if seat >= 0 else seat + {_players(observation, 'observation')}"
    )
    return _made.setdefault(key, body.compiled(inlined))


def clearing(record: type[S], lasts: str = "") -> Callable[[S], None]:
    """Return `clear(record)`: set every field to its default, or only the fields declared with this `lasts`.

    Workspaces are left alone.
    """
    return _function(record, CLEAR, lasts)


def copying(record: type[S]) -> Callable[[S, S], None]:
    """Return `copy(source, copy)`: copy every field except workspaces."""
    return _function(record, COPY)


def turning(record: type[S]) -> Callable[[S, S, int], None]:
    """Return `turn(source, copy, turn)`: copy the record with every seat s renumbered as s + turn (mod players).

    Arrays by seat, masks of seats and fields that hold a seat all turn.  `turn` is 0 to the number of players.  Places of seats where
    nobody sits get the default.
    """
    return _function(record, TURN)


def matching(record: type[S]) -> Callable[[S, S, int], bool]:
    """Return `is_same(record, seen, turn)`: whether `turn(record, copy, turn)` would make `copy` equal to `seen`."""
    return _function(record, SAME)


def showing(state: type[S], observation: type[O]) -> Callable[[S, int, O], None]:
    """Return `show(state, seat, observation)`: write the public fields, turned to the seat's chair, and the seat's own.

    Fields that only the observation has, such as conclusions, are left to the room's code.  A spectator sees from the chair of seat 0,
    with the defaults for what would be a seat's own.
    """
    public, own = _shared(state, observation)
    body = Body(observation, "show")
    body.add(0, "def show(state, seat, observation):")
    body.add(1, f"players = {_players(state, 'state')}")
    body.add(1, f"chair = 0 if seat == {SPECTATOR} else int(seat)")
    body.add(1, "turn = players - chair")
    for name, field in observation.fields.items():
        if field.known == OWN and field.of is None:
            body.lines.append((field.line, 1, f"observation.{name} = seat"))
    body.write([Item(field, f"state.{name}", f"observation.{name}", field.places) for name, field in public], TURN)
    if own:
        body.add(1, f"if seat == {SPECTATOR}:")
        body.write([Item(field, "", f"observation.{name}", field.places) for name, _, field in own], CLEAR, 2)
        body.add(1, "else:")
        body.write([Item(f, _own_of(f, source), f"observation.{name}", f.places) for name, source, f in own], COPY, 2)
    return body.compiled()


def restoring(observation: type[O], state: type[S]) -> Callable[[O, S], None]:
    """Return `restore(observation, state)`: write every field that the observation tells, and the default of every other field."""
    public, own = _shared(state, observation)
    body = Body(observation, "restore")
    body.add(0, "def restore(observation, state):")
    _seat_down(body, state, observation)
    body.add(1, "turn = chair")
    body.write([Item(field, f"observation.{name}", f"state.{name}", field.places) for name, field in public], TURN)
    hidden = [(name, field) for name, field in state.fields.items() if field.known == HIDDEN]
    body.write([Item(field, "", f"state.{name}", field.places) for name, field in hidden], CLEAR)
    if own:
        body.add(1, f"if observation.{_observer(observation)} != {SPECTATOR}:")
        whole = [(name, source, field) for name, source, field in own if not field.is_bit]
        body.write([Item(f, f"observation.{name}", f"state.{source}[chair]", f.places) for name, source, f in whole], COPY, 2)
        for name, source, field in own:
            if field.is_bit:
                body.lines.append((field.line, 2, f"state.{source} = int(observation.{name}) << chair"))
    return body.compiled()


def agreeing(observation: type[O], state: type[S]) -> Callable[[O, S], bool]:
    """Return `agrees(observation, state)`: whether `show` of this state would give the fields of this observation."""
    public, own = _shared(state, observation)
    body = Body(observation, "agrees")
    body.add(0, "def agrees(observation, state):")
    _seat_down(body, state, observation)
    body.add(1, "turn = players - chair")
    body.write([Item(field, f"state.{name}", f"observation.{name}", field.places) for name, field in public], SAME)
    if own:
        body.add(1, f"if observation.{_observer(observation)} != {SPECTATOR}:")
        body.add(2, "turn = 0")
        body.write([Item(f, _own_of(f, source), f"observation.{name}", f.places) for name, source, f in own], SAME, 2)
    body.add(1, "return True")
    return body.compiled()


# -- who sees what


def _shared(state: type[Record], observation: type[Record]) -> tuple[list[tuple[str, Field]], list[tuple[str, str, Field]]]:
    """Return the public fields as (name, field), and the observer's own as (name in the observation, name in the state, field).

    Raises `TypeError` if the observation takes a field that is not public or that the state does not have.
    """
    public, own = [], []
    names = {id(field): name for name, field in state.fields.items()}
    for name, field in observation.fields.items():
        if id(field) in names and field.known == PUBLIC:
            public.append((name, field))
        elif id(field) in names and field.known != WORKSPACE:
            raise TypeError(f"{observation.__name__}.{name} would show everybody what {state.__name__} does not call public.")
        elif field.of is not None:
            if id(field.of) not in names:
                raise TypeError(f"{observation.__name__}.{name} is of a field that {state.__name__} does not have.")
            own.append((name, names[id(field.of)], field))
    return public, own


def _own_of(field: Field, source: str) -> str:
    """Return the expression for the observer's own part of a field of the state."""
    return f"int(state.{source} >> chair & 1)" if field.is_bit else f"state.{source}[chair]"


def _observer(observation: type[Record]) -> str:
    """Return the name of the field that holds the observer's seat."""
    return next(name for name, field in observation.fields.items() if field.known == OWN and field.of is None)


def _seat_down(body: "Body", state: type[Record], observation: type[Record]) -> None:
    """Write the statements that set `players` and `chair`; a spectator's chair is 0."""
    body.add(1, f"players = {_players(observation, 'observation')}")
    seat = f"observation.{_observer(observation)}"
    body.add(1, f"chair = 0 if {seat} == {SPECTATOR} else int({seat})")


def _players(record: type[Record], path: str) -> str:
    """Return the number of players as an expression; "" if the record does not hold it."""
    if record.full:
        return str(record.seats)
    if "players" in record.fields:
        return f"int({path}.players)"
    inner = ((name, field.record) for name, field in record.fields.items() if field.record and not field.places)
    return next(filter(None, (_players(kind, f"{path}.{name}") for name, kind in inner)), "")


# -- writing


_made: dict[tuple[type[Record], str, str], Callable[..., Any]] = {}


def _function(record: type[Record], verb: str, lasts: str = "") -> Callable[..., Any]:
    """Return a derived function of a record, generated once."""
    key = (record, verb, lasts)
    if key not in _made:
        _made[key] = _written(record, verb, lasts)
    return _made[key]


def _written(record: type[Record], verb: str, lasts: str) -> Callable[..., Any]:
    """Generate one of the functions that work on a single kind of record."""
    name = "_".join(filter(None, (verb, record.__name__.lower(), lasts)))
    body = Body(record, name)
    turns, players = verb in (TURN, SAME), _players(record, "source")
    body.add(0, f"def {name}({ARGUMENTS[verb]}{', players' if turns and not players else ''}):")
    body.add(1, f"players = {players}" if turns and players else "pass")
    fields = record.fields.items()
    body.write([Item(field, f"source.{name}", f"copy.{name}", field.places) for name, field in fields], verb, lasts=lasts)
    if verb == SAME:
        body.add(1, "return True")
    return body.compiled(inlined if len(body.lines) <= FEW else compiled)


class Body:
    """The source of a function while it is being written."""

    def __init__(self, record: type[Record], name: str) -> None:
        self.record, self.name = record, name
        self.first = min(field.line for field in record.fields.values())
        self.lines: list[Line] = []
        self.known: dict[str, Any] = {"turned_seat": turned_seat, "turned_mask": turned_mask}

    def add(self, indent: int, text: str) -> None:
        """Add a statement that belongs to no field in particular; it carries the line of the first one."""
        self.lines.append((self.first, indent, text))

    def write(self, items: Sequence[Item], verb: str, indent: int = 1, lasts: str = "") -> None:
        """Write the statements for some fields: plain numbers first, then arrays; arrays of one length share a loop."""
        before = len(self.lines)
        told = [item for item in items if _takes_part(item.field, verb, lasts)]
        for item in told:
            if not item.places:
                self.lines.append((item.field.line, indent, self.statement(item, verb)))
            elif _is_plain_row(item, verb):
                self.lines.append((item.field.line, indent, _of_row(item, verb)))
        loops = [item for item in told if item.places and not _is_plain_row(item, verb)]
        loops.sort(key=lambda item: _loop_of(item.places[0]))
        for places, group in groupby(loops, lambda item: _loop_of(item.places[0])):
            self.loop(places, list(group), verb, indent)
        if len(self.lines) == before:
            self.add(indent, "pass")

    def loop(self, places: tuple[bool, str, int], items: list[Item], verb: str, indent: int) -> None:
        """Write one loop over arrays of the same shape.

        By seat, turning writes place i to place i + turn (mod players), and the default to places where nobody sits.  Of arrays that are
        `filled` only in part, the rest is copied.
        """
        by_seat, filled, length = places
        here = there = f"i{indent}"
        turns = verb in (TURN, SAME)
        end = f"int({items[0].source.rpartition('.')[0]}.{filled})" if filled and turns else str(length)
        if by_seat and turns:
            there = f"to{indent}"
            self.add(indent, f"for {here} in range(players):")
            self.add(indent + 1, f"{there} = {here} + turn")
            self.add(indent + 1, f"if {there} >= players:")
            self.add(indent + 2, f"{there} -= players")
        else:
            self.add(indent, f"for {here} in range({end}):")
        self.write([_at(item, here, there) for item in items], verb, indent + 1)
        if by_seat and verb == TURN and not self.record.full:
            self.add(indent, f"for {here} in range(players, {length}):")
            self.write([_at(item, here, here) for item in items], CLEAR, indent + 1)
        if filled and verb == TURN:
            self.add(indent, f"for {here} in range({end}, {length}):")
            self.write([_at(item, here, here) for item in items], COPY, indent + 1)

    def statement(self, item: Item, verb: str) -> str:
        """Return the statement for one number or one inner record."""
        inner = item.field.record
        if inner:
            called = _function(inner, verb)
            self.known[f"{verb}_{inner.__name__.lower()}"] = called
            given = {CLEAR: item.copy, COPY: f"{item.source}, {item.copy}"}.get(verb, f"{item.source}, {item.copy}, turn")
            if verb in (TURN, SAME) and not _players(inner, ""):
                given += ", players"
            call = f"{verb}_{inner.__name__.lower()}({given})"
            return f"if not {call}: return False" if verb == SAME else call
        if verb == CLEAR:
            return f"{item.copy} = {item.field.default}"
        value = VALUES[item.field.turned if verb != COPY else ""].format(item.source)
        return f"if {value} != {item.copy}: return False" if verb == SAME else f"{item.copy} = {value}"

    def compiled(self, decorate: Callable[..., Any] = compiled) -> Callable[..., Any]:
        """Return the function, compiled as if it were written in the file of the record's declaration."""
        tree = ast.parse("\n".join("    " * indent + text for _, indent, text in self.lines))
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt | ast.expr | ast.arg):
                node.lineno = node.end_lineno = self.lines[node.lineno - 1][0]
                node.col_offset = node.end_col_offset = 0
        module = self.record.__module__
        names = {**self.known, "__name__": module}
        exec(compile(tree, sys.modules[module].__file__ or module, "exec"), names)
        return decorate(names[self.name])


def _takes_part(field: Field, verb: str, lasts: str) -> bool:
    return field.known != WORKSPACE and (not lasts or field.lasts == lasts)


def _loop_of(places: Places) -> tuple[bool, str, int]:
    return places.by_seat, places.filled, places.length


def _at(item: Item, here: str, there: str) -> Item:
    return Item(item.field, f"{item.source}[{here}]", f"{item.copy}[{there}]", item.places[1:])


def _is_plain_row(item: Item, verb: str) -> bool:
    """Return whether an array can be handled by slices: in plain mode, a list of numbers that stay as they are."""
    if NATIVE or len(item.places) > 1 or item.field.record:
        return False
    return verb in (CLEAR, COPY) or not (item.places[0].filled or item.field.turned)


def _of_row(item: Item, verb: str) -> str:
    (places,) = item.places
    if verb == CLEAR:
        return f"{item.copy}[:] = [{item.field.default}] * {places.length}"
    row, seen = item.source, item.copy
    if places.by_seat and verb in (TURN, SAME):
        row, seen = f"{row}[players - turn:players] + {row}[:players - turn]", f"{seen}[:players]"
        if verb == TURN:
            row += f" + [{item.field.default}] * ({places.length} - players)"
    return f"if {row} != {seen}: return False" if verb == SAME else f"{item.copy}[:] = {row}"
