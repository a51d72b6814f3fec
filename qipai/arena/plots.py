"""The pictures of a tournament, drawn with matplotlib (extra `plots`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from .comparing import Comparison
from .intervals import NORMAL_95

WOOD, INK, RED, PAPER = "#c9a877", "#2b4a6b", "#a8321c", "#fbf7ef"
RATINGS, AHEAD, COURSE = "ratings.svg", "ahead.svg", "course.svg"


def can_draw() -> bool:
    """Return True if matplotlib is installed."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


@contextmanager
def drawing() -> Iterator[Any]:
    """Give `pyplot` with matplotlib's own settings: not those of a person, whose fonts or LaTeX may be missing here."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot, style

    with style.context(["default", {"svg.hashsalt": "qipai"}]):  # so that an equal picture is an equal file
        yield pyplot


def draw(found: Comparison, folder: Path) -> list[str]:
    """Draw the pictures of a comparison into a folder as SVG; return their file names."""
    drawn = [RATINGS, COURSE]
    _save(_ratings, found, folder / RATINGS, (7, 1.2 + 0.45 * len(found.bots)))
    _save(_course, found, folder / COURSE, (9, max(4, 0.8 + 0.24 * len(found.played))))
    if len(found.bots) > 2:
        side = 2 + 0.9 * len(found.bots)
        _save(_ahead, found, folder / AHEAD, (side, side * 0.85))
        drawn.insert(1, AHEAD)
    return drawn


def _save(picture: Any, found: Comparison, path: Path, inches: tuple[float, float]) -> None:
    with drawing() as pyplot:
        figure, axes = pyplot.subplots(figsize=inches, layout="constrained")
        picture(found, axes)
        figure.savefig(path, facecolor=PAPER, metadata={"Date": None})
        pyplot.close(figure)


def _ratings(found: Comparison, axes: Any) -> None:
    """Draw each bot's rating with its interval."""
    elo, low, high = found.ratings
    rated = [bot for bot in np.argsort(elo) if not np.isnan(elo[bot])]
    reach = [[elo[bot] - low[bot] for bot in rated], [high[bot] - elo[bot] for bot in rated]]
    axes.errorbar([elo[bot] for bot in rated], range(len(rated)), xerr=reach, fmt="o", color=RED, ecolor=WOOD, capsize=4)
    axes.set(yticks=range(len(rated)), yticklabels=[found.bots[bot] for bot in rated], xlabel="Elo points (mean 0), 95 %")
    axes.margins(y=0.2)
    axes.grid(axis="x", alpha=0.3)


def _ahead(found: Comparison, axes: Any) -> None:
    """Draw the matrix of how often the row's bot is ahead of the column's."""
    axes.imshow(found.matrix, cmap="RdBu", vmin=0, vmax=1)
    for row, line in enumerate(found.matrix):
        for column, share in enumerate(line):
            if not np.isnan(share):
                axes.text(
                    column, row, f"{share:.0%}", ha="center", va="center", color="white" if abs(share - 0.5) > 0.25 else "black"
                )
    places = range(len(found.bots))
    axes.set(xticks=places, yticks=places, yticklabels=found.bots, title="ahead of …")
    axes.set_xticklabels(found.bots, rotation=30, ha="right")


def _course(found: Comparison, axes: Any) -> None:
    """Draw how each match's mean point difference settles as deals are played."""
    for played in found.played:
        sums, parts = played.differences(0, 1)
        values = sums.mean(axis=(1, 2)) / parts
        count = np.arange(1, len(values) + 1)
        mean = values.cumsum() / count
        error = np.sqrt(np.maximum((values**2).cumsum() / count - mean**2, 0) / count)
        (line,) = axes.plot(count, mean, label=f"{played.match.bots[0]} – {played.match.bots[1]}", linewidth=1.2)
        axes.fill_between(count, mean - NORMAL_95 * error, mean + NORMAL_95 * error, alpha=0.15, color=line.get_color())
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set(xlabel="deals" if found.terms.session == 1 else "sessions", ylabel="points ahead a deal, 95 %")
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
