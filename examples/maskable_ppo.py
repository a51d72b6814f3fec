"""MaskablePPO of sb3-contrib on one seat against bots: `python -m examples.maskable_ppo --seconds 180`.  Needs sb3-contrib.

docs/learners.md says what it reached.
"""

import argparse
import time

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

import qipai
import qipai.environments.gymnasium  # registers the environments

GAME, CANDIDATES = "gan_deng_yan", 16
TERMS = {"players": 2, "compact": True, "candidates": CANDIDATES}


class Until(BaseCallback):
    """Stop at a time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.monotonic() + seconds

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def main() -> None:
    """Train against the random bot, then play duplicate deals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--evaluation", type=int, default=500, help="duplicate deals at the end")
    args = parser.parse_args()
    environment = gymnasium.make(f"qipai/{GAME}-v0", opponents="random", seat=-1, **TERMS)
    model = MaskablePPO("MultiInputPolicy", environment, n_steps=1024, batch_size=256, gamma=1.0, seed=1, device="cpu")
    model.learn(1 << 40, callback=Until(args.seconds))
    print(f"{model.num_timesteps:,} decisions")

    def play(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        seen = {"observation": obs, "action_mask": mask.astype(np.int8), "candidates": features}
        return model.predict(seen, action_masks=mask, deterministic=True)[0]

    for other in ("random", "rule"):
        print(f"against {other}: {qipai.evaluate(GAME, play, other, args.evaluation, **TERMS)}")


if __name__ == "__main__":
    main()
