"""Spread calls over many machines with Ray (extra `cluster`), and play a tournament so.

The rows equal those of a run on one machine, because a shard depends only on the terms and its range.  When a worker
dies, its shard is played again elsewhere.  qipai must be installed on every machine of the cluster.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from qipai.engine.errors import QipaiError

from .matches import Row
from .tournaments import Runner, Shard, Terms, Tournament, rows_of

AGAIN = 5  # times that a shard is retried after its worker died
AHEAD = 4  # shards in flight per processor of the cluster


def spread(
    function: Callable[..., Any],
    shared: tuple[Any, ...],
    calls: Sequence[Any],
    address: str | None = None,
    processors: int | None = None,
) -> Iterator[Any]:
    """Yield `function(*shared, call)` for all calls, in any order, from the Ray cluster at `address`.

    Without an address: from a local cluster of `processors` CPUs.  A call whose worker died is made again.  The function
    is one of a module.  Raises `QipaiError` if Ray is not installed.
    """
    with joined(address, processors) as ray:
        yield from _spread(ray, function, shared, calls)


@contextmanager
def joined(address: str | None = None, processors: int | None = None) -> Iterator[Any]:
    """Join the Ray cluster at `address`, or start a local one of `processors` CPUs; yield the module `ray`, and leave in the end.

    Raises `QipaiError` if Ray is not installed.
    """
    try:
        import ray
    except ImportError:
        raise QipaiError("A cluster needs Ray: pip install ray.") from None
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    here: dict[str, Any] = {"_node_ip_address": "127.0.0.1", "num_cpus": processors, "include_dashboard": False}
    ray.init(address=address or "local", configure_logging=False, log_to_driver=False, **({} if address else here))
    try:
        yield ray
    finally:
        ray.shutdown()


def _spread(ray: Any, function: Callable[..., Any], shared: tuple[Any, ...], calls: Sequence[Any]) -> Iterator[Any]:
    task = ray.remote(num_cpus=1, max_retries=AGAIN)(function)
    once = [ray.put(part) for part in shared]
    waiting, asked = list(reversed(calls)), list[Any]()
    room = max(1, int(AHEAD * ray.cluster_resources().get("CPU", 1)))
    while waiting or asked:
        while waiting and len(asked) < room:
            asked.append(task.remote(*once, waiting.pop()))
        done, asked = ray.wait(asked)
        yield from ray.get(done)


def on_cluster(address: str | None = None, processors: int | None = None) -> Runner:
    """Return a runner that plays shards on the Ray cluster at `address`, or in a local one of `processors` CPUs without it.

    `address="auto"` means the cluster that this machine belongs to.  Rows arrive in any order.  The runner raises
    `QipaiError` if Ray is not installed.
    """

    def play(tournament: Tournament, shards: Sequence[Shard]) -> Iterator[list[Row]]:
        shared = (msgspec.json.encode(tournament.terms), dict(tournament.makers))
        for rows in spread(_play_shard, shared, [tuple(shard) for shard in shards], address, processors):
            yield [Row(*row) for row in rows]

    return play


def _play_shard(terms: bytes, makers: Any, shard: tuple[int, int, int]) -> list[tuple[Any, ...]]:
    """Play one shard on a worker; return rows as plain tuples, which unpickle without this package."""
    agreed = msgspec.json.decode(terms, type=Terms)
    return [tuple(row) for row in rows_of(agreed, makers, Shard(*shard))]
