"""Measure how fast the rules run on this machine, beside other libraries: the logic of `qipai bench`.

Machines are noisy, so the contenders take turns in rounds, each figure is a median with its range, and only ratios
within one run are meaningful.  Single-threaded contenders are measured in processor seconds, two threads in wall-clock
seconds.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any, NamedTuple

from qipai.engine import records
from qipai.engine.compiling import MODE, NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, read_buffer
from qipai.engine.processes import command, environment
from qipai.engine.shuffling import RANDOM

from .playing import loop, play_at_random


class Measured(NamedTuple):
    """One measurement: decisions made and seconds taken."""

    decisions: int
    seconds: float


Contender = Callable[[int], Measured]  # plays that many deals, or batches of steps


class Speed(NamedTuple):
    """Decisions per second: the median, minimum and maximum of the rounds."""

    name: str
    median: float
    low: float
    high: float


def speed_of(name: str, rates: list[float]) -> Speed:
    """Return the speed of a contender from its rates, one per round."""
    return Speed(name, median(rates), min(rates), max(rates))


def contenders(game: Game, ruleset: Any, players: int) -> dict[str, Contender]:
    """Return qipai's contenders by name: native in one and two threads, stepped from Python, and interpreted."""
    named: dict[str, Contender] = {}
    if NATIVE:
        named["native, one thread"] = lambda deals: random_play(game, ruleset, players, deals)
        named["native, two threads"] = lambda deals: two_threads(game, ruleset, players, deals)
    named["stepped from Python"] = lambda deals: stepping(game, ruleset, players, deals)
    named["interpreted"] = lambda deals: in_plain_mode(game, ruleset, players, deals)
    return named


def turns(
    named: Mapping[str, Contender], rounds: int, seconds: float, seen: dict[str, list[float]]
) -> Iterator[tuple[int, str]]:
    """Let each contender play for about `seconds` per round, and append its decisions per second to `seen[name]`.

    Yields (round from 1, name) after each turn.  A contender that has rates for a round already is skipped, so a run
    can be resumed.
    """
    deals: dict[str, int] = {}
    for number in range(1, rounds + 1):
        for name, contender in named.items():
            rates = seen.setdefault(name, [])
            if len(rates) >= number:
                continue
            if name not in deals:
                deals[name] = deals_for(contender, seconds)
            played = contender(deals[name])
            rates.append(played.decisions / played.seconds)
            yield number, name


def deals_for(contender: Contender, seconds: float) -> int:
    """Return how many deals the contender plays in about `seconds`.  A first deal, which may compile, is not measured."""
    contender(1)
    deals = 1
    while True:
        taken = contender(deals).seconds
        if taken >= seconds / 4:
            return max(1, round(deals * seconds / taken))
        deals *= 4


def random_play(game: Game, ruleset: Any, players: int, deals: int) -> Measured:
    """Measure uniform random play in compiled loops (in plain mode interpreted), dealing included."""
    rules = game.rules(ruleset)
    boxes = [records.new(kind) for kind in (game.ORDER, game.STATE, game.ACTIONS, RANDOM)]
    setup, play = game.setup(rules, players), loop(game, play_at_random)
    begun = time.thread_time()
    decisions, _ = play(rules, setup, *boxes, 1, deals)
    return Measured(decisions, time.thread_time() - begun)


def two_threads(game: Game, ruleset: Any, players: int, deals: int) -> Measured:
    """Measure random play in two threads at once by the wall clock; the compiled rules release the interpreter lock."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(random_play, game, ruleset, players, deals) for _ in range(2)]
        decisions = sum(played.result().decisions for played in both)
    return Measured(decisions, time.perf_counter() - begun)


def stepping(game: Game, ruleset: Any, players: int, deals: int) -> Measured:
    """Measure one decision at a time from Python through `Game.stepper`, dealing excluded."""
    rules = game.rules(ruleset)
    setup, actions = game.setup(rules, players), game.new_actions()
    buffer = read_buffer(actions)
    states = [game.start(rules, setup, seed) for seed in range(deals)]
    decisions, pick = 0, 12345
    begun = time.process_time()
    for state in states:
        seat = game.to_act(state)
        count = game.legal_actions(state, rules, seat, actions) if seat >= 0 else 0
        step = game.stepper(state, rules, actions)
        while count:
            pick = next_pick(pick)
            seat, count = step(seat, buffer[pick % count])
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


def next_pick(pick: int) -> int:
    """Return the next number of the linear congruential generator that all contenders stepped from Python use."""
    return (pick * 1103515245 + 12345) & 0x7FFFFFFF


def in_plain_mode(game: Game, ruleset: Any, players: int, deals: int) -> Measured:
    """Measure interpreted random play in a subprocess that never imports Numba."""
    words = [game.name, json.dumps(game.changed_options(ruleset)), str(players), str(deals)]
    done = subprocess.run(command(__name__, *words), env=environment("plain"), capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stderr.strip().rpartition("\n")[2]
        raise QipaiError(
            f"The interpreted rules could not be measured: a process of their own ended with {done.returncode}: {why}"
        )
    return Measured(*json.loads(done.stdout))


# -- others, where they are installed


def others() -> tuple[dict[str, Contender], list[str]]:
    """Return contenders that play Dou Dizhu in other installed libraries, and the names of libraries that are not installed."""
    named: dict[str, Contender] = {}
    missing = []
    try:
        import pyspiel
    except ImportError:
        missing.append("OpenSpiel")
    else:
        game = pyspiel.load_game("dou_dizhu")
        named["OpenSpiel dou_dizhu, stepped from Python"] = lambda deals: open_spiel(game, deals)
    try:
        import rlcard
    except ImportError:
        missing.append("RLCard")
    else:
        named["RLCard doudizhu, stepped from Python"] = lambda deals: rl_card(rlcard.make("doudizhu", {"seed": 1}), deals)
    return named, missing


def open_spiel(game: Any, deals: int) -> Measured:
    """Measure one decision at a time in an OpenSpiel game whose only chance is the dealing, which is excluded."""
    states = [dealt_by_open_spiel(game, seed) for seed in range(deals)]
    decisions, pick = 0, 12345
    begun = time.process_time()
    for state in states:
        while state.current_player() >= 0:
            legal = state.legal_actions()
            pick = next_pick(pick)
            state.apply_action(legal[pick % len(legal)])
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


def dealt_by_open_spiel(game: Any, seed: int) -> Any:
    """Return an OpenSpiel state after its chance nodes."""
    chance, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(actions, weights)[0])
    return state


def rl_card(environment: Any, deals: int) -> Measured:
    """Measure one decision at a time in an RLCard environment, which observes every state; dealing included."""
    decisions, pick = 0, 12345
    begun = time.process_time()
    for _ in range(deals):
        state, _ = environment.reset()
        while not environment.is_over():
            pick = next_pick(pick)
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[pick % len(legal)])
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


if __name__ == "__main__":
    from qipai.games import find_game

    assert MODE == "plain"
    found = find_game(sys.argv[1])
    print(json.dumps(random_play(found, found.ruleset(**json.loads(sys.argv[2])), int(sys.argv[3]), int(sys.argv[4]))))
