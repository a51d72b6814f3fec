"""Every game as PettingZoo environments: `env` asks one seat at a time, `parallel_env` all that owe a decision at once.

>>> from qipai.environments.pettingzoo import env
>>> environment = env("giog", players=3)
>>> environment.reset(seed=7)
>>> for seat in environment.agent_iter():
...     observation, reward, terminated, truncated, info = environment.last()
...     over = terminated or truncated
...     environment.step(None if over else environment.action_space(seat).sample(observation["action_mask"]))

An action is an index into the seat's legal list, valid where the `action_mask` is 1.  `legal_actions`, `action_texts`
and `action_features` of the unwrapped environment tell what each is.  Rewards are paid at the end of the deal, in
rule-book points.  A seat may act out of turn (`Game.may_act`) only while it owes a decision anyway.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.numbers import described, finite, one_of

from .course import Choice, Course, Observation
from .vector import Batch

RENDER_MODES = ("human", "ansi", "rgb_array")  # all show all hands face up: for onlookers
ILLEGAL = ("raise", "end")
NO_DEAL = "No deal is being played; `reset` begins one."
BY_RESET = (
    "agent_selection",
    "rewards",
    "terminations",
    "truncations",
    "infos",
    "_cumulative_rewards",
)  # what `raw_env.reset` makes


class _Seats:
    """The parts that both environments share: agents, spaces, and what the actions are."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012 as PettingZoo has it

    if TYPE_CHECKING:

        @property
        def num_agents(self) -> int: ...
        @property
        def max_num_agents(self) -> int: ...

    def __init__(
        self,
        game: Game | str,
        render_mode: str | None = None,
        illegal: str = "raise",
        illegal_reward: float = -1.0,
        **course: Any,
    ) -> None:
        """Make the environment and begin a deal.

        `illegal`: what an invalid number does: "raise" raises `QipaiError`, "end" ends the deal with `illegal_reward`
        for the agent.  `course`: arguments of `Course`: `variant`, `players`, `reward`, `longest`, `overflow`, `candidates`,
        `compact` and house rules by name.
        """
        check_modes(render_mode, illegal)
        illegal_reward = finite("`illegal_reward`", illegal_reward)
        self.course = Course(game, **course)
        self.render_mode = render_mode
        self.illegal, self.illegal_reward = illegal, illegal_reward
        self.metadata = {**self.metadata, "name": f"{self.course.game.name}_v{self.course.game.rules_version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.course.players)]
        self.agents = list(self.possible_agents)
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.course) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.course.longest) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        self._seat(agent)
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.float32]:
        """Return the whole state, hidden cards included: see `Course.privileged`.  For critics; no observation contains it."""
        return self.course.privileged()

    def legal_actions(self, agent: str) -> list[Action]:
        """Return the agent's legal actions as the rules encode them, by number."""
        return self.course.legal(self._seat(agent))

    def action_texts(self, agent: str) -> list[str]:
        """Return the agent's legal actions in notation, by number."""
        return self.course.texts(self._seat(agent))

    def action_features(self, agent: str) -> NDArray[np.float32]:
        """Return the features of the agent's legal actions: see `Course.features`."""
        return self.course.features(self._seat(agent))

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return (`ansi`, `rgb_array`) or print (`human`) the whole table, all hands face up: see `Course.show` and `Course.pixels`."""
        if self.render_mode == "rgb_array":
            return self.course.pixels()
        if self.render_mode == "ansi":
            return self.course.show()
        if self.render_mode == "human":
            print(self.course.show())
        return None

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""

    def _seat(self, agent: str) -> int:
        """Return an agent's seat.  Raises `QipaiError` for an agent that does not exist."""
        try:
            return self.seats[agent]
        except (KeyError, TypeError):
            told = f"There is no agent {described(agent)}; there are {', '.join(self.possible_agents)}."
            raise QipaiError(told) from None

    def _punish(self, agents: Collection[str]) -> dict[str, float]:
        """Return the rewards of a deal that ends because these agents sent an invalid action."""
        return {agent: self.illegal_reward if agent in agents else 0.0 for agent in self.possible_agents}


def check_modes(render_mode: str | None, illegal: str) -> None:
    """Raise `QipaiError` for a render mode or a treatment of illegal actions that does not exist."""
    if render_mode is not None:
        one_of("render mode", render_mode, RENDER_MODES)
    if not isinstance(illegal, str) or illegal not in ILLEGAL:
        raise QipaiError(f"What is illegal can {' or '.join(ILLEGAL)}, not {described(illegal)}.")


def observation_space(course: Course | Batch) -> spaces.Dict:
    """Return the space of one `Course.observation`: a float32 vector in 0 to 1, an int8 mask, and rows of candidates and of history if asked for."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0.0, 1.0, (course.layout.entries,), np.float32),
        "action_mask": spaces.Box(0, 1, (course.longest,), np.int8),
    }
    if course.candidates is not None:
        parts["candidates"] = spaces.Box(0.0, 1.0, (course.candidates, course.layouts.action.entries), np.float32)
    if isinstance(course, Course) and course.history is not None:
        parts["history"] = spaces.Box(0.0, 1.0, (course.history.length, len(course.history.names)), np.float32)
    return spaces.Dict(parts)


class raw_env(_Seats, AECEnv[str, Observation, Choice | None]):  # noqa: N801 as PettingZoo calls it
    """An AEC environment.  Seats that owe a decision together decide one after the other without seeing each other's choice.

    `infos[agent]["cut"]` is the number of legal actions that have no number in the agent's last observation.
    """

    agent_selection: str

    if TYPE_CHECKING:  # PettingZoo tells no types: without these, what they return would be anything

        @overload
        def last(self, observe: Literal[True] = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]: ...
        @overload
        def last(self, observe: bool) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]: ...
        def last(self, observe: bool = True) -> Any: ...
        def agent_iter(self, max_iter: int = ...) -> Iterable[str]: ...
        @property
        def unwrapped(self) -> "raw_env": ...

    def __init__(self, game: Game | str, render_mode: str | None = None, **course: Any) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, game, render_mode, **course)

    def __getattr__(self, name: str) -> Any:
        """Raise `AttributeError`, in a sentence for what `reset` makes: `agent_selection`, `rewards` and the like."""
        raise AttributeError(f"There is no `{name}` yet: {NO_DEAL}" if name in BY_RESET else name)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new deal: of `seed`, or without one the next deal of the last seed."""
        self.course.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask_next()

    def observe(self, agent: str) -> Observation:
        """Return the agent's observation and action mask: see `Course.observation`."""
        observation = self.course.observation(self._seat(agent))
        if agent in self.infos:
            self.infos[agent] = self.course.told()
        return observation

    def step(self, action: Choice | None) -> None:
        """Take the selected agent's action.

        An invalid one raises `QipaiError` or ends the deal, as `illegal` says.  Raises `QipaiError` after all agents have left.
        """
        if not self.agents:
            raise QipaiError(NO_DEAL)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat, course = self.seats[agent], self.course
        self._cumulative_rewards[agent] = 0.0
        if self.illegal == "end" and not course.offers(seat, action):
            self.rewards = self._punish([agent])
            self._end()
        else:
            course.apply(seat, course.action(seat, action))
            if (turn := course.to_act()) >= 0:  # nothing is paid before the end
                self.agent_selection = self.possible_agents[turn]
            else:
                self.rewards = dict(zip(self.possible_agents, course.rewards(), strict=True))
                self._end()
        if self.terminations[agent]:
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ask_next(self) -> None:
        if self.course.is_over():
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.course.to_act()]

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


class parallel_env(_Seats, ParallelEnv[str, Observation, Choice | None]):  # noqa: N801 as PettingZoo calls it
    """A parallel environment: all seats that owe a decision decide at once, without knowing each other's choice.

    A seat that owes none has an empty mask; its action is ignored and may be missing.  If one decision (a right used
    out of turn) makes another invalid, the other is not taken and its seat is asked again.
    """

    def __init__(self, game: Game | str, render_mode: str | None = None, **course: Any) -> None:
        _Seats.__init__(self, game, render_mode, **course)
        self.agents = []  # nobody plays before `reset`

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a new deal: of `seed`, or without one the next deal of the last seed."""
        self.course.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observe_all()

    def step(
        self, actions: Mapping[str, Choice | None]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Take the actions of all agents that owe a decision.

        A missing or invalid one raises `QipaiError` or ends the deal, as `illegal` says.  Raises `QipaiError` unless `actions`
        is a mapping, for an agent that does not exist, before the first `reset`, and after the end.
        """
        if not self.agents:
            raise QipaiError(NO_DEAL)
        course = self.course
        if type(actions) is not dict and not isinstance(actions, Mapping):  # a dictionary first, because the other takes longer
            raise QipaiError(f"Actions are a dictionary with the number of an action for each agent, not {described(actions)}.")
        if not actions.keys() <= self.seats.keys():
            self._seat(next(agent for agent in actions if agent not in self.seats))
        owing = {self.possible_agents[seat]: seat for seat in course.pending()}
        wrong = [
            agent for agent, seat in owing.items() if self.illegal == "end" and not course.offers(seat, actions.get(agent))
        ]
        if wrong:
            return self._answers(self._punish(wrong), True)
        chosen: dict[int, Action] = {}
        for agent, seat in owing.items():
            if actions.get(agent) is None:
                raise QipaiError(f"{agent} owes a decision and sent none.")
            chosen[seat] = course.action(seat, actions[agent])
        while chosen and (seat := course.to_act()) in chosen:
            action = chosen.pop(seat)
            if not course.game.is_legal(course.state, course.rules, seat, action):
                break
            course.apply(seat, action)
        return self._answers(dict(zip(self.possible_agents, course.rewards(), strict=True)), course.is_over())

    def _answers(
        self, rewards: dict[str, float], over: bool
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Return what `step` returns."""
        observations, infos = self._observe_all()
        self.agents = [] if over else self.agents
        if self.render_mode == "human":
            self.render()
        none = dict.fromkeys(self.possible_agents, False)
        return observations, rewards, dict.fromkeys(self.possible_agents, over), none, infos

    def _observe_all(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Return all observations and infos by agent."""
        observations, infos = {}, {}
        for agent, seat in self.seats.items():
            observations[agent] = self.course.observation(seat)
            infos[agent] = self.course.told()
        return observations, infos


def env(game: Game | str, render_mode: str | None = None, **course: Any) -> raw_env:
    """Make `raw_env` with PettingZoo's check that its methods are called in order.  `course`: arguments of `Course`.

    A type checker sees a `raw_env`, all of whose public names the check hands on.
    """
    return cast(raw_env, wrappers.OrderEnforcingWrapper(raw_env(game, render_mode, **course)))
