"""Actors on many machines with Ray (extra `cluster`): they play there, and the learner stays here.

A call says from where an actor goes on and with which net, so any worker can answer it, and it is made again when a worker dies.  The
nets are those that as many threads of one machine would learn.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import numpy as np

from qipai.arena.cluster import AGAIN, joined
from qipai.bots.nets.files import NetFile
from qipai.games import find_game

from .actor import Actor, actor_of
from .nets import Net
from .settings import Recipe


class Cluster:
    """Workers that collect for the actors of one training."""

    def __init__(self, ray: Any, recipe: Recipe, rival: NetFile | None, collect: Callable[..., Any]) -> None:
        """Take the module `ray`, joined to a cluster, the settings of the training, the net that it meets and what workers call."""
        self._ray, self._recipe = ray, msgspec.json.encode(recipe)
        self._rival = ray.put(rival)
        self._task = ray.remote(num_cpus=1, max_retries=AGAIN)(collect)

    def share(self, net: Net) -> Any:
        """Bring a net to the object store, from which each machine takes it once."""
        return self._ray.put(tuple(net))

    def collect(self, number: int, actor: Actor, shared: Any, terms: tuple[Any, ...]) -> Callable[[], int]:
        """Let a worker collect as actor `number`; return a function that waits, fills the actor's book and returns its number of lines."""
        asked = self._task.remote(self._recipe, self._rival, number, actor.place, shared, terms)

        def wait() -> int:
            actor.place, pieces = self._ray.get(asked)
            for whole, piece in zip(actor.book, pieces, strict=True):
                whole[: len(piece)] = piece
            return len(pieces[0])

        return wait


_actors: dict[tuple[bytes, int], Actor] = {}  # of this worker: what they need is compiled or loaded once


def collect_there(
    recipe: bytes, rival: NetFile | None, number: int, place: bytes, net: tuple[np.ndarray, ...], terms: tuple[Any, ...]
) -> tuple[bytes, list[np.ndarray]]:
    """Collect on a worker; return where the actor stands then, and the lines of its book."""
    if (recipe, number) not in _actors:
        settings = msgspec.json.decode(recipe, type=Recipe)
        _actors[recipe, number] = actor_of(find_game(settings.game), settings, number, rival)
    actor = _actors[recipe, number]
    actor.place = place
    lines = actor.collect(Net(*net), *terms)
    return actor.place, [array[:lines] for array in actor.book]


@contextmanager
def cluster_at(
    address: str | None, recipe: Recipe, rival: NetFile | None, collect: Callable[..., Any] = collect_there
) -> Iterator[Cluster]:
    """Join the Ray cluster at `address`, or start a local one without it, for a training; leave it in the end.

    `collect`: what workers call.  Raises `QipaiError` if Ray is not installed.
    """
    with joined(address, recipe.threads) as ray:
        yield Cluster(ray, recipe, rival, collect)
