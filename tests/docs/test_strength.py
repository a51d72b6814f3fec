"""The page about the strength of nets says what was measured, of the nets that are there."""

import json
from pathlib import Path

from docs.making.curves import PICTURE, held
from docs.making.ladder import climb, ladder_lines, narrow, settled
from docs.making.strength import FIGURES, PAGE, STEPS, drawn, page, shipped
from qipai.bots.levels import EASY, levels_at
from qipai.bots.nets.files import read_net
from qipai.games import GAMES


def test_the_page_is_made_from_the_figures() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
    assert PICTURE.read_text(encoding="utf-8") == drawn()


def test_easy_was_measured_as_it_is_at_every_table() -> None:
    steps = json.loads(STEPS.read_text(encoding="utf-8"))
    tables = [(name, players, game.noise_at(players)) for name, game in GAMES.items() for players in game.seats]
    assert [(step["game"], step["players"], step["noise"]) for step in steps] == tables
    for step in steps:
        ahead, low, _ = step["ahead"]
        offered = EASY in levels_at(GAMES[step["game"]], step["players"])
        assert offered == (low > 0.57), step
        assert ahead < 0.7


def test_the_figures_are_of_the_shipped_nets() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    nets = [(read_net(path), players) for path, players in shipped()]
    assert {(net["game"], net["players"]): net["digest"] for net in figures} == {
        (net.about.game, players): net.digest for net, players in nets
    }
    assert all(players in net.about.players for net, players in nets)


def test_the_courses_are_of_shipped_nets_and_end_where_their_trainings_did() -> None:
    minutes = {}
    for net in json.loads(FIGURES.read_text(encoding="utf-8")):
        record, minutes[net["digest"]] = net["record"], 0.0
        while record:  # one training on from the other
            minutes[net["digest"]] += record["seconds"] / 60
            record = record.get("begun")
    courses = held()
    assert len(courses) > 8
    for digest, lines in courses.items():
        assert abs(lines[-1]["minutes"] - minutes[digest]) < 0.05
        assert all(low <= wins <= high for line in lines for wins, low, high in line["sizes"].values())


def test_a_ladder_goes_on_where_it_was_and_ranks_the_stronger_bot_first(tmp_path: Path) -> None:
    game, bots = GAMES["gan_deng_yan"], ["random", "rule"]
    climb(game, 2, bots, 8, tmp_path / "stopped")
    found = climb(game, 2, bots, 24, tmp_path / "stopped")
    whole = climb(game, 2, bots, 24, tmp_path / "whole")
    assert found
    assert whole
    (best, worst), deals = found["bots"], found["deals"]
    assert ([best["bot"], worst["bot"]], deals) == (["rule", "random"], 24)
    assert best["below"] == whole["bots"][0]["below"]
    assert best["elo"] == whole["bots"][0]["elo"]
    mean, low, high = best["below"]
    assert 0.5 < low < mean < high < 1
    assert worst["below"] is None
    assert narrow(found, 100 * (high - low) / 2)
    assert not narrow(found, 100 * (high - low) / 2 - 0.1)
    again = settled(game, 2, bots, 100 * (high - low) / 2, 24, tmp_path / "stopped")  # goes on with the deals that are there
    assert again == found
    rows = list(ladder_lines([found]))[1:]
    assert [row.split("`")[1] for row in rows if row.startswith("| Gan")] == ["rule", "random"]
    assert "Gan Deng Yan with 3" in rows[-1]
    assert "Gan Deng Yan with 2" not in rows[-1]
