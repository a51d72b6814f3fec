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

from qipai.engine.files import replace_file
from qipai.engine.game import Game
from qipai.games import find_game
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
    "minibatches of 256": {"batch": 256},
    "two passes over what was played": {"passes": 2},
    "128 units": {"width": 128},
    "512 units": {"width": 512},
    "one decision in ten at random": {"explore": (0.1, 0.03)},
    "the wins alone": {"aim": "wins"},
}
SEED = 2028  # of the deals that are measured


def measured(game: Game, recipe: Recipe, folder: Path, seconds: float, deals: int, session: int) -> str:
    """Train, or go on, until the processor time is used up, and return a row of the table."""
    training = Training(game, recipe, RunFolder(folder, recipe), seconds, clock=time.process_time)
    for _ in training.run():
        pass
    size = recipe.players[0]
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
    parser.add_argument("--only", nargs="*", default=list(CHANGES), help="names of changes")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    game = find_game(args.game)
    print("| change | wins | points a deal | decisions learned |\n| --- | ---: | ---: | ---: |")
    for name in args.only:
        settings = {**USUAL.get(game.name, {}), **CHANGES[name]}
        recipe = Recipe(game.name, {}, (args.players or game.usual_players,), seed=args.seed, **settings)
        kept = args.out / re.sub(r"\W+", "-", f"{game.name}-{recipe.players[0]}-{args.seconds:g}s-{args.seed}-{name}")
        row = kept / f"row-{args.deals}-{args.session}.txt"
        if not row.exists():
            told = measured(game, recipe, kept, args.seconds, args.deals, args.session)
            replace_file(row, told.encode())
        print(f"| {name} | {row.read_text(encoding='utf-8')} |", flush=True)


if __name__ == "__main__":
    main()
