"""The same batches on a GPU: a thread plays a deal, with the functions that the processor runs.  Needs the extra `gpu`."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from qipai.engine import shuffling
from qipai.engine.game import Game
from qipai.engine.shuffling import RANDOM

from .encoding import SCALED, write_vector
from .loops import bound
from .vector import Batch

THREADS = 64  # of a block
NO_NUMBERS = np.zeros(0, np.int64)
NO_CHANCES = np.zeros(0, RANDOM)
NO_LINES = np.zeros((0, 0), SCALED)


def playing(game: Game) -> Callable[..., None]:
    """The kernel: each thread takes decisions in its deal, and writes what the next seat to act may know.

    Decisions are those that were chosen or, where there are `chances`, drawn at random; rewards are added up in `totals`.  Without
    lines in `out` nothing is written there.
    """
    advance, observe = bound(game).advance, game.compiled.observe
    below: Callable[..., int] = shuffling.below

    def kernel(
        desks: Any, places: Any, legal: Any, chosen: Any, chances: Any, decisions: int, totals: Any,
        observations: Any, memory: Any, rows: Any, steps: Any, factors: Any, out: Any,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i >= places.shape[0]:
            return
        for _ in range(decisions):
            number = below(chances[i], places[i].count) if len(chances) > 0 else chosen[i]
            advance(desks[i], places[i], legal, i, number)
            for seat in range(totals.shape[1]):
                totals[i, seat] += places[i].rewards[seat]
        if len(out) > 0:
            observe(places[i].state, desks[i].rules, places[i].seat, observations[i])
            write_vector(memory[i], rows, steps, factors, out, i)

    return kernel


@cache
def _compiled(game: Game) -> Any:
    return cuda.jit(playing(game))


class GpuBatch:
    """A batch that lives on the GPU: begun as the `Batch` it is given, and fetched back into it."""

    def __init__(self, batch: Batch) -> None:
        game, deals = batch.game, len(batch)
        self.batch = batch
        self.desks = cuda.to_device(np.repeat(batch.desk, deals))
        self.places, self.legal = cuda.to_device(batch.places), cuda.to_device(batch.legal)
        self._observations = cuda.to_device(np.zeros(deals, game.OBSERVATION))
        self._memory = self._observations.view(np.int8).reshape(deals, game.OBSERVATION.itemsize)
        self._tables = tuple(cuda.to_device(table) for table in batch.layouts.observation.tables)
        self._totals = np.zeros((deals, batch.players), np.float32)

    def step(self, chosen: Any) -> None:
        """Take in every deal the action with the `chosen` number; the numbers are trusted here."""
        self._play(chosen, NO_CHANCES, 1, cuda.to_device(self._totals), NO_LINES)

    def wander(self, decisions: int, chances: np.ndarray) -> np.ndarray:
        """Take so many decisions at random in every deal, as `Batch.wander` does; returns the rewards added up."""
        dice, totals = cuda.to_device(chances), cuda.to_device(self._totals)
        self._play(NO_NUMBERS, dice, decisions, totals, NO_LINES)
        dice.copy_to_host(chances)
        return np.asarray(totals.copy_to_host())

    def observe(self, out: Any) -> Any:
        """Write what the seat to act may know in each deal to its line of `out`, an array on the GPU or here."""
        self._play(NO_NUMBERS, NO_CHANCES, 0, cuda.to_device(self._totals), out)
        return out

    def fetch(self) -> Batch:
        """The batch with everything as it is on the GPU now."""
        self.places.copy_to_host(self.batch.places)
        self.legal.copy_to_host(self.batch.legal)
        return self.batch

    def _play(self, chosen: Any, chances: Any, decisions: int, totals: Any, out: Any) -> None:
        blocks = -(-len(self.batch) // THREADS)
        factors = self.batch.layouts.observation.factors(out.dtype)
        _compiled(self.batch.game)[blocks, THREADS](
            self.desks, self.places, self.legal, chosen, chances, decisions, totals,
            self._observations, self._memory, *self._tables, factors, out,
        )  # fmt: skip
