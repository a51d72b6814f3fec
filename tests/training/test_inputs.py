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
from qipai.games import GAMES

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
