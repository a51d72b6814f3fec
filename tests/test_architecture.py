"""The house keeps its plan: who may import whom, how long a module may be, what a file must not say."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
IGNORED = {line.strip("/").rpartition("/")[2] for line in (ROOT / ".gitignore").read_text().split() if line.endswith("/")}
CODE = {".py", ".ts", ".svelte", ".css", ".mjs", ".js"}
TEXT = CODE | {".md", ".toml", ".txt", ".yaml", ".json", ".html", ".lock", ".qp", ""}


def walk() -> Iterator[Path]:
    """Every file that is the project's own, in an archive without git as well."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - IGNORED - {".git"})
        yield from (Path(folder, name) for name in sorted(files))


FILES = [path for path in walk() if path.suffix in TEXT]
MODULES = [path for path in FILES if path.suffix in {".py", ".ts", ".svelte"}]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    expression = re.compile(pattern)
    return [
        f"{name(path)}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if expression.search(line)
    ]


def test_imports_go_down() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_no_module_is_longer_than_its_budget() -> None:
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {module: length for module, length in lengths.items() if length > 500} == {}


def test_no_rule_module_is_longer_than_a_chapter() -> None:
    """A module of rules is one that compiles something; tables of words and text are not."""
    texts = {name(path): path.read_text(encoding="utf-8") for path in sorted((ROOT / "qipai" / "games").rglob("*.py"))}
    rules = {module: len(text.splitlines()) for module, text in texts.items() if re.search(r"^@(compiled|inlined)", text, re.M)}
    assert {module: length for module, length in rules.items() if length > 250} == {}


def test_names_say_something() -> None:
    empty = re.compile(r"(^|/)(utils?|helpers?|common|misc|managers?|core)(/|\.\w+$)")
    assert [name(path) for path in FILES if empty.search(name(path))] == []
    assert lines_with(r"^\s*(export )?class \w*(Utils?|Helpers?|Manager|Misc)\b", MODULES) == []


# Each pattern is written so that it does not find itself.
UNFIT = {
    "unfinished by its own words": (
        r"\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K|NotImplemented[E]rror|not [i]mplemented|for [n]ow)\b",
        CODE | {".md"},
    ),
    "stands in for something else": (r"\b(place[h]older|st[u]b)\b", {".py", ".md"}),
    "a package registry's address": (
        r"pythonh[o]sted\.org|//pyp[i]\.org|registry\.np[m]js|deb\.deb[i]an\.org|crat[e]s\.io",
        TEXT,
    ),
    "a path of one machine": (r"/(r[o]ot|h[o]me/\w+|w[o]rk|Us[e]rs/\w+)/", TEXT),
    "a tool that wrote it": (
        r"(?i)\b(coding|AI) [a]gents?\b|\bCla[u]de\b|\bAnthr[o]pic\b|\bChatG[P]T\b|\bsub-?[a]gents?\b",
        TEXT,
    ),
    "its work, not itself": (r"(?i)\bthis (work )?[s]ession'?s? (of work|task)\b|\b[i]ssue #?\d+\b|\bthe [i]ssue asks\b", TEXT),
}


@pytest.mark.parametrize("what", UNFIT)
def test_no_file_speaks_of(what: str) -> None:
    pattern, kinds = UNFIT[what]
    found = lines_with(pattern, [path for path in FILES if path.suffix in kinds])
    assert found == []


def test_the_lock_files_hold_no_address() -> None:
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    assert [path for path, package in packages.items() if "resolved" in package] == []
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    assert "--index" not in lock
    assert "--find-links" not in lock


def test_the_client_builds_on_every_platform() -> None:
    """npm forgets the other platforms' compilers when it rewrites a lock file beside its node_modules."""
    packages = json.loads((ROOT / "frontend" / "package-lock.json").read_text())["packages"]
    assert sum("/@rolldown/binding-" in path for path in packages) >= 15


def test_the_lock_holds_what_the_package_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(), re.M))
    assert {re.match(r"[\w.-]+", line).group() for line in asked} <= locked


def test_every_dependency_is_bounded() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [line for lines in (project["dependencies"], *project["optional-dependencies"].values()) for line in lines]
    assert [line for line in asked if not (">=" in line and "<" in line)] == []
