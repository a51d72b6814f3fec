"""Batches play the same deals as one environment after another."""

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, seeded
from qipai.engine.shuffling import RANDOM
from qipai.environments.course import Course
from qipai.environments.encoding import SCALED, WHOLE
from qipai.environments.features import features_of
from qipai.environments.vector import Batch

from .rooms import SAMPLE, sampled

DEALS = 3

native = pytest.mark.native


def choose(batch: Batch, chance: np.random.Generator) -> np.ndarray:
    return chance.integers(batch.counts)


@native
@pytest.mark.slow
@pytest.mark.parametrize("game", sampled)
def test_a_batch_plays_as_single_deals_do(game: Game) -> None:
    name = game.name
    batch, chance = Batch(name, DEALS, seed=5, kept=4), np.random.default_rng(2)
    courses = [Course(name) for _ in range(DEALS)]
    streams = list(range(DEALS))

    def deal(place: int) -> None:
        course = courses[place]
        order = course.game.shuffled(course.rules, course.setup, 5, streams[place])
        course.game.deal(course.state, course.rules, course.setup, order)
        streams[place] += DEALS

    for place in range(DEALS):
        deal(place)
    seen, actions = np.empty((DEALS, batch.entries), SCALED), np.empty(DEALS, np.int64)
    lists, listed = np.empty((DEALS, 6), np.int64), name == SAMPLE  # another loop to compile: one room is enough
    ended = 0
    for decision in range(10_000):
        if ended >= 2:
            break
        if decision % 9 == 0:
            batch.observe(seen)
        chosen = choose(batch, chance)
        if listed:
            batch.list_legal(lists)
            batch.nth_legal(chosen, actions)
        for place, course in enumerate(courses):
            seat = course.to_act()
            legal = list(course.legal(seat))
            assert (batch.seats[place], batch.counts[place]) == (seat, len(legal))
            if decision % 9 == 0:
                assert np.array_equal(seen[place], course.observation(seat)["observation"])
            if listed:
                assert lists[place].tolist() == (legal + [-1] * 6)[:6]
                assert actions[place] == legal[chosen[place]]
            assert batch.legal[place, : len(legal)].tolist() == legal[:4]
            course.apply(seat, legal[chosen[place]])
        batch.step(chosen)
        for place, course in enumerate(courses):
            assert batch.ended[place] == course.is_over()
            assert batch.rewards[place].tolist() == pytest.approx(course.rewards())
            if course.is_over():
                ended += 1
                deal(place)
            assert batch.states[place : place + 1].tobytes() == records.to_bytes(course.state)


@native
def test_threads_change_nothing() -> None:
    alone, shared = Batch("gan_deng_yan", 7, seed=3), Batch("gan_deng_yan", 7, seed=3, threads=3)
    chance = np.random.default_rng(4)
    for _ in range(40):
        chosen = choose(alone, chance)
        alone.step(chosen)
        shared.step(chosen)
    assert alone.places.tobytes() == shared.places.tobytes()
    whole = [batch.observe(np.empty((7, batch.entries), WHOLE)) for batch in (alone, shared)]
    assert np.array_equal(*whole)


@native
def test_wandering_is_stepping_at_random() -> None:
    one, other = Batch("gan_deng_yan", 5, seed=3, players=3), Batch("gan_deng_yan", 5, seed=3, players=3)
    chances = np.concatenate([seeded(9, place) for place in range(5)])
    again = chances.copy()
    assert chances.dtype == RANDOM
    halves = one.wander(150, chances) + one.wander(150, chances)
    assert np.array_equal(halves, other.wander(300, again))
    assert one.places.tobytes() == other.places.tobytes()
    assert halves.any()
    assert np.abs(halves.sum(axis=1)).max() == 0


@native
def test_masks_and_features_are_written_where_the_caller_wants() -> None:
    batch = Batch("gan_deng_yan", 4, seed=1)
    mask = np.ones((4, 50), np.int8)
    assert batch.mask(mask) is mask
    assert mask.sum(axis=1).tolist() == batch.counts.tolist()
    actions = batch.legal[0, : batch.counts[0]]
    written = batch.features(actions, np.empty((len(actions), batch.layouts.action.entries), SCALED))
    assert np.array_equal(written, features_of(batch.game, batch.rules, actions, SCALED))


@native
def test_the_privileged_view_is_that_of_the_states() -> None:
    batch = Batch("gan_deng_yan", 3, seed=1)
    layout = batch.layouts.state
    lines = batch.privileged(np.empty((3, layout.entries), SCALED))
    assert [line.tobytes() for line in lines] == [layout.encode(batch.states[i : i + 1].copy()).tobytes() for i in range(3)]


@native
def test_what_there_is_not_is_refused() -> None:
    batch = Batch("gan_deng_yan", 4, seed=1)
    chosen = np.zeros(4, np.int64)
    chosen[2] = batch.counts[2]
    before = batch.places.tobytes()
    with pytest.raises(
        QipaiError, match=rf"Action {chosen[2]} is not legal in deal 2: it has {batch.counts[2]}, numbered from 0"
    ):
        batch.step(chosen)
    with pytest.raises(QipaiError, match="There are 4 deals, and 3 actions were chosen"):
        batch.step(chosen[:3])
    assert batch.places.tobytes() == before
    with pytest.raises(QipaiError, match="at least one deal"):
        Batch("gan_deng_yan", 0)
    with pytest.raises(QipaiError, match="A seed is a whole number from 0"):
        Batch("gan_deng_yan", 1, seed=2**64)


@pytest.mark.skipif(NATIVE, reason="of plain mode")
def test_plain_mode_has_no_batches() -> None:
    with pytest.raises(QipaiError, match="needs the compiled rules, and QIPAI_RULES is plain"):
        Batch("gan_deng_yan", 1)
