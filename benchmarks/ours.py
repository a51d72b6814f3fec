"""Our side of `compare.py`: every room in every way of running it, and what its records take."""

import importlib
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from statistics import mean
from typing import Any, NamedTuple

import numpy as np

from qipai.arena.speed import Contender, Measured, in_plain_mode, next_pick, random_play, stepping, two_threads
from qipai.engine.compiling import NATIVE
from qipai.engine.game import Game, read_buffer
from qipai.environments.encoding import SCALED
from qipai.environments.layouts import layouts
from qipai.environments.observing import observer
from qipai.games import GAMES, find_game

SIZES = {
    "gan_deng_yan": 4,
    "dou_dizhu": 3,
    "giog": 4,
    "sangkrip": 4,
    "luk_fu": 4,
    "gou_ji": 6,
}  # what is compared, and with how many players

NATIVE_ROW, THREADS_ROW, PLAIN_ROW = "native, one thread", "native, two threads", "interpreted"
STEPPED, DEALT, BY_VERBS = "stepped", "stepped, dealing in the time", "stepped, a call for each verb"
SEEN, MASKED = "stepped, with the observation as a vector", "stepped, with a mask of legal actions"
ONE, SOME, MANY = "batch of 1", "batch of 64", "batch of 4,096"
MANY_IN_TWO, MANY_SEEN = "batch of 4,096 in two threads", "batch of 4,096, with observations"
MANY_READ = "batch of 4,096, with compact observations and 64 candidates"
MANY_READ_IN_TWO = "batch of 4,096 in two threads, with compact observations and 64 candidates"
ZOO, ZOO_COMPACT = "through PettingZoo's `env`", "through PettingZoo's `env`, compact"
SEAT = "a step of Gymnasium's, compact, among random bots"
ENVIRONMENTS, SEATS = "qipai.environments.pettingzoo", "qipai.environments.gymnasium"

BY_THE_CLOCK = (THREADS_ROW, MANY_IN_TWO, MANY_READ_IN_TWO)


def contenders(name: str) -> dict[str, Contender]:
    """Everything that is measured of a game."""
    game, players = find_game(name), SIZES[name]
    ruleset = game.ruleset()
    named: dict[str, Contender] = {
        STEPPED: partial(stepping, game, ruleset, players),
        DEALT: partial(stepping_with_dealing, game, players),
        BY_VERBS: partial(stepping_by_verbs, game, players),
        SEEN: partial(stepping_with_observation, game, players),
        MASKED: partial(stepping_with_mask, game, players),
        PLAIN_ROW: partial(in_plain_mode, game, ruleset, players),
    }
    if not missing():
        named[ZOO] = partial(through_pettingzoo, lambda: importlib.import_module(ENVIRONMENTS).env(game, players=players))
        short: dict[str, Any] = {"players": players, "compact": True, "longest": 64}
        named[ZOO_COMPACT] = partial(through_pettingzoo, lambda: importlib.import_module(ENVIRONMENTS).env(game, **short))
        named[SEAT] = partial(
            through_gymnasium, lambda: importlib.import_module(SEATS).SeatEnv(game, opponents="random", **short)
        )
    if NATIVE:
        named = {
            NATIVE_ROW: partial(random_play, game, ruleset, players),
            THREADS_ROW: partial(two_threads, game, ruleset, players),
            **named,
            ONE: alone(game, players),
            SOME: batched(game, players, 64),
            MANY: batched(game, players, 4096),
            MANY_IN_TWO: batched(game, players, 4096, threads=2),
            MANY_SEEN: batched(game, players, 4096, observed=True),
            MANY_READ: reading(game, players, 4096),
            MANY_READ_IN_TWO: reading(game, players, 4096, threads=2),
        }
    return named


def players_of(name: str) -> int:
    """Return with how many players a game is compared."""
    return SIZES.get(name, find_game(name).usual_players)


def stepped(name: str) -> Contender:
    """A game stepped one decision at a time."""
    game = find_game(name)
    return partial(stepping, game, game.ruleset(), players_of(name))


def relatives(games: Sequence[str]) -> list[str]:
    """Return the games of the same rooms that are not among `games`: of these, stepping alone is compared."""
    rooms = {find_game(name).room for name in games}
    return [name for name, game in GAMES.items() if game.room in rooms and name not in games]


def missing() -> dict[str, str]:
    """Say which of our ways cannot be measured here, and why."""
    try:
        importlib.import_module(ENVIRONMENTS)
    except ImportError as error:
        return {"Our games through PettingZoo": f"not installed (`pip install '.[envs]'`: {error})"}
    return {}


# -- from Python


def stepping_with_dealing(game: Game, players: int, deals: int) -> Measured:
    """Stepped, and dealt within the time: what a batch does too."""
    rules = game.rules()
    setup, actions = game.setup(rules, players), game.new_actions()
    buffer = read_buffer(actions)
    decisions, pick = 0, 12345
    begun = time.process_time()
    for seed in range(deals):
        state = game.start(rules, setup, seed)
        seat = game.to_act(state)
        count = game.legal_actions(state, rules, seat, actions) if seat >= 0 else 0
        step = game.stepper(state, rules, actions)
        while count:
            pick = next_pick(pick)
            seat, count = step(seat, buffer[pick % count])
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


def stepping_by_verbs(game: Game, players: int, deals: int) -> Measured:
    """`to_act`, `legal_actions` and `apply_action`, one after the other."""
    rules = game.rules()
    setup, actions = game.setup(rules, players), game.new_actions()
    buffer = read_buffer(actions)
    to_act, legal_actions, apply_action = game.to_act, game.legal_actions, game.apply_action
    states = [game.start(rules, setup, seed) for seed in range(deals)]
    decisions, pick = 0, 12345
    begun = time.process_time()
    for state in states:
        seat = to_act(state)
        while seat >= 0:
            pick = next_pick(pick)
            apply_action(state, rules, seat, buffer[pick % legal_actions(state, rules, seat, actions)])
            seat = to_act(state)
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


def stepping_with_observation(game: Game, players: int, deals: int) -> Measured:
    """Stepped, and before every decision what the seat may know is written into a vector of the caller's."""
    vector = np.empty(layouts(game).observation.entries, SCALED)

    look = observer(game, game.rules(), vector)
    return _stepping_and(game, players, deals, lambda state, seat, count: look(state, seat))


def stepping_with_mask(game: Game, players: int, deals: int) -> Measured:
    """Stepped, and before every decision the legal numbers are marked in a mask as wide as the longest list can be."""
    mask = np.zeros(game.max_actions, np.int8)
    marked = 0

    def mark(state: Any, seat: int, count: int) -> None:
        nonlocal marked
        mask[count:marked] = 0
        mask[:count] = 1
        marked = count

    return _stepping_and(game, players, deals, mark)


def _stepping_and(game: Game, players: int, deals: int, look: Callable[[Any, int, int], None]) -> Measured:
    rules = game.rules()
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
            look(state, seat, count)
            pick = next_pick(pick)
            seat, count = step(seat, buffer[pick % count])
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


def through_pettingzoo(make: Callable[[], Any], deals: int) -> Measured:
    """An environment of PettingZoo as its documents use it: `last`, a choice by the mask, `step`.  Dealing is in the time."""
    table, decisions, pick = make(), 0, 12345
    begun = time.process_time()
    for seed in range(deals):
        table.reset(seed=seed)
        for _ in table.agent_iter():
            observation, _, terminated, truncated, info = table.last()
            if terminated or truncated:
                table.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            legal = mask.nonzero()[0]
            pick = next_pick(pick)
            table.step(int(legal[pick % len(legal)]))
            decisions += 1
    return Measured(decisions, time.process_time() - begun)


def through_gymnasium(make: Callable[[], Any], deals: int) -> Measured:
    """One seat's steps, each with the decisions of the bots after it, which count too.  Dealing is in the time."""
    table, decisions, pick = make(), 0, 12345
    begun = time.process_time()
    for seed in range(deals):
        observation, _ = table.reset(seed=seed)
        terminated = False
        while not terminated:
            legal = observation["action_mask"].nonzero()[0]
            pick = next_pick(pick)
            observation, _, terminated, _, _ = table.step(int(legal[pick % len(legal)]))
        decisions += len(table.course.decisions)
    return Measured(decisions, time.process_time() - begun)


# -- batches


def alone(game: Game, players: int) -> Contender:
    """A batch of one deal, stepped as a single deal is: the number is chosen in Python."""

    def play(steps: int) -> Measured:
        batch = batch_of(game, players, 1, 1)
        chosen = np.zeros(1, np.int64)
        number, counts, step, pick = memoryview(chosen), memoryview(batch.counts), batch.step, 12345
        begun = time.process_time()
        for _ in range(steps):
            pick = next_pick(pick)
            number[0] = pick % counts[0]
            step(chosen)
        return Measured(steps, time.process_time() - begun)

    return play


def batched(game: Game, players: int, deals: int, threads: int = 1, observed: bool = False) -> Contender:
    """A batch whose numbers are chosen by NumPy, from random numbers made before."""
    draws = 16

    def play(steps: int) -> Measured:
        batch = batch_of(game, players, deals, threads)
        numbers = np.random.default_rng(1).integers(1 << 31, size=(draws, deals))
        chosen = np.zeros(deals, np.int64)
        seen = np.empty((deals, batch.entries), SCALED) if observed else None
        clock = time.process_time if threads == 1 else time.perf_counter
        begun = clock()
        for number in range(steps):
            if seen is not None:
                batch.observe(seen)
            np.remainder(numbers[number % draws], batch.counts, out=chosen)
            batch.step(chosen)
        return Measured(steps * deals, clock() - begun)

    return play


def reading(game: Game, players: int, deals: int, threads: int = 1) -> Contender:
    """A batch that writes what a network reads, in uint8, before every decision: compact observations and rows of candidates."""
    draws = 16

    def play(steps: int) -> Measured:
        batch = batch_of(game, players, deals, threads, candidates=64, compact=True, dtype="uint8")
        numbers = np.random.default_rng(1).integers(1 << 31, size=(draws, deals))
        chosen = np.zeros(deals, np.int64)
        clock = time.process_time if threads == 1 else time.perf_counter
        begun = clock()
        for number in range(steps):
            assert len(batch.obs) == len(batch.features)
            np.remainder(numbers[number % draws], batch.counts, out=chosen)
            batch.step(chosen)
        return Measured(steps * deals, clock() - begun)

    return play


@cache
def batch_of(game: Game, players: int, deals: int, threads: int, **more: Any) -> Any:
    """The batch that all measurements of its kind go on with."""
    from qipai.environments.vector import Batch

    return Batch(game, deals, players=players, seed=1, threads=threads, **more)


# -- how large


class Shape(NamedTuple):
    """What a deal under random play is like."""

    decisions: float  # a deal
    actions: float  # legal, a decision
    longest: int  # list that was met


def shape(game: Game, players: int, deals: int, **options: object) -> Shape:
    """Counted over some deals."""
    ruleset = game.ruleset(**options)
    rules, actions = game.rules(ruleset), game.new_actions()
    setup, buffer = game.setup(rules, players), read_buffer(actions)
    counts: list[int] = []
    pick = 12345
    for seed in range(deals):
        state = game.start(rules, setup, seed)
        seat = game.to_act(state)
        count = game.legal_actions(state, rules, seat, actions) if seat >= 0 else 0
        step = game.stepper(state, rules, actions)
        while count:
            counts.append(count)
            pick = next_pick(pick)
            seat, count = step(seat, buffer[pick % count])
    return Shape(len(counts) / deals, mean(counts), max(counts))


def memory(name: str) -> list[int]:
    """Bytes: of a state, of an observation, of it as a vector, of a place in a batch with its list."""
    game = find_game(name)
    layout = layouts(game).observation
    row = [game.STATE.itemsize, game.OBSERVATION.itemsize, layout.entries * 4]
    if NATIVE:
        batch = batch_of(game, SIZES[name], 64, 1)
        row.append(batch.places.itemsize + batch.legal.itemsize * batch.legal.shape[1])
    return row


CURVE: Sequence[tuple[str, int, dict[str, object]]] = (
    *(("gan_deng_yan", players, {}) for players in (2, 3, 4, 5, 6)),
    *(("gan_deng_yan", players, {"decks": 2}) for players in (4, 6)),
    *(("giog", players, {}) for players in (2, 3, 4)),
    *(("daqiluo1", players, {}) for players in (2, 3, 4, 5)),
    *(("luk_fu", players, {}) for players in (3, 4)),
    ("luk_fu", 4, {"aged_inference": "faceup"}),
    ("gou_ji", 6, {}),
    ("gou_ji", 6, {"table_talk": "false"}),
)


def curve(games: Sequence[str]) -> dict[str, tuple[Game, int, dict[str, object]]]:
    """The sizes whose cost is measured, of these games and their relatives, by what they are called."""
    rooms = {find_game(name).room for name in games}
    sizes = {}
    for name, players, options in CURVE:
        if find_game(name).room in rooms:
            words = "".join(f", {option} {value}" for option, value in options.items())
            sizes[f"`{name}`, {players} players{words}"] = (find_game(name), players, options)
    return sizes


def curve_contenders(games: Sequence[str]) -> dict[str, Contender]:
    """Random play at these sizes."""
    return {
        name: partial(random_play, game, game.ruleset(**options), players)
        for name, (game, players, options) in curve(games).items()
    }
