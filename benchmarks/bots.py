"""How long bots think: percentiles of a decision, by level, in the mode that QIPAI_RULES names.

python benchmarks/bots.py --deals 200
"""

import argparse
import time

import numpy as np

from qipai.bots import LEVELS, make_bot
from qipai.engine.compiling import MODE
from qipai.games import GAN_DENG_YAN as GAME


def thinking_times(level: str, players: int, deals: int) -> np.ndarray:
    """Milliseconds of every decision in some deals between bots of one level."""
    ruleset = GAME.ruleset()
    rules, state = GAME.rules(ruleset), GAME.new_state()
    actions, observation = GAME.new_actions(), GAME.new_observation()
    bots = [make_bot(GAME, level, ruleset, seat) for seat in range(players)]
    times = []
    for seed in range(deals):
        state = GAME.start(rules, GAME.setup(rules, players), seed)
        while not GAME.is_over(state):
            seat = GAME.to_act(state)
            GAME.legal_actions(state, rules, seat, actions)
            GAME.observe(state, rules, seat, observation)
            begun = time.perf_counter()
            action = bots[seat].act(observation, actions, None)
            times.append(time.perf_counter() - begun)
            GAME.apply_action(state, rules, seat, action)
    return np.array(times) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    wanted = parser.parse_args()
    print(f"{MODE}, {wanted.players} seats, {wanted.deals} deals; milliseconds a decision")
    for level in LEVELS:
        thinking_times(level, wanted.players, 1)  # compile
        times = thinking_times(level, wanted.players, wanted.deals)
        p50, p99 = np.percentile(times, [50, 99])
        print(f"{level:8} {len(times):6} decisions  p50 {p50:.4f}  p99 {p99:.4f}  most {times.max():.3f}")


if __name__ == "__main__":
    main()
