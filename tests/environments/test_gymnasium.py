"""One seat among bots."""

import numpy as np
import pytest

from qipai.engine.errors import QipaiError
from qipai.games import GAMES

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium

from qipai.environments.gymnasium import ANY_SEAT, SeatEnv


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
    assert info == {"seat": 1}
    assert table.course.to_act() == 1
    assert observation["action_mask"].sum() == len(table.legal_actions()) == len(table.action_texts())


def test_an_action_that_is_none_is_refused_or_ends_the_deal() -> None:
    table = SeatEnv("giog", opponents="random")
    table.reset(seed=1)
    with pytest.raises(QipaiError, match="Action 6000 is not legal"):
        table.step(6000)
    strict = SeatEnv("giog", opponents="random", illegal="end", illegal_reward=-3.0)
    strict.reset(seed=1)
    assert strict.step(6000)[1:4] == (-3.0, True, False)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"opponents": "grandmaster"}, "no bot of level 'grandmaster'; there are random, noisy, rule"),
        ({"opponents": ["rule", "rule"]}, "There are 1 opponents, and 2 levels of bots were named"),
        ({"seat": 2}, "no seat 2 among 2; they are numbered from 0"),
        ({"illegal": "ignore"}, "can raise or end, not 'ignore'"),
        ({"render_mode": "rgb_array"}, "no render mode 'rgb_array'"),
    ],
)
def test_what_there_is_not_is_refused(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(QipaiError, match=sentence):
        SeatEnv("giog", **arguments)


def test_gymnasium_makes_vectors_of_it() -> None:
    tables = gymnasium.make_vec(
        "qipai/gan_deng_yan-v0", num_envs=3, vectorization_mode="sync", longest=2000, vector_kwargs={}, opponents="random"
    )
    observations, _ = tables.reset(seed=[1, 2, 3])
    actions = np.array([np.flatnonzero(mask)[-1] for mask in observations["action_mask"]])
    assert tables.step(actions)[0]["observation"].shape == (3, tables.envs[0].unwrapped.course.layouts.observation.entries)
    tables.close()
