"""Every game as PettingZoo environments: `env` in turns, `parallel_env` where all who are asked answer at once.

>>> from qipai.environments.pettingzoo import env
>>> table = env("giog", players=3)
>>> table.reset(seed=7)
>>> for seat in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     over = terminated or truncated
...     table.step(None if over else table.action_space(seat).sample(observation["action_mask"]))

An action is a number from 0 on: its place in the seat's legal list, as the `action_mask` says.  `legal_actions`, `action_texts` and
`action_features` of the unwrapped environment tell what each is.  Rewards come at the end of the deal, in points of the rule book.
A seat that may speak out of turn can do so when it is asked for something anyway, and not otherwise.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game

from .course import Course, Observation

RENDER_MODES = ("human", "ansi")  # both show every hand: a table as those see it who do not play


class _Seats:
    """What both forms share: agents, spaces, and what the numbers mean."""

    def __init__(self, game: Game | str, render_mode: str | None = None, **table: Any) -> None:
        """`table`: `variant`, `players`, `reward`, `longest` and options of the game by name, as `Course` takes them."""
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise QipaiError(f"There is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}.")
        self.course = Course(game, **table)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.course.game.name}_v{self.course.game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.course.players)]
        self.agents = list(self.possible_agents)
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.course) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.course.longest) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def state(self) -> np.ndarray:
        """The privileged view: everything, hidden cards too.  For critics; no observation contains it."""
        return self.course.privileged()

    def legal_actions(self, agent: str) -> list[Action]:
        """The actions as the rules know them, by number."""
        return self.course.legal(self.seats[agent])

    def action_texts(self, agent: str) -> list[str]:
        """The actions as people write them, by number."""
        return self.course.texts(self.seats[agent])

    def action_features(self, agent: str) -> np.ndarray:
        """A line of numbers for each action, named by `course.layouts.action`."""
        return self.course.features(self.seats[agent])

    def render(self) -> str | None:
        """The whole table, every hand face up."""
        if self.render_mode == "ansi":
            return self.course.show()
        if self.render_mode == "human":
            print(self.course.show())
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _observe_all(self) -> dict[str, Observation]:
        return {agent: self.course.observation(seat) for agent, seat in self.seats.items()}


def observation_space(course: Course) -> spaces.Dict:
    """A vector between 0 and 1, and a mask of the numbers that are actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (course.layouts.observation.entries,), np.float32),
            "action_mask": spaces.Box(0, 1, (course.longest,), np.int8),
        }
    )


class raw_env(_Seats, AECEnv[str, Observation, int | None]):  # noqa: N801 as PettingZoo calls it
    """One seat at a time.  Who is asked together with others decides after them without seeing what they chose."""

    def __init__(self, game: Game | str, render_mode: str | None = None, **table: Any) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, render_mode, **table)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal: that of the seed, or the next one."""
        self.course.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask_next()

    def observe(self, agent: str) -> Observation:
        return self.course.observation(self.seats[agent])

    def step(self, action: int | None) -> None:
        """Take the action with that number.  Raises `QipaiError` where there is none."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.seats[agent]
        self.course.apply(seat, self.course.action(seat, -1 if action is None else action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.course.rewards(), strict=True))
        self._ask_next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ask_next(self) -> None:
        if self.course.is_over():
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.course.to_act()]


class parallel_env(_Seats, ParallelEnv[str, Observation, int | None]):  # noqa: N801 as PettingZoo calls it
    """All seats that owe a decision decide at once, each without knowing the others' choice.

    A seat that owes none has an empty mask, and whatever it sends is not looked at; it need not send anything.  Where one decision
    (a word out of turn) changes what another was about, that other is not taken and its seat is asked again.
    """

    def __init__(self, game: Game | str, render_mode: str | None = None, **table: Any) -> None:
        _Seats.__init__(self, game, render_mode, **table)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new deal: that of the seed, or the next one."""
        self.course.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the decisions of all who owe one.  Raises `QipaiError` where one is missing or there is no such action."""
        course = self.course
        chosen: dict[int, Action] = {}
        for seat in course.pending():
            agent = self.possible_agents[seat]
            if actions.get(agent) is None:
                raise QipaiError(f"{agent} owes a decision and sent none.")
            chosen[seat] = course.action(seat, actions[agent])
        while chosen and (seat := course.to_act()) in chosen:
            action = chosen.pop(seat)
            if not course.game.is_legal(course.state, course.rules, seat, action):
                break
            course.apply(seat, action)
        over = course.is_over()
        dealt = self._observe_all(), dict(zip(self.possible_agents, course.rewards(), strict=True))
        ends = dict.fromkeys(self.possible_agents, over)
        self.agents = [] if over else self.agents
        if self.render_mode == "human":
            self.render()
        return (*dealt, ends, dict.fromkeys(self.possible_agents, False), {agent: {} for agent in self.possible_agents})


def env(game: Game | str, render_mode: str | None = None, **table: Any) -> AECEnv[str, Observation, int | None]:
    """The game in turns, with PettingZoo's check that calls come in order."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, render_mode, **table))
