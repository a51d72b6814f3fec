"""What people see of a run while it goes on: a table of its measurements, and a line with speed, loss and time left."""

from typing import TYPE_CHECKING

from qipai.arena.progress import folding

if TYPE_CHECKING:  # rich is imported where something is shown: it draws from Python's `random`, whose state is the caller's
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

from .running import Training


def clock(seconds: float) -> str:
    """Return a span of time as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def share(size: dict[str, float]) -> str:
    """Return the share of wins of a measurement, with half of its interval, in per cent."""
    reach = (size["wins_high"] - size["wins_low"]) / 2
    return f"{size['wins']:.1%} ± {reach:.1%}"


def table_of(training: Training) -> "Table":
    """Return the measurements of a run as a table."""
    table = folding(
        "learned",
        "time",
        "loss of points",
        "of wins",
        title=f"the net's own wins and points against {training.met}, over duplicate deals",
    )
    for size in training.settings.players:
        table.add_column(f"wins of {size} players", justify="right", overflow="fold")
        table.add_column("points a deal", justify="right", overflow="fold")
    for line in training.progress:
        cells = [f"{line['learned']:,}", clock(line["seconds"]), *(f"{loss:.4f}" for loss in line["loss"])]
        for found in line["sizes"].values():
            cells += [share(found), f"{found['points']:+.2f}"]
        table.add_row(*cells)
    return table


def line_of(training: Training) -> "Text":
    """Return where the run is now, in one line."""
    from rich.text import Text

    spent = max(training.spent, 1e-9)
    parts = [
        f"{training.decisions / spent:,.0f} decisions/s",
        f"learned {training.learned:,}",
        f"loss {training.loss[0]:.4f} {training.loss[1]:.4f}",
        f"{training.part:.0%}",
    ]
    if training.part > 0:
        parts.append(f"{clock(spent * (1 - training.part) / training.part)} left")
    if training.learner.device:
        parts.append(training.learner.device)
    return Text("  ".join(parts))


def picture_of(training: Training) -> "Group":
    """Return everything that is shown of a run."""
    from rich.console import Group

    return Group(table_of(training), line_of(training))
