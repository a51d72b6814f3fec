"""A tournament on many machines, by Ray (extra `cluster`).

The rows are those of a run on one machine: a shard is played from its terms and its range alone.  A worker that dies costs the shard
that it was at, which is played again elsewhere.  qipai has to be installed on every machine of the cluster.
"""

import os
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from qipai.engine.errors import QipaiError

from .matches import Row
from .tournaments import Runner, Shard, Terms, Tournament, rows_of

AGAIN = 5  # times that a shard is begun anew whose worker died
AHEAD = 4  # shards asked for, for each processor of the cluster


def on_cluster(address: str | None = None, processors: int | None = None) -> Runner:
    """Play shards on the cluster at `address` (`auto`: the one this machine is part of), or without one on this machine.

    Rows come as shards are finished, in any order.  Raises `QipaiError` where Ray is not installed.
    """
    try:
        import ray
    except ImportError:
        raise QipaiError("A cluster needs Ray: pip install 'qipai[cluster]'.") from None

    def play(tournament: Tournament, shards: Sequence[Shard]) -> Iterator[list[Row]]:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        here: dict[str, Any] = {"_node_ip_address": "127.0.0.1", "num_cpus": processors, "include_dashboard": False}
        ray.init(address=address or "local", configure_logging=False, log_to_driver=False, **({} if address else here))
        try:
            yield from _play(ray, tournament, shards)
        finally:
            ray.shutdown()

    return play


def _play(ray: Any, tournament: Tournament, shards: Sequence[Shard]) -> Iterator[list[Row]]:
    task = ray.remote(num_cpus=1, max_retries=AGAIN)(_play_shard)
    terms, makers = msgspec.json.encode(tournament.terms), ray.put(dict(tournament.makers))
    waiting, asked = list(reversed(shards)), list[Any]()
    room = max(1, int(AHEAD * ray.cluster_resources().get("CPU", 1)))
    while waiting or asked:
        while waiting and len(asked) < room:
            asked.append(task.remote(terms, makers, tuple(waiting.pop())))
        done, asked = ray.wait(asked)
        for rows in ray.get(done):
            yield [Row(*row) for row in rows]


def _play_shard(terms: bytes, makers: Any, shard: tuple[int, int, int]) -> list[tuple[Any, ...]]:
    """One shard on a worker; rows as bare tuples, which need no class of ours to be sent."""
    agreed = msgspec.json.decode(terms, type=Terms)
    return [tuple(row) for row in rows_of(agreed, makers, Shard(*shard))]
