"""How good a batched policy is: the same deals from every chair, with intervals."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qipai.arena.intervals import Estimate, mean_of, share_of
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.numbers import described
from qipai.games import find_game

from .vector import Batch, Policy, many


class Evaluation(NamedTuple):
    """What a policy won against bots over duplicate deals; the intervals are 95 % ones over deals, not over tables.

    `rewards`: float32 of shape (deals, players): what it got in each chair of each deal.  `points` and `wins`: its own, a deal,
    the mean over all chairs.  The most points win, for a team together; equals share the win.  `fair`: the wins of equals.
    """

    points: Estimate
    wins: Estimate
    fair: float
    rewards: NDArray[np.float32]

    def __str__(self) -> str:
        def told(estimate: Estimate, form: str) -> str:
            low, high = estimate.low, estimate.high
            between = "" if low is None or high is None else f" ({low:{form}} to {high:{form}})"
            return f"{estimate.mean:{form}}{between}"

        deals, players = self.rewards.shape
        return (
            f"its points a deal {told(self.points, '+.2f')}, its wins {told(self.wins, '.1%')} where equals have {self.fair:.1%}; "
            f"{deals} deals from {players} chairs each"
        )

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        """Return whether all figures are equal, the rewards of each deal too."""
        if not isinstance(other, Evaluation):
            return NotImplemented
        return self[:-1] == other[:-1] and np.array_equal(self.rewards, other.rewards)

    def __ne__(self, other: object) -> bool:  # a tuple has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])


def evaluate(
    game: Game | str,
    policy: Policy,
    against: Any = "rule",
    deals: int = 1000,
    players: int | None = None,
    seed: int = 1 << 40,
    candidates: int | None = 64,
    **terms: Any,
) -> Evaluation:
    """Let a policy play the same deals from every chair against bots, all deals of a chair at once.

    `policy`: a function (obs, features, mask) that returns the number of an action for each line.  `against`: a name of
    a bot, or a policy, in all other chairs.  `seed`: of the cards and of the bots, from 0 to 2**64 - 1; training should
    use others.  `candidates`, `terms`: as `Batch` takes them.  Raises `QipaiError` for arguments that are not allowed.

    >>> import numpy as np
    >>> first = lambda obs, features, mask: np.zeros(len(obs), int)
    >>> evaluate("gan_deng_yan", first, deals=50, players=2).points.high < 0
    True
    """
    found, deals = find_game(game), many(deals)
    size = found.usual_players if players is None else players
    found.setup(found.rules(), size)  # refuses a number of players that the game does not have
    size = int(size)
    if not callable(policy):
        raise QipaiError(f"A policy is a function of obs, features and mask, not {described(policy)}.")
    rewards, wins, sides = np.zeros((deals, size), np.float32), np.zeros((deals, size)), 1
    for chair in range(size):
        others = [None if other == chair else against for other in range(size)]
        batch = Batch(found, deals, players=size, seed=seed, candidates=candidates, opponents=others, skip=False, **terms)
        paid = _first_rewards(batch, policy)
        teams = np.unique(found.teams(batch.ruleset, size), return_inverse=True)[1]
        sides = int(teams.max()) + 1
        totals = np.stack([paid[:, teams == team].mean(axis=1) for team in range(sides)], axis=1)
        best = totals == totals.max(axis=1, keepdims=True)
        rewards[:, chair], wins[:, chair] = paid[:, chair], best[:, teams[chair]] / best.sum(axis=1)
    return Evaluation(mean_of(rewards.mean(axis=1, dtype=np.float64)), share_of(wins.mean(axis=1)), 1 / sides, rewards)


def _first_rewards(batch: Batch, policy: Policy) -> np.ndarray:
    """Play until each place has ended its first deal; return the rewards of those deals, by chair."""
    paid = np.zeros((len(batch), batch.players), np.float32)
    playing = np.ones(len(batch), np.bool_)
    while True:
        ends = playing & (batch.ended > 0)
        paid[ends] = batch.rewards[ends]
        playing &= ~ends
        if not playing.any():
            return paid
        batch.step(np.asarray(batch.ask(policy)))
