"""The field's own tests put to a game: `python -m tests.environments.judges giog default 60` runs them all on one variant.

`python -m tests.environments.judges` alone runs them on every game, variant and number of players, each in a process of its own.
"""

import contextlib
import io
import os
import subprocess
import sys
import warnings
from functools import partial

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils import wrappers

from qipai.environments.gymnasium import SeatEnv
from qipai.environments.pettingzoo import env, parallel_env
from qipai.games import GAMES, find_game

LONG = 400  # cycles of a full run


def judge(name: str, variant: str, cycles: int, players: int | None = None) -> None:
    """All judges in turn; what one of them does not like it raises."""
    warnings.filterwarnings("error")
    # Observations with a mask are dictionaries, which `api_test` warns of and allows.
    for sentence in ("Observation is not a NumPy array", "Observation space for each agent probably should be"):
        warnings.filterwarnings("ignore", sentence)
    made = partial(env, name, variant=variant, players=players)
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(made(), num_cycles=cycles)
        api_test(wrappers.TerminateIllegalWrapper(made(), illegal_reward=-1), num_cycles=cycles)
        render_test(made)
    print("pettingzoo api_test, the same with TerminateIllegalWrapper, render_test: passed")
    seed_test(made, num_cycles=cycles)
    print("pettingzoo seed_test: passed")
    parallel_api_test(parallel_env(name, variant=variant, players=players), num_cycles=cycles)
    # It draws actions without looking at the mask, so one that is illegal has to end the deal; and it knows no text to render.
    alone = SeatEnv(name, variant=variant, players=players, opponents="random", illegal="end")
    check_env(alone, skip_render_check=True)
    print("gymnasium check_env: passed")


def judge_all() -> int:
    """Every game, variant and number of players; returns how many failed."""
    failed = 0
    for game in GAMES.values():
        for variant in game.variants:
            for players in game.seats:
                command = [sys.executable, "-m", "tests.environments.judges", game.name, variant, str(LONG), str(players)]
                ran = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
                print(f"{game.name} {variant} {players}: {'passed' if ran.returncode == 0 else ran.stderr}", flush=True)
                failed += ran.returncode != 0
    return failed


if __name__ == "__main__":
    if not sys.argv[1:]:
        raise SystemExit(judge_all())
    judge(find_game(sys.argv[1]).name, sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if sys.argv[4:] else None)
