"""A game whose every figure can be worked out by hand.

Each seat has a number from 0 to 9, no two the same, and is asked once: 1 adds `SKILL` to it, 0 nothing.  A seat's points are by how
much it lies above the average, times the number of seats.  Who has most begins the next deal with `SKILL` more.
"""

import sys
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from qipai.engine.chance import draw_below, seeded
from qipai.engine.compiling import compiled
from qipai.engine.contract import Bounds
from qipai.engine.game import Game
from qipai.engine.records import actions_type
from qipai.engine.seats import NOBODY
from qipai.engine.shuffling import order_type

NUMBERS, MOST_SEATS, SKILL = 10, 6, 3

STATE = np.dtype(
    [("players", np.int8), ("asked", np.int8), ("number", np.int8, MOST_SEATS), ("answer", np.int8, MOST_SEATS)], align=True
)
SETUP = np.dtype([("players", np.int8), ("ahead", np.int8)], align=True)
OBSERVATION = np.dtype([("number", np.int8)], align=True)
RESULT = np.dtype([("players", np.int8), ("points", np.int64, MOST_SEATS)], align=True)


class Ruleset(NamedTuple):
    """Nothing is agreed; a record needs a field."""

    nothing: int = 0


@compiled
def first_setup(rules, players, setup):
    setup.players = players
    setup.ahead = NOBODY


@compiled
def pack(rules, setup, order):
    order.count = NUMBERS
    for number in range(NUMBERS):
        order.cards[number] = number


@compiled
def deal(state, rules, setup, order):
    state.players = setup.players
    state.asked = 0
    for seat in range(setup.players):
        state.number[seat] = order.cards[seat] + (SKILL if seat == setup.ahead else 0)
        state.answer[seat] = 0


@compiled
def pending(state):
    return 0 if state.asked == state.players else 1 << state.asked


@compiled
def to_act(state):
    return NOBODY if state.asked == state.players else int(state.asked)


@compiled
def legal_actions(state, rules, seat, actions):
    actions.list[0] = 0
    actions.list[1] = 1
    actions.count = 2
    return 2


@compiled
def is_legal(state, rules, seat, action):
    return seat == state.asked and (action == 0 or action == 1)


@compiled
def apply_action(state, rules, seat, action):
    state.answer[seat] = action
    state.asked += 1


@compiled
def default_action(state, rules, seat):
    return 0


@compiled
def is_over(state):
    return state.asked == state.players


@compiled
def returns(state, rules, result):
    total = 0
    for seat in range(state.players):
        total += state.number[seat] + SKILL * state.answer[seat]
    result.players = state.players
    for seat in range(state.players):
        result.points[seat] = state.players * (state.number[seat] + SKILL * state.answer[seat]) - total


@compiled
def next_setup(setup, result, rules, following):
    following.players = setup.players
    following.ahead = 0
    for seat in range(setup.players):
        if result.points[seat] > result.points[following.ahead]:
            following.ahead = seat


@compiled
def observe(state, rules, seat, observation):
    observation.number = state.number[seat]


@compiled
def sample_world(observation, rules, random, state):
    return 0


@compiled
def accepts(observation, rules, state):
    return True


@compiled
def play_kind(action):
    return 0


def max_decisions(ruleset, setup):
    return MOST_SEATS


def bounds(ruleset, setup):
    return Bounds(-MOST_SEATS * (NUMBERS + SKILL), MOST_SEATS * (NUMBERS + SKILL))


class Silent:
    """Nothing is told of this game: actions are numbers, and the rest is never asked for."""

    def __getattr__(self, name):
        return lambda action, ruleset: str(action)


WORDS = {"en": "Toy"}
ORDER = order_type(NUMBERS)
ACTIONS = actions_type(2)
HERE, SILENT = sys.modules[__name__], Silent()

TOY = Game(
    name="toy",
    titles=WORDS,
    tagline=WORDS,
    seats=(2, 3, 4, 5, 6),
    rules_version=1,
    minutes=1,
    options=(),
    variants={"default": SimpleNamespace(ruleset=Ruleset())},
    state=HERE,
    dealing=HERE,
    playing=HERE,
    knowing=HERE,
    notation=SILENT,
    telling=SILENT,
    kinds=("pass",),
    words={},
    book=None,
)


class Player:
    """Answers 1 so many times in ten, by its own randomness."""

    def __init__(self, tenths, seed):
        self.tenths, self.random = tenths, seeded(seed)

    def act(self, observation, legal, clock):
        return int(draw_below(self.random, 10) < self.tenths)


def always(game, ruleset, seed):
    return Player(10, seed)


def never(game, ruleset, seed):
    return Player(0, seed)


def often(game, ruleset, seed):
    return Player(7, seed)


def seldom(game, ruleset, seed):
    return Player(3, seed)


def cheat(game, ruleset, seed):
    return SimpleNamespace(act=lambda observation, legal, clock: 2)


MAKERS = {"always": always, "never": never, "often": often, "again": often, "seldom": seldom, "cheat": cheat}
