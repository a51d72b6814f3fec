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


def draw(desks, worlds, observation):
    """Draw a world, and the luck that every candidate will meet in it."""
    desk = desks[0]
    sample_world(observation[0], desk.rules, desk.chance, worlds[0])
    desk.fate = next_word(desk.chance)


def try_out(desks, worlds, place):
    """What a candidate brings in the world that was drawn."""
    desk = desks[0]
    worlds[1] = twin(worlds[0])
    seed_random(desk.luck, desk.fate, 0)
    apply_action(worlds[1], desk.rules, desk.seat, desk.actions[place])
    play_out(desk, worlds[1])
    return points_for(desk, desk.seat)


class FlatBot:
    """Weighs every candidate in sampled worlds.  Its rollouts are played by the rules of thumb of all seats."""

    def __init__(self, game: Game, ruleset: Any, seed: int, budget: Budget) -> None:
        self.budget = budget
        self.desk = Desk(game, ruleset)
        self.random = seeded(seed)
        self.draw, self.try_out = bound(game, draw), bound(game, try_out)

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
                for _ in range(self.times(watch, due)):
                    if not self.weigh(at_door(observation), watch):
                        return chosen(desk, worlds)
                    worlds += 1
            if worlds >= FEWEST:
                halve(desk)
        return chosen(desk, worlds)

    def weigh(self, observation: Any, watch: Watch) -> bool:
        """Play every candidate out in one more world.  Time can run out meanwhile: then the world does not count."""
        desk, brought = self.desk, []
        self.draw(desk.record_in, desk.worlds, observation)
        for place in range(int(desk.opened.count)):
            if watch.time_is_up:
                return False
            brought.append(int(self.try_out(desk.record_in, desk.worlds, place)))
        watch.spent += len(brought)
        for place, points in enumerate(brought):
            gain = points - brought[0]
            desk.opened.gains[place] += gain
            desk.opened.squares[place] += gain * gain
        return True

    def times(self, watch: Watch, due: float) -> int:
        """Worlds until the watch is looked at again: all of a round that has only a number of simulations."""
        if self.budget.milliseconds:
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
