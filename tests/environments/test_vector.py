"""Batches play the same deals as one environment after another."""

import copy
import os
import pickle
import subprocess
import sys
from typing import Any

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
from tests.test_architecture import ROOT

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


FORKED = """
import os, signal
import numpy as np
from qipai.environments.vector import Batch

batch = Batch("gan_deng_yan", 4, players=2, seed=1, threads=2)
first = np.zeros(4, np.int64)
batch.step(first)
child = os.fork()
if not child:
    signal.alarm(60)  # ends a child that hangs
batch.step(first)
batch.reset(3)
batch.copy().step(first)
if not child:
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@native
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_batch_has_threads_of_its_own() -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.stdout == "0\n", ran.stderr


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
    assert batch.write_mask(mask) is mask
    assert mask.sum(axis=1).tolist() == batch.counts.tolist()
    actions = batch.legal[0, : batch.counts[0]]
    written = batch.write_features(actions, np.empty((len(actions), batch.layouts.action.entries), SCALED))
    assert np.array_equal(written, features_of(batch.game, batch.rules, actions, SCALED))


@native
def test_the_padding_of_a_list_has_no_features() -> None:
    batch = Batch("gan_deng_yan", 4, seed=1)
    padded = batch.list_legal(np.empty((4, 20), np.int64))
    lines = batch.write_features(padded, np.full((4, 20, batch.layouts.action.entries), 7, WHOLE))
    for place, actions in enumerate(padded):
        listed = actions[actions >= 0]
        assert np.array_equal(lines[place, : len(listed)], features_of(batch.game, batch.rules, listed, WHOLE))
        assert not lines[place, len(listed) :].any()
    assert (padded == -1).any()
    padded[2, 3] = 1 << 40
    with pytest.raises(QipaiError, match="The number 1099511627776 in place 43 is neither an action of gan_deng_yan nor -1"):
        batch.write_features(padded, lines)


@native
@pytest.mark.parametrize("game", sampled)
def test_wrong_arrays_are_refused_and_nothing_is_written_beside_right_ones(game: Game) -> None:
    """In a process of its own: what is written out of bounds would end this one."""
    environment = {**os.environ, "QIPAI_RULES": "native", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.environments.abuse", game.name, "1", "100"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-4000:]
    refused, accepted = (int(word) for word in ran.stdout.split() if word.isdecimal())
    assert refused > 800
    assert accepted > 100


class Tensor:
    """Numbers of another library, of which NumPy can make an array."""

    def __init__(self, numbers: list[int] | list[float]) -> None:
        self.numbers = numbers

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.numbers, dtype)


@native
def test_numbers_of_another_library_are_taken() -> None:
    batch, same = (Batch("gan_deng_yan", 4, players=2, seed=1) for _ in range(2))
    batch.step(Tensor([0, 1, 0, 1]))
    same.step([0, 1, 0, 1])
    assert (batch.places == same.places).all()
    with pytest.raises(TypeError, match=r"^Chosen numbers are whole numbers, not a"):
        batch.step(Tensor([0.0] * 4))


@native
@pytest.mark.parametrize("threads", [1, 2])
def test_a_masked_choice_is_refused(threads: int) -> None:
    """What it masks would be taken as if it were not."""
    batch = Batch("gan_deng_yan", 4, players=2, seed=1, threads=threads)
    before = batch.places.tobytes()
    for masked in (True, False):
        with pytest.raises(TypeError, match=r"^Chosen numbers are whole numbers, not a masked array"):
            batch.step(np.ma.masked_array(np.zeros(4, np.int64), masked))
    assert batch.places.tobytes() == before


@native
def test_what_is_read_and_what_is_written_may_lie_in_one_array() -> None:
    batch = Batch(SAMPLE, DEALS, seed=3)
    buffer = np.zeros(DEALS + 1, np.int64)
    expected = batch.nth_legal(np.zeros(DEALS, np.int64), np.empty(DEALS, np.int64))
    assert np.array_equal(batch.nth_legal(buffer[:-1], buffer[1:]), expected)
    with pytest.raises(TypeError, match="Chances are"):
        batch.wander(1, np.ma.masked_array(np.concatenate([seeded(1, place) for place in range(DEALS)])))


@native
def test_a_view_with_gaps_is_filled_and_its_gaps_are_not() -> None:
    batch = Batch("gan_deng_yan", 4, seed=1)
    whole = np.full((4, 3, batch.entries), 7, WHOLE)
    assert np.array_equal(batch.observe(whole[:, 1]), batch.observe(np.empty((4, batch.entries), WHOLE)))
    assert (whole[:, [0, 2]] == 7).all()


@native
@pytest.mark.parametrize("again", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))], ids=["copy", "pickle"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_goes_on_as_the_batch_does(again: object, threads: int) -> None:
    batch = Batch("gan_deng_yan", 5, players=3, seed=7, kept=3, threads=threads, decks=2)
    chance = np.random.default_rng(1)
    for _ in range(30):
        batch.step(choose(batch, chance))
    other = again(batch)
    assert other.places.tobytes() == batch.places.tobytes()
    for _ in range(200):  # over the ends of deals, so that the next ones are dealt alike too
        assert np.array_equal(batch.legal, other.legal)
        chosen = choose(batch, chance)
        batch.step(chosen)
        before = other.places.tobytes()
        assert before != batch.places.tobytes()
        other.step(chosen)
        assert other.places.tobytes() == batch.places.tobytes()


@native
def test_lists_that_are_cut_are_those_of_single_deals() -> None:
    """The same lists, the same numbers, the same count of what is left out."""
    batch, course = Batch("gan_deng_yan", 1, seed=5, kept=2, longest=6), Course("gan_deng_yan", longest=6)
    course.game.deal(course.state, course.rules, course.setup, course.game.shuffled(course.rules, course.setup, 5, 0))
    cuts, chance = 0, np.random.default_rng(3)
    lists, mask = np.empty((1, 9), np.int64), np.empty((1, 6), np.bool_)
    while not course.is_over():
        seat = course.to_act()
        legal = course.legal(seat)
        cuts += course.left_out > 0
        assert (batch.counts[0], batch.left_out[0], batch.cuts[0]) == (len(legal), course.left_out, cuts)
        assert batch.list_legal(lists)[0].tolist() == legal + [-1] * (9 - len(legal))
        assert batch.write_mask(mask)[0].tolist() == course.observation(seat)["action_mask"].astype(bool).tolist()
        number = int(chance.integers(len(legal)))
        course.apply(seat, legal[number])
        batch.step([number])
    assert cuts > 3
    batch.reset(5)
    assert batch.cuts[0] == (batch.left_out[0] > 0)


@native
def test_a_batch_that_is_not_to_cut_refuses_a_long_list() -> None:
    batch = Batch("gan_deng_yan", 8, players=2, seed=5, longest=12, overflow="refuse")

    def play_on() -> None:
        for _ in range(1000):
            batch.step(np.zeros(8, np.int64))

    with pytest.raises(QipaiError, match=r"deal \d has \d+ legal actions, and this batch was made for 12 at most"):
        play_on()


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
    with pytest.raises(QipaiError, match="Chosen numbers are one for each of 4 deals, not 3"):
        batch.step(chosen[:3])
    assert batch.places.tobytes() == before
    with pytest.raises(QipaiError, match="The number of deals is a whole number from 1 on, not 0"):
        Batch("gan_deng_yan", 0)
    with pytest.raises(TypeError, match="Chosen numbers are whole numbers, not an array of float64 with the shape"):
        batch.step(np.zeros(4))
    with pytest.raises(
        TypeError, match=r"to a writable array of float32 or uint8 with the shape \(4, \d+\), not to an array of float64"
    ):
        batch.observe(np.zeros((4, batch.entries)))
    with pytest.raises(QipaiError, match="A seed is a whole number from 0"):
        Batch("gan_deng_yan", 1, seed=2**64)


@pytest.mark.skipif(NATIVE, reason="of plain mode")
def test_plain_mode_has_no_batches() -> None:
    with pytest.raises(QipaiError, match="needs the compiled rules, and QIPAI_RULES is plain"):
        Batch("gan_deng_yan", 1)
