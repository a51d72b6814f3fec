"""A tournament's folder: what was interrupted goes on, and ends as if it never had been."""

import csv
import doctest

import msgspec
import pytest

import qipai.arena
from qipai.arena import storing
from qipai.arena.comparing import Comparison
from qipai.arena.running import run
from qipai.arena.storing import Folder, digest, read_kept, read_rows
from qipai.arena.tournaments import agree, play_here
from qipai.engine.errors import QipaiError
from tests.arena.toy import MAKERS, TOY

BOTS = ("often", "never", "seldom")


def tournament(deals=30, bots=BOTS, **more):
    return agree(TOY, TOY.ruleset(), bots, deals, 3, makers=MAKERS, **more)


def stopping_after(sessions):
    """A runner that a person stops with Ctrl-C."""

    def runner(agreed, shards):
        for count, rows in enumerate(play_here(agreed, shards)):
            if count == sessions:
                raise KeyboardInterrupt
            yield rows

    return runner


def without_times(path):
    """The file's cells, but for the times."""
    with path.open(encoding="utf-8", newline="") as file:
        return [{head: cell for head, cell in row.items() if not head.startswith("mi")} for row in csv.DictReader(file)]


@pytest.fixture
def whole(tmp_path):
    folder = Folder(tmp_path / "whole", tournament(), resume=False)
    assert run(folder)
    return folder


def test_rows_are_read_as_they_were_written(whole):
    read = read_rows(whole.path / "rows.csv")
    assert read == whole.rows
    assert len(read) == 30 * 3 * 6 == whole.tournament.rows_in_all


def test_columns_say_what_they_hold(whole):
    with (whole.path / "rows.csv").open(encoding="utf-8", newline="") as file:
        first = next(csv.DictReader(file))
    assert (first["seat_0"], first["seat_1"], first["seat_2"]) == ("often", "never", "never")
    assert sum(int(first[f"points_{seat}"]) for seat in range(3)) == 0
    assert (first["seed"], first["deal"], first["table"], first["decisions_0"]) == ("1", "0", "0", "1")


def test_ctrl_c_keeps_what_was_played_and_going_on_ends_the_same(whole, tmp_path):
    folder = Folder(tmp_path / "halves", tournament(), resume=False)
    assert not run(folder, stopping_after(17))
    assert len(read_rows(folder.path / "rows.csv")) == 17 * 3
    again = Folder(tmp_path / "halves", tournament(), resume=True)
    assert len(again.rows) == 17 * 3
    assert not run(again, stopping_after(40))
    last = Folder(tmp_path / "halves", tournament(), resume=True)
    assert run(last)
    assert without_times(last.path / "rows.csv") == without_times(whole.path / "rows.csv")
    assert digest(last.rows) == digest(whole.rows)
    assert (
        Comparison(last.tournament, last.rows).ratings.elo.tolist()
        == Comparison(whole.tournament, whole.rows).ratings.elo.tolist()
    )


@pytest.mark.parametrize("lost", [1, 7, 40, 90, 333])
def test_a_file_that_breaks_off_anywhere_is_taken_up(whole, tmp_path, lost):
    folder = Folder(tmp_path / "broken", tournament(), resume=False)
    run(folder, stopping_after(20))
    path = folder.path / "rows.csv"
    path.write_bytes(path.read_bytes()[:-lost])
    again = Folder(folder.path, tournament(), resume=True)
    assert len(again.rows) % 3 == 0
    assert 15 * 3 <= len(again.rows) < 20 * 3
    assert run(again)
    assert digest(again.rows) == digest(whole.rows)


def test_two_that_go_on_with_one_folder_at_once_end_the_same(whole, tmp_path):
    run(Folder(tmp_path / "shared", tournament(), resume=False), stopping_after(11))
    one, other = (Folder(tmp_path / "shared", tournament(), resume=True) for _ in range(2))

    def meanwhile(agreed, shards):
        for count, rows in enumerate(play_here(agreed, shards)):
            if count == 5:
                assert run(other)
            yield rows

    assert run(one, meanwhile)
    for folder in (one, other, Folder(tmp_path / "shared", tournament(), resume=True)):
        assert digest(folder.rows) == digest(whole.rows)


def test_two_that_write_one_file_lose_and_mix_nothing(whole, tmp_path):
    run(Folder(tmp_path / "shared", tournament(), resume=False), stopping_after(11))
    one, other = (Folder(tmp_path / "shared", tournament(), resume=True) for _ in range(2))
    with one.appending() as first, other.appending() as second:
        for rows in play_here(one.tournament, one.tournament.shards(one.played)):
            first(rows)
            second(rows)
        written = (tmp_path / "shared" / "rows.csv").read_bytes()
    (tmp_path / "shared" / "rows.csv").write_bytes(written)  # as if both had been killed here
    again = Folder(tmp_path / "shared", tournament(), resume=True)
    assert run(again)
    assert digest(again.rows) == digest(whole.rows)


def test_a_finished_tournament_can_grow(whole, tmp_path):
    folder = Folder(tmp_path / "growing", tournament(12), resume=False)
    run(folder)
    longer = Folder(tmp_path / "growing", tournament(30), resume=True)
    assert run(longer)
    assert digest(longer.rows) == digest(whole.rows)
    assert read_kept(longer.path).terms.deals == 30


def test_sessions_are_whole_or_played_again(tmp_path):
    folder = Folder(tmp_path, tournament(30, session=5), resume=False)
    run(folder)
    path = tmp_path / "rows.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(True) if not line.startswith("2,13,1,")), newline="")
    again = Folder(tmp_path, tournament(30, session=5), resume=True)
    assert len(folder.rows) - len(again.rows) == 3 * 5
    assert run(again)
    assert digest(again.rows) == digest(folder.rows)


def test_a_folder_is_not_overwritten(whole):
    with pytest.raises(QipaiError, match="holds a tournament already; --resume goes on with it"):
        Folder(whole.path, tournament(), resume=False)


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"seed": 2}, "its seed is 1 and not 2"),
        ({"bots": ("often", "never")}, "its bots is "),
        ({"plan": "rotations"}, "its plan is 'challenger' and not 'rotations'"),
        ({"deals": 20}, "30 deals; it cannot become shorter"),
    ],
)
def test_another_tournament_is_not_mixed_in(whole, other, sentence):
    with pytest.raises(QipaiError, match=sentence):
        Folder(whole.path, tournament(**other), resume=True)


def test_sources_that_changed_are_told(whole, monkeypatch):
    monkeypatch.setattr(storing, "source_digest", lambda: "other")
    assert len(Folder(whole.path, tournament(), resume=True).kept.sources) == 2


def test_what_is_no_tournament_is_said(whole):
    for foreign in (b"{}", b'{"terms": "r\xe4ndom"}'):
        (whole.path / "tournament.json").write_bytes(foreign)
        with pytest.raises(QipaiError, match="does not say what a tournament agreed"):
            Folder(whole.path, tournament(), resume=True)
    (whole.path / "rows.csv").write_text("a,b\r\n1,2\r\n")
    with pytest.raises(QipaiError, match="does not begin with the columns"):
        read_rows(whole.path / "rows.csv")


def test_a_damaged_line_is_named_and_one_that_belongs_nowhere_is_left_out(whole):
    path = whole.path / "rows.csv"
    lines = path.read_text().splitlines(keepends=True)
    other = lines[3].replace(",", ";"), lines[3].replace(lines[3][0], "x", 1), "\x00" + lines[3], "1" * 200_000 + lines[3]
    for damaged in ("0,1\r\n", "\r\n", *other):
        path.write_text("".join([*lines[:3], damaged, *lines[4:]]), newline="")
        with pytest.raises(QipaiError, match=r"Line 4 of .*rows\.csv is damaged"):
            Folder(whole.path, tournament(), resume=True)
    path.write_text("".join([*lines, "99" + lines[3][1:], lines[3].replace(",0,", ",99,", 1)]), newline="")
    assert Folder(whole.path, tournament(), resume=True).rows == whole.rows


def test_the_same_rows_in_parquet(whole):
    parquet = pytest.importorskip("pyarrow.parquet", reason="PyArrow is not installed (extra data)")
    table = parquet.read_table(whole.path / "rows.parquet").to_pydict()
    assert list(table) == storing.columns(3)
    assert list(zip(*(table[f"points_{seat}"] for seat in range(3)), strict=True)) == [row.points for row in whole.rows]


def test_a_summary_is_json(whole):
    summary = Comparison(whole.tournament, whole.rows).summary()
    assert msgspec.json.decode(msgspec.json.encode(summary)) == summary
    assert summary["complete"]


def test_the_packages_own_words_are_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(qipai.arena).failed == 0
