"""Compare the actions of one decision by what they bring on average, from what the seat knew and nothing else.

Worlds that agree with the observation are sampled, and in each of them every action is played to the end of the deal by
the rules of thumb of all seats, with the same luck: only the differences between actions count.

The best of several uncertain means is mostly the luckiest, so there are two steps with worlds of their own.  The first
chooses, among all candidates, the few that look best, and the one of them that looks better than what was played.  The
second compares these few in fresh worlds; its figures are the ones that are told.
"""

from math import ceil, inf, log2
from typing import Any, NamedTuple

import numpy as np

from qipai.arena.intervals import Estimate, mean_of
from qipai.bots.search.desk import MOST, Desk, at_door
from qipai.bots.search.flat import draw, try_out
from qipai.engine.chance import draw_below, seeded
from qipai.engine.game import Action, Game
from qipai.engine.records import Record

OTHERS = 4  # actions that are compared with the one that was played
FEWEST = 4  # worlds before a candidate is dropped
STEPS = CHOOSING, COMPARING, AGAIN = range(3)  # of a decision, each with random numbers of its own


class Compared(NamedTuple):
    """What the actions of a decision brought in the same worlds."""

    actions: list[Action]  # the played one first, then the one that looked best beforehand
    points: np.ndarray  # int64 (worlds, actions): points of the seat's side at the end, in the units of `returns`

    def mean(self, place: int) -> tuple[float, float]:
        """Return the mean of an action and the half-width of its 95 % interval."""
        return half_of(mean_of(self.points[:, place]))

    def gain(self, place: int) -> tuple[float, float]:
        """Return by how much an action was better than the played one, paired by world, and the half-width of the 95 % interval."""
        return half_of(mean_of(self.points[:, place] - self.points[:, 0]))

    def less(self, place: int, best: int) -> tuple[float, float]:
        """Return by how much an action was worse than another, paired by world, and the half-width of the 95 % interval."""
        return half_of(mean_of(self.points[:, best] - self.points[:, place]))


def half_of(found: Estimate) -> tuple[float, float]:
    """Return a mean and the half-width of its interval; infinite for a single value."""
    return found.mean, inf if found.high is None else found.high - found.mean


def spread(actions: list[Action], first: int, most: int) -> list[Action]:
    """Return at most `most` of some actions: the first few, and of the others some from all over the list.

    >>> spread([10, 11, 12, 13, 14, 15, 16], first=1, most=4)
    [10, 11, 13, 16]
    """
    if len(actions) <= most:
        return actions
    places = np.linspace(first, len(actions) - 1, most - first)
    return [*actions[:first], *(actions[int(place)] for place in places)]


class Weigher:
    """Compares actions in a game under some rules.  Its workspace is made once."""

    def __init__(self, game: Game, ruleset: Any, seed: int, worlds: int) -> None:
        self.seed, self.worlds = seed, worlds
        self.desk = Desk(game, ruleset)
        self.draw, self.try_out = self.desk.loop(draw), self.desk.loop(try_out)

    def chance(self, number: int, step: int) -> Record:
        """Return the generator of one step of a decision."""
        return seeded(self.seed, number * len(STEPS) + step)

    def choose(
        self, observation: Record, legal: Record, played: Action, number: int, also: tuple[Action, ...] = ()
    ) -> list[Action]:
        """Return the played action, and the few others that look best, the best of them first.

        `number` of the decision among those of the seat: seeds depend on it, and on nothing that the seat does not know.  `also`:
        actions that are candidates whatever the game's shortlist says.
        """
        desk = self.desk.opened
        chance = self.chance(number, CHOOSING)
        self.desk.take(observation, legal, draw_below(chance, 1 << 30))
        listed = [int(action) for action in desk.actions[: int(desk.count)]]
        listed = [action for action in dict.fromkeys([*also, *listed]) if action != played][: MOST - 1]
        simulations = self.worlds * (1 + OTHERS)
        listed = spread(listed, len(also) + 1, max(2 * OTHERS, simulations // (2 * FEWEST)))
        if len(listed) <= 1:
            return [played, *listed]
        seen = at_door(observation)
        points = np.zeros((0, 1 + len(listed)), np.int64)
        kept = [played, *listed]
        rounds = max(1, ceil(log2(len(listed) / OTHERS)) + 1)
        for _ in range(rounds):  # sequential halving, down to those that are compared
            more = self.play(seen, kept, max(FEWEST, simulations // rounds // len(kept)))
            points = np.concatenate([points, more])
            means = points[:, 1:].mean(axis=0)
            order = sorted(range(len(means)), key=lambda place: -means[place])
            order = order[: max(OTHERS, len(order) // 2)]
            kept = [played, *(kept[1 + place] for place in order)]
            points = points[:, [0, *(1 + place for place in order)]]
        return kept[: 1 + OTHERS]

    def compare(
        self, observation: Record, legal: Record, actions: list[Action], number: int, step: int = COMPARING
    ) -> Compared:
        """Play the actions out in fresh worlds, the same for all of them."""
        chance = self.chance(number, step)
        self.desk.take(observation, legal, draw_below(chance, 1 << 30))
        return Compared(actions, self.play(at_door(observation), actions, self.worlds))

    def play(self, observation: Any, actions: list[Action], worlds: int) -> np.ndarray:
        """Return the points of each action in each of a number of new worlds."""
        desk = self.desk
        for place, action in enumerate(actions):
            desk.opened.actions[place] = action
        brought = np.zeros((worlds, len(actions)), np.int64)
        for world in range(worlds):
            self.draw(desk.record_in, desk.worlds, observation)
            for place in range(len(actions)):
                brought[world, place] = self.try_out(desk.record_in, desk.worlds, place, desk.mind)
        return brought
