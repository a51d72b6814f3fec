"""What the site shows runs as it is written: programs, commands with what they print, situations in YAML.

A block of `python` stands for itself.  In a block of `console`, lines after `$` are commands and the others what they print,
where `…` stands for anything.  A block of `yaml` that begins with the name of a file is that file.  A block of `sh` is not run
here, and `APART` says why.  `README.md` is tested by tests/test_documents.py, `docs/environments.md` by tests/environments.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_architecture import ROOT, name

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"# ([\w.-]+\.yaml)\n")
COMPILED = (
    "qipai.environments.vector",
    "qipai.batch",
    "qipai.evaluate",
    "qipai.train",
    "$ qipai train",
)  # what has no interpreted form
NEEDS = {
    "pettingzoo": "pettingzoo",
    "gymnasium": "gymnasium",
    "pyspiel": "pyspiel",
    "make_examples": "pyarrow",
    "qipai data": "pyarrow",
}

# First lines of blocks that are not run here.
APART = {
    "python3 run.py": "installs, then serves until it is stopped: .ci/run and tests/server do both",
    "python3 run.py --host 0.0.0.0": "serves the network until it is stopped",
    "qipai play gan_deng_yan": "waits for a person: tests/cli/test_playing.py",
    "qipai play gan_deng_yan --language zh-Hans": "waits for a person",
    "qipai play gan_deng_yan --language zh-Hant": "waits for a person",
    "pip install '.[envs,plots]'": "installs",
    "pip install '.[torch]'": "installs five gigabytes; tests/training/test_torch_learner.py",
    "pip install '.[envs]' torch sb3-contrib rlcard tianshou": "installs",
    "qipai train giog --players 2 --aim wins --rivals 1 --decisions 20000000 --out runs/against_rule": "takes half an hour",
    "qipai warm gan_deng_yan": "compiles for a minute or two: tests/environments/test_warming.py",
    "python3 -m venv /srv/qipai/venv": "installs",
    "/srv/qipai/venv/bin/pip install '/path/to/the/clone[postgres,redis]'": "installs",
    "/srv/qipai/venv/bin/qipai key /etc/qipai/cards.key": "writes where it may not here: tests/server/test_sealing.py",
    "pip install websockets": "installs; the player is run by test_programs.py",
    "node docs/programs/player.mjs http://localhost:8000 cotton-582 2": "run by test_programs.py",
    "qipai conform gan_deng_yan --deals 1": "takes a minute: tests/conformance",
    "python -m benchmarks.ablations gou_ji --seconds 120 --deals 4000 --out runs/ablations": "takes most of an hour",
    "qipai train jumapao --mini --aim points --method soft --rate 0.001,0.00001 --explore 0.1,0.1 --decisions 400000 --width 64 --out runs/lots": "takes a quarter of a minute beside what it compiles: tests/training/test_drawing.py",
    "qipai train gan_deng_yan --players 2 --minutes 10 --out runs/first": "takes ten minutes: tests/training",
    "qipai tournament gan_deng_yan --players 2 --bots mine.py:cheapest,easy,normal --deals 200 --out runs/mine": "needs that file: tests/entry/test_visitors.py",
    "qipai tournament gan_deng_yan --players 2 --bots rule,net,net:runs/first/net.npz --out runs/meeting": "needs that net: tests/training",
}

PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name not in ("books", "house")]
OTHERS = {ROOT / "docs" / "environments.md"}
# A block that another page shows too, as the same page in another language does, is run once.
BLOCKS = [
    (page, *block)
    for block, page in {
        block: page for page in reversed(PAGES) for block in BLOCK.findall(page.read_text(encoding="utf-8"))
    }.items()
]


def is_compiled(text: str) -> bool:
    return any(word in text for word in COMPILED)


def of(kind: str) -> list[object]:
    return [
        pytest.param(page, text, id=f"{page.stem}-{number}", marks=[pytest.mark.native] if is_compiled(text) else [])
        for number, (page, sort, text) in enumerate(BLOCKS)
        if sort == kind and page not in OTHERS
    ]


def run(words: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QIPAI_RULES": "plain", "COLUMNS": "110", "NO_COLOR": "1", **more}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As if it were a clone in which `qipai` is installed."""
    for there in ("qipai", "tests", "docs"):
        (tmp_path / there).symlink_to(ROOT / there)
    bin = tmp_path / ".bin"
    bin.mkdir()
    (bin / "qipai").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m qipai.cli "$@"\n')
    (bin / "qipai").chmod(0o755)
    return tmp_path


def skip_without(text: str) -> None:
    for word, package in NEEDS.items():
        if word in text:
            pytest.importorskip(package)


@pytest.mark.parametrize(("page", "program"), of("python"))
def test_a_program_runs(page: Path, program: str, folder: Path) -> None:
    skip_without(program)
    ran = run([sys.executable, "-c", program], folder, QIPAI_RULES="native" if is_compiled(program) else "plain")
    assert ran.returncode == 0, ran.stderr


def dialogue(text: str) -> Iterator[tuple[str, list[str]]]:
    """Commands, and the lines that each prints."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *printed = part.splitlines()
        yield command, printed


def agrees(said: list[str], shown: list[str]) -> bool:
    """Are these the lines that are shown, `…` being anything?"""
    pattern = "\n".join(".*" if line == "…" else re.escape(line).replace("…", ".*") for line in shown)
    return re.fullmatch(pattern, "\n".join(line.rstrip() for line in said), re.DOTALL) is not None


@pytest.mark.parametrize(("page", "text"), of("console"))
def test_commands_print_what_is_shown(page: Path, text: str, folder: Path) -> None:
    skip_without(text)
    for block in (block for other, kind, block in BLOCKS if other == page and kind == "yaml"):
        (folder / NAMED.match(block)[1]).write_text(block, encoding="utf-8")
    for command, shown in dialogue(text):
        ran = run(
            ["bash", "-c", f"set -o pipefail; {{ {command}; }} 2>&1"],
            folder,
            PATH=f"{folder / '.bin'}:{os.environ['PATH']}",
            QIPAI_RULES="native" if is_compiled(text) else "plain",
        )
        assert ran.returncode in (0, 141), f"{command}\n{ran.stdout}"
        assert agrees(ran.stdout.strip("\n").splitlines(), shown), f"{command}\n{ran.stdout}"


def test_every_other_command_has_a_reason() -> None:
    first = {text.splitlines()[0]: name(page) for page, kind, text in BLOCKS if kind == "sh"}
    assert {line: page for line, page in first.items() if line not in APART} == {}
    assert set(APART) <= set(first)


def test_every_file_in_yaml_has_a_name() -> None:
    assert [name(page) for page, kind, text in BLOCKS if kind == "yaml" and not NAMED.match(text)] == []


def test_blocks_are_of_known_kinds() -> None:
    known = {"python", "console", "sh", "yaml", "text", "json"}
    assert {(name(page), kind) for page, kind, text in BLOCKS if kind not in known} == set()
