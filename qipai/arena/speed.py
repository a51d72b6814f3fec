"""How fast the rules run here, beside others, in one run: what `qipai bench` prints.

Machines are noisy, so every figure is a median over rounds in which all contenders take turns, with its spread, and what
counts are ratios within the run.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.compiling import MODE, NATIVE
from qipai.engine.game import Game, read_buffer
from qipai.engine.shuffling import RANDOM

from .playing import loop, play_at_random

Contender = Callable[[], float]  # one measurement: decisions a second


class Speed(NamedTuple):
    """Decisions a second: the median of the rounds, and the least and the most."""

    name: str
    median: float
    low: float
    high: float


def contenders(game: Game, ruleset: Any, players: int) -> dict[str, Contender]:
    """What there is to measure here: ours in every way of running, others' where they are installed."""
    named: dict[str, Contender] = {}
    if NATIVE:
        named["native, one thread"] = lambda: random_play(game, ruleset, players, 20_000)
        named["native, two threads"] = lambda: two_threads(game, ruleset, players, 20_000)
    named["stepped from Python"] = lambda: stepping(game, ruleset, players, 400 if NATIVE else 60)
    if NATIVE:
        named["interpreted"] = lambda: in_plain_mode(game, ruleset, players)
    else:
        named["interpreted"] = lambda: random_play(game, ruleset, players, 200)
    named.update(others())
    return named


def compare(named: dict[str, Contender], rounds: int) -> Iterator[tuple[int, list[Speed]]]:
    """Let all contenders take turns; yields the rounds done so far and the speeds they give."""
    for contender in named.values():
        contender()  # compile and warm up
    seen: dict[str, list[float]] = {name: [] for name in named}
    for done in range(1, rounds + 1):
        for name, contender in named.items():
            seen[name].append(contender())
        yield done, [Speed(name, median(rates), min(rates), max(rates)) for name, rates in seen.items()]


def random_play(game: Game, ruleset: Any, players: int, deals: int) -> float:
    """Uniform random play, dealing included, with all legal actions generated at every decision."""
    rules = game.rules(ruleset)
    boxes = (records.new(kind) for kind in (game.ORDER, game.STATE, game.ACTIONS, RANDOM))
    play = loop(game, play_at_random)
    begun = time.perf_counter()
    decisions, _ = play(rules, game.setup(rules, players), *boxes, 1, deals)
    return decisions / (time.perf_counter() - begun)


def two_threads(game: Game, ruleset: Any, players: int, deals: int) -> float:
    """The same in two threads at once: the rules hold no lock."""
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(random_play, game, ruleset, players, deals) for _ in range(2)]
        return sum(rate.result() for rate in both)


def stepping(game: Game, ruleset: Any, players: int, deals: int) -> float:
    """One decision at a time through the public contract: `legal_actions`, a choice, `apply_action`."""
    rules = game.rules(ruleset)
    setup, actions = game.setup(rules, players), game.new_actions()
    states = [game.start(rules, setup, seed) for seed in range(deals)]
    buffer = read_buffer(actions, game.max_actions)
    legal_actions, apply_action, to_act = game.legal_actions, game.apply_action, game.to_act
    decisions, pick = 0, 12345
    begun = time.perf_counter()
    for state in states:
        seat = to_act(state)
        while seat >= 0:
            pick = (pick * 1103515245 + 12345) & 0x7FFFFFFF
            apply_action(state, rules, seat, buffer[pick % legal_actions(state, rules, seat, actions)])
            seat = to_act(state)
            decisions += 1
    return decisions / (time.perf_counter() - begun)


def in_plain_mode(game: Game, ruleset: Any, players: int) -> float:
    """Random play interpreted, in a process of its own that never imports Numba."""
    words = [game.name, json.dumps(game.changed_options(ruleset)), str(players)]
    environment = {**os.environ, "QIPAI_RULES": "plain"}
    command = [sys.executable, "-m", "qipai.arena.speed", *words]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def others() -> dict[str, Contender]:
    """Random play of Dou Dizhu in the libraries of others, from Python, where they are installed."""
    named: dict[str, Contender] = {}
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        spiel = pyspiel.load_game("dou_dizhu")
        named["OpenSpiel dou_dizhu, from Python"] = lambda: _open_spiel(spiel)
    try:
        import rlcard  # type: ignore[import-not-found]
    except ImportError:
        pass
    else:
        named["RLCard doudizhu, from Python"] = lambda: _rlcard(rlcard.make("doudizhu", config={"seed": 1}))
    return named


def _open_spiel(game: Any) -> float:
    import random

    chance = random.Random(1)
    decisions = 0
    begun = time.perf_counter()
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.perf_counter() - begun)


def _rlcard(environment: Any) -> float:
    import random

    chance = random.Random(1)
    decisions = 0
    begun = time.perf_counter()
    for _ in range(5):
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
    return decisions / (time.perf_counter() - begun)


if __name__ == "__main__":
    from qipai.games import find_game

    assert MODE == "plain"
    found = find_game(sys.argv[1])
    print(random_play(found, found.ruleset(**json.loads(sys.argv[2])), int(sys.argv[3]), 200))
