"""PIMC search: play every candidate out in the same sampled worlds and drop the worse half, round after round.

Dropping follows sequential halving (Karnin, Koren and Somekh, ICML 2013), except that the adviser's choice is
never dropped.  In one world all candidates get the same random numbers, so that only their differences count.  In the
end another action replaces the adviser's choice only if it is better by some standard errors, because the best
of many uncertain means is mostly the luckiest.
"""
# ruff: noqa: F821

from collections.abc import Callable
from math import ceil, log2, sqrt
from typing import Any

from qipai.engine.chance import draw_below, seeded
from qipai.engine.game import Action, Game
from qipai.engine.records import Record

from ..nets.playing import NetBot
from ..remade import Remade
from .budget import Budget, Watch
from .desk import Desk, at_door

DOUBT = 1.0  # standard errors by which another action must be better than the rule of thumb's
DOUBT_OF_NET = 2.5  # than a net's: what a net thinks is worth more, and with 1 the search played worse than the net alone
FEWEST = 4  # worlds before a candidate is dropped or preferred

apply_action: Callable[..., Any]
next_word: Callable[..., Any]
play_out: Callable[..., Any]
points_for: Callable[..., Any]
sample_world: Callable[..., Any]
seed_random: Callable[..., Any]
twin: Callable[..., Any]


def draw(desks, worlds, observation):
    """Sample a world into `worlds[0]`, and the seed of everything random in its rollouts."""
    desk = desks[0]
    sample_world(observation[0], desk.rules, desk.chance, worlds[0])
    desk.fate = next_word(desk.chance)


def try_out(desks, worlds, place, mind):
    """Play a candidate out in a copy of the sampled world; return the points of the deciding seat's side."""
    desk = desks[0]
    worlds[1] = twin(worlds[0])
    seed_random(desk.luck, desk.fate, 0)
    apply_action(worlds[1], desk.rules, desk.seat, desk.actions[place])
    play_out(desk, worlds[1], mind)
    return points_for(desk, desk.seat)


class FlatBot(Remade):
    """Plays the candidate that is best on average over sampled worlds.  The adviser of the desk plays them out."""

    def __init__(self, game: Game, ruleset: Any, seed: int, budget: Budget, net: NetBot | None = None) -> None:
        self.budget, self.doubt = budget, DOUBT_OF_NET if net else DOUBT
        self.desk = Desk(game, ruleset, net)
        self.random = seeded(seed)
        self.draw, self.try_out = self.desk.loop(draw), self.desk.loop(try_out)

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """Search until the budget is used and return the chosen action: see `Bot.act`."""
        desk = self.desk.opened
        self.desk.take(observation, legal, draw_below(self.random, 1 << 30))
        if desk.count == 1 or not self.budget.allows_search:
            return int(desk.actions[0])
        watch, worlds = Watch(self.budget), 0
        rounds = ceil(log2(int(desk.count)))
        for done in range(rounds):
            due = (done + 1) / rounds
            while watch.used < due:
                for _ in range(self.times(watch, due)):
                    if not self.weigh(at_door(observation), watch):
                        return chosen(desk, worlds, self.doubt)
                    worlds += 1
            if worlds >= FEWEST:
                halve(desk)
        return chosen(desk, worlds, self.doubt)

    def weigh(self, observation: Any, watch: Watch) -> bool:
        """Play every candidate out in one more world.  Return False, without counting it, if time runs out meanwhile."""
        desk, brought = self.desk, []
        self.draw(desk.record_in, desk.worlds, observation)
        for place in range(int(desk.opened.count)):
            if watch.time_is_up:
                return False
            brought.append(int(self.try_out(desk.record_in, desk.worlds, place, desk.mind)))
        watch.spent += len(brought)
        for place, points in enumerate(brought):
            gain = points - brought[0]
            desk.opened.gains[place] += gain
            desk.opened.squares[place] += gain * gain
        return True

    def times(self, watch: Watch, due: float) -> int:
        """Return the number of worlds until the watch is read again: one if time is limited, else those of the round."""
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


def chosen(desk: Any, worlds: int, doubt: float = DOUBT) -> Action:
    """Return the candidate with the largest gain if it exceeds `doubt` standard errors, else the first."""
    best = max(range(int(desk.count)), key=lambda place: int(desk.gains[place]))
    gain, squares = int(desk.gains[best]), int(desk.squares[best])
    if gain <= 0 or worlds < FEWEST:
        return int(desk.actions[0])
    spread = squares - gain * gain / worlds
    error = sqrt(spread * worlds / (worlds - 1))  # of the sum
    return int(desk.actions[best if gain > doubt * error else 0])
