"""Compiled loops over many deals of any game, written once and bound to a game by `specialise`.

The names below are the functions of the game; each game gets one compiled copy that the cache keeps.  `advance` and what it calls
work on one deal: the loops over a batch call them for deal after deal, a kernel for a GPU for the deal of its thread.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from qipai.engine import shuffling
from qipai.engine.compiling import NATIVE, specialise
from qipai.engine.game import Game
from qipai.engine.shuffling import below, seed_random

from .encoding import write_vector
from .fields import layouts

if NATIVE:
    from qipai.engine.compiling import array_at

pack: Callable[..., Any]
deal: Callable[..., Any]
to_act: Callable[..., Any]
legal_actions: Callable[..., Any]
apply_action: Callable[..., Any]
is_over: Callable[..., Any]
returns: Callable[..., Any]
observe: Callable[..., Any]
shuffle: Callable[..., Any]
take_apart: Callable[..., Any]
deal_next: Callable[..., Any]
note_legal: Callable[..., Any]
nth_action: Callable[..., Any]
advance: Callable[..., Any]
wander: Callable[..., Any]
first_wrong: Callable[..., Any]
step_deals: Callable[..., Any]
DESK: np.dtype
PLACE: np.dtype

BEGIN = -1  # in the place of an action's number: whatever is there, a deal is dealt


def place_type(game: Game) -> np.dtype:
    """The record of a place in a batch: a deal, and the decision that is to be taken in it."""
    return _the_same(
        np.dtype(
            [
                ("state", game.STATE),
                ("number", np.int64),  # of the next deal here, as a stream of the seed
                ("seat", np.int64),  # who is to act
                ("count", np.int64),  # how many legal actions there are
                ("ended", np.int64),  # whether the latest decision ended a deal
                ("rewards", np.float32, game.RESULT["points"].shape),  # what it brought each seat, in points of the rule book
            ],
            align=True,
        )
    )


def desk_type(game: Game, rules: np.dtype) -> np.dtype:
    """The record of what is needed while deals are played, by each thread of its own."""
    return _the_same(
        np.dtype(
            [
                ("rules", rules),
                ("setup", game.SETUP),
                ("order", game.ORDER),
                ("random", shuffling.RANDOM),
                ("actions", game.ACTIONS),
                ("result", game.RESULT),
                ("seed", np.int64),
                ("places", np.int64),  # of the whole batch
                ("unit", np.int64),  # parts of a point
            ],
            align=True,
        )
    )


@cache
def _the_same(kind: np.dtype) -> np.dtype:
    """Of types that are equal the first: a call of compiled code is several times slower with one that it does not know itself."""
    return kind


# -- one deal


def deal_next(desk, place):  # type: ignore[no-redef]
    """Deal the next deal of a place in which somebody decides something."""
    while True:
        seed_random(desk.random, desk.seed, place.number)
        place.number += desk.places
        pack(desk.rules, desk.setup, desk.order)
        shuffle(desk.random, desk.order)
        deal(place.state, desk.rules, desk.setup, desk.order)
        if not is_over(place.state):
            return


def note_legal(desk, place, legal, i):  # type: ignore[no-redef]
    """Who is to act, how many legal actions there are, and the first of them."""
    place.seat = to_act(place.state)
    place.count = legal_actions(place.state, desk.rules, place.seat, desk.actions)
    for number in range(min(place.count, legal.shape[1])):
        legal[i, number] = desk.actions.list[number]


def nth_action(desk, place, legal, i, number):  # type: ignore[no-redef]
    """The legal action with that number, listed again where it is beyond those that are kept."""
    if number < legal.shape[1]:
        return legal[i, number]
    legal_actions(place.state, desk.rules, place.seat, desk.actions)
    return desk.actions.list[number]


def advance(desk, place, legal, i, number):  # type: ignore[no-redef]
    """Take a decision.  Where it ends the deal, note what each seat gets and deal the next, as `BEGIN` does at once."""
    place.ended = 0
    if number != BEGIN:
        apply_action(place.state, desk.rules, place.seat, nth_action(desk, place, legal, i, number))
        place.ended = 1 if is_over(place.state) else 0
    if place.ended:
        returns(place.state, desk.rules, desk.result)
    for seat in range(len(place.rewards)):
        place.rewards[seat] = desk.result.points[seat] / desk.unit if place.ended else 0.0
    if place.ended or number == BEGIN:
        deal_next(desk, place)
    note_legal(desk, place, legal, i)


def wander(desk, place, legal, i, chance, steps, totals):  # type: ignore[no-redef]
    """Take so many decisions at random, and add up the rewards."""
    for _ in range(steps):
        advance(desk, place, legal, i, below(chance, place.count))
        if place.ended:
            for seat in range(totals.shape[1]):
                totals[i, seat] += place.rewards[seat]


# -- a batch, from one place to another


def first_wrong(places, chosen, lowest, begin, end):  # type: ignore[no-redef]
    """The first place where the chosen number is no action, or -1."""
    for i in range(begin, end):
        if chosen[i] < lowest or chosen[i] >= places[i].count:
            return i
    return -1


def step_deals(desk, places, legal, begin, end, lowest, chosen):  # type: ignore[no-redef]
    """Take the decision of every place.  Where one is no action none is taken; returns the first such place, or -1."""
    wrong = first_wrong(places, chosen, lowest, begin, end)
    if wrong < 0:
        for i in range(begin, end):
            advance(desk[0], places[i], legal, i, chosen[i])
    return wrong


def step_all(desk, places, legal, deals, kept, chosen):
    """The same for a whole batch in one thread, whose arrays are named by their addresses: a small one is played sooner than handed over.

    For numbers of another batch it returns a place too.
    """
    if len(chosen) != deals:
        return 0
    desk, places, legal = array_at(desk, 1, DESK), array_at(places, deals, PLACE), array_at(legal, (deals, kept), np.int64)
    return step_deals(desk, places, legal, 0, deals, 0, chosen)


def wander_deals(desk, places, legal, chances, steps, totals, begin, end):
    """Take so many decisions at random in every place, each with a generator of its own."""
    for i in range(begin, end):
        wander(desk[0], places[i], legal, i, chances[i], steps, totals)


def observe_deals(desk, places, observation, memory, rows, steps, factors, out, begin, end):
    """Write what each place's seat may know to its line of `out`."""
    for i in range(begin, end):
        observe(places[i].state, desk[0].rules, places[i].seat, observation[0])
        write_vector(memory, rows, steps, factors, out, i)


def reveal_deals(places, state, memory, rows, steps, factors, out, begin, end):
    """Write everything about each place's deal, hidden cards too, to its line of `out`."""
    for i in range(begin, end):
        state[0] = places[i].state
        write_vector(memory, rows, steps, factors, out, i)


def list_deals(desk, places, first, out, begin, end):
    """Write the actions of every place from its `first` number on, as many as there is room for, and -1 after the last."""
    for i in range(begin, end):
        count = legal_actions(places[i].state, desk[0].rules, places[i].seat, desk[0].actions)
        for number in range(out.shape[1]):
            out[i, number] = desk[0].actions.list[first[i] + number] if first[i] + number < count else -1


def write_features(actions, rules, features, memory, rows, steps, factors, out):
    """Write what each action tells of itself to its line of `out`."""
    for line in range(len(actions)):
        take_apart(actions[line], rules[0], features[0])
        write_vector(memory, rows, steps, factors, out, line)


FIRST = (deal_next, note_legal, nth_action, advance, wander, first_wrong)  # each needs those before it
THEN = (step_deals, step_all, wander_deals, observe_deals, reveal_deals, list_deals, write_features)


@cache
def bound(game: Game) -> SimpleNamespace:
    """All of these for a game; each is compiled when it is first called."""
    names: dict[str, Any] = {**game.compiled._asdict(), "shuffle": shuffling.shuffle, "take_apart": layouts(game).take_apart}
    names |= {"DESK": desk_type(game, game.rules().dtype), "PLACE": place_type(game)}  # relatives share them
    loops: dict[str, Any] = {}
    for function in (*FIRST, *THEN):
        loops[function.__name__] = specialise(function, game.room, **names, **loops)
    return SimpleNamespace(**loops)
