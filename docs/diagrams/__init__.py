"""The diagrams of the rule books: for each room a table of drawings by §.

What a diagram says is in a table of its module, which `tests/docs/test_diagrams.py` puts to the engine.
"""

import importlib
from collections.abc import Callable, Mapping

Draw = Callable[[str], tuple[str, str]]  # from a language to a drawing and what it shows


def figures(room: str, language: str) -> dict[str, list[str]]:
    """The lines of a page for a room's diagrams, by the § below which they stand."""
    drawings: Mapping[str, Draw] = importlib.import_module(f"docs.diagrams.{room}").DRAWINGS
    return {section: figure(*draw(language)) for section, draw in drawings.items()}


def figure(drawing: str, caption: str) -> list[str]:
    return ["```{raw} html", f'<figure class="diagram">{drawing}<figcaption>{caption}</figcaption></figure>', "```", ""]
