"""Make a folder of examples: find the files that are missing, make each anywhere, and write it whole."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from qipai.arena.spreading import here, in_pool
from qipai.engine.errors import QipaiError
from qipai.engine.files import replace_file
from qipai.engine.game import Game
from qipai.engine.numbers import a_path, described, truth, whole
from qipai.games import find_game

from ..given import bot_names
from .agreeing import SHARD, DataTerms, agree_on, keep_terms, work_of
from .collecting import play
from .shards import Examples, name_of, packed, parquet

Progress = Callable[[int], None]


def make(
    game: Game | str,
    folder: str | Path,
    deals: int = 1000,
    players: int | None = None,
    bots: str | Sequence[str] = "rule",
    variant: str = "default",
    seed: int = 1,
    shard: int = SHARD,
    compact: bool = False,
    longest: int | None = None,
    candidates: int | None = None,
    forced: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
    **options: object,
) -> Examples:
    """Let bots play deals, write each decision as an example, and return the folder's examples.

    A folder that was begun, and stopped in whatever way, is gone on with; `deals` may have grown.  The rows depend on
    the arguments alone, not on `jobs` or `cluster`.

    `bots`: a name for all seats, or one for each; they move on by one seat from deal to deal.  `compact`: observations
    as `Course` gives them with `compact`.  `longest`: longer legal lists are cut to this length (512).  `candidates`:
    the same, and the features of the legal actions are written too.  `forced`: write decisions with one legal action
    as well.  `shard`: deals in a file.  `jobs`: processes.  `cluster`: the address of a Ray cluster, "auto", or "local".
    `progress`: called with the number of deals that are written.

    Raises `QipaiError` for arguments that are not allowed, and for a folder that holds something else.
    """
    found = find_game(game)
    size, ruleset = found.usual_players if players is None else players, found.ruleset(variant, **options)
    found.setup(found.rules(ruleset), size)  # refuses a number of players that the game does not have
    compact, forced = truth("`compact`", compact), truth("`forced`", forced)
    if progress is not None and not callable(progress):
        raise QipaiError(f"`progress` is a function of the number of deals, not {described(progress)}.")
    if cluster is not None and not isinstance(cluster, str):
        raise QipaiError(f'A cluster is told by its address, "auto" or "local", not by {described(cluster)}.')
    terms = agree_on(
        found, ruleset, deals, size, tuple(bot_names(bots, int(size))), seed, shard, compact, longest, candidates, forced
    )
    fill(a_path("The folder of examples", folder), terms, _make, (terms,), jobs, cluster, progress)
    return Examples(folder)


def fill(
    folder: Path,
    terms: DataTerms,
    function: Callable[..., Any],
    shared: tuple[Any, ...],
    jobs: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> None:
    """Make the missing files of a folder.

    `function`: (*shared, (first, end)) -> ((first, end), bytes of the file), a function of a module.
    """
    parquet()
    keep_terms(folder, terms)
    shards, jobs = work_of(terms).shards(), whole("The number of processes", jobs)
    done = [shard for shard in shards if (folder / name_of(*shard)).exists()]
    missing = [shard for shard in shards if shard not in done]
    written = sum(end - first for first, end in done)
    names = {name_of(*shard) for shard in shards}
    for path in [*folder.glob("deals-*.parquet"), *folder.glob(".deals-*")]:
        if path.name not in names:  # a last file of fewer deals than there are now, which would tell them twice; or half of one
            path.unlink()
    for shard, data in _spread(function, shared, missing, jobs, cluster):
        replace_file(folder / name_of(*shard), data)
        written += shard[1] - shard[0]
        if progress:
            progress(written)


def _spread(
    function: Callable[..., Any], shared: tuple[Any, ...], shards: list[tuple[int, int]], jobs: int, cluster: str | None
) -> Iterator[Any]:
    if cluster:
        from qipai.arena.cluster import spread

        return spread(function, shared, shards, None if cluster == "local" else cluster, jobs)
    return in_pool(jobs, function, shared, shards) if jobs > 1 else here(function, shared, shards)


def _make(terms: DataTerms, shard: tuple[int, int]) -> tuple[tuple[int, int], bytes]:
    """Play the deals of one file; return its bytes."""
    return shard, packed(play(work_of(terms), *shard))
