"""A run: collect, learn, measure, keep; until the time or the decisions are over.

With one thread an iteration collects and then learns.  With more, the learner learns what was collected while the actors collect the
next lines with a copy of the net: a lag of exactly one iteration, so the result does not depend on which thread is quicker.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import numpy as np

from qipai.bots.nets.choosing import HEADS, inputs_of
from qipai.bots.nets.files import FORM, LARGEST, About, NetFile, bytes_of, in_whole_numbers, write_net
from qipai.engine.compiling import NATIVE
from qipai.engine.errors import QipaiError
from qipai.engine.game import Game
from qipai.engine.threads import Threads
from qipai.version import __version__

from .actor import Book, actor_of, hidden_of, new_book, strike
from .checkpoints import NET_FILE, ProgressLine, RunFolder
from .learner import Learner
from .matches import Strength, strength, usual_points
from .nets import Net, net_of, new_net
from .settings import AIMS, TORCH, Recipe

if TYPE_CHECKING:
    from .cluster import Cluster

MEASUREMENTS = 12  # during a run, and one at its end
PLAYED = 120_000  # decisions of a measurement, roughly
AT_THE_END = 8  # times as many at the end
BESIDE = 1 << 16  # bytes of a net file, at most, that are no weights
KEPT_EVERY = 20.0  # seconds between checkpoints, if no measurement makes one


class Training:
    """A training that may be stopped at any moment and goes on where its last checkpoint was."""

    def __init__(
        self,
        game: Game,
        settings: Recipe,
        folder: RunFolder,
        seconds: float = 0.0,
        rival: NetFile | None = None,
        cluster: "Cluster | None" = None,
        begun: NetFile | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin, or go on with what the folder holds.

        `seconds`: how long it may take in all, where the settings do not say how many decisions.  `rival`: the net of
        `settings.against`, which the net meets instead of the rule of thumb.  `cluster`: who collects instead of threads of this
        machine.  `begun`: the net of `settings.begun`, which learns on; None for one of chance.  `clock`: what counts the seconds.
        Raises `QipaiError` where training is not possible, before the folder is touched.
        """
        if not NATIVE:
            raise QipaiError("Training needs the compiled rules, and QIPAI_RULES is plain: unset it.")
        if game.chooser is None or game.vectors is None:
            raise QipaiError(f"{game.name} has no rule of thumb, or does not declare its vectors: no net can learn it.")
        settings.check()
        if cluster and settings.threads < 2:
            raise QipaiError("On a cluster one thread learns here and the others play there: ask for 2 threads or more.")
        self._cluster, self._clock = cluster, clock
        self.game, self.settings, self.folder, self.seconds = game, settings, folder, seconds
        self.ruleset, self.rival, self.begun = game.ruleset(**settings.rules), rival, begun
        if rival:
            for size in settings.players:
                rival.check(game, self.ruleset, size, settings.pack)
        self._hidden = hidden_of(game, settings.blind)
        self.learner = learner_of(settings, first_net(game, settings, begun, self._hidden))
        folder.begin()
        self.iteration, self.spent, self.learned = 0, 0.0, 0
        self.loss = np.zeros(HEADS)
        count = max(1, settings.threads - 1)
        self.actors = [actor_of(game, settings, number, rival) for number in range(count)]
        self.progress: list[ProgressLine] = []
        told = 0.0 if settings.pack else inputs_of(game).scale  # what a room says is meant for whole packs
        scale = begun.about.scale if begun else told
        self.scale = scale or usual_points(game, self.ruleset, settings.players, settings.width, pack=settings.pack)
        self._warm()
        self._note_acting()
        self._pool = Threads(count) if settings.threads > 1 and not cluster else None
        self._pending: tuple[Book, int] | None = None
        held = folder.load()
        if held:
            self._take_up(*held)
        self.progress = folder.measured(self.iteration)

    def _warm(self) -> None:
        """Compile everything before the clock starts: play and learn nothing."""
        self.actors[0].collect(self.learner.net, self.scale, AIMS[self.settings.aim], 0.0, 0.0, most=0)
        strike(self.actors[0].book.rows, self.actors[0].book.on, 0, self._hidden)
        self.learner.learn(self.actors[0].book, 0, 0, 0.0, self.settings.batch, np.ones(HEADS, np.float32), 0.0)
        strength(self.game, self.ruleset, self.settings.players[0], self.net_file, 1, rival=self.rival, pack=self.settings.pack)

    # -- one iteration after the other

    @property
    def part(self) -> float:
        """How much of the run is over, from 0 to 1."""
        if self.settings.decisions:
            return min(1.0, self.learned / self.settings.decisions)
        return min(1.0, self.spent / self.seconds) if self.seconds else 1.0

    def run(self, stop: threading.Event | None = None) -> Iterator[ProgressLine | None]:
        """Train until the end, or until `stop` is set; yield after every iteration: a line of progress after a measurement, else None."""
        kept = self._clock()
        while self.part < 1.0 and not (stop and stop.is_set()):
            begun, before = self._clock(), self.part
            self._iterate()
            self.spent += self._clock() - begun
            due = self.part < 1.0 and int(self.part * (MEASUREMENTS + 1)) > int(before * (MEASUREMENTS + 1))
            line = self._measure(PLAYED) if due else None
            if due or self._clock() - kept > KEPT_EVERY:
                self.keep()
                kept = self._clock()
            yield line
        if self.part >= 1.0 and not self.finished:
            yield self._measure(PLAYED * AT_THE_END)
        self.keep()

    @property
    def met(self) -> str:
        """What the net is measured against, as words in a title."""
        return f"net {self.rival.digest}" if self.rival else "the rule of thumb"

    @property
    def finished(self) -> bool:
        """Whether the measurement at the end has been made."""
        return bool(self.progress) and self.progress[-1]["part"] >= 1.0 and self.progress[-1]["iteration"] == self.iteration

    def _iterate(self) -> None:
        if not self._lags:
            self._note_acting()
            self._learn(*self._collected(self._collect_all()))
            return
        if self._pending is None:
            self._note_acting()
            self._pending = self._collected(self._collect_all())
        self._note_acting()
        futures = self._collect_all()
        self._learn(*self._pending)
        self._pending = self._collected(futures)

    @property
    def _lags(self) -> bool:
        """Whether the actors collect the next lines while the learner learns."""
        return self.settings.threads > 1

    def _note_acting(self) -> None:
        """Note with which net, and from where, the actors begin what is not yet learned: so it can be collected again."""
        self._acting, self._places = self.learner.net.copy(), [actor.place for actor in self.actors]
        self._explores = self.settings.explore_at(self.part)

    def _collect_all(self) -> list[Callable[[], int]]:
        """Let the actors collect with the noted net; return for each a function that waits for its number of lines."""
        settings, net = self.settings, self._acting
        terms = (self.scale, AIMS[settings.aim], settings.trace, self._explores, settings.rivals, settings.temperature)
        if self._cluster:
            shared = self._cluster.share(net)
            return [self._cluster.collect(number, actor, shared, terms) for number, actor in enumerate(self.actors)]
        if self._pool is None:
            return [lambda actor=actor: actor.collect(net, *terms) for actor in self.actors]  # type: ignore[misc]
        futures: list[Future[int]] = [self._pool.submit(actor.collect, net, *terms) for actor in self.actors]
        return [future.result for future in futures]

    def _collected(self, waits: list[Callable[[], int]]) -> tuple[Book, int]:
        """Return a copy of what the actors have written down, and its number of lines; with one thread their own book."""
        counts = [wait() for wait in waits]
        if not self._lags:
            return self.actors[0].book, counts[0]
        book = new_book(sum(counts), self.actors[0].book.rows.shape[1])
        for whole, *pieces in zip(book, *(actor.book for actor in self.actors), strict=True):
            np.concatenate([piece[:count] for piece, count in zip(pieces, counts, strict=True)], out=whole)
        return book, sum(counts)

    def _learn(self, book: Book, lines: int) -> None:
        settings = self.settings
        if settings.blind:
            strike(book.rows, book.on, lines, self._hidden)
        for turn in range(settings.passes):
            self.loss = self.learner.learn(
                book,
                lines,
                self.iteration * settings.passes + turn,
                settings.rate_at(self.part),
                settings.batch,
                np.ones(HEADS, np.float32),
                settings.average_at(self.iteration),
            )
        self.iteration += 1
        self.learned += lines

    # -- measuring

    @property
    def net_file(self) -> NetFile:
        """The averaged net, as it would play now."""
        settings, game = self.settings, self.game
        about = About(
            FORM,
            game.name,
            game.rules_version,
            dict(settings.rules),
            list(settings.players),
            inputs_of(game).digest,
            self.scale,
            list(AIMS[settings.aim]),
            self._record(),
            settings.pack,
            settings.temperature,
        )
        return NetFile(about, in_whole_numbers(tuple(self._averaged())))

    def _averaged(self) -> Net:
        average = self.learner.average
        if self.begun:
            return average
        seen = np.array([array.any() for array in self.learner.second.inputs])[:, None]
        return average._replace(inputs=average.inputs * seen)  # rows that no decision had are noise

    def _record(self) -> dict[str, Any]:
        settings = {name: getattr(self.settings, name) for name in self.settings.__struct_fields__}
        before = {"begun": self.begun.about.training} if self.begun else {}
        return {
            **before,
            "qipai": __version__,
            "settings": settings,
            "iterations": self.iteration,
            "learned": self.learned,
            "decisions": self.decisions,
            "seconds": round(self.spent, 1),
            "measured": self.progress[-1:],
        }

    @property
    def decisions(self) -> int:
        """Decisions played so far, those without a choice among them."""
        return sum(int(actor.desk["decisions"][0]) for actor in self.actors)

    def _measure(self, played: int) -> ProgressLine:
        """Let the net meet its rival at each size of table; add a line of progress and return it."""
        net, sizes = self.net_file, {}
        deals_so_far = max(1, sum(int(actor.desk["number"][0]) for actor in self.actors))
        for size in self.settings.players:
            tables = len(set(self.game.teams(self.ruleset, size)))
            length = max(1.0, self.decisions / deals_so_far) * tables
            deals = max(50, int(played / length / len(self.settings.players)))
            found = strength(self.game, self.ruleset, size, net, deals, rival=self.rival, pack=self.settings.pack)
            sizes[str(size)] = told(found)
        line: ProgressLine = {
            "iteration": self.iteration,
            "part": round(self.part, 4),
            "seconds": round(self.spent, 1),
            "learned": self.learned,
            "decisions": self.decisions,
            "loss": [round(float(loss), 5) for loss in self.loss],
            "sizes": sizes,
        }
        self.progress.append(line)
        self.folder.rewrite(self.progress)
        return line

    # -- keeping

    def keep(self) -> None:
        """Write the checkpoint and the net."""
        learner = self.learner
        nets = {
            "net": learner.net,
            "average": learner.average,
            "first": learner.first,
            "second": learner.second,
            "acting": self._acting,
        }
        state = {
            "iteration": self.iteration,
            "spent": self.spent,
            "learned": self.learned,
            "steps": learner.steps,
            "scale": self.scale,
            "actors": len(self.actors),
            "pending": self._pending is not None,
            "explores": self._explores,
        }
        places = self._places if self._pending is not None else [actor.place for actor in self.actors]
        self.folder.save(nets, state, places)
        write_net(self.folder.path / NET_FILE, self.net_file)

    def _take_up(self, nets: dict[str, Net], state: dict[str, Any], places: list[bytes]) -> None:
        """Go on from a checkpoint: collect again what was collected and not learned."""
        learner = self.learner
        learner.net, learner.average, learner.first, learner.second = (
            nets[name] for name in ("net", "average", "first", "second")
        )
        learner.steps, self.iteration, self.learned = state["steps"], state["iteration"], state["learned"]
        self.spent, self.scale = state["spent"], state["scale"]
        for actor, place in zip(self.actors, places, strict=True):
            actor.place = place
        if state["pending"]:
            self._acting, self._places, self._explores = nets["acting"], places, state["explores"]
            self._pending = self._collected(self._collect_all())


def first_net(game: Game, settings: Recipe, begun: NetFile | None, hidden: np.ndarray) -> Net:
    """Return the net that a training begins with, in which hidden inputs count nothing.  Raises `QipaiError` for one that does not fit."""
    if begun:
        begun.check_inputs(game)
        if len(begun.weights[1]) != settings.width:
            raise QipaiError(f"The net to begin with has {len(begun.weights[1])} units, and {settings.width} are asked for.")
    inputs = inputs_of(game)
    if bytes_of(inputs.size, settings.width) + BESIDE > LARGEST:
        raise QipaiError(f"A net of {inputs.size} inputs and {settings.width} units is larger than a file may be.")
    net = net_of(begun) if begun else new_net(inputs.size, settings.width, settings.seed)
    net.inputs[hidden] = 0
    return net


def learner_of(settings: Recipe, net: Net) -> Learner:
    """Return the learner that is asked for, with a new net.  Raises `QipaiError` if it needs PyTorch and that is not installed."""
    if settings.learner != TORCH:
        return Learner(net, settings.seed)
    from .torch_learner import TorchLearner  # imports PyTorch

    return TorchLearner(net, settings.seed)


def told(found: Strength) -> dict[str, float]:
    """Return a measurement as JSON values."""
    wins, points = found.wins, found.points
    return {
        "wins": wins.mean,
        "wins_low": wins.low or 0.0,
        "wins_high": wins.high or 0.0,
        "points": points.mean,
        "points_low": points.low or 0.0,
        "points_high": points.high or 0.0,
        "fair": found.fair,
        "deals": found.deals,
    }
