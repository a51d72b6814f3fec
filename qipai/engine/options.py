"""House rules as data.  A room's `options.toml` defines its options for the rules, the browser's form and the command line."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from . import records
from .catalogue import Catalogue, CatalogueError, checked_section, checked_words, read
from .errors import RulesetError, Words, say

WHOLE_NUMBER = say("a whole number from {} to {}", "{} 到 {} 的整数", "{} 到 {} 的整數")
COMMA, OR = say(", ", "、", "、"), say(" or ", " 或 ", " 或 ")


@dataclass(frozen=True)
class Option:
    """One house rule: the answer to a "some play …" of the rule book, with the values that it may have."""

    name: str
    section: str  # § of the rule book
    default: str  # the name of a value, or a number as text
    values: Mapping[str, int]  # the numbers of named values, in the order of the form: {"false": 0, "true": 1}
    title: Words
    sentence: Words
    value_words: Mapping[str, Words]
    numbers: range = range(0)  # whole numbers that are accepted besides the named values
    often: bool = False  # whether the form shows it at once, and not under "more rules"

    def parse(self, value: object) -> int:
        """Return the number of a value given by name, as a whole number or as a truth value.  Raises `RulesetError` for others."""
        text = str(value).lower() if isinstance(value, bool | np.bool_) or value is None else str(value)
        if text in self.values:
            return self.values[text]
        if text.isdecimal() and int(text) in self.numbers:
            return int(text)
        raise RulesetError(
            say(
                f"{self.name} = {text}: {self.name} may be {self.accepted()} (§{self.section}).",
                f"{self.title['zh-Hans']}（{self.name}）可以是 {self.accepted('zh-Hans')}，不能是 {text}（§{self.section}）。",
                f"{self.title['zh-Hant']}（{self.name}）可以是 {self.accepted('zh-Hant')}，不能是 {text}（§{self.section}）。",
            )
        )

    def format(self, number: int) -> str:
        """Return the name of a value, or the number as text if it has none."""
        for name, value in self.values.items():
            if value == number:
                return name
        return str(number)

    def accepted(self, language: str = "en") -> str:
        """Return the accepted values as part of a sentence."""
        names = list(self.values)
        if self.numbers:
            names.append(WHOLE_NUMBER[language].format(self.numbers[0], self.numbers[-1]))
        return names[0] if len(names) == 1 else f"{COMMA[language].join(names[:-1])}{OR[language]}{names[-1]}"


class Variant(NamedTuple):
    """A named rule set: a local form of the game, with the § that describes it, or ""."""

    ruleset: Any
    titles: Words
    section: str


KEYS = {"name", "section", "default", "title", "sentence", "values", "numbers", "often"}  # that an option in the file may have


class HouseRules:
    """The house rules in a room's `options.toml`; the head of that file explains how to write them.

    Raises `CatalogueError` if the file is wrong.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        table = read(file)
        self.yes_no = {value: self._words(f"yes_no.{value}", words) for value, words in table["yes_no"].items()}
        self._options = {key: self._option(key, told) for key, told in table["options"].items()}
        self._conflicts = {key: self._words(f"conflicts.{key}", words) for key, words in table.get("conflicts", {}).items()}
        self._variants: Mapping[str, Any] = table["variants"]

    def options(self, *keys: str) -> tuple[Option, ...]:
        """Return the options with some keys, or all."""
        return tuple(self._options[key] for key in keys or self._options)

    def defaults(self, *keys: str) -> dict[str, int]:
        """Return the default of each of some options, or of all, by its name: the fields of a room's default rule set."""
        return {option.name: option.parse(option.default) for option in self.options(*keys)}

    def numbers(self, key: str, *values: str) -> tuple[int, ...]:
        """Return the numbers that the rules read for the values of an option with some names.

        Raises `CatalogueError` unless these are all its values whose names are no numbers.
        """
        known = self._options[key].values
        named = {value for value in known if not value.isdecimal()}
        if set(values) != named:
            raise self._wrong(
                f"options.{key}", f"its values are {', '.join(sorted(named))}; the rules read {', '.join(values)}"
            )
        return tuple(known[value] for value in values)

    def variants(self, ruleset: Any) -> dict[str, Variant]:
        """Return the named rule sets by name; `ruleset` is the default, which they change."""
        options = {option.name: option for option in self._options.values()}
        found = {}
        for key, told in self._variants.items():
            unknown = set(told.get("rules", {})) - set(options)
            if unknown:
                raise self._wrong(f"variants.{key}", f"there is no option {', '.join(sorted(unknown))}")
            changes = {name: options[name].parse(value) for name, value in told.get("rules", {}).items()}
            section = checked_section(self.file, f"variants.{key}", told["section"]) if "section" in told else ""
            found[key] = Variant(ruleset._replace(**changes), self._words(f"variants.{key}.title", told.get("title")), section)
        return found

    def conflict(self, key: str) -> Words:
        """Return the sentence of a conflict: which options cannot be combined."""
        return self._conflicts[key]

    def _option(self, key: str, told: Mapping[str, Any]) -> Option:
        where = f"options.{key}"
        if set(told) - KEYS:
            raise self._wrong(where, f"{', '.join(sorted(set(told) - KEYS))} is unknown; there are {', '.join(sorted(KEYS))}")
        values = told.get("values", {})
        if isinstance(values, list):  # of yes and no
            numbers = {value: int(value == "true") for value in values}
            words = {value: self.yes_no[value] for value in values}
        else:
            numbers = {value: self._number(f"{where}.values.{value}", value, table) for value, table in values.items()}
            words = {
                value: self._words(f"{where}.values.{value}", {name: word for name, word in table.items() if name != "number"})
                for value, table in values.items()
            }
        lowest, highest = told.get("numbers", (0, -1))
        option = Option(
            name=told.get("name", key),
            section=checked_section(self.file, where, told.get("section")),
            default=told.get("default", ""),
            values=numbers,
            title=self._words(f"{where}.title", told.get("title")),
            sentence=self._words(f"{where}.sentence", told.get("sentence")),
            value_words=words,
            numbers=range(lowest, highest + 1),
            often=told.get("often", False),
        )
        try:
            option.parse(option.default)
        except RulesetError:
            raise self._wrong(where, f"the default is {option.default!r}; it may be {option.accepted()}") from None
        return option

    def _number(self, where: str, value: str, table: Mapping[str, Any]) -> int:
        number = table.get("number", int(value) if value.isdecimal() else None)
        if not isinstance(number, int):
            raise self._wrong(where, f"the number is {number!r}; the rules read a whole number")
        return number

    def _words(self, where: str, words: Any) -> Words:
        return checked_words(self.file, where, words)

    def _wrong(self, where: str, what: str) -> CatalogueError:
        return CatalogueError(f"{self.file.name}: {where}: {what}.")


def words_of(package: str, *names: str) -> tuple[Catalogue, Catalogue, HouseRules]:
    """Return what is in the folder of a room's sentences: `game.toml`, the chapters of the files with these names, `options.toml`.

    `package` is the `__file__` of the folder's `__init__.py`.
    """
    folder = Path(package).parent
    return Catalogue(folder, "game"), Catalogue(folder, *names), HouseRules(folder / "options.toml")


@cache  # Numba finds a dtype by identity: a call with an equal but new dtype is several times slower
def ruleset_type(options: tuple[str, ...]) -> np.dtype:
    """Return the dtype of a rule set for compiled rules: one int32 field per option."""
    return np.dtype([(name, np.int32) for name in options])


def rules_record(ruleset: Any) -> Any:
    """Return the opened record of a rule set (NumPy or plain); a record is returned as it is."""
    return records.opened(pack_ruleset(ruleset)) if hasattr(ruleset, "_fields") else ruleset


def pack_ruleset(ruleset: Any) -> records.Record:
    """Return the record of a rule set (a NamedTuple).  Pack once: compiled rules read a record, not a slow NamedTuple."""
    record = records.new(ruleset_type(ruleset._fields))
    for name, value in ruleset._asdict().items():
        if isinstance(record, np.ndarray):
            record[name] = value
        else:
            setattr(record, name, value)
    return record
