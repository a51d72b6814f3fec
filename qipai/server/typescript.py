"""Write the wire's structures and the boards of all games as TypeScript: `python -m qipai.server.typescript frontend/src`."""

import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from qipai.arena.review import figures
from qipai.club import statistics
from qipai.engine.boards import Absent, Among
from qipai.engine.game import Game
from qipai.games import GAMES
from qipai.session import views
from qipai.session.viewing import APART

from . import protocol

OPENING = """\
// Written by `python -m qipai.server.typescript` from qipai/server/protocol.py and qipai/session/views.py.
// Change those, then write this again.
"""
OF_A_BOARD = """\
// Written by `python -m qipai.server.typescript` from the structures of the board that the room {room} describes, and from the
// fields that its state.py declares as shown.  Change those, then write this again.  Sentences of state.py speak of records: NOBODY
// is null here, a mask of seats a list of them, and an array by seat begins with seat 0.
"""

PLAIN = {Any: "unknown", str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}

# What the client makes; here a default means that a field may be left out.  What the server makes is always whole.
MADE_BY_CLIENT = {
    *typing.get_args(protocol.ToServer),
    protocol.NewTable,
    protocol.NewLesson,
    protocol.Company,
    protocol.PasswordForm,
}
BASES = {protocol.Message, protocol.Command}


def spell(annotation: Any) -> str:
    """Return a Python annotation as a TypeScript type."""
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        texts = next((part.values for part in parts[1:] if isinstance(part, Among)), None)
        return " | ".join(f'"{value}"' for value in texts) if texts else spell(parts[0])
    if origin in (types.UnionType, typing.Union):
        return " | ".join(spell(part) for part in parts if part is not Absent)
    if origin is list:
        item = spell(parts[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin in (dict, Mapping):
        return f"Record<{spell(parts[0])}, {spell(parts[1])}>"
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return annotation.__name__
    raise TypeError(f"{annotation} has no spelling in TypeScript; add one to {__name__}.")


def remarks(struct: type[msgspec.Struct]) -> dict[str, str]:
    """Return what is said of a structure's fields, by field name: in the annotation, or in a trailing comment."""
    hints = typing.get_type_hints(struct, include_extras=True)
    said = {
        name: part.description or ""
        for name, hint in hints.items()
        for part in typing.get_args(hint)
        if isinstance(part, msgspec.Meta)
    }
    return said | dict(re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(struct), re.MULTILINE))


def comment(indent: str, text: str) -> Iterator[str]:
    """Yield a text as the lines of a TypeScript comment."""
    lines = text.splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {text} */"
    else:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


def may_be_left_out(struct: type[msgspec.Struct], member: msgspec.structs.FieldInfo) -> bool:
    """Return True if messages may lack a field."""
    return not member.required and (struct in MADE_BY_CLIENT or member.default is msgspec.UNSET)


def interface(struct: type[msgspec.Struct], apart: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the lines of a structure's interface, with its docstring and comments, without the fields sent `apart`."""
    own = vars(struct).get("__doc__")
    if own:
        yield from comment("", inspect.cleandoc(own))
    yield f"export interface {struct.__name__} {{"
    tag = struct.__struct_config__.tag
    if tag is not None:
        yield f'  {struct.__struct_config__.tag_field}: "{tag}";'
    said = remarks(struct)
    annotations = typing.get_type_hints(struct, include_extras=True)
    for member in msgspec.structs.fields(struct):
        if member.name in apart:
            continue
        if said.get(member.name):
            yield from comment("  ", said[member.name])
        optional = "?" if may_be_left_out(struct, member) else ""
        yield f"  {member.encode_name}{optional}: {spell(annotations[member.name])};"
    yield "}"


def structures() -> Iterator[type[msgspec.Struct]]:
    """Yield the structures of these modules in order of definition."""
    for module in (views, figures, statistics, protocol):
        for thing in vars(module).values():
            if (
                isinstance(thing, type)
                and issubclass(thing, msgspec.Struct)
                and thing.__module__ == module.__name__
                and thing not in BASES
            ):
                yield thing


def module() -> str:
    """Return the text of the file of the wire's structures."""
    lines = [OPENING, f"export const PROTOCOL = {protocol.PROTOCOL};"]
    for struct in structures():
        lines += ["", *interface(struct)]
    for name in ("ToServer", "FromServer"):
        lines += ["", f"export type {name} = {spell(getattr(protocol, name))};"]
    return "\n".join(lines) + "\n"


def structures_in(annotation: Any, apart: tuple[str, ...] = ()) -> Iterator[type[msgspec.Struct]]:
    """Yield the structures that an annotation mentions, each after those that its fields mention."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
        hints = typing.get_type_hints(annotation, include_extras=True)
        annotation = tuple(hint for name, hint in hints.items() if name not in apart)
    for part in annotation if isinstance(annotation, tuple) else typing.get_args(annotation):
        yield from structures_in(part)


def board_module(game: Game) -> str | None:
    """Return the types of a game's board and of the chips of its seats; None if the game does not declare them."""
    board = typing.get_type_hints(game.telling.describe).get("return")
    if not (isinstance(board, type) and issubclass(board, msgspec.Struct)):
        return None
    lines = [OF_A_BOARD.format(room=game.room).rstrip()]
    chips = typing.get_type_hints(board)["seats"]
    for struct in dict.fromkeys([*structures_in(board, APART), *structures_in(chips)]):
        lines += ["", *interface(struct, APART if struct is board else ())]
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Return the text of every file to write, by path under the browser client's sources."""
    first = {game.room: game for game in reversed(GAMES.values())}
    boards = {f"rooms/{room}/board.ts": text for room, game in first.items() if (text := board_module(game))}
    return {"protocol.ts": module(), **boards}


if __name__ == "__main__":
    for path, text in files().items():
        target = Path(sys.argv[1], path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
