"""The compact observation: counts, bits and small integers, by one rule for all games.

It is made from the declaration of a game's observation (`engine.schema`), in three steps:

1. What is one of several is one small integer (`Index`) and not one entry for each; counts and marks stay as they are.
2. Numbered rows of records or of packed numbers, such as the rounds played so far, are left out: they are the history of the
   deal.  Of rows with a present place (`schema.row(present=…)`) that place stays.
3. What each seat did last is left out too: arrays of packed plays.  Bags of cards, which are counts, stay.

Everything left out is in the complete observation, and the documents list it for each game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from qipai.engine.forms import Axis, Count, Form, Leaf, Marks, Number, OneOf, Part, listed
from qipai.engine.schema import Record, fields_at, leaves


@dataclass(frozen=True)
class Index(Count):
    """One of several names as one number."""

    of: OneOf = field(default_factory=lambda: OneOf(()))

    def __str__(self) -> str:
        first, nothing = self.of.first - self.least, self.of.nothing
        told = f"{first} to {first + len(self.of.names) - 1} for {listed(self.of.names)}"
        return told if nothing is None else f"{told}; {nothing - self.least} for none"


def index(form: OneOf) -> Index:
    """Return the form that writes one of several names as one number: 0 for none, and the names in their order from 1 on.

    Where other numbers lie between none and the first name, the names begin later.
    """
    numbers = [form.first - 1, form.first + len(form.names) - 1, *([] if form.nothing is None else [form.nothing])]
    return Index(max(numbers), min(numbers), form)


def compact(record: type[Record]) -> dict[str, Leaf | None]:
    """Return what `schema.leaves` returns, for the compact vector of a record: None for what is left out."""
    return {path: leaf and _compact(record, path, leaf) for path, leaf in leaves(record).items()}


def left_out(record: type[Record]) -> Iterator[str]:
    """Yield the paths of the fields that the complete vector has and the compact one has not."""
    for path, leaf in leaves(record).items():
        if leaf is not None and _compact(record, path, leaf) is None:
            yield path


def _compact(record: type[Record], path: str, leaf: Leaf) -> Leaf | None:
    """Return a leaf as the compact vector has it, or None for what belongs to the history of the deal."""
    axes, places, packed = list(leaf.axes), 0, isinstance(leaf.form, (Marks, Number))
    for depth, declared in enumerate(fields_at(record, path)):
        for place in declared.places:
            if place.present:
                before = ".".join([*path.split(".")[:depth], place.present])
                axes[places] = Axis(("now",), place.first, before)
            elif not place.by_seat and not place.names and (packed or declared.record):
                return None
            places += 1
    if places and isinstance(leaf.form, Number) and any(isinstance(part.form, OneOf) for part in leaf.form.parts):
        return None
    return Leaf(_small(leaf.form), tuple(axes))


def _small(form: Form) -> Form:
    if isinstance(form, OneOf):
        return index(form)
    if isinstance(form, Number):
        return replace(form, parts=tuple(_small_part(part) for part in form.parts))
    return form


def _small_part(part: Part) -> Part:
    return part._replace(form=index(part.form)) if isinstance(part.form, OneOf) else part
