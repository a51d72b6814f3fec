"""The kind `position`, which every game answers, and the files of situations for house rules that use it."""

from pathlib import Path

import pytest

from qipai.examples import kinds_of, run_examples
from qipai.games import GAMES

from ..vectors import FOLDER

FILES = sorted(FOLDER.glob("*_house_rules.yaml"))
TIGERS = "hands: [2S-3S-4S-5S-6S, 2G-3G-4G-5G-6G, 9C, L-1S-1G-1K-1C], actions: keep keep claim"


def answer(folder: Path, game: str, *vectors: str) -> tuple[int, list[str]]:
    path = folder / "vectors.yaml"
    path.write_text("\n".join(["schema: 1", f"game: {game}", "vectors:", *(f"- {one}" for one in vectors)]), encoding="utf-8")
    said: list[str] = []
    passed, _ = run_examples([path], said.append)
    return passed, said


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_answers_of_the_file(file: Path) -> None:
    said: list[str] = []
    passed, failed = run_examples([file], said.append)
    assert passed > 10
    assert not failed, said


def test_every_game_answers_it() -> None:
    assert all("position" in kinds_of(game) for game in GAMES.values())


@pytest.mark.parametrize(
    ("game", "expect"),
    [
        ("gan_deng_yan", "given: {hands: [4-6-9, 5-5], actions: 4}, expect: {to_act: [1], legal: [pass, '5'], points: null}"),
        # a right out of turn: team mates may be asked for their number of cards
        (
            "gou_ji",
            "given: {hands: [7, '3', '5', A, '8', '4'], actions: keep keep keep keep keep keep play_on play_on play_on play_on"
            " play_on play_on 7, attempt: '4:count 2'}, expect: {to_act: [1], rights: [0, 2, 3, 4, 5], may: true, section: null}",
        ),
        ("luk_fu", f"given: {{{TIGERS}}}, expect: {{to_act: [], legal: [], result: {{winner: 3, number: 8}}}}"),
        # a shared win is a fraction of a point
        (
            "giog",
            "given: {players: 2, hand_size: 2, cards: [rA, rC, bP, rE], actions: turn 2 turn 1 take 1 rC rE bP rA},"
            " expect: {points: [1/2, 1/2]}",
        ),
    ],
)
def test_what_is_answered(tmp_path: Path, game: str, expect: str) -> None:
    passed, said = answer(tmp_path, game, f"{{id: a, kind: position, {expect}}}")
    assert passed == 1, said


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("given: {hands: [4-6-9, 5-5], actions: 4, weather: fine}, expect: {to_act: [1]}", "no part 'weather'"),
        ("given: {hands: [4-6-9, 5-5], decks: 2, actions: 4}, expect: {to_act: [0]}", "expected expect {'to_act': [0]}"),
        ("given: {hands: [4-6-9, 5-5], actions: 5}, expect: {to_act: [1]}", "is not legal for seat 0"),
        ("given: {hands: [4-6-9, 5-5], actions: 4, attempt: 5 pass}, expect: {may: true}", "must be one action"),
        ("given: {hands: [4-4, '5'], actions: 4-4, attempt: pass}, expect: {may: true}", "the deal is over"),
        ("given: {hands: [4-6-9, 5-5], actions: 4}, expect: {may: true}", "no answer 'may'"),
        ("given: {hands: [4-4, '5'], actions: 4-4}, expect: {next: {dealer: 1}}", "expected expect"),
        ("given: {hands: [4-4, '5'], actions: 4-4}, expect: {next: {weather: 1}}", "no 'weather'"),
        ("given: {hands: [4-6-9, 5-5], dealer: 1 2, actions: 4}, expect: {to_act: [1]}", "dealer must be a word"),
        ("given: {hands: [4-6-9, 5-5], actions: 4, attempt: '6'}, expect: {section: '9.9'}", "came {'section': '5.2'}"),
    ],
)
def test_what_differs_or_cannot_be_asked(tmp_path: Path, asked: str, says: str) -> None:
    passed, said = answer(tmp_path, "gan_deng_yan", f"{{id: a, kind: position, {asked}}}")
    assert passed == 0
    assert says in said[0]
