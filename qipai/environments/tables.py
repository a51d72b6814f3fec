"""The tables of what stands where in a vector, for people: `python -m qipai.environments.tables docs/observations`.

What a field means is said beside it in its room's records; here it is only read from there.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from qipai.engine.game import Game
from qipai.games import GAMES

from .encoding import Axis, Block, Layout
from .fields import layouts
from .forms import listed

COMMAND = "python -m qipai.environments.tables docs/observations"
Sentences = dict[str, dict[str, tuple[str, str]]]  # by record and field: the record that it is itself, if any, and its sentence


@cache
def sentences_of(module: str) -> Sentences:
    """What a module says beside the fields of its records."""
    source = Path(import_module(module).__file__ or "").read_text(encoding="utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}
    found: Sentences = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.value.args[0], ast.List):
            fields = [field for field in node.value.args[0].elts if isinstance(field, ast.Tuple)]
            found[ast.unparse(node.targets[0])] = {
                ast.literal_eval(field.elts[0]): (ast.unparse(field.elts[1]), " ".join(_beside(field, comments)))
                for field in fields
            }
    return found


def _beside(field: ast.Tuple, comments: dict[int, str]) -> Iterator[str]:
    yield from (comments[line] for line in range(field.lineno, (field.end_lineno or field.lineno) + 1) if line in comments)


def sentence_of(path: str, record: str, module: str, elsewhere: str = "") -> str:
    """What is said of a field, from the outermost record in; where nothing is, what another record says of its namesake."""
    records = sentences_of(module)
    told = []
    for name in path.split("."):
        inner, sentence = records.get(record, {}).get(name, ("", ""))
        told.append(sentence or records.get(elsewhere, {}).get(name, ("", ""))[1])
        record, elsewhere = inner, ""
    return "; ".join(sentence for sentence in told if sentence)


def page(game: Game) -> str:
    """The tables of a room, in Markdown."""
    family = [other for other in GAMES.values() if other.room == game.room]
    room, fields = f"qipai.games.{game.room}.state", f"qipai.environments.fields.{game.room}"
    made = layouts(game)
    names = ", ".join(f"`{other.name}`" for other in family)
    return "\n".join(
        [
            f"# What the vectors of {family[0].titles['en']}{' and its family' if len(family) > 1 else ''} say",
            "",
            f"Of {names}.  This page is made by `{COMMAND}`; [the environments](../environments.md) says how to read it.",
            "",
            "## The observation: what a seat may know and remember",
            "",
            *_table(made.observation, "OBSERVATION", room, "STATE"),
            "",
            "## An action",
            "",
            *_table(made.action, "ACTION", fields),
            "",
            "## The privileged view: everything, hidden cards too",
            "",
            *_table(made.state, "STATE", room),
            "",
        ]
    )


def _table(layout: Layout, record: str, module: str, elsewhere: str = "") -> Iterator[str]:
    yield f"{layout.entries} entries."
    yield ""
    yield "| Entries | Name | Places | How it is written | What it says |"
    yield "| --- | --- | --- | --- | --- |"
    for block in layout.blocks.values():
        told = sentence_of(block.name, record, module, elsewhere)
        entries = f"{block.begin}" if block.end == block.begin + 1 else f"{block.begin} to {block.end - 1}"
        yield f"| {entries} | `{block.name}` | {_places(block)} | {block.form} | {told} |"


def _places(block: Block) -> str:
    return " × ".join(_axis(axis) for axis in block.axes)


def _axis(axis: Axis) -> str:
    return f"{len(axis.names)} ({listed(axis.names)})"


def main(folder: str) -> None:
    for game in {game.room: game for game in GAMES.values()}.values():
        target = Path(folder, f"{game.room}.md")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(game), encoding="utf-8")
        print(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
