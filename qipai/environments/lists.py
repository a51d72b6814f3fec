"""Print a table of how long legal lists are in random play: `python -m qipai.environments.lists`.

It shows how often `longest` or `candidates` cut a list; docs/environments.md has such a table.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random

import numpy as np

from qipai.engine.compiling import NATIVE
from qipai.engine.game import Game
from qipai.games import GAMES, find_game

from .cutting import LONGEST
from .vector import Batch

CANDIDATES = 64  # rows, as in the examples of the documents
PERCENTILES = (50.0, 99.0, 99.9, 99.99)
HEADS = (
    "",
    "players",
    "decisions",
    *(f"{part:g} %" for part in PERCENTILES),
    "longest met",
    "longest possible",
    *(f"longer than {length}" for length in (CANDIDATES, LONGEST)),
)
DEALS = 500


def lengths(game: Game, players: int, decisions: int) -> np.ndarray:
    """Return the lengths of the uncut legal lists of `decisions` random decisions, one number per decision.

    In native mode the count is rounded to whole batches of `DEALS`.
    """
    return _in_batches(game, players, decisions) if NATIVE else _one_by_one(game, players, decisions)


def _one_by_one(game: Game, players: int, decisions: int) -> np.ndarray:
    """Play deal after deal; used in plain mode, where there are no batches."""
    rules, chance, seeds = game.rules(), Random(1), count()
    setup, counts = game.setup(rules, players), list[int]()
    while len(counts) < decisions:
        state = game.start(rules, setup, next(seeds))
        while not game.is_over(state):
            legal = game.legal(state, rules, game.to_act(state))
            counts.append(len(legal))
            game.apply_action(state, rules, game.to_act(state), chance.choice(legal))
    return np.array(counts[:decisions])


def _in_batches(game: Game, players: int, decisions: int) -> np.ndarray:
    batch = Batch(game, DEALS, players=players, seed=1, kept=1, longest=game.max_actions)
    random, steps = np.random.default_rng(1), max(1, decisions // DEALS)
    counts = np.empty((steps, DEALS), np.int64)
    for step in range(steps):
        counts[step] = batch.counts
        batch.step(random.integers(batch.counts))
    return counts.ravel()


def lines(games: Sequence[Game], decisions: int) -> Iterator[str]:
    """Yield the table in Markdown, with a row for each number of players of each game."""
    yield f"| {' | '.join(HEADS)} |"
    yield f"| --- |{' ---: |' * (len(HEADS) - 1)}"
    for game in games:
        for players in game.seats:
            counts = lengths(game, players, decisions)
            parts = [f"{int(np.ceil(np.percentile(counts, part))):,}" for part in PERCENTILES]
            cut = [f"{np.mean(counts > length):.2g}" if (counts > length).any() else "none" for length in (CANDIDATES, LONGEST)]
            row = (
                game.titles["en"],
                str(players),
                f"{counts.size:,}",
                *parts,
                f"{counts.max():,}",
                f"{game.max_actions:,}",
                *cut,
            )
            yield f"| {' | '.join(row)} |"


def main(words: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m qipai.environments.lists", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES), help="by name; all unless named")
    parser.add_argument("--decisions", type=int, default=200_000, help="of each game and number of players (default: 200000)")
    asked = parser.parse_args(words)
    for line in lines([find_game(name) for name in asked.games], asked.decisions):
        print(line, flush=True)


if __name__ == "__main__":
    main()
