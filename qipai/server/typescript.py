"""Writes the wire's structures as TypeScript: `python -m qipai.server.typescript > frontend/src/protocol.ts`."""

import inspect
import re
import types
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from qipai.session import views

from . import protocol

OPENING = """\
// Written by `python -m qipai.server.typescript` from qipai/server/protocol.py and qipai/session/views.py.
// Change those, then write this again.
"""

PLAIN = {Any: "unknown", str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}

# What the client makes; here a default means that a field may be left out.  What the server makes is always whole.
MADE_BY_CLIENT = {*typing.get_args(protocol.ToServer), protocol.NewTable}
BASES = {protocol.Message, protocol.Command}


def spell(annotation: Any) -> str:
    """A Python annotation as a TypeScript type."""
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, parts = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (types.UnionType, typing.Union):
        return " | ".join(map(spell, parts))
    if origin is list:
        item = spell(parts[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is dict:
        return f"Record<{spell(parts[0])}, {spell(parts[1])}>"
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return annotation.__name__
    raise TypeError(f"{annotation} has no spelling in TypeScript; add one to {__name__}.")


def remarks(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The comments behind the fields, by name of field."""
    return dict(re.findall(r"^    (\w+): .*?  # (.+)$", inspect.getsource(struct), re.MULTILINE))


def comment(indent: str, text: str) -> Iterator[str]:
    lines = text.splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {text} */"
    else:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


def interface(struct: type[msgspec.Struct]) -> Iterator[str]:
    """One structure with the sentences that its Python definition carries."""
    own = vars(struct).get("__doc__")
    if own:
        yield from comment("", inspect.cleandoc(own))
    yield f"export interface {struct.__name__} {{"
    tag = struct.__struct_config__.tag
    if tag is not None:
        yield f'  {struct.__struct_config__.tag_field}: "{tag}";'
    said = remarks(struct)
    annotations = typing.get_type_hints(struct)
    for member in msgspec.structs.fields(struct):
        if member.name in said:
            yield from comment("  ", said[member.name])
        optional = "?" if struct in MADE_BY_CLIENT and not member.required else ""
        yield f"  {member.name}{optional}: {spell(annotations[member.name])};"
    yield "}"


def structures() -> Iterator[type[msgspec.Struct]]:
    """Those of both modules, in their order of definition."""
    for module in (views, protocol):
        for thing in vars(module).values():
            if (
                isinstance(thing, type)
                and issubclass(thing, msgspec.Struct)
                and thing.__module__ == module.__name__
                and thing not in BASES
            ):
                yield thing


def module() -> str:
    """The whole file."""
    lines = [OPENING, f"export const PROTOCOL = {protocol.PROTOCOL};"]
    for struct in structures():
        lines += ["", *interface(struct)]
    for name in ("ToServer", "FromServer"):
        lines += ["", f"export type {name} = {spell(getattr(protocol, name))};"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(module(), end="")
