"""Write the pages that document vectors, setups and results: `python -m qipai.environments.pages docs/observations`.

The meaning of each field is quoted from the declaration of its record.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from qipai.bots.nets.choosing import inputs_of
from qipai.engine.forms import Axis, listed
from qipai.engine.game import Game
from qipai.engine.schema import Record, sentence
from qipai.games import GAMES

from .compact import left_out
from .encoding import Block, Layout
from .layouts import layouts

COMMAND = "python -m qipai.environments.pages docs/observations"


def page(game: Game) -> str:
    """Return the page of a game's package in Markdown: a table for each layout, and for setups and results."""
    family = [other for other in GAMES.values() if other.room == game.room]
    made, declared = layouts(game), game.vectors
    assert declared  # `layouts` has checked it
    names = ", ".join(f"`{other.name}`" for other in family)
    return "\n".join(
        [
            f"# What the vectors of {family[0].titles['en']}{' and its family' if len(family) > 1 else ''} say",
            "",
            f"Of {names}.  This page is made by `{COMMAND}`; [the environments](../environments.md) says how to read it.",
            "",
            "## The observation: what a seat may know and remember",
            "",
            *table(made.observation, declared.observation),
            "",
            "## The compact observation",
            "",
            *_left_out(declared.observation),
            "",
            *table(made.compact, declared.observation),
            "",
            "## An action",
            "",
            *table(made.action, declared.action),
            "",
            "## The privileged view: everything, hidden cards too",
            "",
            *table(made.state, declared.state),
            "",
            "## What nets see",
            "",
            *_inputs(game),
            "",
            *_between(game),
        ]
    )


def table(layout: Layout, record: type[Record]) -> Iterator[str]:
    """Yield the lines of the table of a layout: for each field its entries, and the sentence of its declaration."""
    yield f"{layout.entries} entries."
    yield ""
    yield "| Entries | Name | Places | How it is written | What it says |"
    yield "| --- | --- | --- | --- | --- |"
    for block in layout.blocks.values():
        entries = f"{block.begin}" if block.end == block.begin + 1 else f"{block.begin} to {block.end - 1}"
        yield f"| {entries} | `{block.name}` | {_places(block)} | {block.form} | {sentence(record, block.name)} |"


LATE = "; seen by a net that [learns on](../training.md#what-a-net-sees)"


def _inputs(game: Game) -> Iterator[str]:
    """Yield the lines of the table of a game's inputs of nets: each is on or off."""
    inputs = inputs_of(game)
    yield f"{inputs.size} inputs that are on or off; at most {inputs.most} are on at once.  `Batch.inputs` says which, and `qipai train` learns from them."
    yield ""
    yield "| Inputs | Group | Each says |"
    yield "| --- | --- | --- |"
    for group in inputs.groups:
        last = group.begin + group.size - 1
        yield f"| {group.begin}{'' if group.size == 1 else f' to {last}'} | `{group.name}` | {group.says}{LATE if group.late else ''} |"


def _between(game: Game) -> Iterator[str]:
    """Yield the tables of what a deal starts from and ends with, which are records and no vectors."""
    if game.between:
        for title, record in (
            ("What a deal starts from (`SETUP`)", game.between.setup),
            ("What it ends with (`RESULT`)", game.between.result),
        ):
            yield f"## {title}"
            yield ""
            yield "Fields of a record; they are no entries of a vector."
            yield ""
            yield "| Name | Places | Type | What it is | What it says |"
            yield "| --- | --- | --- | --- | --- |"
            for name, field in record.fields.items():
                places = " × ".join(_axis(place.axis) for place in field.places)
                yield f"| `{name}` | {places} | `{np.dtype(field.holds)}` | {field.form or 'a whole number'} | {field.says} |"
            yield ""


def _left_out(record: type[Record]) -> Iterator[str]:
    paths = ", ".join(f"`{path}`" for path in left_out(record))
    yield "Counts, bits and small integers: what `compact=True` gives."
    yield f"Left out, since it is the history of the deal: {paths}." if paths else "Nothing is left out."


def _places(block: Block) -> str:
    return " × ".join(_axis(axis) for axis in block.axes)


def _axis(axis: Axis) -> str:
    return f"{len(axis.names)} ({listed(axis.names)})"


def main(folder: str) -> None:
    """Write the page of each game's package into a folder."""
    for game in {game.room: game for game in GAMES.values()}.values():
        target = Path(folder, f"{game.room}.md")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(game), encoding="utf-8")
        print(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
