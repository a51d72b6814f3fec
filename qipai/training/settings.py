"""What a training run is asked to do: everything that its result depends on, the clock apart."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from qipai.bots.levels import NORMAL
from qipai.bots.nets import file_of, is_net, ruled_in, shipped_for
from qipai.bots.nets.choosing import inputs_of
from qipai.bots.nets.files import NetFile, read_net
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.minis import MINI, mini_of
from qipai.engine.numbers import described

AIMS = {  # what each head, points and wins, counts when the net chooses
    "points": (1.0, 0.0),
    "wins": (0.0, 1.0),
    "both": (1.0, 1.0),
    "ahead": (0.3, 1.0),
    "first": (0.2, 1.0),
    "places": (1.0, 1.0),
}
OF_PLACES = ("first", "places")  # aims for which the first head learns, instead of points, of how many others one is ahead


class Method(NamedTuple):
    """What a decision is told to be worth, and how the net chooses."""

    trace: float = 0.5  # λ: how much of what followed counts, the rest being what the net thought of it
    temperature: float = 0.0  # as in `About`


METHODS = {"mixed": Method(), "dmc": Method(trace=1.0), "soft": Method(temperature=0.3)}

COMPILED, TORCH = LEARNERS = ("compiled", "torch")
WIDEST = 4096  # units of a first layer

EXPLORE = (0.1, 0.03)
RATE = (1e-3, 1e-4)
WIDTH = 256


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a run.

    `explore` and `rate` go from their first to their second value over the run, in a straight line and in equal ratios.
    """

    game: str
    rules: dict[str, str]  # options that differ from the default
    players: tuple[int, ...]  # sizes of table; sessions take turns
    pack: str = ""  # the mini pack that is dealt, `MINI` or its size; "": the whole pack
    seed: int = 1
    threads: int = 1
    aim: str = "both"
    decisions: int = 0  # learn from so many decisions and stop; 0: stop by the clock
    trace: float = Method().trace
    temperature: float = Method().temperature
    explore: tuple[float, float] = EXPLORE  # share of decisions taken at random
    rivals: float = 0.0  # share of deals in which one side is the net's, and a rival plays the others
    against: str = ""  # the rival: the digest of its net, or "" for the rule of thumb
    begun: str = ""  # what it began with: the digest of a net, or "" for chance
    rate: tuple[float, float] = RATE  # of Adam
    blind: tuple[str, ...] = ()  # groups of inputs that the net does not see: their weights are 0 and stay so
    lines: int = 4096  # decisions that are collected, then learned from
    batch: int = 64
    passes: int = 1
    average: float = 0.1  # the averaged weights reach back over this part of the iterations so far
    width: int = WIDTH
    session: int = 8  # deals in a row that are chained, the winner dealing and so on
    learner: str = COMPILED  # how it is computed, which changes the result by rounding alone

    def check(self) -> None:
        """Raise `QipaiError` for settings that make no sense, and for a learner that is not installed."""
        if not isinstance(self.aim, str) or self.aim not in AIMS:
            raise QipaiError(f"One aims at {', '.join(AIMS)}, not at {described(self.aim)}.")
        if not self.players:
            raise QipaiError("A net is trained for at least one number of players.")
        if not isinstance(self.learner, str) or self.learner not in LEARNERS:
            raise QipaiError(f"The learner is {' or '.join(LEARNERS)}, not {described(self.learner)}.")
        if self.learner == TORCH:
            from .torch_learner import find_torch

            find_torch()
        if self.width % 4 or not 4 <= self.width <= WIDEST:
            raise QipaiError(f"The width of a net is a multiple of 4 up to {WIDEST}, and {self.width} is not.")
        if not 1 <= self.batch <= self.lines:
            raise QipaiError(f"A minibatch has 1 to {self.lines} decisions, not {self.batch}.")
        if not 1 <= self.threads <= 64:
            raise QipaiError(f"Training runs in 1 to 64 threads, not in {self.threads}.")
        if not 0 <= self.temperature <= 100:
            raise QipaiError(f"A temperature is from 0 to 100, and {self.temperature:g} is not.")
        if not 0 <= self.rivals <= 1:
            raise QipaiError(f"The share of deals against rivals is from 0 to 1, and {self.rivals:g} is not.")
        for share in self.explore:
            if not 0 <= share <= 1:
                raise QipaiError(f"A share of decisions taken at random is from 0 to 1, and {share:g} is not.")
        for rate in self.rate:
            if not 0 < rate <= 1:
                raise QipaiError(f"A learning rate is above 0 and at most 1, and {rate:g} is not.")
        if not 0 <= self.seed < 1 << 32:
            raise QipaiError(f"The seed of a training is from 0 to {(1 << 32) - 1}, not {self.seed}.")

    def rate_at(self, part: float) -> float:
        """Return the learning rate when `part` (0 to 1) of the run is over."""
        first, last = self.rate
        return first * (last / first) ** min(1.0, part)

    def average_at(self, iteration: int) -> float:
        """Return what the averaged weights keep at an iteration, counted from 0."""
        return 1 - 1 / (1 + self.average * iteration)

    def explore_at(self, part: float) -> float:
        """Return the share of random decisions when `part` of the run is over."""
        first, last = self.explore
        return first + (last - first) * min(1.0, part)


def method_named(method: str) -> Method:
    """Return a method by name.  Raises `QipaiError` with the names there are."""
    if not isinstance(method, str) or method not in METHODS:
        raise QipaiError(f"One learns by {', '.join(METHODS)}, not by {described(method)}.")
    return METHODS[method]


def blind_to(game: Game, names: Sequence[str] | None, begun: NetFile | None) -> tuple[str, ...]:
    """Return the groups of inputs that a net does not see: these, or for None the late ones where it begins from chance.

    Raises `QipaiError` for a group that the game does not have.
    """
    groups = inputs_of(game).groups
    if names is None:
        return () if begun else tuple(group.name for group in groups if group.late)
    there_are = [group.name for group in groups]
    for name in names:
        if name not in there_are:
            raise QipaiError(f"{game.name} has the inputs {', '.join(there_are)}, and none called {described(name)}.")
    return tuple(dict.fromkeys(names))


def read_pack(mini: bool, size: str) -> str:
    """Return the mini pack that is asked for, as `Recipe.pack` tells it.  Raises `QipaiError` for a size without a mini pack."""
    if size and not mini:
        raise QipaiError(f"The size {size!r} is one of mini packs: ask for --mini too.")
    return size or MINI if mini else ""


def read_sizes(game: Game, text: str | None, pack: str = "") -> tuple[int, ...]:
    """Return numbers of players written as `2,4`; the usual one for None, and that of the mini pack if one is dealt.

    Raises `QipaiError` for what is none of the game's or of the pack's.
    """
    if pack:
        seats = mini_of(game, pack).players
        if text not in (None, str(seats)):
            raise QipaiError(f"The mini pack of {game.name} is for {seats} players, not {text}.")
        return (seats,)
    if text is None:
        return (game.usual_players,)
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() for word in words) or len(set(words)) < len(words):
        raise QipaiError(f"Numbers of players are written as 2,4 and not as {text!r}.")
    game_rules = game.rules()
    for word in words:
        game.setup(game_rules, int(word))
    return tuple(map(int, words))


def rival_named(game: Game, name: str, sizes: tuple[int, ...]) -> NetFile | None:
    """Return the net that is meant by `net` or `net:FILE`, for tables of these sizes; None for `rule`.

    Raises `QipaiError` for other names, and where no net is shipped.
    """
    if name == NORMAL:
        return None
    return net_named(game, name, sizes)


def net_named(game: Game, name: str, sizes: tuple[int, ...]) -> NetFile:
    """Return the net that is meant by `net`, the shipped one for tables of these sizes, or by `net:FILE`.

    Raises `QipaiError` for other names, and where no net is shipped.
    """
    if not is_net(name) or ruled_in(name):
        raise QipaiError(f"A net is called net or net:FILE here, not {described(name)}.")
    file = file_of(name) or shipped_for(game, sizes[0])
    if file is None:
        raise QipaiError(f"No net is shipped for {game.name} with {sizes[0]} players.")
    return read_net(file)


def width_for(width: int | None, begun: NetFile | None) -> int:
    """Return the width that was asked for, else that of the net to begin with, else the usual one."""
    if width is not None:
        return width
    return len(begun.weights[1]) if begun else WIDTH


def read_names(text: str | None) -> list[str] | None:
    """Return names written as `played,unseen`; none for an empty text, and None for None."""
    return None if text is None else [name for word in text.split(",") if (name := word.strip())]


def read_pair(text: str | None, usual: tuple[float, float]) -> tuple[float, float]:
    """Return two numbers written as `0.1,0.03`, or the usual ones for None.  Raises `QipaiError` for other text."""
    if text is None:
        return usual
    try:
        first, last = map(float, text.split(","))
    except ValueError:
        raise QipaiError(f"Two numbers are written as 0.1,0.03 and not as {text!r}.") from None
    return first, last
