"""The files of `tests/examples`: situations, each with its answer."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "examples"
FILES = sorted(FOLDER.glob("*.yaml"))
LOADER = getattr(
    yaml, "CSafeLoader", yaml.SafeLoader
)  # every process that collects tests reads all files, and the first takes a sixth of the time


@cache
def content(file: Path) -> dict[str, Any]:
    """What a file says: `schema`, `game` and `vectors`."""
    read: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER)
    return read


def vectors(name: str) -> list[dict[str, Any]]:
    """The situations of a file, by its name without `.yaml`."""
    found: list[dict[str, Any]] = content(FOLDER / f"{name}.yaml")["vectors"]
    return found
