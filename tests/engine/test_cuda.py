"""The rules of every game compile for a GPU as they stand, and where there is one they play the same deals on it.

Needs the extra `gpu`.  Compiling needs no device: `get_current_device` is asked for nothing but the compute capability.
"""

import importlib.util
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from qipai.arena.playing import loop, play_at_random
from qipai.engine import shuffling
from qipai.engine.game import Game
from qipai.games import GAMES

pytestmark = [
    pytest.mark.native,
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="needs numba-cuda: the extra gpu"),
]

CAPABILITY = (9, 0)
THREADS = 8
CHECK = 0xFFFFFFFF
ROOMS = {game.room: game for game in GAMES.values()}  # the games of a room are compiled alike


def deals(game: Game) -> Callable[..., None]:
    """Each thread deals and plays one deal at random; it leaves the number of decisions and a checksum over all of them."""
    from numba import cuda

    pack, deal, is_over, to_act = game.compiled.pack, game.compiled.deal, game.compiled.is_over, game.compiled.to_act
    legal_actions, apply_action = game.compiled.legal_actions, game.compiled.apply_action
    seed_random, shuffle, below = shuffling.seed_random, shuffling.shuffle, shuffling.below

    def kernel(rules, setup, orders, states, actions, randoms, played):
        thread = cuda.grid(1)
        if thread < states.shape[0]:
            seed_random(randoms[thread], thread, 0)
            pack(rules[0], setup[0], orders[thread])
            shuffle(randoms[thread], orders[thread])
            deal(states[thread], rules[0], setup[0], orders[thread])
            check = 0
            decisions = 0
            while not is_over(states[thread]):
                seat = to_act(states[thread])
                count = legal_actions(states[thread], rules[0], seat, actions[thread])
                action = actions[thread].list[below(randoms[thread], count)]
                apply_action(states[thread], rules[0], seat, action)
                check = (check * 31 + action + count) & CHECK
                decisions += 1
            played[thread, 0] = decisions
            played[thread, 1] = check

    return kernel


def compile_to_ptx(kernel: Callable[..., None], signature: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The kernel as the GPU's assembler would take it."""
    from numba import cuda

    def device() -> SimpleNamespace:
        return SimpleNamespace(compute_capability=CAPABILITY)

    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", device)
    ptx, _ = cuda.compile_ptx(kernel, signature, cc=CAPABILITY)
    return str(ptx)


@pytest.mark.parametrize("game", ROOMS.values(), ids=ROOMS)
def test_rules_compile_for_a_gpu(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba
    from numba import types

    records = (game.rules().dtype, game.SETUP, game.ORDER, game.STATE, game.ACTIONS, shuffling.RANDOM)
    arguments = [numba.from_dtype(dtype)[::1] for dtype in records]
    ptx = compile_to_ptx(deals(game), types.void(*arguments, types.int64[:, ::1]), monkeypatch)
    assert ".visible .entry" in ptx
    assert "NRT_" not in ptx  # no reference counts: nothing is allocated


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_gpu_plays_the_same_deals(game: Game) -> None:
    from numba import cuda

    if not cuda.is_available():
        pytest.skip("there is no GPU here")
    rules, played = game.rules(), np.zeros((THREADS, 2), np.int64)
    setup = game.setup(rules, game.seats[-1])
    orders, states, actions, randoms = (
        np.zeros(THREADS, dtype) for dtype in (game.ORDER, game.STATE, game.ACTIONS, shuffling.RANDOM)
    )
    cuda.jit(deals(game))[1, THREADS](rules, setup, orders, states, actions, randoms, played)
    here = loop(game, play_at_random)
    one = [np.zeros(1, dtype) for dtype in (game.ORDER, game.STATE, game.ACTIONS, shuffling.RANDOM)]
    assert [tuple(row) for row in played] == [here(rules, setup, *one, seed, 1) for seed in range(THREADS)]
