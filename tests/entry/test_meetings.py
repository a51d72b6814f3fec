"""A tournament in one call."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import qipai
from qipai.arena.comparing import Comparison
from qipai.arena.running import run
from qipai.arena.storing import Folder
from qipai.arena.tournaments import agree
from qipai.engine.errors import QipaiError
from qipai.engine.records import Record, opened
from qipai.games import GAN_DENG_YAN
from tests.test_architecture import ROOT


class Cheapest:
    def act(self, observation: Record, legal: Record, clock: int | None) -> int:
        return int(opened(legal).list[0])


def test_it_is_the_tournament_of_the_arena(tmp_path: Path) -> None:
    standings = qipai.tournament("gan_deng_yan", ["random", "rule"], deals=6, players=2, seed=5)
    agreed = agree(GAN_DENG_YAN, GAN_DENG_YAN.ruleset(), ["random", "rule"], deals=6, players=2, seed=5)
    folder = Folder(tmp_path, agreed, resume=False)
    assert run(folder)
    assert standings.digest == Comparison(agreed, folder.rows).digest


def test_functions_objects_and_classes_sit_down_and_play_alike() -> None:
    first = {"function": lambda seen: seen.legal[0], "object": Cheapest(), "class": Cheapest, "rule": "rule"}
    standings = qipai.tournament("gan_deng_yan", first, deals=4, players=2)
    equal = [one for one in standings.comparison.contrasts if "rule" not in (one.one, one.other)]
    assert len(equal) == 3
    assert all(one.points.mean == 0 for one in equal), "they choose alike, and duplicate deals cancel"
    assert "| rule |" in str(standings)


def test_it_goes_on_where_its_folder_ends(tmp_path: Path) -> None:
    qipai.tournament("giog", ["random", "rule"], deals=4, players=2, out=tmp_path / "kept")
    more = qipai.tournament("giog", ["random", "rule"], deals=8, players=2, out=tmp_path / "kept")
    assert more.digest == qipai.tournament("giog", ["random", "rule"], deals=8, players=2).digest


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (["rule"], "A tournament is between two bots or more."),
        (["rule", "nobody"], "There is no bot of level 'nobody'"),
        ({"mine": 3, "rule": "rule"}, "A bot is a name, a function of what a seat knows, or an object with `act`, not 3."),
        ({"mine": lambda seen: 77, "rule": "rule"}, "A bot chose 77, which is none of its"),
        ({"mine": lambda seen: None, "rule": "rule"}, "A bot chose None, which is none of its"),
    ],
)
def test_bad_input_gets_a_sentence(bots: object, sentence: str) -> None:
    with pytest.raises(QipaiError, match=re.escape(sentence)):
        qipai.tournament("giog", bots, deals=2, players=2)  # type: ignore[arg-type]


def test_several_processes_play_bots_by_name_only() -> None:
    with pytest.raises(QipaiError, match=r"give them as a list, \['rule', 'random'\]"):
        qipai.tournament("gan_deng_yan", {"a": "rule", "b": "random"}, deals=2, players=2, jobs=2)
    with pytest.raises(QipaiError, match="Several processes play bots by name only; mine is an object"):
        qipai.tournament("giog", {"mine": lambda seen: seen.legal[0], "rule": "rule"}, deals=2, jobs=2)


SEVERAL = """
import qipai

qipai.tournament("gan_deng_yan", ["random", "rule"], players=2, deals=200, jobs=2)
"""
IN_A_DAEMON = """
import multiprocessing
import qipai

def play():
    qipai.tournament("gan_deng_yan", ["random", "rule"], players=2, deals=200, jobs=2)

if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=play, daemon=True)
    process.start()
    process.join()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "as_file", "sentence"),
    [
        (SEVERAL, True, "QipaiError: A process that shared the work ended before it answered."),
        (SEVERAL, False, "QipaiError: A process that shared the work ended before it answered."),
        (IN_A_DAEMON, True, "QipaiError: A daemonic process may start no others: call this with jobs=1"),
    ],
    ids=["without a guard", "from the standard input", "in a daemonic process"],
)
def test_where_no_processes_can_be_started_a_sentence_says_what_to_do(
    tmp_path: Path, program: str, as_file: bool, sentence: str
) -> None:
    path = tmp_path / "program.py"
    path.write_text(program)
    ran = subprocess.run(
        [sys.executable, str(path) if as_file else "-"],
        input=None if as_file else program,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "RuntimeError" not in ran.stderr, "whoever shares the work, and runs the program itself, begins no pool"
    said = [line for line in ran.stderr.splitlines() if line.startswith(f"qipai.engine.errors.{sentence}")]
    assert said
    assert all("jobs=1" in line for line in said)
