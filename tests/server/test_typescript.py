"""The browser client reads the wire's structures from a file that is written from them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated

import msgspec
import pytest

from qipai.engine.boards import ABSENT, Absent, Among
from qipai.games import GAMES
from qipai.server import typescript

SOURCES = Path(__file__).parents[2] / "frontend" / "src"


@pytest.mark.parametrize("path", typescript.files())
def test_the_client_has_the_types_of_this_server(path):
    assert (SOURCES / path).read_text(encoding="utf-8") == typescript.files()[path], "write it again: just protocol"


def test_every_room_has_the_types_of_its_board():
    """Of boards whose fields nobody wrote down the client would know nothing."""
    boards = {f"rooms/{game.room}/board.ts" for game in GAMES.values()}
    rooms = {f"rooms/{book.parent.name}/board.ts" for book in (SOURCES.parents[1] / "qipai" / "games").glob("*/RULES.md")}
    assert boards <= {path.relative_to(SOURCES).as_posix() for path in SOURCES.glob("rooms/*/board.ts")} <= rooms
    assert boards == {*typescript.files()} - {"protocol.ts"}


class Chip(msgspec.Struct):
    chip: Annotated[str, Among(("", "dealer"), ("owner",))]
    n: int | Absent = ABSENT


class Board(msgspec.Struct, rename={"giver": "from"}):
    giver: int | None  # whose debt it is
    trick: int
    seats: list[Chip]


def describe(observation, rules) -> Board:
    return Board(1, 2, [])


def test_a_board_is_written_without_what_has_its_own_place_in_a_view():
    """`trick` and `seats` are fields of every view; what a seat holds is told beside it."""
    game = SimpleNamespace(room="whist", telling=SimpleNamespace(describe=describe))
    assert typescript.board_module(game).partition("\n\n")[2] == (
        "export interface Board {\n  /** whose debt it is */\n  from: number | null;\n}\n\n"
        'export interface Chip {\n  chip: "dealer" | "owner";\n  n?: number;\n}\n'
    )


@pytest.mark.parametrize(
    ("annotation", "spelling"),
    [
        (list[str | None], "(string | null)[]"),
        (dict[str, dict[str, str]], "Record<string, Record<string, string>>"),
        (list[list[int]], "number[][]"),
    ],
)
def test_types_are_spelled_as_typescript_does(annotation, spelling):
    assert typescript.spell(annotation) == spelling


def test_a_type_without_a_spelling_is_refused_by_name():
    with pytest.raises(TypeError, match="bytes"):
        typescript.spell(bytes)
