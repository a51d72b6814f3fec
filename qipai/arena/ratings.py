"""Bradley-Terry ratings (Bradley and Terry 1952) from pairwise comparisons, with bootstrap intervals over deals."""

from math import log
from typing import NamedTuple

import numpy as np

ELO = 400 / log(10)  # Elo points per unit of strength
RESAMPLES = 1000
BATCH = 50
DRAWN = 1.0  # drawn comparisons added for each pair that met, so that a bot that lost every time has a rating too
LEAST_WEIGHT = 1e-4
MOST_ROUNDS, LONGEST_STEP, NEAR = 100, 2.0, 1e-10


class Ratings(NamedTuple):
    """Elo ratings with mean 0 and the bounds of their 95 % intervals; each of shape (bots,)."""

    elo: np.ndarray
    low: np.ndarray
    high: np.ndarray


def strengths(wins: np.ndarray) -> np.ndarray:
    """Return the maximum-likelihood Bradley-Terry strengths, shape (..., bots), with mean 0.

    `wins[..., i, j]` is how often i was ahead of j; leading axes are separate problems.  In the model, i is ahead of j
    with probability 1 / (1 + exp(strength[j] - strength[i])).  Solved by Newton's method.  The maximum exists only if
    each bot has been ahead of every other directly or through a chain of others (Hunter 2004, assumption 1).

    >>> import numpy as np
    >>> strengths(np.array([[0.0, 3.0], [1.0, 0.0]])).round(3).tolist()  # log(3) apart
    [0.549, -0.549]
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
        ]  # the pseudo-inverse gives the solution that keeps the mean at 0
        longest = np.abs(step).max(axis=-1, keepdims=True)
        found = found + step * np.minimum(1, LONGEST_STEP / np.maximum(longest, NEAR))
        if longest.max() < NEAR:
            break
    return found


def rate(wins: np.ndarray, resamples: int = RESAMPLES, seed: int = 1) -> Ratings:
    """Return ratings from `wins`, shape (deals, bots, bots); NaN for a bot that met nobody.

    `wins[d, i, j]` is how often i was ahead of j on deal d, over all its tables.  Intervals are bootstrap quantiles:
    each resample draws deals with replacement and also the weight of the added draw, because where a bot won every time
    the data do not limit how much better it is.  Deterministic given `seed`.
    """
    deals, bots, _ = wins.shape
    whole = wins.sum(axis=0)
    met = whole + whole.T > 0
    draws = np.where(met, DRAWN / 2, 0)
    flat = wins.reshape(deals, bots * bots)
    random = np.random.RandomState(seed)  # NumPy guarantees that its stream never changes; newer generators may
    drawn = []
    for start in range(0, resamples, BATCH):
        size = min(BATCH, resamples - start)
        counts = [np.bincount(random.randint(0, deals, deals), minlength=deals) for _ in range(size)]
        weights = np.maximum(random.standard_gamma(DRAWN / 2, (size, bots, bots)), LEAST_WEIGHT)
        drawn.append(strengths((np.array(counts) @ flat).reshape(-1, bots, bots) + met * weights))
    elo = np.stack([strengths(whole + draws), *np.quantile(np.concatenate(drawn), [0.025, 0.975], axis=0)]) * ELO
    elo[:, ~met.any(axis=1)] = np.nan
    return Ratings(*elo)
