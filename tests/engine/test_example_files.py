"""Files of situations: what differs is told in a line, and nothing is skipped."""

from pathlib import Path

import pytest

from qipai.examples import run_examples

GOOD = '{id: a, kind: readings, cards: ["4"], expect: [{type: single, rank: 4}], origin: seed, check: ok}'


def run(folder: Path, *vectors: str, head: str = "schema: 1\ngame: gandengyan", more: bool = False) -> list[str]:
    """The lines about these vectors in a file; with `more`, another file with a right answer follows."""
    path = folder / "vectors.yaml"
    path.write_text(f"{head}\nvectors:\n" + "\n".join(f"- {vector}" for vector in vectors), encoding="utf-8")
    said: list[str] = []
    files = [path]
    if more:
        files.append(folder / "more.yaml")
        files[1].write_text(f"schema: 1\ngame: gandengyan\nvectors:\n- {GOOD}\n", encoding="utf-8")
    passed, failed = run_examples(files, said.append)
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
            "d: play.as.type must be single, pair, trip,",
        ),
        ("{id: e, kind: readings, game: sangkrip, cards: ['5'], expect: []}", "e: only vectors of a family name their game"),
        (
            "{id: f, kind: score, given: {winner: w, left: {c: ['3'], d: ['4']}}, expect: {}}",
            "f: nothing is expected of expect",
        ),
        ('{id: g, kind: readings, cards: ["4"], expect_contains: []}', "g: nothing is expected where something could be"),
        (
            "{id: h, kind: position, given: {hands: ['4-4', '5'], actions: '4-4'}, expect: {next: {}}}",
            "h: nothing is expected where something could be",
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
        ("schema: &a 1\ngame: *a", "a value is written out, and no alias of another"),
    ],
)
def test_a_file_that_is_none_of_these_is_a_line_and_the_next_is_read(tmp_path: Path, head: str, says: str) -> None:
    told = run(tmp_path, GOOD, head=head, more=True)
    assert len(told) == 2
    assert told[0].startswith(f"{tmp_path / 'vectors.yaml'}: ")
    assert says in told[0]
    assert told[1] == "1 passed, 1 failed"


def unreadable(folder: Path, how: str) -> Path:
    path = folder / how
    if how == "folder":
        path.mkdir()
    elif how == "other letters":
        path.write_bytes("schema: 1\ngame: 斗地主\nvectors: []\n".encode("gb18030"))
    elif how == "control characters":
        path.write_bytes(b"schema: 1\ngame: \x00\nvectors: []\n")
    return path


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("none", "cannot be read: No such file"),
        ("folder", "cannot be read: Is a directory"),
        ("other letters", "no text in UTF-8"),
        ("control characters", "not YAML"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, how: str, says: str) -> None:
    (tmp_path / "vectors").mkdir()
    first, said = unreadable(tmp_path, how), run(tmp_path / "vectors", GOOD)
    assert said == ["1 passed, 0 failed"]
    said.clear()
    assert run_examples([first, tmp_path / "vectors" / "vectors.yaml"], said.append) == (1, 1)
    assert says in said[0]
    assert said[1:] == ["1 passed, 1 failed"]


def test_a_file_that_one_may_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A superuser may read every file, so the system's refusal is put in its place."""

    def refuse(path: Path, **_: object) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    said: list[str] = []
    assert run_examples([tmp_path / "mine.yaml"], said.append) == (0, 1)
    assert said == [f"{tmp_path / 'mine.yaml'}: this file cannot be read: Permission denied.", "0 passed, 1 failed"]


@pytest.mark.parametrize("name", ["two\\nlines", "a\\rb", "a\\u2028b", "a\\x85b"])
def test_a_name_with_a_line_break_is_told_in_a_line(tmp_path: Path, name: str) -> None:
    vector = f'{{id: "{name}", kind: readings, cards: ["4"], expect: []}}'
    told = run(tmp_path, vector, vector)
    assert len(told) == 3
    assert all(len(line.splitlines()) == 1 for line in told)
    assert told[2] == "0 passed, 2 failed"


@pytest.mark.parametrize(
    ("game", "vector", "says"),
    [
        # nobody sits at Dq; twice the same; a word that is no list; one player cannot end a game
        (
            "gou_ji",
            "kind: blocks, given: {active: [A, Dq]}, expect: {}",
            "given.active must be a list of 2 or more different items",
        ),
        ("gou_ji", "kind: blocks, given: {active: [A, A]}, expect: {}", "given.active must be"),
        ("gou_ji", "kind: blocks, given: {active: AB}, expect: {}", "given.active must be"),
        ("gou_ji", "kind: blocks, given: {active: [A]}, expect: {}", "given.active must be"),
        (
            "gou_ji",
            'kind: shao_penalty, given: {declared: "no"}, expect: {}',
            "given.declared must be true or false, and not 'no'",
        ),
        # §1.3: sixteen 2s, and four jokers of each colour
        ("gou_ji", "kind: revolution, given: {hand_counts: {twos: 17, jokers: 0}}, expect: {}", "a whole number from 0 to 16"),
        ("gou_ji", "kind: revolution, given: {hand_counts: {twos: 0, jokers: 9}}, expect: {}", "a whole number from 0 to 8"),
        (
            "gou_ji",
            "kind: revolution, given: {hand_counts: {twos: -1, jokers: 0}}, expect: {}",
            "given.hand_counts.twos must be",
        ),
        ("gou_ji", "kind: tribute_cards, given: {hand: [R], n: 3}, expect: {}", "given.n must be a whole number from 1 to 2"),
        ("gou_ji", "kind: valid, set: [9], expect: true", "set must be a list of 1 or more items, each 3, 4, 5,"),
        (
            "giog",
            "kind: taking, given: {priority: [N, S], rows: [[1, 2], [7, 9]]}, expect: {legal_starts: []}",
            "with the stacks from 1 to 16 in order",
        ),
        ("giog", "kind: result, given: {captured: {N: 33, S: 0}}, expect: {}", "given.captured must be"),
        ("giog", "kind: result, given: {captured: {N: 16, S: 17}}, expect: {}", "33 pieces are captured, and 32 are in play"),
        ("giog", "kind: ranking, type: noble9, expect: []", "this game has no noble9"),
        ("gan_deng_yan", "kind: draw, given: {players: 4, last_player: 5, talon: 3}, expect: {}", "there is no seat 5"),
        ("gan_deng_yan", "kind: draw, given: {players: 4, talon: 3}, expect: {}", "there is no 'last_player'"),
        (
            "gan_deng_yan",
            'kind: readings, cards: ["4", "4", "4", "4", "4"], option: [decks], expect: []',
            "option must be house rules",
        ),
        ("gan_deng_yan", 'kind: bare_joker, given: {on_lead: "yes", hand: [X], talon: 0}, expect: {}', "given.on_lead must be"),
        ("dou_dizhu", "kind: follows, over: '4', play: 'no', expect: false", "'no' lays no cards"),
        ("luk_fu", "kind: end, given: {tricks: {a: 6, b: 6}, cards_left: 0}, expect: {}", "tricks are of 3 players"),
        ("luk_fu", "kind: value, given: {n: 3}, expect: 1", "3 tricks are worth nothing"),
        (
            "luk_fu",
            'kind: surrender, given: {best: ["5S", "6S", "7S"], hand: ["9S"]}, cases: [{discard: ["9S"], expect: true}]',
            "dealer holds 3 cards, which are more than are dealt",
        ),
        (
            "luk_fu",
            'kind: surrender, given: {best: ["5S"], hand: ["5S"]}, cases: [{discard: ["5S"], expect: true}]',
            "a card is in two hands",
        ),
        (
            "gou_ji",
            'kind: scenario, given: {table: {by: A, cards: ["6", "6"]}, to_act: B, all_in: true}, '
            "steps: [{by: B, play: [K, K], expect: {}}]",
            "nothing is expected where something could be",
        ),
    ],
)
def test_what_a_fact_may_be(tmp_path: Path, game: str, vector: str, says: str) -> None:
    told = run(tmp_path, f"{{id: a, {vector}}}", head=f"schema: 1\ngame: {game}")
    assert says in told[0]
    assert told[1:] == ["0 passed, 1 failed"]


def test_a_vector_of_another_family(tmp_path: Path) -> None:
    told = run(tmp_path, "{id: a, kind: constants, game: luk_fu, expect: {}}", head="schema: 1\ngame: giog_family")
    assert told[0] == "a: luk_fu is no game of the family that this file is about."
