"""A room and its rule book say the same: every section is implemented, tested and told in three languages."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = sorted(room.parent for room in (ROOT / "qipai" / "games").glob("*/__init__.py"))
BOOKS = ("RULES.md", "RULES.zh-Hans.md", "RULES.zh-Hant.md")

NUMBER = re.compile(r"^#+ (\d+(?:\.\d+)?) ", re.M)  # "## 4 What follows what", "### 4.1 …"
CITATION = re.compile(r"§(\d+(?:\.\d+)?)")
SECTION = re.compile(r"""\bsection["']?\s*[:=]\s*["'](\d+(?:\.\d+)?)["']""")  # in files of sentences, refusals and messages


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


def named_forms(room: Path) -> set[str]:
    """The sections of named rule sets, which are data and nothing else."""
    forms = tomllib.loads((room / "words" / "options.toml").read_text(encoding="utf-8"))["variants"]
    return {form["section"] for form in forms.values() if "section" in form}


def test_every_section_is_implemented(room: Path) -> None:
    assert leaves(room / "RULES.md") - cited(sorted(room.rglob("*.py"))) - named_forms(room) == set()


def test_every_section_is_tested(room: Path) -> None:
    assert leaves(room / "RULES.md") - cited(checks_of(room)) == set()


def test_no_section_is_made_up(room: Path) -> None:
    paths = [*sorted(room.rglob("*.py")), *sorted(room.rglob("*.toml")), *checks_of(room), *reference_of(room)]
    named = {number for path in paths for number in SECTION.findall(path.read_text(encoding="utf-8"))}
    assert (cited(paths) | named) - set(numbers(room / "RULES.md")) == set()


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_tells_where_its_game_comes_from(room: Path, book: str) -> None:
    """Before §1, under the only heading without a number beside the title, with links to its sources."""
    text = (room / book).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ .*$", text, re.M)
    assert not NUMBER.match(headings[1])
    assert all(NUMBER.match(heading) for heading in headings[2:])
    origin = text[text.index(headings[1]) : text.index(headings[2])]
    assert len(re.findall(r"\]\(https?://", origin)) >= 1
    assert origin.count("\n\n") >= 4
