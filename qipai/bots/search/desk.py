"""The workspace of a search (`Desk`), allocated once per bot, and the compiled functions that both methods share.

The adviser is the rule of thumb or a net: its choice is the first candidate, and it plays deals out, in all seats.

The names declared below without a value are functions of the game and of its rule of thumb; `bound` supplies them.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from qipai.engine import records, shuffling
from qipai.engine.compiling import NATIVE, compiled, inlined, specialise
from qipai.engine.game import Game
from qipai.engine.proving import prove
from qipai.engine.records import Record

from ..asking import check_asked, players_in
from ..nets.playing import NetBot
from ..nets.playing import bound as bound_net

advise: Callable[..., Any]
apply_action: Callable[..., Any]
below: Callable[..., Any]
choose: Callable[..., Any]
decide: Callable[..., Any]
is_over: Callable[..., Any]
legal_actions: Callable[..., Any]
observe: Callable[..., Any]
play_kind: Callable[..., Any]
returns: Callable[..., Any]
seed_random: Callable[..., Any]
shortlist: Callable[..., Any]
to_act: Callable[..., Any]

MOST = 64  # candidates per decision


@cache
def desk_type(game: Game, rules: np.dtype) -> np.dtype:
    """Return the dtype of the workspace of one decision, the sampled worlds excepted."""
    return np.dtype(
        [
            ("rules", rules),
            ("seen", game.OBSERVATION),  # observation of the seat to act in a rollout
            ("legal", game.ACTIONS),
            ("listed", game.ACTIONS),  # the game's shortlist
            ("result", game.RESULT),
            ("chance", shuffling.RANDOM),  # generator of the worlds
            ("luck", shuffling.RANDOM),  # generator for everything else that is random in a rollout
            ("fate", np.int64),  # seed of `luck` in the present world, the same for all candidates
            ("seat", np.int64),  # the seat that decides
            ("players", np.int64),
            ("sides", np.int64, 8),  # by seat: its team; a team shares its points
            ("count", np.int64),  # number of candidates
            ("actions", np.int64, MOST),  # the candidates; the rule of thumb's choice is the first
            ("gains", np.int64, MOST),  # points of each candidate above the first, summed over worlds
            ("squares", np.int64, MOST),  # sums of the squares of these differences
        ],
        align=True,
    )


if NATIVE:

    @inlined
    def twin(record):
        """Return the record itself: compiled code copies it when it is assigned to an element of an array."""
        return record

else:

    def twin(record):
        """Return a copy of a record, which an assignment in plain Python would not make."""
        return records.copy(record)


@compiled
def all_of_them(observation, actions, listed):
    """Return False, "no shortlist": every legal action is a candidate.  Used for games without a shortlist."""
    return False


def by_rule(desk, seen, legal, mind):
    """Return the rule of thumb's choice; `mind` is empty."""
    return int(choose(seen, desk.rules, legal, desk.luck))


def by_net(desk, seen, legal, mind):
    """Return a net's choice; `mind` is `NetBot.mind`."""
    weights, parts, rows, work, mix, heat = mind
    return decide(weights, seen, desk.rules, legal, desk.listed, parts[0], rows, work, mix, heat, desk.luck)


def note_candidates(desks, observation, legal, seed, mind):
    """Write the candidates of a decision to the desk: the adviser's choice first, then passing and the game's shortlist.

    Without a shortlist all legal actions are candidates.  If there are more than `MOST`, a uniform sample is kept
    (reservoir sampling).  Seeds the generators and clears the sums.
    """
    desk = desks[0]
    seed_random(desk.chance, seed, 1)
    seed_random(desk.luck, seed, 2)
    seen, moves = observation[0], legal[0]
    first = advise(desk, seen, moves, mind)
    desk.actions[0] = first
    desk.count = 1
    met = 0
    short = shortlist(seen, moves, desk.listed)
    for number in range(moves.count):
        action = int(moves.list[number])
        if action == first:
            continue
        wanted = not short or play_kind(action) == 0
        if short and not wanted:
            for other in range(desk.listed.count):
                if desk.listed.list[other] == action:
                    wanted = True
        if not wanted:
            continue
        met += 1
        if desk.count < MOST:
            desk.actions[desk.count] = action
            desk.count += 1
        else:  # every one beyond is as likely as any other to have a place
            place = 1 + below(desk.chance, met)
            if place < MOST:
                desk.actions[place] = action
    for place in range(desk.count):
        desk.gains[place] = 0
        desk.squares[place] = 0


def play_out(desk, state, mind):
    """Play a deal to its end, the adviser in all seats, and leave its result in `desk.result`."""
    while not is_over(state):
        seat = to_act(state)
        legal_actions(state, desk.rules, seat, desk.legal)
        observe(state, desk.rules, seat, desk.seen)
        apply_action(state, desk.rules, seat, advise(desk, desk.seen, desk.legal, mind))
    returns(state, desk.rules, desk.result)


def points_for(desk, seat):
    """Return the points of the seat's side in `desk.result`."""
    points = 0
    for other in range(desk.players):
        if desk.sides[other] == desk.sides[seat]:
            points += desk.result.points[other]
    return points


@cache
def bound(game: Game, function: Callable[..., Any], others: tuple[Callable[..., Any], ...], net: bool) -> Any:
    """Return a loop compiled for a game and for its adviser, which is a net or the rule of thumb: see `Desk.loop`."""
    prove(game)
    names: dict[str, Any] = {
        **vars(game.compiled),
        "choose": game.chooser,
        "shortlist": game.shortlist or all_of_them,
        "below": shuffling.below,
        "next_word": shuffling.next_word,
        "seed_random": shuffling.seed_random,
        "twin": twin,
    }
    if net:
        names["decide"] = bound_net(game)["decide"]
    names["advise"] = specialise(by_net if net else by_rule, game.room, **names)
    pieces: tuple[Callable[..., Any], ...] = (play_out, points_for, *others)
    for piece in pieces:
        names[piece.__name__] = specialise(piece, game.room, **names)
    return specialise(function, game.room, **names)


class Desk:
    """The workspace of one bot: its records, as compiled loops take them and as Python reads them (`opened`)."""

    def __init__(self, game: Game, ruleset: Any, net: NetBot | None = None) -> None:
        """Make the workspace.  `net`: the adviser, or None for the rule of thumb."""
        self.game, self.ruleset, self.net = game, ruleset, net
        self.mind: tuple[Any, ...] = ()  # what loops hand to the adviser
        rules = game.rules(ruleset)
        self.record = records.new(desk_type(game, rules.dtype))
        self.opened = records.opened(self.record)
        if NATIVE:
            self.record["rules"] = rules
        else:
            self.opened.rules = rules
        self.record_in = self.record if NATIVE else [self.record]
        self.worlds: Any = np.zeros(2, game.STATE) if NATIVE else [game.new_state(), game.new_state()]
        self._list = self.loop(note_candidates)

    def loop(self, function: Callable[..., Any], others: tuple[Callable[..., Any], ...] = ()) -> Any:
        """Return a loop compiled for the game and the adviser, with the `others` that it calls, each after those that it needs."""
        return bound(self.game, function, others, self.net is not None)

    def take(self, observation: Record, legal: Record, seed: int) -> None:
        """Begin a decision: note the seat, the sides and the candidates."""
        check_asked(self.game, observation, legal)
        desk, seen = self.opened, records.opened(observation)
        desk.seat = int(seen.seat)
        desk.players = players_in(self.game, seen)
        desk.sides[: desk.players] = self.game.teams(self.ruleset, int(desk.players))
        if self.net:
            weights, parts, *rest = self.net.mind(int(desk.players))
            self.mind = (weights, at_door(parts), *rest)
        self._list(self.record_in, at_door(observation), at_door(legal), seed, self.mind)


def at_door(record: Record) -> Any:
    """Return a record in the form that compiled loops take: something whose element 0 is the record."""
    return record if NATIVE else [record]
