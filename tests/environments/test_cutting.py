"""Long lists made short: every kind keeps a share, what stays keeps its order, and nothing but the list matters."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.environments.course import Course
from qipai.environments.cutting import CUT, KINDS, LONGEST, lister
from qipai.games import GAMES
from tests.games.gan_deng_yan.situations import Position

from .rooms import sampled
from .test_course import play_out

# Pairs in sequence and jokers make the longest lists: a hand with both, to lead with and to follow with.
POSITION = "decks=2 hands=3-3-4-4-5-5-6-6-7-7-8-8-9-9-10-10-J-J-B-B-R-R/5-5 to_act=0"


def shares(found: dict[int, int], longest: int) -> dict[int, int]:
    """How many of each kind stay, given out one by one to all that have more."""
    kept = dict.fromkeys(found, 0)
    while sum(kept.values()) < min(longest, sum(found.values())):
        for kind in sorted(found):
            if kept[kind] < found[kind] and sum(kept.values()) < longest:
                kept[kind] += 1
    return kept


def cut(game: Game, state: Any, rules: Any, longest: int) -> list[int]:
    actions = game.new_actions()
    left_out = lister(game)(state, rules, 0, actions, records.new(CUT), longest)
    opened = records.opened(actions)
    stays = [int(action) for action in opened.list[: int(opened.count)]]
    assert left_out == len(game.legal(state, rules, 0)) - len(stays)
    return stays


@pytest.mark.parametrize("longest", [1, 2, 3, 5, 8, 13, 64, 200, 511, pytest.param(5000, marks=pytest.mark.slow)])
def test_every_kind_keeps_its_share(longest: int) -> None:
    game = GAMES["gan_deng_yan"]
    position = Position(POSITION)
    state, rules = position.state, position.rules
    legal = game.legal(state, rules, 0)
    stays = cut(game, state, rules, longest)
    assert len(stays) == min(longest, len(legal))
    assert stays == [action for action in legal if action in set(stays)]  # in their order, none twice
    kinds = Counter(game.play_kind(action) for action in legal)
    kept = Counter(game.play_kind(action) for action in stays)
    even = shares(kinds, longest)
    assert all(
        abs(kept[kind] - even[kind]) <= 1 for kind in kinds
    )  # what is left over after whole shares goes to the first kinds
    for kind in kinds:
        listed = [action for action in legal if game.play_kind(action) == kind]
        chosen = [action for action in stays if game.play_kind(action) == kind]
        if len(chosen) > 1:
            places = np.diff([listed.index(action) for action in chosen])
            assert places.max() - places.min() <= 1  # evenly spread
            assert (chosen[0], chosen[-1]) == (listed[0], listed[-1])


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_there_is_room_for_all_kinds(game: Game) -> None:
    assert len(game.kinds) <= KINDS


@pytest.mark.parametrize("game", sampled)
def test_a_deal_can_be_played_with_short_lists(game: Game) -> None:
    """Passing stays possible, and whatever has a number is legal."""
    course = Course(game, longest=2)
    for seed in range(3):
        course.begin(seed)
        while not course.is_over():
            seat = course.to_act()
            full, legal = game.legal(course.state, course.rules, seat), course.legal(seat)
            assert len(legal) == min(2, len(full))
            assert course.left_out == len(full) - len(legal)
            assert set(legal) <= set(full)
            passes = [action for action in full if game.kinds[game.play_kind(action)] == "pass"]
            assert set(passes) <= set(legal)
            course.apply(seat, legal[-1])


def test_what_is_told_of_a_cut() -> None:
    course = Course("gan_deng_yan", longest=3)
    course.begin(1)
    seat = course.to_act()
    left_out = len(course.game.legal(course.state, course.rules, seat)) - 3
    assert course.observation(seat)["action_mask"].tolist() == [1, 1, 1]
    assert course.told() == {"cut": left_out}
    assert left_out > 0
    course.observation((seat + 1) % 2)
    assert course.told() == {"cut": 0}
    play_out(course)


def test_how_long_lists_are_unless_asked_for() -> None:
    assert Course("gou_ji").longest == LONGEST
    assert Course("gou_ji", longest=GAMES["gou_ji"].max_actions).longest == GAMES["gou_ji"].max_actions
    for wrong in (0, -1, "many", 2.5):
        with pytest.raises(QipaiError, match="The longest list is a whole number from 1 on"):
            Course("giog", longest=wrong)
    with pytest.raises(QipaiError, match="no overflow 'drop'; there are cut, refuse"):
        Course("giog", overflow="drop")
