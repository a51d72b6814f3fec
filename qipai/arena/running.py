"""Play the part of a tournament that its folder does not have yet."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .storing import Folder
from .tournaments import Runner, play_here


def run(folder: Folder, runner: Runner = play_here, progress: bool = False) -> bool:
    """Play the missing shards into the folder.

    Return True when all are played, False after Ctrl-C; rows played by then are kept.
    """
    tournament = folder.tournament
    shards = tournament.shards(folder.played)
    try:
        with folder.appending() as append, _bar(tournament.rows_in_all, progress) as advance:
            advance(len(folder.rows))
            for rows in runner(tournament, shards):
                append(rows)
                advance(len(folder.rows))
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _bar(total: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr and yield the function that sets it; if not `shown`, yield one that does nothing."""
    if not shown:
        yield lambda rows: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("tables"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("tables", total=total)
        yield lambda rows: bar.update(task, completed=rows)
