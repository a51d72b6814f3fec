"""Playing what is left of a tournament into its folder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .storing import Folder
from .tournaments import Runner, play_here


def run(folder: Folder, runner: Runner = play_here, progress: bool = False) -> bool:
    """Play what is missing.  Returns False if Ctrl-C came first; what was played by then is kept."""
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
    """A progress bar on stderr; a function that does nothing when it is not shown."""
    if not shown:
        yield lambda rows: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("tables"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("tables", total=total)
        yield lambda rows: bar.update(task, completed=rows)
