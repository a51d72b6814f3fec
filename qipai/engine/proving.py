"""Compiled rules prove themselves: before a process trusts them, they play as the interpreter plays.

A compiler may be wrong, and so may what one assumes of it, on one processor or at one level of optimisation only.  So when the rules of
a game were compiled anew, a few hundred decisions of random play are made with them and, in a process beside this one, by the
interpreter.  A mark in the cache of compiled code says that both gave the same, so this is done once for each code and machine.
"""

import hashlib
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import count
from os.path import isfile
from random import Random
from typing import TYPE_CHECKING, Any

from . import records
from .announcing import announcer
from .compiling import NATIVE
from .errors import QipaiError
from .places import cache_folder, cache_folders
from .processes import environment

if NATIVE:
    from .keeping import compiler, key_of
if TYPE_CHECKING:
    from .game import Game

DECISIONS = 300
CHILD = "from qipai.engine.proving import answer; answer()"
PATIENCE = 120.0  # seconds that it may take on a busy machine, after the compiled rules have played
LOCK = threading.RLock()
tried: set[Any] = set()  # games


class CompiledWrongly(QipaiError):
    """Raised when compiled rules decide otherwise than the interpreter."""


def prove(game: "Game") -> None:
    """Compare the compiled rules of a game with the interpreter, unless that was done.  Raises `CompiledWrongly` if they differ."""
    with LOCK:
        if not NATIVE or game in tried:
            return
        tried.add(game)
        try:
            _prove(game)
        except BaseException:
            tried.discard(game)
            raise


def _prove(game: "Game") -> None:
    rules = [rule for rule in vars(game.compiled).values() if hasattr(rule, "py_func")]
    name = f"{game.name}-{key_of(rules)}.proved"
    if any(isfile(folder / game.room / name) for folder in cache_folders()):
        return
    try:
        asked = pickle.dumps(game).hex()
    except pickle.PicklingError:  # no name finds it again, so no other process can play it
        return
    try:
        ours, theirs = _both(game, asked)
    except (OSError, ValueError) as error:
        announcer.say(f"the compiled rules of {game.titles['en']} were not compared with the interpreter: {error}.")
        return
    if ours != theirs:
        raise CompiledWrongly(
            f"The rules of {game.titles['en']}, compiled for {compiler()}, decide otherwise than the interpreter.  QIPAI_RULES=plain "
            f"plays without compiled rules; please report this."
        )
    with suppress(OSError):
        mark = cache_folder() / game.room / name
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def _both(game: "Game", asked: str) -> tuple[str, str]:
    """Return what the compiled rules play and what the interpreter plays.  Raises `OSError` or `ValueError` if it does not answer."""
    if not sys.executable or getattr(sys, "frozen", False):
        raise ValueError("this program is none")
    words, silent = [sys.executable, "-P", "-c", CHILD, asked], subprocess.DEVNULL
    with subprocess.Popen(
        words, stdin=silent, stdout=subprocess.PIPE, stderr=silent, env=environment("plain"), text=True
    ) as interpreter:
        try:
            ours = played(game)  # meanwhile
            theirs, _ = interpreter.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise ValueError(f"it gave no answer in {PATIENCE:.0f} s") from None
        finally:
            interpreter.kill()
    if interpreter.returncode or len(theirs) != len(ours):
        raise ValueError(f"it ended with status {interpreter.returncode}")
    return ours, theirs


def answer() -> None:
    """Print what the interpreter plays of the game that is pickled in the first argument, in hex."""
    print(played(pickle.loads(bytes.fromhex(sys.argv[1]))), end="")


def played(game: "Game") -> str:
    """Return a digest of random play by the default rules: who decides, the legal actions, the states and the results.

    It ends after `DECISIONS` decisions, or with the first deal where that takes more.
    """
    digest, random, rules, made = hashlib.sha256(), Random(DECISIONS), game.rules(), 0
    for seed in count():
        setup = game.setup(rules, game.seats[seed % len(game.seats)])
        state = game.start(rules, setup, seed)
        while not game.is_over(state) and (made < DECISIONS or seed == 0):
            made += 1
            seat = game.to_act(state)
            legal = game.legal(state, rules, seat)
            digest.update(repr((seat, legal)).encode() + records.to_bytes(state))
            game.apply_action(state, rules, seat, random.choice(legal))
        if not game.is_over(state):
            break
        result = records.new(game.RESULT)
        game.returns(state, rules, result)
        digest.update(records.to_bytes(result))
    return digest.hexdigest()
