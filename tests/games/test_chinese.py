"""What reads Chinese reads Chinese: no key, no open brace and no English word is left over in its sentences."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from qipai.games import GAMES
from tests.docs.spelling import TEXT
from tests.test_architecture import FILES, name

CHINESE = ("zh-Hans", "zh-Hant")
CATALOGUES = [path for path in FILES if re.search(r"words(?:/|\.)zh-Han[st]\.ts$", name(path))]
ROOMS = [path for path in FILES if path.suffix == ".toml" and name(path).startswith("qipai/games/")]
BOOKS = [path for path in FILES if re.search(r"/RULES\.zh-Han[st]\.md$", name(path))]
REFUSALS = [path for path in FILES if path.name == "refusals.py"]
PAGES = [path for path in FILES if re.search(r"^docs/.*\.zh-Han[st]\.md$", name(path))]
FIELD = re.compile(r"\{[^{}]*\}")
OPTIONS = {option.name for game in GAMES.values() for option in game.options if "_" in option.name}
# House rules, as the command line spells them; the browser says them in words.
CHOSEN = re.compile(rf"\b(?:[a-z_]+=\w+|{'|'.join(sorted(OPTIONS))})\b")
LEFT = re.compile(r"\w*[A-Za-z][\w'-]*", re.ASCII)
UNFINISHED = re.compile(r"TO[D]O|FIX[M]E|X[X]X|\?\?|待译|待譯|[{}]|[a-z]+_[a-z]+|lorem", re.IGNORECASE)

EMPTY = {"between_sentences"}  # Chinese puts nothing there

# What Chinese writes in Latin letters too.
LATIN = {
    "A",
    "J",
    "Q",
    "K",
    "QR",
    "qipai",
    "Qipai007",
    "TTrek",
    "Gametea",
    "91y",
    "RLCard",
    "OpenSpiel",
    "Sang",
    "krip",
    "cookie",
    "WebSocket",
}
# Keys of the keyboard, the letters on the discs, a file, a flag.
THERE = {
    "letters_why": {"G", "A", "E", "R", "H", "C", "P"},
    "single_keys_why": {"H", "P"},
    "key_horse": {"H"},
    "download_why": {"qp"},
    "link_is_local": {"host"},
    "text": set("ABCDEF"),  # seats, in the deals with comments
}


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    """The Chinese sentences of a file, each with its key."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield from below(tomllib.loads(text), "")
        return
    for line in text.splitlines():
        key, colon, value = line.strip().partition(": ")
        if colon and TEXT.match(value):
            yield key.strip('"'), TEXT.match(value)[1]


def below(table: dict[str, object], key: str) -> Iterator[tuple[str, str]]:
    for inner, value in table.items():
        if inner in CHINESE:
            yield from ((key, text) for text in (value if isinstance(value, list) else [value]) if isinstance(text, str))
        elif isinstance(value, dict):
            yield from below(value, inner)
        elif isinstance(value, list):
            yield from (found for part in value if isinstance(part, dict) for found in below(part, key))


def left_over(key: str, text: str) -> list[str]:
    """What does not belong into a Chinese sentence."""
    bare = CHOSEN.sub(" ", FIELD.sub(" ", text))
    latin = [word for word in LEFT.findall(bare) if word.strip("-") not in LATIN | THERE.get(key, set())]
    return [
        *UNFINISHED.findall(bare),
        *latin,
        *(["nothing is said"] if not text.strip() and key not in EMPTY else []),
        *([key] if text == key else []),
    ]


@pytest.mark.parametrize("path", CATALOGUES + ROOMS, ids=name)
def test_nothing_is_left_over(path: Path) -> None:
    assert [(key, text, left_over(key, text)) for key, text in sentences(path) if left_over(key, text)] == []


def test_all_files_are_read() -> None:
    assert {name(path) for path in CATALOGUES} >= {
        f"frontend/src/{where}{end}.ts" for where in ("words/", "rooms/words.", "rooms/gou_ji/words.") for end in CHINESE
    }
    assert sum(1 for path in CATALOGUES for _ in sentences(path)) > 800
    assert sum(1 for path in ROOMS for _ in sentences(path)) > 1500


@pytest.mark.parametrize(
    "text",
    [
        "请 choose 一张",
        "{name} 出 {cards",
        "TO" + "DO",
        "下一步：next_deal",
        "",
        "deal",
        "等 Player 出牌",
        "两副?？?? 牌",
        "Q 点 R",
    ],
)
def test_what_is_left_over_is_noticed(text: str) -> None:
    assert left_over("deal", text)


@pytest.mark.parametrize("text", ["{name} 出 {cards}", "红心Q", "须配 triplet_mode=ordinary。", "显示 QR 码", "两张 A"])
def test_what_belongs_there_is_not(text: str) -> None:
    assert left_over("any", text) == []


@pytest.mark.parametrize("path", [*BOOKS, *CATALOGUES, *ROOMS, *PAGES, *REFUSALS], ids=name)
def test_a_limit_says_on_which_side_it_is(path: Path) -> None:
    """以上 and 以内 include the number that they name: "more than ten" is 超过十张."""
    assert re.findall(r"十[张張]以[上内內]", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", [*BOOKS, *CATALOGUES, *ROOMS, *PAGES, *REFUSALS], ids=name)
def test_nobody_is_told_what_no_player_says(path: Path) -> None:
    """Words that stood for "you must play", a refused dream and "give up": the first says the opposite at a glance, the others insult."""
    assert re.findall(r"不能不要|你[做作][梦夢]|[认認][输輸]", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", [*BOOKS, *CATALOGUES, *ROOMS, *PAGES], ids=name)
def test_points_are_counted_in_one_word(path: Path) -> None:
    """What is won and lost is 计分, as players say; how it is written down is 记 or 记法.  记分 could be either."""
    assert re.findall(r"[记記]分|[计計][胜勝]|[记記][胜勝]", path.read_text(encoding="utf-8")) == []
