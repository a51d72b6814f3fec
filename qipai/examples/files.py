"""Read files of situations and compare the answers of the rules with the expected ones.

    schema: 1
    game: gan_deng_yan
    vectors:
      - id: next-rank             # names the vector in messages
        kind: follows             # the kind of situation; the room defines its fields
        option: {decks: 2}        # house rules that differ from the default
        over: {cards: [5]}        # the situation, in fields of its kind
        play: {cards: [6]}
        expect: true              # the answer; or `expect_contains` (at least these), or further answers by name (`factors`)

Of an answer that is a mapping, only the expected keys are compared.  Lists compare as sets at any depth, unless the kind or the key asks
for an order.  A field that the answer does not depend on is an error, so that a misspelt one is found.  In a file about a family,
`game: giog_family`, a vector names its `game`; without one it is the game that gave the family its name.  `origin`, `check` and
`remark` are for people.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from qipai.engine.errors import QipaiError, visibly
from qipai.engine.files import text_of
from qipai.engine.game import Game
from qipai.games import GAMES, find_game

from . import positions
from .asking import EXPECT, NOTHING_EXPECTED, Kind, Kinds
from .facts import Facts

SCHEMA = 1
FILE_FIELDS = {"schema", "game", "vectors"}
NOTES = {"id", "kind", "game", "option", "origin", "check", "remark", "seed_facts"}
OF_A_FAMILY = "game"  # which of its games a vector is about
FAMILY = "_family"
CONTAINS = "expect_contains"  # the answer has at least these items
MOST = 1_000_000  # the greatest number in a situation
HERE = {module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])}
# The kinds of situations by room: they are in the module, or the folder, that has the room's name.
ROOMS: Mapping[str, Kinds] = {
    room: importlib.import_module(f".{room}", __package__).KINDS for room in {game.room for game in GAMES.values()} & HERE
}


@cache
def kinds_of(game: Game) -> Kinds:
    """Return the kinds of situations that a game answers: those of its room, and those of every game."""
    return Kinds({**ROOMS.get(game.room, {}), **positions.kinds_of(game)})


class Loader(yaml.SafeLoader):
    """Reads YAML without dates and aliases, which nothing here has, and refuses a key that is given twice.

    A few lines of aliases within aliases are a value of billions of items.
    """

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Read the next value.  Raises `yaml.YAMLError` for an alias."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.composer.ComposerError(
                None, None, "a value is written out, and no alias of another", self.peek_event().start_mark
            )
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Build a mapping.  Raises `yaml.YAMLError` for a key that is given twice."""
        keys = [key.value for key, _ in node.value]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.constructor.ConstructorError(None, None, f"{twice!r} is given twice", node.start_mark)
        return super().construct_mapping(node, deep)


Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class Failure(QipaiError):
    """Raised for a vector whose answer differs from the expected one, or that cannot be set up."""


def run_examples(paths: Iterable[str | Path], out: Callable[[str], None]) -> tuple[int, int]:
    """Check every vector of some files; return how many passed and failed.

    `out` gets a line for each that fails, and then `N passed, N failed`.  A file that cannot be read is one that fails.
    """
    passed = failed = 0
    for path in paths:
        try:
            name, vectors = read_file(Path(path))
            find_game(name.removesuffix(FAMILY))
        except QipaiError as failure:
            out(in_a_line(f"{path}: {failure}"))
            failed += 1
            continue
        for vector in vectors:
            try:
                check(game_of(name, vector), vector)
            except QipaiError as failure:
                out(in_a_line(f"{vector.get('id', 'a vector without id')}: {failure}"))
                failed += 1
            else:
                passed += 1
    out(f"{passed} passed, {failed} failed")
    return passed, failed


def in_a_line(text: str) -> str:
    """Return a text without its line breaks and with what a terminal would obey as escapes: a file may say anything."""
    return visibly(" ".join(text.split()))


def game_of(name: str, vector: Mapping[str, Any]) -> Game:
    """Return the game of a vector in a file about the game, or the family, `name`.  Raises `QipaiError` if there is no such game."""
    if OF_A_FAMILY not in vector:
        return find_game(name.removesuffix(FAMILY))
    if not name.endswith(FAMILY):
        raise Failure(f"only vectors of a family name their game; this file is about {name}.")
    game, usual = find_game(str(vector[OF_A_FAMILY])), find_game(name.removesuffix(FAMILY))
    if game.room != usual.room:
        raise Failure(f"{game.name} is no game of the family that this file is about.")
    return game


def read_file(path: Path) -> tuple[str, list[Mapping[str, Any]]]:
    """Return the name of the game and the vectors of a file.  Raises `QipaiError` for a file that is not of this schema."""
    try:
        content = yaml.load(text_of(path.read_bytes()), Loader=Loader)
    except OSError as error:
        raise QipaiError(f"this file cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise QipaiError("this file is no text in UTF-8.") from None
    except RecursionError:
        raise QipaiError("this file is nested too deeply.") from None
    except (yaml.YAMLError, ValueError, AttributeError) as error:  # the last two of values that are no number or date
        raise QipaiError(f"this file is not YAML: {error}.") from None
    if not isinstance(content, dict) or set(content) != FILE_FIELDS or repr(content["schema"]) != repr(SCHEMA):
        raise QipaiError(f"this file must say schema: {SCHEMA}, game: and vectors:, and nothing else.")
    vectors = content["vectors"]
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) for vector in vectors):
        raise QipaiError("vectors must be a list of situations, each with its fields.")
    return str(content["game"]), vectors


def check(game: Game, vector: Mapping[str, Any]) -> None:
    """Check one vector.  Raises `Failure` if the answer differs or the vector is wrong, `QipaiError` if the rules refuse it."""
    name, kinds = str(vector.get("kind")), kinds_of(game)
    if name not in kinds:
        raise Failure(f"{game.name} answers no vectors of kind {name!r}; it answers {', '.join(kinds)}.")
    kind = kinds[name]
    known = {*kind.fields, *kind.answers}
    unknown = sorted(str(field) for field in vector if field not in NOTES | known)
    if unknown:
        raise Failure(f"a vector of kind {name} has no field {unknown[0]!r}; it has {', '.join(sorted(kind.fields))}.")
    expected = {answer: vector[answer] for answer in kind.answers if answer in vector}
    if not expected:
        raise Failure(f"nothing is expected; a vector of kind {name} has {' or '.join(sorted(kind.answers))}.")
    told = Facts({field: vector[field] for field in known if field in vector})
    try:
        check_numbers([told.plain[field] for field in kind.fields if field in told.plain])
        for sentence in kind.misfits(told.plain):
            raise Failure(sentence)
        came = kind.ask(game.ruleset(**options_of(vector)), told)
        told.asked |= dict.fromkeys(kind.answers)
        for sentence in told.ignored():
            raise Failure(sentence)
        for answer, value in expected.items():
            if answer not in came and answer != CONTAINS:
                raise Failure(f"{answer} is expected, and this situation has only {' and '.join(sorted(came))}.")
            compare(answer, value, came[EXPECT if answer == CONTAINS else answer], kind)
    except QipaiError:
        raise
    except Exception as error:  # whatever no sentence was found for becomes a line too, and the next vector is checked
        raise Failure(f"this situation cannot be set up ({type(error).__name__}: {error}).") from error


def options_of(vector: Mapping[str, Any]) -> dict[str, Any]:
    """Return the house rules of a vector.  Raises `Failure` if they are no options by name."""
    options = vector.get("option", {})
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise Failure(f"option must be house rules by name, such as {{decks: 2}}, and not {options!r}.")
    return dict(options)


def check_numbers(value: Any) -> None:
    """Raise `Failure` for a number greater than `MOST` anywhere in a value, before some function counts up to it."""
    if isinstance(value, int | float) and abs(value) > MOST:
        raise Failure(f"{value} is too large for a number of cards, players or points; they go to {MOST}.")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        check_numbers(item)


def compare(name: str, expected: Any, came: Any, kind: Kind) -> None:
    """Raise `Failure` unless an answer is the expected one; of a mapping, only the expected keys are compared."""
    if isinstance(expected, dict) and isinstance(came, dict):
        if not expected:
            raise Failure(
                f"nothing is expected of {name}; there are {', '.join(map(str, came)) or 'answers to what is named'}."
            )
        unknown = sorted(map(str, expected.keys() - came.keys()))
        if unknown:
            raise Failure(f"there is no answer {unknown[0]!r}; there are {', '.join(map(str, came))}.")
        came = {key: came[key] for key in expected}
    if name == CONTAINS:
        if not expected:
            raise Failure(NOTHING_EXPECTED)
        agree = {canonical(item, kind) for item in expected} <= {canonical(item, kind) for item in came}
    else:
        agree = canonical(expected, kind) == canonical(came, kind)
    if not agree:
        raise Failure(f"expected {name} {expected!r}, came {came!r}.")


def canonical(value: Any, kind: Kind, ordered: bool = False) -> tuple[Any, ...]:
    """Return what is equal for equal answers: lists are sorted unless their order matters; `True` differs from 1."""
    if isinstance(value, Mapping):
        return "mapping", *sorted(
            (repr(key), canonical(item, kind, ordered or key in kind.in_order)) for key, item in value.items()
        )
    if isinstance(value, list):
        items = [canonical(item, kind, ordered) for item in value]
        return "list", *(items if ordered or kind.ordered else sorted(items))
    return "value", repr(value)
