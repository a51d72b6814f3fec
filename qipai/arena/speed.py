"""How fast the rules run here, beside others, in one run: what `qipai bench` prints.

Machines are noisy, so all contenders take turns in rounds, every figure is a median with its spread, and what counts are
ratios within the run.  Seconds are of the processor, where one thread works; what two threads do together is timed by the clock.
"""

import json
import os
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
from qipai.engine.game import Game, read_buffer
from qipai.engine.shuffling import RANDOM

from .playing import loop, play_at_random


class Played(NamedTuple):
    """What one measurement took."""

    decisions: int
    seconds: float


Contender = Callable[[int], Played]  # plays so many deals, or batches of steps


class Speed(NamedTuple):
    """Decisions a second: the median of the rounds, and the least and the most."""

    name: str
    median: float
    low: float
    high: float


def speed_of(name: str, rates: list[float]) -> Speed:
    """What the rounds of one contender say."""
    return Speed(name, median(rates), min(rates), max(rates))


def contenders(game: Game, ruleset: Any, players: int) -> dict[str, Contender]:
    """Ours, in every way of running."""
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
    """Let all contenders take turns of so many seconds, and add their decisions a second to what was `seen` of them before.

    Yields after every turn which round it is, from 1, and whose turn it was.
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
    """How many deals take about so long; the first deal compiles and does not count."""
    contender(1)
    deals = 1
    while True:
        taken = contender(deals).seconds
        if taken >= seconds / 4:
            return max(1, round(deals * seconds / taken))
        deals *= 4


def random_play(game: Game, ruleset: Any, players: int, deals: int) -> Played:
    """Uniform random play, dealing included, with all legal actions generated at every decision."""
    rules = game.rules(ruleset)
    boxes = [records.new(kind) for kind in (game.ORDER, game.STATE, game.ACTIONS, RANDOM)]
    setup, play = game.setup(rules, players), loop(game, play_at_random)
    begun = time.thread_time()
    decisions, _ = play(rules, setup, *boxes, 1, deals)
    return Played(decisions, time.thread_time() - begun)


def two_threads(game: Game, ruleset: Any, players: int, deals: int) -> Played:
    """The same in two threads at once, by the clock: the rules hold no lock."""
    begun = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(random_play, game, ruleset, players, deals) for _ in range(2)]
        decisions = sum(played.result().decisions for played in both)
    return Played(decisions, time.perf_counter() - begun)


def stepping(game: Game, ruleset: Any, players: int, deals: int) -> Played:
    """One decision at a time through the public contract, `Game.stepper`.  Dealing is not in the time."""
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
    return Played(decisions, time.process_time() - begun)


def next_pick(pick: int) -> int:
    """The next of the cheap random numbers that everybody steps with from Python."""
    return (pick * 1103515245 + 12345) & 0x7FFFFFFF


def in_plain_mode(game: Game, ruleset: Any, players: int, deals: int) -> Played:
    """Random play interpreted, in a process of its own that never imports Numba."""
    words = [game.name, json.dumps(game.changed_options(ruleset)), str(players), str(deals)]
    environment = {**os.environ, "QIPAI_RULES": "plain"}
    command = [sys.executable, "-m", "qipai.arena.speed", *words]
    printed = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    return Played(*json.loads(printed))


# -- others, where they are installed


def others() -> tuple[dict[str, Contender], list[str]]:
    """Random play of Dou Dizhu in the libraries of others, from Python; and the names of those that are not installed."""
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


def open_spiel(game: Any, deals: int) -> Played:
    """One decision at a time in a game of OpenSpiel whose chance is in the dealing alone; that is not in the time."""
    states = [dealt_by_open_spiel(game, seed) for seed in range(deals)]
    decisions, pick = 0, 12345
    begun = time.process_time()
    for state in states:
        while state.current_player() >= 0:
            legal = state.legal_actions()
            pick = next_pick(pick)
            state.apply_action(legal[pick % len(legal)])
            decisions += 1
    return Played(decisions, time.process_time() - begun)


def dealt_by_open_spiel(game: Any, seed: int) -> Any:
    """A state of OpenSpiel in which the cards lie dealt."""
    chance, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(actions, weights)[0])
    return state


def rl_card(environment: Any, deals: int) -> Played:
    """One decision at a time in an environment of RLCard, which makes an observation of every state.  Dealing is in the time."""
    decisions, pick = 0, 12345
    begun = time.process_time()
    for _ in range(deals):
        state, _ = environment.reset()
        while not environment.is_over():
            pick = next_pick(pick)
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[pick % len(legal)])
            decisions += 1
    return Played(decisions, time.process_time() - begun)


if __name__ == "__main__":
    from qipai.games import find_game

    assert MODE == "plain"
    found = find_game(sys.argv[1])
    print(json.dumps(random_play(found, found.ruleset(**json.loads(sys.argv[2])), int(sys.argv[3]), int(sys.argv[4]))))
