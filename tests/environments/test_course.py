"""Actions by number, rewards, and the sentences of refusals."""

import copy
import gc
import os
import pickle
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError, RulesetError
from qipai.environments.course import Course, as_record
from qipai.environments.encoding import SCALED, WHOLE
from qipai.games import GAMES


def play_out(course: Course, seed: int = 1) -> None:
    chance = random.Random(seed)
    while not course.is_over():
        seat = course.to_act()
        course.apply(seat, chance.choice(course.legal(seat)))


def test_the_seed_deals_what_the_game_deals() -> None:
    course = Course("luk_fu")
    course.begin(12)
    game = course.game
    assert records.to_bytes(course.state) == records.to_bytes(game.start(course.rules, course.setup, 12))
    course.begin(None)
    second = records.to_bytes(course.state)
    course.begin(12)
    assert records.to_bytes(course.state) != second
    course.begin(None)
    assert records.to_bytes(course.state) == second


COPIES = [copy.copy, copy.deepcopy, lambda course: pickle.loads(pickle.dumps(course))]


def next_deal(course: Course) -> bytes:
    course.begin(None)
    return records.to_bytes(course.order)


@pytest.mark.parametrize("again", COPIES, ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("seed", [None, 7])
def test_copies_deal_alike_where_a_seed_was_given(seed: int | None, again: Callable[[Course], Course]) -> None:
    """Workers that are each sent a copy would otherwise all learn from the same deals."""
    course = Course("gan_deng_yan", players=3)
    if seed is not None:
        course.begin(seed)
    course.apply(course.to_act(), course.action(course.to_act(), 0))
    copies = [again(course) for _ in range(3)]
    assert {records.to_bytes(copied.state) for copied in copies} == {records.to_bytes(course.state)}
    assert len({next_deal(one) for one in (course, *copies, again(copies[0]))}) == (5 if seed is None else 1)
    assert len({next_deal(one) for one in (course, *copies)}) == (4 if seed is None else 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("seed", [None, 7])
def test_forked_processes_deal_alike_where_a_seed_was_given(seed: int | None) -> None:
    course, dealt = Course("gan_deng_yan", players=3), []
    if seed is not None:
        course.begin(seed)
    for _ in range(3):
        reads, writes = os.pipe()
        child = os.fork()
        if not child:
            os.write(writes, next_deal(course))
            os._exit(0)
        os.waitpid(child, 0)
        os.close(writes)
        with os.fdopen(reads, "rb") as told:
            dealt.append(told.read())
    assert len({*dealt, next_deal(course)}) == (4 if seed is None else 1)


def test_numbers_texts_and_features_agree_with_the_legal_list() -> None:
    course = Course("gan_deng_yan", players=4)
    course.begin(3)
    seat = course.to_act()
    legal = course.game.legal(course.state, course.rules, seat)
    assert [course.action(seat, number) for number in range(len(legal))] == legal
    assert [course.game.notation.parse_action(text, course.ruleset) for text in course.texts(seat)] == legal
    assert course.features(seat).shape == (len(legal), course.layouts.action.entries)
    assert course.observation(seat)["action_mask"].sum() == len(legal)
    assert course.observation((seat + 1) % 4)["action_mask"].sum() == 0


@pytest.mark.parametrize("number", [-1, 1000])
def test_a_number_that_is_no_action_is_refused(number: int) -> None:
    course = Course("giog", players=2)
    course.begin(1)
    seat = course.to_act()
    count = len(course.legal(seat))
    with pytest.raises(QipaiError, match=f"Action {number} is not legal for seat {seat}: it has {count}, numbered from 0"):
        course.action(seat, number)


@pytest.mark.parametrize("truth", [True, False, np.True_])
def test_a_truth_value_is_no_number(truth: object) -> None:
    """As an action `True` would be the second one of the list."""
    course = Course("gan_deng_yan", players=2)
    course.begin(7)
    seat = course.to_act()
    with pytest.raises(QipaiError, match=f"^Action {truth} is not legal for seat"):
        course.action(seat, truth)
    with pytest.raises(QipaiError, match=f"^A seat is a whole number from 0 to 1, not {truth}"):
        course.count(truth)  # type: ignore[arg-type]
    for name in ("longest", "candidates", "history", "players"):
        with pytest.raises(QipaiError, match=f"is a whole number.*not {truth}"):
            Course("gan_deng_yan", **{name: truth})  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["x", 1.5, -1, 1 << 70, True])
def test_a_refused_seed_changes_nothing(seed: object) -> None:
    course, other = Course("giog"), Course("giog")
    for each in (course, other):
        each.begin(7)
    with pytest.raises(QipaiError):
        course.begin(seed)  # type: ignore[arg-type]
    assert records.to_bytes(course.look(0)) == records.to_bytes(other.look(0))
    for each in (course, other):
        each.begin(None)
    assert records.to_bytes(course.order) == records.to_bytes(other.order)


@pytest.mark.parametrize("seat", [-1, 5, 1.0, np.zeros(2)])
def test_nobody_has_an_action(seat: object) -> None:
    """Neither before anything was listed nor when a move has just been made: -1 is who decides after the end."""
    course = Course("giog")
    for _ in range(2):
        with pytest.raises(QipaiError, match="seat"):
            course.action(seat, 0)  # type: ignore[arg-type]
        first = course.to_act()
        course.apply(first, course.action(first, 0))


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(QipaiError, match="no game 'go'"):
        Course("go")
    with pytest.raises(RulesetError, match="no variant 'mars'"):
        Course("giog", variant="mars")
    with pytest.raises(RulesetError, match="for 2 to 4 players, not 7"):
        Course("giog", players=7)
    with pytest.raises(QipaiError, match="no reward 'both'; there are seat, team"):
        Course("giog", reward="both")


def test_a_list_longer_than_the_action_space_is_refused() -> None:
    course = Course("gan_deng_yan", longest=2, overflow="refuse")
    course.begin(1)
    with pytest.raises(QipaiError, match=r"has \d+ legal actions, and this environment was made for 2 at most"):
        course.legal(course.to_act())


def test_rewards_are_points_of_the_rule_book_at_the_end() -> None:
    course = Course("giog", players=3)  # a shared win is a fraction: points are counted in parts
    course.begin(4)
    assert course.rewards() == [0.0, 0.0, 0.0]
    play_out(course)
    points = course.game.result(course.state, course.rules).points
    assert course.rewards() == [points[seat] / course.game.unit for seat in range(3)]


def test_partners_share_the_reward_of_their_team() -> None:
    """§1.1 of Gou Ji: seats 0, 2 and 4 are a team."""
    alone, together = (Course("gou_ji", reward=reward, table_talk="false") for reward in ("seat", "team"))
    for course in (alone, together):
        course.begin(2)
        play_out(course)
    own = alone.rewards()
    assert together.rewards() == [sum(own[seat % 2 :: 2]) for seat in range(6)]


def test_the_privileged_view_is_everything_and_apart() -> None:
    course = Course("gan_deng_yan")
    course.begin(5)
    layout = course.layouts.state
    whole = np.rint(course.privileged() * layout.most).astype(WHOLE)
    assert layout.facts(layout.decode(whole)) == layout.facts(course.state)
    assert not any(name.startswith(("talon", "hands")) and name != "talon_places" for name in course.layouts.observation.blocks)
    assert course.privileged().dtype == SCALED


@pytest.mark.parametrize("name", GAMES)
def test_bots_read_the_legal_list(name: str) -> None:
    course = Course(name)
    legal = course.legal(course.to_act())
    filled = records.opened(as_record(course.game, legal))
    assert int(filled.count) == len(legal)
    assert [int(action) for action in filled.list[: len(legal)]] == list(legal)


def test_threads_with_an_environment_each_play_as_one_after_the_other() -> None:
    def evening(name: str) -> list[bytes]:
        course, ends = Course(name), []
        for seed in range(3):
            course.begin(seed)
            play_out(course, seed)
            ends.append(records.to_bytes(course.state))
        return ends

    names = [*GAMES, *GAMES]
    alone = [evening(name) for name in names]
    with ThreadPoolExecutor(len(names)) as threads:
        assert list(threads.map(evening, names)) == alone


@pytest.mark.parametrize("name", ["gan_deng_yan", "giog"])
def test_memory_is_flat_over_many_deals_and_environments(name: str) -> None:
    """The whole count, 3,000 deals and 300 environments, is a run of this file with DEALS=3000."""
    deals = int(os.environ.get("DEALS", "60"))

    def held() -> int:
        gc.collect()
        return len(gc.get_objects())

    course = Course(name, players=3)
    for number in range(deals + 5):
        course.begin(number)
        play_out(course, number)
        if number == 5:
            before = held()
    for number in range(deals // 10):
        Course(name, players=3).begin(number)
    assert held() - before < 50
