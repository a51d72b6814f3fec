"""Examples: what a row says, what it must not say, and that a folder is the same however it came to be."""

import importlib.util
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra data)")

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import seeded
from qipai.environments.course import Course
from qipai.environments.data import Examples, give_out, make, making, take_in
from qipai.environments.data.collecting import NO_CHOICE
from qipai.environments.data.published import CANDIDATES, DEALS, SEED
from qipai.environments.encoding import WHOLE
from qipai.environments.layouts import layouts
from qipai.games import GAMES
from qipai.records import read_record, verify
from tests.environments.rooms import ROOMS
from tests.test_architecture import ROOT

SIX = {"deals": 6, "shard": 2, "players": 3, "bots": "noisy"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Six deals in three files."""
    return make("gan_deng_yan", tmp_path_factory.mktemp("whole"), **SIX)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("game", ROOMS.values(), ids=lambda game: game.name)
def test_a_row_says_what_the_seat_knew_and_did(game, compact, tmp_path):
    """Beside the environments, which are asked for the same deal."""
    examples = make(game, tmp_path, deals=1, bots="random", compact=compact, forced=True, longest=20, seed=3)
    (rows,) = examples
    course = Course(game, compact=compact, longest=20)
    course.begin(seed=3)
    layout = layouts(game).seen(compact)
    actions, mask = rows.lists()
    features, _ = rows.features()
    assert mask.shape[1] <= 20
    for line in range(len(rows)):
        seat = course.to_act()
        assert (rows.deal[line], rows.step[line], rows.seat[line]) == (0, line, seat)
        assert np.array_equal(rows.obs[line], course.observation(seat)["observation"])
        assert np.array_equal(rows.observation[line], layout.encode(course.look(seat), np.empty(layout.entries, WHOLE)))
        legal = course.legal(seat)
        assert actions[line][mask[line]].tolist() == legal
        assert np.array_equal(features[line][mask[line]], course.features(seat))
        assert legal[rows.choice[line]] == rows.action[line]
        course.apply(seat, int(rows.action[line]))
    assert course.is_over()
    points = course.rewards()
    for line, seat in enumerate(rows.seat.tolist()):
        assert rows.points[line].tolist() == pytest.approx(points[seat:] + points[:seat])


@pytest.mark.parametrize("game", ROOMS.values(), ids=lambda game: game.name)
def test_hidden_cards_stay_hidden(game, tmp_path):
    """In every world that agrees with what the seat knows, the row would be the same."""
    examples = make(game, tmp_path, deals=1, bots="random", candidates=16, seed=4)
    (rows,) = examples
    work, layout = examples.work, layouts(game).observation
    rules, chance, changed = work.table.rules, seeded(5), 0
    course = Course(game, candidates=16)
    course.begin(seed=4)
    lines = {int(step): line for line, step in enumerate(rows.step)}
    actions, mask = rows.lists()
    for step in range(max(lines) + 1):
        seat = course.to_act()
        if step in lines and step % 5 == 0:
            world, line = game.new_state(), lines[step]
            game.sample_world(course.look(seat), rules, chance, world)
            changed += records.to_bytes(world) != records.to_bytes(course.state)
            seen = game.new_observation()
            game.observe(world, rules, seat, seen)
            assert np.array_equal(layout.encode(seen, np.empty(layout.entries, WHOLE)), rows.observation[line])
            hidden, course.state = course.state, world
            assert course.legal(seat) == actions[line][mask[line]].tolist()
            course.state = hidden
        legal = course.legal(seat)
        course.apply(seat, int(rows.action[lines[step]]) if step in lines else legal[0])
    assert changed


def test_a_file_has_these_columns_and_no_others(tmp_path):
    from pyarrow import parquet

    examples = make("dou_dizhu", tmp_path, deals=2, candidates=8, compact=True)
    table = parquet.read_table(examples.files[0])
    assert table.column_names == "deal step seat observation legal candidates choice action points bot".split()
    (rows,) = examples
    features, mask = rows.features()
    lists = table["candidates"].to_pylist()
    for line, written in enumerate(lists):
        assert len(written) == mask[line].sum() <= 8
        assert np.allclose(np.array(written) / examples.work.features.most, features[line][mask[line]])


def test_an_action_that_was_cut_is_told_and_not_numbered(whole, tmp_path):
    """Recorded people do not know of `longest`."""
    found = give_out(whole.folder, tmp_path / "records")
    few = take_in(found, tmp_path / "few", longest=2)
    (rows,) = few
    assert NO_CHOICE in rows.choice
    chosen = rows.choice != NO_CHOICE
    actions, _ = rows.lists()
    assert np.array_equal(actions[np.flatnonzero(chosen), rows.choice[chosen]], rows.action[chosen])


@pytest.mark.parametrize("game", ROOMS.values(), ids=lambda game: game.name)
def test_records_and_examples_make_each_other(game, tmp_path):
    made = make(game, tmp_path / "made", deals=2, bots="random", seed=8, compact=True)
    written = give_out(made.folder, tmp_path / "records")
    assert len(written) == 2
    for path in written:
        verify(read_record(path.read_text(encoding="utf-8")))
    taken = take_in(written, tmp_path / "taken", compact=True)
    for mine, theirs in zip(made, taken, strict=True):
        for name in ("deal", "step", "seat", "observation", "ends", "legal", "choice", "action", "points"):
            assert np.array_equal(getattr(mine, name), getattr(theirs, name)), name
    again = give_out(taken.folder, tmp_path / "again")  # from positions, which do not tell cards apart that are alike
    assert take_in(again, tmp_path / "once more", compact=True).digest == taken.digest


def test_a_folder_is_a_parquet_data_set(whole, tmp_path):
    """One made of records too, of which the positions lie beside, and one whose making was stopped in the midst of a file."""
    from pyarrow import dataset, parquet

    taken = take_in(give_out(whole.folder, tmp_path / "records"), tmp_path / "taken", shard=2)
    (taken.folder / ".deals-00000006-00000008.parquet.77.new").write_bytes(b"half of it")
    for examples in (whole, taken):
        deals = [int(deal) for rows in examples for deal in rows.deal]
        assert dataset.dataset(examples.folder).to_table()["deal"].to_pylist() == deals
        assert parquet.read_table(examples.folder)["deal"].to_pylist() == deals
        assert {path.name[0] for path in examples.folder.iterdir()} <= set("d_.")
        assert sorted(examples.folder.glob("*.parquet")) == examples.files, "polars passes over no names, and is given these"


def test_a_folder_that_grows_tells_no_deal_twice(tmp_path, monkeypatch):
    begun = make("gan_deng_yan", tmp_path, **{**SIX, "deals": 3})
    monkeypatch.setattr(making, "packed", stopped)
    with pytest.raises(KeyboardInterrupt):
        make("gan_deng_yan", tmp_path, **SIX)
    assert sorted(tmp_path.glob("*.parquet")) == begun.files[:1]


def stopped(columns):
    raise KeyboardInterrupt


def test_batches_hold_every_row_once(whole):
    rows = [row for batch in whole.batches(7, seed=1) for row in zip(batch.deal.tolist(), batch.step.tolist(), strict=True)]
    assert len(rows) == len(set(rows)) == len(whole)
    for batch in whole.batches(7, seed=1):
        actions, mask = batch.lists()
        assert np.array_equal(actions[np.arange(len(batch)), batch.choice], batch.action)
        assert (mask.sum(axis=1) > 1).all()


def test_a_folder_may_grow(whole, tmp_path):
    assert make("gan_deng_yan", tmp_path, **{**SIX, "deals": 3}).terms.deals == 3
    grown = make("gan_deng_yan", tmp_path, **SIX)
    assert grown.digest == whole.digest
    assert sorted(path.name for path in tmp_path.glob("deals*")) == sorted(path.name for path in whole.files)
    with pytest.raises(QipaiError, match="cannot become fewer"):
        make("gan_deng_yan", tmp_path, **{**SIX, "deals": 3})
    with pytest.raises(QipaiError, match="their seed is 1 and not 2"):
        make("gan_deng_yan", tmp_path, **SIX, seed=2)


def test_what_a_file_holds_can_be_checked(tmp_path):
    from pyarrow import compute, parquet

    examples = make("gan_deng_yan", tmp_path, **SIX)
    examples.check()
    path = examples.files[1]
    table = parquet.read_table(path)
    changed = table.set_column(2, "seat", compute.subtract(2, table["seat"]).cast("int8"))
    parquet.write_table(changed.replace_schema_metadata(table.schema.metadata), path)
    with pytest.raises(QipaiError, match="does not hold the rows"):
        examples.check()
    path.unlink()
    with pytest.raises(QipaiError, match="not complete: 1 of 3 files are missing"):
        Examples(tmp_path)


def test_what_there_is_not_is_refused(tmp_path):
    with pytest.raises(QipaiError, match="holds no examples"):
        Examples(tmp_path)
    with pytest.raises(QipaiError, match="2 bots are named for 3 seats"):
        make("gan_deng_yan", tmp_path, players=3, bots=["rule", "random"])
    with pytest.raises(QipaiError, match="no bot of level 'clever'"):
        make("gan_deng_yan", tmp_path, bots="clever")
    with pytest.raises(QipaiError, match="no records"):
        take_in([], tmp_path)
    torn = tmp_path / "torn.qp"
    torn.write_text("{}\n")
    with pytest.raises(QipaiError, match=r"torn.qp: Line 1"):
        take_in([torn], tmp_path / "out")


def command(folder, *more):
    words = "data make gan_deng_yan -p 3 --bots noisy --deals 40 --shard 2 --out".split()
    return [sys.executable, "-m", "qipai.cli", *words, str(folder), *more]


ENVIRONMENT = {**os.environ, "QIPAI_RULES": "plain", "NO_COLOR": "1"}


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_to_the_same_end(tmp_path):
    alone = make("gan_deng_yan", tmp_path / "alone", players=3, bots="noisy", deals=40, shard=2)
    running = subprocess.Popen(command(tmp_path / "killed"), env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    while running.poll() is None and len(list((tmp_path / "killed").glob("deals-*.parquet"))) < 3:
        time.sleep(0.005)
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    with pytest.raises(QipaiError, match="not complete"):
        Examples(tmp_path / "killed")
    (tmp_path / "killed" / ".deals-00000038-00000040.parquet.77.new").write_bytes(b"half of it")
    went_on = subprocess.run(
        command(tmp_path / "killed", "-j", "2"), env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert went_on.returncode == 0, went_on.stderr
    assert alone.digest in went_on.stdout
    assert Examples(tmp_path / "killed").digest == alone.digest
    assert list((tmp_path / "killed").glob(".*")) == []


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed (extra cluster)")
def test_a_cluster_makes_the_same(tmp_path):
    alone = make("gan_deng_yan", tmp_path / "alone", players=3, bots="noisy", deals=40, shard=2)
    words = command(tmp_path / "ray", "--cluster", "local", "-j", "2")
    done = subprocess.run(
        words, env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert Examples(tmp_path / "ray").digest == alone.digest


PUBLISHED = re.compile(r"^\| `(\w+)` \| ([\d,]+) \| [\d.]+ \| `(\w{16})` \|$", re.MULTILINE)


def test_the_page_has_a_digest_of_every_game():
    assert [name for name, *_ in PUBLISHED.findall((ROOT / "docs" / "data.md").read_text())] == [*GAMES]


@pytest.mark.slow
@pytest.mark.native
@pytest.mark.parametrize("name", [game.name for game in ROOMS.values()])
def test_the_published_examples_have_the_digest_of_the_page(name, tmp_path):
    told = {name: (rows, digest) for name, rows, digest in PUBLISHED.findall((ROOT / "docs" / "data.md").read_text())}
    made = make(name, tmp_path, DEALS, seed=SEED, shard=100, compact=True, candidates=CANDIDATES)
    assert (f"{len(made):,}", made.digest) == told[name]
