"""The page that leads from what the sources say to options: what it names exists, and no option is missing."""

import re
from functools import cache

import pytest

from docs.making.links import DOCS, ROOMS, book
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.games import GAMES, find_game

PAGE = (DOCS / "options.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:(?!## ).*\n)*)", PAGE, re.MULTILINE))
ROOM_OF = {find_game(room).titles["en"]: room for room in ROOMS}

ROW = re.compile(r"^\| (?P<says>.+?) \| (?P<sections>[\d., ]+|–) \| (?P<here>.+) \|$")
NAMED = re.compile(r"`(?P<option>\w+)=(?P<value>[\w-]+)`")
VARIANT = re.compile(r"`--variant (\w+)`")


@cache
def games_of(title: str) -> list[Game]:
    """The games of a section: a room, that is, with all relatives."""
    return [game for game in GAMES.values() if game.room == ROOM_OF[title]]


def rows(title: str) -> list[re.Match[str]]:
    lines = [line for line in SECTIONS[title].splitlines() if line.startswith("| ")]
    body = [line for line in lines if not re.fullmatch(r"[| -]+", line) and not line.endswith("| Here |")]
    found = [(line, ROW.match(line)) for line in body]
    assert [line for line, row in found if row is None] == []
    return [row for _, row in found if row is not None]


def accepted(title: str, option: str, value: str) -> bool:
    """Does a game of this section have the option, with the value?"""
    for game in games_of(title):
        try:
            next(known for known in game.options if known.name == option).parse(value)
        except (StopIteration, QipaiError):
            continue
        return True
    return False


def test_every_room_has_its_section() -> None:
    assert set(SECTIONS) == set(ROOM_OF)
    assert len(SECTIONS) == 5


@pytest.mark.parametrize("title", SECTIONS)
def test_what_is_named_exists(title: str) -> None:
    for row in rows(title):
        assert [name for name in NAMED.findall(row["here"]) if not accepted(title, *name)] == [], row[0]
        assert not NAMED.search(row["says"]), row[0]
        variants = {variant for game in games_of(title) for variant in game.variants}
        assert set(VARIANT.findall(row["here"])) - variants == set(), row[0]


@pytest.mark.parametrize("title", SECTIONS)
def test_what_is_named_in_quotes_is_all_read(title: str) -> None:
    """A slip of the pen is not passed over: all code in the last column is an option with its value, or a variant."""
    for row in rows(title):
        assert re.sub(VARIANT, "", re.sub(NAMED, "", row["here"])).count("`") == 0, row[0]


@pytest.mark.parametrize("title", SECTIONS)
def test_every_paragraph_that_is_cited_exists(title: str) -> None:
    text = book(ROOM_OF[title], "en").read_text(encoding="utf-8")
    for row in rows(title):
        for number in re.findall(r"\d+\.\d+", row["sections"]):
            assert re.search(rf"^### {re.escape(number)} ", text, re.MULTILINE), row[0]


@pytest.mark.parametrize("title", SECTIONS)
def test_every_option_and_every_value_with_a_name_is_there(title: str) -> None:
    named = {name for row in rows(title) for name in NAMED.findall(row["here"])}
    options = [option for game in games_of(title) for option in game.options]
    assert {option.name for option in options} - {name for name, _ in named} == set()
    wanted = {(option.name, value) for option in options for value in option.values if value != option.default}
    assert wanted - named == set()


@pytest.mark.parametrize("title", SECTIONS)
def test_every_variant_is_there(title: str) -> None:
    told = set(VARIANT.findall(SECTIONS[title]))
    assert {variant for game in games_of(title) for variant in game.variants} - told - {"default"} == set()
