"""PIMC: every candidate is played out in the same sampled worlds, and the worse half is dropped, again and again.

In a world all candidates meet the same luck, so that only what differs counts.  The rule of thumb's choice stays unless another
one brought more by `DOUBT` standard errors: the best of many uncertain figures is mostly the luckiest (sequential halving:
Karnin, Koren, Somekh, ICML 2013).
"""
# ruff: noqa: F821

from collections.abc import Callable
from math import ceil, log2, sqrt
from typing import Any

from qipai.engine.game import Action, Game, door, seeded
from qipai.engine.records import Record
from qipai.engine.shuffling import below

from .budget import Budget, Watch
from .desk import Desk, at_door, bound

DOUBT = 1.0  # standard errors
FEWEST = 4  # worlds, before anything is dropped

apply_action: Callable[..., Any]
next_word: Callable[..., Any]
play_out: Callable[..., Any]
points_for: Callable[..., Any]
sample_world: Callable[..., Any]
seed_random: Callable[..., Any]
twin: Callable[..., Any]

_below = door("engine", "below", below)


def weigh(desks, worlds, observation, times):
    """Play every candidate out in so many more worlds."""
    desk = desks[0]
    for _ in range(times):
        sample_world(observation[0], desk.rules, desk.chance, worlds[0])
        luck = next_word(desk.chance)
        first = 0
        for place in range(desk.count):
            worlds[1] = twin(worlds[0])
            seed_random(desk.luck, luck, 0)
            apply_action(worlds[1], desk.rules, desk.seat, desk.actions[place])
            play_out(desk, worlds[1])
            points = points_for(desk, desk.seat)
            if place == 0:
                first = points
            gain = points - first
            desk.gains[place] += gain
            desk.squares[place] += gain * gain


class FlatBot:
    """Weighs every candidate in sampled worlds.  Its rollouts are played by the rules of thumb of all seats."""

    def __init__(self, game: Game, ruleset: Any, seed: int, budget: Budget) -> None:
        self.budget = budget
        self.desk = Desk(game, ruleset)
        self.random = seeded(seed)
        self.weigh = bound(game, weigh)

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        desk = self.desk.opened
        self.desk.take(observation, legal, _below(self.random, 1 << 30))
        if desk.count == 1 or not self.budget.allows_search:
            return int(desk.actions[0])
        watch, worlds = Watch(self.budget), 0
        rounds = ceil(log2(int(desk.count)))
        for done in range(rounds):
            due = (done + 1) / rounds
            while watch.used < due:
                times = self.times(watch, due)
                self.weigh(self.desk.record_in, self.desk.worlds, at_door(observation), times)
                watch.spent += times * int(desk.count)
                worlds += times
            if worlds >= FEWEST:
                halve(desk)
        return chosen(desk, worlds)

    def times(self, watch: Watch, due: float) -> int:
        """Worlds of the next batch: all of a round that has a number of simulations, one by one where time counts."""
        if not self.budget.simulations:
            return 1
        left = due * self.budget.simulations - watch.spent
        return max(1, int(left / int(self.desk.opened.count)))


def halve(desk: Any) -> None:
    """Keep the first candidate and the better half of the others."""
    kept = int(desk.count) // 2
    best = sorted(range(1, int(desk.count)), key=lambda place: -int(desk.gains[place]))[:kept]
    for to, place in enumerate(sorted(best), 1):
        desk.actions[to], desk.gains[to], desk.squares[to] = desk.actions[place], desk.gains[place], desk.squares[place]
    desk.count = 1 + len(best)


def chosen(desk: Any, worlds: int) -> Action:
    """The candidate that brought most, if that is hardly luck; else the first."""
    best = max(range(int(desk.count)), key=lambda place: int(desk.gains[place]))
    gain, squares = int(desk.gains[best]), int(desk.squares[best])
    if gain <= 0 or worlds < FEWEST:
        return int(desk.actions[0])
    spread = squares - gain * gain / worlds
    error = sqrt(spread * worlds / (worlds - 1))  # of the sum
    return int(desk.actions[best if gain > DOUBT * error else 0])
