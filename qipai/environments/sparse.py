"""What nets of `qipai train` see, for learners of other libraries: which inputs are on, of every deal of a batch.

A first layer over inputs that are mostly off adds up the rows of those that are on: `torch.nn.EmbeddingBag(size, width, mode="sum")`,
with `inputs_of(game).size`.  What all actions of a decision share is told once.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from qipai.bots.nets.choosing import inputs_of
from qipai.engine.compiling import specialise
from qipai.engine.game import Game

from .cutting import within
from .loops import desk_type, place_type

observe: Callable[..., Any]
list_within: Callable[..., Any]
write_state: Callable[..., Any]
write_action: Callable[..., Any]
consider: Callable[..., Any]


class InputsOn(NamedTuple):
    """Which inputs are on, deal after deal.

    The inputs that all actions of deal d share are `shared[shared_begin[d]:shared_begin[d + 1]]`; action number k of deal d is row
    `first[d] + k`, and what it adds is `added[added_begin[row]:added_begin[row + 1]]`.  `deal[row]` is d.  Inputs and where
    they begin are int32, as `EmbeddingBag` takes them with `include_last_offset=True`; `first` and `deal` are int64.
    """

    shared: np.ndarray
    shared_begin: np.ndarray  # shape (deals + 1,)
    added: np.ndarray
    added_begin: np.ndarray  # shape (rows + 1,)
    first: np.ndarray  # shape (deals,)
    deal: np.ndarray  # shape (rows,)


def write_inputs(desk, places, observation, parts, work, first, shared, shared_count, added, added_count, begin, end):
    """Write the inputs that are on to the lines of `shared` (a deal each) and `added` (an action each), and how many they are."""
    for i in range(begin, end):
        rules = desk[0].rules
        observe(places[i].state, rules, places[i].seat, observation[0])
        count = write_state(observation[0], rules, work)
        shared_count[i] = count
        for place in range(count):
            shared[i, place] = work[place]
        list_within(places[i].state, rules, places[i].seat, desk[0].actions, desk[0].cut, desk[0].longest)
        thought = consider(observation[0], rules)
        for number in range(places[i].count):
            line = first[i] + number
            action = int(desk[0].actions.list[number])
            added_count[line] = write_action(observation[0], rules, thought, action, parts[0], work, count) - count
            for place in range(added_count[line]):
                added[line, place] = work[count + place]


@cache
def writer(game: Game, among: bool) -> Callable[..., None]:
    """Compile `write_inputs` for a game; `among`: for batches in which bots sit too."""
    inputs = inputs_of(game)
    names: dict[str, Any] = {"observe": game.compiled.observe, "list_within": within(game)["list_within"]}
    names |= {"write_state": inputs.write_state, "write_action": inputs.write_action, "consider": inputs.consider}
    names |= {"DESK": desk_type(game, game.rules().dtype), "PLACE": place_type(game, among)}
    return specialise(write_inputs, f"{game.room}_among" if among else game.room, **names)


def rows_of(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first row of each deal that has so many actions, and the deal of each row; both int64."""
    ends = np.cumsum(counts, dtype=np.int64)
    return ends - counts, np.repeat(np.arange(len(counts)), counts)


def packed(lines: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first `counts` of each line in one array, and where each line begins, with the end of the last."""
    return lines[np.arange(lines.shape[1]) < counts[:, None]], np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
