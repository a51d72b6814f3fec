"""Actions as rows: a row says its action, batches and environments write the same rows, and none says what a seat may not know."""

from collections.abc import Iterator

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, seeded
from qipai.environments.course import Course
from qipai.environments.encoding import SCALED, WHOLE
from qipai.environments.vector import Batch
from qipai.games import GAMES

from .rooms import SAMPLE, sampled

native = pytest.mark.native
EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
ROWS = 24


def situations(course: Course, seed: int, many: int) -> Iterator[int]:
    """Play at random, and yield the seat to act before every fifth decision, so many times."""
    chance = np.random.default_rng(seed)
    course.begin(seed)
    for decision in range(many * 5):
        if course.is_over():
            return
        seat = course.to_act()
        if decision % 5 == 0:
            yield seat
        legal = course.legal(seat)
        course.apply(seat, legal[int(chance.integers(len(legal)))])


@EVERY
def test_a_row_read_by_its_names_is_the_action(game: Game) -> None:
    course = Course(game, candidates=ROWS)
    layout, seen = course.layouts.action, 0
    for seat in situations(course, 3, 12):
        observation = course.observation(seat)
        rows, legal = observation["candidates"], course.legal(seat)
        assert rows.shape == (ROWS, layout.entries)
        assert observation["action_mask"].tolist() == [1] * len(legal) + [0] * (ROWS - len(legal))
        assert not rows[len(legal) :].any()
        assert [layout.facts(layout.decode(row))["action"] for row in rows[: len(legal)]] == [[action] for action in legal]
        assert course.action(seat, len(legal) - 1) == legal[-1]
        seen += len(legal)
    assert seen > 12


@EVERY
@pytest.mark.parametrize("compact", [False, True], ids=["complete", "compact"])
def test_rows_are_the_same_whatever_is_hidden(game: Game, compact: bool) -> None:
    """A world drawn from what the seat knows has other hidden cards, and the same observation, mask and rows."""
    course, differs = Course(game, candidates=ROWS, compact=compact), 0
    for seat in situations(course, 5, 4):
        seen, true = course.observation(seat), course.state
        world = game.new_state()
        game.sample_world(records.copy(course.look(seat)), course.rules, seeded(1), world)
        everything = course.privileged()
        course.state = world
        again = course.observation(seat)
        differs += not np.array_equal(everything, course.privileged())
        assert all(np.array_equal(seen[part], again[part]) for part in seen)
        course.state = true
    assert differs


def test_candidates_are_the_longest_list() -> None:
    assert Course("gan_deng_yan", candidates=8).longest == 8
    with pytest.raises(QipaiError, match="give `candidates` or `longest`, not both"):
        Course("gan_deng_yan", candidates=8, longest=9)
    with pytest.raises(QipaiError, match="The number of candidates is a whole number from 1 on, not 0"):
        Course("gan_deng_yan", candidates=0)


@native
@pytest.mark.parametrize("game", sampled)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_writes_what_single_deals_write(game: Game, threads: int) -> None:
    batch, courses = Batch(game, 3, seed=5, candidates=3, threads=threads), [Course(game, candidates=3) for _ in range(3)]
    for place, course in enumerate(courses):
        order = course.game.shuffled(course.rules, course.setup, 5, place)
        course.game.deal(course.state, course.rules, course.setup, order)
    chance, cuts = np.random.default_rng(2), 0
    for _ in range(30):
        for place, course in enumerate(courses):
            seen = course.observation(course.to_act())
            assert np.array_equal(batch.obs[place], seen["observation"])
            assert np.array_equal(batch.features[place], seen["candidates"])
            assert np.array_equal(batch.mask[place], seen["action_mask"])
        cuts += int((batch.left_out > 0).sum())
        chosen = chance.integers(batch.mask.sum(axis=1))
        for course, number in zip(courses, chosen, strict=True):
            course.apply(course.to_act(), course.action(course.to_act(), number))
        if any(course.is_over() for course in courses):
            break
        batch.step(chosen)
    assert cuts or game.name != SAMPLE


@native
def test_what_a_network_reads_is_shared_and_not_copied() -> None:
    batch = Batch("gan_deng_yan", 4, seed=1, candidates=8, dtype="uint8")
    assert batch.obs.dtype == batch.features.dtype == WHOLE
    shared = np.from_dlpack(batch.features)
    before = shared.copy()
    batch.step(np.zeros(4, np.int64))
    assert np.shares_memory(shared, batch.features)
    assert not np.array_equal(shared, before)
    scaled = batch.write_features(
        batch.legal[0, : batch.counts[0]], np.empty((batch.counts[0], batch.features.shape[2]), SCALED)
    )
    assert np.array_equal(np.rint(scaled * batch.layouts.action.most), batch.features[0, : batch.counts[0]])


@native
def test_a_batch_without_candidates_says_how_to_have_them() -> None:
    batch = Batch("gan_deng_yan", 2)
    with pytest.raises(QipaiError, match="make it with `candidates=64`"):
        _ = batch.features
    with pytest.raises(QipaiError, match="is of float32 or uint8, not of float64"):
        Batch("gan_deng_yan", 2, dtype=np.float64)
