"""House rules as data: one table of options gives a game its rule set, its form in the browser and its command line."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from . import records
from .errors import RulesetError, Words


@dataclass(frozen=True)
class Option:
    """One agreed point of a table, the answer to a "some play …" of the rule book."""

    name: str
    section: str  # § of the rule book
    default: str  # name of a value
    values: Mapping[str, int]  # named values, in the order of the form: {"false": 0, "true": 1}
    title: Words
    sentence: Words
    value_words: Mapping[str, Words]
    numbers: range = range(0)  # whole numbers that are accepted beside the named values
    often: bool = False  # shown before "more rules"

    def parse(self, value: object) -> int:
        """The number of a value given by name, as a whole number, or as true/false."""
        text = str(value).lower() if isinstance(value, bool) or value is None else str(value)
        if text in self.values:
            return self.values[text]
        if text.isdecimal() and int(text) in self.numbers:
            return int(text)
        raise RulesetError(f"{self.name} = {text}: {self.name} may be {self.accepted()} (§{self.section}).")

    def format(self, number: int) -> str:
        """The name of a value."""
        for name, value in self.values.items():
            if value == number:
                return name
        return str(number)

    def accepted(self) -> str:
        """What may be given, as part of a sentence."""
        names = list(self.values)
        if self.numbers:
            names.append(f"a whole number from {self.numbers[0]} to {self.numbers[-1]}")
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


class Variant(NamedTuple):
    """A named rule set: a local form of the game."""

    ruleset: Any
    titles: Words
    section: str


@cache  # a call of compiled code is several times slower with a record type that is equal to one it knows, and not the same
def ruleset_type(options: tuple[str, ...]) -> np.dtype:
    """The record that compiled rules read: one field an option."""
    return np.dtype([(name, np.int32) for name in options])


def pack_ruleset(ruleset: Any) -> records.Record:
    """The rule set as compiled rules read it: packed once, since a NamedTuple costs microseconds a call."""
    record = records.new(ruleset_type(ruleset._fields))
    for name, value in ruleset._asdict().items():
        if isinstance(record, np.ndarray):
            record[name] = value
        else:
            setattr(record, name, value)
    return record
