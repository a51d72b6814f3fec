"""What is printed for people: a bar on stderr for what takes long, and tables that lose nothing."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # rich is imported where something is shown: it draws from Python's `random`, whose state is the caller's
    from rich.console import Console
    from rich.table import Table

UNBOUNDED = 10_000  # columns: no table is so wide


@contextmanager
def bar(what: str, total: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """Show how many of `total` are done; yield the function that is told.

    If not `shown`, and where stderr is no stream that can be drawn on, the function does nothing.
    """
    if not shown or not hasattr(sys.stderr, "flush"):
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task(what, total=total)
        yield lambda done: drawn.update(task, completed=done)


def printing(stderr: bool = False) -> "Console":
    """Return where tables are printed: as wide as they are in a pipe or a file, unless `COLUMNS` says how wide that is."""
    from rich.console import Console

    console = Console(stderr=stderr)
    return console if console.is_terminal or "COLUMNS" in os.environ else Console(stderr=stderr, width=UNBOUNDED)


def folding(*heads: str, **looks: Any) -> "Table":
    """Return a table of columns with these heads whose cells fold where they are too wide, so that nothing of them is lost."""
    from rich.table import Table

    table = Table(**looks)
    for head in heads:
        table.add_column(head, overflow="fold")
    return table
