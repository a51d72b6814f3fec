"""Bradley–Terry ratings from who was ahead of whom, with bootstrap intervals by deal."""

from math import log
from typing import NamedTuple

import numpy as np

ELO = 400 / log(10)  # Elo points of one unit of strength
RESAMPLES = 1000
BATCH = 50
DRAWN = 1.0  # a drawn comparison for each pair that met: who lost them all has a rating too
LEAST_WEIGHT = 1e-4
MOST_ROUNDS, LONGEST_STEP, NEAR = 100, 2.0, 1e-10


class Ratings(NamedTuple):
    """Elo points, whose mean is 0, and their 95 % intervals."""

    elo: np.ndarray
    low: np.ndarray
    high: np.ndarray


def strengths(wins: np.ndarray) -> np.ndarray:
    """The strengths that make `wins[…, i, j]`, how often i was ahead of j, most likely; their mean is 0.

    i is ahead of j with probability 1 / (1 + exp(strength[j] - strength[i])).  Found by Newton's method, for many at once.
    Every bot must have been ahead of others and behind them, directly or through others.
    """
    met = wins + wins.swapaxes(-1, -2)
    found = np.zeros(wins.shape[:-1])
    for _ in range(MOST_ROUNDS):
        ahead = 1 / (1 + np.exp(found[..., None, :] - found[..., :, None]))
        slope = (wins - met * ahead).sum(axis=-1)
        curve = met * ahead * (1 - ahead)
        bend = np.eye(wins.shape[-1]) * curve.sum(axis=-1)[..., None] - curve
        step = (np.linalg.pinv(bend, rcond=NEAR, hermitian=True) @ slope[..., None])[
            ..., 0
        ]  # of all such steps, the one that keeps the mean
        longest = np.abs(step).max(axis=-1, keepdims=True)
        found = found + step * np.minimum(1, LONGEST_STEP / np.maximum(longest, NEAR))
        if longest.max() < NEAR:
            break
    return found


def rate(wins: np.ndarray, resamples: int = RESAMPLES, seed: int = 1) -> Ratings:
    """Ratings from `wins[deal, i, j]`; NaN for a bot that met nobody.

    For the intervals, deals are drawn anew, each with all that was played on it, and so is the weight of the drawn comparison: where
    one bot won everything, nothing else says how much better it may be.
    """
    deals, bots, _ = wins.shape
    whole = wins.sum(axis=0)
    met = whole + whole.T > 0
    draws = np.where(met, DRAWN / 2, 0)
    flat = wins.reshape(deals, bots * bots)
    random = np.random.RandomState(seed)  # of all of NumPy's the one whose numbers are promised never to change
    drawn = []
    for start in range(0, resamples, BATCH):
        size = min(BATCH, resamples - start)
        counts = [np.bincount(random.randint(0, deals, deals), minlength=deals) for _ in range(size)]
        weights = np.maximum(random.standard_gamma(DRAWN / 2, (size, bots, bots)), LEAST_WEIGHT)
        drawn.append(strengths((np.array(counts) @ flat).reshape(-1, bots, bots) + met * weights))
    elo = np.stack([strengths(whole + draws), *np.quantile(np.concatenate(drawn), [0.025, 0.975], axis=0)]) * ELO
    elo[:, ~met.any(axis=1)] = np.nan
    return Ratings(*elo)
