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
from qipai.games import find_game

from ..chance import SEED
from ..vectors import FILES, content

STRANGE = (None, True, "", "x", -1, 0, 7, 1.5, 10**30, [], ["x"], [[]], {}, {"x": 1})
NAMED_FREELY = {("given", "captured"), ("given", "tricks")}  # by players, who may have any name
SITUATIONS = {"id", "kind", "game", "origin", "check", "remark", "seed_facts", "option"}  # not part of the situation itself


VECTORS = [(read["game"], vector) for read in map(content, FILES) for vector in read["vectors"]]
IDS = [f"{name}-{vector['id']}" for name, vector in VECTORS]


def put(name: str, vector: dict[str, Any]) -> str:
    """What is said of a vector; nothing if it passes."""
    try:
        check(find_game(str(vector.get("game", name.removesuffix("_family")))), vector)
    except QipaiError as failure:
        return str(failure)
    return ""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the facts of a situation are: the ways to all keys and items that are not answers or remarks."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        if key not in NO_FACTS and not (
            not path and (key in SITUATIONS or key in ("expect_contains", "factors", "unused_stacks"))
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
            said = put(name, changed(vector, path, lambda inside, key, strange=strange: inside.__setitem__(key, strange)))
            assert "\n" not in said
        put(
            name,
            changed(vector, path, lambda inside, key: inside.__delitem__(key) if isinstance(inside, dict) else inside.pop(key)),
        )


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
