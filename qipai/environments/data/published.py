"""A small set of examples of every game that anybody can make again: `qipai data published FOLDER`.

It is not kept with the sources; docs/data.md has its digests.  Whoever cites it cites the digest.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from qipai.games import GAMES

from .making import make
from .shards import Examples

DEALS, SHARD, SEED, CANDIDATES = 200, 100, 2026, 64


def publish(
    folder: str | Path, games: Sequence[str] = tuple(GAMES), jobs: int = 1, told: Callable[[str, Examples], None] | None = None
) -> dict[str, Examples]:
    """Make the published examples of each game in a folder of its own, and return them by game.

    200 deals of the rule of thumb under the default rules for the usual number of players: compact observations, 64
    candidates with their features, no forced decisions.  `told`: called with each game when it is done.
    """
    made = {}
    for name in games:
        made[name] = make(
            name, Path(folder) / name, DEALS, seed=SEED, shard=SHARD, compact=True, candidates=CANDIDATES, jobs=jobs
        )
        if told:
            told(name, made[name])
    return made
