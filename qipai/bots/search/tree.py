"""ISMCTS: one tree over the searcher's own knowledge, grown in worlds that are sampled anew for every simulation.

A node is a way of playing on, whoever plays; a world decides which of its branches there are.  Branches are compared among the worlds
in which they could be taken (Cowling, Powley, Whitehouse, IEEE TCIAIG 2012, single observer).  Below the tree the rules of thumb play.

A node knows what was done, not which cards its world holds: what did well on average in other worlds is a poor guide in this one.
So the rule of thumb, which looks at the hand of this world, has a first claim in every node (as a prior has in PUCT: Rosin, AMAI 2011),
and another branch is taken where it has done better.  Without that, the tree played on worse than what it was to improve.
The tree follows what is done, even where the cards lie face down: there it takes more to be seen than will be.
"""
# ruff: noqa: F821

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.game import Action, Game, door, seeded
from qipai.engine.records import Record
from qipai.engine.shuffling import below

from .budget import Budget, Watch
from .desk import Desk, at_door, bound
from .flat import DOUBT, FEWEST

NODES = 20_000
DEEPEST = 64
TRIES = 8  # to find an action that is new, in a list that may have thousands
CURIOSITY = 0.5  # the weight of what is uncertain, where points are scaled to their range
CLAIM = 0.7  # the rule of thumb's share of that; any other branch has the rest

apply_action: Callable[..., Any]
choose: Callable[..., Any]
is_legal: Callable[..., Any]
is_over: Callable[..., Any]
legal_actions: Callable[..., Any]
observe: Callable[..., Any]
play_out: Callable[..., Any]
points_for: Callable[..., Any]
sample_world: Callable[..., Any]
to_act: Callable[..., Any]

_below = door("engine", "below", below)

TREE = np.dtype(
    [
        ("count", np.int64),  # of nodes
        ("lowest", np.int64),  # of the points that a simulation brought anybody
        ("highest", np.int64),
        ("path", np.int64, DEEPEST),
        ("child", np.int64, NODES),  # the first; 0 where there is none
        ("sibling", np.int64, NODES),
        ("action", np.int64, NODES),
        ("seat", np.int64, NODES),  # who plays it
        ("visits", np.int64, NODES),
        ("chances", np.int64, NODES),  # how often it could have been
        ("points", np.int64, NODES),
        ("squares", np.int64, NODES),  # of the points of each simulation
    ],
    align=True,
)


def is_branch(desk, tree, state, node, branch):
    """Can a branch of a node be taken in this world?"""
    seat = tree.seat[branch]
    if node == 0:
        return True
    return seat == to_act(state) and is_legal(state, desk.rules, seat, tree.action[branch])


def usual_action(desk, state, node, seat):
    """What the rule of thumb does here, with the hand that the seat has in this world."""
    if node == 0:
        return desk.actions[0]
    legal_actions(state, desk.rules, seat, desk.legal)
    observe(state, desk.rules, seat, desk.seen)
    return int(choose(desk.seen, desk.rules, desk.legal, desk.luck))


def branch_of(tree, node, seat, action):
    """A seat's branch with an action; 0 if the node has none."""
    branch = tree.child[node]
    while branch > 0 and (tree.action[branch] != action or tree.seat[branch] != seat):
        branch = tree.sibling[branch]
    return branch


def new_action(desk, tree, state, node, seat, usual):
    """An action that the tree does not know here: first the rule of thumb's, then others as visits grow; -1 if none is due."""
    branches = 0
    branch = tree.child[node]
    while branch > 0:
        if is_branch(desk, tree, state, node, branch):
            tree.chances[branch] += 1
            branches += 1
        branch = tree.sibling[branch]
    if branch_of(tree, node, seat, usual) == 0:
        return usual
    if branches * branches > tree.visits[node]:
        return -1
    for _ in range(TRIES):
        if node == 0:
            action = desk.actions[below(desk.luck, desk.count)]
        else:
            action = desk.legal.list[below(desk.luck, desk.legal.count)]
        if branch_of(tree, node, seat, action) == 0:
            return action
    return -1


def best_branch(desk, tree, state, node, usual):
    """The branch with the highest bound among those that this world has; 0 if it has none."""
    best = 0
    most = 0.0
    span = max(1, tree.highest - tree.lowest)
    branch = tree.child[node]
    while branch > 0:
        if is_branch(desk, tree, state, node, branch):
            visits = tree.visits[branch]
            claim = CLAIM if tree.action[branch] == usual else 1.0 - CLAIM
            bound = tree.points[branch] / (visits * span) + CURIOSITY * claim * sqrt(float(tree.chances[branch])) / (
                1.0 + visits
            )
            if best == 0 or bound > most:
                best = branch
                most = bound
        branch = tree.sibling[branch]
    return best


def add_branch(tree, node, seat, action):
    """A node for an action that was not known."""
    branch = tree.count
    tree.count += 1
    tree.action[branch] = action
    tree.seat[branch] = seat
    tree.child[branch] = 0
    tree.visits[branch] = 0
    tree.points[branch] = 0
    tree.squares[branch] = 0
    tree.chances[branch] = 1
    tree.sibling[branch] = tree.child[node]
    tree.child[node] = branch
    return branch


def grow(desks, trees, worlds, observation, times):
    """So many simulations, each in a world of its own, each with at most one new node."""
    desk = desks[0]
    tree = trees[0]
    state = worlds[0]
    for _ in range(times):
        sample_world(observation[0], desk.rules, desk.chance, state)
        node = 0
        depth = 0
        fresh = False
        while not fresh and depth < DEEPEST and not is_over(state):
            seat = int(desk.seat) if node == 0 else int(to_act(state))
            usual = usual_action(desk, state, node, seat)
            action = new_action(desk, tree, state, node, seat, usual) if tree.count < NODES else -1
            if action >= 0:
                fresh = True
                branch = add_branch(tree, node, seat, action)
            else:
                branch = best_branch(desk, tree, state, node, usual)
                if branch == 0:  # the tree is full, and nothing in it goes on here
                    break
            node = branch
            tree.path[depth] = node
            depth += 1
            apply_action(state, desk.rules, seat, tree.action[node])
        play_out(desk, state)
        tree.visits[0] += 1
        for step in range(depth):
            passed = tree.path[step]
            points = points_for(desk, tree.seat[passed])
            tree.visits[passed] += 1
            tree.points[passed] += points
            tree.squares[passed] += points * points
            tree.lowest = min(tree.lowest, points)
            tree.highest = max(tree.highest, points)


PIECES = (is_branch, usual_action, branch_of, new_action, best_branch, add_branch)  # each needs those before it


class TreeBot:
    """Grows a tree, and plays the branch with which it did best, if that is hardly luck."""

    def __init__(self, game: Game, ruleset: Any, seed: int, budget: Budget) -> None:
        self.budget = budget
        self.desk = Desk(game, ruleset)
        self.record = records.new(TREE)
        self.tree = records.opened(self.record)
        self.random = seeded(seed)
        self.grow = bound(game, grow, PIECES)

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        desk, tree = self.desk.opened, self.tree
        self.desk.take(observation, legal, _below(self.random, 1 << 30))
        if desk.count == 1 or not self.budget.allows_search:
            return int(desk.actions[0])
        tree.count, tree.lowest, tree.highest, tree.child[0], tree.visits[0] = 1, 0, 0, 0, 0
        watch = Watch(self.budget)
        while watch.used < 1:
            times = self.budget.simulations - watch.spent if self.budget.simulations else 1
            self.grow(self.desk.record_in, at_door(self.record), self.desk.worlds, at_door(observation), times)
            watch.spent += times
        return chosen(tree)


def chosen(tree: Any) -> Action:
    """Of the branches that were taken about as often as any, the one that brought most a time, if that is hardly luck; else the first."""
    branches: list[int] = []
    branch = int(tree.child[0])
    while branch:
        branches.insert(0, branch)
        branch = int(tree.sibling[branch])
    often = max(int(tree.visits[branch]) for branch in branches) / 2
    first = branches[0]
    best = max((branch for branch in branches if tree.visits[branch] >= often), key=lambda branch: average(tree, branch))
    certain = sqrt(uncertainty(tree, best) + uncertainty(tree, first))
    better = (
        min(tree.visits[best], tree.visits[first]) >= FEWEST and average(tree, best) - average(tree, first) > DOUBT * certain
    )
    return int(tree.action[best if better else first])


def average(tree: Any, branch: int) -> float:
    """What a branch brought a time."""
    return int(tree.points[branch]) / int(tree.visits[branch])


def uncertainty(tree: Any, branch: int) -> float:
    """The square of the standard error of that."""
    return (int(tree.squares[branch]) / int(tree.visits[branch]) - average(tree, branch) ** 2) / int(tree.visits[branch])
