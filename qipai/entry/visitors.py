"""Somebody else's player: a function or a class of a Python file sits down under the name `FILE.py:NAME`.

The file runs in this process, with all that the process may do: it is for code that you trust.
"""

import importlib.util
import inspect
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from qipai.arena.matches import Maker
from qipai.bots import Bot
from qipai.bots.asking import players_in
from qipai.engine import records
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game, read_buffer
from qipai.engine.numbers import as_whole, described
from qipai.engine.records import Record, opened
from qipai.session.deal import Terms

from .deals import Observed

SUFFIX = ".py"
FORMS = "act(observation, legal) or act(observation, legal, clock)"


def is_visitor(name: str) -> bool:
    """Return whether a bot's name is that of a Python file, with or without a name in it."""
    file, _, _ = _split(name)
    return file.endswith(SUFFIX)


def visitors(names: Iterable[str], limit: int | None = None) -> dict[str, Maker]:
    """Return a maker for each of the names that is `FILE.py:NAME`, as `agree` and `simulate` take them.

    `limit`: milliseconds that a decision may take.  Raises `QipaiError` for a file or a name that is not there, and for one that is no player.
    """
    found = dict[str, Maker]()
    for name in names:
        if is_visitor(name):
            file, _, inside = _split(name)
            found[name] = visitor = Visitor(name, str(Path(file).resolve()), inside, limit)
            visitor.player()
    return found


def _split(name: str) -> tuple[str, str, str]:
    """Return the file, the colon and the name inside of `FILE.py:NAME`; without a name the last two are empty."""
    return (name, "", "") if name.endswith(SUFFIX) else name.rpartition(":")


@dataclass(frozen=True)
class Visitor:
    """Makes the bots of a name: (game, ruleset, seed) -> bot.  It can be sent to another process, which reads the file itself."""

    name: str  # as the command says it
    file: str
    inside: str
    limit: int | None  # milliseconds

    def __call__(self, game: Game, ruleset: Any, seed: int) -> Bot:
        """Return a new bot: one for each seat, and in a tournament for each deal."""
        player = self.player()
        if isinstance(player, type):
            wanted = _wanted(player) or 0
            player = self.asked(player, *(game, ruleset, seed)[:wanted])
        return VisitorBot(self, game, ruleset, player)

    def player(self) -> Any:
        """Return the function or class of the file.  Raises `QipaiError` if there is none that can play."""
        path = Path(self.file)
        if not path.is_file():
            raise QipaiError(f"There is no file {path}, from which {self.name} would come.")
        module = self.asked(_load, self.file)
        players = [name for name, found in vars(module).items() if _is_player(found, module)]
        if not self.inside:
            raise QipaiError(
                f"Say who of {path.name} plays, as {path.name}:NAME.  It has {', '.join(players) or 'nobody who can'}."
            )
        if not hasattr(module, self.inside):
            raise QipaiError(f"{path.name} has no {self.inside!r}.  It has {', '.join(players) or 'nobody who can play'}.")
        player = getattr(module, self.inside)
        if isinstance(player, type) and _wanted(player) not in (None, 0, 3):
            raise QipaiError(
                f"{self.name} is made without arguments or with three, (game, ruleset, seed), not with {_wanted(player)}."
            )
        call = getattr(player, "act", None) if not inspect.isfunction(player) else player
        if not callable(call) or _wanted(call, of_class=isinstance(player, type)) not in (None, 2, 3):
            raise QipaiError(
                f"{self.name} is no player: that is a function {FORMS}, or a class or an object with such a method."
            )
        return player

    def asked(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call a function of the file.  What it raises becomes a `QipaiError` that says where."""
        try:
            return function(*given)
        except QipaiError:
            raise
        except (Exception, SystemExit) as error:
            raise QipaiError(f"{self.name} failed{_place(error, self.file)}: {type(error).__name__}{_said(error)}") from error


class VisitorBot:
    """A bot that asks a player of a file, and checks what it answers."""

    def __init__(self, visitor: Visitor, game: Game, ruleset: Any, player: Any) -> None:
        self.visitor, self.game, self.ruleset, self.rules = visitor, game, ruleset, game.rules(ruleset)
        self.choose = player.act if hasattr(player, "act") else player
        self.with_clock = _wanted(self.choose) == 3

    def act(self, observation: Record, legal: Record, clock: int | None) -> Action:
        """Return what the player chose: see `Bot.act`.

        Raises `QipaiError` if that is not legal, came too late, or is an exception.
        """
        visitor, actions = self.visitor, [int(action) for action in read_buffer(legal, int(opened(legal).count))]
        if self.with_clock:
            given: tuple[Any, ...] = observation, legal, clock
        else:
            terms = Terms(self.game, self.ruleset, self.rules, players_in(self.game, opened(observation)))
            given = Observed(terms, records.copy(observation), actions), list(actions)
        begun = time.perf_counter()
        chosen = visitor.asked(self.choose, *given)
        spent = (time.perf_counter() - begun) * 1000
        number = as_whole(chosen)
        if number is None or number not in actions:
            raise QipaiError(f"{visitor.name} chose {described(chosen)}, which is none of its {len(actions)} legal actions.")
        if visitor.limit is not None and spent > visitor.limit:
            raise QipaiError(f"{visitor.name} took {spent:,.0f} ms for a decision, and {visitor.limit:,} ms are allowed.")
        return number


@cache
def _load(file: str) -> ModuleType:
    """Run a file as a module, once in a process.  Modules beside it can be imported by it."""
    path = Path(file)
    spec = importlib.util.spec_from_file_location(f"visitor_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # where data classes and pickles look for it
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    spec.loader.exec_module(module)
    return module


def _is_player(found: Any, module: ModuleType) -> bool:
    """Return whether something of a module was written there and may be a player."""
    if getattr(found, "__module__", None) != module.__name__:
        return False
    return hasattr(found, "act") or (inspect.isfunction(found) and _wanted(found) in (2, 3))


def _wanted(function: Any, of_class: bool = False) -> int | None:
    """Return how many arguments a function must be given, or a class to make an object; None if nobody can say.

    `of_class`: a method of a class, whose first argument is the object.
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(found.kind is found.VAR_POSITIONAL for found in parameters):
        return None
    places = [found for found in parameters if found.kind in (found.POSITIONAL_ONLY, found.POSITIONAL_OR_KEYWORD)]
    return sum(found.default is found.empty for found in places) - of_class


def _said(error: BaseException) -> str:
    """Return what an error says of itself, as words to add to a sentence; nothing where that fails too."""
    try:
        return f": {error}"
    except Exception:
        return ""


def _place(error: BaseException, file: str) -> str:
    """Return where in a file an error arose, as words to add to a sentence."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return f" in line {error.lineno}"
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" in line {line}" if line else ""
