"""What nets see: within bounds, nothing changed by looking, the same in both modes, and named."""

from dataclasses import replace

import numpy as np
import pytest

from qipai.bots.nets.choosing import inputs_of
from qipai.bots.nets.derived import in_steps
from qipai.engine import records
from qipai.engine.chance import draw_below, seeded
from qipai.engine.compiling import NATIVE
from qipai.engine.inputs import ALL_LEGAL, BY_RULE
from qipai.engine.seats import NOBODY
from qipai.games import GAMES
from qipai.games.giog.inputs import ALL, PIECE
from qipai.games.giog.state import TAKING
from qipai.games.gou_ji.state import FOLLOWING, LEADING

FROM_FIELDS = [replace(GAMES[name], inputs=None) for name in ("giog", "luk_fu")]  # as of a room that does not say what matters


def looks(game, players, seed):
    """Play a deal at random; yield each decision's observation, its list of candidates, and the records to write into."""
    rules = game.rules()
    state, actions, observation, listed = (
        game.start(rules, game.setup(rules, players), seed),
        game.new_actions(),
        game.new_observation(),
        game.new_actions(),
    )
    random = seeded(seed)
    while not game.is_over(state):
        seat = game.to_act(state)
        count = game.legal_actions(state, rules, seat, actions)
        game.observe(state, rules, seat, observation)
        yield rules, observation, listed, actions
        game.apply_action(state, rules, seat, int(records.opened(actions).list[draw_below(random, count)]))


def kind_at(place):
    """The kind of the piece at a place among all pieces of the Giog family."""
    return max(kind for kind in range(1, len(PIECE)) if PIECE[kind] <= place)


def element(record):
    return record[0] if NATIVE else record


@pytest.mark.skipif(NATIVE, reason="compiles every game; the nets that play compile theirs")
@pytest.mark.parametrize("game", [*GAMES.values(), *FROM_FIELDS], ids=lambda game: game.name)
def test_inputs_are_within_bounds_and_looking_changes_nothing(game):
    inputs = inputs_of(game)
    parts = records.new(game.vectors.action.dtype)
    seen = set()
    for rules, observation, listed, actions in looks(game, game.seats[0], 3):
        rows = np.zeros(inputs.most, np.uint16)
        before = records.to_bytes(observation)
        shared = inputs.write_state(observation, rules, rows)
        thought = inputs.consider(observation, rules)
        count = inputs.candidates(observation, rules, listed)
        if count == BY_RULE:
            continue
        chosen = actions if count == ALL_LEGAL else listed
        legal = set(actions.list[: actions.count])
        for number in range(chosen.count):
            action = chosen.list[number]
            assert action in legal
            end = inputs.write_action(observation, rules, thought, action, parts, rows, shared)
            assert 0 < shared < end <= inputs.most
            assert rows[:end].max() < inputs.size
            seen.add(tuple(rows[:end]))
        assert records.to_bytes(observation) == before
    assert len(seen) > 10, "the inputs tell nothing apart"


@pytest.mark.parametrize("game", [*GAMES.values(), *FROM_FIELDS], ids=lambda game: game.name)
def test_groups_lie_side_by_side_and_say_what_they_are(game):
    groups = inputs_of(game).groups
    assert [group.begin for group in groups] == [sum(other.size for other in groups[:number]) for number in range(len(groups))]
    assert all(group.size > 0 and group.says for group in groups)
    assert len({group.name for group in groups}) == len(groups)
    assert {type(number) for group in groups for number in (group.begin, group.size)} == {int}, "the digest is another compiled"


def test_the_digest_stands_for_the_names_and_sizes():
    inputs = inputs_of(GAMES["gan_deng_yan"])
    first = inputs.groups[0]
    assert inputs._replace(groups=(first._replace(says="other words"), *inputs.groups[1:])).digest == inputs.digest
    assert inputs._replace(groups=(first._replace(name="another"), *inputs.groups[1:])).digest != inputs.digest
    assert inputs._replace(version=2).digest != inputs.digest


def test_large_counts_come_in_steps_that_never_fall_and_end_at_the_last():
    steps = [in_steps(number, 36) for number in range(1, 37)]
    assert steps[:8] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert steps == sorted(steps)
    assert steps[-1] <= 16
    assert [in_steps(number, 12) for number in (1, 12)] == [1, 12]


def switched(game, observation, name, rows):
    """The inputs of a group that are on, counted from its first."""
    group = next(group for group in inputs_of(game).groups if group.name == name)
    return [int(row) - group.begin for row in rows if 0 <= int(row) - group.begin < group.size]


def test_a_net_of_gou_ji_sees_what_each_chair_has_laid():
    """Counted here from the cards that left each hand, after the tribute."""
    game, seen = GAMES["gou_ji"], 0
    rules = game.rules()
    state, actions, observation = game.start(rules, game.setup(rules, 6), 5), game.new_actions(), game.new_observation()
    random, look, opened = seeded(4), records.opened(observation), records.opened(state)
    laid = np.zeros((6, 16), int)
    while not game.is_over(state):
        seat = game.to_act(state)
        count = game.legal_actions(state, rules, seat, actions)
        game.observe(state, rules, seat, observation)
        playing = look.public.phase in (LEADING, FOLLOWING)
        if playing and seen % 7 == 0:
            rows = np.zeros(inputs_of(game).most, np.uint16)
            on = inputs_of(game).write_state(look, records.opened(rules), rows)
            expected = {
                ((chair - 1) * 15 + kind - 1) * 5 + min(5, laid[(seat + chair) % 6, kind]) - 1
                for chair in range(1, 6)
                for kind in range(1, 16)
                if laid[(seat + chair) % 6, kind]
            }
            assert set(switched(game, look, "played", rows[:on])) == expected
        seen += playing
        before, begun = np.array([opened.hands[other] for other in range(6)], int), opened.public.trick > 0
        game.apply_action(state, rules, seat, int(records.opened(actions).list[draw_below(random, count)]))
        if begun:
            laid += before - np.array([opened.hands[other] for other in range(6)], int)
    assert seen > 100


@pytest.mark.parametrize(("name", "players"), [("giog", 2), ("giog", 3), ("zhihu", 4)])
def test_a_net_of_giog_sees_the_known_pieces_that_an_end_brings(name, players):
    """§3.4: taken from every end, the stacks go where the rules give them."""
    game, told = GAMES[name], 0
    inputs, rules = inputs_of(game), game.rules()
    for seed in range(6):
        state, actions, observation = (
            game.start(rules, game.setup(rules, players), seed),
            game.new_actions(),
            game.new_observation(),
        )
        random, opened, look = seeded(seed), records.opened(state), records.opened(observation)
        while opened.public.phase != TAKING:
            seat = game.to_act(state)
            count = game.legal_actions(state, rules, seat, actions)
            game.apply_action(state, rules, seat, int(records.opened(actions).list[draw_below(random, count)]))
        seat = game.to_act(state)
        count = game.legal_actions(state, rules, seat, actions)
        game.observe(state, rules, seat, observation)
        assert inputs.candidates(look, records.opened(rules), records.opened(game.new_actions())) == ALL_LEGAL
        ends = set()
        for action in list(records.opened(actions).list[:count]):
            rows = np.zeros(inputs.most, np.uint16)
            end = inputs.write_action(
                look, records.opened(rules), inputs.consider(look, records.opened(rules)), int(action), None, rows, 0
            )
            after = records.copy(state)
            game.apply_action(after, rules, seat, int(action))
            taker = records.opened(after).public.taker
            known = [[], [], [], []]
            for place, piece in enumerate(look.public.face):
                if piece and taker[place // 2 + 1] != NOBODY:
                    known[(taker[place // 2 + 1] - seat) % players].append(int(piece))
            assert sorted(map(kind_at, switched(game, look, "lays", rows[:end]))) == sorted(known[0])
            others = [(place // ALL + 1, kind_at(place % ALL)) for place in switched(game, look, "known", rows[:end])]
            assert sorted(others) == sorted((chair, piece) for chair in range(1, players) for piece in known[chair])
            ends.add(tuple(rows[:end]))
        told += len(ends) > 1
    assert told > 3
