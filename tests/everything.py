"""Every test there is, lane by lane, each in two processes; what has passed is not run again.

    python -m tests.everything [FOLDER]

A run that was stopped goes on with the same command. FOLDER (build/everything) keeps a file of notes for each lane; in the end, and
with `--times` alone, a table says what the lanes took.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.budget import PROCESSOR, read

ROOT = Path(__file__).resolve().parents[1]
ASIDE = ("tests/web", "tests/server", "tests/cli", "tests/docs")  # whose browsers and servers run the interpreted rules

# What each lane is asked for beyond two processes, and in which mode the rules run.
LANES: dict[str, tuple[str, list[str]]] = {
    "interpreted": ("plain", ["--ignore=tests/web", "-m", "not native"]),
    "browser": ("plain", ["tests/web", "-m", "browser"]),
    "compiled": ("native", ["--all", "--dist", "loadgroup", *(f"--ignore={folder}" for folder in ASIDE)]),
    "compiled, aside": ("native", [*ASIDE[1:], "-m", "native"]),
}
SLOWEST = 15


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.everything", description="Run every test there is, resumably.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "everything", help="where the notes are kept")
    parser.add_argument("--times", action="store_true", help="print the table of an earlier run, and run nothing")
    asked = parser.parse_args(words)
    asked.folder.mkdir(parents=True, exist_ok=True)
    statuses = {} if asked.times else {lane: run(lane, asked.folder) for lane in LANES}
    for row in table({lane: notes(asked.folder, lane) for lane in LANES}):
        print(row)
    return int(any(statuses.values()))


def run(lane: str, folder: Path) -> int:
    mode, words = LANES[lane]
    file = notes(folder, lane)
    print(f"\n== {lane}, {time.strftime('%H:%M:%S')}", flush=True)
    command = [sys.executable, "run.py", "test", "-n", "2", f"--notes={file}", f"--but-passed={file}", *words]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "QIPAI_RULES": mode}, check=False).returncode


def notes(folder: Path, lane: str) -> Path:
    return folder / f"{lane.replace(', ', '-')}.jsonl"


def table(files: dict[str, Path]) -> Iterable[str]:
    """What the lanes took, as Markdown: by lane, by folder of tests, and the slowest tests; of each test its last run counts."""
    lanes = {lane: {line["test"]: line for line in read(file)} for lane, file in files.items() if file.exists()}
    yield "| lane | tests | passed | skipped | failed | seconds | of processor |\n| --- | --- | --- | --- | --- | --- | --- |"
    for lane, lines in lanes.items():
        yield row(lane, lines.values())
    yield "\n| lane and folder | tests | passed | skipped | failed | seconds | of processor |\n| --- | --- | --- | --- | --- | --- | --- |"
    for lane, lines in lanes.items():
        folders = defaultdict(list)
        for line in lines.values():
            folders[line["test"].split("::")[0].split("/")[1]].append(line)
        for folder in sorted(folders):
            yield row(f"{lane}: {folder}", folders[folder])
    yield "\n| slowest | seconds | of processor |\n| --- | --- | --- |"
    every = [(f"{lane}: {line['test']}", line) for lane, lines in lanes.items() for line in lines.values()]
    for name, line in sorted(every, key=lambda one: -one[1]["seconds"])[:SLOWEST]:
        yield f"| {name} | {line['seconds']:.1f} | {line[PROCESSOR]:.1f} |"


def row(name: str, lines: Iterable[dict[str, Any]]) -> str:
    lines = list(lines)
    counts = [sum(line["outcome"] == outcome for line in lines) for outcome in ("passed", "skipped", "failed")]
    sums = [f"{sum(line[key] for line in lines):.0f}" for key in ("seconds", PROCESSOR)]
    return f"| {' | '.join(map(str, [name, len(lines), *counts, *sums]))} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
