"""The diagrams of the rule books: for each room a table of drawings by §, for the page beside the table and for the site.

What a diagram says is in a table of its module, which `tests/docs/test_diagrams.py` puts to the engine.
"""

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path

from .drawing import figure

Draw = Callable[[str], tuple[str, str]]  # from a language to a drawing and what it shows
ROOMS = {path.stem for path in Path(__file__).parent.glob("[!_]*.py")} - {"drawing"}


def figures(room: str, language: str) -> dict[str, str]:
    """Return a room's diagrams as HTML, by the § below which they stand; none for a room without diagrams."""
    if room not in ROOMS:
        return {}
    drawings: Mapping[str, Draw] = importlib.import_module(f"{__name__}.{room}").DRAWINGS
    return {section: figure(*draw(language)) for section, draw in drawings.items()}
