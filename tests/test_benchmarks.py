"""The page of benchmarks is made by one command, which goes on where it was interrupted.  How fast anything is, is not tested."""

import json
import os
import subprocess
import sys
from pathlib import Path

COMPARE = Path(__file__).parent.parent / "benchmarks" / "compare.py"


def compare(kept: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QIPAI_RULES": "plain", "PYTHONPATH": str(COMPARE.parent.parent)}
    command = [sys.executable, str(COMPARE), "--games", "giog", "--peers", "--rounds", "1", "--kept", str(kept), *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def test_the_page_is_made_by_one_command(tmp_path: Path) -> None:
    kept, page = tmp_path / "kept.jsonl", tmp_path / "page.md"
    done = compare(kept, "--seconds", "0.01", "--write", str(page))
    assert done.returncode == 0, done.stderr
    written = page.read_text(encoding="utf-8")
    assert "| Giog, 4 seats |" in written
    assert "| `giog`, 2 players |" in written
    assert "- RLCard: left out by `--peers`." in written
    assert "- Native play and batches: `QIPAI_RULES` is plain." in written

    measured = kept.read_text().splitlines()
    kept.write_text("\n".join(measured[:-2]) + "\n")  # as if interrupted before the last two turns
    again = compare(kept, "--seconds", "0.01", "--write", str(page))
    assert again.returncode == 0, again.stderr
    turns = [json.loads(line) for line in kept.read_text().splitlines()[1:]]
    assert len(turns) == len(measured) - 1
    assert [turn["name"] for turn in turns] == [json.loads(line)["name"] for line in measured[1:]]

    other = compare(kept, "--seconds", "0.02")
    assert other.returncode == 1
    assert "holds what was measured under other terms: name another file, or remove it." in other.stderr
