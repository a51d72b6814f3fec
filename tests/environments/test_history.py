"""The history says what all were told of each action, and nothing that somebody may not know."""

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.chance import draw_below
from qipai.engine.errors import QipaiError
from qipai.engine.game import seeded
from qipai.environments.course import Course
from qipai.environments.features import features_of
from qipai.games import GAMES
from qipai.session.deal import Answer, Deal, Terms
from tests.environments.rooms import ROOMS

LENGTH = 6


def played(name, seed, **terms):
    """A course, before each decision of a deal at random; the next action is in its last place."""
    course = Course(name, history=LENGTH, **terms)
    course.begin(seed)
    chance = seeded(seed)
    while not course.is_over():
        seat = course.to_act()
        legal = course.legal(seat)
        action = legal[draw_below(chance, len(legal))]
        yield course, seat, action
        course.apply(seat, action)


def test_where_all_is_open_the_rows_are_the_actions():
    taken = []
    for course, seat, action in played("gan_deng_yan", 3, players=3):
        rows = course.observation(seat)["history"]
        names = course.history.names
        assert rows.shape == (LENGTH, len(names))
        assert not rows[: max(LENGTH - len(taken), 0)].any()
        for row, (who, what, cards) in zip(rows[::-1], taken[::-1], strict=False):
            assert [names[entry] for entry in np.flatnonzero(row[:6])] == [f"chair {(who - seat) % 3}"]
            assert row[names.index("known")] == 1
            assert row[names.index("cards")] == pytest.approx(cards / 54)
            assert np.array_equal(row[8:], features_of(course.game, course.rules, np.array([what], np.int64))[0])
        held = records.opened(course.state).hands[seat].cards
        count = int(held) - int(_after(course, seat, action).hands[seat].cards)
        taken.append((seat, action, max(count, 0)))
    assert len(taken) > LENGTH


def _after(course, seat, action):
    """The state after an action; the next draw may come with it, so only plays in a trick are counted."""
    state = records.copy(course.state)
    before = records.opened(course.state).trick
    course.game.apply_action(state, course.rules, seat, action)
    opened = records.opened(state)
    return opened if opened.trick == before else records.opened(course.state)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_hidden_action_is_a_row_without_it(game):
    """Beside a table: of what only its seat is told there, the row has the chair and how many cards all saw, and in a window nothing."""
    closed = held_back = 0
    seats = game.most_seats
    for seed in range(3):
        table, facts, who, waits, rows = None, [], -1, False, None
        for course, seat, action in played(game, seed):
            now = course.history.write(0)
            if waits:
                assert np.array_equal(now, rows)
                held_back += 1
            elif len(facts) == 1 and facts[0].public.get("seat") == who and "action" in facts[0].seen_by(who):
                known = "action" in facts[0].public
                assert [entry for entry in range(course.players) if now[-1][entry]] == [who]
                assert now[-1][seats] == known
                assert known or not now[-1][seats + 2 :].any()
                closed += not known
            table = table or Deal(Terms(game, course.ruleset, course.rules, course.players), course.setup, course.order)
            waits, who, rows = table.window and table.asked() != [seat] and seat in table.asked(), seat, now
            facts = table.play(seat, Answer(action, None))
    assert bool(closed) == (game.room in ("giog", "dou_dizhu", "luk_fu", "gou_ji"))
    assert bool(held_back) == (game.room == "gou_ji")


@pytest.mark.parametrize("game", ROOMS.values(), ids=lambda game: game.name)
def test_who_sits_elsewhere_sees_the_same_rows_turned(game):
    """And what a seat did in secret is not even in its own rows: they are what everybody knows."""
    for course, _, _ in played(game, 6):
        seats, players = game.most_seats, course.players
        first = course.history.write(0)
        for observer in range(1, players):
            rows = course.history.write(observer)
            assert np.array_equal(rows[:, seats:], first[:, seats:])
            assert np.array_equal(np.roll(rows[:, :players], observer, axis=1), first[:, :players])


@pytest.mark.parametrize("game", ROOMS.values(), ids=lambda game: game.name)
def test_the_rows_are_in_their_space_and_a_copy_has_them(game):
    import copy

    pytest.importorskip("pettingzoo")
    from qipai.environments.pettingzoo import observation_space

    for course, seat, _ in played(game, 7):
        seen = course.observation(seat)
        if len(course.decisions) == 3:
            break
    assert observation_space(course).contains(seen)
    assert np.array_equal(copy.deepcopy(course).observation(seat)["history"], seen["history"])


def test_a_history_has_a_length():
    with pytest.raises(QipaiError, match="The number of actions in a history"):
        Course("giog", history=0)
