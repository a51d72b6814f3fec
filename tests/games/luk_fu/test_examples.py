"""The file of situations, and what such a file may ask."""

from pathlib import Path

import pytest
import yaml

from qipai.examples import ROOMS, run_examples
from tests.games.luk_fu.situations import GAME
from tests.vectors import FOLDER, vectors

FILE = FOLDER / "luk_fu.yaml"
VECTORS = vectors("luk_fu")


def answer(folder: Path, vector: str) -> tuple[int, list[str]]:
    path, said = folder / "vectors.yaml", []
    path.write_text(f"schema: 1\ngame: lukfu\nvectors:\n- {vector}\n", encoding="utf-8")
    passed, _ = run_examples([path], said.append)
    return passed, said


def test_the_answers_of_the_file() -> None:
    said: list[str] = []
    assert run_examples([FILE], said.append) == (len(VECTORS), 0), said


def test_every_kind_of_situation_is_asked() -> None:
    assert {vector["kind"] for vector in VECTORS} == set(ROOMS[GAME.room])


def spoilt(value: object) -> object:
    """Another answer of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[1:] if value else ["2S"]
    if isinstance(value, dict):
        key = next(iter(value))
        return {**value, key: spoilt(value[key])}
    return "something else"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_another_answer_is_told(tmp_path: Path, vector: dict[str, object]) -> None:
    """No vector passes whatever it expects."""
    if "cases" in vector:
        cases = [{**case, "expect": not case["expect"]} for case in vector["cases"]]
        other = {**vector, "cases": cases}
    else:
        other = {**vector, "expect": spoilt(vector["expect"])}
    passed, said = answer(tmp_path, yaml.safe_dump(other, default_flow_style=True, width=10_000).strip())
    assert passed == 0
    assert said[0].startswith(f"{vector['id']}: ")


@pytest.mark.parametrize(
    "vector",
    [
        # §11.1 the right to claim after the dealer's call
        "{kind: ng_fu, option: {ng_fu_late_claim: true}, hand_includes: [L, 1S, 1G, 1K, 1C], given: {phase: after_dealer_call},"
        " expect: {may_claim: true, tricks: 8}}",
        "{kind: ng_fu, hand_includes: [L, 1S, 1G, 1K, 1C], given: {phase: after_dealer_call}, expect: {may_claim: false}}",
        # §11.2, §11.3 other surrenders
        "{kind: surrender, option: {surrender_singles_free: true}, given: {best: [5S], hand: [9S, 7S, 4S]},"
        " cases: [{discard: [4S], expect: true}]}",
        # §11.4 what one has seen
        "{kind: aged, option: {aged_inference: faceup}, given: {hand: [7S], out: [9S, 8S]}, expect: {aged: [7S], not_aged: []}}",
        "{kind: aged, option: {aged_inference: faceup}, given: {hand: [7C], out: [9C, 6C], bounds: {q1: {C: 6}, q2: {C: 6}}},"
        " expect: {aged: [], not_aged: [7C]}}",
        "{kind: aged, given: {hand: [7C], out: [9C, 6C], bounds: {q1: {C: 6}, q2: {C: 6}}}, expect: {aged: [7C], not_aged: []}}",
        # §11.5 no evidence
        "{kind: aged_exact, option: {dealer_caller_free_open: true}, given: {pack: {K: [6, 9], C: [2, 3, 4, 5, 6, 7, 8, 9]},"
        " players: [dealer, player2, player3], privileged: null, dreamer: 1, holder: player3, hand: [6K], history:"
        " [[{by: dealer, lead: [5C]}, {by: player2, beat: [6C]}, {by: player3, surrender: 1, cards: [3C]}],"
        " [{by: player2, lead: [9C]}, {by: player3, surrender: 1, cards: [4C]}, {by: dealer, surrender: 1}]]},"
        " expect: {aged: [], not_aged: [6K]}}",
        # §11.6 who has most
        "{kind: end, option: {end_any_six: true}, given: {tricks: {a: 7, b: 5, c: 0}, cards_left: 0}, expect: {winner: a, n: 7}}",
        # §11.7, §11.8 other values
        "{kind: value, option: {base: 5}, given: {n: 7}, expect: 4}",
        "{kind: ng_fu_payoff, option: {scoring: sung1996}, given: {claimer: player2},"
        " expect: {pay: {dealer: -6, player2: 12, player3: -6, dreamer: 0}}}",
        "{kind: declare, given: {tricks: 6, aged: 0, leader: false}, expect: {may_declare: false}}",
        "{kind: meld, cards: [7K], expect: {type: single, rank: 7}}",
    ],
)
def test_options_and_further_forms(tmp_path: Path, vector: str) -> None:
    """§11  What the file does not ask."""
    passed, said = answer(tmp_path, vector)
    assert passed == 1, said


@pytest.mark.parametrize(
    ("vector", "says"),
    [
        (
            "{id: a, kind: meld, cards: [10S], expect: {type: null}}",
            "a: cards must be a list of different cards, each a number from 1 to 9 and",
        ),
        ("{id: b, kind: dreams, expect: 1}", "b: luk_fu answers no vectors of kind 'dreams'"),
        ("{id: c, kind: value, given: {n: 7, weather: fine}, expect: 1}", "no 'weather'"),
        ("{id: d, kind: ng_fu, hand_includes: [L], given: {phase: noon}, expect: {meld: false}}", "before_dealer_call"),
        ("{id: e, kind: end, given: {tricks: {a: 6, b: 6, c: 0}, cards_left: 0}, expect: {result: won}}", "last_winner"),
        ("{id: f, kind: end, given: {tricks: {a: 6, b: 5, c: 0}, cards_left: 1}, expect: {result: won}}", "cards_left is 0"),
        (
            "{id: g, kind: round, given: {lead: {by: dealer, cards: [5S]}, player2_hand: [9S, 7S]},"
            " steps: [{by: player3, surrender: 1}], expect: {tricks: 1}}",
            "player2 is to act",
        ),
        (
            "{id: h, kind: round, given: {lead: {by: dealer, cards: [5S]}, player2_hand: [9S, 7S]},"
            " steps: [{by: player2, surrender: 1}], expect: {tricks: 1}}",
            "player2 must beat",
        ),
        (
            "{id: i, kind: round, given: {lead: {by: dealer, cards: [5S]}, player2_hand: [9S, 7S]},"
            " steps: [{by: player2, play: [8S]}], expect: {tricks: 1}}",
            "legal",
        ),
        ("{id: j, kind: tricks, given: {win_with: [5S, 5G]}, expect: {tricks: 2}}", "the rules refuse"),
        (
            "{id: k, kind: aged_exact, given: {pack: {K: [6, 9, 8]}, players: [dealer, player2, player3], privileged: null,"
            " dreamer: 0, holder: dealer, hand: [6K, 8K], history: []}, expect: {aged: []}}",
            "should hold 1",
        ),
        (
            "{id: l, kind: aged_exact, given: {pack: {K: [6, 9]}, players: [dealer, player2, player3], privileged: null,"
            " dreamer: 0, holder: dealer, hand: [6K], history: []}, expect: {aged: []}}",
            "dealt evenly",
        ),
        (
            "{id: m, kind: aged_exact, given: {pack: {K: [6, 9, 8]}, players: [a, b, c], privileged: null,"
            " dreamer: 0, holder: dealer, hand: [6K], history: []}, expect: {aged: []}}",
            "each dealer, player2 or player3",
        ),
        (
            "{id: n, kind: lead_sequence, given: {privileged: true, dealt: [9S], already_played: [7S], other_face_up: [5S],"
            " opponents: beat}, sequence: [[9S]], expect: legal}",
            "always_surrender",
        ),
        ("{id: o, kind: declare, given: {tricks: 6, aged: 12}, expect: {may_declare: true}}", "not enough cards"),
    ],
)
def test_what_cannot_be_asked(tmp_path: Path, vector: str, says: str) -> None:
    passed, said = answer(tmp_path, vector)
    assert passed == 0
    assert says in said[0]
