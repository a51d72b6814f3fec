"""The libraries of others in `compare.py`: what they play at random, in their own ways.

A library that is not installed, or that fails here, is named with the reason.  Figures are of the processor's seconds, as ours are.
"""

import gc
import importlib
import os
import random
import time
import tracemalloc
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from statistics import mean
from typing import Any

from ours import Shape, through_pettingzoo

from qipai.arena.speed import Contender, Measured, dealt_by_open_spiel, next_pick, open_spiel, rl_card

SPIELS = ("dou_dizhu", "hearts", "skat")
ZOOS = ("leduc_holdem_v4", "texas_holdem_v4", "connect_four_v3")
PGX_GAME, PGX_BATCHES, PGX_STEPS = "leduc_holdem", (1, 64, 4096), 50

STEPPED, SEEN, MASKED, LOOP = "stepped from Python", "stepped, with its tensor", "stepped, with its mask", "C++ loop"

STATISTICS = Path("/proc/self/statm")

LIBRARIES = {
    "open_spiel": ("OpenSpiel", "open-spiel", "pyspiel"),
    "rlcard": ("RLCard", "rlcard", "rlcard"),
    "pettingzoo": ("PettingZoo", "pettingzoo", "pettingzoo.classic"),
    "pgx": ("PGX", "pgx", "pgx"),
}  # what people call it, what is installed, what is imported


def spiel(game: str, how: str) -> str:
    return f"OpenSpiel `{game}`, {how}"


def zoo(game: str) -> str:
    return f"PettingZoo `{game}`, `env`"


def pgx_batch(deals: int) -> str:
    return f"PGX `{PGX_GAME}`, compiled loop over a batch of {deals:,}"


RLCARD = "RLCard `doudizhu`, `step`"


def peers(libraries: Iterable[str]) -> tuple[dict[str, Contender], dict[str, str]]:
    """What there is to measure of these libraries; and by library why there is nothing."""
    makers: dict[str, Callable[[], dict[str, Contender]]] = {
        "open_spiel": _open_spiel,
        "rlcard": _rlcard,
        "pettingzoo": _pettingzoo,
        "pgx": _pgx,
    }
    named: dict[str, Contender] = {}
    missing: dict[str, str] = {}
    for library in libraries:
        title, package, module = LIBRARIES[library]
        try:
            importlib.import_module(module)
            contenders = makers[library]()
            for contender in contenders.values():
                contender(1)  # what fails is named here and not in the middle
        except ImportError as error:
            missing[title] = f"not installed (`pip install {package}`: {error})"
        except Exception as error:  # whatever goes wrong inside another's code
            missing[title] = f"fails here ({type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''})"
        else:
            named.update(contenders)
    return named, missing


# -- OpenSpiel


def _open_spiel() -> dict[str, Contender]:
    named: dict[str, Contender] = {}
    for name in SPIELS:
        named[spiel(name, STEPPED)] = partial(open_spiel, spiel_game(name))
        named[spiel(name, SEEN)] = partial(_spiel_with, name, spiel_tensor(name))
        named[spiel(name, MASKED)] = partial(_spiel_with, name, "legal_actions_mask")
        named[spiel(name, LOOP)] = partial(_spiel_loop, name)
    return named


@cache
def spiel_game(name: str) -> Any:
    import pyspiel

    return pyspiel.load_game(name)


def spiel_tensor(name: str) -> str:
    """The tensor that a game of OpenSpiel provides."""
    kind = spiel_game(name).get_type()
    return "observation_tensor" if kind.provides_observation_tensor else "information_state_tensor"


def _spiel_with(name: str, look: str, deals: int) -> Measured:
    """As `open_spiel`, with one thing more asked of the state before every decision."""
    states = [dealt_by_open_spiel(spiel_game(name), seed) for seed in range(deals)]
    decisions, pick = 0, 12345
    begun = time.process_time()
    for state in states:
        while state.current_player() >= 0:
            getattr(state, look)()
            legal = state.legal_actions()
            pick = next_pick(pick)
            state.apply_action(legal[pick % len(legal)])
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


ROLLOUTS = 20  # of every deal in the C++ loop


def _spiel_loop(name: str, deals: int) -> Measured:
    """Random play in C++ alone: the rollouts by which OpenSpiel's tree search values a root that it has not searched.

    Of what runs C++ alone from Python (`evaluate_bots` is the other) it is the faster.  It does not say how many decisions it took,
    so they are reckoned from the mean of the game.
    """
    import pyspiel

    game = spiel_game(name)
    states = [dealt_by_open_spiel(game, seed) for seed in range(deals)]
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 1.0, 1, 100, False, 1, False)
    begun = time.process_time()
    for state in states:
        search.mcts_search(state)
    return Measured(round(deals * ROLLOUTS * spiel_shape(name).decisions), time.process_time() - begun)


@cache
def spiel_shape(name: str) -> Shape:
    """What a deal under random play is like, from 1,000 of them."""
    counts: list[int] = []
    deals, chance = 1000, random.Random(2)
    for seed in range(deals):
        state = dealt_by_open_spiel(spiel_game(name), seed)
        while state.current_player() >= 0:
            legal = state.legal_actions()
            counts.append(len(legal))
            state.apply_action(chance.choice(legal))
    return Shape(len(counts) / deals, mean(counts), max(counts))


# -- Python libraries


def _rlcard() -> dict[str, Contender]:
    import rlcard

    environment = rlcard.make("doudizhu", config={"seed": 1})
    return {RLCARD: partial(rl_card, environment)}


def _pettingzoo() -> dict[str, Contender]:
    def make(name: str) -> Any:
        return importlib.import_module(f"pettingzoo.classic.{name}").env()

    return {zoo(name): partial(through_pettingzoo, partial(make, name)) for name in ZOOS}


# -- PGX


def _pgx() -> dict[str, Contender]:
    return {pgx_batch(deals): _pgx_steps(deals) for deals in PGX_BATCHES}


def _pgx_steps(deals: int) -> Contender:
    """So many games stepped at random inside one compiled loop, the next one begun where one ends."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make(PGX_GAME)
    step = jax.vmap(auto_reset(game.step, game.init))

    def decide(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(state, actions, jax.random.split(chance, deals)), key), None

    @jax.jit
    def many(carry: Any) -> Any:
        return jax.lax.scan(decide, carry, None, length=PGX_STEPS)[0]

    begin = jax.jit(jax.vmap(game.init))
    kept: list[Any] = []

    def play(times: int) -> Measured:
        if not kept:
            kept.append((begin(jax.random.split(jax.random.PRNGKey(0), deals)), jax.random.PRNGKey(1)))
        begun = time.process_time()
        for _ in range(times):
            kept[0] = many(kept[0])
        jax.block_until_ready(kept[0][0])
        return Measured(times * PGX_STEPS * deals, time.process_time() - begun)

    return play


# -- memory


def memory(library: str, name: str) -> int | None:
    """Bytes that one more deal takes, half played: what many of them took, shared out.  To be run in a process of its own.

    Python counts what it allocates.  What C++ does shows in the size of the process alone, which only Linux tells.
    """
    if library == "pgx":
        return _pgx_memory()
    made, number = _deals(library, name), 4000 if library == "open_spiel" else 100
    kept = [made(seed) for seed in range(10)]  # what is made once
    if library == "open_spiel":
        if not STATISTICS.exists():
            return None
        before = _resident()
        kept += [made(seed) for seed in range(number)]
        return (_resident() - before) // number
    tracemalloc.start()
    kept += [made(seed) for seed in range(number)]
    gc.collect()
    return tracemalloc.get_traced_memory()[0] // number


def _deals(library: str, name: str) -> Callable[[int], Any]:
    if library == "open_spiel":
        return partial(_spiel_midway, name)
    return _rlcard_midway if library == "rlcard" else partial(_zoo_midway, name)


def _spiel_midway(name: str, seed: int) -> Any:
    state = dealt_by_open_spiel(spiel_game(name), seed)
    for _ in range(15):
        if state.current_player() >= 0:
            state.apply_action(state.legal_actions()[0])
    return state


def _rlcard_midway(seed: int) -> Any:
    import rlcard

    environment = rlcard.make("doudizhu", config={"seed": seed})
    state, _ = environment.reset()
    for _ in range(15):
        if not environment.is_over():
            state, _ = environment.step(next(iter(state["legal_actions"])))
    return environment


def _zoo_midway(name: str, seed: int) -> Any:
    table = importlib.import_module(f"pettingzoo.classic.{name}").env()
    table.reset(seed=seed)
    return table


def _pgx_memory() -> int:
    import jax
    import pgx

    state = pgx.make(PGX_GAME).init(jax.random.PRNGKey(0))
    return sum(leaf.nbytes for leaf in jax.tree_util.tree_leaves(state))


def _resident() -> int:
    return int(STATISTICS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


MEMORIES = (
    *((spiel_name, "open_spiel", f"OpenSpiel `{spiel_name}`, a state") for spiel_name in SPIELS),
    ("doudizhu", "rlcard", "RLCard `doudizhu`, an environment"),
    *((zoo_name, "pettingzoo", f"PettingZoo `{zoo_name}`, an environment") for zoo_name in ZOOS),
    (PGX_GAME, "pgx", f"PGX `{PGX_GAME}`, a state's arrays"),
)  # a game, its library, what is weighed
