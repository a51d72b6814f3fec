"""The sentences of every room: none is missing, none is left over, and every § and every house rule is one of the book's."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from qipai.engine.errors import LANGUAGES
from qipai.engine.lessons import lesson_file
from qipai.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
ROOMS = sorted({game.room for game in GAMES.values()})
BOOKS = ("RULES.md", "RULES.zh-Hans.md", "RULES.zh-Hant.md")
READERS = (ROOT / "qipai" / "engine" / "lines.py", *sorted((ROOT / "qipai" / "session").glob("*.py")))
CLIENT = [path for path in sorted((ROOT / "frontend" / "src").rglob("*")) if path.suffix in {".ts", ".svelte"}]
SILENT = {
    "answered",
    "confirmed",
    "voted",
    "handed_over",
    "taken_away",
}  # sealed answers, and cards that another event tells of
WHICH_GAME = {
    "combinations",
    "distribution",
    "procedure",
    "ties",
    "aim",
    "pieces",
}  # Giog §2: of a rule set, and no house rules


@pytest.fixture(params=ROOMS)
def room(request: pytest.FixtureRequest) -> str:
    return request.param


def folder(room: str) -> Path:
    return ROOT / "qipai" / "games" / room


def words_of(room: str) -> Any:
    """The module that reads the room's files."""
    return import_module(f"qipai.games.{room}.words")


@cache
def trees(room: str) -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder(room).rglob("*.py"))]


def texts_in(tree: ast.AST) -> Iterator[str]:
    """The texts of a program that are no docstrings: whole, or the pieces of one that is put together."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@cache
def texts_of(room: str) -> set[str]:
    """What the room's code and the readers of its words name, and all words of the client's sources."""
    named = {text for tree in trees(room) for text in texts_in(tree)}
    readers = {text for path in READERS for text in texts_in(ast.parse(path.read_text(encoding="utf-8")))}
    return named | readers | {word for path in CLIENT for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


def first_texts(room: str, function: str) -> set[str]:
    """The texts that a function of that name is called with first, those of both branches of a condition."""
    calls = [node for tree in trees(room) for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    named = [call.args[0] for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) == function]
    branches = [branch for node in named for branch in ((node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,))]
    return {node.value for node in branches if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def is_named(key: str, texts: set[str]) -> bool:
    """Is a key a text, or two of them, or one and a number, as `must_beat_lead`, `dealt_own` and `how_10.5` are?"""
    ends = [at for at, letter in enumerate(key) if letter == "_"]
    return key in texts or any(
        ({key[:at], key[: at + 1]} & texts and ({key[at:], key[at + 1 :]} & texts or re.fullmatch(r"[\d.]+", key[at + 1 :])))
        for at in ends
    )


def sections_in(book: Path) -> set[str]:
    return set(re.findall(r"^#+ (\d+(?:\.\d+)?) ", book.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_file_is_read(room: str) -> None:
    words = words_of(room)
    read = {*words.WORDS.files, *words.GAME.files, words.HOUSE_RULES.file}
    lessons = {lesson_file(game) for game in GAMES.values() if game.room == room}
    found = set(folder(room).rglob("*.toml"))
    assert {file for file in found if not file.with_suffix(".py").exists()} == read | lessons, "or the data of a module"
    assert [chapter for catalogue in (words.WORDS, words.GAME) for chapter in catalogue if not catalogue[chapter]] == []


def test_every_section_is_one_of_the_book(room: str) -> None:
    words = words_of(room)
    games = [game for game in GAMES.values() if game.room == room]
    list(words.WORDS)  # reads the files
    told = {*words.WORDS.sections.values(), *(form.section for game in games for form in game.variants.values())}
    told |= {option.section for game in games for option in game.options}
    assert told - sections_in(folder(room) / "RULES.md") == set()


def test_what_the_code_refuses_has_its_sentence_and_no_sentence_is_left_over(room: str) -> None:
    refusals = words_of(room).WORDS["refusals"]
    assert first_texts(room, "refuse") - set(refusals) == set()
    code = {text for tree in trees(room) for text in texts_in(tree)}
    assert {key for key in refusals if not is_named(key, code)} == set()
    assert {
        key for key, words in refusals.items() if not all(text.endswith((".", "。", "}")) for text in words.values())
    } == set()


def test_what_the_code_says_is_there(room: str) -> None:
    words = words_of(room).WORDS
    for key in first_texts(room, "said"):
        if key not in ("game.title", "game.tagline"):
            assert words.said(key)


def test_every_event_that_is_told_has_its_line(room: str) -> None:
    """An event without a line is one that the table shows and does not tell."""
    lines = {line for game in GAMES.values() if game.room == room for line in game.words["events"]}
    without = {event for event in first_texts(room, "Fact") if not any(f"{line}_".startswith(f"{event}_") for line in lines)}
    assert without - SILENT == set()


def test_no_sentence_is_left_over(room: str) -> None:
    """Every key is named by the room, by who tells its facts, or by the client."""
    unused = [
        f"{chapter}.{key}"
        for game in GAMES.values()
        if game.room == room
        for chapter, sentences in game.words.items()
        if chapter
        not in ("cards", "terms", "also")  # names that are put together, words that texts use, and that people look for
        for key in sentences
        if not is_named(key.removesuffix("_own").removesuffix("_seen"), texts_of(room))  # of who acts, of who sees cards
    ]
    assert unused == []


def test_words_of_art_are_those_of_the_section_that_they_cite(room: str) -> None:
    """In each language; and the same word is explained once."""
    terms = next(game.words["terms"] for game in GAMES.values() if game.room == room)
    for language, name in zip(LANGUAGES, BOOKS, strict=True):
        told = {number: text.lower() for number, text in chapters(room, name).items()}
        strange = {key for key, term in terms.items() if term["name"][language].lower() not in told[term["section"]]}
        assert strange == set(), language
        names = [term["name"][language].lower() for term in terms.values()]
        assert len(set(names)) == len(names)
        assert all(term["meaning"][language].endswith((".", "。")) for term in terms.values())


def chapters(room: str, book: str) -> dict[str, str]:
    """The text of each numbered heading of a book, the heading included."""
    text = (folder(room) / book).read_text(encoding="utf-8")
    heads = [*re.finditer(r"^#+ (\d+(?:\.\d+)?) ", text, re.MULTILINE), None]
    return {head[1]: text[head.start() : after.start() if after else None] for head, after in pairwise(heads) if head}


# -- house rules


def test_every_field_of_the_rule_set_has_its_option(room: str) -> None:
    games = [game for game in GAMES.values() if game.room == room]
    options = {option.name for game in games for option in game.options}
    fields = {field for game in games for field in game.Ruleset._fields}
    assert fields - options == (WHICH_GAME if len(games) > 1 else set())
    assert options - fields == set()


def test_every_option_of_the_file_is_played(room: str) -> None:
    played = {id(option) for game in GAMES.values() if game.room == room for option in game.options}
    rules = words_of(room).HOUSE_RULES
    assert [key for key, option in rules._options.items() if id(option) not in played] == []
    conflicts = {text for tree in trees(room) for text in texts_in(tree)}
    assert set(rules._conflicts) - conflicts == set()


def paragraphs(room: str, book: str) -> dict[str, str]:
    """The text of each numbered paragraph of a book."""
    text = (folder(room) / book).read_text(encoding="utf-8")
    heads = [*re.finditer(r"^### (\d+\.\d+) .*$", text, re.MULTILINE), None]
    return {head[1]: text[head.end() : after.start() if after else None] for head, after in pairwise(heads) if head}


@pytest.mark.parametrize("book", BOOKS)
def test_the_book_says_the_same_of_every_option(room: str, book: str) -> None:
    """Its paragraph names the option, the default in bold, and every value."""
    told = paragraphs(room, book)
    for game in GAMES.values():
        for option in game.options if game.room == room else ():
            text = told[option.section]
            assert f"`{option.name}`" in text, option.name
            assert f"**{option.default}**" in text, (option.name, option.default)
            missing = [value for value in option.values if not re.search(rf"(?<![a-z0-9_]){value}(?![a-z0-9_])", text)]
            assert missing == [], option.name


@pytest.mark.parametrize("book", BOOKS)
def test_the_book_says_the_same_of_every_named_form(room: str, book: str) -> None:
    told = paragraphs(room, book)
    for game in GAMES.values():
        for name, form in game.variants.items() if game.room == room and len(game.variants) > 1 else ():
            changed = game.changed_options(form.ruleset)
            text = told[form.section]
            assert f"`{name}`" in text
            assert dict(re.findall(r"(\w+) = (\w+)", text)) == changed, name
