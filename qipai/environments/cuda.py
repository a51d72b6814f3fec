"""Batches on a GPU: one thread per deal, running the same functions as the CPU batch.  Needs the extra `gpu`.

Compiled and checked, not yet run on a device.  Begin a `vector.Batch`, hand it to `GpuBatch`, and fetch it back at any
time.  Arrays may be on the host or on the GPU (anything with `__cuda_array_interface__`, such as a tensor of PyTorch or
an array of CuPy).
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from qipai.engine import shuffling
from qipai.engine.announcing import announcer
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.numbers import described
from qipai.engine.shuffling import RANDOM

from .encoding import SCALED, WHOLE, write_vector
from .given import NUMBERS, row, written
from .loops import bound
from .vector import Batch

THREADS = 64  # per block
NOT_TAKEN = -1  # in `ended`: the chosen number was not an action, and the deal did not change
NO_NUMBERS = np.zeros(0, np.int64)
NO_CHANCES = np.zeros(0, RANDOM)
NO_LINES = np.zeros((0, 0), SCALED)


def playing(game: Game) -> Callable[..., None]:
    """Return the kernel of a game: each thread plays decisions in its deal and writes the observation of the next seat to act.

    The kernel takes `decisions` decisions per deal: the `chosen` numbers, or random ones if `chances` (a generator per
    deal) is not empty.  It adds rewards to `totals`, shape (deals, players), and writes to `out`, shape (deals,
    entries), unless that is empty.
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
            if number < 0 or number >= places[i].count:
                places[i].ended = NOT_TAKEN
                return
            advance(desks[i], places[i], legal, i, number)
            for seat in range(totals.shape[1]):
                totals[i, seat] += places[i].rewards[seat]
        if len(out) > 0:
            observe(places[i].state, desks[i].rules, places[i].seat, observations[i])
            write_vector(memory[i], rows, steps, factors, out, i)

    return kernel


@cache
def _compiled(game: Game) -> Any:
    return announced(cuda.jit(playing(game)), game.room)


def announced(kernel: Any, room: str) -> Any:
    """Make a kernel announce on stderr that it is compiled for new arguments, and how long that took; return it.

    Kernels are not kept on disk: each process compiles them again.
    """
    compile_for = getattr(kernel, "_compile_for_args", None)
    if compile_for is None:  # in Numba's simulator
        return kernel

    def announce_and_compile(*given: Any, **named: Any) -> Any:
        title, begun = announcer.title(room), time.monotonic()
        announcer.say(f"compiling {title} for the GPU, in each process anew …")
        made = compile_for(*given, **named)
        announcer.say(f"compiled {title} for the GPU in {time.monotonic() - begun:.0f} s.")
        return made

    kernel._compile_for_args = announce_and_compile
    return kernel


def _lying(given: Any) -> Any:
    """Return an array on the GPU, of any library, as a numba-cuda array.  Raises `TypeError` unless it is C-contiguous."""
    array = cuda.as_cuda_array(given)
    if not array.is_c_contiguous():
        raise TypeError("An array on the GPU has to lie in one piece.")
    return array


def check_kernel_plays(batch: Batch) -> None:
    """Raise `QipaiError` for a batch that a kernel would play or write otherwise than the processor does."""
    if batch.layout is not batch.layouts.observation:
        raise QipaiError("A kernel writes complete observations: make a batch for a GPU without `compact`.")
    if batch.has_opponents:
        raise QipaiError("Neither bots nor policies sit in a batch on a GPU: make it without `opponents`.")
    if not batch.cuts_lists:
        raise QipaiError("A kernel cuts a list that is too long: make a batch for a GPU with `overflow='cut'`.")


class GpuBatch:
    """A batch in the memory of the GPU: it starts as a copy of a `Batch`; `fetch` copies it back."""

    def __init__(self, batch: Batch) -> None:
        """Copy the batch to the GPU.

        Raises `QipaiError` for a batch made with `compact`, with `opponents` or with `overflow="refuse"`, `TypeError` for no batch.
        """
        if not isinstance(batch, Batch):
            raise TypeError(f"A batch is copied to the GPU, not {described(batch)}.")
        check_kernel_plays(batch)
        game, deals = batch.game, len(batch)
        self.batch = batch
        self.desks = cuda.to_device(np.repeat(batch.desk, deals))
        self.places, self.legal = cuda.to_device(batch.places), cuda.to_device(batch.legal)
        self._observations = cuda.to_device(np.zeros(deals, game.OBSERVATION))
        self._memory = self._observations.view(np.int8).reshape(deals, game.OBSERVATION.itemsize)
        self._tables = tuple(cuda.to_device(table) for table in batch.layouts.observation.tables)
        self._totals = np.zeros((deals, batch.players), np.float32)

    def step(self, chosen: Any) -> None:
        """Take one decision in every deal: the action with the `chosen` number.

        `chosen`: int64 of shape (deals,), on the GPU or on the host.  A number that is not an action changes nothing in
        its deal and sets its `ended` to `NOT_TAKEN`.  Raises `TypeError` or `QipaiError` for an array of another shape
        or type.
        """
        if not cuda.is_cuda_array(chosen):
            chosen = row("Chosen numbers", chosen, len(self.batch))
        elif (chosen := _lying(chosen)).dtype != NUMBERS or chosen.shape != (len(self.batch),):
            raise TypeError(f"Chosen numbers are {len(self.batch)} of int64, not {described(chosen)}.")
        self._play(chosen, NO_CHANCES, 1, cuda.to_device(self._totals), NO_LINES)

    def wander(self, decisions: int, chances: np.ndarray) -> np.ndarray:
        """Take `decisions` random decisions in every deal and return the summed rewards, float32 of shape (deals, players).

        `chances` is as in `Batch.wander` and is advanced in place.
        """
        decisions = self.batch.checked_wandering(decisions, chances)
        dice, totals = cuda.to_device(chances), cuda.to_device(self._totals)
        self._play(NO_NUMBERS, dice, decisions, totals, NO_LINES)
        dice.copy_to_host(chances)
        return np.asarray(totals.copy_to_host())

    def observe(self, out: Any) -> Any:
        """Write the observation of the seat to act in each deal to `out` and return it.

        `out`: float32 or uint8 of shape (deals, entries), on the GPU or on the host.  Raises `TypeError` for another
        array.
        """
        shape, totals = (len(self.batch), self.batch.entries), cuda.to_device(self._totals)
        if not cuda.is_cuda_array(out):
            return written(out, shape, (SCALED, WHOLE), lambda piece: self._play(NO_NUMBERS, NO_CHANCES, 0, totals, piece))
        lines = _lying(out)
        if lines.shape != shape or lines.dtype not in (SCALED, WHOLE):
            raise TypeError(f"What is asked for is written to {shape} of float32 or uint8, not to {described(lines)}.")
        self._play(NO_NUMBERS, NO_CHANCES, 0, totals, lines)
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy or pickle the batch as it is on the GPU now."""
        return GpuBatch, (self.fetch(),)

    def fetch(self) -> Batch:
        """Copy everything from the GPU into the batch this was made from, and return that batch."""
        places, legal = self.batch._rewritten()
        self.places.copy_to_host(places)
        self.legal.copy_to_host(legal)
        return self.batch

    def _play(self, chosen: Any, chances: Any, decisions: int, totals: Any, out: Any) -> None:
        blocks = -(-len(self.batch) // THREADS)
        factors = self.batch.layouts.observation.factors(out.dtype)
        _compiled(self.batch.game)[blocks, THREADS](
            self.desks, self.places, self.legal, chosen, chances, decisions, totals,
            self._observations, self._memory, *self._tables, factors, out,
        )  # fmt: skip
