"""One seat among bots."""

import copy
import pickle

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.games import GAMES

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium

from qipai.environments.gymnasium import ANY_SEAT, SeatEnv, VectorSeatEnv


def play(table: SeatEnv, seed: int) -> list[float]:
    rewards = []
    observation, _ = table.reset(seed=seed)
    table.action_space.seed(seed)
    while True:
        action = table.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, _ = table.step(int(action))
        rewards.append(reward)
        assert not truncated
        if terminated:
            return rewards


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_registered_and_plays(name: str) -> None:
    table = gymnasium.make(f"qipai/{name}-v0", opponents="random", disable_env_checker=True).unwrapped
    rewards = play(table, 3)
    assert rewards == play(table, 3)  # the bots are seeded too
    assert set(rewards[:-1]) <= {0.0}
    assert rewards[-1] == table.course.rewards()[table.seat]


@pytest.mark.parametrize("level", ["noisy", "rule"])
def test_bots_of_a_level_play_against_it(level: str) -> None:
    assert play(SeatEnv("gan_deng_yan", players=3, opponents=["random", level], seat=2), 1)


def test_any_seat_is_another_one_each_deal() -> None:
    table = SeatEnv("gan_deng_yan", players=4, seat=ANY_SEAT, opponents="random")
    table.reset(seed=1)
    assert {table.reset()[1]["seat"] for _ in range(40)} == {0, 1, 2, 3}


def test_one_is_asked_when_one_owes_a_decision() -> None:
    table = SeatEnv("giog", players=3, seat=1, opponents="random")
    observation, info = table.reset(seed=5)
    assert info == {"seat": 1, "cut": 0}
    assert table.course.to_act() == 1
    assert observation["action_mask"].sum() == len(table.legal_actions()) == len(table.action_texts())


def test_an_action_that_is_none_is_refused_or_ends_the_deal() -> None:
    table = SeatEnv("giog", opponents="random")
    table.reset(seed=1)
    with pytest.raises(QipaiError, match="Action 6000 is not legal"):
        table.step(6000)
    strict = SeatEnv("giog", opponents="random", illegal="end", illegal_reward=-3.0)
    strict.reset(seed=1)
    for action in (6000, -1, 2.5, "first", None):
        strict.reset(seed=1)
        assert strict.step(action)[1:4] == (-3.0, True, False)
    with pytest.raises(QipaiError, match="Action 'first' is not legal for seat 0"):
        table.step("first")
    with pytest.raises(QipaiError, match="A seed is a whole number from 0 to"):
        table.course.begin("seven")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"opponents": "grandmaster"}, "no bot of level 'grandmaster'; there are random, noisy, rule"),
        ({"opponents": ["rule", "rule"]}, "There are 3 opponents, and 2 levels of bots were named"),
        ({"seat": 4}, "is a whole number from -1 to 3, not 4"),
        ({"seat": "first"}, "is a whole number from -1 to 3, not 'first'"),
        ({"players": "3"}, "The number of players is a whole number, not '3'"),
        ({"players": 2.5}, "The number of players is a whole number, not 2.5"),
        ({"illegal": "ignore"}, "can raise or end, not 'ignore'"),
        ({"render_mode": "depth_array"}, "no render mode 'depth_array'"),
        ({"opponents": 3}, "Bots are told by a name such as 'rule', or by a list of names, not by 3"),
        ({"opponents": None}, "Bots are told by a name such as 'rule', or by a list of names, not by None"),
        ({"opponents": ["rule", None, "rule"]}, "Bots are told by a name such as 'rule', or by a list of names, not by None"),
        ({"illegal_reward": "x"}, "`illegal_reward` is a finite number, not 'x'"),
        ({"illegal_reward": float("inf")}, "`illegal_reward` is a finite number, not inf"),
    ],
)
def test_what_there_is_not_is_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(QipaiError, match=sentence):
        SeatEnv("giog", **arguments)


def test_nothing_is_played_before_a_deal_and_after_it() -> None:
    table = SeatEnv("gan_deng_yan", players=2, opponents="random", illegal="end")
    with pytest.raises(QipaiError, match="No deal is being played"):
        table.step(0)
    table.reset(seed=1)
    assert table.step(10**6)[2]
    with pytest.raises(QipaiError, match="No deal is being played"):
        table.step(0)
    table.reset(seed=1)
    while not table.step(0)[2]:
        pass
    with pytest.raises(QipaiError, match="No deal is being played"):
        table.step(0)


@pytest.mark.native
def test_many_are_not_played_before_a_deal() -> None:
    table = VectorSeatEnv("gan_deng_yan", 2, players=2, opponents="random")
    with pytest.raises(QipaiError, match="No deal is being played"):
        table.step(np.zeros(2, np.int64))
    table.reset()
    table.step(np.zeros(2, np.int64))


def test_masks_are_told_as_learners_ask_for_them() -> None:
    """MaskablePPO of sb3-contrib looks for a method of that name, and wants truth values as many as there are actions."""
    table = gymnasium.make("qipai/gan_deng_yan-v0", opponents="random", longest=64)
    observation, _ = table.reset(seed=1)
    masks = table.get_wrapper_attr("action_masks")()
    assert (masks.dtype, masks.shape) == (np.dtype(bool), (table.action_space.n,))
    assert masks.tolist() == observation["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": 3}, "A game is told by its name or is one of `qipai.games.GAMES`, not 3"),
        ({"players": "3"}, "The number of players is a whole number, not '3'"),
        ({"players": 2.5}, "The number of players is a whole number, not 2.5"),
        ({"players": 0}, "giog is for 2 to 4 players, not 0"),
        ({"seat": 4}, "is a whole number from -1 to 3, not 4"),
    ],
)
def test_many_seats_that_there_are_not_are_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(QipaiError, match=sentence):
        VectorSeatEnv(**{"game": "giog", "num_envs": 2, **arguments})


@pytest.mark.native
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"num_envs": "x"}, "The number of deals is a whole number from 1 on, not 'x'"),
        ({"opponents": 3}, "An opponent is a name, a function or None, not 3"),
        ({"opponents": ["rule"]}, "Opponents are one for each of 3 chairs, with None for the learner's, not 2"),
    ],
)
def test_many_opponents_that_there_are_not_are_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(QipaiError, match=sentence):
        VectorSeatEnv(**{"game": "gan_deng_yan", "num_envs": 2, "players": 3, **arguments})


@pytest.mark.native
def test_masks_of_many_are_told_as_learners_ask_for_them() -> None:
    table = gymnasium.make_vec("qipai/gan_deng_yan-v0", num_envs=5, vectorization_mode="vector_entry_point", longest=64)
    observation, _ = table.reset(seed=1)
    for _ in range(20):
        masks = table.unwrapped.action_masks()
        assert (masks.dtype, masks.shape) == (np.dtype(bool), (5, table.single_action_space.n))
        assert np.array_equal(masks, observation["action_mask"] > 0)
        assert masks.any(axis=1).all()
        observation, *_ = table.step(masks.sum(axis=1) - 1)


def test_it_is_shown_without_a_warning() -> None:
    """Warnings are errors here."""
    table = gymnasium.make("qipai/gan_deng_yan-v0", opponents="random", render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == table.unwrapped.course.show()
    assert gymnasium.spec("qipai/giog-v0").make(render_mode="human").render_mode == "human"


def test_what_is_cut_is_told() -> None:
    table = SeatEnv("gan_deng_yan", players=2, opponents="random", longest=2)
    full = 0
    for seed in range(5):
        observation, info = table.reset(seed=seed)
        count = len(table.course.game.legal(table.course.state, table.course.rules, 0))
        assert observation["action_mask"].shape == (2,)
        assert info["cut"] == max(0, count - 2)
        full += count <= 2
    assert full < 5


@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["copy", "pickle"])
@pytest.mark.parametrize(
    "level", ["random", "noisy", "rule", *(pytest.param(name, marks=pytest.mark.slow) for name in ("pimc:20", "ismcts:20"))]
)
def test_a_copy_goes_on_as_the_environment_does(again: object, level: str) -> None:
    """The cards, the bots and what they draw at random."""
    table = SeatEnv("gan_deng_yan", players=3, opponents=level, seat=ANY_SEAT)
    table.reset(seed=5)
    for _ in range(3):
        table.step(0) if not table.course.is_over() else table.reset()
    other = again(table)

    def goes_on(table: SeatEnv) -> list[object]:
        told: list[object] = []
        for _ in range(25):
            if table.course.is_over():
                told.append(table.reset()[1])
            told.append((table.action_texts(), table.step(table.course.count(table.seat) - 1)[1]))
        return told

    assert goes_on(table) == goes_on(other)


AGAIN = pytest.mark.parametrize(
    "again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["copy", "pickle"]
)


@AGAIN
@pytest.mark.parametrize("began", [False, True])
def test_without_a_seed_copies_have_chance_of_their_own(again: object, began: bool) -> None:
    table = SeatEnv("gan_deng_yan", players=3, opponents="random", seat=ANY_SEAT)
    if began:
        table.reset()
    tables = [table, *(again(table) for _ in range(3))]
    assert len({records.to_bytes(one.course.state) for one in tables}) == 1
    assert len({int(one.np_random.integers(1 << 60)) for one in tables}) == 4
    for one in tables:
        one.reset()
    assert len({records.to_bytes(one.course.order) for one in tables}) == 4


@pytest.mark.native
@AGAIN
@pytest.mark.parametrize("seed", [None, 7])
def test_copies_of_many_have_chance_of_their_own_without_a_seed(again: object, seed: int | None) -> None:
    table = VectorSeatEnv("gan_deng_yan", 4, players=2, opponents="random")
    table.reset(seed=seed)
    tables = [table, *(again(table) for _ in range(3))]
    different = 4 if seed is None else 1
    assert len({str(one.batch.states.tolist()) for one in tables}) == 1
    for one in tables:
        ended = np.zeros(4, np.bool_)
        while not ended.all():
            ended |= one.step(np.zeros(4, np.int64))[2]
    assert len({str(one.batch.states.tolist()) for one in tables}) == different
    assert len({int(one.np_random.integers(1 << 60)) for one in tables}) == different
    assert len({one.reset()[0]["observation"].tobytes() for one in tables}) == different


def test_gymnasium_makes_vectors_of_it() -> None:
    tables = gymnasium.make_vec(
        "qipai/gan_deng_yan-v0", num_envs=3, vectorization_mode="sync", longest=2000, vector_kwargs={}, opponents="random"
    )
    observations, _ = tables.reset(seed=[1, 2, 3])
    actions = np.array([np.flatnonzero(mask)[-1] for mask in observations["action_mask"]])
    assert tables.step(actions)[0]["observation"].shape == (3, tables.envs[0].unwrapped.course.layouts.observation.entries)
    tables.close()


@pytest.mark.native
def test_many_deals_at_once_go_on_within_a_step_and_say_what_was_seen_at_the_end() -> None:
    """As Gymnasium's SAME_STEP has it; each line is that of an environment of its own."""
    table = gymnasium.make_vec(
        "qipai/gan_deng_yan-v0", num_envs=6, vectorization_mode="vector_entry_point", players=3, seat=1, candidates=8
    )
    assert table.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    observation, _ = table.reset(seed=4)
    again = table.unwrapped.batch.copy()
    ends = 0
    for _ in range(30):
        assert table.observation_space.contains(observation)
        actions = observation["action_mask"].sum(axis=1) - 1
        before, (observation, rewards, terminated, truncated, infos) = observation, table.step(actions)
        again.step(actions)
        assert not truncated.any()
        assert np.array_equal(rewards, again.rewards[:, 1])
        assert (rewards[~terminated] == 0).all()
        if terminated.any():
            ends += 1
            seen = infos["final_obs"]["observation"]
            assert np.array_equal(infos["_final_obs"], terminated)
            assert np.array_equal(seen.any(axis=1), terminated)
            over = table.unwrapped.batch.layout.part(seen, "over")
            assert np.array_equal(over > 0, terminated)
            assert not np.array_equal(seen[terminated], observation["observation"][terminated])
        assert not np.array_equal(before["observation"], observation["observation"])
    assert ends
    with pytest.raises(QipaiError, match="Deals by the thousand are not rendered"):
        gymnasium.make_vec("qipai/giog-v0", num_envs=2, vectorization_mode="vector_entry_point", render_mode="ansi")
