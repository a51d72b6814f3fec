"""Files of situations with their answers, put to the rules.

A file says `schema: 1`, `game:` and `vectors:`.  A vector has an `id`, a `kind`, the options that differ from the default
(`option`), the situation in fields of its kind, and what the rules must answer: `expect`, `expect_contains` (at least these)
or further answers by name (`factors`).  Lists of answers compare as sets, unless their kind asks for an order.  In a file
about a family, `game: giog_family`, a vector names the `game` it is put to; otherwise it is the one that gave the family its
name.  `origin`, `check` and `remark` are for people.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from .errors import QipaiError
from .game import Game

SCHEMA = 1
FILE_FIELDS = {"schema", "game", "vectors"}
NOTES = {"id", "kind", "game", "option", "origin", "check", "remark"}
FAMILY = "_family"


class Asked(NamedTuple):
    """A kind of situation, as a game's room answers it."""

    fields: frozenset[str]  # of the situation
    answers: frozenset[str]  # what may be expected: "expect", "expect_contains" …
    answer: Callable[[Any, Mapping[str, Any]], dict[str, Any]]  # (ruleset, vector): answers by name; raises `QipaiError`
    ordered: bool = False  # lists of answers are in order


def asked(
    fields: str, answer: Callable[[Any, Mapping[str, Any]], dict[str, Any]], answers: str = "expect", ordered: bool = False
) -> Asked:
    return Asked(frozenset(fields.split()), frozenset(answers.split()), answer, ordered)


class Failure(QipaiError):
    """A vector that was answered otherwise, or that cannot be put."""


def run_examples(paths: Iterable[str | Path], out: Callable[[str], None], find_game: Callable[[str], Game]) -> tuple[int, int]:
    """Put every vector of the files to its game; a line for each that fails, then `N passed, N failed`."""
    passed = failed = 0
    for path in paths:
        name, vectors = read_file(Path(path))
        game = find_game(name.removesuffix(FAMILY))
        for vector in vectors:
            try:
                check(find_game(str(vector["game"])) if "game" in vector and name.endswith(FAMILY) else game, vector)
            except QipaiError as failure:
                out(f"{vector.get('id', 'a vector without id')}: {failure}")
                failed += 1
            else:
                passed += 1
    out(f"{passed} passed, {failed} failed")
    return passed, failed


def read_file(path: Path) -> tuple[str, list[Mapping[str, Any]]]:
    """The name of the game, and the vectors of a file.  Raises `QipaiError` for a file that is not of this schema."""
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise QipaiError(f"{path} cannot be read: {error.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise QipaiError(f"{path} is not YAML: {' '.join(str(error).split())}.") from None
    if not isinstance(content, dict) or set(content) != FILE_FIELDS or content["schema"] != SCHEMA:
        raise QipaiError(f"{path} must say schema: {SCHEMA}, game: and vectors:, and nothing else.")
    vectors = content["vectors"]
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        raise QipaiError(f"{path}: vectors must be a list of situations, each with its fields.")
    return str(content["game"]), vectors


def check(game: Game, vector: Mapping[str, Any]) -> None:
    """Put one vector.  Raises `QipaiError` with what was expected and what came."""
    kind = str(vector.get("kind"))
    if kind not in game.examples:
        raise Failure(f"{game.name} answers no vectors of kind {kind!r}; it answers {', '.join(game.examples)}.")
    room = game.examples[kind]
    unknown = sorted(set(vector) - NOTES - room.fields - room.answers)
    if unknown:
        raise Failure(f"a vector of kind {kind} has no field {unknown[0]!r}; it has {', '.join(sorted(room.fields))}.")
    expected = {name: vector[name] for name in room.answers if name in vector}
    if not expected:
        raise Failure(f"nothing is expected; a vector of kind {kind} has {' or '.join(sorted(room.answers))}.")
    try:
        ruleset = game.ruleset(**vector.get("option", {}))
        came = room.answer(ruleset, vector)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Failure(f"its fields cannot be read: {error!r}.") from error
    for name, value in expected.items():
        compare(name, value, came["expect" if name == "expect_contains" else name], room.ordered)


def compare(name: str, expected: Any, came: Any, ordered: bool) -> None:
    agree = set(items(expected)) <= set(items(came)) if name == "expect_contains" else same(expected, came, ordered)
    if not agree:
        raise Failure(f"expected {name} {expected!r}, came {came!r}.")


def same(expected: Any, came: Any, ordered: bool) -> bool:
    """Equal, lists as sets unless their order counts; `True` is not 1."""
    if isinstance(expected, list) and isinstance(came, list) and not ordered:
        return sorted(items(expected)) == sorted(items(came))
    return type(expected) is type(came) and bool(expected == came)


def items(values: Iterable[Any]) -> Iterator[str]:
    """The items of a list so that they can be compared in any order."""
    for value in values:
        yield repr(sorted(value.items()) if isinstance(value, dict) else value)
