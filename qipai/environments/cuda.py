"""The same batches on a GPU: a thread plays a deal, with the functions that the processor runs.  Needs the extra `gpu`."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from qipai.engine.game import Game

from .loops import bound
from .vector import Batch

THREADS = 64  # of a block


def wandering(game: Game) -> Callable[..., None]:
    """The kernel of `Batch.wander`: each thread takes decisions at random in its deal."""
    wander = bound(game).wander

    def kernel(desks: Any, places: Any, legal: Any, chances: Any, steps: int, totals: Any) -> None:
        i = cuda.grid(1)
        if i < places.shape[0]:
            wander(desks[i], places[i], legal, i, chances[i], steps, totals)

    return kernel


def stepping(game: Game) -> Callable[..., None]:
    """The kernel of `Batch.step`: each thread takes the chosen decision of its deal."""
    advance = bound(game).advance

    def kernel(desks: Any, places: Any, legal: Any, chosen: Any) -> None:
        i = cuda.grid(1)
        if i < places.shape[0]:
            advance(desks[i], places[i], legal, i, chosen[i])

    return kernel


@cache
def _compiled(game: Game, kernel: Callable[[Game], Callable[..., None]]) -> Any:
    return cuda.jit(kernel(game))


class GpuBatch:
    """A batch that lives on the GPU: begun as the `Batch` it is given, and fetched back into it."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.blocks = -(-len(batch) // THREADS)
        self.desks = cuda.to_device(np.repeat(batch.desk, len(batch)))
        self.places, self.legal = cuda.to_device(batch.places), cuda.to_device(batch.legal)

    def step(self, chosen: Any) -> None:
        """Take in every deal the action with the `chosen` number; the numbers are trusted here."""
        kernel = _compiled(self.batch.game, stepping)[self.blocks, THREADS]
        kernel(self.desks, self.places, self.legal, chosen)

    def wander(self, steps: int, chances: np.ndarray) -> np.ndarray:
        """Take so many decisions at random in every deal, as `Batch.wander` does; returns the rewards added up."""
        dice = cuda.to_device(chances)
        totals = cuda.to_device(np.zeros((len(self.batch), self.batch.players), np.float32))
        kernel = _compiled(self.batch.game, wandering)[self.blocks, THREADS]
        kernel(self.desks, self.places, self.legal, dice, steps, totals)
        dice.copy_to_host(chances)
        return np.asarray(totals.copy_to_host())

    def fetch(self) -> Batch:
        """The batch with everything as it is on the GPU now."""
        self.places.copy_to_host(self.batch.places)
        self.legal.copy_to_host(self.batch.legal)
        return self.batch
