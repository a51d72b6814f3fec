"""Simulate a session of many deals between bots and summarise it: the logic of `qipai simulate`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from qipai.bots import BASIC, Bot, check_bot, level_named, make_bot
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, seeded
from qipai.engine.numbers import MOST_DEALS, whole
from qipai.engine.records import Record

from .matches import Maker
from .playing import check_action, loop, play_deal
from .plots import can_draw, drawing
from .progress import bar, folding, printing

NORMAL_95 = 1.96


@dataclass
class Simulated:
    """What happened in each deal of a simulation."""

    bots: list[str]  # by seat in the first deal
    seed: int
    swap: bool
    asked: int  # deals that were requested
    results: np.ndarray  # `game.RESULT`, shape (deals,)
    lengths: np.ndarray  # decisions, shape (deals,)
    kinds: np.ndarray  # how often each bot took each kind of action, shape (names, kinds)
    names: tuple[str, ...] = BASIC  # the bots of every game, and after them the other bots that played

    def seated(self) -> np.ndarray:
        """Return the index into `bots` of the bot in each seat: shape (deals, seats)."""
        shift = np.arange(len(self.results))[:, None] if self.swap else np.zeros((len(self.results), 1), np.int64)
        return (np.arange(len(self.bots)) - shift) % len(self.bots)


def simulate(
    game: Game,
    ruleset: Any,
    bots: Sequence[str],
    deals: int,
    seed: int = 1,
    swap: bool = False,
    progress: bool = False,
    makers: Mapping[str, Maker] | None = None,
) -> Simulated:
    """Play a session of `deals` deals and return what happened.

    `bots`: a level or another bot by name for each seat; with `swap` they move on by one seat after every deal.
    `makers` maps further names to functions (game, ruleset, seed) -> bot.
    Deterministic given its arguments, on every machine and in both modes.  Ctrl-C ends it early.  Raises `QipaiError` for
    an unknown bot, for one that plays what is not legal, and for more than `MOST_DEALS`.
    """
    made, deals = makers or {}, whole("The number of deals", deals, 1, MOST_DEALS)
    for name in bots:
        if name not in made:
            check_bot(name)
    players = len(bots)
    rules, setup, following = game.rules(ruleset), game.setup(game.rules(ruleset), players), records.new(game.SETUP)
    state, observation, actions, result = (records.new(t) for t in (game.STATE, game.OBSERVATION, game.ACTIONS, game.RESULT))
    bots = [level_named(name) for name in bots]
    names = (*BASIC, *dict.fromkeys(name for name in bots if name not in BASIC))
    levels = [names.index(name) for name in bots]
    kinds = np.zeros((len(names), len(game.kinds)), np.int64)
    rows, lengths = np.zeros(deals, game.RESULT), np.zeros(deals, np.int64)
    play: Any = loop(game, play_deal) if len(names) == len(BASIC) else _Table(game, ruleset, bots, names, seed, made).play
    noise, played, step = game.noise_at(players), 0, max(1, deals // 200)
    with bar("deals", deals, progress) as advance:
        try:
            for number in range(deals):
                shift = number if swap else 0
                seats = np.array([levels[(seat - shift) % players] for seat in range(players)])
                order, thoughts = game.shuffled(rules, setup, seed, 2 * number), seeded(seed, 2 * number + 1)
                lengths[number] = play(rules, setup, order, state, observation, actions, thoughts, seats, noise, kinds)
                game.returns(state, rules, result)
                rows[number] = np.frombuffer(records.to_bytes(result), game.RESULT)[0]
                game.next_setup(setup, result, rules, following)
                setup, following = following, setup
                played += 1
                if played % step == 0:
                    advance(played)
        except KeyboardInterrupt:
            if not played:
                raise
    return Simulated(list(bots), seed, swap, deals, rows[:played], lengths[:played], kinds, names)


class _Table:
    """Plays deals with bots of any kind, each of which keeps its own generator from deal to deal."""

    def __init__(
        self, game: Game, ruleset: Any, bots: Sequence[str], names: Sequence[str], seed: int, makers: Mapping[str, Maker]
    ) -> None:
        self.game, self.ruleset, self.names, self.played = game, ruleset, names, 0
        self.bots: dict[int, list[Bot]] = {}
        for number, name in enumerate(bots):
            bot = makers[name](game, ruleset, seed + number) if name in makers else make_bot(game, name, ruleset, seed + number)
            self.bots.setdefault(names.index(name), []).append(bot)

    def play(
        self,
        rules: Record,
        setup: Record,
        order: Record,
        state: Record,
        observation: Record,
        actions: Record,
        thoughts: Record,
        seats: np.ndarray,
        noise: int,
        kinds: np.ndarray,
    ) -> int:
        """Do what `play_deal` does; `seats` has the number of the name in each seat."""
        game, waiting, decisions = self.game, {level: iter(bots) for level, bots in self.bots.items()}, 0
        sitting = [next(waiting[int(level)]) for level in seats]
        game.deal(state, rules, setup, order)
        while not game.is_over(state):
            seat = game.to_act(state)
            game.legal_actions(state, rules, seat, actions)
            game.observe(state, rules, seat, observation)
            action = sitting[seat].act(observation, actions, None)
            check_action(game, rules, self.ruleset, state, seat, action, self.names[seats[seat]], self.played)
            game.apply_action(state, rules, seat, action)
            kinds[seats[seat], game.play_kind(action)] += 1
            decisions += 1
        self.played += 1
        return decisions


def _mean(values: np.ndarray) -> dict[str, float | None]:
    """Return a mean with its 95 % interval by the normal approximation; a single value has no interval."""
    mean = float(values.mean())
    if len(values) == 1:
        return {"mean": mean, "low": None, "high": None}
    spread = float(values.std(ddof=1)) / sqrt(len(values))
    return {"mean": mean, "low": mean - NORMAL_95 * spread, "high": mean + NORMAL_95 * spread}


def _share(hits: float, total: int) -> dict[str, float]:
    """Return a proportion with its 95 % Wilson score interval."""
    share, squared = hits / total, NORMAL_95**2
    middle = (share + squared / (2 * total)) / (1 + squared / total)
    reach = NORMAL_95 * sqrt(share * (1 - share) / total + squared / (4 * total**2)) / (1 + squared / total)
    return {"share": share, "low": max(0.0, middle - reach), "high": min(1.0, middle + reach)}


def summarise(game: Game, ruleset: Any, simulated: Simulated) -> dict[str, Any]:
    """Return the figures of a simulation as JSON values, as `qipai simulate --json` prints them."""
    deals, players = len(simulated.results), len(simulated.bots)
    points = simulated.results["points"][:, :players] / game.unit
    most = points.max(axis=1, keepdims=True)
    first = (points == most) & (most > 0)
    won = first / np.maximum(1, first.sum(axis=1, keepdims=True))  # a shared win is divided
    seated, seats = simulated.seated(), np.arange(players)
    levels = sorted(set(simulated.bots))
    at = {level: np.isin(seated, [i for i, name in enumerate(simulated.bots) if name == level]) for level in levels}
    taken = simulated.kinds.sum(axis=0)
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "rules": game.changed_options(ruleset),
        "bots": simulated.bots,
        "swap": simulated.swap,
        "seed": simulated.seed,
        "deals": deals,
        "asked": simulated.asked,
        "void": int((~first.any(axis=1)).sum()),
        "seats": [
            {"seat": int(s), "wins": _share(float(won[:, s].sum()), deals), "points": _mean(points[:, s])} for s in seats
        ],
        "levels": [
            {
                "bot": level,
                "seats": int(at[level].sum()) // deals if not simulated.swap else simulated.bots.count(level),
                "wins": _share(float((won * at[level]).sum()), deals),
                "points": _mean(np.where(at[level], points, 0).sum(axis=1) / simulated.bots.count(level)),
            }
            for level in levels
        ],
        "lengths": {
            "decisions": {
                **_mean(simulated.lengths.astype(float)),
                "least": int(simulated.lengths.min()),
                "most": int(simulated.lengths.max()),
            },
        },
        "statistics": [statistic._asdict() for statistic in game.statistics(simulated.results)],
        "kinds": {
            kind: {
                "share": float(taken[number] / max(1, taken.sum())),
                "per_deal": float(taken[number] / deals),
                "by_bot": {
                    name: int(simulated.kinds[code, number])
                    for code, name in enumerate(simulated.names)
                    if name in simulated.bots
                },
            }
            for number, kind in enumerate(game.kinds)
        },
    }


def print_summary(game: Game, summary: dict[str, Any]) -> None:
    """Print the figures of `summarise` as tables."""
    console = printing()
    rules = ", ".join(f"{name}={value}" for name, value in summary["rules"].items()) or "default rules"
    short = f" of {summary['asked']} (stopped)" if summary["deals"] < summary["asked"] else ""
    deals = f"{summary['deals']:,} deals" if summary["deals"] > 1 else "1 deal"
    console.print(f"[bold]{game.titles['en']}[/] · {deals}{short} · {rules} · seed {summary['seed']}")
    tables = (("by seat", summary["seats"], "seat"), ("by bot", summary["levels"], "bot"))
    for title, rows, key in tables if len(summary["levels"]) > 1 else tables[:1]:
        table = folding(title, "wins", "95 %", "points a deal", "95 %")
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
        table = folding(*statistic["heads"])
        for label, values in statistic["rows"].items():
            table.add_row(label, *(format(value, form) for value, form in zip(values, statistic["forms"], strict=True)))
        console.print(table)
    table = folding("played", "a deal", "share of decisions")
    for kind, row in summary["kinds"].items():
        if row["share"] > 0:
            name = game.words["kinds"][kind]["en"] if kind in game.words["kinds"] else kind
            table.add_row(name, f"{row['per_deal']:.3f}", f"{row['share']:.2%}")
    console.print(table)


def plotter(path: Path) -> Callable[[Game, Simulated, dict[str, Any]], None]:
    """Return a function (game, simulated, summary) that draws a simulation into the file.

    Call it before playing: it raises `QipaiError` at once for another suffix than .png, .svg or .pdf, or without
    matplotlib.
    """
    if path.suffix not in (".png", ".svg", ".pdf"):
        raise QipaiError(f"{path.name}: a plot is written as .png, .svg or .pdf.")
    if not can_draw():
        raise QipaiError("Plots need matplotlib: pip install matplotlib.")

    def draw(game: Game, simulated: Simulated, summary: dict[str, Any]) -> None:
        with drawing() as pyplot:
            figure, ((wins, lengths), (points, kinds)) = pyplot.subplots(2, 2, figsize=(11, 7), layout="constrained")
            rows = summary["seats"]
            seats = [f"{row['seat']}" if simulated.swap else f"{row['seat']} {simulated.bots[row['seat']]}" for row in rows]
            for axes, key, value, label in (
                (wins, "wins", "share", "share of wins"),
                (points, "points", "mean", "points a deal"),
            ):
                middle = [row[key][value] for row in rows]
                reach = [
                    [row[key][value] - row[key]["low"] for row in rows],
                    [row[key]["high"] - row[key][value] for row in rows],
                ]
                axes.bar(seats, middle, yerr=reach, color="#c9a877", capsize=4)
                axes.set(ylabel=label, xlabel="seat")
            width = 1 + int(simulated.lengths.max()) // 60
            lengths.hist(simulated.lengths, bins=range(0, int(simulated.lengths.max()) + width + 1, width), color="#2b4a6b")
            lengths.set(xlabel="decisions in a deal", ylabel="deals")
            names = [kind for kind in summary["kinds"] if kind != "pass"]
            kinds.barh(names, [summary["kinds"][kind]["per_deal"] for kind in names], color="#a8321c")
            kinds.set(xlabel="played a deal")
            kinds.invert_yaxis()
            figure.suptitle(f"{game.titles['en']}: {summary['deals']:,} deals, seed {summary['seed']}")
            figure.savefig(path, dpi=120)
            pyplot.close(figure)

    return draw
