"""Pages of figures say the commit that was measured, and the site how far the code has gone since; never what it cannot know."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from docs.making.links import HOUSE
from docs.making.measured import CODE, ROOT, SAID, by_commit, commit_here, dated, git, since

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false")


def commit(root: Path, **files: str) -> str:
    """Write files, each a line or more, commit them, and return the commit."""
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["git", "-C", root, "add", "."], check=True)
    subprocess.run(["git", "-C", root, *IDENTITY, "commit", "--quiet", "--message", "a change"], check=True)
    return git(root, "rev-parse", "HEAD") or ""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "clone"
    subprocess.run(["git", "init", "--quiet", root], check=True)
    return root


def test_the_site_says_how_far_the_measured_code_has_gone(clone: Path) -> None:
    first = commit(clone, qipai__engine__a="1\n2\n", qipai__server__b="1\n")
    text = f"Figures, measured at commit `{first[:7]}`: many."
    assert dated(text, "strength", clone) == text.replace("`:", "`, since which the measured code has not changed:")
    commit(clone, qipai__server__b="1\n2\n3\n")
    assert since(first, ("qipai/engine",), clone) == ", since which the measured code has not changed"
    commit(clone, qipai__engine__a="1\nzwei\n")
    assert since(first, ("qipai/engine",), clone) == ", since which 1 commit changed 2 lines of the measured code"
    assert since(first, ("qipai",), clone) == ", since which 2 commits changed 4 lines of the measured code"
    assert dated(text, "index", clone) == text, "no page of measurements"


def test_what_git_does_not_know_is_not_said(clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = commit(clone, qipai__engine__a="1\n")
    aside = commit(clone, qipai__engine__a="2\n")
    subprocess.run(["git", "-C", clone, "reset", "--quiet", "--hard", first], check=True)
    assert since("0123456", ("qipai",), clone) == "", "a commit that is not here"
    assert since(aside, ("qipai",), clone) == "", "a commit of another branch"
    (clone / "unpacked").mkdir()
    assert since(first, ("qipai",), clone / "unpacked") == "", "an archive that was unpacked into somebody's clone"
    assert since(first, ("qipai",), tmp_path / "nowhere") == ""
    commit(clone, qipai__engine__a="3\n")
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{clone}", tmp_path / "shallow"], check=True)
    assert since(first, ("qipai",), (tmp_path / "shallow").resolve()) == ""
    assert commit_here(clone) == (git(clone, "rev-parse", "HEAD") or "")[:7]
    (clone / "qipai" / "engine" / "a").write_text("4\n")
    assert commit_here(clone) is None, "what is measured is in no commit"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert since(first, ("qipai",), clone) == ""
    assert commit_here(clone) is None


def test_every_page_of_measurements_says_commits_of_this_history() -> None:
    sources = {f"house/{name}": ROOT / source for source, name in HOUSE.items()}
    for page in CODE:
        text = sources.get(page, ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
        commits = SAID.findall(text)
        assert commits, page
        if git(ROOT, "rev-parse", "--is-shallow-repository") == "false" and git(ROOT, "rev-parse", "--show-toplevel") == str(
            ROOT
        ):
            assert all(since(found, ("qipai",)) for found in commits), page
    others = {path for path in (ROOT / "docs").rglob("*.md") if SAID.search(path.read_text(encoding="utf-8"))} - {
        ROOT / "docs" / f"{page}.md" for page in CODE
    }
    assert {path.parent.name for path in others} <= {"house"}, "made by the site"
    assert all((ROOT / path).exists() for code in CODE.values() for path in code)


def test_entries_are_told_by_commit() -> None:
    entries = [
        {"game": "giog", "players": 2, "commit": "aaaaaaa"},
        {"game": "giog", "players": 3, "commit": "aaaaaaa"},
        {"game": "luk_fu", "players": 3, "commit": "bbbbbbb"},
        {"game": "luk_fu", "players": 4, "commit": None},
    ]
    lines = "\n".join(by_commit(entries))
    assert re.findall(r"- Measured at commit `(\w+)`: (.*)\.", lines) == [
        ("aaaaaaa", "Giog with 2, 3"),
        ("bbbbbbb", "Luk Fu with 3"),
    ]
    assert "everything here" in "\n".join(by_commit(entries[:2]))
    assert list(by_commit(entries[3:])) == []
