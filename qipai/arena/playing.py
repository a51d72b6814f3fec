"""Compiled loops over any game's rules, written once and bound to a game by `specialise`.

The names below are the functions of the game and of its bots; each game gets one compiled copy that the cache keeps.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from typing import Any

from qipai.bots.bot import NOISE
from qipai.bots.heuristic import choosers
from qipai.bots.levels import LEVELS
from qipai.engine import shuffling
from qipai.engine.compiling import specialise
from qipai.engine.game import Game, door

pack: Callable[..., Any]
deal: Callable[..., Any]
to_act: Callable[..., Any]
legal_actions: Callable[..., Any]
apply_action: Callable[..., Any]
is_over: Callable[..., Any]
observe: Callable[..., Any]
play_kind: Callable[..., Any]
choose: Callable[..., Any]
below: Callable[..., Any]
seed_random: Callable[..., Any]
shuffle: Callable[..., Any]

RANDOM_BOT, NOISY_BOT, RULE_BOT = (LEVELS.index(level) for level in ("random", "noisy", "rule"))
COMPILED_LEVELS = {"random": RANDOM_BOT, "noisy": NOISY_BOT, "rule": RULE_BOT}  # those that the loops below can play


def play_at_random(rules, setup, order, state, actions, random, seed, deals):
    """Deal and play uniformly at random.  Returns the decisions made and a checksum over all of them."""
    decisions = 0
    check = 0
    for number in range(deals):
        seed_random(random, seed, number)
        pack(rules, setup, order)
        shuffle(random, order)
        deal(state, rules, setup, order)
        while not is_over(state):
            seat = to_act(state)
            count = legal_actions(state, rules, seat, actions)
            action = int(actions.list[below(random, count)])
            apply_action(state, rules, seat, action)
            check = (check * 31 + action + count) & 0xFFFFFFFF
            decisions += 1
    return decisions, check


def play_deal(rules, setup, order, state, observation, actions, random, bots, kinds):
    """Deal from a shuffled `order` and let bots play it out: `bots[seat]` is a level's place in `LEVELS`.

    Adds to `kinds[bot, kind]` how often each bot took each kind of action.  Returns the decisions made.
    """
    deal(state, rules, setup, order)
    decisions = 0
    while not is_over(state):
        seat = to_act(state)
        count = legal_actions(state, rules, seat, actions)
        bot = bots[seat]
        if bot == RULE_BOT or (bot == NOISY_BOT and below(random, NOISE) > 0):
            observe(state, rules, seat, observation)
            action = int(choose(observation, rules, actions, random))
        else:
            action = int(actions.list[below(random, count)])
        apply_action(state, rules, seat, action)
        kinds[bot, play_kind(action)] += 1
        decisions += 1
    return decisions


def play_table(rules, setup, order, state, observation, actions, thoughts, bots, decisions):
    """Deal from a shuffled `order` and let every seat play from two generators of its own, just as `make_bot`'s bots do.

    `bots[seat]` is the number of a level in `COMPILED_LEVELS`.  Counts in `decisions[seat]` how often a seat was asked.
    """
    deal(state, rules, setup, order)
    while not is_over(state):
        seat = to_act(state)
        count = legal_actions(state, rules, seat, actions)
        bot = bots[seat]
        if bot == RANDOM_BOT:
            action = int(actions.list[below(thoughts[2 * seat], count)])
        elif bot == NOISY_BOT and below(thoughts[2 * seat], NOISE) == 0:
            action = int(actions.list[below(thoughts[2 * seat + 1], count)])
        else:
            observe(state, rules, seat, observation)
            action = int(choose(observation, rules, actions, thoughts[2 * seat]))
        apply_action(state, rules, seat, action)
        decisions[seat] += 1


@cache
def loop(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """One of the loops above, bound to a game's room, as Python calls it."""
    bound = specialise(
        function,
        game.room,
        **game.compiled._asdict(),
        choose=choosers()[game.room],
        below=shuffling.below,
        seed_random=shuffling.seed_random,
        shuffle=shuffling.shuffle,
    )
    return door(game.room, function.__name__, bound)
