"""Thousands of deals stepped together in compiled code, with observations and legal lists in the caller's arrays.

>>> import numpy as np
from numpy.typing import NDArray
>>> from qipai.environments.vector import Batch
>>> batch = Batch("giog", deals=4096, players=3, seed=1)
>>> observations = np.empty((4096, batch.entries), np.float32)
>>> random = np.random.default_rng(1)
>>> for _ in range(100):
...     _ = batch.observe(observations)
...     batch.step(random.integers(batch.counts))

A batch has one *place* per deal.  When a deal ends, its `rewards` are set and the next deal is dealt in its place
within the same step.  These arrays are views that every step overwrites, so copy what you keep; all but `rewards` are read-only,
because compiled code trusts them:

- `seats`, int64 (deals,): the seat to act
- `counts`, int64 (deals,): its number of legal actions to choose from
- `left_out`, int64 (deals,): legal actions that were cut because the list is longer than `longest`
- `cuts`, int64 (deals,): lists that were cut since the reset
- `legal`, int64 (deals, kept): the beginning of each legal list
- `rewards`, float32 (deals, players): of the last step, in rule-book points
- `ended`, int64 (deals,): 1 if the last step ended a deal
- `states`: the states, a structured array
- `places`: all of this and more, a structured array

What a network reads is written when it is asked for, to arrays of the batch that the next step makes out of date:

- `obs`, `dtype` (deals, entries): what the seat to act may know; `batch.layout.names` says what each entry is
- `features`, `dtype` (deals, candidates, features): the legal actions as rows; `batch.layouts.action.names`
- `mask`, bool (deals, candidates): which rows are actions; `step` takes the number of a row

>>> batch = Batch("gan_deng_yan", deals=512, candidates=64)
>>> batch.obs.shape[0], batch.features.shape[:2], batch.mask.shape
(512, (512, 64), (512, 64))
>>> batch.step(batch.mask.sum(axis=1) - 1)  # the last action of each list

They are given without copying to any library that speaks DLPack, as `torch.from_dlpack(batch.obs)`.

Arrays of the caller are checked: another shape or dtype raises `TypeError`, and nothing is written out of bounds.
"""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from types import MethodType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from qipai.bots.nets.choosing import inputs_of
from qipai.engine.boundary import by_address
from qipai.engine.chance import STREAMS, checked_seed, draw_below, seeded
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.numbers import described, finite, one_of, truth, whole
from qipai.engine.shuffling import RANDOM
from qipai.engine.threads import Threads
from qipai.games import find_game

from .cutting import checked_longest
from .encoding import SCALED, WHOLE, Layout
from .features import write_features
from .given import MOST_NUMBER, NUMBERS, apart, chosen_of, row, written
from .layouts import layouts
from .loops import BEGIN, BOTS, HALF_SEED, LEARNER, THOUGHTS, bound, desk_type, place_type
from .sparse import InputsOn, packed, rows_of, writer

MASKS = tuple(np.dtype(code) for code in np.typecodes["AllInteger"] + np.typecodes["Float"] + "?")
REWARDS = ("seat", "team")
Rowed = Callable[[np.ndarray, np.ndarray, NDArray[np.bool_]], Any]  # (obs, features, mask): a number for each line
Policy = Rowed | Callable[[np.ndarray, None, None], Any]  # the second without `candidates`
Opponents = str | Policy | Sequence[str | Policy | None]
KEPT = 256  # actions of each legal list that a batch keeps by default
BOTH = frozenset(("obs", "rows"))  # what a batch writes only when somebody looks


class Batch:
    """Many deals of one game, each with the decision that is to be taken in it."""

    def __init__(
        self,
        game: Game | str,
        deals: int,
        variant: str = "default",
        players: int | None = None,
        seed: int = 0,
        kept: int = KEPT,
        threads: int = 1,
        longest: int | None = None,
        overflow: str = "cut",
        candidates: int | None = None,
        compact: bool = False,
        dtype: Any = SCALED,
        reward: str = "seat",
        reward_scale: float = 1.0,
        opponents: Opponents | None = None,
        rotate: bool = False,
        skip: bool = True,
        **options: object,
    ) -> None:
        """Make the batch and deal.  Needs the compiled rules (`QIPAI_RULES=native`).

        `deals`: the number of deals.  `variant`, `players`, `options`, `longest`, `overflow`, `candidates`, `compact`: as
        `Course` takes them.  `dtype`: of `obs` and `features`, float32 (0 to 1) or uint8 (whole numbers).  `seed`: see `reset`.  `kept`: how many actions of each legal list `legal` holds; a chosen action beyond them is
        listed again, which is slower.  `threads`: threads that share the deals; results do not depend on it.

        `reward`: "seat" pays each seat its own points, "team" the sum of its team, which where sides form in the deal
        (Dou Dizhu) is the seat alone.  `reward_scale`: rewards are points times this.

        `opponents`: who sits in each chair: None where the caller of `step` decides; "random", "noisy" or "rule"; or a
        policy, a function (obs, features, mask) that returns a number for each deal it is asked about (features and
        mask are None without `candidates`).  A name alone fills every chair but the first.  `step` returns when the
        caller is to decide in every deal.  `skip`: deals that end before it is asked once are not told; without it they
        have `rewards` too, the first of them if several end within one step.  `rotate`: chair 0 is
        seat n % players in deal n, so that all seats are turned to one frame: `rewards` are by chair.  The bot in seat
        s of deal n draws the same random numbers as `make_bot(…, bot_seeds(seed, n, players)[s])`.

        Raises `QipaiError` for arguments that are not allowed.
        """
        if not NATIVE:
            raise QipaiError("A batch needs the compiled rules, and QIPAI_RULES is plain: unset it.")
        self.game = find_game(game)
        deals, threads, kept = (
            many(deals), whole("The number of threads", threads), whole("The number of kept actions", kept)
        )  # fmt: skip
        compact, rotate, skip = truth("`compact`", compact), truth("`rotate`", rotate), truth("`skip`", skip)
        scale = finite("`reward_scale`", reward_scale)
        self._terms: dict[str, Any] = {
            "game": self.game, "deals": deals, "variant": variant, "players": players, "seed": seed, "kept": kept,
            "threads": threads, "longest": longest, "overflow": overflow, "candidates": candidates, "compact": compact,
            "dtype": dtype, "reward": reward, "reward_scale": reward_scale, "opponents": opponents, "rotate": rotate, "skip": skip,
            **options,
        }  # fmt: skip
        self._deals = deals
        self.longest, self._cuts = checked_longest(self.game, longest, overflow, candidates)
        self.candidates = None if candidates is None else self.longest
        kept = self.candidates or kept
        self.dtype = _kind(dtype)
        self.ruleset = self.game.ruleset(variant, **options)
        self.rules = self.game.rules(self.ruleset)
        self.setup = self.game.setup(self.rules, self.game.usual_players if players is None else players)
        self.players = self.game.usual_players if players is None else int(players)
        chairs, self._policies = _seated(self.game, self.players, opponents)
        self._owed = False  # whether policies have still to decide, because one of them raised
        self._among = chairs is not None
        if rotate and not self._among:
            raise QipaiError("Chairs rotate where `opponents` says who sits in them.")
        self._frame = _Frame(chairs, rotate, skip, _teams(self.game, self.ruleset, self.players, reward), scale)
        self.layouts = layouts(self.game)
        self.layout = self.layouts.seen(compact)
        self.entries = self.layout.entries
        self._places = np.zeros(deals, place_type(self.game, self._among))
        self._legal = np.zeros((deals, min(kept, self.longest)), np.int64)
        self._loops = bound(self.game, self._among)
        self._seen: np.ndarray | None = None
        self._rows = _Rows(deals, self.longest, self.layouts.action, self.dtype) if candidates is not None else None
        self._stale = BOTH  # what the last step has made out of date
        bounds = np.linspace(0, deals, min(threads, deals) + 1).astype(int).tolist()
        self._shares = [_Share(self.game, self._desk(), begin, end) for begin, end in pairwise(bounds)]
        self._pool = Threads(len(self._shares)) if len(self._shares) > 1 else None
        self._step_all = by_address(self._loops.step_all, (self._shares[0].desk, self._places, self._legal), *self._legal.shape)
        self._show()
        self.reset(seed)
        self._step_all(np.full(deals, BEGIN))  # takes no step; compiles the only signature that is needed
        self._loops.step_all.disable_compile()

    def _show(self) -> None:
        """Make the arrays that callers look at: views, which cannot be written where compiled code reads what lies under them."""
        self.places, self.legal = _read_only(self._places), _read_only(self._legal)
        self.states, self.rewards = self.places["state"], self._places["rewards"][:, : self.players]
        self.seats, self.counts, self.ended = self.places["seat"], self.places["count"], self.places["ended"]
        self.left_out, self.cuts = self.places["left_out"], self.places["cuts"]

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy or pickle the batch; the copy continues exactly as this one would."""
        return _batch, (self._terms,), (self._places.tobytes(), self._legal.tobytes(), int(self.desk["seed"][0]))

    def __setstate__(self, told: tuple[bytes, bytes, int]) -> None:
        told_places, told_legal, seed = told
        places, legal = self._rewritten()
        self._owed = bool(self._policies)  # as far as one can tell
        places[:] = np.frombuffer(told_places, places.dtype)
        legal[:] = np.frombuffer(told_legal, NUMBERS).reshape(legal.shape)
        self.reseed(seed & (1 << 64) - 1)

    def _rewritten(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the places and the legal lists for somebody who writes them now: what was made from them is out of date."""
        self._stale = BOTH
        return self._places, self._legal

    @property
    def desk(self) -> np.ndarray:
        """The workspace of the first thread: a read-only array of one record."""
        return _read_only(self._shares[0].desk)

    @property
    def has_opponents(self) -> bool:
        """Whether bots or policies sit in some chairs."""
        return self._among

    @property
    def cuts_lists(self) -> bool:
        """Whether a list longer than `longest` is cut; otherwise it raises `QipaiError`."""
        return self._cuts

    def __len__(self) -> int:
        return self._deals

    def reset(self, seed: int) -> None:
        """Deal anew in all places: the first deal in place i is stream i of the seed, as in `Game.shuffled`."""
        self.reseed(seed)
        self._places["number"] = np.arange(len(self))
        self._places["cuts"] = 0
        self._stale = BOTH
        self._step(np.full(len(self), BEGIN), BEGIN)
        self._let_policies()
        self._refuse_long()

    def reseed(self, seed: int) -> None:
        """Let the deals that follow be streams of another seed; those that are being played go on."""
        number = checked_seed(seed)
        for share in self._shares:
            share.desk["seed"] = number

    @property
    def obs(self) -> np.ndarray:
        """What the seat to act in each deal may know: `dtype` of shape (deals, `entries`).  The batch's own array."""
        self._go_on()
        return self._observed()

    def _observed(self) -> np.ndarray:
        if self._seen is None:
            self._seen = np.empty((len(self), self.entries), self.dtype)
        if "obs" in self._stale:
            self._observe(self._seen)
            self._stale -= {"obs"}
        return self._seen

    @property
    def features(self) -> np.ndarray:
        """The candidates as rows: `dtype` of shape (deals, candidates, `layouts.action.entries`).  The batch's own array.

        Row i is the action with number i; rows beyond the list are 0.  Raises `QipaiError` for a batch without
        `candidates`.
        """
        self._go_on()
        return self._filled().features

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which rows of `features` are actions: bool of shape (deals, candidates).  The batch's own array."""
        self._go_on()
        return self._filled().mask

    def _filled(self) -> "_Rows":
        rows = self._rows
        if rows is None:
            raise QipaiError("This batch has no rows of candidates; make it with `candidates=64`, for example.")
        if "rows" in self._stale:
            layout = self.layouts.action
            lines, factors = rows.features.reshape(-1, layout.entries), layout.factors(self.dtype)
            self._do(
                lambda share: self._loops.fill_deals(
                    share.desk, self._places, self._legal, share.action, share.action_memory, *layout.tables, factors, lines,
                    rows.mask, rows.filled, share.begin, share.end,
                )
            )  # fmt: skip
            self._stale -= {"rows"}
        return rows

    def step(self, chosen: np.ndarray) -> None:
        """Take one action in every deal.

        `chosen`: the action's number in each deal, whole numbers of shape (deals,).  Raises `QipaiError` if a number is
        invalid; then no action is taken.  With `overflow="refuse"` raises it after a step that leads to a list longer
        than `longest`.  What a policy among the `opponents` raises leaves its decision open: it is asked again before the
        next look at the batch or step.
        """
        if self._owed:
            self._let_policies()
            raise QipaiError(
                "The last step was interrupted while a policy of `opponents` chose. It has chosen now; look at `obs` again, and choose."
            )
        self._stale = BOTH
        if self._pool is not None:
            numbers = self._checked(chosen)  # all places before any step, because a thread sees only its own share
            self._step(numbers, 0)
        else:
            try:  # checking first would take as long as a step; of NumPy's own arrays the loop accepts only a row of int64
                wrong = self._step_all(chosen) if type(chosen) is np.ndarray else 0
            except Exception:
                wrong = 0
            if wrong >= 0:
                self._step_all(self._checked(chosen))
        if self._policies:
            self._let_policies()
        if not self._cuts:
            self._refuse_long()

    # -- others at the table

    @property
    def chairs(self) -> NDArray[np.int64]:
        """The chair of the seat to act in each deal, int64 of shape (deals,): its column in `rewards`."""
        self._go_on()
        return self._chairs()

    def _chairs(self) -> np.ndarray:
        return (self.seats - self._places["turn"]) % self.players if self._among else self.seats

    @property
    def final_obs(self) -> np.ndarray:
        """What the learner knew when the deal ended that ended in the last step: `dtype` of shape (deals, `entries`).

        The line of another deal is 0.  `obs` is already of the next deal, as with `AutoresetMode.SAME_STEP` of
        Gymnasium.  Raises `QipaiError` for a batch without `opponents`.
        """
        if not self._among:
            raise QipaiError("Final observations are those of a batch with `opponents`; [None, None, …] seats nobody else.")
        out = np.empty((len(self), self.entries), self.dtype)
        self._write_observations(self._loops.observe_finals, self.layout, out)
        return out

    def copy(self) -> "Batch":
        """Return an independent batch that goes on exactly as this one would, for search."""
        return copy.copy(self)

    def branch(self, times: int) -> "Batch":
        """Return a batch with each deal `times` times: deal i is in the places from `times` * i on.

        Bots in all branches of a deal draw the same random numbers.  Where a branch ends, a new deal of the same seed
        follows, none of which this batch has dealt.
        """
        times = whole("The number of branches", times)
        self._go_on()
        made = Batch(**{**self._terms, "deals": len(self) * times})
        places, legal = made._rewritten()
        places[:] = np.repeat(self._places, times)
        legal[:] = np.repeat(self._legal, times, axis=0)
        places["number"] = np.arange(len(made)) + int(self._places["number"].max())
        return made

    @classmethod
    def from_states(cls, game: Any, states: Any = None, **terms: Any) -> "Batch":
        """Return a batch that goes on from given states, such as those of sampled worlds.

        `states`: a structured array of `game.STATE`, or a sequence of records or of deals (`qipai.deal`), all under the
        rules that `terms` say.  `terms`: the other arguments of a batch, the number of players among them.  Deals say
        these themselves: `from_states(qipai.worlds(…))` is enough.  Raises `TypeError` for what is not a state of the
        game, `QipaiError` for a deal that is over.
        """
        if states is None:
            states = _rows_of(game)
            played = {(deal.game, deal.ruleset, deal.players) if hasattr(deal, "terms") else None for deal in states}
            if len(played) != 1 or None in played:
                raise TypeError("Without a game a batch goes on from deals that are played under the same rules.")
            game, ruleset, _, players = states[0].terms
            terms = {"players": players, **game.changed_options(ruleset), **terms}
        if "deals" in terms:
            raise TypeError("A batch that goes on from states has a deal for each of them: their number is not told.")
        game = find_game(game)
        given = [] if isinstance(states, np.ndarray) else _rows_of(states)
        if not isinstance(states, np.ndarray):
            found = [getattr(state, "state", state) for state in given]
            if not found or not all(isinstance(one, np.ndarray) and one.dtype == game.STATE and one.size == 1 for one in found):
                raise TypeError("A batch goes on from states of its own game, as `start` and `sample_world` give them.")
            states = np.concatenate([one.reshape(1) for one in found])
        if states.dtype != game.STATE or states.ndim != 1:
            raise TypeError(f"States are a row of the game's own records, not {described(states)}.")
        made = cls(game, len(states), **terms)
        made._check_states(states, given)
        places, legal = made._rewritten()
        places["state"] = states
        wrong = made._loops.refresh_deals(made._shares[0].desk, places, legal, 0, len(made))
        if wrong >= 0:
            raise QipaiError(f"The deal of state {wrong} is over; a batch goes on from deals that are not.")
        made._let_policies()
        made._refuse_long()
        return made

    def _check_states(self, states: np.ndarray, given: Sequence[Any]) -> None:
        """Raise `QipaiError` for states with other players or rules than this batch; `given` are their deals or records, if any."""
        public = states["public"] if "public" in (self.game.STATE.names or ()) else states
        if "players" in (public.dtype.names or ()):  # other games are for one number of players only
            others = np.flatnonzero(public["players"] != self.players)
            if others.size:
                many = public["players"][others[0]]
                raise QipaiError(f"State {others[0]} is of a deal with {many} players, and this batch is for {self.players}.")
        for number, deal in enumerate(given):
            if (getattr(deal, "game", self.game), getattr(deal, "ruleset", self.ruleset)) != (self.game, self.ruleset):
                raise QipaiError(f"State {number} is of a deal under other rules than those of this batch.")

    def ask(self, policy: Policy, which: Any = slice(None)) -> np.ndarray:
        """Return what a policy answers for the deals `which`, all unless given: a number for each.

        `which`: a slice, numbers of deals, or a truth value for each deal.  Raises `QipaiError` for others and for a
        policy that is no function, `TypeError` for an answer that is no array.
        """
        if not callable(policy):
            raise QipaiError(f"A policy is a function of obs, features and mask, not {described(policy)}.")
        self._go_on()
        return self._ask(policy, chosen_of("The deals that a policy is asked about", which, len(self)))

    def _ask(self, policy: Policy, which: Any) -> np.ndarray:
        filled = self._filled() if self._rows else None
        rows = (filled.features[which], filled.mask[which]) if filled else (None, None)
        chosen: Callable[..., Any] = policy
        answer = chosen(self._observed()[which], *rows)
        try:
            return np.asarray(answer)
        except (TypeError, ValueError):
            raise TypeError(f"A policy returns an array of whole numbers, not {described(answer)}.") from None

    def _let_policies(self) -> None:
        """Ask the caller's policies until the learner is to decide in every deal."""
        self._owed = bool(self._policies)
        while self._policies:
            levels = self._frame.chairs[self._chairs()]
            if (levels == LEARNER).all():
                break
            for number, policy in enumerate(self._policies, LEARNER + 1):
                which = np.flatnonzero(levels == number)
                if which.size:
                    chosen = row("The numbers of a policy among the `opponents`", self._ask(policy, which), len(which))
                    wrong = self._loops.step_these(self._shares[0].desk, self._places, self._legal, which, chosen)
                    if wrong >= 0:
                        raise QipaiError(
                            f"A policy chose a number that is no action in deal {wrong}: it has {self.counts[wrong]}, from 0 on."
                        )
            self._stale = BOTH
        self._owed = False

    def _go_on(self) -> None:
        """Ask policies for what they still owe, so that nobody takes their seat's view for the learner's."""
        if self._owed:
            self._let_policies()

    def wander(self, steps: int, chances: np.ndarray) -> np.ndarray:
        """Take `steps` random decisions in every deal and return the summed rewards, float32 of shape (deals, players).

        `chances`: one generator per deal, of dtype `RANDOM`, advanced in place; make it with
        `np.concatenate([seeded(seed, place) for place in range(deals)])` of `qipai.engine.game.seeded`.  Raises
        `TypeError` for another array, and with `overflow="refuse"` `QipaiError` if a list was too long.
        """
        steps = self.checked_wandering(steps, chances)
        if self._policies:
            raise QipaiError("Decisions at random are taken in compiled code, which cannot ask policies.")
        self._stale = BOTH
        totals = np.zeros((len(self), self.players), np.float32)
        self._do(
            lambda share: self._loops.wander_deals(
                share.desk, self._places, self._legal, chances, steps, totals, share.begin, share.end
            )
        )
        if not self._cuts and self.cuts.any():
            raise QipaiError(f"{int(self.cuts.sum())} lists on the way had more than {self.longest} legal actions.")
        return totals

    def checked_wandering(self, steps: int, chances: np.ndarray) -> int:
        """Return `steps` as an int; raise the errors of `wander` for invalid arguments."""
        number = whole("The number of decisions", steps, 0, MOST_NUMBER)
        if (
            not isinstance(chances, np.ndarray)
            or chances.dtype != RANDOM
            or chances.shape != (len(self),)
            or isinstance(chances, np.ma.MaskedArray)
            or not chances.flags.carray
        ):
            raise TypeError(f"Chances are {len(self)} generators in one writable array of RANDOM, not {described(chances)}.")
        return number

    def observe(self, out: np.ndarray) -> np.ndarray:
        """Write the observation of the seat to act in each deal to `out` and return it.

        `out`: float32 or uint8 of shape (deals, `entries`).
        """
        self._go_on()
        return self._lines(out, self.layout, self._observe)

    def privileged(self, out: np.ndarray) -> np.ndarray:
        """Write the whole state of each deal, hidden cards included, to `out` and return it.

        For critics, never for a player.

        `out`: float32 or uint8 of shape (deals, `layouts.state.entries`).
        """
        return self._lines(out, self.layouts.state, self._reveal)

    def list_legal(self, out: np.ndarray) -> np.ndarray:
        """Write the beginning of each legal list to its line of `out`, padded with -1, and return it.

        `out`: int64 of shape (deals, any).
        """
        self._go_on()
        first = np.zeros(len(self), NUMBERS)
        return written(out, (len(self), None), (NUMBERS,), lambda piece: self._list(first, piece))

    def nth_legal(self, chosen: np.ndarray, out: np.ndarray) -> np.ndarray:
        """Write the action with the `chosen` number in each deal to `out` and return it.

        With `counts` this reaches every legal action without holding lists.  `chosen`: as in `step`.  `out`: int64 of
        shape (deals,).  Raises `QipaiError` for an invalid number.
        """
        self._go_on()
        numbers = apart(self._checked(chosen), out)
        return written(out, (len(self),), (NUMBERS,), lambda piece: self._list(numbers, piece.reshape(-1, 1)))

    def write_mask(self, out: np.ndarray) -> np.ndarray:
        """Write a dense mask of the valid numbers to `out` and return it: 1 where the number is less than `counts`.

        `out`: shape (deals, width), of bool or any integer or float dtype.
        """

        self._go_on()

        def write(piece: np.ndarray) -> None:
            np.less(np.arange(piece.shape[1]), self.counts[:, None], out=piece, casting="unsafe")

        return written(out, (len(self), None), MASKS, write)

    def write_features(self, actions: np.ndarray, out: np.ndarray) -> np.ndarray:
        """Write the features of actions to `out` and return it; entries are named by `layouts.action`.

        `actions`: whole numbers of any shape.  `out`: float32 or uint8 of shape
        `(*actions.shape, layouts.action.entries)`.  The line of -1, which pads `list_legal`, is all 0.  Raises `QipaiError` for another
        number that is not an action.
        """
        return write_features(self.game, self.rules, actions, out)

    def inputs(self) -> InputsOn:
        """Return which inputs of a net are on: of the seat to act in each deal, and of each of its legal actions.

        They are those of `qipai train` (`docs/observations` lists them); a batch that cuts lists has those of the actions it kept.
        Unlike `obs` and `features` this allocates, and compiles at its first call.
        """
        self._go_on()
        most, counts = inputs_of(self.game).most, self.counts.astype(np.int64)
        first, deal = rows_of(counts)
        shared, added = np.empty((len(self), most), np.int32), np.empty((len(deal), most), np.int32)
        numbers, further = np.zeros(len(self), np.int64), np.zeros(len(deal), np.int64)
        write = writer(self.game, self._among)
        self._do(
            lambda share: write(
                share.desk, self._places, share.observation, share.action, np.zeros(most, np.int64), first, shared, numbers, added,
                further, share.begin, share.end,
            )
        )  # fmt: skip
        return InputsOn(*packed(shared, numbers), *packed(added, further), first, deal)

    def _lines(self, out: Any, layout: Layout, write: Callable[[np.ndarray], None]) -> np.ndarray:
        return written(out, (len(self), layout.entries), (SCALED, WHOLE), write)

    def _observe(self, out: np.ndarray) -> None:
        self._write_observations(self._loops.observe_deals, self.layout, out)

    def _write_observations(self, write: Callable[..., None], layout: Layout, out: np.ndarray) -> None:
        factors = layout.factors(out.dtype)
        self._do(
            lambda share: write(
                share.desk, self._places, share.observation, share.memory, *layout.tables, factors, out, share.begin, share.end
            )
        )

    def _reveal(self, out: np.ndarray) -> None:
        layout = self.layouts.state
        state = np.zeros(1, layout.dtype)
        factors = layout.factors(out.dtype)
        self._loops.reveal_deals(self._places, state, state.view(np.int8), *layout.tables, factors, out, 0, len(self))

    def _desk(self) -> np.ndarray:
        desk = np.zeros(1, desk_type(self.game, self.rules.dtype))
        desk["longest"] = self.longest
        desk["rules"], desk["setup"], desk["places"], desk["unit"] = self.rules, self.setup, len(self), self.game.unit
        frame = self._frame
        desk["noise"] = self.game.noise_at(self.players)
        desk["scale"], desk["players"], desk["rotates"], desk["skips"] = frame.scale, self.players, frame.rotates, frame.skips
        desk["teams"][0, : self.players] = frame.teams
        if frame.chairs is not None:
            desk["chairs"][0, : self.players] = frame.chairs
        return desk

    def _step(self, chosen: np.ndarray, lowest: int) -> None:
        self._do(
            lambda share: self._loops.step_deals(share.desk, self._places, self._legal, share.begin, share.end, lowest, chosen)
        )

    def _list(self, first: np.ndarray, out: np.ndarray) -> None:
        self._do(lambda share: self._loops.list_deals(share.desk, self._places, first, out, share.begin, share.end))

    def _refuse_long(self) -> None:
        if not self._cuts and self.left_out.any():
            place = int(np.argmax(self.left_out > 0))
            count = self.counts[place] + self.left_out[place]
            raise QipaiError(
                f"Seat {self.seats[place]} of deal {place} has {count} legal actions, and this batch was made for {self.longest} at most; "
                f"{self.game.name} never has more than {self.game.max_actions}."
            )

    def _checked(self, given: Any) -> np.ndarray:
        """Return the chosen numbers as int64 of shape (deals,).  Raises the errors of `step`."""
        chosen = row("Chosen numbers", given, len(self))
        wrong = self._loops.first_wrong(self._places, chosen, 0, 0, len(self))
        if wrong >= 0:
            if not self.counts[wrong]:  # a deal that is over begins anew at once
                raise QipaiError("Another thread is stepping this batch; a batch belongs to one thread, so make each its own.")
            raise QipaiError(
                f"Action {chosen[wrong]} is not legal in deal {wrong}: it has {self.counts[wrong]}, numbered from 0, as `counts` says."
            )
        return chosen

    def _do(self, work: Callable[["_Share"], None]) -> None:
        if self._pool is None:
            work(self._shares[0])
        else:
            self._pool.map(work, self._shares)


def many(given: Any) -> int:
    """Return the number of deals in a batch.  Raises `QipaiError` for one that a seed has no streams for."""
    deals = whole("The number of deals", given)
    if deals > STREAMS:
        raise QipaiError(f"A batch holds at most {STREAMS} deals, as many as a seed has streams, not {deals}.")
    return deals


def _kind(given: Any) -> np.dtype:
    """Return the dtype of what a network reads.  Raises `QipaiError` for another."""
    try:
        kind = np.dtype(given)
    except (TypeError, ValueError):
        kind = None
    if kind is None or kind not in (SCALED, WHOLE):
        told = described(given) if kind is None else kind
        raise QipaiError(f"What a network reads is of {SCALED} or {WHOLE}, not of {told}.")
    return kind


def _read_only(array: np.ndarray) -> np.ndarray:
    """Return a view of an array that cannot be written."""
    view = array.view()
    view.flags.writeable = False
    return view


def _rows_of(given: Any) -> list[Any]:
    """Return a sequence as a list.  Raises `TypeError` for anything else."""
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes, Mapping)):
        raise TypeError(f"A batch goes on from a sequence of states or of deals, not from {described(given)}.")
    return list(given)


class _Frame(NamedTuple):
    """Who sits where, and what is paid to whom."""

    chairs: Any  # by chair: a value of `BOTS`, LEARNER, or a policy's number; None where all are asked
    rotates: bool
    skips: bool
    teams: tuple[int, ...]  # by seat
    scale: float


def _teams(game: Game, ruleset: Any, players: int, reward: str) -> tuple[int, ...]:
    """Return the numbers of those who share a reward, by seat."""
    return game.teams(ruleset, players) if one_of("reward", reward, REWARDS) == "team" else tuple(range(players))


def _seated(game: Game, players: int, opponents: Opponents | None) -> tuple[np.ndarray | None, list[Policy]]:
    """Return who sits in each chair, and the policies.  Raises `QipaiError` for what cannot sit there."""
    if opponents is None:
        return None, []
    others: list[Any]
    if isinstance(opponents, str) or callable(opponents):
        others = [None, *[opponents] * (players - 1)]
    elif isinstance(opponents, Sequence):
        others = list(opponents)
    else:
        raise QipaiError(f"Opponents are a name, a function, or a list with one for each chair, not {described(opponents)}.")
    if len(others) != players or all(other is not None for other in others):
        raise QipaiError(f"Opponents are one for each of {players} chairs, with None for the learner's, not {len(others)}.")
    policies: list[Policy] = []
    chairs = []
    for other in others:
        if isinstance(other, str):
            if other not in BOTS:
                raise QipaiError(f"In a batch {', '.join(BOTS)} and policies can sit, not {other!r:.60}.")
            if game.chooser is None:
                raise QipaiError(f"{game.name} has no rule of thumb, so no bots sit in its batches.")
            chairs.append(BOTS[other])
        elif other is None:
            chairs.append(LEARNER)
        elif callable(other):
            if not any(_is_same(other, policy) for policy in policies):
                policies.append(other)
            chairs.append(LEARNER + 1 + [_is_same(other, policy) for policy in policies].index(True))
        else:
            raise QipaiError(f"An opponent is a name, a function or None, not {described(other)}.")
    return np.array(chairs, NUMBERS), policies


def _is_same(one: Policy, other: Policy) -> bool:
    """Return True for one object, or one method of one object, which is another object each time it is looked up."""
    return one is other or (isinstance(one, MethodType) and isinstance(other, MethodType) and one == other)


def bot_seeds(seed: int, deal: int, players: int) -> list[int]:
    """Return the seed of each seat's bot in a deal of a batch of that seed, as `make_bot` takes it."""
    random = seeded((checked_seed(seed) ^ THOUGHTS) & (1 << 64) - 1, deal)
    return [draw_below(random, 1 << HALF_SEED) << HALF_SEED | draw_below(random, 1 << HALF_SEED) for _ in range(players)]


def _batch(terms: dict[str, Any]) -> Batch:
    """Rebuild a pickled batch at its beginning."""
    return Batch(**terms)


class _Rows:
    """The candidates of a batch as arrays."""

    def __init__(self, deals: int, candidates: int, layout: Layout, kind: np.dtype) -> None:
        self.features: np.ndarray = np.zeros((deals, candidates, layout.entries), kind)
        self.mask = np.zeros((deals, candidates), np.bool_)
        self.filled = np.zeros(deals, np.int64)


class _Share:
    """One thread's range of the deals, and its workspace."""

    def __init__(self, game: Game, desk: np.ndarray, begin: int, end: int) -> None:
        self.desk, self.begin, self.end = desk, begin, end
        self.observation = np.zeros(1, game.OBSERVATION)
        self.memory = self.observation.view(np.int8)
        self.action = np.zeros(1, layouts(game).action.dtype)
        self.action_memory = self.action.view(np.int8)
