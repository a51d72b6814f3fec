"""Whatever the reference publishes refuses a wrong argument in a sentence: every function, every argument, the same nonsense.

`RIGHT` has right arguments for everything in docs/api.md that a person calls; a new one without them fails a test.  A refusal is a
`QipaiError`, or a `TypeError` with a sentence of ours; an answer is right too, since 3.0 may be a number of points and no number of deals.
"""

import importlib
import importlib.util
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

from qipai.engine import records
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import seeded
from qipai.environments.layouts import layouts
from qipai.environments.vector import Batch
from qipai.games import GAN_DENG_YAN as GAME
from tests.test_architecture import ROOT

LONGEST = 450  # letters of a sentence, but for a list of all that is accepted
NONSENSE: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, float("nan"), "x", "", "5\n6", "\x00", b"x", [], {}, (), [None], ["x"], {"x": 1}, object(), len, int, np.zeros(3),
    np.zeros((2, 2), bool), np.array(["x"]), np.ma.masked_array([1]), np.float32(1.5), np.zeros(1, GAME.RESULT), slice(None), iter(()), set(),
    "x" * 300, "x" * 5000, "棋" * 100, "\ud83c",
)  # fmt: skip
BY_NUMBA = "cannot compute fingerprint of empty |int too big to convert"  # see `verbs.check_new_types`
MADE = {  # by functions that are published; nobody calls them
    "OpenDeal", "Observed", "Standings", "Trained", "Game", "Layout", "Bot", "Bot.act", "Header", "Points", "Record",
}  # fmt: skip
CALLED_BY_THE_ENGINE = {
    "write_lines",
    "Game.check_ruleset",
}  # with facts that it has confirmed, with a rule set that it has made

RULES, RULESET = GAME.rules(), GAME.ruleset()
SETUP = GAME.setup(RULES, 3)
LAYOUT = layouts(GAME).observation


def dealt() -> Any:
    return GAME.start(RULES, SETUP, 7)


@cache
def ended() -> Any:
    state = dealt()
    while not GAME.is_over(state):
        seat = GAME.to_act(state)
        GAME.apply_action(state, RULES, seat, GAME.legal(state, RULES, seat)[-1])
    return state


def returned() -> Any:
    result = records.new(GAME.RESULT)
    GAME.returns(ended(), RULES, result)
    return result


def seen(seat: int = 0) -> Any:
    observation = GAME.new_observation()
    GAME.observe(dealt(), RULES, seat, observation)
    return observation


def opened(record: Any) -> Any:
    return records.opened(records.copy(record))


def an_order() -> Any:
    return GAME.shuffled(RULES, SETUP, 7)


def here() -> Any:
    import qipai

    return qipai.deal("gan_deng_yan", 3, seed=7)


@cache
def batch() -> Batch:
    return Batch(GAME, 2, seed=1)


def policy(observations: np.ndarray, *_: Any) -> np.ndarray:
    return np.zeros(len(observations), np.int64)


def written(entries: int, kind: Any = np.float32) -> np.ndarray:
    return np.zeros((2, entries), kind)


def right() -> dict[str, dict[str, Any]]:
    """The right arguments by name: for a method, of an object that `OWNERS` makes.  Those that are not named have their defaults."""
    state, seat = dealt(), GAME.to_act(dealt())
    asked = {"state": state, "rules": RULES, "seat": seat}
    ruled = {"ruleset": RULESET, "setup": SETUP}
    return {
        "games": {}, "game": {"name": "giog"},
        "deal": {"game": "giog", "players": 3, "seed": 1, "variant": "default"},
        "position": {"text": "gan_deng_yan hands=4-6-X/5-5/2-2 4"},
        "worlds": {"observed": here().observe(), "count": 1, "seed": 1},
        "tournament": {"game": "gan_deng_yan", "bots": ["random", "rule"], "deals": 1, "players": 2, "variant": "default", "seed": 1,
                       "plan": None, "out": None, "jobs": 1, "progress": False},
        "batch": {"game": "gan_deng_yan", "deals": 2},
        "evaluate": {"game": "gan_deng_yan", "policy": policy, "deals": 2, "players": 2},
        "train": {"game": "gan_deng_yan", "out": "trained", "minutes": 1e-3, "decisions": 1, "players": 2, "method": "mixed", "aim": "both",
                  "variant": "default", "seed": 1, "threads": 1, "width": 32, "learner": "compiled", "batch": 64, "explore": [0.1, 0.03], "rate": [1e-3, 1e-4],
                  "begin": "net", "blind": ["hand"], "rivals": 0.5, "against": "net", "progress": False},
        "net_bot": {"source": policy},
        "make_examples": {"game": "gan_deng_yan", "folder": "examples", "deals": 1, "players": 2, "bots": "random"},
        "OpenDeal.copy": {}, "OpenDeal.draw": {}, "OpenDeal.show": {}, "OpenDeal.legal_of": {"seat": 0}, "OpenDeal.observe": {"seat": 0},
        "OpenDeal.play": {"action": here().legal[0], "seat": here().seat},
        "Observed.features_of": {"actions": here().legal}, "Observed.list_record": {},
        "Game.accepts": {"observation": seen(), "rules": RULES, "state": state},
        "Game.apply_action": {**asked, "state": dealt(), "action": GAME.legal(state, RULES, seat)[0]},
        "Game.bounds": ruled, "Game.max_decisions": ruled,
        "Game.changed_options": {"ruleset": RULESET},
        "Game.check_setup": {"setup": records.to_plain(SETUP), "cards": 17},
        "Game.check_start": {"rules": RULES, "players": 3, "setup": records.to_plain(SETUP)},
        "Game.deal": {"state": GAME.new_state(), "rules": RULES, "setup": SETUP, "order": an_order()},
        "Game.default_action": asked, "Game.first_setup": {"rules": RULES, "players": 3, "setup": records.new(GAME.SETUP)},
        "Game.fit_setup": {"setup": records.to_plain(SETUP), "sizes": (), "cards": ()},
        "Game.is_legal": {**asked, "action": 0}, "Game.is_over": {"state": state}, "Game.is_window": {"state": opened(state)},
        "Game.legal": asked, "Game.legal_actions": {**asked, "actions": GAME.new_actions()},
        "Game.may_act": {"state": state}, "Game.pending": {"state": state}, "Game.to_act": {"state": state},
        "Game.new_actions": {}, "Game.new_observation": {}, "Game.new_state": {},
        "Game.newcomers": {"setup": opened(SETUP)},
        "Game.next_setup": {"setup": SETUP, "result": returned(), "rules": RULES, "following": records.new(GAME.SETUP)},
        "Game.observe": {**asked, "observation": GAME.new_observation()}, "Game.pack": {"rules": RULES, "setup": SETUP, "order": an_order()},
        "Game.play_kind": {"action": 0}, "Game.result": {"state": ended(), "rules": RULES},
        "Game.returns": {"state": ended(), "rules": RULES, "result": records.new(GAME.RESULT)},
        "Game.rules": {"ruleset": RULESET}, "Game.ruleset": {"variant": "default"},
        "Game.sample_world": {"observation": seen(), "rules": RULES, "random": seeded(1), "state": GAME.new_state()},
        "Game.setup": {"rules": RULES, "players": 3}, "Game.shuffled": {"rules": RULES, "setup": SETUP, "seed": 1, "stream": 0},
        "Game.shuffled_secretly": {"rules": RULES, "setup": SETUP}, "Game.start": {"rules": RULES, "setup": SETUP, "seed": 1},
        "Game.statistics": {"results": np.frombuffer(records.to_bytes(returned()), GAME.RESULT)},
        "Game.stepper": {"state": dealt(), "rules": RULES, "actions": GAME.new_actions()},
        "Game.teams": {"ruleset": RULESET, "players": 3}, "Game.utility_sum": {"ruleset": RULESET, "players": 3}, "Game.noise_at": {"players": 3},
        "Batch": {"game": "gan_deng_yan", "deals": 2},
        "Layout.decode": {"vector": LAYOUT.encode(seen())}, "Layout.encode": {"record": seen(), "out": None},
        "Layout.factors": {"kind": np.dtype(np.float32)}, "Layout.facts": {"record": seen()},
        "Layout.part": {"vector": LAYOUT.encode(seen()), "name": "seat"},
        "env": {"game": "giog", "render_mode": None}, "parallel_env": {"game": "giog", "render_mode": None},
        "SeatEnv": {"game": "giog", "seat": 0, "opponents": "rule", "illegal": "end", "illegal_reward": 0.0, "render_mode": None},
        "write_record": {"entries": [], "serial": None, "names": True}, "read_record": {"text": ""},
        **(of_batches() if NATIVE else {}),
    }  # fmt: skip


def of_batches() -> dict[str, dict[str, Any]]:
    lines, actions = written(batch().entries), layouts(GAME).action.entries
    return {
        "Batch.ask": {"policy": policy, "which": slice(None)}, "Batch.branch": {"times": 1}, "Batch.copy": {}, "Batch.inputs": {},
        "Batch.checked_wandering": {"steps": 1, "chances": np.concatenate([seeded(1), seeded(2)])},
        "Batch.from_states": {"game": GAME, "states": batch().states.copy()},
        "Batch.list_legal": {"out": written(6, np.int64)}, "Batch.nth_legal": {"chosen": np.zeros(2, np.int64), "out": np.zeros(2, np.int64)},
        "Batch.observe": {"out": lines}, "Batch.privileged": {"out": written(layouts(GAME).state.entries)}, "Batch.reset": {"seed": 1}, "Batch.reseed": {"seed": 1},
        "Batch.step": {"chosen": np.zeros(2, np.int64)}, "Batch.wander": {"steps": 1, "chances": np.concatenate([seeded(1), seeded(2)])},
        "Batch.write_features": {"actions": batch().legal[:, 0].copy(), "out": written(actions)}, "Batch.write_mask": {"out": written(6, np.int8)},
    }  # fmt: skip


OFTEN_ENOUGH = (
    "batch",
    "evaluate",
    "net_bot",
    "make_examples",
    "Batch",
)  # with these arguments a call takes short, the others are asked too
OF_AN_EXTRA = {"env": "pettingzoo", "parallel_env": "pettingzoo", "SeatEnv": "gymnasium"}
OWNERS: Mapping[str, Callable[[], Any]] = {
    "OpenDeal": here,
    "Observed": lambda: here().observe(),
    "Game": lambda: GAME,
    "Batch": lambda: batch().copy(),
    "Layout": lambda: LAYOUT,
}
RIGHT_TOO = {  # where numbers that are nonsense elsewhere begin what takes long, or are the caller's to check
    ("tournament", "deals"), ("make_examples", "deals"), ("train", "minutes"), ("train", "decisions"), ("Batch.branch", "times"), ("Game.apply_action", "action"),
}  # fmt: skip


def published() -> Iterator[tuple[str, Any]]:
    """Everything that docs/api.md names and that can be called, by its name there without the module."""
    module = ""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for kind, path, _, members, inherited in re.findall(
        r"\.\. (autofunction|autoclass|automodule|currentmodule):: ((?:\w+\.)*(\w+))\n(   :members:\n)?(   :inherited-members:)?",
        text,
    ):
        if kind == "currentmodule":
            module = path
        elif kind == "automodule":
            held = vars(importlib.import_module(path))
            yield from (
                (name, thing)
                for name, thing in held.items()
                if callable(thing) and getattr(thing, "__module__", "") == path and name[0] != "_"
            )
        else:
            place, _, name = path.rpartition(".")
            if name in OF_AN_EXTRA and importlib.util.find_spec(OF_AN_EXTRA[name]) is None:
                continue
            found = getattr(importlib.import_module(place or module), name)
            yield name, found
            for member, thing in inspect.getmembers(found) if members else ():
                if member[0] != "_" and callable(thing) and (inherited or member in vars(found)):
                    yield f"{name}.{member}", thing


PUBLISHED = dict(published())


def named(name: str) -> list[str]:
    """The parameters of a published function that have a name."""
    taken = inspect.signature(PUBLISHED[name]).parameters
    return [
        parameter
        for parameter, told in taken.items()
        if told.kind not in (told.VAR_KEYWORD, told.VAR_POSITIONAL) and parameter != "self"
    ]


def test_every_published_name_has_right_arguments_here() -> None:
    assert len(PUBLISHED) > 90
    called = {name for name in PUBLISHED if name not in MADE | CALLED_BY_THE_ENGINE}
    given = {name: arguments for name, arguments in right().items() if name in PUBLISHED or name not in OF_AN_EXTRA}
    assert {name for name in called if NATIVE or not name.startswith("Batch.")} == set(given)
    for name, arguments in given.items():
        assert name in OFTEN_ENOUGH or named(name) == list(arguments), name


def call(name: str, arguments: Mapping[str, Any]) -> Any:
    owner, _, method = name.rpartition(".")
    return getattr(OWNERS[owner](), method)(**arguments) if owner else PUBLISHED[name](**arguments)


LONG = {"tournament", "make_examples"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LONG else ())
        for name in sorted({*PUBLISHED, *OF_AN_EXTRA} - MADE - CALLED_BY_THE_ENGINE)
    ],
)
def test_nonsense_gets_a_sentence(name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if name in OF_AN_EXTRA:
        pytest.importorskip(OF_AN_EXTRA[name], reason="needs the extra envs")
    if not NATIVE and (name.startswith("Batch") or name in ("batch", "evaluate", "train")):
        pytest.skip("needs the compiled rules")
    said: list[str] = []
    for parameter in named(name):
        arguments = right()[name]
        for nonsense in NONSENSE:
            if parameter in ("policy", "against") and callable(nonsense):  # its own error is what one wants to see
                continue
            if (name, parameter) in RIGHT_TOO and isinstance(nonsense, int | float | None):
                continue
            try:
                call(name, {**arguments, parameter: nonsense})
            except (QipaiError, TypeError) as error:
                sentence = str(error)
                if not sentence.endswith((".", ".)")) or "\n" in sentence.replace("5\n6", "") or len(sentence) > LONGEST:
                    said.append(f"{parameter}={nonsense!r}: {type(error).__name__}: {sentence[:600]}")
            except (ValueError, OverflowError) as error:
                if not (NATIVE and name.startswith("Game.") and re.match(BY_NUMBA, str(error))):
                    said.append(f"{parameter}={nonsense!r}: {type(error).__name__}: {error}")
            except Exception as error:
                said.append(f"{parameter}={nonsense!r}: {type(error).__name__}: {error}")
    assert not said, "\n".join(said)
