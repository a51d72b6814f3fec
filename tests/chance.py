"""What chance decides in tests: the same in every run, so that whoever sees a failure can see it again.

`QIPAI_SEED=7 …` draws other deals.
"""

import os
from collections import Counter

from qipai.engine.game import Game
from qipai.engine.records import Record

SEED = int(os.environ.get("QIPAI_SEED", "1"))


class Shuffles:
    """In the place of the operating system's randomness: what the tables of a game are dealt, one deal after another."""

    def __init__(self) -> None:
        self._dealt: Counter[str] = Counter()

    def shuffled(self, game: Game, rules: Record, setup: Record) -> Record:
        self._dealt[game.name] += 1
        return game.shuffled(rules, setup, SEED, stream=self._dealt[game.name])
