"""Inputs for a game whose room declares none: made from the fields of its observation and of its actions.

One of several is an input each; a count is an input for each number, the large ones in steps; a mask is an input for each bit.  The
history of the deal is left out: rows of records or of packed plays, but for their present place.  Each group is a field and has its name.
"""
# ruff: noqa: F821

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from qipai.engine.compiling import compiled, inlined, specialise
from qipai.engine.forms import Count, Form, Leaf, Marks, Number, OneOf, Tally
from qipai.engine.game import Game
from qipai.engine.inputs import Groups, Inputs, all_legal, nothing_considered
from qipai.engine.schema import Places, Record, fields_at, leaves, sentence

write_fields: Callable[..., int]
write_parts: Callable[..., int]
take_apart: Callable[..., None]

EXACT, STEPS = 8, 16  # counts up to EXACT are told one by one, the others in steps: STEPS inputs in all
TALLIED = 5  # digits of a tally at most

INDENT = "    "


@inlined
def in_steps(number: int, limit: int) -> int:
    """Return a count from 1 to `limit` as a step from 1 to `STEPS`."""
    if limit <= STEPS or number <= EXACT:
        return number
    return min(STEPS, EXACT + 1 + (number - EXACT - 1) * (STEPS - EXACT) // (limit - EXACT))


class Way(NamedTuple):
    """How one number of a record becomes inputs: how many, how many of them on at most, and the statements for the number `v`."""

    size: int
    most: int
    lines: tuple[str, ...]


def way_of(form: Form) -> Way:
    """Return how numbers of a form become inputs; in its lines `b` is the first input and `n` how many are on."""
    if isinstance(form, Count):
        limit = form.limit - form.least
        less = f"v - {form.least}" if form.least else "v"
        return Way(
            min(limit, STEPS), 1, (f"if {less} > 0:", f"{INDENT}rows[n] = b + in_steps({less}, {limit}) - 1", f"{INDENT}n += 1")
        )
    if isinstance(form, OneOf):
        end = form.first + len(form.names)
        return Way(
            len(form.names), 1, (f"if {form.first} <= v < {end}:", f"{INDENT}rows[n] = b + v - {form.first}", f"{INDENT}n += 1")
        )
    if isinstance(form, Marks):
        size = len(form.names)
        body = (
            f"for bit in range({size}):",
            f"{INDENT}if v >> bit & 1:",
            f"{INDENT * 2}rows[n] = b + bit",
            f"{INDENT * 2}n += 1",
        )
        return Way(size, size, body)
    if isinstance(form, Tally):
        body = (
            f"for place in range({TALLIED}):",
            f"{INDENT}if v >> 4 * place & 15:",
            f"{INDENT * 2}rows[n] = b + (v >> 4 * place & 15) - {form.first}",
            f"{INDENT * 2}n += 1",
        )
        return Way(len(form.names), TALLIED, body)
    assert isinstance(form, Number)
    return _way_of_parts(form)


def _way_of_parts(form: Number) -> Way:
    """Return how a number with bit fields becomes inputs: those of its parts, of the verbs that have them."""
    lines, size, most = (
        [f"if v != {form.missing}:" if form.missing is not None else "if True:", f"{INDENT}w = v - {form.plus}"],
        0,
        0,
    )
    for part in form.parts:
        way = way_of(part.form)
        verbs = " or ".join(f"w >> {form.verb_shift} == {verb}" for verb in part.verbs) or "True"
        lines += [f"{INDENT}if {verbs}:", f"{INDENT * 2}v = w >> {part.shift} & {(1 << part.bits) - 1}"]
        lines += [f"{INDENT * 2}b = first + {size}", *(INDENT * 2 + line for line in way.lines)]
        size, most = size + way.size, most + way.most
    return Way(size, most, tuple(lines))


def writer(record: type[Record], name: str, sheet: Groups, prefix: str) -> tuple[Callable[..., int], int]:
    """Return the compiled function `name(record, rows, n)` that writes the inputs of a record, and how many are on at most.

    Adds a group for each field to `sheet`, named after the field with `prefix` before it.
    """
    lines, on = [f"def {name}(record, rows, n):"], 0
    for path, leaf in leaves(record).items():
        if leaf is None or not _is_told(record, path, leaf):
            continue
        way, numbers = way_of(leaf.form), 1
        words, depth, loops = path.split("."), 1, []
        for number, (part, place) in enumerate(_indexed(record, path)):
            if place.present:
                present = ".".join(["record", *path.split(".")[:part], place.present])
                words[part] += f"[min(int({present}), {place.length - 1})]"
            else:
                words[part] += f"[i{number}]"
                loops.append(f"{INDENT * depth}for i{number} in range({place.first}, {place.length}):")
                depth, numbers = depth + 1, numbers * (place.length - place.first)
        begin = sheet.group(f"{prefix}{path}", numbers * way.size, sentence(record, path))
        lines += [
            f"{INDENT}first = {begin}",
            *loops,
            f"{INDENT * depth}v = int(record.{'.'.join(words)})",
            f"{INDENT * depth}b = first",
        ]
        lines += [INDENT * depth + line for line in way.lines] + [f"{INDENT * depth}first += {way.size}"]
        on += numbers * way.most
    lines.append(f"{INDENT}return n")
    known: dict[str, Any] = {"in_steps": in_steps, "__name__": __name__}
    exec(compile("\n".join(lines), f"<inputs of {record.__module__}.{record.__name__}>", "exec"), known)
    return compiled(known[name]), on


def _indexed(record: type[Record], path: str) -> Iterator[tuple[int, Places]]:
    """Yield the dimensions along a path, each with the number of the part of the path that it belongs to."""
    for part, field in enumerate(fields_at(record, path)):
        for place in field.places:
            yield part, place


def _is_told(record: type[Record], path: str, leaf: Leaf | None) -> bool:
    """Return whether a field is told: not a workspace, and not the history of the deal."""
    if leaf is None:
        return False
    packed = isinstance(leaf.form, Marks | Number)
    return not any(
        not place.present and not place.by_seat and not place.names and (packed or field.record is not None)
        for field in fields_at(record, path)
        for place in field.places
    )


@cache
def derived(game: Game) -> Inputs:
    """Return the inputs made from a game's declared fields.  Raises `TypeError` for a game without `vectors`."""
    if game.vectors is None:
        raise TypeError(f"{game.name} does not declare what its vectors say, so no inputs can be made of it.")
    sheet = Groups()
    state, on_of_state = writer(game.vectors.observation, "write_fields", sheet, "")
    action, on_of_action = writer(game.vectors.action, "write_parts", sheet, "candidate ")
    names = {"write_fields": state, "write_parts": action, "take_apart": game.vectors.take_apart}
    return Inputs(
        tuple(sheet.groups),
        on_of_state + on_of_action,
        0.0,
        specialise(write_state, game.room, **names),
        specialise(write_action, game.room, **names),
        nothing_considered,
        all_legal,
    )


def write_state(observation, rules, rows):
    """Write the inputs of an observation."""
    return write_fields(observation, rows, 0)


def write_action(observation, rules, thought, action, parts, rows, count):
    """Write the inputs of an action, taken apart."""
    take_apart(action, rules, parts)
    return write_parts(parts, rows, count)
