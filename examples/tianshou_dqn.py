"""Tianshou's DQN playing itself through its own `PettingZooEnv`: `python -m examples.tianshou_dqn --seconds 180`.  Needs tianshou.

docs/learners.md says what it reached.
"""

import argparse
import logging
import time

import numpy as np
import torch
from tianshou.algorithm.algorithm_base import policy_within_training_step
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import torch_train_mode

import qipai
from qipai.environments.pettingzoo import env

GAME, CANDIDATES, TABLES, STEPS = "gan_deng_yan", 16, 8, 64
HORIZON = 100  # decisions of both: most deals are over by then, so a decision is paid by the result


def table() -> PettingZooEnv:
    """Return a table of two; its lists are cut as those of `candidates` are."""
    return PettingZooEnv(env(GAME, players=2, compact=True, longest=CANDIDATES))


def main() -> None:
    """Train both seats with one network, then play duplicate deals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--evaluation", type=int, default=500, help="duplicate deals at the end")
    args = parser.parse_args()
    logging.getLogger("tianshou").setLevel(logging.ERROR)  # it warns at every deal that rewards are by seat
    np.random.seed(1)  # tianshou explores by this generator
    torch.manual_seed(1)
    torch.set_num_threads(1)
    one = table()
    entries = one.env.observation_space(one.agents[0])["observation"].shape
    net = Net(state_shape=entries, action_shape=CANDIDATES, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=one.action_space, eps_training=0.1)
    dqn = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=5e-4), gamma=1.0, n_step_return_horizon=HORIZON, target_update_freq=500
    )
    both = MultiAgentOffPolicyAlgorithm(algorithms=[dqn, dqn], env=one)
    tables = DummyVectorEnv([table] * TABLES)
    tables.seed(1)
    buffer = VectorReplayBuffer(50_000, TABLES)
    collector = Collector(both, tables, buffer, exploration_noise=True)
    collector.reset()
    end, decisions = time.monotonic() + args.seconds, 0
    while time.monotonic() < end:
        with policy_within_training_step(both.policy):
            decisions += collector.collect(n_step=STEPS).n_collected_steps
            if len(buffer) >= 1000:
                with torch_train_mode(both.policy):
                    both.update(buffer=buffer, sample_size=256)
    print(f"{decisions:,} decisions")

    def play(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            values = net(obs)[0].numpy()
        return np.where(mask, values, -np.inf).argmax(axis=1)

    for other in ("random", "rule"):
        found = qipai.evaluate(GAME, play, other, args.evaluation, players=2, compact=True, candidates=CANDIDATES)
        print(f"against {other}: {found}")


if __name__ == "__main__":
    main()
