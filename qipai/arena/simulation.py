"""Many deals of a session between bots, and what they tell: the facts behind `qipai simulate`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from qipai.bots import LEVELS
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, seeded

from .playing import loop, play_deal

NORMAL_95 = 1.96


@dataclass
class Tally:
    """What happened, a row a deal."""

    bots: list[str]  # by seat in the first deal
    seed: int
    swap: bool
    asked: int  # deals that were wanted
    results: np.ndarray  # RESULT a deal
    lengths: np.ndarray  # decisions a deal
    kinds: np.ndarray  # [bot, kind]: how often taken

    def seated(self) -> np.ndarray:
        """Which of `bots` sat where: shape (deals, seats)."""
        shift = np.arange(len(self.results))[:, None] if self.swap else np.zeros((len(self.results), 1), np.int64)
        return (np.arange(len(self.bots)) - shift) % len(self.bots)


def simulate(
    game: Game, ruleset: Any, bots: Sequence[str], deals: int, seed: int = 1, swap: bool = False, progress: bool = False
) -> Tally:
    """Play a session of `deals` deals.  `bots` are levels by seat; with `swap` they move one seat on from deal to deal.

    Deterministic given its arguments, on every machine and in both modes.  Ctrl-C ends it early with what was played.
    """
    unknown = [name for name in bots if name not in LEVELS]
    if unknown:
        raise QipaiError(f"There is no bot {unknown[0]!r} to simulate; there are {', '.join(LEVELS)}.")
    players = len(bots)
    rules, setup, following = game.rules(ruleset), game.setup(game.rules(ruleset), players), records.new(game.SETUP)
    state, observation, actions, result = (records.new(t) for t in (game.STATE, game.OBSERVATION, game.ACTIONS, game.RESULT))
    levels = [LEVELS.index(name) for name in bots]
    kinds = np.zeros((len(LEVELS), len(game.kinds)), np.int64)
    rows, lengths = np.zeros(deals, game.RESULT), np.zeros(deals, np.int64)
    play = loop(game, play_deal)
    played = 0
    with _bar(deals, progress) as advance:
        try:
            for number in range(deals):
                shift = number if swap else 0
                seats = np.array([levels[(seat - shift) % players] for seat in range(players)])
                order, thoughts = game.shuffled(rules, setup, seed, 2 * number), seeded(seed, 2 * number + 1)
                lengths[number] = play(rules, setup, order, state, observation, actions, thoughts, seats, kinds)
                game.returns(state, rules, result)
                rows[number] = np.frombuffer(records.to_bytes(result), game.RESULT)[0]
                game.next_setup(setup, result, rules, following)
                setup, following = following, setup
                played += 1
                advance(played)
        except KeyboardInterrupt:
            if not played:
                raise
    return Tally(list(bots), seed, swap, deals, rows[:played], lengths[:played], kinds)


@contextmanager
def _bar(total: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, drawn every so often; a function that does nothing when it is not shown."""
    if not shown:
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals", total=total)
        step = max(1, total // 200)
        yield lambda played: bar.update(task, completed=played) if played % step == 0 else None


def _mean(values: np.ndarray) -> dict[str, float | None]:
    """A mean with its 95 % interval by the normal approximation over deals; one deal gives none."""
    mean = float(values.mean())
    if len(values) == 1:
        return {"mean": mean, "low": None, "high": None}
    spread = float(values.std(ddof=1)) / sqrt(len(values))
    return {"mean": mean, "low": mean - NORMAL_95 * spread, "high": mean + NORMAL_95 * spread}


def _share(hits: float, total: int) -> dict[str, float]:
    """A proportion with its 95 % Wilson interval."""
    share, squared = hits / total, NORMAL_95**2
    middle = (share + squared / (2 * total)) / (1 + squared / total)
    reach = NORMAL_95 * sqrt(share * (1 - share) / total + squared / (4 * total**2)) / (1 + squared / total)
    return {"share": share, "low": max(0.0, middle - reach), "high": min(1.0, middle + reach)}


def summarise(game: Game, ruleset: Any, tally: Tally) -> dict[str, Any]:
    """The figures of a simulation, JSON values only."""
    deals, players = len(tally.results), len(tally.bots)
    points = tally.results["points"][:, :players] / game.unit
    most = points.max(axis=1, keepdims=True)
    first = (points == most) & (most > 0)
    won = first / np.maximum(1, first.sum(axis=1, keepdims=True))  # a win that is shared counts in parts
    seated, seats = tally.seated(), np.arange(players)
    levels = sorted(set(tally.bots))
    at = {level: np.isin(seated, [i for i, name in enumerate(tally.bots) if name == level]) for level in levels}
    taken = tally.kinds.sum(axis=0)
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "rules": game.changed_options(ruleset),
        "bots": tally.bots,
        "swap": tally.swap,
        "seed": tally.seed,
        "deals": deals,
        "asked": tally.asked,
        "void": int((~first.any(axis=1)).sum()),
        "seats": [
            {"seat": int(s), "wins": _share(float(won[:, s].sum()), deals), "points": _mean(points[:, s])} for s in seats
        ],
        "levels": [
            {
                "bot": level,
                "seats": int(at[level].sum()) // deals if not tally.swap else tally.bots.count(level),
                "wins": _share(float((won * at[level]).sum()), deals),
                "points": _mean(np.where(at[level], points, 0).sum(axis=1) / tally.bots.count(level)),
            }
            for level in levels
        ],
        "lengths": {
            "decisions": {
                **_mean(tally.lengths.astype(float)),
                "least": int(tally.lengths.min()),
                "most": int(tally.lengths.max()),
            },
        },
        "statistics": [statistic._asdict() for statistic in game.statistics(tally.results)],
        "kinds": {
            kind: {
                "share": float(taken[number] / max(1, taken.sum())),
                "per_deal": float(taken[number] / deals),
                "by_bot": {name: int(tally.kinds[code, number]) for code, name in enumerate(LEVELS) if name in tally.bots},
            }
            for number, kind in enumerate(game.kinds)
        },
    }


def print_summary(game: Game, summary: dict[str, Any]) -> None:
    """The figures as tables for people."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    rules = ", ".join(f"{name}={value}" for name, value in summary["rules"].items()) or "default rules"
    short = f" of {summary['asked']} (stopped)" if summary["deals"] < summary["asked"] else ""
    deals = f"{summary['deals']:,} deals" if summary["deals"] > 1 else "1 deal"
    console.print(f"[bold]{game.titles['en']}[/] · {deals}{short} · {rules} · seed {summary['seed']}")
    tables = (("by seat", summary["seats"], "seat"), ("by bot", summary["levels"], "bot"))
    for title, rows, key in tables if len(summary["levels"]) > 1 else tables[:1]:
        table = Table(title, "wins", "95 %", "points a deal", "95 %")
        for row in rows:
            wins, points = row["wins"], row["points"]
            name = f"{row[key]} {'' if summary['swap'] else summary['bots'][row[key]]}" if key == "seat" else row[key]
            table.add_row(
                name,
                f"{wins['share']:.1%}",
                f"{wins['low']:.1%} to {wins['high']:.1%}",
                f"{points['mean']:+.2f}",
                "" if points["low"] is None else f"{points['low']:+.2f} to {points['high']:+.2f}",
            )
        console.print(table)
    lengths = summary["lengths"]
    few, many = lengths["decisions"]["least"], lengths["decisions"]["most"]
    console.print(f"A deal takes {lengths['decisions']['mean']:.1f} decisions ({few} to {many}).")
    if summary["void"]:
        console.print(f"Won by nobody: {summary['void']:,}.")
    for statistic in (found for found in summary["statistics"] if found["rows"]):
        table = Table(*statistic["heads"])
        for label, values in statistic["rows"].items():
            table.add_row(label, *(format(value, form) for value, form in zip(values, statistic["forms"], strict=True)))
        console.print(table)
    table = Table("played", "a deal", "share of decisions")
    for kind, row in summary["kinds"].items():
        if row["share"] > 0:
            name = game.words["kinds"][kind]["en"] if kind in game.words["kinds"] else kind
            table.add_row(name, f"{row['per_deal']:.3f}", f"{row['share']:.2%}")
    console.print(table)


def plotter(path: Path) -> Callable[[Game, Tally, dict[str, Any]], None]:
    """A function that draws a simulation into a file.  Asked for before the deals are played, so that a miss is told at once."""
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise QipaiError(f"{path.name}: a plot is written as .png, .svg or .pdf.")
    try:
        import matplotlib
    except ImportError:
        raise QipaiError("Plots need matplotlib: pip install 'qipai[plots]'.") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    def draw(game: Game, tally: Tally, summary: dict[str, Any]) -> None:
        figure, ((wins, lengths), (points, kinds)) = pyplot.subplots(2, 2, figsize=(11, 7), layout="constrained")
        rows = summary["seats"]
        seats = [f"{row['seat']}" if tally.swap else f"{row['seat']} {tally.bots[row['seat']]}" for row in rows]
        for axes, key, value, label in ((wins, "wins", "share", "share of wins"), (points, "points", "mean", "points a deal")):
            middle = [row[key][value] for row in rows]
            reach = [[row[key][value] - row[key]["low"] for row in rows], [row[key]["high"] - row[key][value] for row in rows]]
            axes.bar(seats, middle, yerr=reach, color="#c9a877", capsize=4)
            axes.set(ylabel=label, xlabel="seat")
        width = 1 + int(tally.lengths.max()) // 60
        lengths.hist(tally.lengths, bins=range(0, int(tally.lengths.max()) + width + 1, width), color="#2b4a6b")
        lengths.set(xlabel="decisions in a deal", ylabel="deals")
        names = [kind for kind in summary["kinds"] if kind != "pass"]
        kinds.barh(names, [summary["kinds"][kind]["per_deal"] for kind in names], color="#a8321c")
        kinds.set(xlabel="played a deal")
        kinds.invert_yaxis()
        figure.suptitle(f"{game.titles['en']}: {summary['deals']:,} deals, seed {summary['seed']}")
        figure.savefig(path, dpi=120)
        pyplot.close(figure)

    return draw
