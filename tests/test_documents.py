"""What the project's pages point at exists, and what README and docstrings show runs as it is written."""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.test_architecture import FILES, ROOT, name

POINTER = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
FENCE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)?$", re.MULTILINE)
NAMED = re.compile(r"^\(([\w-]+)\)=$|\bid=\"([^\"]+)\"", re.MULTILINE)
PROGRAM = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

INDEX = re.compile(r"\b(?:pip|pipx|uv)\b[^\n|`]* (?:install|add)\b[^\n|`]* ['\"]?qipai\b(?!/)")

PAGES = [path for path in FILES if path.suffix == ".md"]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_a_page_points_at_exists(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = {unquote(link or picture) for link, picture in POINTER.findall(text)}
    inside = {target.partition("#")[0] for target in targets if not re.match(r"[a-z]+:", target)} - {""}
    assert [target for target in sorted(inside) if not (page.parent / target).exists()] == []


def anchor(heading: str) -> str:
    """The anchor that GitHub and MyST give a heading."""
    words = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """The anchors of a page; of headings that read alike the second gets a 1, and so on."""
    text = BLOCK.sub("", text)
    found = {name or id for name, id in NAMED.findall(text)}
    for heading in HEADING.findall(text):
        name, again = anchor(heading), 0
        while (name if not again else f"{name}-{again}") in found:
            again += 1
        found.add(name if not again else f"{name}-{again}")
    return found


def lost(page: Path, text: str) -> list[str]:
    """The links of a page to places that its target does not have."""
    found = []
    for target in sorted({unquote(link or picture) for link, picture in POINTER.findall(FENCE.sub("", text))}):
        path, _, place = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if place and not re.match(r"[a-z]+:", target) and file.suffix == ".md" and file.exists():
            held = text if file == page else file.read_text(encoding="utf-8")
            if place not in anchors(held):
                found.append(target)
    return found


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_places_that_a_page_points_at_exist(page: Path) -> None:
    assert lost(page, page.read_text(encoding="utf-8")) == []


def test_anchors_are_those_of_the_sites_that_show_the_pages() -> None:
    page = "# Ten: `Game` & [you](a.md)\n\n## Same\n\n```\n# none\n```\n\n## Same\n\n(here)=\n\n## 规则，一\n"
    assert anchors(page) == {"ten-game--you", "same", "same-1", "here", "规则一"}


def test_a_link_to_no_place_is_noticed() -> None:
    here = ROOT / "docs" / "players.md"
    links = "[a](#house-rules) [b](#no-such) [c](researchers.md#a-tournament) [d](researchers.md#no-such) `[e](#shown)`"
    assert lost(here, links + "\n\n## House rules\n") == ["#no-such", "researchers.md#no-such"]


def test_nobody_is_sent_to_an_index_which_has_no_qipai() -> None:
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in FILES
        if path.suffix in (".md", ".py", ".sh", ".svelte", ".toml", ".ts", ".yaml", ".yml", "")
    }
    assert [name(path) for path, text in texts.items() if INDEX.search(text)] == []


@pytest.mark.parametrize("mode", ["plain", pytest.param("native", marks=pytest.mark.native)])
def test_the_program_in_the_readme_runs(mode: str) -> None:
    (program,) = PROGRAM.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    environment = {**os.environ, "QIPAI_RULES": mode, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


@pytest.mark.parametrize("module", ["arena.intervals", "arena.ratings", "bots.bot", "bots.search.budget", "server.codes"])
def test_examples_in_docstrings_run(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(f"qipai.{module}"))
    assert tried
    assert not failed
