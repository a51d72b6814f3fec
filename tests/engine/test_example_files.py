"""Files of situations: what differs is told in a line, and nothing is skipped."""

from pathlib import Path

import pytest

from qipai.engine.errors import QipaiError
from qipai.examples import run_examples

GOOD = '{id: a, kind: readings, cards: ["4"], expect: [{type: single, rank: 4}], origin: seed, check: ok}'


def run(folder: Path, *vectors: str, head: str = "schema: 1\ngame: gandengyan") -> list[str]:
    path = folder / "vectors.yaml"
    path.write_text(f"{head}\nvectors:\n" + "\n".join(f"- {vector}" for vector in vectors), encoding="utf-8")
    said: list[str] = []
    passed, failed = run_examples([path], said.append)
    assert said[-1] == f"{passed} passed, {failed} failed"
    return said


def test_a_right_answer(tmp_path: Path) -> None:
    assert run(tmp_path, GOOD) == ["1 passed, 0 failed"]


@pytest.mark.parametrize(
    ("vector", "says"),
    [
        ('{id: b, kind: readings, cards: ["4"], expect: []}', "b: expected expect [], came [{'type': 'single', 'rank': 4}]"),
        ('{id: b, kind: readings, cards: ["4"], expect_contains: [{type: pair, rank: 4}]}', "expect_contains"),
        ('{id: b, kind: dreams, cards: ["4"], expect: []}', "no vectors of kind 'dreams'"),
        ('{id: b, kind: readings, cards: ["4"], colour: red, expect: []}', "no field 'colour'"),
        ('{id: b, kind: readings, cards: ["4"]}', "nothing is expected"),
        ('{id: b, kind: readings, cards: ["1"], expect: []}', "no card here"),
        ("{id: b, kind: readings, cards: [X], option: {decks: 2}, expect: []}", "B and R"),
        ('{id: b, kind: readings, cards: ["4"], option: {decks: 3}, expect: []}', "decks may be 1 or 2"),
        ("{id: b, kind: readings, expect: []}", "there is no 'cards'"),
        ("{id: b, kind: deal, given: {players: 4, weather: fine}, expect: {}}", "no 'weather'"),
        ('{id: b, kind: follows, over: {cards: ["9", "10", X]}, play: {cards: ["2"]}, expect: true}', "name one with `as`"),
        ('{kind: follows, over: {cards: ["4"]}, play: {cards: ["5"]}, expect: 1}', "a vector without id: expected expect 1"),
        (
            '{id: b, kind: score, given: {winner: w, left: {c: ["3"], d: ["4"]}}, expect: {w: 2, c: -1, d: -1}, factors: {}}',
            "b: factors is expected, and this situation has only expect",
        ),
        (
            '{id: d, kind: follows, over: {cards: ["4"]}, play: {cards: ["5"], as: {type: singel, rank: 5}}, expect: false}',
            "d: 5 cannot be read as",
        ),
        ("{id: e, kind: readings, game: sangkrip, cards: ['5'], expect: []}", "e: only vectors of a family name their game"),
        (
            "{id: f, kind: score, given: {winner: w, left: {c: ['3'], d: ['4']}}, expect: {}}",
            "f: nothing is expected of expect",
        ),
        ("{id: 2024-13-45, kind: readings, cards: ['5'], expect: []}", "2024-13-45: expected expect []"),
    ],
)
def test_what_differs_or_cannot_be_asked(tmp_path: Path, vector: str, says: str) -> None:
    told = run(tmp_path, GOOD, vector)
    assert told[-1] == "1 passed, 1 failed"
    assert says in told[0]


def test_a_named_reading(tmp_path: Path) -> None:
    named = (
        "{id: c, kind: follows, over: {cards: ['9', '10', X], as: {type: seq, rank: 8, len: 3}},"
        " play: {cards: ['9', '10', J]}, expect: true}"
    )
    assert run(tmp_path, named) == ["1 passed, 0 failed"]


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ("schema: 2\ngame: gandengyan", "schema: 1"),
        ("schema: 1\ngame: bridge", "no game 'bridge'"),
        ("schema: [", "not YAML"),
        ("schema: true\ngame: gandengyan", "schema: 1"),
        ("schema: 1\ngame: gandengyan\ngame: giog", "'game' is given twice"),
        ("schema: !!int x\ngame: gandengyan", "not YAML"),
        (f"schema: {'[' * 3000}", "nested too deeply"),
    ],
)
def test_another_file(tmp_path: Path, head: str, says: str) -> None:
    with pytest.raises(QipaiError, match=says):
        run(tmp_path, GOOD, head=head)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(QipaiError, match="cannot be read"):
        run_examples([tmp_path / "none.yaml"], print)
