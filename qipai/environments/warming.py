"""Compile a game ahead of time by using every part of it once; later processes load the code from the cache."""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from qipai.arena.matches import TIMED_DEALS, Hall
from qipai.arena.plans import Match
from qipai.arena.simulation import simulate
from qipai.arena.speed import random_play
from qipai.bots import BASIC, make_bot
from qipai.engine import records
from qipai.engine.announcing import announcer
from qipai.engine.game import Game, seeded
from qipai.engine.records import ObservationRecord, Record, RulesRecord, StateRecord
from qipai.engine.telling import Fact
from qipai.session.log import Entry
from qipai.session.session import Session

from .course import Course
from .encoding import SCALED, WHOLE
from .observing import observer
from .vector import Batch

SEARCHES = ("pimc:8", "ismcts:8")


class Warmed(NamedTuple):
    """A part of a game that has been compiled."""

    part: str
    compiling: float  # seconds spent compiling; 0 if everything was in the cache
    seconds: float  # seconds in all


def warm(game: Game, parts: tuple[str, ...] = ()) -> Iterator[Warmed]:
    """Compile the named parts of a game, or all `PARTS`, and yield each when it is done.

    It may be stopped at any time: functions that have been compiled stay in the cache.  Raises `KeyError` for an
    unknown part.
    """
    for part in parts or PARTS:
        begun, before = time.perf_counter(), announcer.spent
        PARTS[part](game)
        yield Warmed(part, announcer.spent - before, time.perf_counter() - begun)


def _rules(game: Game) -> None:
    """Call every rule function in a deal that is played out at random."""
    rules, state = game.rules(), game.new_state()
    actions: Record = game.new_actions()
    setup = game.setup(rules, game.seats[-1])
    game.deal(state, rules, setup, game.shuffled(rules, setup, seed=1))
    game.pending(state), game.may_act(state)
    seat, world = game.to_act(state), game.new_state()
    action = game.default_action(state, rules, seat)
    game.is_legal(state, rules, seat, action), game.play_kind(action)
    observation = _observed(game, state, rules, seat)
    game.sample_world(observation, rules, seeded(1), world)
    game.accepts(observation, rules, world)
    game.apply_action(records.copy(state), rules, seat, action)
    step, chance = game.stepper(state, rules, actions), np.random.default_rng(1)
    count = game.legal_actions(state, rules, seat, actions)
    while not game.is_over(state):
        seat, count = step(seat, int(actions["list"][0][chance.integers(count)]))
    result, following = records.new(game.RESULT), records.new(game.SETUP)
    game.returns(state, rules, result)
    game.next_setup(setup, result, rules, following)


def _bots(game: Game) -> None:
    """Let each bot that every game has take a decision."""
    for level in BASIC:
        _decide(game, level)


def _search(game: Game) -> None:
    for name in SEARCHES:
        _decide(game, name)


def _arena(game: Game) -> None:
    """Run a simulated deal, the tables of a tournament, and the loop that `qipai bench` measures."""
    players = game.seats[0]
    simulate(game, game.ruleset(), ["rule"] * players, deals=2)
    hall = Hall(game, game.ruleset(), players, {})
    match = Match(("rule",), (((0,) * players),))
    for first in (0, TIMED_DEALS):
        hall.session(0, match, 1, first, 2)
    random_play(game, game.ruleset(), players, 1)


def _session(game: Game) -> None:
    """Play a deal through a `Session`, with its views, explanations and windows."""
    seats = game.seats[-1]
    session, _ = Session.open(game, seats=seats, at=0, deals=1)

    def store(facts: list[Fact]) -> None:
        session.apply(Entry(session.seq + 1, 0, "table", "", tuple(facts)))

    store(session.sit(0, "1"))
    store(session.begin())
    bots = [make_bot(game, "rule", game.ruleset(), seat) for seat in range(seats)]
    while session.phase == "playing":
        asked = session.asked_seq
        for seat in session.waiting():
            if session.asked_seq != asked:
                break
            deal = session.view(seat).deal
            if deal is not None and deal.hand:
                session.explain(seat, [deal.hand[0].face])
            store(session.act(seat, session.advise(seat, bots[seat])))
        if session.window_open and session.asked_seq == asked:
            store(session.close_window(asked, 0))


def _environments(game: Game) -> None:
    course = Course(game)
    seat = course.to_act()
    course.observation(seat), course.features(seat), course.privileged()
    entries = course.layouts.observation.entries
    for kind in (SCALED, WHOLE):
        observer(game, course.rules, np.zeros(entries, kind))(course.state, seat)


def _batches(game: Game) -> None:
    batch = Batch(game, deals=2)
    first = np.zeros(2, np.int64)
    layouts, actions = batch.layouts, batch.nth_legal(first, np.zeros(2, np.int64))
    for kind in (SCALED, WHOLE):
        batch.observe(np.zeros((2, layouts.observation.entries), kind))
        batch.privileged(np.zeros((2, layouts.state.entries), kind))
        batch.write_features(actions, np.zeros((2, layouts.action.entries), kind))
        rows = Batch(game, deals=2, candidates=2, dtype=kind)
        assert rows.obs.shape[0] == rows.features.shape[0] == 2
        if game.chooser:
            among = Batch(game, deals=2, candidates=2, dtype=kind, opponents="rule")
            assert among.obs.shape == among.final_obs.shape
            assert among.features.shape[0] == 2
            among.step(first)
    batch.list_legal(np.zeros((2, 8), np.int64))
    batch.step(first)
    batch.wander(1, np.concatenate([seeded(2, i) for i in range(2)]))


PARTS: dict[str, Callable[[Game], None]] = {
    "rules": _rules,
    "bots": _bots,
    "search": _search,
    "simulations and tournaments": _arena,
    "sessions": _session,
    "environments": _environments,
    "batches": _batches,
}


def _observed(game: Game, state: StateRecord, rules: RulesRecord, seat: int) -> ObservationRecord:
    observation = game.new_observation()
    game.observe(state, rules, seat, observation)
    return observation


def _decide(game: Game, name: str) -> None:
    """Let a bot take the first decision that has a choice."""
    rules = game.rules()
    state = game.start(rules, game.setup(rules, game.seats[-1]), seed=1)
    actions: Record = game.new_actions()
    seat = game.to_act(state)
    while game.legal_actions(state, rules, seat, actions) == 1:
        game.apply_action(state, rules, seat, int(actions["list"][0][0]))
        seat = game.to_act(state)
    make_bot(game, name, game.ruleset(), seed=1).act(_observed(game, state, rules, seat), actions, None)
