"""Figures are as old as the code that they were measured of: a page says the commit, and the site adds how far that code has gone since.

A page has "measured at commit `4695974`" where its figures are.  When the site is built, that becomes "measured at commit `4695974`, since
which 12 commits have changed the measured code by 3,400 lines"; without git, or where the commit is not in this history, it stays as it is.
"""

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from qipai.games import find_game

ROOT = Path(__file__).resolve().parents[2]
SAID = re.compile(r"[Mm]easured at commit `([0-9a-f]{7,40})`")
PLAYED = ("qipai/engine", "qipai/games", "qipai/bots")

# The pages of measurements, by their name on the site, and the code that their figures are of.
CODE: Mapping[str, tuple[str, ...]] = {
    "benchmarks": ("qipai/engine", "qipai/games", "qipai/environments", "benchmarks/ours.py", "benchmarks/peers.py"),
    "house/results": ("qipai",),
    "house_in_numbers": ("qipai", "tests"),
    "design/scale": ("qipai/engine", "qipai/session", "qipai/server"),
    "learners": ("qipai/engine", "qipai/games", "qipai/bots", "qipai/environments", "examples"),
    "searching": PLAYED,
    "strength": PLAYED,
    "training": (*PLAYED, "qipai/training"),
}


def git(root: Path, *words: str) -> str | None:
    """Return what git says of a folder, None where it says nothing: without git, outside a clone, of an unknown commit."""
    try:
        ran = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ran.stdout.strip() if ran.returncode == 0 else None


def commit_here(root: Path = ROOT) -> str | None:
    """Return the commit of what is measured now, as a page says it; None where git does not tell it, or where the code was changed since."""
    return (
        git(root, "rev-parse", "--short=7", "HEAD")
        if git(root, "status", "--porcelain", "--", "qipai", "benchmarks") == ""
        else None
    )


def since(commit: str, code: Sequence[str], root: Path = ROOT) -> str:
    """Return how far the code has gone since a commit, in words that follow it; nothing where that cannot be told."""
    if (
        git(root, "rev-parse", "--show-toplevel") != str(root)
        or git(root, "merge-base", "--is-ancestor", commit, "HEAD") is None
    ):
        return ""
    commits = git(root, "rev-list", "--count", f"{commit}..HEAD", "--", *code)
    changed = git(root, "diff", "--numstat", commit, "HEAD", "--", *code)
    if commits is None or changed is None or git(root, "rev-parse", "--is-shallow-repository") != "false":
        return ""
    lines = sum(int(number) for line in changed.splitlines() for number in line.split("\t")[:2] if number.isdigit())
    if not lines:
        return ", since which the measured code has not changed"
    return f", since which {int(commits):,} commit{'' if commits == '1' else 's'} changed {lines:,} lines of the measured code"


def dated(text: str, page: str, root: Path = ROOT) -> str:
    """Return the text of a page of the site with the age of its figures, where it has some."""
    code = CODE.get(page)
    return SAID.sub(lambda found: found[0] + since(found[1], code, root), text) if code else text


def by_commit(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield, for entries of a file of figures, which were measured at which commit; those that do not say are left out."""
    found: dict[str, dict[str, list[str]]] = {}
    for entry in entries:
        if entry.get("commit"):
            sizes = found.setdefault(entry["commit"], {}).setdefault(find_game(entry["game"]).titles["en"], [])
            sizes.append(str(entry["players"]))
    if found:
        yield ""
    for commit, games in found.items():
        every = "; ".join(f"{title} with {', '.join(sizes)}" for title, sizes in games.items())
        yield f"- Measured at commit `{commit}`: {every if len(found) > 1 else 'everything here'}."
