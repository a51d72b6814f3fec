"""RLCard's DQN on one seat against bots: `python -m examples.rlcard_dqn --seconds 180`.  Needs RLCard with PyTorch.

docs/learners.md says what it reached.
"""

import argparse
import contextlib
import io
import time
from typing import Any

import gymnasium
import numpy as np
from rlcard.agents import DQNAgent

import qipai
import qipai.environments.gymnasium  # registers the environments

GAME, CANDIDATES = "gan_deng_yan", 16
TERMS = {"players": 2, "compact": True, "candidates": CANDIDATES}


def as_rlcard(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> dict[str, Any]:
    """Return a state as RLCard's agents take it: the candidates are part of what is seen."""
    legal = dict.fromkeys(np.flatnonzero(mask).tolist())
    return {"obs": np.concatenate([obs, features.ravel()]), "legal_actions": legal, "raw_legal_actions": list(legal)}


def main() -> None:
    """Train against the random bot, then play duplicate deals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--evaluation", type=int, default=500, help="duplicate deals at the end")
    args = parser.parse_args()
    environment = gymnasium.make(f"qipai/{GAME}-v0", opponents="random", seat=-1, **TERMS)
    seen, _ = environment.reset(seed=1)
    state = as_rlcard(seen["observation"], seen["candidates"], seen["action_mask"])
    agent = DQNAgent(
        num_actions=CANDIDATES, state_shape=[len(state["obs"])], mlp_layers=[128, 128], epsilon_decay_steps=20_000,
        replay_memory_init_size=500, discount_factor=1.0, learning_rate=5e-4, train_every=4, device="cpu",
    )  # fmt: skip
    end, decisions = time.monotonic() + args.seconds, 0
    with contextlib.redirect_stdout(io.StringIO()):  # the agent prints at every step
        while time.monotonic() < end:
            action = int(agent.step(state))
            seen, reward, terminated, _, _ = environment.step(action)
            after = as_rlcard(seen["observation"], seen["candidates"], seen["action_mask"])
            if terminated:
                after["legal_actions"] = {0: None}  # no value follows the end
            agent.feed((state, action, reward, after, terminated))
            state, decisions = after, decisions + 1
            if terminated:
                seen, _ = environment.reset()
                state = as_rlcard(seen["observation"], seen["candidates"], seen["action_mask"])
    print(f"{decisions:,} decisions")

    def play(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        values = agent.q_estimator.predict_nograd(np.concatenate([obs, features.reshape(len(obs), -1)], axis=1))
        return np.where(mask, values, -np.inf).argmax(axis=1)

    for other in ("random", "rule"):
        print(f"against {other}: {qipai.evaluate(GAME, play, other, args.evaluation, **TERMS)}")


if __name__ == "__main__":
    main()
