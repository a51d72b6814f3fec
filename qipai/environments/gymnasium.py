"""One seat against bots, as a Gymnasium environment: `gymnasium.make("qipai/giog-v0")` after importing this module.

>>> import gymnasium
>>> import qipai.environments.gymnasium
>>> environment = gymnasium.make("qipai/gan_deng_yan-v0", players=3, opponents="rule")
>>> observation, info = environment.reset(seed=7)
>>> while True:
...     action = environment.action_space.sample(observation["action_mask"])
...     observation, reward, terminated, truncated, info = environment.step(action)
...     if terminated:
...         break
"""

import os
from collections.abc import Sequence
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from qipai.bots import Bot, check_bot, make_bot
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.numbers import finite, whole
from qipai.games import GAMES, find_game

from .course import ELSEWHERE, Choice, Course, Observation
from .given import bot_names
from .pettingzoo import NO_DEAL, RENDER_MODES, check_modes, observation_space
from .vector import Batch

ANY_SEAT = -1


class SeatEnv(gymnasium.Env[Observation, Choice]):
    """Play one seat among bots.  It takes an action index: a place in the seat's legal list, valid where the `action_mask` is 1.

    The reward is the seat's points (or its team's) at the end of the deal, 0 before.  `info["seat"]` is the seat;
    `info["cut"]` is the number of legal actions that have no number in the observation.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        opponents: str | Sequence[str] = "rule",
        illegal: str = "raise",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **course: Any,
    ) -> None:
        """Make the environment.

        `seat`: the seat to play, or `ANY_SEAT` (-1) for a random one each deal.  `opponents`: a bot (a level, or a
        search such as `pimc:300`), or a list with one for each other seat, starting at the right of one's own.
        `illegal`: what an invalid number does: "raise" raises `QipaiError`, "end" ends the deal with `illegal_reward`.
        `course`: arguments of `Course`.  Raises `QipaiError` for arguments that are not allowed.
        """
        self.course = Course(game, **course)
        others = self.course.players - 1
        self.levels = bot_names(opponents, others)
        if len(self.levels) != others:
            raise QipaiError(f"There are {others} opponents, and {len(self.levels)} levels of bots were named.")
        for level in self.levels:
            check_bot(level)
        check_modes(render_mode, illegal)
        illegal_reward = finite("`illegal_reward`", illegal_reward)
        self.wanted = whole("The seat (-1 for another one each deal)", seat, ANY_SEAT, self.course.players - 1)
        self.seat = max(self.wanted, 0)
        self.illegal, self.illegal_reward = illegal, illegal_reward
        self.render_mode = render_mode
        self.observation_space = cast(spaces.Space[Observation], observation_space(self.course))
        self.action_space = spaces.Discrete(self.course.longest)
        self.bots: dict[int, Bot] = {}
        self.playing = False  # until `reset`, and after an invalid action that ends the deal
        self._moves = self.course.game.new_actions()

    def __setstate__(self, told: dict[str, Any]) -> None:
        vars(self).update(told)
        self._forget_chance()

    def _forget_chance(self) -> None:
        """Let `np_random` be drawn anew where the deals are."""
        if self.course.draws_seed:
            self._np_random = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start a new deal (of `seed`, or the next one) and let the bots play until the seat is asked.

        Deals that end before the seat is asked are skipped.
        """
        super().reset(seed=seed)
        if seed is None:
            self._forget_chance()
        self.course.begin(seed)
        self.playing = True
        while True:
            if self.wanted == ANY_SEAT:
                self.seat = int(self.np_random.integers(self.course.players))
            self.bots = {
                (self.seat + turn) % self.course.players: make_bot(
                    self.course.game, level, self.course.ruleset, int(self.np_random.integers(1 << 31))
                )
                for turn, level in enumerate(self.levels, start=1)
            }
            self._wait()
            if not self.course.is_over():
                return self._observed()
            self.course.begin(None)

    def step(self, action: Choice) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action with that number and let the bots play until the seat is asked again or the deal ends.

        An invalid one raises `QipaiError` or ends the deal, as `illegal` says.  Raises `QipaiError` after the end.
        """
        course = self.course
        if not self.playing or course.is_over():
            raise QipaiError(NO_DEAL)
        if self.illegal == "end" and not course.offers(self.seat, action):
            self.playing = False
            observation, info = self._observed()
            return observation, self.illegal_reward, True, False, info
        course.apply(self.seat, course.action(self.seat, action))
        self._wait()
        if self.render_mode == "human":
            self.render()
        observation, info = self._observed()
        return observation, course.rewards()[self.seat], course.is_over(), False, info

    def render(self) -> str | np.ndarray | None:
        """Return (`ansi`, `rgb_array`) or print (`human`) the whole table, all hands face up: see `Course.show` and `Course.pixels`."""
        if self.render_mode == "rgb_array":
            return self.course.pixels()
        if self.render_mode == "ansi":
            return self.course.show()
        if self.render_mode == "human":
            print(self.course.show())
        return None

    def state(self) -> NDArray[np.float32]:
        """Return the whole state, hidden cards included: see `Course.privileged`.  For critics; no observation contains it."""
        return self.course.privileged()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which numbers are actions: bool of shape (`longest`,), as sb3-contrib's MaskablePPO asks for it."""
        masks = np.zeros(self.course.longest, np.bool_)
        masks[: self.course.count(self.seat)] = True
        return masks

    def legal_actions(self) -> list[Action]:
        """Return the legal actions as the rules encode them, by number."""
        return self.course.legal(self.seat)

    def action_texts(self) -> list[str]:
        """Return the legal actions in notation, by number."""
        return self.course.texts(self.seat)

    def action_features(self) -> NDArray[np.float32]:
        """Return the features of the legal actions: see `Course.features`."""
        return self.course.features(self.seat)

    def _wait(self) -> None:
        """Let the bots decide until it is the seat's turn or the deal is over."""
        course = self.course
        while (turn := course.to_act()) not in (self.seat, -1):
            course.game.legal_actions(course.state, course.rules, turn, self._moves)  # all: bots have no numbers
            course.apply(turn, self.bots[turn].act(course.look(turn), self._moves, None))

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        return self.course.observation(self.seat), {"seat": self.seat, **self.course.told()}


class VectorSeatEnv(gymnasium.vector.VectorEnv[Observation, np.ndarray, np.ndarray]):
    """One seat in each of many deals, stepped together in compiled code: `gymnasium.make_vec(…)` gives it.

    A deal that ends is followed by the next in the same step (`AutoresetMode.SAME_STEP`): `infos["final_obs"]` has what
    the seat knew at the end, in the lines that `infos["_final_obs"]` marks.  Observations are as those of `SeatEnv`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seat: int = 0,
        opponents: Any = "rule",
        render_mode: str | None = None,
        **batch: Any,
    ) -> None:
        """Make the environments.

        `seat`: the seat to play, or `ANY_SEAT` (-1) for seat n % players in deal n.  `opponents`: a bot or policy as
        `Batch` takes them, or a list with one for each other seat, starting at the right of one's own.  `batch`:
        arguments of `Batch`.  Raises `QipaiError` for arguments that are not allowed.
        """
        if render_mode is not None:
            raise QipaiError("Deals by the thousand are not rendered; make one environment with `gymnasium.make`.")
        found, size = find_game(game), batch.pop("players", None)
        players = found.usual_players if size is None else size
        found.setup(found.rules(), players)  # refuses a number of players that the game does not have
        players = int(players)
        self.seat = whole("The seat (-1 for another one each deal)", seat, ANY_SEAT, players - 1)
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        around = [None, *(opponents if several else [opponents] * (players - 1))]
        first = -max(self.seat, 0) % players
        self.batch = Batch(
            found, num_envs, players=players, opponents=around[first:] + around[:first], rotate=self.seat == ANY_SEAT, **batch
        )
        self.num_envs = len(self.batch)
        self.single_observation_space = observation_space(self.batch)
        self.single_action_space = spaces.Discrete(self.batch.longest)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.playing = False  # until `reset`
        self._drawn_in: int | None = os.getpid()  # the process that drew `np_random`; None: the caller gave its seed

    def __setstate__(self, told: dict[str, Any]) -> None:
        vars(self).update(told)
        if self._drawn_in is not None:
            self._drawn_in = ELSEWHERE
            self._draw_anew()

    def _draw_anew(self) -> None:
        """Draw what follows from a seed of its own in a copy and in a forked process, unless the caller gave the seed."""
        if self._drawn_in not in (None, os.getpid()):
            self._np_random, self._drawn_in = None, os.getpid()
            self.batch.reseed(int(self.np_random.integers(1 << 62)))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start new deals: those of `seed`, or without one of a seed drawn from the last one; of a random one if none was ever given."""
        super().reset(seed=seed)
        if seed is None:
            self._draw_anew()
        else:
            self._drawn_in = None
        self.batch.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.playing = True
        return self._observed(), {}

    def step(
        self, actions: np.ndarray
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in every deal and let the others play until the seat is asked again.

        Raises `QipaiError` for a number that is no action; then none is taken.  Raises it before the first `reset`, too.
        """
        if not self.playing:
            raise QipaiError(NO_DEAL)
        batch = self.batch
        self._draw_anew()
        batch.step(actions)
        ended, seen = batch.ended > 0, self._observed()
        infos: dict[str, Any] = {}
        if ended.any():
            final = {name: np.zeros_like(part) for name, part in seen.items()}
            infos = {"final_obs": {**final, "observation": batch.final_obs}, "_final_obs": ended}
        return seen, batch.rewards[:, max(self.seat, 0)].copy(), ended, np.zeros_like(ended), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which numbers are actions: bool of shape (`num_envs`, `longest`), as sb3-contrib's MaskablePPO asks for it."""
        return self.batch.write_mask(np.empty((len(self.batch), self.batch.longest), np.bool_))

    def _observed(self) -> Observation:
        batch = self.batch
        seen = {
            "observation": batch.obs.copy(),
            "action_mask": batch.write_mask(np.empty((len(batch), batch.longest), np.int8)),
        }
        return seen if batch.candidates is None else {**seen, "candidates": batch.features.copy()}


for _name in GAMES:
    gymnasium.register(
        f"qipai/{_name}-v0",
        entry_point=f"{__name__}:SeatEnv",
        vector_entry_point=f"{__name__}:VectorSeatEnv",
        kwargs={"game": _name},
    )
