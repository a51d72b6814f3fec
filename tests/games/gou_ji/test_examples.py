"""The file of situations, and what such a file may ask."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from qipai.examples import ROOMS, run_examples
from tests.vectors import FOLDER, vectors

FILE = FOLDER / "gou_ji.yaml"
VECTORS = vectors("gou_ji")


def answer(folder: Path, vector: str) -> tuple[int, list[str]]:
    path = folder / "vectors.yaml"
    said: list[str] = []
    path.write_text(f"schema: 1\ngame: gouji\nvectors:\n- {vector}\n", encoding="utf-8")
    passed, _ = run_examples([path], said.append)
    return passed, said


def test_the_answers_of_the_file() -> None:
    said: list[str] = []
    assert run_examples([FILE], said.append) == (len(VECTORS), 0), said


def test_every_kind_of_situation_is_asked() -> None:
    assert {vector["kind"] for vector in VECTORS} == set(ROOMS["gou_ji"])


def spoilt(value: Any) -> Any:
    """Another answer of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [spoilt(value[0]), *value[1:]]
    if isinstance(value, list):
        return value[1:] if value else ["2"]
    if isinstance(value, dict):
        key = next(iter(value))
        return {**value, key: spoilt(value[key])}
    return "something else"


def spoilt_answers(vector: dict[str, Any]) -> list[dict[str, Any]]:
    """The vector with each of its answers spoilt in turn."""
    if "steps" not in vector:
        expect = vector["expect"]
        if not isinstance(expect, dict):
            return [{**vector, "expect": spoilt(expect)}]
        return [{**vector, "expect": {**expect, key: spoilt(expect[key])}} for key in expect]
    others = []
    for number, step in enumerate(vector["steps"]):
        for key, value in step.get("expect", {}).items():
            other = {**step, "expect": {**step["expect"], key: spoilt(value)}}
            others.append({**vector, "steps": [*vector["steps"][:number], other, *vector["steps"][number + 1 :]]})
    return others


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_another_answer_is_told(tmp_path: Path, vector: dict[str, Any]) -> None:
    """No vector passes whatever it expects."""
    for other in spoilt_answers(vector):
        passed, said = answer(tmp_path, yaml.safe_dump(other, default_flow_style=True, width=10_000).strip())
        assert passed == 0, other
        assert said[0].startswith(f"{vector['id']}: ")


KINGS = "hands: {A: [A, A, '8', '9'], B: [K, K, '3'], C: [A, A, '7'], E: ['5']}"


@pytest.mark.parametrize(
    "vector",
    [
        # §2.2 every card
        "{kind: kaipai, given: {kaipai: B, card: J}, expect: {first_taker: F}}",
        "{kind: kaipai_joker, given: {kaipai: F, cards: [B, R, Q]}, expect: {kaipai: B, first_taker: A}}",
        # §3.2, §3.3 threes
        "{kind: show_threes, given: {kind: FIRST, holder_cards: [H3, S3]}, expect: {may_show: false}}",
        "{kind: show_threes, given: {kind: FRESH, holder_cards: [H3, S3, S3]}, expect: {may_show: true, effect: starts}}",
        "{kind: starter, given: {kind: FRESH, first_taker: C, shown_by: F}, expect: {starter: F}}",
        # §2.1, §5.7, §14.4 what follows
        "{kind: next_kind, given: {places: [A, B, C, D, E, F]}, expect: {kind: ORDINARY, tribute: ordinary}}",
        "{kind: next_kind, given: {event: revolution, during: FRESH}, expect: {kind: FRESH, tribute: sweep}}",
        "{kind: next_kind, option: {revolution_keeps_tribute: all}, given: {event: revolution, during: ORDINARY},"
        " expect: {kind: FRESH, tribute: ordinary}}",
        "{kind: next_kind, option: {revolution_quorum: 2}, given: {event: revolution, during: FIRST},"
        " expect: {kind: FRESH, tribute: none}}",
        # §5.1, §5.2, §5.5 tribute
        "{kind: tribute, given: {kind: FRESH, places: [A, C, E, B, D, F]},"
        " expect: {obligations: [{from: B, to: E, n: 1}, {from: D, to: A, n: 1}, {from: F, to: C, n: 1}]}}",
        "{kind: tribute, given: {kind: ORDINARY, places: [A, B, C, E, D, F]}, expect: {big_loser: F, starter: F}}",
        "{kind: swap, given: {kind: ORDINARY, places: [A, B, C, E, D, F]}, expect: {may_swap: true}}",
        "{kind: tribute_cards, given: {hand: [A, '9', '3'], n: 1}, expect: {give: [A]}}",
        "{kind: waive, given: {from: D, to: B}, expect: {may_waive: true, needs: both}}",
        # §6.5, §14.5
        "{kind: level, option: {low_joker_duel: false}, set: ['3', '3', B], expect: {level: false, duel: false}}",
        # §9 Shao Pai
        "{kind: shao, option: {shao_validation: strict}, given: {starter: B, table: [K, K], candidate: A,"
        " hand: [A, A, '8', '9'], first: [A, A]}, expect: {candidate: true, ok: false}}",
        "{kind: shao, given: {starter: B, table: [K, K], candidate: C, hand: [Q, Q, '9'], first: [Q, Q]},"
        " expect: {candidate: false, ok: false}}",
        "{kind: shao_penalty, given: {declared: true, ok: false, first_unbeaten: false}, expect: {place: null}}",
        "{kind: shao_penalty, given: {declared: true, ok: true, first_unbeaten: true}, expect: {place: null}}",
        "{kind: shao_penalty, given: {declared: false, ok: false, first_unbeaten: true}, expect: {place: null}}",
        # §11 talk
        "{kind: rang_allowed, given: {last_by: B, beaten_by: E, b_and_c: [passed, passed]}, expect: {allowed: true}}",
        "{kind: rang_allowed, given: {last_by: A, beaten_by: D, b_and_c: [passed, out]}, expect: {allowed: true}}",
        "{kind: ask_count, given: {asker: A, target: C, target_cards: 11, out: []}, expect: {allowed: true, answer: more}}",
        "{kind: expose, given: {own_turn: false, own_cards: 5}, expect: {allowed: false, stays: false}}",
        "{kind: expose, option: {expose_max: 3}, given: {own_turn: true, own_cards: 5}, expect: {allowed: false}}",
        # §10 the endgame
        "{kind: blocks, given: {active: [A, C, E, F]}, expect: {arrangement: blocks, blocks: [[A, C, E], [F]]}}",
        "{kind: duel_in_endgame, option: {endgame_duels: false}, given: {active: [C, D, E, F], player: C, play: [K, K]},"
        " expect: {duel: false, defender: null}}",
        # §12
        "{kind: score, places_of_team: [1, 2, 3], expect: {team: 12, other: -12}}",
        "{kind: score, option: {score_record: winner_only}, places_of_team: [4, 5, 6], expect: {team: 0, other: 12}}",
        # §14.19
        "{kind: misplay, given: {table: ['7', '7'], attempt: [Q, Q, Q], hand: [Q, Q, Q, '4']}, expect: {correctable: false}}",
        "{kind: misplay, option: {misplay: correct}, given: {table: ['7'], attempt: [Q, '2'], hand: [Q, '2', '4']},"
        " expect: {correctable: true, final: [[Q], ['2']]}}",
        # who may declare, who is asked, what the declarer leads
        f"{{kind: scenario, given: {{leader: B, {KINGS}}}, steps: ["
        "{by: B, play: [K, K], expect: {shao_candidates: [C, A], responders: []}},"
        " {by: A, shao: [A, A], expect: {responders: [B, C, D, E, F]}},"
        " {pass_all: [B, C, D, E, F], expect: {leader: B, out: A}}]}",
        f"{{kind: scenario, given: {{leader: B, {KINGS}}}, steps: ["
        "{by: B, play: [K, K]}, {by: C, shao: [A, A]},"
        " {pass_all: [D, E, F, A, B], expect: {leader: C, mode: SHAO, must: final_or_joker}},"
        " {by: C, play: ['7'], expect: {out: C, mode: NORMAL, must: null}}]}",
        # §10.4, §14.8 who goes first is who the next step names
        "{kind: scenario, given: {leader: A, out: [E, F]}, steps: [{by: A, play: ['5'], expect: {to_act: null}},"
        " {by: D, play: ['6']}, {by: C, pass: true, expect: {to_act: B}}, {by: B, pass: true, expect: {to_act: A}}]}",
        "{kind: scenario, option: {order_protocol: vote}, given: {leader: A, out: [E, F]}, steps: [{by: A, play: ['5']},"
        " {by: D, play: ['6']}, {pass_all: [C, B], expect: {to_act: A}}]}",
        # §11.1
        "{kind: scenario, given: {leader: A, hands: {A: ['4', A]}}, steps: [{by: A, play: ['4']}, {pass_all: [B, C]},"
        " {by: D, play: ['8']}, {by: A, rang: true, answer: disagree, expect: {binding_pass: null, to_act: E}},"
        " {by: E, play: ['9']}]}",
        # §14.25 nobody advises where the table has agreed on it
        "{kind: expose, option: {advice: false}, given: {own_turn: true, own_cards: 5}, expect: {advice: false, stays: true}}",
        # §10.3 in the middle of a trick that the owner has led
        "{kind: scenario, given: {table: {by: A, cards: ['5']}, passed: [B], to_act: C, out: [E, F]}, steps: ["
        "{by: C, pass: true, expect: {to_act: D}}, {by: D, pass: true, expect: {trick_end: true, leader: A}}]}",
    ],
)
def test_options_and_further_forms(tmp_path: Path, vector: str) -> None:
    """What the file does not ask."""
    passed, said = answer(tmp_path, vector)
    assert passed == 1, said


LEAD = "given: {leader: A}"


@pytest.mark.parametrize(
    ("vector", "says"),
    [
        ("{id: a, kind: beats, play: ['5', '6'], over: ['3', '3'], expect: true}", "a: 5-6 is no set"),
        ("{id: b, kind: dreams, expect: 1}", "b: gou_ji answers no vectors of kind 'dreams'"),
        (
            "{id: c, kind: kaipai, given: {kaipai: G, card: A}, expect: {first_taker: A}}",
            "given.kaipai must be A, B, C, D, E or F, and not 'G'",
        ),
        ("{id: d, kind: kaipai, given: {kaipai: A, card: A, weather: fine}, expect: {first_taker: A}}", "no 'weather'"),
        (
            "{id: e, kind: starter, given: {kind: LAST, first_taker: C}, expect: {starter: C}}",
            "given.kind must be FIRST, FRESH or ORDINARY",
        ),
        (
            "{id: f, kind: next_kind, given: {event: rain}, expect: {kind: FRESH}}",
            "given.event must be revolution or participant_changed",
        ),
        (
            "{id: g, kind: show_threes, given: {kind: FIRST, holder_cards: [3H]}, expect: {may_show: false}}",
            "each S3, H3, D3 or C3",
        ),
        (
            "{id: h, kind: rang_allowed, given: {last_by: A, beaten_by: C, b_and_c: [played, out]}, expect: {allowed: true}}",
            "Dui Men",
        ),
        (
            "{id: i, kind: rang_allowed, given: {last_by: A, beaten_by: D, b_and_c: [passed, slept]}, expect: {allowed: true}}",
            "each played, passed or out",
        ),
        (
            "{id: j, kind: order, given: {active: [A, B, C, D], leader: A, passes: [B]}, expect: {slots: [{slot: 1}]}}",
            "only be none",
        ),
        (f"{{id: k, kind: scenario, {LEAD}, steps: [{{pass_all: [B]}}]}}", "step 1: A is to act, and not B"),
        (
            f"{{id: l, kind: scenario, {LEAD}, steps: [{{by: B, play: ['4'], expect: {{mode: NORMAL}}}}]}}",
            "step 1: A is to act",
        ),
        (f"{{id: m, kind: scenario, {LEAD}, steps: [{{by: A, pass: true}}]}}", "step 1: the rules refuse"),
        (f"{{id: n, kind: scenario, {LEAD}, steps: [{{by: A, shao: ['4']}}]}}", "A is not asked about Shao Pai now"),
        (f"{{id: o, kind: scenario, {LEAD}, steps: [{{by: A, sing: true}}]}}", "there is no 'play'"),
        (
            "{id: p, kind: scenario, given: {leader: A, rain: true}, steps: [{by: A, play: ['4'], expect: {out: null}}]}",
            "no 'rain'",
        ),
        (f"{{id: q, kind: scenario, {LEAD}, steps: [{{by: A, play: ['4'], expect: {{luck: 1}}}}]}}", "no answer 'luck'"),
    ],
)
def test_what_cannot_be_asked(tmp_path: Path, vector: str, says: str) -> None:
    passed, said = answer(tmp_path, vector)
    assert passed == 0
    assert says in said[0]
