"""The compact observation says what the complete one says, in fewer entries, but for the history that it leaves out."""

import numpy as np
import pytest

from qipai.engine.forms import Form, Number
from qipai.engine.game import Game
from qipai.environments.compact import Index, left_out
from qipai.environments.course import Course
from qipai.environments.encoding import WHOLE, Block
from qipai.environments.layouts import layouts
from qipai.environments.vector import Batch
from qipai.games import GAMES

from .rooms import ROOMS, sampled
from .test_candidates import situations

ROOM = pytest.mark.parametrize("game", ROOMS.values(), ids=list(ROOMS))


def small(form: Form, entries: np.ndarray) -> list[int]:
    """What the compact vector has for a number whose entries in the complete one are these."""
    if isinstance(form, Number):
        found, begin = list[int](), 0
        for part in form.parts:
            each = len(part.form.of.names) if isinstance(part.form, Index) else len(part.form.names)
            found += small(part.form, entries[begin : begin + each])
            begin += each
        return found
    if isinstance(form, Index):
        return [int(entries.argmax()) + form.of.first - form.least if entries.any() else 0]
    return entries.tolist()


def expected(block: Block, complete: Block, entries: np.ndarray, now: int) -> list[int]:
    numbers = entries.reshape(*complete.offsets.shape, complete.each)
    if any(axis.present for axis in block.axes):
        numbers = numbers[now : now + 1]
    return [entry for one in numbers.reshape(-1, complete.each) for entry in small(block.form, one)]


@ROOM
def test_the_compact_vector_says_what_the_complete_one_says(game: Game) -> None:
    course, compared = Course(game), 0
    complete, compact = layouts(game).observation, layouts(game).compact
    assert game.vectors
    assert set(complete.blocks) - set(compact.blocks) == set(left_out(game.vectors.observation))
    for seat in situations(course, 3, 12):
        record = course.look(seat)
        long = complete.encode(record, np.empty(complete.entries, WHOLE))
        short = compact.encode(record, np.empty(compact.entries, WHOLE))
        assert (short <= compact.most).all()
        for name, block in compact.blocks.items():
            other = complete.blocks[name]
            now = min(int(complete.part(long, "public.round_number")), len(other.axes[0].names) - 1) if block.shift[1] else 0
            assert short[block.begin : block.end].tolist() == expected(block, other, long[other.begin : other.end], now), name
            compared += 1
    assert compared > 60
    assert 2 * compact.entries < complete.entries or game.room == "dou_dizhu"


@ROOM
def test_nothing_of_the_present_is_left_out(game: Game) -> None:
    """Hands, questions and what there is to beat stay."""
    assert game.vectors
    past = {"last", "passed_on", "thrown", "own.down"}
    assert all(
        path in past or path.startswith(("public.thrown.", "public.witnesses.", "public.advice"))
        for path in left_out(game.vectors.observation)
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_environments_give_it(game: Game) -> None:
    course = Course(game, compact=True, candidates=8)
    seat = course.to_act()
    seen = course.observation(seat)["observation"]
    assert seen.tobytes() == layouts(game).compact.encode(course.look(seat)).tobytes()


@pytest.mark.native
@pytest.mark.parametrize("game", sampled)
def test_a_batch_gives_it(game: Game) -> None:
    batch, chance = Batch(game, 3, seed=4, compact=True, dtype=WHOLE), np.random.default_rng(1)
    layout = layouts(game).compact
    for _ in range(20):
        for place, seat in enumerate(batch.seats):
            record = game.new_observation()
            game.observe(batch.states[place : place + 1].copy(), batch.rules, seat, record)
            assert batch.obs[place].tolist() == layout.encode(record, np.empty(layout.entries, WHOLE)).tolist()
        batch.step(chance.integers(batch.counts))
