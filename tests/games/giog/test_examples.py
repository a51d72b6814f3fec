"""The family's file of situations, each put to its game, and what such a file may ask."""

from pathlib import Path

import pytest

from qipai.examples import ROOMS, run_examples
from qipai.games import GIOG_FAMILY
from tests.vectors import FOLDER, vectors

FILE = FOLDER / "giog.yaml"
VECTORS = vectors("giog")


def test_the_answers_of_the_file() -> None:
    said: list[str] = []
    assert run_examples([FILE], said.append) == (len(VECTORS), 0), said


def test_every_kind_of_situation_is_asked() -> None:
    assert {vector["kind"] for vector in VECTORS} == set(ROOMS["giog"])
    assert {vector.get("game", "giog") for vector in VECTORS} == {game.name for game in GIOG_FAMILY} - {"zhihu"}


@pytest.mark.parametrize(
    ("vector", "says"),
    [
        # §4.4 the order of a ranking counts
        (
            "{id: a, game: giog, kind: ranking, type: four, expect: [[bP, bP, bP, bP], [rP, rP, rP, rP]]}",
            "a: expected expect [['bP', 'bP', 'bP', 'bP'], ['rP'",
        ),
        # §4.5 what is a noble in Giog is none in Jū mǎ pāo
        ("{id: b, game: jumapao, kind: combo, pieces: [rC, rA, rE], expect: {type: noble}}", "b: expected"),
        ("{id: c, game: giog, kind: combo, pieces: [rC, rA, rE], expect: null}", "c: expected expect None"),
        ("{id: d, game: bridge, kind: order, expect: []}", "no game 'bridge'"),
        (
            "{id: e, game: giog, kind: trick, given: {leader: 0, plays: {0: [rC], 1: [bC]}, led: single}, expect: {}}",
            "no 'led'",
        ),
        (
            "{id: f, game: giog, kind: trick, given: {leader: 0, type: pair, plays: {0: [rC], 1: [bC]}}, expect: {winner: 0}}",
            "not pair",
        ),
        (
            "{id: g, game: giog, kind: trick, given: {leader: 0, plays: {0: [rC, bC], 1: [bP, rP]}}, expect: {winner: 0}}",
            "refuse",
        ),
        # §11.3, §11.4 options
        ("{id: h, game: sangkrip, kind: combo, pieces: [rG, rP, rP, rP, rP], expect: null}", "h: expected expect None"),
        ("{id: i, game: sangkrip, option: {general_rule: forbid}, kind: order, expect: []}", "penalty or void"),
        ("{id: j, game: giog, kind: result, given: {captured: {N: 12, S: 40}}, expect: {winners: [S]}}", "0 to 32"),
    ],
)
def test_a_wrong_answer_or_question(tmp_path: Path, vector: str, says: str) -> None:
    path = tmp_path / "vectors.yaml"
    path.write_text(f"schema: 1\ngame: giog_family\nvectors:\n- {vector}\n", encoding="utf-8")
    said: list[str] = []
    assert run_examples([path], said.append) == (0, 1)
    assert says in said[0]


@pytest.mark.parametrize(
    "vector",
    [
        "{game: sangkrip, option: {gpp_double_pawn_pairs: false}, kind: combo, pieces: [rG, rP, rP, rP, rP], expect: null}",
        "{game: sangkrip, option: {gpp_black_beats_red: true}, kind: beats, play: [bG, bA, bA, bC, bC],"
        " over: [rG, rE, rE, rC, rC], expect: true}",
        "{game: daqiluo2, option: {must_show: false, under_face: up}, kind: trick,"
        " given: {leader: 0, plays: {0: [rC], 1: [bP]}}, expect: {winner: 0, on_top: [0], under: [1]}}",
        "{game: tamcuc, kind: trick, given: {leader: 0, plays: {0: [rH], 1: [bC], 2: [rP]}}, expect: {winner: 1, exposed: [0, 1]}}",
        "{game: tamcuc, option: {tamcuc_three: 27}, kind: pieces_each, expect: {3: 9}}",
        "{game: zhihu, kind: combo, pieces: [rG, rA, rE, bP], expect: {type: triple_one, place: 1}}",
        "{kind: counts, expect: {total: 32}}",
    ],
)
def test_options_and_further_games(tmp_path: Path, vector: str) -> None:
    """§11.3, §11.4, §11.6, §11.7, §11.9  What the file does not ask."""
    path = tmp_path / "vectors.yaml"
    path.write_text(f"schema: 1\ngame: giog_family\nvectors:\n- {vector}\n", encoding="utf-8")
    said: list[str] = []
    assert run_examples([path], said.append) == (1, 0), said
