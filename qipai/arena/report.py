"""Present a tournament's figures: tables in the terminal, and a report in Markdown and HTML."""

import html
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from qipai.engine.files import replace_file

from .comparing import PERCENTILES, Comparison, Contrast
from .intervals import Estimate
from .progress import printing
from .storing import Kept

DASH = "–"
CERTAIN = 0.05  # points; estimates with a smaller error are shown with three decimals
STYLE = """
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #2b2118; background: #fbf7ef; }
table { border-collapse: collapse; margin: 1rem 0 1.5rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid #d9cdb8; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { border-bottom: 2px solid #8c6d3f; }
img { max-width: 100%; }
code { background: #efe6d5; padding: .1rem .3rem; }
"""


class Sheet(NamedTuple):
    """A table with a note that explains how to read it."""

    title: str
    note: str
    heads: tuple[str, ...]
    lines: list[tuple[str, ...]]


def sheets(found: Comparison) -> Iterator[Sheet]:
    """Yield all tables, the most important first."""
    yield Sheet(
        "Ratings",
        "Bradley–Terry strengths in Elo points, their mean 0, with 95 % bootstrap intervals over "
        f"{_units(found)}. 100 points are 64 %, 200 are 76 %, 400 are 91 %.",
        ("bot", "Elo", "95 %"),
        [
            (found.bots[bot], _signed(elo, 0), f"{_signed(low, 0)} to {_signed(high, 0)}" if not np.isnan(elo) else DASH)
            for bot, elo, low, high in sorted(zip(range(len(found.bots)), *found.ratings, strict=True), key=_strongest_first)
        ],
    )
    yield Sheet(
        "Matches",
        f"Wins are the share of deals whose most points a seat's side has, a shared win in parts: {found.fair:.0%} among equals. "
        "Wins and points are the first bot's own, a deal; points ahead are its points less the other's, between two players twice its own. "
        f"Deals are written with the tables of each. Intervals are 95 %, over {_units(found)} with all their tables; "
        "unpaired is what the one of points ahead would be if each table were a deal of its own, and less luck the part of the "
        "variance that went because it is not.",
        ("match", "deals", "wins", "points", "points ahead", "unpaired", "less luck"),
        [_contrast_line(contrast) for contrast in found.contrasts],
    )
    if len(found.bots) > 2:
        yield Sheet(
            "Who is ahead of whom",
            "How often the bot of a row has more points than the bot of a column, at the same table and on opposite sides; "
            "equal points are half.",
            ("", *found.bots),
            [
                (bot, *(DASH if np.isnan(share) else f"{share:.1%}" for share in line))
                for bot, line in zip(found.bots, found.matrix, strict=True)
            ],
        )
    yield Sheet(
        "Time to think",
        "Milliseconds a decision, without the observation and the legal actions it is made from, in the first deals of each match.",
        ("bot", "decisions", *(f"p{percentile}" if percentile < 100 else "most" for percentile in PERCENTILES)),
        [(bot, f"{decisions:,}", *(f"{ms:.3f}" for ms in ms_at)) for bot, decisions, ms_at in found.thinking],
    )


def title(found: Comparison) -> str:
    """Return the heading: the game, the bots, and whether the tournament was stopped early."""
    short = "" if found.complete else " (stopped before the end)"
    return f"{found.tournament.game.titles['en']}: {', '.join(found.bots)}{short}"


def print_report(found: Comparison) -> None:
    """Print the tables in the terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    console = printing()
    console.print(f"[bold]{title(found)}[/] · {conditions(found)} · digest {found.digest}", highlight=False)
    for sheet in sheets(found):
        table = Table(
            title=sheet.title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False, show_edge=False
        )
        for number, head in enumerate(sheet.heads):
            table.add_column(head, justify="left" if number == 0 else "right", overflow="fold")
        for line in sheet.lines:
            table.add_row(*line)
        console.print(table)


def conditions(found: Comparison) -> str:
    """Return in one line what was played: seats, deals, plan, rules, seed."""
    terms = found.terms
    rules = ", ".join(f"{name}={value}" for name, value in terms.rules.items()) or "default rules"
    chained = f" in sessions of {terms.session}" if terms.session > 1 else ""
    return f"{terms.players} seats · {terms.deals:,} deals a match{chained} · plan {terms.plan} · {rules} · seed {terms.seed}"


def write_report(found: Comparison, kept: Kept, folder: Path, plots: Sequence[str]) -> None:
    """Write `report.md`, `report.html` and `summary.json` to a folder; `plots` are file names of pictures in it."""
    from markdown_it import MarkdownIt

    text = markdown(found, kept, plots)
    body = MarkdownIt("commonmark").enable("table").render(text)
    page = (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(title(found))}</title>\n'
        f"<style>{STYLE}</style>\n{body}</html>\n"
    )
    replace_file(folder / "report.md", text.encode())
    replace_file(folder / "report.html", page.encode())
    replace_file(folder / "summary.json", msgspec.json.format(msgspec.json.encode(found.summary())) + b"\n")


def markdown(found: Comparison, kept: Kept, plots: Sequence[str]) -> str:
    """Return the report as Markdown."""
    parts = [f"# {title(found)}", f"{conditions(found)}."]
    for sheet in sheets(found):
        parts += [f"## {sheet.title}", sheet.note, markdown_table(sheet)]
    parts += [f"![{Path(name).stem}]({name})" for name in plots]
    sources = " and ".join(kept.sources)
    changed = "" if len(kept.sources) == 1 else " The sources changed while it was played: its rows may not come again."
    parts.append(
        f"{found.rows:,} rows, digest `{found.digest}`: the same terms give the same digest on every machine. "
        f"qipai {kept.qipai}, rules version {found.terms.rules_version}, sources {sources}.{changed}"
    )
    return "\n\n".join(parts) + "\n"


def markdown_table(sheet: Sheet) -> str:
    """Return the heads and lines of a table as Markdown."""
    lines = [sheet.heads, ("---", *["---:"] * (len(sheet.heads) - 1)), *sheet.lines]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _units(found: Comparison) -> str:
    return "deals" if found.terms.session == 1 else "sessions"


def _strongest_first(line: tuple[int, float, float, float]) -> float:
    return float("inf") if np.isnan(line[1]) else -line[1]


def _signed(number: float, places: int) -> str:
    return DASH if np.isnan(number) else f"{number:+.{places}f}"


def _contrast_line(found: Contrast) -> tuple[str, ...]:
    removed, wins = found.luck_removed, found.wins
    reach = "" if wins.low is None or wins.high is None else f" ({100 * wins.low:.1f}–{100 * wins.high:.1f})"
    return (
        f"{found.one} – {found.other}",
        f"{found.deals:,} × {found.tables}",
        f"{wins.mean:.1%}{reach}",
        _with_half(found.points),
        _with_half(found.points_ahead),
        _half(found.unpaired),
        DASH if removed is None else f"{removed:.0%}",
    )


def _with_half(found: Estimate) -> str:
    return f"{found.mean:+.{_places(found)}f} {_half(found)}".rstrip()


def _half(found: Estimate) -> str:
    return "" if found.high is None else f"± {found.high - found.mean:.{_places(found)}f}"


def _places(found: Estimate) -> int:
    """Return the decimals to show: three if the second one is certain, else two."""
    return 3 if found.error is not None and found.error < CERTAIN else 2
