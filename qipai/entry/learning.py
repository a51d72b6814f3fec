"""Nets in one call: to train one, and to let one sit down as a bot."""

from collections.abc import Callable, Sequence
from os import PathLike
from os.path import isdir
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from qipai.bots import Bot
from qipai.bots.nets import NetBot, shipped_for
from qipai.bots.nets.files import NetFile, read_net
from qipai.engine.errors import QipaiError
from qipai.engine.game import Action, Game
from qipai.engine.numbers import a_path, as_whole, described, finite, truth, whole
from qipai.environments.cutting import shortened
from qipai.environments.encoding import SCALED
from qipai.environments.layouts import layouts
from qipai.environments.vector import Policy
from qipai.games import GAMES, find_game
from qipai.session.deal import Terms
from qipai.training.checkpoints import ProgressLine

from .deals import Observed

NET_FILE = "net.npz"  # in the folder of a training
ROWS = 64  # candidates that a policy is given, unless it says otherwise


class Trained(NamedTuple):
    """What a training left.

    `net`: the file of the net, for `net_bot` and for `net:FILE`.  `progress`: a measurement each, the last at the end, as
    `progress.jsonl` has them.  `report`: a page with the course of the training.  `met`: against whom it was measured, in words.
    """

    net: Path
    progress: list[ProgressLine]
    report: Path
    met: str = "the rule of thumb"

    def __str__(self) -> str:
        last = self.progress[-1]
        sizes = ", ".join(
            f"{size['wins']:.1%} ({size['wins_low']:.1%} to {size['wins_high']:.1%}) of the deals at {players} players"
            for players, size in last["sizes"].items()
        )
        return f"{self.net}: {last['learned']:,} decisions learned; against {self.met} it wins {sizes}"


def train(
    game: Game | str,
    out: str | Path,
    minutes: float | None = None,
    decisions: int | None = None,
    players: int | Sequence[int] | None = None,
    method: str = "mixed",
    aim: str = "both",
    variant: str = "default",
    seed: int = 1,
    threads: int = 1,
    width: int | None = None,
    learner: str = "compiled",
    batch: int = 64,
    explore: Sequence[float] | None = None,
    rate: Sequence[float] | None = None,
    begin: str | None = None,
    blind: Sequence[str] | None = None,
    rivals: float = 0.0,
    against: str = "rule",
    progress: bool = False,
    **options: object,
) -> Trained:
    """Train a net by self-play, as `qipai train` does; the same call goes on with a training that was stopped.

    `out`: the folder of the training.  `minutes`: on the clock, 10 unless given.  `decisions`: learn from so many instead; the
    result then depends on no clock.  `players`: the sizes of table, `game.usual_players` unless given.  `method`: what a decision
    is told to be worth, "mixed" (λ-returns), "dmc" (the result of the deal alone, as DouZero) or "soft" (as mixed, by a player who
    draws lots).  `aim`: "points", "wins", "both", "ahead", "places" or "first".  `threads`: 1 plays and learns in turn; with more, all but one play.
    `width`: units of the first layer, 256 unless given.  `learner`: "compiled", or "torch" for PyTorch, on a GPU where there is
    one.  `batch`: decisions of a step of the learner.  `explore`: the share of decisions taken at random, and `rate`: the size of
    Adam's steps, each at the beginning and at the end.  `begin`: the net that learns on, "net" for the one that comes with qipai or
    "net:FILE"; unless given, one of chance.  `blind`: the groups of inputs that the net does not see; unless given, those that a
    room calls late where it begins from chance.  `rivals`: the share of deals in which a rival plays all sides but one.  `against`:
    the rival, and what strength is measured by: "rule", "net" or "net:FILE".  `progress`: print a line on each measurement.  Raises
    `QipaiError` for arguments that are not allowed, and with interpreted rules.

    >>> import qipai
    >>> from tempfile import mkdtemp
    >>> trained = qipai.train("gan_deng_yan", out=mkdtemp(), decisions=5_000, players=2, width=32)
    >>> trained.net.name, trained.progress[-1]["learned"] >= 5_000
    ('net.npz', True)
    """
    from qipai.training.checkpoints import RunFolder
    from qipai.training.report import REPORT, write_report
    from qipai.training.running import Training
    from qipai.training.settings import EXPLORE, RATE, Recipe, blind_to, method_named, net_named, rival_named, width_for

    if minutes is not None and decisions is not None:
        raise QipaiError("A training ends by the clock or by its decisions: give `minutes` or `decisions`, not both.")
    found, minutes = find_game(game), finite("The number of minutes", 10 if minutes is None else minutes)
    if minutes < 0:
        raise QipaiError(f"The number of minutes is 0 or more, not {minutes:g}.")
    sizes = _sizes(found, players)
    rival, begun = rival_named(found, against, sizes), None if begin is None else net_named(found, begin, sizes)
    chosen = method_named(method)
    recipe = Recipe(
        game=found.name,
        rules=found.changed_options(found.ruleset(variant, **options)),
        players=sizes,
        seed=whole("The seed of a training", seed, 0),
        threads=whole("The number of threads", threads),
        aim=aim,
        trace=chosen.trace,
        temperature=chosen.temperature,
        decisions=0 if decisions is None else whole("The number of decisions", decisions, 1),
        width=width_for(None if width is None else whole("The width of a net", width), begun),
        learner=learner,
        batch=whole("The decisions of a step", batch, 1),
        explore=_pair("The shares of random decisions", explore, EXPLORE),
        rate=_pair("The learning rates", rate, RATE),
        blind=blind_to(found, _names(blind), begun),
        rivals=finite("The share of deals against rivals", rivals),
        against=rival.digest if rival else "",
        begun=begun.digest if begun else "",
    )
    recipe.check()
    folder = a_path("The folder of a training", out)
    training = Training(found, recipe, RunFolder(folder, recipe), 60 * minutes, rival, begun=begun)
    made = Trained(folder / NET_FILE, training.progress, folder / REPORT, training.met)
    for line in training.run():
        if line and progress:
            print(made._replace(progress=[line]))
    write_report(training, folder)
    return made._replace(progress=training.progress)


def _names(blind: Sequence[str] | None) -> Sequence[str] | None:
    """Return names of groups of inputs.  Raises `QipaiError` for what is no list of names."""
    if blind is None or (isinstance(blind, Sequence) and not isinstance(blind, str)):
        return blind
    raise QipaiError(f"What a net is blind to is a list of names of groups, not {described(blind)}.")


def _pair(name: str, given: Sequence[float] | None, usual: tuple[float, float]) -> tuple[float, float]:
    """Return a setting at the beginning and at the end.  Raises `QipaiError` for what is not two numbers."""
    if given is None:
        return usual
    try:
        first, last = given
    except (TypeError, ValueError):
        raise QipaiError(f"{name} are two numbers, at the beginning and at the end, not {described(given)}.") from None
    return finite("Each of t" + name[1:], first), finite("Each of t" + name[1:], last)


def _sizes(game: Game, players: int | Sequence[int] | None) -> tuple[int, ...]:
    """Return sizes of table as a recipe has them.  Raises `QipaiError` for one that the game does not have."""
    given: Any = game.usual_players if players is None else players
    asked = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given]
    rules = game.rules()
    for size in asked:
        game.setup(rules, size)
    return tuple(map(int, asked))


class NetPlayer:
    """A net as a function of what a seat knows: `deal.play(player(deal.observe()))`; `tournament` takes it as a bot."""

    def __init__(self, file: Path | None, game: Game) -> None:
        """Take the net of a file, or the one that comes with qipai for a game; it plays `game`."""
        self.file, self.game = file, game
        self._bots: dict[Any, NetBot] = {}

    def bot(self, terms: Terms, seed: int) -> Bot:
        """Return a bot for one deal.  Raises `QipaiError` where the net does not fit the game or its rules."""
        return self._made(terms.game, terms.ruleset, seed)

    def _made(self, game: Game, ruleset: Any, seed: int) -> NetBot:
        if game.name != self.game.name:
            raise QipaiError(f"This net plays {self.game.name}, not {game.name}.")
        return NetBot(game, ruleset, seed, self.file)

    def __call__(self, seen: Observed) -> Action:
        key = seen.game.name, seen.ruleset
        if key not in self._bots:
            self._bots[key] = self._made(seen.game, seen.ruleset, 0)
        return self._bots[key].act(seen.record, seen.list_record(), None)


class PolicyPlayer:
    """A policy over arrays as a function of what a seat knows; `tournament` takes it as a bot."""

    def __init__(self, policy: Policy, candidates: int = ROWS, compact: bool = False) -> None:
        self.policy, self.candidates = policy, whole("The number of candidates", candidates)
        self.compact = truth("`compact`", compact)

    def __call__(self, seen: Observed) -> Action:
        rows = min(self.candidates, seen.game.max_actions)
        legal = shortened(seen.game, seen.legal, rows)
        layout = layouts(seen.game)
        features = np.zeros((1, rows, layout.action.entries), SCALED)
        features[0, : len(legal)] = seen.features_of(legal)
        mask = np.arange(rows)[None] < len(legal)
        policy: Callable[..., Any] = self.policy  # with rows, as it is asked
        answer = np.asarray(policy(layout.seen(self.compact).encode(seen.record)[None], features, mask))
        number = as_whole(answer[0]) if answer.shape == (1,) else None
        if number is None or not 0 <= number < len(legal):
            raise QipaiError(f"A policy gives the number of one of {len(legal)} rows for each line, not {described(answer)}.")
        return legal[number]


def net_bot(source: Game | str | Path | Policy, candidates: int = ROWS, compact: bool = False) -> NetPlayer | PolicyPlayer:
    """Return a net as a bot for `tournament`, which is also a function of what a seat knows.

    `source`: a game or its name, for the net that comes with qipai; a net file, or the folder of a training; or a policy, a function
    (obs, features, mask) that returns a number for each line, as `batch` takes them.  `candidates`, `compact`: what a policy is given,
    as in a batch.  For several processes say the net by its name, `net` or `net:FILE`.  A policy is asked one decision at a time here;
    `evaluate` asks it about all deals at once.  Raises `QipaiError` where no net is shipped, and for a file that is none.

    >>> import qipai
    >>> deal = qipai.deal("gan_deng_yan", players=2, seed=7)
    >>> net = qipai.net_bot("gan_deng_yan")
    >>> while not deal.over:
    ...     deal.play(net(deal.observe()))
    """
    if callable(source) and not isinstance(source, Game):
        return PolicyPlayer(source, candidates, compact)
    if isinstance(source, Game) or str(source) in GAMES:
        game = source if isinstance(source, Game) else find_game(str(source))
        if not any(shipped_for(game, players) for players in game.seats):
            raise QipaiError(f"No net is shipped for {game.name}; `qipai.train` makes one.")
        return NetPlayer(None, game)
    if not isinstance(source, (str, PathLike)):
        raise QipaiError(
            f"A net is told by a game, a file, or the folder of a training, or is a policy; it is not {described(source)}."
        )
    path = Path(source)
    file = path / NET_FILE if isdir(path) else path
    read: NetFile = read_net(file)  # to say now what is wrong with it
    return NetPlayer(file, find_game(read.about.game))
