"""PPO in one file, in the manner of CleanRL, on a batch with opponents inside: `python -m examples.ppo --seconds 180`.

The network scores every candidate with what the seat knows, so it can play lists of any length.  Needs PyTorch.
docs/learners.md says what it reached.
"""

import argparse
import time
from dataclasses import dataclass, fields

import numpy as np
import torch
from torch import nn

import qipai


@dataclass
class Args:
    """What can be said on the command line."""

    game: str = "gan_deng_yan"
    players: int = 2
    opponent: str = "rule"  # who sits in the other chairs: random, noisy, rule
    seconds: float = 180.0  # of training
    evaluation: int = 500  # duplicate deals at the end
    deals: int = 256  # at once
    steps: int = 32  # decisions of each deal between updates
    candidates: int = 32
    hidden: int = 128
    rate: float = 7e-4
    epochs: int = 2
    parts: int = 4  # minibatches of an epoch
    clip: float = 0.2
    entropy: float = 0.01
    lam: float = 0.95  # of the advantages; nothing is discounted, since a deal is paid at its end
    seed: int = 1


class Net(nn.Module):
    """A score for each candidate, and the value of what is known."""

    def __init__(self, entries: int, features: int, hidden: int) -> None:
        super().__init__()
        self.seen = nn.Sequential(nn.Linear(entries, hidden), nn.ReLU(), nn.Linear(hidden, hidden))
        self.action = nn.Linear(features, hidden)
        self.score = nn.Sequential(nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.value = nn.Sequential(nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, obs: torch.Tensor, features: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.seen(obs)
        scores = self.score(seen[:, None] + self.action(features)).squeeze(-1)
        return scores.masked_fill(~mask, -1e9), self.value(seen).squeeze(-1)


def main() -> None:
    """Train, then play duplicate deals against the random bot and the rule of thumb."""
    parser = argparse.ArgumentParser(description=__doc__)
    for field in fields(Args):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    args = Args(**vars(parser.parse_args()))
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    batch = qipai.batch(
        args.game, args.deals, players=args.players, seed=args.seed, candidates=args.candidates, compact=True,
        opponents=args.opponent, rotate=True, reward_scale=0.1,
    )  # fmt: skip
    net = Net(batch.entries, batch.features.shape[2], args.hidden)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    end, decisions = time.monotonic() + args.seconds, 0
    while time.monotonic() < end:
        kept, rewards, ended = [], [], []
        for _ in range(args.steps):
            now = tuple(torch.from_numpy(array.copy()) for array in (batch.obs, batch.features, batch.mask))
            with torch.no_grad():
                scores, value = net(*now)
                choice = torch.distributions.Categorical(logits=scores)
                chosen = choice.sample()
            kept.append((*now, chosen, choice.log_prob(chosen), value))
            batch.step(chosen.numpy())
            rewards.append(torch.from_numpy(batch.rewards[:, 0].copy()))
            ended.append(torch.from_numpy(batch.ended > 0))
        with torch.no_grad():
            after = net(*(torch.from_numpy(array) for array in (batch.obs, batch.features, batch.mask)))[1]
        advantage, gained = torch.zeros(args.deals), [torch.zeros(0)] * args.steps
        for step in reversed(range(args.steps)):
            value = kept[step][5]
            alive = (~ended[step]).float()
            advantage = rewards[step] + alive * after - value + args.lam * alive * advantage
            gained[step], after = advantage, value
        obs, features, mask, chosen, before, values = (torch.cat(column) for column in zip(*kept, strict=True))
        gains = torch.cat(gained)
        targets = gains + values
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(args.epochs):
            for part in torch.randperm(len(gains)).chunk(args.parts):
                scores, value = net(obs[part], features[part], mask[part])
                choice = torch.distributions.Categorical(logits=scores)
                ratio = (choice.log_prob(chosen[part]) - before[part]).exp()
                clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
                policy = -torch.min(ratio * gains[part], clipped * gains[part]).mean()
                loss = policy + 0.5 * (value - targets[part]).pow(2).mean() - args.entropy * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimizer.step()
        decisions += len(gains)
    print(f"{decisions:,} decisions")

    def best(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            return net(*map(torch.from_numpy, (obs, features, mask)))[0].argmax(1).numpy()

    for other in ("random", "rule"):
        found = qipai.evaluate(
            args.game, best, other, args.evaluation, players=args.players, candidates=args.candidates, compact=True
        )
        print(f"against {other}: {found}")


if __name__ == "__main__":
    main()
