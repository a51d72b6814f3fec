"""How strong a net is: duplicate deals against the rule of thumb or another net, in compiled code, in the whole numbers in which bots play.

A deal is played at several tables with the same cards: where there are two teams, each team once by the net; else the net alone in
each seat.  Sessions of several deals are chained at each table.  The interval is over sessions, never over tables.
"""
# ruff: noqa: F821

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from qipai.arena.intervals import Estimate, mean_of, share_of
from qipai.bots.nets.choosing import HEADS, inputs_of
from qipai.bots.nets.files import TYPES, NetFile, weight_shapes
from qipai.engine.compiling import specialise
from qipai.engine.game import Game

from .actor import bound, mind_of, mind_with, new_desk

CARDS = 0x63617264 << 32  # upper half of the seed: training uses seeds below, and never sees these deals

apply_action: Callable[..., Any]
begin_deal: Callable[..., Any]
end_deal: Callable[..., Any]
is_over: Callable[..., Any]
list_candidates: Callable[..., Any]
oppose: Callable[..., Any]
oppose_by_net: Callable[..., Any]
play_out: Callable[..., Any]
settle: Callable[..., Any]
to_act: Callable[..., Any]


def play_out(desk, mask, mind, rival):  # type: ignore[no-redef]
    """Play the deal of the desk to its end, the net `mind` in the seats of `mask` and the rival in the others."""
    while not is_over(desk.state):
        seat = to_act(desk.state)
        count = list_candidates(desk, seat)
        action = oppose_by_net(desk, seat, count, mind) if mask >> seat & 1 else oppose(desk, seat, count, rival)
        apply_action(desk.state, desk.rules, seat, action)


def play_match(desks, first, masks, worth, mind, rival):
    """Play the sessions of `worth` (sessions, tables, deals, seats, heads) from deal number `first` on, and fill it as `settle` does.

    `masks[table]` has a bit for each seat in which the net sits.  `mind`: see `mind_of`.
    """
    desk = desks[0]
    for session in range(worth.shape[0]):
        for table in range(worth.shape[1]):
            desk.number = first + session * desk.session
            for number in range(worth.shape[2]):
                begin_deal(desk)
                play_out(desk, masks[table], mind, rival)
                settle(desk)
                end_deal(desk)
                for seat in range(worth.shape[3]):
                    for head in range(worth.shape[4]):
                        worth[session, table, number, seat, head] = desk.final[seat, head]


@cache
def matcher(game: Game, by_net: bool = False) -> Callable[..., None]:
    """Return `play_match` compiled for a game.  `by_net`: whether the rival is a net, and not the rule of thumb."""
    owner = f"{game.room}_meeting"
    names = bound(game, by_net)
    return specialise(play_match, owner, **names, play_out=specialise(play_out, owner, **names))


class Strength(NamedTuple):
    """What a seat of the net got itself against its rival: the share of wins and points a deal, with 95 % intervals."""

    wins: Estimate
    points: Estimate
    fair: float  # the wins of equals
    deals: int
    decisions: int


def strength(
    game: Game,
    ruleset: Any,
    players: int,
    net: NetFile,
    deals: int,
    seed: int = 1,
    session: int = 1,
    alone: bool = False,
    rival: NetFile | None = None,
    pack: str = "",
) -> Strength:
    """Let a net meet a rival over duplicate deals: another net, or the rule of thumb.

    `deals`: a multiple of `session`, the number of deals that are chained.  `alone`: one net among rivals also where teams play.  `pack`: the mini
    pack that is dealt, "" for the whole one.  Needs the compiled rules.
    """
    desk = new_desk(game, ruleset, [players], seed | CARDS, session, pack)
    desk["scale"] = 1.0
    teams, sides = desk["teams"][0, 0, :players], int(desk["sides"][0, 0])
    by_team = sides == 2 and not alone
    masks = [
        sum(1 << seat for seat in range(players) if (teams[seat] if by_team else seat) == place)
        for place in range(sides if by_team else players)
    ]
    worth = np.zeros((deals // session, len(masks), session, players, HEADS), np.float32)
    matcher(game, rival is not None)(desk, 0, np.array(masks), worth, mind_of(game, net), mind_of(game, rival))
    ours = np.array([[mask >> seat & 1 for seat in range(players)] for mask in masks], bool)
    got = np.stack([worth[:, table][:, :, seats].mean(axis=(1, 2)) for table, seats in enumerate(ours)], axis=1).mean(axis=1)
    share = (got[:, 1].astype(float) + 1) / 2
    return Strength(share_of(share), mean_of(got[:, 0].astype(float)), 1 / sides, deals, int(desk["decisions"][0]))


def usual_points(game: Game, ruleset: Any, sizes: Sequence[int], width: int, deals: int = 400, pack: str = "") -> float:
    """Return the standard deviation of a seat's points in deals between rules of thumb, at least one part of a point."""
    kinds = zip(TYPES, weight_shapes(inputs_of(game).size, width), strict=True)
    idle = tuple(np.zeros(shape, kind) for kind, shape in kinds)
    mind = mind_with(game, idle, np.zeros(HEADS, np.int64), 0)
    found = []
    for players in sizes:
        desk = new_desk(game, ruleset, [players], CARDS, 1, pack)
        desk["scale"] = 1.0
        worth = np.zeros((deals, 1, 1, players, HEADS), np.float32)
        matcher(game)(desk, 0, np.zeros(1, np.int64), worth, mind, ())
        found.append(float(worth[..., 0].std()))
    return max(float(np.mean(found)), 1 / game.unit)
