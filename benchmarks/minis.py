"""How exploitability grows with the size of a mini pack: `python -m benchmarks.minis [--plot FILE]`.

For each size the whole tree is written out by OpenSpiel's exporter; then how far (NashConv, in points) uniform play and
external sampling MCCFR are from an equilibrium.  docs/learners.md has the table.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pyspiel
from open_spiel.python.algorithms import gambit

import qipai.environments.openspiel  # noqa: F401 registers the games

SIZES = {  # RANKSxCOPIESxHAND: those that others can cite
    "gan_deng_yan": ("2x2x1", "3x2x1"),
    "dou_dizhu": ("2x2x1", "3x2x1"),
}
ROUNDS = 1000


class Measured(NamedTuple):
    """One size."""

    game: str
    size: str
    decisions: int  # nodes of players
    states: int  # information states
    uniform: float
    learnt: float


def measure(name: str, size: str) -> Measured:
    """Write the tree of a size and measure on it."""
    game = pyspiel.load_game(f"python_qipai_{name}", {"mini": True, "size": size, "recall": "perfect"})
    text = str(gambit.export_gambit(game))
    nodes = [line.split('"')[2].split()[:2] for line in text.splitlines() if line.lstrip().startswith("p ")]
    tree = pyspiel.load_efg_game(text)
    sampler = pyspiel.ExternalSamplingMCCFRSolver(tree, 1)
    for _ in range(ROUNDS):
        sampler.run_iteration()
    return Measured(
        name,
        size,
        len(nodes),
        len({tuple(node) for node in nodes}),
        float(pyspiel.nash_conv(tree, pyspiel.UniformPolicy(), True)),
        float(pyspiel.nash_conv(tree, sampler.average_policy(), True)),
    )


def measured(games: Sequence[str], sizes: Sequence[str]) -> Iterator[Measured]:
    """Yield the sizes of the games in order, those of `SIZES` unless some are given."""
    for name in games:
        for size in sizes or SIZES[name]:
            yield measure(name, size)


def main() -> None:
    """Print the table; draw it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SIZES))
    parser.add_argument("--sizes", nargs="*", default=(), help="RANKSxCOPIESxHAND; those of the page unless given")
    parser.add_argument("--plot", help="a file for the picture (png, svg); needs Matplotlib")
    args = parser.parse_args()
    print(
        f"| game | size | decisions | information states | uniform play | MCCFR, {ROUNDS:,} rounds |\n| --- | --- | ---: | ---: | ---: | ---: |"
    )
    rows = []
    for row in measured(args.games, args.sizes):
        rows.append(row)
        print(
            f"| {row.game} | {row.size} | {row.decisions:,} | {row.states:,} | {row.uniform:.4f} | {row.learnt:.4f} |",
            flush=True,
        )
    if args.plot:
        from matplotlib.figure import Figure

        axes = (figure := Figure(figsize=(6, 4))).add_subplot(
            xscale="log", yscale="log", xlabel="information states", ylabel="NashConv, points"
        )
        for name in args.games:
            found = sorted((row.states, row.uniform, row.learnt) for row in rows if row.game == name)
            states, uniform, learnt = zip(*found, strict=True)
            axes.plot(states, uniform, "o--", label=f"{name}, uniform")
            axes.plot(states, learnt, "o-", label=f"{name}, MCCFR")
        axes.legend()
        figure.savefig(args.plot)


if __name__ == "__main__":
    main()
