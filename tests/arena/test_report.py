"""Reports: every figure finds its table, pages and pictures are written."""

from collections import Counter

import pytest

from qipai.arena.comparing import Comparison
from qipai.arena.plots import draw
from qipai.arena.report import markdown, print_report, sheets, write_report
from qipai.arena.storing import Kept
from qipai.arena.tournaments import agree, play_here
from tests.arena.toy import MAKERS, TOY


@pytest.fixture(scope="module")
def found():
    tournament = agree(TOY, TOY.ruleset(), ("never", "always", "often"), 40, 3, makers=MAKERS)
    return Comparison(tournament, [row for rows in play_here(tournament, tournament.shards({})) for row in rows])


@pytest.fixture(scope="module")
def kept(found):
    return Kept(found.terms, "1.0", ["0123"])


def test_the_strongest_stands_first(found):
    ratings, matches, ahead, thinking = sheets(found)
    assert [line[0] for line in ratings.lines] == ["always", "often", "never"]
    assert len(matches.lines) == 6
    assert matches.lines[0][0] == "never – always"
    assert matches.heads[2:5] == ("wins", "points", "points ahead")
    assert matches.lines[0][3:5] == ("-6.000 ± 0.000", "-9.000 ± 0.000")
    assert [line[0] for line in ahead.lines] == ["never", "always", "often"]
    assert len(thinking.lines) == 3


def test_a_page_and_its_source(found, kept, tmp_path):
    write_report(found, kept, tmp_path, ["ratings.svg"])
    text, page = (tmp_path / "report.md").read_text("utf-8"), (tmp_path / "report.html").read_text("utf-8")
    assert found.digest in text
    assert found.digest in page
    assert page.count("<table>") == 4
    assert '<img src="ratings.svg"' in page
    assert "stopped" not in text


def test_what_was_stopped_says_so_and_so_do_changed_sources(found, kept):
    short = Comparison(found.tournament, play_some(found.tournament, 3))
    text = markdown(short, Kept(kept.terms, "1.0", ["0123", "4567"]), [])
    assert "(stopped before the end)" in text
    assert "0123 and 4567" in text
    assert "may not come again" in text


def play_some(tournament, sessions):
    """Some of the first match alone: the third bot has met nobody."""
    rows = play_here(tournament, tournament.shards({})[:1])
    return [row for _ in range(sessions) for row in next(rows)]


def test_one_deal_is_reported_without_intervals(found, kept):
    alone = Comparison(found.tournament, play_some(found.tournament, 1))
    ratings, matches, *_ = sheets(alone)
    assert ratings.lines[-1] == ("often", "–", "–")
    assert matches.lines[0][3:5] == ("-6.00", "-9.00")
    assert markdown(alone, kept, [])


def signs(text):
    """How often each sign stands in a text, spaces and lines aside."""
    return Counter(sign for sign in text if not sign.isspace() and sign != "─")


@pytest.mark.parametrize("columns", ["40", "80", None])
def test_no_terminal_and_no_pipe_loses_a_figure(found, capsys, monkeypatch, columns):
    long = found.terms.bots[0] + ":runs/exploiters/of/yesterday/net.npz"
    monkeypatch.setattr(found, "contrasts", [one._replace(one=long) for one in found.contrasts])
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    print_report(found)
    printed = capsys.readouterr().out
    cells = [cell for sheet in sheets(found) for line in ((sheet.title,), sheet.heads, *sheet.lines) for cell in line]
    rest = printed.partition(found.digest)[2]
    assert signs(rest) == signs("".join(cells))
    if not columns:
        assert all(
            any(all(cell in line for cell in row) for line in printed.splitlines()) for row in next(iter(sheets(found))).lines
        )
        assert len(printed.splitlines()) == 1 + sum(3 + len(sheet.lines) for sheet in sheets(found)), "a line each"


def test_the_terminal_has_every_table(found, capsys):
    print_report(found)
    printed = capsys.readouterr().out
    for title in ("Ratings", "Matches", "Who is ahead of whom", "Time to think"):
        assert title in printed


def test_pictures(found, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra plots)")
    assert draw(found, tmp_path) == ["ratings.svg", "ahead.svg", "course.svg"]
    first = [(tmp_path / name).read_bytes() for name in ("ratings.svg", "ahead.svg", "course.svg")]
    assert all(b"<svg" in picture for picture in first)
    draw(found, tmp_path)
    assert [(tmp_path / name).read_bytes() for name in ("ratings.svg", "ahead.svg", "course.svg")] == first


def test_pictures_do_not_depend_on_a_persons_settings(found, tmp_path, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra plots)")
    draw(found, tmp_path)
    plain = (tmp_path / "ratings.svg").read_bytes()
    for name, value in {"text.usetex": True, "font.size": 30.0, "axes.facecolor": "black"}.items():
        monkeypatch.setitem(matplotlib.rcParams, name, value)
    draw(found, tmp_path)
    assert (tmp_path / "ratings.svg").read_bytes() == plain
    assert matplotlib.rcParams["font.size"] == 30.0
