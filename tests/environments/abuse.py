"""A child process that hands wrong arrays to every door of a batch, and wrong records to the verbs of its game.

    python -m tests.environments.abuse GAME SEED TIMES

What is right must be written, to the bit; what is wrong must be refused in a sentence; and nothing may be written beside an array or
change the batch.  A crash ends this process and not the one that started it.
"""

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from qipai.engine.errors import QipaiError
from qipai.engine.game import seeded
from qipai.environments.encoding import SCALED, WHOLE
from qipai.environments.layouts import layouts
from qipai.environments.observing import observer
from qipai.environments.vector import Batch
from qipai.games import GAMES, find_game

DEALS, WIDE, AROUND = 5, 7, 3
CANARY = 90
KINDS = "float32 uint8 int64 int32 float64 int8 uint64 bool float16 complex64 object >f4 >i8 S1 datetime64[s]".split()
NO_ARRAYS = (
    None,
    3,
    2.5,
    float("nan"),
    "abc",
    b"abc",
    [],
    [1, 2],
    [[1, 2], [3]],
    [None],
    {},
    object(),
    np.float32(1),
    range(5),
)


class Tensor:
    """What looks like an array of somebody else's."""

    def __init__(self, shape: tuple[int, ...], dtype: str) -> None:
        self.shape, self.dtype = shape, dtype

    def __len__(self) -> int:
        return self.shape[0]


class Guarded:
    """An array in the middle of a larger one, which says whether anything was written around it."""

    def __init__(self, random: np.random.Generator, shape: tuple[int, ...], kind: str) -> None:
        around = tuple(length + 2 * AROUND for length in shape)
        self.whole = np.zeros(around, kind)
        self.whole[...] = "x" if kind == "S1" else CANARY % 2 if kind == "bool" else CANARY
        self.part = self.whole[(..., *(slice(AROUND, AROUND + length) for length in shape))]
        if shape and random.random() < 0.5:  # in one piece, with canaries before and after it
            flat = self.whole.reshape(-1)
            size = int(np.prod(shape, dtype=int))
            begin = (flat.size - size) // 2
            self.part = flat[begin : begin + size].reshape(shape)
        self.before = self.whole.copy()

    def is_whole(self) -> bool:
        """Does nothing differ but what lies in the array?"""
        after, before = self.whole.copy(), self.before.copy()
        if not self.part.size or not self.part.ndim:
            return bool(self.part.ndim == 0) or after.tobytes() == before.tobytes()
        offset = self.part.__array_interface__["data"][0] - self.whole.__array_interface__["data"][0]
        for copied in (after, before):
            inside = np.ndarray(self.part.shape, self.part.dtype, copied, offset, self.part.strides)
            inside[...] = np.zeros((), self.part.dtype)
        return after.tobytes() == before.tobytes()


def disguised(random: np.random.Generator, array: np.ndarray) -> Any:
    """The same array, or one with other strides, another class, or without leave to write."""
    turn = random.integers(9)
    if turn == 0:
        array.flags.writeable = False
    elif turn == 1 and array.ndim:
        return array[::-1]
    elif turn == 2 and array.ndim > 1:
        return array.T
    elif turn == 3 and array.ndim:
        return np.broadcast_to(array[:1], array.shape) if array.shape[0] else array
    elif turn == 4 and array.ndim == 2:
        return np.asmatrix(array) if array.dtype != object else array
    elif turn == 5:
        return np.ma.masked_array(array)
    elif turn == 6:
        return array.tolist()
    return array


def anything(random: np.random.Generator, shape: tuple[int, ...], kind: str) -> tuple[Any, Guarded | None]:
    """An array that is often right in all but one thing, or none at all."""
    turn = random.integers(10)
    if turn == 0:
        return NO_ARRAYS[random.integers(len(NO_ARRAYS))], None
    if turn == 1:
        return Tensor(shape, f"torch.{kind}"), None
    if turn in (2, 3, 4):
        lengths = list(shape)
        place = int(random.integers(len(lengths)))
        lengths[place] = max(0, lengths[place] + int(random.choice([-lengths[place], -1, 1, 1000])))
        shape = tuple(lengths) if turn > 2 else tuple(lengths[:place])
    if turn in (5, 6):
        kind = str(random.choice(KINDS))
    guarded = Guarded(random, shape, kind)
    return (disguised(random, guarded.part) if turn > 6 else guarded.part), guarded


class Abuser:
    """One batch, what is right for each of its doors, and what came of the rest."""

    def __init__(self, name: str, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.batch = batch = Batch(name, DEALS, seed=seed, players=find_game(name).seats[-1], longest=WIDE)
        state, action = batch.layouts.state.entries, batch.layouts.action.entries
        self.chosen, self.actions = np.zeros(DEALS, np.int64), batch.list_legal(np.empty((DEALS, WIDE), np.int64))
        chances = np.concatenate([seeded(seed, place) for place in range(DEALS)])
        self.doors: dict[str, tuple[Callable[[Any], Any], tuple[int, ...], str]] = {
            "observe": (batch.observe, (DEALS, batch.entries), "float32"),
            "observe whole": (batch.observe, (DEALS, batch.entries), "uint8"),
            "privileged": (batch.privileged, (DEALS, state), "float32"),
            "list_legal": (batch.list_legal, (DEALS, WIDE), "int64"),
            "nth_legal": (lambda out: batch.nth_legal(self.chosen, out), (DEALS,), "int64"),
            "mask": (batch.write_mask, (DEALS, WIDE), "int8"),
            "features": (lambda out: batch.write_features(self.actions, out), (DEALS, WIDE, action), "float32"),
            "encode": (lambda out: batch.layouts.state.encode(batch.states[:1], out), (state,), "uint8"),
        }
        out = np.empty(DEALS, np.int64)
        lines = np.empty((DEALS, WIDE, action), np.float32)
        self.askers: dict[str, Callable[[Any], Any]] = {
            "step": batch.step,
            "nth_legal of": lambda given: batch.nth_legal(given, out),
            "features of": lambda given: batch.write_features(given, lines),
            "decode": batch.layouts.observation.decode,
            "part": lambda given: batch.layouts.observation.part(given, "seat"),
            "wander": lambda given: batch.wander(3, given),
            "wander so often": lambda given: batch.wander(given, chances),
            "reset": batch.reset,
            "branch": batch.branch,
            "ask about": lambda given: batch.ask(lambda obs, *_: np.zeros(len(obs), np.int64), given),
            "ask": lambda given: batch.ask(lambda *_: given),
            "go on from": lambda given: Batch.from_states(batch.game, given, players=batch.players),
        }
        self.silent = True  # while the batch is made, its policies answer rightly
        self.policed = Batch(
            name, DEALS, seed=seed, players=batch.players, opponents=[None, *[self.policy] * (batch.players - 1)]
        )
        self.came: Counter[str] = Counter()

    def write(self, door: str) -> None:
        """Something to write to: either it holds what a clean array holds, or it is refused and nothing has changed."""
        write, shape, kind = self.doors[door]
        given, guarded = anything(self.random, shape, kind)
        places = self.batch.places.tobytes()
        if self.refuses(door, lambda: write(given)):
            assert guarded is None or guarded.whole.tobytes() == guarded.before.tobytes(), f"{door} writes to what it refuses"
        elif given is None:
            assert door == "encode", door  # it makes an array of its own
        elif not (door in ("mask", "list_legal") and np.shape(given) != shape):
            clean = write(np.empty(shape, given.dtype))
            assert np.array_equal(np.asarray(given), clean), f"{door} writes something else"
        assert guarded is None or guarded.is_whole(), f"{door} writes beyond {describe(given)}"
        assert self.batch.places.tobytes() == places, f"{door} changes the batch"

    def ask(self, door: str) -> None:
        """Something to read from: a refusal leaves the batch as it is."""
        kind = str(self.random.choice(["int64", "float32", "uint8"]))
        length = DEALS if kind == "int64" else self.batch.entries
        given, guarded = anything(self.random, (length,), kind)
        if guarded is not None and guarded.part.flags.writeable and guarded.part.dtype.kind in "iuf":
            guarded.part[...] = self.random.choice([0, 0, 1, 120] if guarded.part.dtype.kind == "u" else [0, 0, 1, -1, 120])
        places = self.batch.places.tobytes()
        if self.refuses(door, lambda: self.askers[door](given)):
            assert self.batch.places.tobytes() == places, f"{door} refuses, and changes the batch"

    def policy(self, obs: np.ndarray, *rows: Any) -> Any:
        """What a policy may answer: often the first action of each list, else something of another shape, kind or number."""
        if self.silent or self.random.random() < 0.7:
            return np.zeros(len(obs), np.int64)
        given, guarded = anything(self.random, (len(obs),), "int64")
        if (
            guarded is not None
            and guarded.part.flags.writeable
            and guarded.part.dtype.kind in "iu"
            and self.random.random() < 0.5
        ):
            guarded.part[...] = 0
        return given

    def play_against_policies(self) -> None:
        """What a policy answers wrongly is refused, and the batch goes on from there."""
        self.silent = False
        self.refuses("a policy", lambda: self.policed.step(np.zeros(DEALS, np.int64)))
        seats = self.policed.seats
        assert ((seats >= 0) & (seats < self.policed.players)).all()

    def write_views(self) -> None:
        """What a batch shows of itself cannot be written: compiled code would read it."""
        places = self.batch.places.tobytes()
        for name in ("seats", "counts", "legal", "left_out", "cuts", "ended", "states", "places", "desk"):
            view = getattr(self.batch, name)
            wrong = np.frombuffer(self.random.bytes(view.dtype.itemsize), view.dtype)[0]
            if not view.flags.writeable:
                continue
            view[...] = wrong
            self.step_and_read()  # which ends the process, or does not
            raise AssertionError(f"{name} can be written")
        assert self.batch.places.tobytes() == places
        self.step_and_read()

    def step_and_read(self) -> None:
        for _ in range(10):
            self.batch.step(np.zeros(DEALS, np.int64))
            self.batch.observe(np.empty((DEALS, self.batch.entries), np.float32))
            self.batch.list_legal(np.empty((DEALS, WIDE), np.int64))

    def go_on_wrongly(self) -> None:
        """A batch goes on from states of its own game, with its number of players, of deals that are not over."""
        batch, game = self.batch, self.batch.game
        rules, states = game.rules(), batch.states.copy()
        other = game.start(rules, game.setup(rules, game.seats[0]), 1)
        over = states[:1].copy()
        while not game.is_over(over):
            seat = game.to_act(over)
            game.apply_action(over, rules, seat, game.legal(over, rules, seat)[0])
        zeros, foreign = np.zeros(3, game.STATE), game.new_observation()
        wrongs = [
            zeros,
            states[:0],
            states.reshape(1, -1),
            over,
            [over],
            [states[:1], over],
            foreign,
            [foreign],
            states.view("i1"),
        ]
        if len(game.seats) > 1:
            wrongs += [other, [states[:1], other], np.concatenate([states, other])]
        for wrong in wrongs:
            refused(lambda wrong=wrong: Batch.from_states(game, wrong, players=batch.players))
        for right in (states, states[::2], batch.states, [states[:1], states[1]], [states[2:3]]):
            if isinstance(right, list) and right[-1].shape == ():
                refused(lambda right=right: Batch.from_states(game, right, players=batch.players))
            else:
                self.goes_on(Batch.from_states(game, right, players=batch.players))

    def goes_on(self, batch: Batch) -> None:
        for _ in range(5):
            batch.step(np.zeros(len(batch), np.int64))

    def wander_wrongly(self) -> None:
        """Generators are as many as deals, in one piece, and the caller's own to be changed."""
        many = np.concatenate([seeded(1, place) for place in range(2 * DEALS)])
        constant = many[:DEALS].copy()
        constant.flags.writeable = False
        for wrong in (many, many[: DEALS - 1], many[::2], constant, many[:DEALS].view(np.int64), many[:0]):
            refused(lambda wrong=wrong: self.batch.wander(5, wrong))
        for steps in (-1, "5", 2.5, None):
            refused(lambda steps=steps: self.batch.wander(steps, many[:DEALS]))

    def refuses(self, door: str, do: Callable[[], Any]) -> bool:
        sentence = refusal_of(do)
        self.came["accepted" if sentence is None else "refused"] += 1
        assert sentence is None or is_sentence(sentence), f"{door}: {sentence}"
        return sentence is not None


def describe(given: Any) -> str:
    return f"{type(given).__name__} {getattr(given, 'dtype', '')} {getattr(given, 'shape', '')}"


def look_wrongly(name: str) -> None:
    """A look takes a state of its game and a seat, and nothing else."""
    game = find_game(name)
    rules = game.rules()
    state = game.start(rules, game.setup(rules, game.seats[0]), 1)
    vector = np.empty(layouts(game).observation.entries, SCALED)
    look = observer(game, rules, vector)
    look(state, 0)
    seen = vector.copy()
    for wrong in (np.zeros(0, state.dtype), np.zeros(2, state.dtype), np.zeros(1), None, "x", game.new_observation()):
        refused(lambda wrong=wrong: look(wrong, 0))
    for seat in (99, -2, "one", None):
        refused(lambda seat=seat: look(state, seat))
    for seat in (99, -1):
        refused(lambda seat=seat: game.legal(state, rules, seat))
        refused(lambda seat=seat: game.apply_action(state, rules, seat, 0))
        refused(lambda seat=seat: game.stepper(state, rules, game.new_actions())(seat, 0))
    refused(lambda: game.observe(state, rules, 99, game.new_observation()))
    look(state, 0)
    assert np.array_equal(vector, seen)


def call_wrongly(name: str) -> None:
    """A verb takes arrays of one record that can be written, whatever it does with them."""
    game = find_game(name)
    rules = game.rules()
    setup = game.setup(rules, game.seats[-1])
    order = game.shuffled(rules, setup, 1)
    state, actions, seen = game.start(rules, setup, 1), game.new_actions(), game.new_observation()
    result, following, random = np.zeros(1, game.RESULT), np.zeros(1, game.SETUP), seeded(1)
    seat = game.to_act(state)
    action = game.legal(state, rules, seat)[0]
    calls: dict[str, tuple[Any, ...]] = {
        "first_setup": (rules, game.seats[-1], following),
        "pack": (rules, setup, order),
        "deal": (game.new_state(), rules, setup, order),
        **dict.fromkeys(("pending", "to_act", "may_act", "is_over"), (state,)),
        "legal_actions": (state, rules, seat, actions),
        "is_legal": (state, rules, seat, action),
        "apply_action": (state, rules, seat, action),
        "default_action": (state, rules, seat),
        "returns": (state, rules, result),
        "next_setup": (setup, result, rules, following),
        "observe": (state, rules, seat, seen),
        "sample_world": (seen, rules, random, game.new_state()),
        "accepts": (seen, rules, state),
    }
    before = state.tobytes()
    for verb, given in calls.items():
        if verb in ("to_act", "is_over", "legal_actions", "is_legal", "observe"):
            getattr(game, verb)(*given)  # so that compiled code meets what is wrong; of the others, what would compile them
        for place, record in enumerate(given):
            wrongs = wrong_records(record) if isinstance(record, np.ndarray) else ("0", None, 0.5, [0])
            for wrong in wrongs:
                refused(lambda verb=verb, told=(*given[:place], wrong, *given[place + 1 :]): getattr(game, verb)(*told))
    own = state, rules, actions
    for place, record in enumerate(own):
        for wrong in wrong_records(record):
            refused(lambda told=(*own[:place], wrong, *own[place + 1 :]): game.stepper(*told))
    for told in ((seat, "x"), ("0", action), (0.5, action), (seat, None), (99, action)):
        refused(lambda told=told: game.stepper(state, rules, actions)(*told))
    assert state.tobytes() == before


def wrong_records(record: np.ndarray) -> tuple[Any, ...]:
    constant = record.copy()
    constant.flags.writeable = False
    several = np.zeros(4, record.dtype)
    gaps = (several[:0], several[:2], several[::2], several.reshape(2, 2), several[0], np.zeros((), record.dtype))
    return *gaps, constant, np.zeros(1), None, "x"


def refusal_of(do: Callable[[], Any]) -> str | None:
    try:
        do()
    except (TypeError, QipaiError) as refusal:
        return str(refusal)
    return None


def is_sentence(text: str) -> bool:
    begins = text[:1].isupper() or text.partition(".")[0] in GAMES or text.partition(" ")[0] in GAMES
    return begins and text.endswith(".") and len(text) < 400


def refused(do: Callable[[], Any]) -> None:
    sentence = refusal_of(do)
    assert sentence is not None, "what is wrong was taken"
    assert is_sentence(sentence), sentence


def main(name: str, seed: str, times: str) -> None:
    abuser = Abuser(name, int(seed))
    compiled = [loop for loop in vars(abuser.batch._loops).values() if hasattr(loop, "signatures")]
    for turn in range(int(times)):
        for door in abuser.doors:
            abuser.write(door)
        for door in abuser.askers:
            abuser.ask(door)
        if not turn:
            look_wrongly(name)
            call_wrongly(name)
            abuser.wander_wrongly()
            abuser.write_views()
            abuser.go_on_wrongly()
        abuser.play_against_policies()
    assert max(len(loop.signatures) for loop in compiled) <= len((SCALED, WHOLE)), "what was given made a loop compile anew"
    print(f"{abuser.came['refused']} refused, {abuser.came['accepted']} accepted")


if __name__ == "__main__":
    main(*sys.argv[1:])
