"""A room's sentences: TOML files that anybody can edit.  They are read and checked on first use.

A file has chapters, and a chapter has one table per sentence: its three languages and, for a refusal, its §.

    [refusals.wrong_number]
    section = "7.2"
    en = "As many cards as lie on the table: {n}, not {chosen}."
    zh-Hans = "…"
    zh-Hant = "…"

A table with a § may also hold several sentences instead, each a table of its languages: a term has its `name` and its `meaning`.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from .errors import LANGUAGES, QipaiError, Refusal, Words
from .wording import FIELD, Named, capitalised, fill

REFUSALS = "refusals"  # the chapter in which every sentence must have a §
SECTION = "section"
NOT_IN_ALL = "not_in_all"  # key of a sentence: the {fields} that need not be in every language
NUMBER = re.compile(r"\d+(\.\d+)?")
Chapter = dict[str, Words]


class CatalogueError(QipaiError):
    """Raised for a file of sentences that cannot be used; the text names the file, the key and what is wrong."""


class Later(Mapping[str, Any]):
    """A mapping that calls `make` for its contents on first access."""

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        return self._make()

    def __getitem__(self, key: str) -> Any:
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class Catalogue:
    """The chapters of some TOML files of a folder, read on first use.

        catalogue = Catalogue(folder, "board", "refusals")      # board.toml and refusals.toml
        catalogue.said("board.leading", name="Ann")["en"]       # the sentence `leading` of the chapter `board`

    Every method that looks into a file raises `CatalogueError` where the file is wrong, and `KeyError` for a key that is not in it.
    """

    def __init__(self, folder: Path, *names: str) -> None:
        self.files = tuple(folder / f"{name}.toml" for name in names)
        self.sections: dict[str, str] = {}  # § by key, such as "refusals.wrong_number"; filled on first use

    @cached_property
    def _chapters(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for file in self.files:
            for name, chapter in read(file).items():
                if name in found:
                    raise CatalogueError(f"{file.name}: {name} is a chapter of another file too.")
                found[name] = self._checked(file, name, chapter)
        return found

    def _checked(self, file: Path, key: str, table: Any) -> Any:
        """Return a table of the file with every sentence in it checked; a table that holds a text is itself a sentence."""
        if not isinstance(table, dict):
            raise CatalogueError(f"{file.name}: {key} is {table!r}; it may be a sentence, or a table of sentences.")
        if not any(isinstance(value, str) for value in table.values()):
            return {name: self._checked(file, f"{key}.{name}", inner) for name, inner in table.items()}
        words = dict(table)
        section = words.pop(SECTION, None)
        if section is not None or key.startswith(f"{REFUSALS}."):
            self.sections[key] = checked_section(file, key, section)
        if words and all(isinstance(value, dict) for value in words.values()):  # several sentences of one §
            return {SECTION: section, **{name: self._checked(file, f"{key}.{name}", inner) for name, inner in words.items()}}
        return checked_words(file, key, words, words.pop(NOT_IN_ALL, ()))

    def __getitem__(self, chapter: str) -> Any:
        """Return a chapter: a dict of sentences by key in the order of the file, or of dicts where its tables are nested."""
        return self._chapters[chapter]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the chapters."""
        return iter(self._chapters)

    def said(self, key: str, /, **named: Named) -> Words:
        """Return the sentence of a key such as `"board.leading"` in each language, its {fields} filled with the values of `named`."""
        chapter, _, name = key.partition(".")
        words: Words = self._chapters[chapter][name]
        return fill(words, **named) if named else words

    def section(self, key: str) -> str:
        """Return the § of a key such as `"board.leading"`; `KeyError` if its sentence has none."""
        _ = self._chapters
        return self.sections[key]

    def told(self, *chapters: str) -> Mapping[str, Chapter]:
        """Return a mapping of some chapters by name.  The files are read on its first access."""
        return Later(lambda: {name: self._chapters[name] for name in chapters})

    def refuse(self, code: str, section: str = "", /, **named: Named) -> Refusal:
        """Return the refusal with a code, its {fields} filled from `named`; `section` replaces the § of the file."""
        words = capitalised(fill(self._chapters[REFUSALS][code], **named))
        return Refusal(code, section or self.sections[f"{REFUSALS}.{code}"], words)


# -- reading and checking


def read(file: Path) -> dict[str, Any]:
    """Read a TOML file.  Raises `CatalogueError` if it cannot be read."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except NotADirectoryError:
        raise CatalogueError(
            "qipai reads files beside its code: install it unpacked, as pip does, and not as an archive."
        ) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CatalogueError(f"{file.name} cannot be read: {error}.") from None


def checked_words(file: Path, key: str, words: Any, not_in_all: Collection[str] = ()) -> Words:
    """Check a sentence and return it with its languages in the order of `LANGUAGES`.

    Raises `CatalogueError` if a language is missing or unknown, or if a {field} is not in all languages and not in `not_in_all`.
    Plurals, `{n|card|cards}`, may differ between languages.
    """
    if not isinstance(words, dict):
        raise CatalogueError(f"{file.name}: {key} is {words!r}; it must be a text in each of {', '.join(LANGUAGES)}.")
    for language in (*LANGUAGES, *words):
        if not isinstance(words.get(language), str) or not words[language] or language not in LANGUAGES:
            there = "is no text" if language in words and language in LANGUAGES else "is missing"
            wrong = f"{language} {there}" if language in LANGUAGES else f"{language} is no language"
            raise CatalogueError(f"{file.name}: {key}: {wrong}; there are {', '.join(LANGUAGES)}.")
    fields = {language: fields_of(file, f"{key}.{language}", words[language]) for language in LANGUAGES}
    for language in LANGUAGES[1:]:
        other = (fields[language] ^ fields["en"]) - {*not_in_all}
        if other:
            named = ", ".join(f"{{{name}}}" for name in sorted(other))
            raise CatalogueError(f"{file.name}: {key}: {named} is in one of en and {language} only.")
    return {language: words[language] for language in LANGUAGES}


def fields_of(file: Path, key: str, text: str) -> set[str]:
    """Return the names of the {fields} of a text, without plurals.  Raises `CatalogueError` for a brace outside a field."""
    if re.search(r"[{}]", FIELD.sub("", text)):
        raise CatalogueError(f"{file.name}: {key}: a brace is open; a field is written {{name}}, a plural {{n|card|cards}}.")
    return {name for name, one, _ in FIELD.findall(text) if not one}


def checked_section(file: Path, key: str, section: Any) -> str:
    """Return a § if it is a text like "7.2", without the sign.  Raises `CatalogueError` otherwise."""
    if not isinstance(section, str) or not NUMBER.fullmatch(section):
        raise CatalogueError(
            f'{file.name}: {key}: section is {section!r}; it must be a § of the book without the sign, like "7.2".'
        )
    return section
