"""Batches compile for a GPU as they stand, and where there is one they play the same there.  Needs the extra `gpu`."""

import importlib.util
from typing import Any

import numpy as np
import pytest

from qipai.engine.game import Game, seeded
from qipai.engine.shuffling import RANDOM
from tests.engine.test_cuda import compile_to_ptx

from .rooms import sampled

pytestmark = [
    pytest.mark.native,
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="needs numba-cuda: the extra gpu"),
]

DEALS, STEPS = 64, 200


@pytest.mark.parametrize("game", sampled)
def test_batches_compile_for_a_gpu(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba
    from numba import types

    from qipai.environments.cuda import playing
    from qipai.environments.loops import desk_type, place_type

    def records(dtype: np.dtype) -> Any:
        return numba.from_dtype(dtype)[::1]

    desks, places = records(desk_type(game, game.rules().dtype)), records(place_type(game))
    numbers, lines, table = types.int64[::1], types.float32[:, ::1], types.int64[::1]
    signature = types.void(
        desks, places, types.int64[:, ::1], numbers, records(RANDOM), types.int64, lines,
        records(game.OBSERVATION), types.int8[:, ::1], table, table, types.float32[::1], lines,
    )  # fmt: skip
    ptx = compile_to_ptx(playing(game), signature, monkeypatch)
    assert ".visible .entry" in ptx
    assert "NRT_" not in ptx  # no reference counts: nothing is allocated


@pytest.mark.parametrize("game", sampled)
def test_a_gpu_plays_the_same_batch(game: Game) -> None:
    from numba import cuda

    if not cuda.is_available():
        pytest.skip("there is no GPU here")
    from qipai.environments.cuda import GpuBatch
    from qipai.environments.vector import Batch

    here, there = Batch(game, DEALS, seed=1), Batch(game, DEALS, seed=1)
    mine, theirs = (np.concatenate([seeded(2, place) for place in range(DEALS)]) for _ in range(2))
    device = GpuBatch(there)
    assert np.array_equal(here.wander(STEPS, mine), device.wander(STEPS, theirs))
    chosen = np.array([count - 1 for count in here.counts])
    here.step(chosen)
    device.step(chosen)
    seen = (batch.observe(np.empty((DEALS, here.entries), np.float32)) for batch in (here, device))
    assert np.array_equal(*seen)
    assert device.fetch().places.tobytes() == here.places.tobytes()
    assert mine.tobytes() == theirs.tobytes()
