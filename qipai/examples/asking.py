"""Kinds of situations: the fields of each, and the function that puts it to the rules.

A room registers its kinds by name:

    KINDS = Kinds(shapes={"play": items(CARD), …})

    @KINDS.add("beats")
    def is_beaten(ruleset, play, over):
        return ...

The parameters after the rule set are the fields of the situation; the returned value is compared with `expect`.  A field that is a
mapping is passed as `Facts`, and has the shape that the room's table says (`shapes.py`).  A parameter with the name of an answer gets the expected value, for functions that must know what is asked.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from .shapes import Shapes, misfits

Function = TypeVar("Function", bound=Callable[..., Any])
EXPECT = "expect"
NOTHING_EXPECTED = "nothing is expected where something could be: name an answer, or leave it out."


class Answers(dict[str, Any]):
    """Several answers to one situation by name: `Answers(expect=…, factors=…)`."""


class Kind(NamedTuple):
    """A kind of situation: the function that answers it, and how answers are compared."""

    function: Callable[..., Any]  # (ruleset, field, …): raises `QipaiError` for a situation that cannot be
    parameters: tuple[str, ...]  # names of the fields, and of answers that the function must know
    answers: tuple[str, ...]  # names of the answers that may be expected: `expect`, `expect_contains` …
    ordered: bool  # whether the order of lists in answers matters
    in_order: frozenset[str]  # keys of answers in which the order of lists matters
    shapes: Shapes  # of its facts by name, at any depth

    @property
    def fields(self) -> list[str]:
        """The names of the fields of the situation."""
        return [name for name in self.parameters if name not in self.answers]

    def misfits(self, told: Mapping[str, Any]) -> Iterator[str]:
        """Yield a sentence for each fact that has not its shape."""
        return misfits({name: told[name] for name in self.parameters if name in told}, self.shapes)

    def ask(self, ruleset: Any, told: Mapping[str, Any]) -> Answers:
        """Call the function with fields from `told`; return its answers by name.  Raises `QipaiError` for a missing field."""
        came = self.function(ruleset, *(told[name] for name in self.parameters))
        return came if isinstance(came, Answers) else Answers({self.answers[0]: came})


class Kinds(dict[str, Kind]):
    """The kinds of situations of a room, by name."""

    def __init__(self, known: Mapping[str, Kind] | None = None, *, shapes: Shapes | None = None) -> None:
        """Begin with known kinds, and with the shapes of the facts of those to come."""
        super().__init__(known or {})
        self.shapes = shapes or {}

    def add(
        self, *names: str, answers: str = EXPECT, ordered: bool = False, in_order: str = "", shapes: Shapes | None = None
    ) -> Callable[[Function], Function]:
        """Return a decorator that registers a function under these names; `answers` and `in_order` are words joined by spaces.

        `shapes` are those of facts that have another shape in this kind than elsewhere in the room.
        """

        def register(function: Function) -> Function:
            parameters = tuple(inspect.signature(function).parameters)[1:]
            here = {**self.shapes, **(shapes or {})}
            kind = Kind(function, parameters, tuple(answers.split()), ordered, frozenset(in_order.split()), here)
            self.update(dict.fromkeys(names, kind))
            return function

        return register
