"""A room and its rule book say the same: every section is implemented, tested and told in three languages."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = sorted(room.parent for room in (ROOT / "qipai" / "games").glob("*/__init__.py"))
BOOKS = ("RULES.md", "RULES.zh-Hans.md", "RULES.zh-Hant.md")

NUMBER = re.compile(r"^#+ (\d+(?:\.\d+)?) ", re.M)  # "## 4 What follows what", "### 4.1 …"
CITATION = re.compile(r"§(\d+(?:\.\d+)?)")
SECTION = re.compile(r"""\bsection["']?\s*[:=]\s*["'](\d+(?:\.\d+)?)["']""")  # in tables of words, refusals and messages


def numbers(book: Path) -> list[str]:
    return NUMBER.findall(book.read_text(encoding="utf-8"))


def leaves(book: Path) -> set[str]:
    return {number for number in numbers(book) if "." in number}


def cited(paths: list[Path]) -> set[str]:
    return {number for path in paths for number in CITATION.findall(path.read_text(encoding="utf-8"))}


def checks_of(room: Path) -> list[Path]:
    """The room's tests and their tables."""
    folder = ROOT / "tests" / "games" / room.name
    return [path for path in sorted(folder.rglob("*")) if path.suffix in {".py", ".txt", ".yaml", ".qp"}]


def reference_of(room: Path) -> list[Path]:
    """The rules once more, and so no test by themselves."""
    return sorted((ROOT / "tests" / "reference").glob(f"*{room.name}*.py"))


@pytest.fixture(params=ROOMS, ids=lambda room: room.name)
def room(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_there_are_rooms() -> None:
    assert ROOMS


def test_the_languages_have_the_same_numbers(room: Path) -> None:
    english, *others = (numbers(room / book) for book in BOOKS)
    assert len(set(english)) == len(english)
    assert others == [english, english]


def test_every_section_is_implemented(room: Path) -> None:
    assert leaves(room / "RULES.md") - cited(sorted(room.rglob("*.py"))) == set()


def test_every_section_is_tested(room: Path) -> None:
    assert leaves(room / "RULES.md") - cited(checks_of(room)) == set()


def test_no_section_is_made_up(room: Path) -> None:
    paths = [*sorted(room.rglob("*.py")), *checks_of(room), *reference_of(room)]
    named = {number for path in paths for number in SECTION.findall(path.read_text(encoding="utf-8"))}
    assert (cited(paths) | named) - set(numbers(room / "RULES.md")) == set()
