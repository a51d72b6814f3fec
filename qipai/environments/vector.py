"""Thousands of deals stepped together in native code, with observations and legal lists in the caller's arrays.

>>> import numpy as np
>>> from qipai.environments.vector import Batch
>>> batch = Batch("giog", deals=4096, players=3, seed=1)
>>> observations = np.empty((4096, batch.entries), np.float32)
>>> random = np.random.default_rng(1)
>>> for _ in range(100):
...     _ = batch.observe(observations)
...     batch.step(random.integers(batch.counts))

`places` is one structured array.  Its columns `states`, `seats` (who is to act), `counts` (of legal actions), `rewards` (of the latest
step, by seat, in points of the rule book) and `ended`, and the beginnings of the legal lists in `legal`, are filled anew by `step`: copy
what is to be kept.  A deal that ends gives its `rewards`, and in the same step the next one is dealt in its place.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from qipai.engine.boundary import by_address
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game, checked_seed
from qipai.games import find_game

from .fields import layouts
from .loops import BEGIN, bound, desk_type, place_type

KEPT = 256  # of each legal list, unless the caller wants more or fewer


class Batch:
    """So many deals of one game, each with the decision that is to be taken in it."""

    def __init__(
        self,
        game: Game | str,
        deals: int,
        variant: str = "default",
        players: int | None = None,
        seed: int = 0,
        kept: int = KEPT,
        threads: int = 1,
        **options: object,
    ) -> None:
        """`kept`: how many actions of a legal list are kept for every deal; those after them are listed again when they are chosen.
        `threads`: the deals are shared out among so many; what comes out does not depend on it.
        """
        if not NATIVE:
            raise QipaiError("A batch needs the compiled rules, and QIPAI_RULES is plain.")
        if deals < 1 or threads < 1 or kept < 1:
            raise QipaiError("A batch has at least one deal, one thread, and keeps one action.")
        self.game = find_game(game) if isinstance(game, str) else game
        self.ruleset = self.game.ruleset(variant, **options)
        self.rules = self.game.rules(self.ruleset)
        self.players = self.game.seats[0] if players is None else players
        self.setup = self.game.setup(self.rules, self.players)
        self.layouts = layouts(self.game)
        self.entries = self.layouts.observation.entries
        self.places = np.zeros(deals, place_type(self.game))
        self.legal = np.zeros((deals, min(kept, self.game.max_actions)), np.int64)
        self._loops = bound(self.game)
        bounds = np.linspace(0, deals, min(threads, deals) + 1).astype(int).tolist()
        self._shares = [_Share(self.game, self._desk(), begin, end) for begin, end in pairwise(bounds)]
        self._pool = ThreadPoolExecutor(len(self._shares)) if len(self._shares) > 1 else None
        self._step_all = by_address(self._loops.step_all, (self.desk, self.places, self.legal), *self.legal.shape)
        self.states, self.rewards = self.places["state"], self.places["rewards"][:, : self.players]
        self.seats, self.counts, self.ended = self.places["seat"], self.places["count"], self.places["ended"]
        self.reset(seed)

    @property
    def desk(self) -> np.ndarray:
        """What a thread reads and writes while it plays a deal."""
        return self._shares[0].desk

    def __len__(self) -> int:
        return len(self.places)

    def reset(self, seed: int) -> None:
        """New deals in all places: the first one in place i is stream i of the seed, as `Game.shuffled` shuffles it."""
        for share in self._shares:
            share.desk["seed"] = checked_seed(seed)
        self.places["number"] = np.arange(len(self))
        self._step(np.full(len(self), BEGIN), BEGIN)

    def step(self, chosen: np.ndarray) -> None:
        """Take in every deal the action with the `chosen` number.  Raises `QipaiError` where one has no such action."""
        if self._pool is not None:
            self._check(chosen)  # of all places first: a thread sees only its own share
            self._step(chosen, 0)
        elif self._step_all(chosen) >= 0:
            self._check(chosen)

    def wander(self, steps: int, chances: np.ndarray) -> np.ndarray:
        """Take so many decisions at random in every deal, with a generator for each (`chances`); returns the rewards added up."""
        totals = np.zeros((len(self), self.players), np.float32)
        self._do(
            lambda share: self._loops.wander_deals(
                share.desk, self.places, self.legal, chances, steps, totals, share.begin, share.end
            )
        )
        return totals

    def observe(self, out: np.ndarray) -> np.ndarray:
        """Write what the seat to act may know in each deal to its line of `out`, which is of `float32` or `uint8`."""
        layout = self.layouts.observation
        factors = layout.factors(out.dtype)
        self._do(
            lambda share: self._loops.observe_deals(
                share.desk, self.places, share.observation, share.memory, *layout.tables, factors, out, share.begin, share.end
            )
        )
        return out

    def privileged(self, out: np.ndarray) -> np.ndarray:
        """Write everything, hidden cards too, as `layouts.state` names it: for critics, never for a seat."""
        layout = self.layouts.state
        state = np.zeros(1, layout.dtype)
        factors = layout.factors(out.dtype)
        self._loops.reveal_deals(self.places, state, state.view(np.int8), *layout.tables, factors, out, 0, len(self))
        return out

    def list_legal(self, out: np.ndarray) -> np.ndarray:
        """Write each legal list to a line of `out`, as far as it goes in, and -1 after its end."""
        return self._list(np.zeros(len(self), np.int64), out)

    def nth_legal(self, chosen: np.ndarray, out: np.ndarray) -> np.ndarray:
        """Write the actions that the `chosen` numbers stand for: with `counts`, all that a list tells, and no list is held."""
        self._check(chosen)
        self._list(chosen, out.reshape(-1, 1))
        return out

    def mask(self, out: np.ndarray) -> np.ndarray:
        """Write a dense mask of the legal numbers, as wide as `out` is: for networks that cannot do without."""
        np.less(np.arange(out.shape[1]), self.counts[:, None], out=out, casting="unsafe")
        return out

    def features(self, actions: np.ndarray, out: np.ndarray) -> np.ndarray:
        """Write what each of some actions is, and what it takes, to a line of `out`, as `layouts.action` names it."""
        layout = self.layouts.action
        record = np.zeros(1, layout.dtype)
        factors = layout.factors(out.dtype)
        self._loops.write_features(actions, self.rules, record, record.view(np.int8), *layout.tables, factors, out)
        return out

    def _desk(self) -> np.ndarray:
        desk = np.zeros(1, desk_type(self.game, self.rules.dtype))
        desk["rules"], desk["setup"], desk["places"], desk["unit"] = self.rules, self.setup, len(self), self.game.unit
        return desk

    def _step(self, chosen: np.ndarray, lowest: int) -> None:
        self._do(
            lambda share: self._loops.step_deals(share.desk, self.places, self.legal, share.begin, share.end, lowest, chosen)
        )

    def _list(self, first: np.ndarray, out: np.ndarray) -> np.ndarray:
        self._do(lambda share: self._loops.list_deals(share.desk, self.places, first, out, share.begin, share.end))
        return out

    def _check(self, chosen: np.ndarray) -> None:
        if len(chosen) != len(self):
            raise QipaiError(f"There are {len(self)} deals, and {len(chosen)} actions were chosen.")
        wrong = self._loops.first_wrong(self.places, chosen, 0, 0, len(self))
        if wrong >= 0:
            raise QipaiError(
                f"Action {chosen[wrong]} is not legal in deal {wrong}: it has {self.counts[wrong]}, numbered from 0, as `counts` says."
            )

    def _do(self, work: Callable[["_Share"], None]) -> None:
        if self._pool is None:
            work(self._shares[0])
        else:
            list(self._pool.map(work, self._shares))


class _Share:
    """A thread's part of a batch, and what it needs while it works."""

    def __init__(self, game: Game, desk: np.ndarray, begin: int, end: int) -> None:
        self.desk, self.begin, self.end = desk, begin, end
        self.observation = np.zeros(1, game.OBSERVATION)
        self.memory = self.observation.view(np.int8)
