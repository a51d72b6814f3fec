"""ISMCTS search: one tree over the searcher's information, grown in a newly sampled world per simulation.

Single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse, IEEE TCIAIG 2012).  A node is a
sequence of actions of all seats; a branch exists in a world if its action is legal there, and branches are compared by
the simulations in which they could be taken.  Below the tree the rules of thumb play.

Departures from the paper.  A node does not know the cards of the world, so the branch that does well on average can be
poor in this one.  Therefore selection uses a PUCT bound (Rosin, AMAI 2011) whose prior favours the adviser's
choice, which does see the hand in this world; without it the tree played worse than the rule of thumb.  The tree also
branches on actions that are laid face down, as if the searcher saw them.
"""
# ruff: noqa: F821

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

from qipai.engine import records
from qipai.engine.chance import draw_below, seeded
from qipai.engine.game import Action, Game
from qipai.engine.records import Record

from ..nets.playing import NetBot
from ..remade import Remade
from .budget import Budget, Watch
from .desk import Desk, at_door
from .flat import DOUBT, DOUBT_OF_NET, FEWEST

NODES = 20_000
DEEPEST = 64  # decisions from the root
TRIES = 8  # random draws to find a new action, in a list that may have thousands
CURIOSITY = 0.5  # weight of exploration, with points scaled to their range
CLAIM = 0.7  # prior of the adviser's choice; any other branch has 1 - CLAIM

advise: Callable[..., Any]
apply_action: Callable[..., Any]
below: Callable[..., Any]
is_legal: Callable[..., Any]
is_over: Callable[..., Any]
legal_actions: Callable[..., Any]
observe: Callable[..., Any]
play_out: Callable[..., Any]
points_for: Callable[..., Any]
sample_world: Callable[..., Any]
to_act: Callable[..., Any]


TREE = np.dtype(
    [
        ("count", np.int64),  # number of nodes; node 0 is the root
        ("lowest", np.int64),  # lowest points of a side in a simulation so far
        ("highest", np.int64),
        ("path", np.int64, DEEPEST),  # nodes of the present simulation
        ("child", np.int64, NODES),  # first branch; 0 if none
        ("sibling", np.int64, NODES),  # next branch of the same node; 0 if none
        ("action", np.int64, NODES),
        ("seat", np.int64, NODES),  # the seat that takes the action
        ("visits", np.int64, NODES),
        ("chances", np.int64, NODES),  # simulations in which it could have been taken
        ("points", np.int64, NODES),  # sum over visits, for the side of `seat`
        ("squares", np.int64, NODES),  # sum of their squares
    ],
    align=True,
)


def is_branch(desk, tree, state, node, branch):
    """Return True if a branch of a node can be taken in this world."""
    seat = tree.seat[branch]
    if node == 0:
        return True
    return seat == to_act(state) and is_legal(state, desk.rules, seat, tree.action[branch])


def usual_action(desk, state, node, seat, mind):
    """Return the adviser's choice for the seat with the hand it has in this world."""
    if node == 0:
        return desk.actions[0]
    legal_actions(state, desk.rules, seat, desk.legal)
    observe(state, desk.rules, seat, desk.seen)
    return advise(desk, desk.seen, desk.legal, mind)


def branch_of(tree, node, seat, action):
    """Return the seat's branch with that action, or 0."""
    branch = tree.child[node]
    while branch > 0 and (tree.action[branch] != action or tree.seat[branch] != seat):
        branch = tree.sibling[branch]
    return branch


def new_action(desk, tree, state, node, seat, usual):
    """Return an action to add to the node, or -1 if none is due.

    The adviser's choice comes first; others are added as visits grow, at most about sqrt(visits) branches.  Also
    counts in `chances` which branches this world allows.
    """
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
    """Return the branch with the highest PUCT bound among those that this world allows, or 0."""
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
    """Add a branch to a node and return it."""
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


def grow(desks, trees, worlds, observation, times, mind):
    """Run `times` simulations, each in its own sampled world and each adding at most one node."""
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
            usual = usual_action(desk, state, node, seat, mind)
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
        play_out(desk, state, mind)
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


class TreeBot(Remade):
    """Grows a tree for each decision and plays its best root branch, unless the adviser's choice may be as good."""

    def __init__(self, game: Game, ruleset: Any, seed: int, budget: Budget, net: NetBot | None = None) -> None:
        self.budget, self.doubt = budget, DOUBT_OF_NET if net else DOUBT
        self.desk = Desk(game, ruleset, net)
        self.record = records.new(TREE)
        self.tree = records.opened(self.record)
        self.random = seeded(seed)
        self.grow = self.desk.loop(grow, PIECES)

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """Search until the budget is used and return the chosen action: see `Bot.act`."""
        desk, tree = self.desk.opened, self.tree
        self.desk.take(observation, legal, draw_below(self.random, 1 << 30))
        if desk.count == 1 or not self.budget.allows_search:
            return int(desk.actions[0])
        tree.count, tree.lowest, tree.highest, tree.child[0], tree.visits[0] = 1, 0, 0, 0, 0
        watch = Watch(self.budget)
        while watch.used < 1:
            times = self.budget.simulations - watch.spent if self.budget.simulations else 1
            self.grow(self.desk.record_in, at_door(self.record), self.desk.worlds, at_door(observation), times, self.desk.mind)
            watch.spent += times
        return chosen(tree, self.doubt)


def chosen(tree: Any, doubt: float = DOUBT) -> Action:
    """Return the action of the best root branch if it is better than the first one by `doubt` standard errors, else the first.

    The first is the adviser's choice.  Only branches with at least half the visits of the most visited one are
    considered.
    """
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
        min(tree.visits[best], tree.visits[first]) >= FEWEST and average(tree, best) - average(tree, first) > doubt * certain
    )
    return int(tree.action[best if better else first])


def average(tree: Any, branch: int) -> float:
    """Return a branch's mean points per visit."""
    return int(tree.points[branch]) / int(tree.visits[branch])


def uncertainty(tree: Any, branch: int) -> float:
    """Return the squared standard error of `average`."""
    return (int(tree.squares[branch]) / int(tree.visits[branch]) - average(tree, branch) ** 2) / int(tree.visits[branch])
