"""What the project's pages point at exists, and the program that README shows runs as it is written."""

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
PROGRAM = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

PAGES = [path for path in FILES if path.suffix == ".md"]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_a_page_points_at_exists(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = {unquote(link or picture) for link, picture in POINTER.findall(text)}
    inside = {target.partition("#")[0] for target in targets if not re.match(r"[a-z]+:", target)} - {""}
    assert [target for target in sorted(inside) if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("mode", ["plain", "native"])
def test_the_program_in_the_readme_runs(mode: str) -> None:
    (program,) = PROGRAM.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    environment = {**os.environ, "QIPAI_RULES": mode, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()
