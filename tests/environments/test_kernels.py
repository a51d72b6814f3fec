"""Batches compile for a GPU as they stand, and where there is one they play the same there.

Compiling needs the extra `gpu`, playing a GPU: 64 deals a room, 201 decisions in each, with the bytes of the processor.  What a kernel
cannot play is refused before a GPU is asked for, so that is tested anywhere.
"""

import importlib.util
import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, seeded
from qipai.engine.shuffling import RANDOM
from qipai.environments.vector import Batch
from tests.engine.test_cuda import compile_to_ptx

from .rooms import SAMPLE, sampled

pytestmark = pytest.mark.native
needs_cuda = pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="needs numba-cuda: the extra gpu")

DEALS, STEPS = 64, 200


@pytest.mark.parametrize(
    ("made", "named"),
    [({"compact": True}, "compact"), ({"opponents": "rule"}, "opponents"), ({"overflow": "refuse"}, "overflow")],
)
def test_what_a_kernel_cannot_play_is_refused(made: dict[str, Any], named: str) -> None:
    from qipai.environments.cuda import GpuBatch, check_kernel_plays

    with pytest.raises(QipaiError, match=f"`{named}"):
        GpuBatch(Batch(SAMPLE, 4, **made))
    check_kernel_plays(Batch(SAMPLE, 4, candidates=16, reward="team", reward_scale=0.5, dtype="uint8"))


def test_compiling_a_kernel_is_announced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What, before it begins, and how long it took; in each call that compiles."""
    from qipai.environments.cuda import announced

    monkeypatch.setenv("QIPAI_QUIET", "0")
    heard = []

    def compile_for(*given: Any) -> str:
        heard.append(capsys.readouterr().err)
        return f"a kernel of {len(given)} arguments"

    kernel = announced(SimpleNamespace(_compile_for_args=compile_for), SAMPLE)
    for _ in range(2):
        assert kernel._compile_for_args(1, 2) == "a kernel of 2 arguments"
        assert heard.pop() == "qipai: compiling Gan Deng Yan for the GPU, in each process anew …\n"
        assert re.fullmatch(r"qipai: compiled Gan Deng Yan for the GPU in \d+ s\.\n", capsys.readouterr().err)


@needs_cuda
@pytest.mark.filterwarnings("ignore:Grid size")
def test_a_call_of_a_kernel_that_compiles_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """That numba-cuda compiles where the announcement is made; nothing is compiled, so there need be no GPU."""
    from numba import cuda

    from qipai.environments.cuda import announced

    def refuse(*given: Any) -> None:
        raise RuntimeError("nothing is compiled here")

    monkeypatch.setenv("QIPAI_QUIET", "0")
    kernel = cuda.jit(lambda array: None)
    kernel._compile_for_args = refuse
    with pytest.raises(RuntimeError, match="nothing is compiled here"):
        announced(kernel, SAMPLE)[1, 1](np.zeros(1))
    assert capsys.readouterr().err == "qipai: compiling Gan Deng Yan for the GPU, in each process anew …\n"


@needs_cuda
@pytest.mark.slow
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


@needs_cuda
@pytest.mark.slow
@pytest.mark.parametrize("game", sampled)
def test_a_gpu_plays_the_same_batch(game: Game) -> None:
    from numba import cuda

    if not cuda.is_available():
        pytest.skip("there is no GPU here")
    from qipai.environments.cuda import GpuBatch

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
