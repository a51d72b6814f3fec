"""What the pages for people quote is what they will see: buttons in each language, and the messages of what does not work."""

import re
import tomllib

import pytest

from tests.test_architecture import ROOT

from .test_languages import BLOCK, LANGUAGES, in_language

PAGES = [ROOT / "docs" / f"{name}.md" for name in ("players", "questions", "friends")]
EMPHASISED = re.compile(r"\*\*([^*\n]+)\*\*|\*([^*\n]+)\*")
VALUE = re.compile(r'^  \w+: "((?:[^"\\]|\\.)*)",$', re.MULTILINE)
# Drawn without a word, or said by the browser and by Python's installer.
OTHERS = {
    "en": {"lantern", "framed", "solid button", "put it on the home screen", "add to home screen", "share", "add to path", "§"},
    "zh-Hans": {"灯笼", "框", "实心的按钮", "放到主屏幕上", "add to path", "§"},
    "zh-Hant": {"燈籠", "框", "實心的按鈕", "放到主畫面上", "add to path", "§"},
}


def words(language: str) -> set[str]:
    """The texts of the interface in a language, those of the rooms included."""
    client = ROOT / "frontend" / "src"
    files = [client / "words" / f"{language}.ts", *(client / "rooms").glob(f"*/words.{language}.ts")]
    found = {text for file in files for text in VALUE.findall(file.read_text(encoding="utf-8"))}
    for file in (ROOT / "qipai" / "games").rglob("words/*.toml"):
        found |= set(texts(tomllib.loads(file.read_text(encoding="utf-8")), language))
    return {text.casefold() for text in found}


def texts(table: dict, language: str):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from texts(value, language)
        elif key == language:
            yield value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_buttons_are_called_what_the_page_calls_them(page, language):
    text = BLOCK.sub("", in_language(page, language).read_text(encoding="utf-8"))
    quoted = {
        emphasised[1] or emphasised[2]
        for line in text.splitlines()
        if ") · " not in line and " · [" not in line  # the names of the languages
        for emphasised in EMPHASISED.finditer(line)
        if line[: emphasised.start()].strip(" -|")  # not its first words, which are a small heading
    }
    assert len(quoted) >= 2
    known = words(language) | OTHERS[language]
    assert {quote for quote in quoted if not any(word.startswith(quote.casefold()) for word in known)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_of_what_does_not_work_are_said(language):
    """Those in code letters in the table of the questions; where values are put in, the words around them."""
    rows = re.findall(r"^\| (`[^|]+?) \|", in_language(PAGES[1], language).read_text(encoding="utf-8"), re.MULTILINE)
    messages = [message for row in rows for message in re.findall(r"`([^`]+)`", row) if " " in message]
    assert len(messages) >= 3
    source = re.sub(r'"\s*f?"', "", (ROOT / "run.py").read_text(encoding="utf-8"))  # a sentence over several lines
    assert [message for message in messages if message not in source] == []
