"""Turns and all at once: the same decisions give the same results."""

import copy
import pickle
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.games import GAMES

pytest.importorskip("pettingzoo")

from qipai.environments.pettingzoo import env, parallel_env, raw_env


def play_together(table: Any, seed: int) -> tuple[list[tuple[int, int]], dict[str, float]]:
    """A deal at random in the parallel form: who decided what, in any order, and the rewards."""
    chance = random.Random(seed)
    observations, _ = table.reset(seed=seed)
    told, rewards = [], {}
    while table.agents:
        chosen = {}
        for agent, seen in observations.items():
            count = int(seen["action_mask"].sum())
            if count:
                chosen[agent] = chance.randrange(count)
        told += [(table.seats[agent], number) for agent, number in chosen.items()]
        observations, rewards, _, _, _ = table.step(chosen)
    return told, rewards


def play_in_turn(table: Any, seed: int, told: list[tuple[int, int]]) -> dict[str, float]:
    """The same decisions of each seat in the sequential form."""
    table.reset(seed=seed)
    rewards: dict[str, float] = {}
    queues: dict[int, list[int]] = {seat: [] for seat in range(len(table.possible_agents))}
    for seat, number in told:
        queues[seat].append(number)
    for agent in table.agent_iter():
        _, reward, terminated, _, _ = table.last()
        if terminated:
            rewards[agent] = reward
            table.step(None)
        else:
            table.step(queues[table.seats[agent]].pop(0))
    assert not any(queues.values())
    return rewards


def test_nothing_is_played_before_a_deal_and_after_it() -> None:
    """An action that is thrown away would go unseen; and a deal that an illegal action has ended is over."""
    turns = raw_env("gan_deng_yan", players=2, illegal="end")
    for name in ("agent_selection", "rewards", "infos"):
        with pytest.raises(AttributeError, match=f"There is no `{name}` yet: No deal is being played"):
            getattr(turns, name)
    with pytest.raises(AttributeError, match="`reset` begins one"):
        turns.step(0)
    turns.reset(seed=1)
    turns.step(10**6)
    for _ in range(2):
        turns.step(None)
    with pytest.raises(QipaiError, match="No deal is being played"):
        turns.step(None)
    together = parallel_env("gan_deng_yan", players=2, illegal="end")
    with pytest.raises(QipaiError, match="No deal is being played"):
        together.step(dict.fromkeys(together.possible_agents, 0))
    together.reset(seed=1)
    together.step({})
    with pytest.raises(QipaiError, match="No deal is being played"):
        together.step(dict.fromkeys(together.possible_agents, 0))


@pytest.mark.parametrize("name", [name for name in GAMES if name != "gou_ji"])
def test_both_forms_give_the_same_results(name: str) -> None:
    for seed in range(3):
        told, together = play_together(parallel_env(name), seed)
        assert play_in_turn(raw_env(name), seed, told) == together


def test_both_forms_give_the_same_results_without_words_out_of_turn() -> None:
    options = {"table_talk": "false"}
    told, together = play_together(parallel_env("gou_ji", **options), 1)
    assert play_in_turn(raw_env("gou_ji", **options), 1, told) == together


def test_games_of_pettingzoos_own_come_with_the_extra() -> None:
    pytest.importorskip("pygame", reason="pygame-ce is not installed (extra envs)")
    from pettingzoo.classic import connect_four_v3

    theirs = connect_four_v3.env()
    theirs.reset(seed=7)
    assert theirs.last()[0]["action_mask"].all()


def test_several_seats_are_asked_at_once() -> None:
    """§6.1 of Giog: all answer a lead together."""
    table = parallel_env("giog", players=4)
    observations, _ = table.reset(seed=2)
    most = 0
    while table.agents:
        asked = {agent: 0 for agent, seen in observations.items() if seen["action_mask"].any()}
        most = max(most, len(asked))
        observations, *_ = table.step(asked)
    assert most == 3


def test_what_is_chosen_first_is_not_seen_by_those_who_are_asked_with_it() -> None:
    table = raw_env("giog", players=3)
    table.reset(seed=2)
    while len(table.course.pending()) < 2:
        table.step(0)
    first = table.course.to_act()
    seen = []
    for number in (0, len(table.course.legal(first)) - 1):
        table.reset(seed=2)
        while len(table.course.pending()) < 2:
            table.step(0)
        table.step(number)
        assert table.course.to_act() not in (first, -1)
        seen.append(table.observe(table.agent_selection)["observation"])
    assert np.array_equal(*seen)


def test_a_seat_that_is_not_asked_need_not_send_anything() -> None:
    table = parallel_env("gan_deng_yan", players=3)
    observations, _ = table.reset(seed=1)
    (asked,) = (agent for agent, seen in observations.items() if seen["action_mask"].any())
    others = dict.fromkeys(set(table.agents) - {asked}, 57)
    first, *_ = table.step({asked: 0, **others})
    table.reset(seed=1)
    second, *_ = table.step({asked: 0})
    assert all(np.array_equal(first[agent]["observation"], second[agent]["observation"]) for agent in first)
    table.reset(seed=1)
    with pytest.raises(QipaiError, match=f"{asked} owes a decision and sent none"):
        table.step(others)


def test_an_action_that_is_none_is_refused_in_a_sentence() -> None:
    table = env("gan_deng_yan")
    table.reset(seed=1)
    with pytest.raises(QipaiError, match=r"Action 5000 is not legal for seat \d: it has \d+, numbered from 0"):
        table.step(5000)


@pytest.mark.parametrize("agent", ["seat_99", "x", 0, None, ["seat_0"]])
def test_an_agent_that_is_none_is_refused_in_a_sentence(agent: Any) -> None:
    table, together = raw_env("giog", players=3), parallel_env("giog", players=3)
    table.reset(seed=1)
    together.reset(seed=1)
    ways = [table.observe, *(part for made in (table, together) for part in (made.legal_actions, made.action_texts))]
    ways += [part for made in (table, together) for part in (made.action_features, made.observation_space, made.action_space)]
    for way in ways:
        with pytest.raises(QipaiError, match=r"^There is no agent .*; there are seat_0, seat_1, seat_2\.$"):
            way(agent)


@pytest.mark.parametrize("illegal", ["raise", "end"])
def test_what_all_send_is_a_dictionary_of_agents(illegal: str) -> None:
    table = parallel_env("giog", players=3, illegal=illegal)
    table.reset(seed=1)
    before = records.to_bytes(table.course.state)
    for actions in (None, [0], "x", 0, ("seat_0", 0)):
        with pytest.raises(QipaiError, match=r"^Actions are a dictionary with the number of an action for each agent, not "):
            table.step(actions)
    with pytest.raises(QipaiError, match=r"^There is no agent 'seat_7'; there are seat_0, seat_1, seat_2\.$"):
        table.step({"seat_7": 0, "seat_0": 0})
    assert records.to_bytes(table.course.state) == before


@pytest.mark.parametrize("make", [raw_env, parallel_env])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": 3}, "A game is told by its name or is one of `qipai.games.GAMES`, not 3."),
        ({"illegal_reward": "x"}, "`illegal_reward` is a finite number, not 'x'."),
        ({"illegal_reward": float("nan")}, "`illegal_reward` is a finite number, not nan."),
        ({"players": "3"}, "The number of players is a whole number, not '3'."),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(make: Any, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(QipaiError) as caught:
        make(**{"game": "giog", **arguments})
    assert str(caught.value) == sentence


def test_what_ends_is_terminated_and_never_truncated() -> None:
    for illegal, number in (("raise", 0), ("end", 400)):
        table = env("gan_deng_yan", players=2, illegal=illegal)
        table.reset(seed=1)
        for agent in table.agent_iter():
            *_, terminated, truncated, _ = table.last()
            assert terminated == table.terminations[agent]
            assert not truncated
            table.step(None if terminated else number)


def test_where_sides_form_in_the_deal_nobody_has_a_team() -> None:
    """The peasants of Dou Dizhu together get what the landlord loses; a team of Gou Ji is paid its sum."""
    told, rewards = play_together(parallel_env("dou_dizhu", reward="team"), 4)
    assert play_together(parallel_env("dou_dizhu"), 4) == (told, rewards)
    assert any(rewards.values())
    assert sum(rewards.values()) == 0
    ones, teams = (play_together(parallel_env("gou_ji", reward=reward), 4)[1] for reward in ("seat", "team"))
    assert teams["seat_0"] == sum(ones[agent] for agent in ("seat_0", "seat_2", "seat_4")) == -teams["seat_1"]


def test_an_action_that_is_none_can_end_the_deal() -> None:
    """As PettingZoo's own wrapper for that does, for samples that are drawn without a mask."""
    table = env("gan_deng_yan", players=3, illegal="end", illegal_reward=-7.0)
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(400)
    assert table.terminations == dict.fromkeys(table.possible_agents, True)
    assert table.rewards == {other: -7.0 if other == agent else 0.0 for other in table.possible_agents}
    told = {}
    for other in table.agent_iter():
        _, told[other], terminated, _, _ = table.last()
        assert terminated
        table.step(None)
    assert told == {other: -7.0 if other == agent else 0.0 for other in table.possible_agents}


def test_all_that_send_none_are_punished() -> None:
    table = parallel_env("giog", players=3, illegal="end")
    observations, _ = table.reset(seed=2)
    while (asked := [agent for agent, seen in observations.items() if seen["action_mask"].any()])[1:] == []:
        observations, *_ = table.step(dict.fromkeys(asked, 0))
    wrong, right = asked
    _, rewards, terminations, truncations, infos = table.step({wrong: 500, right: 0})
    assert rewards == {agent: -1.0 if agent == wrong else 0.0 for agent in table.possible_agents}
    assert all(terminations.values())
    assert not any(truncations.values())
    assert table.agents == []
    assert infos == {agent: {"cut": 0} for agent in table.possible_agents}


def test_samples_without_masks_play_on() -> None:
    """What tools do that know no masks: PettingZoo's test of seeds for one."""
    from pettingzoo.test import parallel_seed_test

    parallel_seed_test(lambda: parallel_env("gan_deng_yan", illegal="end"))


@pytest.mark.parametrize("make", [raw_env, env, parallel_env])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["copy", "pickle"])
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_the_same_deal_on_its_own(name: str, again: object, make: object) -> None:
    table = make(name)
    table.reset(seed=4)
    other = again(table)
    before = records.to_bytes(other.unwrapped.course.state)
    assert before == records.to_bytes(table.unwrapped.course.state)
    asked = table.unwrapped.course.pending()
    step = {table.possible_agents[seat]: 0 for seat in asked} if make is parallel_env else 0
    table.step(step)
    assert records.to_bytes(other.unwrapped.course.state) == before
    other.step(step)
    assert records.to_bytes(other.unwrapped.course.state) == records.to_bytes(table.unwrapped.course.state)
    table.reset()
    other.reset()
    assert records.to_bytes(other.unwrapped.course.state) == records.to_bytes(table.unwrapped.course.state)


@pytest.mark.parametrize("make", [env, parallel_env])
@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))], ids=["copy", "pickle"])
def test_without_a_seed_copies_deal_other_cards(again: object, make: object) -> None:
    table = make("gan_deng_yan", players=3)
    table.reset()
    tables = [table, *(again(table) for _ in range(3))]
    for one in tables:
        one.reset()
    assert len({records.to_bytes(one.unwrapped.course.order) for one in tables}) == 4


def test_what_is_cut_is_told() -> None:
    table = env("gan_deng_yan", longest=2)
    table.reset(seed=1)
    *_, info = table.last()
    course = table.unwrapped.course
    assert info == {"cut": len(course.game.legal(course.state, course.rules, course.to_act())) - 2}
    together = parallel_env("gan_deng_yan", longest=2)
    _, infos = together.reset(seed=1)
    assert sum(told["cut"] for told in infos.values()) == info["cut"] > 0


def test_rendering_shows_the_whole_table(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env("gan_deng_yan", render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == table.course.show()
    shown = raw_env("gan_deng_yan", render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out.strip() == table.course.show().strip()
    with pytest.raises(QipaiError, match="no render mode 'depth_array'; there are human, ansi, rgb_array"):
        raw_env("gan_deng_yan", render_mode="depth_array")


def test_pictures_have_one_size_throughout_a_deal_and_change_with_it() -> None:
    table = raw_env("gan_deng_yan", render_mode="rgb_array")
    table.reset(seed=1)
    pictures = []
    while table.agents:
        pictures.append(table.render())
        agent = table.agent_selection
        done = table.terminations[agent]
        table.step(None if done else len(table.legal_actions(agent)) - 1)
    assert len(pictures) > 8
    assert {(picture.dtype, picture.shape) for picture in pictures} == {(pictures[0].dtype, pictures[0].shape)}
    assert pictures[0].shape[2] == 3
    assert all((one != other).any() for one, other in pairwise(pictures[:8]))


def test_actions_have_texts_and_features() -> None:
    table = raw_env("luk_fu")
    table.reset(seed=1)
    agent = table.agent_selection
    assert len(table.legal_actions(agent)) == len(table.action_texts(agent)) == len(table.action_features(agent))
    assert table.state().shape == (table.course.layouts.state.entries,)
