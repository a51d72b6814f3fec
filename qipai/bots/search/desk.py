"""What searching takes: records made once a bot, and the compiled pieces that both methods share.

The names below are the functions of a game and of its rule of thumb; each game gets one compiled copy that the cache keeps.
"""
# ruff: noqa: F821

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from qipai.bots.heuristic import choosers
from qipai.engine import records, shuffling
from qipai.engine.compiling import NATIVE, inlined, specialise
from qipai.engine.game import Game
from qipai.engine.records import Record

from .shortlists import shortlists

apply_action: Callable[..., Any]
below: Callable[..., Any]
choose: Callable[..., Any]
is_over: Callable[..., Any]
legal_actions: Callable[..., Any]
observe: Callable[..., Any]
play_kind: Callable[..., Any]
returns: Callable[..., Any]
seed_random: Callable[..., Any]
shortlist: Callable[..., Any]
to_act: Callable[..., Any]

MOST = 64  # candidates that are weighed against each other


@cache
def desk_type(game: Game, rules: np.dtype) -> np.dtype:
    """The record of what one decision needs besides the worlds."""
    return np.dtype(
        [
            ("rules", rules),
            ("seen", game.OBSERVATION),  # by whoever is to act in a rollout
            ("legal", game.ACTIONS),
            ("listed", game.ACTIONS),  # a room's shortlist
            ("result", game.RESULT),
            ("chance", shuffling.RANDOM),  # draws the worlds
            ("luck", shuffling.RANDOM),  # whatever else is drawn while one is played out
            ("fate", np.int64),  # what that luck is in the world in hand
            ("seat", np.int64),  # whose decision it is
            ("players", np.int64),
            ("sides", np.int64, 8),  # of the seats: who shares points
            ("count", np.int64),  # of candidates
            ("actions", np.int64, MOST),  # the candidates; the rule of thumb's choice is the first
            ("gains", np.int64, MOST),  # what each brought more than the first, over all worlds
            ("squares", np.int64, MOST),
        ],
        align=True,
    )


if NATIVE:

    @inlined
    def twin(record):
        """What is assigned to a place in an array is copied."""
        return record

else:

    def twin(record):
        return records.copy(record)


def note_candidates(desks, observation, legal, seed):
    """List the candidates of a decision: the rule of thumb's choice, passing, and a room's shortlist or all other actions."""
    desk = desks[0]
    seed_random(desk.chance, seed, 1)
    seed_random(desk.luck, seed, 2)
    seen, moves = observation[0], legal[0]
    first = int(choose(seen, desk.rules, moves, desk.luck))
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


def play_out(desk, state):
    """Let the rules of thumb play a deal to its end; its result lies on the desk then."""
    while not is_over(state):
        seat = to_act(state)
        legal_actions(state, desk.rules, seat, desk.legal)
        observe(state, desk.rules, seat, desk.seen)
        apply_action(state, desk.rules, seat, int(choose(desk.seen, desk.rules, desk.legal, desk.luck)))
    returns(state, desk.rules, desk.result)


def points_for(desk, seat):
    """What a finished deal brought a seat's side."""
    points = 0
    for other in range(desk.players):
        if desk.sides[other] == desk.sides[seat]:
            points += desk.result.points[other]
    return points


@cache
def bound(game: Game, function: Callable[..., Any], pieces: tuple[Callable[..., Any], ...] = ()) -> Any:
    """A loop over a game's rules, with the pieces it is made of; each needs those before it."""
    names: dict[str, Any] = {
        **game.compiled._asdict(),
        "choose": choosers()[game.room],
        "shortlist": shortlists()[game.room],
        "below": shuffling.below,
        "next_word": shuffling.next_word,
        "seed_random": shuffling.seed_random,
        "twin": twin,
    }
    for piece in (play_out, points_for, *pieces):
        names[piece.__name__] = specialise(piece, game.room, **names)
    return specialise(function, game.room, **names)


class Desk:
    """The records of one bot, as its compiled loops and as Python read them."""

    def __init__(self, game: Game, ruleset: Any) -> None:
        self.game, self.ruleset = game, ruleset
        rules = game.rules(ruleset)
        self.record = records.new(desk_type(game, rules.dtype))
        self.opened = records.opened(self.record)
        if NATIVE:
            self.record["rules"] = rules
        else:
            self.opened.rules = rules
        self.record_in = self.record if NATIVE else [self.record]
        self.worlds: Any = np.zeros(2, game.STATE) if NATIVE else [game.new_state(), game.new_state()]
        self._list = bound(game, note_candidates)

    def take(self, observation: Record, legal: Record, seed: int) -> None:
        """Begin with a decision: whose it is, who shares points, and which actions are worth a thought."""
        desk, seen = self.opened, records.opened(observation)
        desk.seat = int(seen.seat)
        desk.players = players_in(self.game, seen)
        desk.sides[: desk.players] = self.game.teams(self.ruleset, int(desk.players))
        self._list(self.record_in, at_door(observation), at_door(legal), seed)


def players_in(game: Game, seen: Any) -> int:
    """How many play, as an observation tells it; a game of one size does not."""
    for part in (seen, getattr(seen, "table", seen)):
        if hasattr(part, "players"):
            return int(part.players)
    return game.seats[-1]


def at_door(record: Record) -> Any:
    """A record as the loops take it: something whose first element it is."""
    return record if NATIVE else [record]
