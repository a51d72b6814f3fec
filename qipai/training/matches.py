"""How strong a net is: duplicate deals against the rule of thumb, in compiled code, in the whole numbers in which bots play.

A deal is played at several tables with the same cards: where there are two teams, each team once by the net; else the net alone in
each seat.  Sessions of several deals are chained at each table.  The interval is over sessions, never over tables.
"""
# ruff: noqa: F821

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from qipai.arena.intervals import Estimate, mean_of, share_of
from qipai.bots.nets.choosing import HEADS, inputs_of, pieces, score_whole, workspace
from qipai.bots.nets.files import TYPES, NetFile, weight_shapes
from qipai.engine.compiling import specialise
from qipai.engine.game import Game
from qipai.engine.inputs import BY_RULE

from .actor import bound, new_desk

CARDS = 0x63617264 << 32  # upper half of the seed: training uses seeds below, and never sees these deals

apply_action: Callable[..., Any]
begin_deal: Callable[..., Any]
best_of: Callable[..., Any]
choose: Callable[..., Any]
consider: Callable[..., Any]
end_deal: Callable[..., Any]
is_over: Callable[..., Any]
legal_actions: Callable[..., Any]
list_candidates: Callable[..., Any]
play_out: Callable[..., Any]
settle: Callable[..., Any]
to_act: Callable[..., Any]
write_state: Callable[..., Any]


def play_out(desk, net, work, rows, mix, mask):  # type: ignore[no-redef]
    """Play the deal of the desk to its end, the net in the seats of `mask` and the rule of thumb in the others."""
    while not is_over(desk.state):
        seat = to_act(desk.state)
        count = list_candidates(desk, seat)
        if mask >> seat & 1 == 0 or count == BY_RULE:
            legal_actions(desk.state, desk.rules, seat, desk.actions)
            action = int(choose(desk.observation, desk.rules, desk.actions, desk.chance))
        elif count == 1:
            action = int(desk.actions.list[0])
        else:
            shared = write_state(desk.observation, desk.rules, rows)
            thought = consider(desk.observation, desk.rules)
            action = int(
                desk.actions.list[
                    best_of(
                        net, desk.observation, desk.rules, thought, desk.parts, desk.actions, count, rows, shared, work, mix
                    )
                ]
            )
        apply_action(desk.state, desk.rules, seat, action)


def play_match(desks, net, work, rows, mix, first, masks, worth):
    """Play the sessions of `worth` (sessions, tables, deals, seats, heads) from deal number `first` on, and fill it as `settle` does.

    `masks[table]` has a bit for each seat in which the net sits.
    """
    desk = desks[0]
    for session in range(worth.shape[0]):
        for table in range(worth.shape[1]):
            desk.number = first + session * desk.session
            for number in range(worth.shape[2]):
                begin_deal(desk)
                play_out(desk, net, work, rows, mix, masks[table])
                settle(desk)
                end_deal(desk)
                for seat in range(worth.shape[3]):
                    for head in range(worth.shape[4]):
                        worth[session, table, number, seat, head] = desk.final[seat, head]


@cache
def matcher(game: Game) -> Callable[..., None]:
    """Return `play_match` compiled for a game."""
    names = bound(game) | pieces(game, score_whole)
    owner = f"{game.room}_meeting"
    names["play_out"] = specialise(play_out, owner, **names)
    return specialise(play_match, owner, **names)


class Strength(NamedTuple):
    """What a net won against the rule of thumb: the share of wins and points a deal, with 95 % intervals."""

    wins: Estimate
    points: Estimate
    fair: float  # the wins of equals
    deals: int
    decisions: int


def strength(
    game: Game, ruleset: Any, players: int, net: NetFile, deals: int, seed: int = 1, session: int = 1, alone: bool = False
) -> Strength:
    """Let a net meet the rule of thumb over duplicate deals.

    `deals`: a multiple of `session`, the number of deals that are chained.  `alone`: one net among rules of thumb also where teams play.
    Needs the compiled rules.
    """
    desk = new_desk(game, ruleset, [players], seed | CARDS, session)
    desk["scale"] = 1.0
    teams, sides = desk["teams"][0, 0, :players], int(desk["sides"][0, 0])
    by_team = sides == 2 and not alone
    masks = [
        sum(1 << seat for seat in range(players) if (teams[seat] if by_team else seat) == place)
        for place in range(sides if by_team else players)
    ]
    worth = np.zeros((deals // session, len(masks), session, players, HEADS), np.float32)
    rows = np.zeros(inputs_of(game).most, np.uint16)
    work = workspace(len(net.weights[1]), whole=True)
    matcher(game)(desk, net.weights, work, rows, net.mix, 0, np.array(masks), worth)
    ours = np.array([[mask >> seat & 1 for seat in range(players)] for mask in masks], bool)
    got = np.stack([worth[:, table][:, :, seats].mean(axis=(1, 2)) for table, seats in enumerate(ours)], axis=1).mean(axis=1)
    share = (got[:, 1].astype(float) + 1) / 2
    return Strength(share_of(share), mean_of(got[:, 0].astype(float)), 1 / sides, deals, int(desk["decisions"][0]))


def usual_points(game: Game, ruleset: Any, sizes: Sequence[int], width: int, deals: int = 400) -> float:
    """Return the standard deviation of a seat's points in deals between rules of thumb, at least one part of a point."""
    kinds = zip(TYPES, weight_shapes(inputs_of(game).size, width), strict=True)
    idle = tuple(np.zeros(shape, kind) for kind, shape in kinds)
    found = []
    for players in sizes:
        desk = new_desk(game, ruleset, [players], CARDS, 1)
        desk["scale"] = 1.0
        worth = np.zeros((deals, 1, 1, players, HEADS), np.float32)
        rows, work = np.zeros(inputs_of(game).most, np.uint16), workspace(width, whole=True)
        matcher(game)(desk, idle, work, rows, np.zeros(HEADS, np.int64), 0, np.zeros(1, np.int64), worth)
        found.append(float(worth[..., 0].std()))
    return max(float(np.mean(found)), 1 / game.unit)
