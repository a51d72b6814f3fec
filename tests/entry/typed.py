"""A researcher's program as a type checker reads it: nothing in it needs a cast, and what it is given is known."""

from collections.abc import Sequence
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import qipai
from qipai.arena.comparing import Comparison
from qipai.bots import make_bot
from qipai.engine.game import Action, Game
from qipai.engine.records import (
    ActionsRecord,
    ObservationRecord,
    OrderRecord,
    RulesRecord,
    SetupRecord,
    StateRecord,
    opened,
)
from qipai.environments.gymnasium import SeatEnv, VectorSeatEnv
from qipai.environments.pettingzoo import env, parallel_env, raw_env


def plain(obs: np.ndarray, features: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return np.zeros(len(obs), np.int64)


def exact(obs: NDArray[np.float32], features: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    return np.asarray(mask.argmax(axis=1), np.int64)


def careful(obs: np.ndarray, features: np.ndarray | None, mask: np.ndarray | None) -> Sequence[int]:
    return [0] * len(obs)


def bare(obs: np.ndarray, features: None, mask: None) -> list[int]:
    return [0] * len(obs)


def first(seen: qipai.Observed) -> Action:
    assert_type(seen.record, ObservationRecord)
    assert_type(seen.vector, NDArray[np.float32])
    assert_type(seen.features, NDArray[np.float32])
    assert_type(seen.rules, RulesRecord)
    assert_type(opened(seen.record), Any)
    return seen.legal[0]


class Cheapest:
    def act(self, observation: ObservationRecord, legal: ActionsRecord, clock: int | None) -> Action:
        return int(opened(legal).list[0])


def cheapest(game: Game, ruleset: Any, seed: int) -> Cheapest:
    return Cheapest()


for policy in (plain, exact, careful):
    found = qipai.evaluate("gan_deng_yan", policy, against=plain, deals=10)
    assert_type(found.points.mean, float)
    assert_type(found.rewards, NDArray[np.float32])
qipai.evaluate("gan_deng_yan", bare, candidates=None)

deal = qipai.deal("giog", players=3, seed=7)
assert_type(deal.state, StateRecord)
assert_type(deal.setup, SetupRecord | None)
assert_type(deal.order, OrderRecord | None)
assert_type(deal.legal, list[Action])
deal.play(np.int64(deal.legal[0]))
worlds = qipai.worlds(deal.observe(), 8, seed=1)
deal.game.legal(worlds[0].state, deal.rules, 0)
make_bot(deal.game, "rule", deal.ruleset, 1).act(deal.observe().record, deal.observe().list_record(), None)

batch = qipai.batch("gan_deng_yan", 16, players=2, candidates=64, opponents=[None, exact])
assert_type(batch.mask, NDArray[np.bool_])
assert_type(batch.chairs, NDArray[np.int64])
batch.step(batch.ask(plain))
qipai.batch("gan_deng_yan", 16, players=2, opponents=bare)
qipai.batch.from_states(worlds, opponents=["rule", "rule", None])

standings = qipai.tournament("giog", {"first": first, "mine": Cheapest(), "mine too": Cheapest, "rule": "rule"}, deals=4)
assert_type(standings.comparison, Comparison)
assert_type(standings.digest, str)
qipai.net_bot(exact)

environment = env("gou_ji", table_talk="false")
assert_type(environment, raw_env)
environment.reset(seed=7)
for seat in environment.agent_iter(40):
    assert_type(seat, str)
    observation, reward, terminated, truncated, info = environment.last()
    assert_type(observation, dict[str, np.ndarray])
    assert_type(reward, float)
    assert_type(terminated, bool)
    assert_type(environment.last(False)[0], dict[str, np.ndarray] | None)
    over = terminated or truncated
    environment.step(None if over else environment.action_space(seat).sample(observation["action_mask"]))
assert_type(environment.rewards, dict[str, float])
assert_type(environment.num_agents, int)
assert_type(environment.unwrapped.action_texts("seat_0"), list[str])

together = parallel_env("giog")
seen, infos = together.reset(seed=7)
seen, rewards, terminations, truncations, infos = together.step(
    {agent: together.action_space(agent).sample(seen[agent]["action_mask"]) for agent in together.agents}
)
assert_type(rewards, dict[str, float])

alone = SeatEnv("giog", opponents="rule")
observation, info = alone.reset(seed=7)
observation, reward, over, _, info = alone.step(alone.action_space.sample())
observation, reward, over, _, info = alone.step(0)
assert_type(reward, float)
assert_type(alone.action_masks(), NDArray[np.bool_])
many = VectorSeatEnv("giog", 8, opponents="rule")
assert_type(many.step(np.zeros(8, np.int64))[1], NDArray[np.float32])
