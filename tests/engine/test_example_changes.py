"""Files of situations: whatever is written there is answered in one line, and no fact is passed over."""

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.examples import Failure, check, kinds_of, run_examples
from qipai.examples.facts import NO_FACTS
from qipai.examples.files import game_of
from qipai.games import find_game

from ..chance import SEED
from ..vectors import FILES, content

STRANGE = (None, True, "", "x", -1, 0, 7, 1.5, 10**30, [], ["x"], [[]], {}, {"x": 1})
NAMED_FREELY = {("given", "captured"), ("given", "tricks")}  # by players, who may have any name
ANY_NAME = {("declare", "by")}
MANY = 999  # more than there is of anything here but stakes
REMARKS = {"id", "origin", "check", "remark", "seed_facts"}  # for people
LAST_RESORT = "cannot be set up ("  # what is said of a mistake that no sentence was found for


VECTORS = [(read["game"], vector) for read in map(content, FILES) for vector in read["vectors"]]
IDS = [f"{name}-{vector['id']}" for name, vector in VECTORS]


def put(name: str, vector: dict[str, Any]) -> str:
    """What is said of a vector; nothing if it passes."""
    try:
        check(game_of(name, vector), vector)
    except QipaiError as failure:
        return str(failure)
    return ""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the facts of a situation are: the ways to all keys and items that are not answers or remarks."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        if key not in NO_FACTS and not (
            not path and (key in REMARKS or key in ("expect_contains", "factors", "unused_stacks"))
        ):
            yield (*path, key)
            yield from places(item, (*path, key))


def changed(vector: dict[str, Any], path: tuple[Any, ...], change: Any) -> dict[str, Any]:
    """A copy in which `change` was done to the container that the path ends in."""
    other = copy.deepcopy(vector)
    inside: Any = other
    for key in path[:-1]:
        inside = inside[key]
    change(inside, path[-1])
    return other


def with_value(vector: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy with another value at a place."""
    return changed(vector, path, lambda inside, key: inside.__setitem__(key, value))


def value_at(vector: dict[str, Any], path: tuple[Any, ...]) -> Any:
    found: Any = vector
    for key in path:
        found = found[key]
    return found


def misspell(inside: Any, key: Any) -> None:
    """Another name at the same place, with the old name's value."""
    inside["mis" + str(key)] = inside.pop(key)


@pytest.mark.parametrize(("name", "vector"), VECTORS, ids=IDS)
def test_a_misspelt_fact_is_refused(name: str, vector: dict[str, Any]) -> None:
    for path in places(vector):
        if isinstance(path[-1], str) and path[:-1] not in NAMED_FREELY:
            assert put(name, changed(vector, path, misspell)), path


@pytest.mark.skipif(NATIVE, reason="compiled rules trust what they get; `qipai examples` asks the interpreted ones")
@pytest.mark.parametrize(("name", "vector"), VECTORS, ids=IDS)
def test_strange_values_are_answered_in_a_line(name: str, vector: dict[str, Any]) -> None:
    chance = random.Random(f"{SEED} {vector['id']}")
    ways = list(places(vector))
    for path in chance.sample(ways, min(len(ways), 6)):
        for strange in STRANGE:
            said = put(name, with_value(vector, path, strange))
            assert "\n" not in said
            assert LAST_RESORT not in said, (path, strange)
        said = put(name, changed(vector, path, lambda inside, key: inside.pop(key)))
        assert LAST_RESORT not in said, (path, "left out")


def nonsense_for(value: Any) -> Iterator[Any]:
    """Values that cannot stand where this one does, whatever it means there."""
    if isinstance(value, bool):
        yield from ("no", 0, None)
    elif isinstance(value, int):
        yield from ("x", True, [value], 1.5, -1, MANY)
    elif isinstance(value, str):
        yield from (f"mis{value}", [value], True, {value: value})
    elif isinstance(value, list):
        yield from ("no", True, 1, [*value, "Dq"], [*value, None])
    elif isinstance(value, dict):
        yield from ("no", True, 1, [value])


@pytest.mark.skipif(NATIVE, reason="compiled rules trust what they get; `qipai examples` asks the interpreted ones")
@pytest.mark.parametrize(("name", "vector"), VECTORS, ids=IDS)
def test_nonsense_is_refused(name: str, vector: dict[str, Any]) -> None:
    """Words that do not exist, a game and options among them, texts for truth, numbers that nothing here can have."""
    chance = random.Random(f"{SEED} nonsense {vector['id']}")
    ways = list(places(vector))
    for path in chance.sample(ways, min(len(ways), 6)):
        for nonsense in nonsense_for(value_at(vector, path)):
            if (
                (vector["kind"], path[-1]) in ANY_NAME
                or ("stakes" in str(path) and nonsense == MANY)
                or (vector["kind"] == "position" and isinstance(nonsense, list))
            ):
                continue  # of a position, a list of one word is that word
            said = put(name, with_value(vector, path, nonsense))
            assert said, (path, nonsense)
            assert LAST_RESORT not in said, (path, nonsense)


def other_answer(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, "x"]
    return "x" if value != "x" else "y"


@pytest.mark.parametrize(("name", "vector"), VECTORS, ids=IDS)
def test_another_answer_fails(name: str, vector: dict[str, Any]) -> None:
    expected = vector.get("expect", {})
    for key in expected if isinstance(expected, dict) else ():
        assert put(name, {**vector, "expect": {**expected, key: other_answer(expected[key])}}), key
        assert put(name, {**vector, "expect": {**expected, "mis" + str(key): None}}), "an answer that there is not"
    if not isinstance(expected, dict):
        assert put(name, {**vector, "expect": other_answer(expected)})


def reordered(value: Any) -> Any:
    """The same with every list the other way round."""
    if isinstance(value, dict):
        return {key: reordered(item) for key, item in value.items()}
    return [reordered(item) for item in reversed(value)] if isinstance(value, list) else value


@pytest.mark.parametrize(("name", "vector"), VECTORS, ids=IDS)
def test_lists_of_answers_compare_as_sets(name: str, vector: dict[str, Any]) -> None:
    """Unless the kind or the name of the fact says that they are in order."""
    kind = kinds_of(find_game(str(vector.get("game", name.removesuffix("_family")))))[vector["kind"]]
    expected = vector.get("expect")
    if kind.ordered or expected is None:
        return
    if isinstance(expected, dict):
        expected = {key: value if key in kind.in_order else reordered(value) for key, value in expected.items()}
    assert put(name, {**vector, "expect": reordered(expected) if isinstance(expected, list) else expected}) == ""


def test_a_file_goes_on_after_what_cannot_be_set_up(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "schema: 1\ngame: gan_deng_yan\nvectors:\n"
        "- {id: seven, kind: draw, given: {players: 7, last_player: 0, talon: 9}, expect: {talon: 2}}\n"
        '- {id: next, kind: follows, over: {cards: ["4"]}, play: {cards: ["5"]}, expect: true}\n',
        encoding="utf-8",
    )
    said: list[str] = []
    assert run_examples([path], said.append) == (1, 1)
    assert said[0].startswith("seven: ")
    assert said[1:] == ["1 passed, 1 failed"]


def test_a_number_that_no_game_has_is_refused_before_anybody_counts_to_it() -> None:
    vector = {"id": "x", "kind": "go_out", "given": {"talon": 10**12, "hand_after_play": 1}, "expect": {"hand_ends": False}}
    with pytest.raises(Failure, match="too large"):
        check(find_game("gan_deng_yan"), vector)
