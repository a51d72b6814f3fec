"""One seat against bots, as Gymnasium knows environments: `gymnasium.make("qipai/giog-v0")` after importing this module.

>>> import gymnasium
>>> import qipai.environments.gymnasium
>>> table = gymnasium.make("qipai/gan_deng_yan-v0", players=3, opponents="rule")
>>> observation, info = table.reset(seed=7)
>>> while True:
...     action = table.action_space.sample(observation["action_mask"])
...     observation, reward, terminated, truncated, info = table.step(action)
...     if terminated:
...         break
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from qipai.bots import Bot, check_bot, make_bot
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.games import GAMES

from .course import Course, Observation, as_record
from .pettingzoo import RENDER_MODES, observation_space

ANY_SEAT = -1
ILLEGAL = ("raise", "end")


class SeatEnv(gymnasium.Env[Any, Any]):
    """A seat among bots.  Its actions are numbers in its legal list, as the mask says; the reward is its own at the end of the deal."""

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        opponents: str | Sequence[str] = "rule",
        illegal: str = "raise",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **table: Any,
    ) -> None:
        """`seat`: whose place to take; `ANY_SEAT` for another one each deal.  `opponents`: a bot by its level or as `pimc:300`, or
        one for each of the others from one's own right on.  `illegal`: what a number that is no action does, raise an error or end the
        deal with `illegal_reward`.  `table`: as `Course` takes it.
        """
        self.course = Course(game, **table)
        others = self.course.players - 1
        self.levels = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.levels) != others:
            raise QipaiError(f"There are {others} opponents, and {len(self.levels)} levels of bots were named.")
        for level in self.levels:
            check_bot(level)
        if seat != ANY_SEAT and not 0 <= seat < self.course.players:
            raise QipaiError(f"There is no seat {seat} among {self.course.players}; they are numbered from 0.")
        if illegal not in ILLEGAL:
            raise QipaiError(f"What is illegal can {' or '.join(ILLEGAL)}, not {illegal!r}.")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise QipaiError(f"There is no render mode {render_mode!r}; there are {', '.join(RENDER_MODES)}.")
        self.wanted, self.seat = seat, max(seat, 0)
        self.illegal, self.illegal_reward = illegal, illegal_reward
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}
        self.render_mode = render_mode
        self.observation_space = observation_space(self.course)
        self.action_space = spaces.Discrete(self.course.longest)
        self.bots: dict[int, Bot] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """A new deal: that of the seed, or the next one.  The bots play until the seat is asked; a deal that ends before is passed over."""
        super().reset(seed=seed)
        self.course.begin(seed)
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
                return self.course.observation(self.seat), self._info()
            self.course.begin(None)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the action with that number, and let the bots answer."""
        course = self.course
        if self.illegal == "end" and not 0 <= action < course.count(self.seat):
            return course.observation(self.seat), self.illegal_reward, True, False, self._info()
        course.apply(self.seat, course.action(self.seat, action))
        self._wait()
        if self.render_mode == "human":
            self.render()
        return course.observation(self.seat), course.rewards()[self.seat], course.is_over(), False, self._info()

    def render(self) -> str | None:
        """The whole table, every hand face up."""
        if self.render_mode == "ansi":
            return self.course.show()
        if self.render_mode == "human":
            print(self.course.show())
        return None

    def state(self) -> np.ndarray:
        """The privileged view: everything, hidden cards too.  For critics; no observation contains it."""
        return self.course.privileged()

    def legal_actions(self) -> list[Action]:
        """The actions as the rules know them, by number."""
        return self.course.legal(self.seat)

    def action_texts(self) -> list[str]:
        """The actions as people write them, by number."""
        return self.course.texts(self.seat)

    def action_features(self) -> np.ndarray:
        """A line of numbers for each action, named by `course.layouts.action`."""
        return self.course.features(self.seat)

    def _wait(self) -> None:
        """The bots decide until the seat is to act or the deal is over."""
        course = self.course
        while (turn := course.to_act()) not in (self.seat, -1):
            legal = as_record(course.game, course.legal(turn))
            course.apply(turn, self.bots[turn].act(course.look(turn), legal, None))

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}


for _name in GAMES:
    gymnasium.register(f"qipai/{_name}-v0", entry_point=f"{__name__}:SeatEnv", kwargs={"game": _name})
