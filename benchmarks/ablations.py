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

from benchmarks.flat import Flat
from benchmarks.foreseeing import Foreseeing, ForeseeingALittle
from qipai.engine.errors import QipaiError
from qipai.engine.files import replace_file
from qipai.engine.game import Game
from qipai.games import find_game
from qipai.training.actor import Book, actor_of, mind_of
from qipai.training.checkpoints import RunFolder
from qipai.training.matches import strength
from qipai.training.running import Training
from qipai.training.settings import Recipe, blind_to, read_names

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
    "every input from the beginning": {"blind": ()},
    "minibatches of 256": {"batch": 256},
    "minibatches of 256 in the second half": {},
    "two passes over what was played": {"passes": 2},
    "128 units": {"width": 128},
    "512 units": {"width": 512},
    "one decision in ten at random": {"explore": (0.1, 0.03)},
    "the wins alone": {"aim": "wins"},
    "a player who draws lots": {"temperature": 0.3},
    "no second layer": {},
    "the next hand is told too": {},
    "the next hand is told too, and counts a tenth": {},
}
BLIND = "blind to "  # and names of groups of inputs, joined by commas
SEED = 2028  # of the deals that are measured
KEPT = 20  # iterations after which an earlier net is kept


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
    "no second layer": Flat,
    "the next hand is told too": Foreseeing,
    "the next hand is told too, and counts a tenth": ForeseeingALittle,
}


def settings_of(game: Game, change: str) -> Mapping[str, Any]:
    """Return the settings of a training for a change.  Raises `QipaiError` for a change that is none, and for a group that the game has not."""
    blind = {"blind": blind_to(game, None, None)}
    if change.startswith(BLIND):
        changed: Mapping[str, Any] = {"blind": blind_to(game, read_names(change.removeprefix(BLIND)), None)}
    elif change in CHANGES:
        changed = CHANGES[change]
    else:
        raise QipaiError(f"There is no change {change!r}; there are: {'; '.join(CHANGES)}; {BLIND}GROUP.")
    return {**blind, **USUAL.get(game.name, {}), **changed}


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
        "--only", nargs="*", default=list(CHANGES), help="names of changes; 'blind to unseen' hides a group of inputs"
    )
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    try:
        game = find_game(args.game)
        asked = {name: settings_of(game, name) for name in args.only}
    except QipaiError as error:
        parser.error(str(error))
    print("| change | wins | points a deal | decisions learned |\n| --- | ---: | ---: | ---: |")
    for name, settings in asked.items():
        recipe = Recipe(game.name, {}, (args.players or game.usual_players,), seed=args.seed, **settings)
        kept = args.out / re.sub(r"\W+", "-", f"{game.name}-{recipe.players[0]}-{args.seconds:g}s-{args.seed}-{name}")
        row = kept / f"row-{args.deals}-{args.session}.txt"
        if not row.exists():
            training = KINDS.get(name, Training)(game, recipe, RunFolder(kept, recipe), args.seconds, clock=time.process_time)
            replace_file(row, measured(game, training, args.deals, args.session).encode())
        print(f"| {name} | {row.read_text(encoding='utf-8')} |", flush=True)


if __name__ == "__main__":
    main()
