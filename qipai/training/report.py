"""The report of a run: the course of its strength and its losses, drawn, with the numbers below."""

import html
from pathlib import Path
from typing import Any

from qipai.arena.plots import INK, RED, WOOD, can_draw, drawing
from qipai.arena.report import STYLE

from .running import Training
from .watching import clock, share

REPORT, CURVE = "report.html", "curve.svg"


def write_report(training: Training, folder: Path) -> None:
    """Write `report.html` into a folder, and `curve.svg` where matplotlib is installed."""
    drawn = can_draw()
    if drawn:
        draw(training, folder / CURVE)
    sizes = training.settings.players
    heads = ["learned", "time", "loss of points", "of wins"]
    heads += [head for size in sizes for head in (f"wins of {size} players", "points a deal", "deals")]
    lines = []
    for line in training.progress:
        cells = [f"{line['learned']:,}", clock(line["seconds"]), *(f"{loss:.4f}" for loss in line["loss"])]
        for size in line["sizes"].values():
            cells += [share(size), f"{size['points']:+.2f}", f"{size['deals']:,}"]
        lines.append(cells)
    recipe = {name: getattr(training.settings, name) for name in training.settings.__struct_fields__}
    body = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        f"<title>{html.escape(training.game.titles['en'])}</title><style>{STYLE}</style>",
        f"<h1>{html.escape(training.game.titles['en'])}: a net against {training.met}</h1>",
        "<p>Wins and points are the net's own. Every deal is played at several tables with the same cards, so that luck cancels; intervals are 95 %.</p>",
        f"<img src='{CURVE}' alt='the course of the training'>" if drawn else "",
        _table(heads, lines),
        "<h2>Settings</h2>",
        _table(["setting", "value"], [[name, str(value)] for name, value in recipe.items()]),
    ]
    (folder / REPORT).write_text("\n".join(body), encoding="utf-8")


def _table(heads: list[str], lines: list[list[str]]) -> str:
    def row(cells: list[str], kind: str) -> str:
        return f"<tr>{''.join(f'<{kind}>{html.escape(cell)}</{kind}>' for cell in cells)}</tr>"

    body = "".join(row(line, "td") for line in lines)
    return f"<table><thead>{row(heads, 'th')}</thead><tbody>{body}</tbody></table>"


def draw(training: Training, path: Path) -> None:
    """Draw the shares of wins with their intervals, and both losses, over the decisions learned."""
    with drawing() as pyplot:
        figure, (wins, losses) = pyplot.subplots(1, 2, figsize=(11, 4), layout="constrained")
        learned = [line["learned"] / 1e6 for line in training.progress]
        for number, size in enumerate(training.settings.players):
            found: list[Any] = [line["sizes"][str(size)] for line in training.progress]
            (curve,) = wins.plot(learned, [one["wins"] for one in found], marker="o", markersize=3, label=f"{size} players")
            wins.fill_between(
                learned,
                [one["wins_low"] for one in found],
                [one["wins_high"] for one in found],
                alpha=0.2,
                color=curve.get_color(),
            )
            wins.axhline(found[0]["fair"], color=WOOD, linewidth=0.8, label="equals" if number == 0 else None)
        for head, (name, colour) in enumerate((("points", INK), ("wins", RED))):
            losses.plot(learned, [line["loss"][head] for line in training.progress], color=colour, label=name)
        wins.set(xlabel="million decisions learned", ylabel=f"share of wins against {training.met}")
        losses.set(xlabel="million decisions learned", ylabel="mean squared error")
        wins.legend(fontsize="small", frameon=False)
        losses.legend(fontsize="small", frameon=False)
        figure.savefig(path)
        pyplot.close(figure)
