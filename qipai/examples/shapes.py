"""What the facts of a situation may be: each has a shape, and a value of another one is refused in a sentence that says what is accepted.

A room has a table of shapes by the names of its facts, `Kinds(shapes=…)`; a kind in which a name means something else says so itself.
A fact that holds facts of its own (`FACTS`) is looked into, so that the same table serves at every depth.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from qipai.engine.errors import QipaiError

LONGEST = 60  # letters of a refused value that are told


class Shape(NamedTuple):
    """The values that a fact may have: a phrase for people, and the test."""

    words: str
    fits: Callable[[Any], bool]
    has_facts: bool = False  # whether its mappings hold facts, which have shapes of their own
    inside: "Mapping[str, Shape] | None" = None  # the shapes of those, where not the room's


Shapes = Mapping[str, Shape]


def is_name(value: Any) -> bool:
    """Whether a value may be the name of a player, or the text of a card: a word or a whole number."""
    return isinstance(value, str | int) and not isinstance(value, bool)


ANYTHING = Shape("anything", lambda value: True)
TRUTH = Shape("true or false", lambda value: isinstance(value, bool))
YES = Shape("true, or left out", lambda value: value is True)
NAME = Shape("a name", is_name)
TEXT = Shape("a text", is_name)
NOTHING = Shape("null", lambda value: value is None)
FACTS = Shape("facts by name", lambda value: isinstance(value, Mapping), has_facts=True)


def number(low: int, high: int) -> Shape:
    """Return the shape of a whole number from `low` to `high`."""
    return Shape(
        f"a whole number from {low} to {high}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
    )


def word(*words: str) -> Shape:
    """Return the shape of one of some words."""
    return Shape(
        f"{', '.join(words[:-1])} or {words[-1]}" if words[1:] else words[0],
        lambda value: isinstance(value, str) and value in words,
    )


def read_by(read: Callable[[str], object], words: str) -> Shape:
    """Return the shape of a text that a function reads, which raises `QipaiError` for others."""

    def fits(value: Any) -> bool:
        try:
            read(value)
        except QipaiError:
            return False
        return True

    return Shape(words, lambda value: isinstance(value, str) and fits(value))


def either(*shapes: Shape) -> Shape:
    """Return the shape of what has one of some shapes."""
    return Shape(
        ", or ".join(shape.words for shape in shapes),
        lambda value: any(shape.fits(value) for shape in shapes),
        any(shape.has_facts for shape in shapes),
        next((shape.inside for shape in shapes if shape.inside is not None), None),
    )


def items(shape: Shape, low: int = 0, high: int | None = None, different: bool = False) -> Shape:
    """Return the shape of a list of `low` to `high` items."""
    many = f"{low} " if low == high else f"{low} or more " if low else ""
    return Shape(
        f"a list of {many}{'different ' if different else ''}items, each {shape.words}",
        lambda value: (
            isinstance(value, list)
            and low <= len(value)
            and (high is None or len(value) <= high)
            and all(map(shape.fits, value))
            and not (different and len(set(map(repr, value))) < len(value))
        ),
        shape.has_facts,
        shape.inside,
    )


def named(names: Shape, values: Shape) -> Shape:
    """Return the shape of a mapping of which neither keys nor values are facts, such as hands by player."""
    return Shape(
        f"a mapping of names, each {names.words}, with for each {values.words}",
        lambda value: isinstance(value, Mapping) and all(map(names.fits, value)) and all(map(values.fits, value.values())),
    )


def having(**shapes: Shape) -> Shape:
    """Return the shape of facts by name of which only these have a shape."""
    return FACTS._replace(inside=shapes)


def misfits(told: Any, shapes: Shapes, where: str = "") -> Iterator[str]:
    """Yield a sentence for each fact in a mapping, or in a list of mappings, that has not its shape."""
    if isinstance(told, list):
        for place, item in enumerate(told, 1):
            yield from misfits(item, shapes, f"{where}{place}.")
    elif isinstance(told, Mapping):
        for name, value in told.items():
            shape = shapes.get(name)
            if shape is None:
                continue
            if not shape.fits(value):
                shown = repr(value)
                yield f"{where}{name} must be {shape.words}, and not {shown if len(shown) <= LONGEST else shown[:LONGEST] + '…'}."
            elif shape.has_facts:
                inside = shapes if shape.inside is None else shape.inside
                yield from misfits(value, inside, f"{where}{name}.")
