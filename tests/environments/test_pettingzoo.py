"""Turns and all at once: the same decisions give the same results."""

import random
from typing import Any

import numpy as np
import pytest

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


@pytest.mark.parametrize("name", [name for name in GAMES if name != "gou_ji"])
def test_both_forms_give_the_same_results(name: str) -> None:
    for seed in range(3):
        told, together = play_together(parallel_env(name), seed)
        assert play_in_turn(raw_env(name), seed, told) == together


def test_both_forms_give_the_same_results_without_words_out_of_turn() -> None:
    options = {"table_talk": "false"}
    told, together = play_together(parallel_env("gou_ji", **options), 1)
    assert play_in_turn(raw_env("gou_ji", **options), 1, told) == together


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


def test_rendering_shows_the_whole_table(capsys: pytest.CaptureFixture[str]) -> None:
    table = raw_env("gan_deng_yan", render_mode="ansi")
    table.reset(seed=1)
    assert table.render() == table.course.show()
    shown = raw_env("gan_deng_yan", render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out.strip() == table.course.show().strip()
    with pytest.raises(QipaiError, match="no render mode 'rgb_array'; there are human, ansi"):
        raw_env("gan_deng_yan", render_mode="rgb_array")


def test_actions_have_texts_and_features() -> None:
    table = raw_env("luk_fu")
    table.reset(seed=1)
    agent = table.agent_selection
    assert len(table.legal_actions(agent)) == len(table.action_texts(agent)) == len(table.action_features(agent))
    assert table.state().shape == (table.course.layouts.state.entries,)
