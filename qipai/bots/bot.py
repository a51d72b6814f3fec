"""Bots by name: the levels random, noisy and rule, and those that search, `pimc:300` and their like."""

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game, door, seeded
from qipai.engine.records import Record
from qipai.engine.shuffling import below

from .heuristic import choosers
from .levels import LEVELS
from .search import SEARCHES, is_search, make_search, read_search

NOISE = 4  # a noisy bot plays one move in so many at random

_below = door("engine", "below", below)


@functools.cache
def _chooser(room: str) -> Callable[..., Action]:
    """A room's rule of thumb as Python calls it: a door takes milliseconds to make."""
    return door(room, "choose", choosers()[room])


class Bot(Protocol):
    """Chooses.  Deterministic given its seed and what it saw."""

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """One of the actions of `legal` (a filled move list).  `clock` is the time left in ms, or None."""
        ...


class RandomBot:
    """Every legal action is equally likely."""

    def __init__(self, seed: int) -> None:
        self.random = seeded(seed)

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        moves = records.opened(legal)
        return int(moves.list[_below(self.random, int(moves.count))])


class RuleBot:
    """The game's rule of thumb, with a random move one time in `NOISE` if it is noisy."""

    def __init__(self, game: Game, ruleset: Any, seed: int, noisy: bool) -> None:
        self.choose = _chooser(game.room)
        self.rules = game.rules(ruleset)
        self.random = seeded(seed)
        self.wild = RandomBot(seed + 1) if noisy else None

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        if self.wild and _below(self.random, NOISE) == 0:
            return self.wild.act(observation, legal, clock)
        return int(self.choose(observation, self.rules, legal, self.random))


def check_bot(name: str) -> None:
    """Raises `QipaiError` for what is neither a level nor the name of a bot that searches."""
    if is_search(name):
        read_search(name)
    elif name not in LEVELS:
        raise QipaiError(f"There is no bot of level {name!r}; there are {', '.join((*LEVELS, *SEARCHES))}.")


def make_bot(game: Game, level: str, ruleset: Any, seed: int) -> Bot:
    """A bot of a level, or one that searches.  Raises `QipaiError` for a name that is neither."""
    check_bot(level)
    if is_search(level):
        return make_search(game, level, ruleset, seed)
    if level == "random":
        return RandomBot(seed)
    return RuleBot(game, ruleset, seed, noisy=level == "noisy")


def answer(
    game: Game, level: str, options: Mapping[str, str], observation: bytes, legal: Sequence[Action], seed: int
) -> Action:
    """One decision from bytes: what a server asks of a bot in another process.

    `options` are the changed options by name; `observation` is what `records.to_bytes` wrote; `legal` the legal actions.
    """
    moves = game.new_actions()
    buffer = records.opened(moves)
    buffer.count = len(legal)
    buffer.list[: len(legal)] = legal
    bot = make_bot(game, level, game.ruleset(**options), seed)
    return bot.act(records.from_bytes(observation, game.OBSERVATION), moves, None)
