"""The page that `compare.py` writes: tables of medians, and ratios of what was measured in the same rounds."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from statistics import median
from typing import Any

import ours as own
import peers

from docs.making.measured import commit_here
from qipai.games import find_game

Rates = dict[str, list[float]]

# A core on which native Gan Deng Yan at four seats plays so many decisions a second: what the aims of Gou Ji are set for.
SCALE = 10.5e6

CLIMBING, TRICKS = ("dou_dizhu",), ("hearts", "skat")
COMPARABLE = {
    "gan_deng_yan": CLIMBING, "dou_dizhu": CLIMBING, "gou_ji": CLIMBING, "giog": TRICKS, "sangkrip": TRICKS, "luk_fu": TRICKS
}  # fmt: skip
YARDSTICK, STEPPED_AIM = "dou_dizhu", 1.5  # of OpenSpiel's games: every game of ours is to step so many times as fast
IN_TWO_AIM = 1.8
RATE_AIMS = (  # decisions a second on this machine, of these games or of all
    ("PettingZoo's `env`, compact", own.ZOO_COMPACT, {None: 60e3}),
    ("Gymnasium, compact", own.SEAT, {None: 60e3}),
    ("batch of 4,096, compact, 64 candidates", own.MANY_READ, {"gan_deng_yan": 1e6, "gou_ji": 400e3}),
    ("native, one thread", own.NATIVE_ROW, {"luk_fu": 4e6}),
)

GOU_JI_AIMS = (
    ("native, one thread", own.NATIVE_ROW, 1.5e6),
    ("stepped", own.STEPPED, 60e3),
    ("interpreted", own.PLAIN_ROW, 3e3),
)


def ours(game: str, row: str) -> str:
    """What a figure of ours is called."""
    return f"{game}: {row}"


def page(
    games: Sequence[str], seen: Rates, loads: list[float], terms: dict[str, Any], missing: dict[str, str],
    weights: dict[str, int | None],
) -> str:  # fmt: skip
    parts = (
        introduction(seen, loads, terms),
        aims(games, seen),
        one_at_a_time(games, seen),
        loops(games, seen),
        batches(games, seen),
        memory(games, weights),
        growth(games, seen),
        absent(terms, missing),
    )
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


# -- figures


def figure(rates: Sequence[float] | None) -> str:
    """The median and the spread, in a unit that suits it."""
    if not rates:
        return ""
    unit, divisor = ("M", 1e6) if median(rates) >= 1e6 else ("k", 1e3)
    digits = 2 if median(rates) < 10 * divisor else 1 if median(rates) < 100 * divisor else 0
    middle, low, high = (f"{rate / divisor:.{digits}f}" for rate in (median(rates), min(rates), max(rates)))
    return f"{middle} {unit} ({low} to {high})"


def ratio(seen: Rates, one: str, other: str) -> float | None:
    """How many times as fast, round by round: the median."""
    pairs = list(zip(seen.get(one, ()), seen.get(other, ()), strict=False))
    return median(a / b for a, b in pairs) if pairs else None


def times(number: float | None, least: float | None = None) -> str:
    """A ratio, and whether it is what was aimed at."""
    if number is None:
        return ""
    text = f"{number:.2f}" if number < 10 else f"{number:.0f}"
    return text if least is None else f"{text} {'✓' if number >= least else '✗'}"


def bytes_of(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table without the rows and columns that hold nothing."""
    rows = [row for row in rows if any(row[1:])]
    filled = [0, *(column for column in range(1, len(heads)) if any(row[column] for row in rows))]
    if len(filled) < 2:
        return
    for cells in (heads, ["---"] * len(heads), *rows):
        yield "| " + " | ".join(cells[column] for column in filled) + " |"


def titled(game: str) -> str:
    return f"{find_game(game).titles['en']}, {own.players_of(game)} seats"


# -- the parts of the page


def introduction(seen: Rates, loads: list[float], terms: dict[str, Any]) -> Iterator[str]:
    rounds = sorted({len(rates) for rates in seen.values()})
    packages = ", ".join(f"{name} {version}" for name, version in terms["packages"].items())
    load = f"{min(loads):.1f} to {max(loads):.1f}" if loads else "not told"
    yield "# How fast, beside others"
    yield ""
    yield "Made by `python benchmarks/compare.py --write docs/benchmarks.md`; do not edit.  One process lets everybody play uniformly at random"
    yield f"in turns of {terms['seconds']} seconds, round after round.  A figure is decisions a second: the median of the rounds, with the least and the"
    yield "most in brackets (k thousand, M million).  Draws of chance are not counted.  Times are processor seconds of one core, except where two"
    yield "threads are timed by the clock.  Machines differ, and one machine differs from hour to hour, so compare ratios within this run only; each is the"
    yield "median of the ratios of single rounds."
    yield ""
    commit = commit_here()
    yield f"{date.today().isoformat()}{f', measured at commit `{commit}`' if commit else ''}: {rounds[0] if len(rounds) == 1 else f'{rounds[0]} to {rounds[-1]}'} rounds on {terms['cores']} cores ({terms['processor']}, {terms['system']}), load average {load} meanwhile.  Python"
    yield f"{terms['python']}; {packages}."


def aims(games: Sequence[str], seen: Rates) -> Iterator[str]:
    def against(row: str, how: str, least: float) -> Callable[[str, str], str]:
        def cell(game: str, spiel: str) -> str:
            if spiel not in COMPARABLE[game]:
                return ""
            return times(ratio(seen, ours(game, row), peers.spiel(spiel, how)), least)

        return cell

    def stepped(game: str, spiel: str) -> str:
        if spiel != YARDSTICK and spiel not in COMPARABLE.get(game, ()):
            return ""
        least = STEPPED_AIM if spiel == YARDSTICK else None
        return times(ratio(seen, ours(game, own.STEPPED), peers.spiel(spiel, peers.STEPPED)), least)

    looped = against(own.NATIVE_ROW, peers.LOOP, 3)
    heads = ["", *(f"`{spiel}`" for spiel in peers.SPIELS)]
    every = [*games, *own.relatives(games)]
    lines = list(table(heads, [[titled(game), *(stepped(game, spiel) for spiel in peers.SPIELS)] for game in every]))
    yield "## The aims"
    if lines:
        yield ""
        yield f"**From Python at least {STEPPED_AIM} times as fast as OpenSpiel's `{YARDSTICK}`**, which is C++, in every game: times as many decisions a second, stepped one"
        yield "at a time.  Hearts and skat stand beside the games of tricks, without an aim.  A mark says whether the aim is met."
        yield ""
        yield from lines
    yield from rate_aims(games, seen)
    lines = list(table(heads, [[titled(game), *(looped(game, spiel) for spiel in peers.SPIELS)] for game in games]))
    if lines:
        yield ""
        yield "**Native at least three times OpenSpiel's own C++ loop.**  What a decision is differs: further down stands how many legal actions each writes out a"
        yield "second, and Luk Fu also proves at every lead which cards are aged."
        yield ""
        yield from lines
    rows = [
        [
            titled(game),
            *(times(ratio(seen, ours(game, row), ours(game, own.DEALT)), 1) for row in (own.ONE, own.SOME, own.MANY)),
        ]
        for game in games
    ]
    lines = list(table(["", "1 deal", "64", "4,096"], rows))
    if lines:
        yield ""
        yield "**A batch never slower than deals one after the other**, dealing in the time of both:"
        yield ""
        yield from lines
    scale = seen.get(ours("gan_deng_yan", own.NATIVE_ROW))
    rows = [
        [title, figure(rates), f"{aim:,.0f}", times(median(rates) / aim * SCALE / median(scale), 1)]
        for title, row, aim in GOU_JI_AIMS
        if scale and (rates := seen.get(ours("gou_ji", row)))
    ]
    if rows and scale:
        yield ""
        yield f"**Gou Ji**, on a core where native Gan Deng Yan at four seats plays {SCALE / 1e6:.1f} M decisions a second; here it was {median(scale) / 1e6:.1f} M, and the"
        yield "last column is reckoned to that core.  Legal actions are listed completely at every decision."
        yield ""
        yield from table(["", "here", "aim there", "times the aim"], rows)


def rate_aims(games: Sequence[str], seen: Rates) -> Iterator[str]:
    """What learners get: decisions a second on this machine, and whether that is what was aimed at."""

    def cell(game: str, row: str, least: dict[str | None, float]) -> str:
        rates, bar = seen.get(ours(game, row)), least.get(game, least.get(None))
        if not rates or bar is None:
            return ""
        return f"{figure(rates)} {'✓' if median(rates) >= bar else '✗'}"

    rows = [
        [
            titled(game),
            *(cell(game, row, least) for _, row, least in RATE_AIMS),
            times(ratio(seen, ours(game, own.MANY_READ_IN_TWO), ours(game, own.MANY_READ)), IN_TWO_AIM),
        ]
        for game in games
    ]
    lines = list(table(["", *(title for title, *_ in RATE_AIMS), "that batch in two threads, times one"], rows))
    if lines:
        yield ""
        yield "**What learners get**, in decisions a second on this machine.  The aims: 60,000 through PettingZoo and through Gymnasium; in the batch 1,000,000 in Gan Deng Yan and"
        yield f"400,000 in Gou Ji; {IN_TWO_AIM} times as many in two threads, by the clock; native 4,000,000 in Luk Fu with its exact proofs."
        yield ""
        yield from lines


def one_at_a_time(games: Sequence[str], seen: Rates) -> Iterator[str]:
    rows = [
        [
            titled(game),
            *(figure(seen.get(ours(game, row))) for row in (own.STEPPED, own.BY_VERBS, own.SEEN, own.MASKED, own.DEALT)),
        ]
        for game in games
    ]
    for spiel in peers.SPIELS:
        bare, tensor, mask = (figure(seen.get(peers.spiel(spiel, how))) for how in (peers.STEPPED, peers.SEEN, peers.MASKED))
        rows.append([f"OpenSpiel `{spiel}`", bare, "", tensor, mask, ""])
    yield "## One decision at a time, from Python"
    yield ""
    yield "*Stepped* is `Game.stepper` (who acts next, with all that is legal), or `current_player`, `legal_actions` and `apply_action`; a number is"
    yield "chosen in Python.  The deals lie dealt, except in the last column.  *A call a verb* is `to_act`, `legal_actions` and `apply_action`.  The"
    yield "observation is written as a vector of `float32` into an array of the caller's, OpenSpiel's comes as a list (of an information state, for"
    yield "hearts).  Masks are as wide as the longest legal list can be, OpenSpiel's as all actions there are."
    yield ""
    yield from table(["", "stepped", "a call a verb", "with observation", "with mask", "with dealing"], rows)
    ways = (own.ZOO, own.ZOO_COMPACT, own.SEAT)
    rows = [[titled(game), *(figure(seen.get(ours(game, way))) for way in ways)] for game in games]
    rows += [[f"PettingZoo `{name}`", figure(seen.get(peers.zoo(name))), "", ""] for name in peers.ZOOS]
    rows += [[peers.RLCARD, figure(seen.get(peers.RLCARD)), "", ""]]
    yield ""
    yield "With an observation and a mask at every decision, as environments give them, dealing in the time: `last` and `step` of PettingZoo's `env`,"
    yield "and RLCard's `step`.  *Compact* is with compact observations and 64 actions at most; Gymnasium's is one seat among random bots, whose"
    yield "decisions count too."
    yield ""
    yield from table(["", "decisions a second", "compact", "Gymnasium, compact"], rows)


def loops(games: Sequence[str], seen: Rates) -> Iterator[str]:
    rows = []
    for game in games:
        alone, both = ours(game, own.NATIVE_ROW), ours(game, own.THREADS_ROW)
        shape = own.shape(find_game(game), own.SIZES[game], 100)
        rows.append([
            titled(game), figure(seen.get(alone)), figure(seen.get(both)), times(ratio(seen, both, alone)), listed(seen.get(alone), shape),
            figure(seen.get(ours(game, own.PLAIN_ROW))),
        ])  # fmt: skip
    for spiel in peers.SPIELS:
        rates = seen.get(peers.spiel(spiel, peers.LOOP))
        if rates:
            rows.append([f"OpenSpiel `{spiel}`", figure(rates), "", "", listed(rates, peers.spiel_shape(spiel)), ""])
    yield "## In a loop that is compiled"
    yield ""
    yield "Ours deals, lists all legal actions, takes one and applies it, and so on to the end of the deal; OpenSpiel's is the rollout of its tree search"
    yield "from a deal that lies dealt, the fastest loop of its C++ that can be started from Python.  *Listed* are the legal actions that were written out:"
    yield "a decision of one game is not a decision of another.  Two threads are timed by the clock, so anything else that runs here shows in them."
    yield "*Interpreted* is the same without Numba."
    yield ""
    yield from table(["", "one thread", "two threads", "times one", "actions listed a second", "interpreted"], rows)


def listed(rates: Sequence[float] | None, shape: own.Shape) -> str:
    return f"{median(rates) * shape.actions / 1e6:.1f} M" if rates else ""


def batches(games: Sequence[str], seen: Rates) -> Iterator[str]:
    kinds = (own.ONE, own.SOME, own.MANY, own.MANY_SEEN, own.MANY_READ, own.MANY_IN_TWO, own.MANY_READ_IN_TWO)
    rows = [[titled(game), *(figure(seen.get(ours(game, kind))) for kind in kinds)] for game in games]
    rows.append(
        [f"PGX `{peers.PGX_GAME}`", *(figure(seen.get(peers.pgx_batch(deals))) for deals in peers.PGX_BATCHES), "", "", "", ""]
    )
    lines = list(
        table(
            [
                "",
                "1 deal",
                "64 deals",
                "4,096",
                "4,096, observed",
                "4,096, read",
                "4,096 in two threads",
                "4,096, read, in two threads",
            ],
            rows,
        )
    )
    if lines:
        yield "## Batches"
        yield ""
        yield "`Batch.step` from Python, the numbers chosen by the caller with NumPy (for one deal in plain Python), the next deal dealt where one ends.  The"
        yield "choosing is in the time.  *Observed* is the complete observation in `float32`; *read* is the compact one and 64 rows of candidates, in `uint8`.  PGX chooses inside its compiled loop, on one core; its `leduc_holdem` is a game of six cards."
        yield ""
        yield from lines


def memory(games: Sequence[str], weights: dict[str, int | None]) -> Iterator[str]:
    rows = []
    for game in games:
        state, observation, vector, *place = own.memory(game)
        rows.append([titled(game), *map(bytes_of, (state, observation, vector, place[0] if place else None))])
    yield "## Memory of a deal"
    yield ""
    yield "Bytes.  A place in a batch is a state with the decision in it and the first 256 legal actions."
    yield ""
    yield from table(["", "state", "observation", "as `float32`", "place in a batch"], rows)
    if weights:
        yield ""
        yield "Of others, half played where that is possible: what many of them took, shared out."
        yield ""
        yield from table(["", "bytes"], [[title, bytes_of(weight)] for title, weight in weights.items()])


def growth(games: Sequence[str], seen: Rates) -> Iterator[str]:
    rows = []
    for name, (game, players, options) in own.curve(games).items():
        shape, rates = own.shape(game, players, 100, **options), seen.get(name)
        cost = f"{shape.decisions / median(rates) * 1e6:,.1f}" if rates else ""
        decisions = [f"{shape.decisions:.1f}", f"{shape.actions:.1f}", f"{shape.longest:,}"]
        rows.append([name, *decisions, figure(rates), cost])
    yield "## As players and hands grow"
    yield ""
    yield "Random play in the loop above, on one thread.  The longest list is that of a hundred deals."
    yield ""
    heads = ["", "decisions a deal", "legal actions a decision", "longest list", "decisions a second", "microseconds a deal"]
    yield from table(heads, rows)


def absent(terms: dict[str, Any], missing: dict[str, str]) -> Iterator[str]:
    """Who is not on the page, and why."""
    left_out = [title for name, (title, *_) in peers.LIBRARIES.items() if name not in terms["peers"]]
    if missing or left_out or terms["rules"] != "native":
        yield "## Not measured"
        yield ""
    for title, reason in missing.items():
        yield f"- {title}: {reason}."
    for title in left_out:
        yield f"- {title}: left out by `--peers`."
    if terms["rules"] != "native":
        yield "- Native play and batches: `QIPAI_RULES` is plain."
