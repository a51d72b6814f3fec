"""OpenSpiel's search bots in Python on whole games: `python -m examples.searching gan_deng_yan --deals 40`.

IS-MCTS, which sees what its seat may know, and MCTS, which sees all cards, each against the random bot and in every seat by
turns.  docs/learners.md says what they reached.
"""

import argparse
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import qipai.environments.openspiel  # noqa: F401 registers the games
from qipai.arena.intervals import mean_of

Bot = Callable[[Any], int]


def searchers(game: Any, simulations: int) -> dict[str, Bot]:
    """Return the bots by name."""
    chance = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    blind = ismcts.ISMCTSBot(game=game, uct_c=1.4, evaluator=rollouts, max_simulations=simulations, random_state=chance)
    seeing = mcts.MCTSBot(game, 1.4, simulations, rollouts, random_state=chance)
    return {"IS-MCTS": blind.step, "MCTS, which sees all": seeing.step}


def main() -> None:
    """Print what each wins of the random bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="gan_deng_yan")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=50)
    args = parser.parse_args()
    game = pyspiel.load_game(f"python_qipai_{args.game}", {"players": args.players})
    for name, bot in searchers(game, args.simulations).items():
        chance, points = random.Random(1), []
        for deal in range(args.deals):
            state, seat = game.new_initial_state(), deal % args.players
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                elif state.current_player() == seat and len(state.legal_actions()) > 1:
                    state.apply_action(int(bot(state)))
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
            points.append(state.returns()[seat])
        found = mean_of(np.array(points))
        between = "" if found.low is None else f" ({found.low:+.2f} to {found.high:+.2f})"
        print(f"{name}, {args.simulations} simulations: {found.mean:+.2f}{between} points a deal over {args.deals} deals")


if __name__ == "__main__":
    main()
