"""What one change of a training brings, in equal processor time: `python -m benchmarks.ablations gou_ji --out runs/ablations`.

Every training begins by chance with the same seed and has the same processor time on one core; then its net meets the rule of thumb
over the same duplicate deals.  What is finished is kept in the folder, so the same command goes on where it was stopped.
"""

import argparse
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from qipai.bots.nets.choosing import inputs_of
from qipai.engine.files import replace_file
from qipai.engine.game import Game
from qipai.games import find_game
from qipai.training.actor import Book, actor_of, mind_of
from qipai.training.checkpoints import RunFolder
from qipai.training.matches import strength
from qipai.training.running import Training
from qipai.training.settings import Recipe

USUAL: Mapping[str, Mapping[str, Any]] = {"gou_ji": {"explore": (0.02, 0.01)}}
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "as usual": {},
    "results alone (λ 1)": {"trace": 1.0},
    "λ 0.8": {"trace": 0.8},
    "λ 0.25": {"trace": 0.25},
    "first deals alone, no session": {"session": 1},
    "half of the deals against the rule of thumb": {"rivals": 0.5},
    "all deals against the rule of thumb": {"rivals": 1.0},
    "half of the deals against earlier nets": {"rivals": 0.5},
    "minibatches of 256": {"batch": 256},
    "minibatches of 256 in the second half": {},
    "two passes over what was played": {"passes": 2},
    "128 units": {"width": 128},
    "512 units": {"width": 512},
    "one decision in ten at random": {"explore": (0.1, 0.03)},
    "the wins alone": {"aim": "wins"},
    "a player who draws lots": {"temperature": 0.3},
}
BLIND = "blind to "  # and names of groups of inputs, joined by commas
SEED = 2028  # of the deals that are measured
KEPT = 20  # iterations after which an earlier net is kept


class Blinded(Training):
    """A net that never sees some groups of inputs: they are struck from what it learns from, and their weights stay 0."""

    groups: tuple[str, ...] = ()

    def _learn(self, book: Book, lines: int) -> None:
        hidden = np.zeros(inputs_of(self.game).size, bool)
        for group in inputs_of(self.game).groups:
            hidden[group.begin : group.begin + group.size] = group.name in self.groups
        for net in (self.learner.net, self.learner.average):
            net.inputs[hidden] = 0
        seen = (np.arange(book.rows.shape[1]) < book.on[:lines, None]) & ~hidden[book.rows[:lines]]
        book.rows[:lines] = np.take_along_axis(book.rows[:lines], np.argsort(~seen, axis=1, kind="stable"), axis=1)
        book.on[:lines] = seen.sum(axis=1)
        super()._learn(book, lines)


class Pooled(Training):
    """The rival is an earlier net, another in each iteration."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.actors, self.pool = [actor_of(self.game, self.settings, 0, self.net_file)], [self.net_file]

    def _iterate(self) -> None:
        if self.iteration % KEPT == KEPT - 1:
            self.pool.append(self.net_file)
        drawn = np.random.default_rng([self.settings.seed, self.iteration]).integers(len(self.pool))
        self.actors[0].rival = mind_of(self.game, self.pool[drawn])
        super()._iterate()


class Late(Training):
    """The minibatches of the second half are larger."""

    def _learn(self, book: Book, lines: int) -> None:
        if self.part > 0.5:
            self.settings = msgspec.structs.replace(self.settings, batch=256)
        super()._learn(book, lines)


KINDS: Mapping[str, type[Training]] = {
    "half of the deals against earlier nets": Pooled,
    "minibatches of 256 in the second half": Late,
}


def kind_of(game: Game, change: str) -> type[Training]:
    """Return the training of a change.  Raises `SystemExit` for a change that is none, and for a group that the game has not."""
    if not change.startswith(BLIND):
        if change not in CHANGES:
            raise SystemExit(f"There is no change {change!r}; there are: {'; '.join(CHANGES)}; {BLIND}GROUP.")
        return KINDS.get(change, Training)
    groups = tuple(word.strip() for word in change.removeprefix(BLIND).split(","))
    there_are = [group.name for group in inputs_of(game).groups]
    if not set(groups) <= set(there_are):
        raise SystemExit(f"{game.name} has the inputs {', '.join(there_are)}.")
    return type("Blind", (Blinded,), {"groups": groups})


def measured(game: Game, training: Training, deals: int, session: int) -> str:
    """Train, or go on, until the processor time is used up, and return a row of the table."""
    for _ in training.run():
        pass
    size = training.settings.players[0]
    found = strength(game, training.ruleset, size, training.net_file, deals, SEED, session)
    reach = ((found.wins.high or 0) - (found.wins.low or 0)) / 2
    return f"{found.wins.mean:.1%} ± {reach:.1%} | {found.points.mean:+.2f} | {training.learned:,}"


def main() -> None:
    """Print the table, a row as soon as it is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=300.0, help="processor time of each training")
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--session", type=int, default=4, help="deals that are chained where it is measured")
    parser.add_argument("--seed", type=int, default=1, help="of the trainings")
    parser.add_argument(
        "--only", nargs="*", default=list(CHANGES), help="names of changes; 'blind to played' hides a group of inputs"
    )
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    game = find_game(args.game)
    kinds = {name: kind_of(game, name) for name in args.only}
    print("| change | wins | points a deal | decisions learned |\n| --- | ---: | ---: | ---: |")
    for name, kind in kinds.items():
        settings = {**USUAL.get(game.name, {}), **CHANGES.get(name, {})}
        recipe = Recipe(game.name, {}, (args.players or game.usual_players,), seed=args.seed, **settings)
        kept = args.out / re.sub(r"\W+", "-", f"{game.name}-{recipe.players[0]}-{args.seconds:g}s-{args.seed}-{name}")
        row = kept / f"row-{args.deals}-{args.session}.txt"
        if not row.exists():
            training = kind(game, recipe, RunFolder(kept, recipe), args.seconds, clock=time.process_time)
            replace_file(row, measured(game, training, args.deals, args.session).encode())
        print(f"| {name} | {row.read_text(encoding='utf-8')} |", flush=True)


if __name__ == "__main__":
    main()
