"""A tournament in one call."""

import re
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
    with pytest.raises(QipaiError, match="Several processes play bots by name only; mine is an object"):
        qipai.tournament("giog", {"mine": lambda seen: seen.legal[0], "rule": "rule"}, deals=2, jobs=2)
