"""Compiled loops that play whole deals of any game, written once and compiled for each game by `specialise`.

The names declared below without a value are functions of the game and of its bots; `loop` supplies them.
"""
# ruff: noqa: F821

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from qipai.bots.levels import BASIC
from qipai.engine import shuffling
from qipai.engine.compiling import specialise
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.records import Record
from qipai.engine.verbs import door

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
rules_of_the_game: Callable[..., Any]

RANDOM_BOT, NOISY_BOT, RULE_BOT = range(len(BASIC))
COMPILED_LEVELS = {name: number for number, name in enumerate(BASIC)}  # the bots that the loops can play


def play_at_random(rules, setup, order, state, actions, random, seed, deals):
    """Play `deals` deals uniformly at random; return the number of decisions and a checksum of them."""
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


def play_deal(rules, setup, order, state, observation, actions, random, bots, noise, kinds):
    """Deal from a shuffled `order` and let bots play the deal to its end; return the number of decisions.

    `bots[seat]` is an index into `BASIC`; a noisy bot plays one move in `noise` at random.  Adds to `kinds[level, kind]` how often each level took each kind of
    action.  All bots share the generator `random`.
    """
    deal(state, rules, setup, order)
    decisions = 0
    while not is_over(state):
        seat = to_act(state)
        count = legal_actions(state, rules, seat, actions)
        bot = bots[seat]
        if bot == RULE_BOT or (bot == NOISY_BOT and below(random, noise) > 0):
            observe(state, rules, seat, observation)
            action = int(choose(observation, rules, actions, random))
        else:
            action = int(actions.list[below(random, count)])
        apply_action(state, rules, seat, action)
        kinds[bot, play_kind(action)] += 1
        decisions += 1
    return decisions


def play_table(rules, setup, order, state, observation, actions, thoughts, bots, noise, decisions):
    """Deal from a shuffled `order` and let bots play the deal to its end, exactly as those of `make_bot` would.

    `bots[seat]` is a value of `COMPILED_LEVELS`; a noisy bot plays one move in `noise` at random.  Seat s draws from the generators `thoughts[2 * s]` and `thoughts[2 *
    s + 1]`.  Adds each seat's decisions to `decisions[seat]`.
    """
    deal(state, rules, setup, order)
    while not is_over(state):
        seat = to_act(state)
        count = legal_actions(state, rules, seat, actions)
        bot = bots[seat]
        if bot == RANDOM_BOT:
            action = int(actions.list[below(thoughts[2 * seat], count)])
        elif bot == NOISY_BOT and below(thoughts[2 * seat], noise) == 0:
            action = int(actions.list[below(thoughts[2 * seat + 1], count)])
        else:
            observe(state, rules, seat, observation)
            action = int(choose(observation, rules, actions, thoughts[2 * seat]))
        apply_action(state, rules, seat, action)
        decisions[seat] += 1


def random_door(rules, setup, order, state, actions, random, seed, deals):
    """Call `play_at_random` with records as Python holds them: arrays of one element."""
    return rules_of_the_game(rules[0], setup[0], order[0], state[0], actions[0], random[0], seed, deals)


def deal_door(rules, setup, order, state, observation, actions, random, bots, noise, kinds):
    """Call `play_deal` with records as Python holds them."""
    return rules_of_the_game(rules[0], setup[0], order[0], state[0], observation[0], actions[0], random[0], bots, noise, kinds)


def table_door(rules, setup, order, state, observation, actions, thoughts, bots, noise, decisions):
    """Call `play_table` with records as Python holds them."""
    rules_of_the_game(rules[0], setup[0], order[0], state[0], observation[0], actions[0], thoughts, bots, noise, decisions)


DOORS: Mapping[Any, Callable[..., Any]] = {
    play_at_random: random_door,
    play_deal: deal_door,
    play_table: table_door,
}  # the entry point of each loop for Python, which passes records as arrays of one element


@cache
def loop(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return one of the loops above, compiled for a game, in the form that Python calls."""
    bound = specialise(
        function,
        game.room,
        **vars(game.compiled),
        choose=game.chooser,
        below=shuffling.below,
        seed_random=shuffling.seed_random,
        shuffle=shuffling.shuffle,
    )
    return door(game.room, DOORS[function], bound)


def check_action(
    game: Game, rules: Record, ruleset: Any, state: Record, seat: int, action: Any, player: str, deal: int
) -> None:
    """Raise `QipaiError` if what a player of somebody's own chose is not legal."""
    if game.is_legal(state, rules, seat, action):
        return
    try:
        written = game.notation.format_action(action, ruleset)
    except Exception:  # numbers that no action of the game has
        written = f"action {action}"
    raise QipaiError(f"{player} played {written} in deal {deal}, which is not legal.")
