"""The bots `net` and `net:FILE`: the candidate that the net values most; other questions are answered by the rule of thumb.

`net/2` is a weaker player between the two: one of two decisions, drawn by lot, is the rule of thumb's.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from qipai.bots.asking import check_asked, players_in
from qipai.bots.remade import Remade
from qipai.engine import records
from qipai.engine.chance import draw_below, seeded
from qipai.engine.compiling import NATIVE, specialise
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.inputs import ALL_LEGAL, BY_RULE
from qipai.engine.records import Record

from .choosing import ONE, drawn, inputs_of, pieces, score_whole, share_out, workspace
from .files import NetFile, read_net

best_of: Callable[..., Any]
candidates: Callable[..., Any]
choose: Callable[..., Any]
consider: Callable[..., Any]
write_action: Callable[..., Any]
write_state: Callable[..., Any]

SHIPPED = Path(__file__).with_name("shipped")


def list_candidates(observation, rules, legal, listed):
    """Write the actions that a net chooses among to `listed`; return how many there are, or `BY_RULE`."""
    count = candidates(observation, rules, listed)
    if count != ALL_LEGAL:
        return count
    for number in range(legal.count):
        listed.list[number] = legal.list[number]
    return int(legal.count)


def value_candidates(net, observation, rules, listed, count, parts, rows, work, mix):
    """Write what the net thinks of the `count` actions of `listed` to `work`; return the index of the best."""
    shared = write_state(observation, rules, rows)
    thought = consider(observation, rules)
    return best_of(net, observation, rules, thought, parts, listed, count, rows, shared, work, mix)


def decide(net, observation, rules, legal, listed, parts, rows, work, mix, heat, random, by_rule=False):
    """Return the action of a net for an observation and the legal actions; `listed` is room for candidates.

    `by_rule`: whether the rule of thumb decides instead.
    """
    count = BY_RULE if by_rule else list_candidates(observation, rules, legal, listed)
    if count == BY_RULE:
        return int(choose(observation, rules, legal, random))
    if count == 1:
        return int(listed.list[0])
    best = value_candidates(net, observation, rules, listed, count, parts, rows, work, mix)
    return int(listed.list[drawn(work[3], count, best, mix, heat, work[4], random)])


def weigh(net, observation, rules, legal, listed, parts, rows, work, mix, heat):
    """Write the candidates to `listed` and their shares to `work`; return how many there are, or `BY_RULE`."""
    count = list_candidates(observation, rules, legal, listed)
    if count > 0:
        best = value_candidates(net, observation, rules, listed, count, parts, rows, work, mix)
        share_out(work[3], count, best, mix, heat, work[4])
    return count


def decide_at_door(net, observation, rules, legal, listed, parts, rows, work, mix, heat, random, by_rule=False):
    """Call `decide` with records as Python holds them: arrays of one element."""
    return decide(net, observation[0], rules[0], legal[0], listed[0], parts[0], rows, work, mix, heat, random[0], by_rule)


def weigh_at_door(net, observation, rules, legal, listed, parts, rows, work, mix, heat):
    """Call `weigh` with records as Python holds them: arrays of one element."""
    return weigh(net, observation[0], rules[0], legal[0], listed[0], parts[0], rows, work, mix, heat)


def best_in_arrays(net, observation, rules, thought, parts, actions, count, rows, shared, work, mix):
    """Do what `best_of` does in whole numbers, for all candidates at once: the interpreter is quicker with arrays than with loops."""
    inputs, bias, second, second_bias, heads, heads_bias = net
    common = bias + inputs[rows[:shared]].sum(axis=0, dtype=np.int32)
    sums = np.empty((count, len(common)), np.int64)
    for number in range(count):
        end = write_action(observation, rules, thought, int(actions.list[number]), parts, rows, shared)
        sums[number] = common + inputs[rows[shared:end]].sum(axis=0, dtype=np.int32)
    hidden = np.maximum(sums, 0) @ second.astype(np.int64) + second_bias
    out = (np.maximum(hidden, 0) >> ONE) @ heads.astype(np.int64) + heads_bias
    work[3][:count] = out
    return int(np.argmax(out @ mix))


@cache
def bound(game: Game) -> dict[str, Any]:
    """Return the functions of a game that decide by a net, by name: `decide` and `weigh`, in the form that compiled loops call."""
    names = {**pieces(game, score_whole), "choose": game.chooser}
    if not NATIVE:
        names["best_of"] = specialise(best_in_arrays, game.room, **names)
    for function in (list_candidates, value_candidates, decide, weigh):
        names[function.__name__] = specialise(function, game.room, **names)
    return names


@cache
def door_of(game: Game, at_door: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., int]:
    """Return `decide` or `weigh` for a game, in the form that Python calls."""
    names = bound(game)
    return specialise(at_door, game.room, **names) if NATIVE else names[function.__name__]


def shipped_for(game: Game, players: int) -> Path | None:
    """Return the file of the net that is shipped for a game and a number of players, if there is one."""
    return next((path for path in SHIPPED.glob(f"{game.name}-*.npz") if players in sizes_of(path)), None)


def sizes_of(path: Path) -> tuple[int, ...]:
    """Return the numbers of players for which a net is shipped; its name ends with them, as in `gan_deng_yan-5,6.npz`.

    A file with another name is none of ours, and has none.
    """
    sizes = path.stem.rpartition("-")[2].split(",")
    return tuple(map(int, sizes)) if all(map(str.isdecimal, sizes)) else ()


_read = cache(read_net)


def fits(game: Game, players: int, ruleset: Any) -> bool:
    """Return whether a net is shipped that plays a game with that many players by these rules."""
    file = shipped_for(game, players)
    if file is None:
        return False
    try:
        _read(file).check(game, ruleset, players)
    except QipaiError:
        return False
    return True


class NetBot(Remade):
    """Plays by a net."""

    def __init__(self, game: Game, ruleset: Any, seed: int, path: Path | None = None, ruled: int = 0, pack: str = "") -> None:
        """Make the bot: from a file, or with the shipped net of the table's size.  One of `ruled` decisions is the rule of thumb's; 0: none.

        `pack`: the mini pack that is dealt, "" for the whole one.

        Raises `QipaiError` for a file that is no net or one of another game, of other rules or of other inputs, and if none is shipped.
        """
        if game.chooser is None:
            raise QipaiError(f"{game.name} has no rule of thumb, to which a net leaves some questions.")
        self.game, self.ruleset = game, ruleset
        found = [file for size in game.seats if (file := shipped_for(game, size))] if path is None else [path]
        if not found:
            raise QipaiError(f"No net is shipped for {game.name}; `qipai train {game.name}` makes one, and net:FILE plays it.")
        for file in found:
            _read(file).check(game, ruleset, pack=pack)
        self.path, self.ruled, self.pack = path, ruled, pack
        self.rules = game.rules(ruleset)
        self.random = seeded(seed)
        self.rows = np.zeros(inputs_of(game).most, np.uint16)
        self.parts = records.new(game.vectors.action.dtype) if game.vectors else None
        self.listed = game.new_actions()
        self.players = 0  # at the table for which `net` was taken in hand

    def _sit(self, players: int) -> None:
        """Take the net of a table's size in hand.  Raises `QipaiError` if there is none, or if the file's has not learned that size."""
        file = self.path or shipped_for(self.game, players)
        if file is None:
            raise QipaiError(f"No net is shipped for {self.game.name} with {players} players.")
        self.net: NetFile = _read(file)
        self.net.check(self.game, self.ruleset, players, self.pack)
        self.mix, self.work = self.net.mix, workspace(self.game, len(self.net.weights[1]), whole=True)
        self.players = players

    def mind(self, players: int) -> tuple[Any, ...]:
        """Return what `decide` takes of a net that knows a table's size: its weights, records and arrays to work in, its mix and its heat.

        Raises `QipaiError` for a size that no net, or not this one, has learned.
        """
        if players != self.players:
            self._sit(players)
        return self.net.weights, self.parts, self.rows, self.work, self.mix, self.net.heat

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """Return the net's choice: see `Bot.act`.  Raises `QipaiError` at a table of a size that no net, or not this one, has learned."""
        weights, *rest = self._asked(observation, legal)
        by_rule = self.ruled > 0 and draw_below(self.random, self.ruled) == 0
        deciding = door_of(self.game, decide_at_door, decide)
        return int(deciding(weights, observation, self.rules, legal, self.listed, *rest, self.random, by_rule))

    def policy(self, observation: Record, legal: Record) -> dict[Action, float] | None:
        """Return the probability of each action that the net considers; None where it leaves the question to the rule of thumb.

        Raises `QipaiError` as `act` does.
        """
        weights, *rest = self._asked(observation, legal)
        weighing = door_of(self.game, weigh_at_door, weigh)
        count = weighing(weights, observation, self.rules, legal, self.listed, *rest)
        if count == BY_RULE:
            return None
        shares = self.work[4][:count] / self.work[4][:count].sum()
        actions = records.opened(self.listed).list[:count]
        return {int(action): float(share) for action, share in zip(actions, shares, strict=True) if share}

    def _asked(self, observation: Record, legal: Record) -> tuple[Any, ...]:
        """Check a question, and return the mind for the size of its table."""
        check_asked(self.game, observation, legal)
        return self.mind(players_in(self.game, records.opened(observation)))
