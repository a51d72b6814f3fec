"""The page of benchmarks is made by one command, which goes on where it was interrupted.  How fast anything is, is not tested."""

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMPARE = Path(__file__).parent.parent / "benchmarks" / "compare.py"


def compare(kept: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QIPAI_RULES": "plain", "PYTHONPATH": str(COMPARE.parent.parent)}
    command = [sys.executable, str(COMPARE), "--games", "giog", "--peers", "--rounds", "1", "--kept", str(kept), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_the_page_is_made_by_one_command(tmp_path: Path) -> None:
    kept, page = tmp_path / "kept.jsonl", tmp_path / "page.md"
    done = compare(kept, "--seconds", "0.01", "--write", str(page))
    assert done.returncode == 0, done.stderr
    written = page.read_text(encoding="utf-8")
    assert "| Giog, 4 seats |" in written
    assert "| `giog`, 2 players |" in written
    installed = all(importlib.util.find_spec(package) for package in ("gymnasium", "pettingzoo"))
    assert ("- Our games through PettingZoo: not installed" in written) == (not installed)
    assert "- RLCard: left out by `--peers`." in written
    assert "- Native play and batches: `QIPAI_RULES` is plain." in written

    measured = kept.read_text().splitlines()
    assert any("through PettingZoo" in turn for turn in measured[1:]) == installed
    kept.write_text("\n".join(measured[:-2]) + "\n")  # as if interrupted before the last two turns
    again = compare(kept, "--seconds", "0.01", "--write", str(page))
    assert again.returncode == 0, again.stderr
    turns = [json.loads(line) for line in kept.read_text().splitlines()[1:]]
    assert len(turns) == len(measured) - 1
    assert [turn["name"] for turn in turns] == [json.loads(line)["name"] for line in measured[1:]]

    other = compare(kept, "--seconds", "0.02")
    assert other.returncode == 1
    assert "holds what was measured under other terms: name another file, or remove it." in other.stderr


@pytest.mark.parametrize(
    ("stepped", "zoo", "batch", "in_two", "native", "marks"),
    [
        (150e3, 60e3, 400e3, 720e3, 4e6, "✓✓✓✓✓"),
        (149e3, 59e3, 399e3, 718e3, 3.9e6, "✗✗✗✗✗"),
    ],
)
def test_the_aims_of_the_page_are_those_that_were_set(
    stepped: float, zoo: float, batch: float, in_two: float, native: float, marks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rates worked out by hand: 1.5 times a yardstick of 100,000, 60,000, 400,000, 1.8 times the batch, 4,000,000."""
    monkeypatch.syspath_prepend(str(COMPARE.parent))
    ours, page, peers = (importlib.import_module(name) for name in ("ours", "page", "peers"))
    seen = {
        peers.spiel("dou_dizhu", peers.STEPPED): [100e3],
        page.ours("gou_ji", ours.STEPPED): [stepped],
        page.ours("gou_ji", ours.ZOO_COMPACT): [zoo],
        page.ours("gou_ji", ours.MANY_READ): [batch],
        page.ours("gou_ji", ours.MANY_READ_IN_TWO): [in_two],
        page.ours("luk_fu", ours.NATIVE_ROW): [native],
    }
    written = "\n".join(page.aims(["gou_ji", "luk_fu"], seen))
    assert "".join(mark for mark in written if mark in "✓✗") == marks


@pytest.mark.parametrize("program", sorted(path.stem for path in COMPARE.parent.glob("*.py")))
def test_a_program_still_finds_what_it_measures(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are run by hand, and rarely: what they import may have moved meanwhile."""
    monkeypatch.setenv("QIPAI_RULES", "plain")  # as one of them sets it, and it is put back
    monkeypatch.syspath_prepend(COMPARE.parent)
    if program == "minis":
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed, with which this program compares")
    assert importlib.import_module(program).__doc__
