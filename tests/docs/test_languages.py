"""A page that exists in three languages has the same parts in each: chapters, programs, tables, numbered steps, links and pictures."""

import re
from pathlib import Path

import pytest

from docs.making import wire
from qipai.server.settings import declared
from tests.test_architecture import ROOT

LANGUAGES = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"}
PAGES = sorted(page.with_name(page.name.replace(".zh-Hans", "")) for page in (ROOT / "docs").glob("*.zh-Hans.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
PHRASE = re.compile(r"[A-Za-z][a-z'-]+(?: +[a-z][a-z'-]+)+")  # words of English in a row
BUTTON = re.compile(r"\*\*[A-Za-z .]+\*\*")  # what programs of others call their buttons
OTHERS = re.compile(r"zh-Han[st]")


def in_language(page: Path, language: str) -> Path:
    return page if language == "en" else page.with_name(f"{page.stem}.{language}.md")


def read(page: Path, language: str) -> str:
    return in_language(page, language).read_text(encoding="utf-8")


def programs(text: str) -> list[tuple[str, str]]:
    """The blocks of a page; the language that a command asks for is the page's own."""
    return [(kind, OTHERS.sub("", re.sub(r" --language zh-Han[st]", "", block))) for kind, block in BLOCK.findall(text)]


def parts(text: str) -> list[str]:
    """The levels of headings, the cells in each row of a table, and the items of lists, in order."""
    lines = CODE.sub("", BLOCK.sub("", text)).splitlines()
    return [
        f"{line.count('|') - 1} cells" if line.startswith("| ") else line.partition(" ")[0]
        for line in lines
        if re.match(r"#+ |\| |\d+\. |- ", line)
    ]


def targets(text: str) -> set[str]:
    """The pages, pictures and addresses that a page leads to, whatever the language."""
    found = {target.partition("#")[0] for target in LINK.findall(CODE.sub("", BLOCK.sub("", text)))}
    return {re.sub(r"\.(?:zh-Han[st]|en)\.", ".", target) for target in found} - {""}


@pytest.fixture(params=PAGES, ids=lambda page: page.stem)
def page(request: pytest.FixtureRequest) -> Path:
    return request.param


def test_there_are_pages() -> None:
    assert {page.stem for page in PAGES} >= {"players", "install", "friends", "questions", "hosting", "keepers"}
    assert [page.stem for page in PAGES for language in LANGUAGES if not in_language(page, language).exists()] == []


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_a_page_has_the_parts_of_the_english_one(page: Path, language: str) -> None:
    english, text = read(page, "en"), read(page, language)
    assert parts(text) == parts(english)
    assert programs(text) == programs(english)
    assert targets(text) == targets(english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_leads_to_the_other_languages(page: Path, language: str) -> None:
    line = read(page, language).splitlines()[2]
    links = (
        f"**{name}**" if code == language else f"[{name}]({in_language(page, code).name})" for code, name in LANGUAGES.items()
    )
    assert line == " · ".join(links)


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_a_chinese_page_has_no_english_left_over(page: Path, language: str) -> None:
    bare = BUTTON.sub(" ", LINK.sub(" ", CODE.sub(" ", BLOCK.sub(" ", read(page, language)))))
    assert PHRASE.findall(bare) == []


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_a_chinese_page_leads_to_its_own_language_where_there_is_one(page: Path, language: str) -> None:
    text = read(page, language)
    body = text.split("\n", 3)[3]
    strange = [
        target
        for target in LINK.findall(BLOCK.sub("", body))
        if not target.startswith("http")
        and (file := (ROOT / "docs" / target.partition("#")[0])).suffix == ".md"
        and not file.name.endswith(f".{language}.md")
        and file.with_name(f"{file.stem}.{language}.md").exists()
    ]
    assert strange == []


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_every_setting_is_there(language: str) -> None:
    text = read(wire.DOCS / "hosting.md", language)
    rows = re.findall(r"^\| `(--[\w-]+)` \| `(QIPAI_\w+)` \| (?:`([^`]*)`)? \| (.*) \|$", text, re.MULTILINE)
    assert [row[:3] for row in rows] == [(one.flag, one.variable, one.usually or "") for one in declared()]
    assert [flag for flag, _, _, says in rows if not re.search(r"[\u4e00-\u9fff].*。$", says)] == []
