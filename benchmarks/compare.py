"""Our games and the libraries of others side by side, in one process that lets them take turns: the page `docs/benchmarks.md`.

python benchmarks/compare.py --write docs/benchmarks.md
python benchmarks/compare.py --games giog --peers rlcard --rounds 3

What is measured is kept in a file at once (`--kept`).  A run that was interrupted (Ctrl-C prints the page of what there is) goes on
after it with the same words; other sources, libraries or terms begin anew in another file.
"""

import argparse
import hashlib
import importlib.metadata
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TextIO

import ours

sys.path.append(str(Path(__file__).resolve().parents[1]))  # for `docs.making`
import page
import peers

from qipai.arena.speed import Contender, turns
from qipai.engine.compiling import MODE, source_digest

PACKAGES = ("numba", "numpy", "open-spiel", "rlcard", "pettingzoo", "pgx", "jax")


def main() -> None:
    asked = parse()
    contenders, missing = everything(asked.games, asked.peers)
    terms = terms_of(asked, missing)
    kept = asked.kept or Path(tempfile.gettempdir()) / f"qipai-compare-{digest(terms)}.jsonl"
    seen, loads = read(kept, terms)
    print(f"measured so far is kept in {kept}", file=sys.stderr)
    try:
        with kept.open("a") as out:
            if not out.tell():
                note(out, {"terms": terms})
            for name in play(contenders, asked.rounds, asked.seconds, seen):
                loads.append(os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0)
                note(out, {"name": name, "rate": seen[name][-1], "load": loads[-1]})
    except KeyboardInterrupt:
        if len(seen) < len(contenders):
            raise
        print("interrupted: the page is of the rounds that were played", file=sys.stderr)
    written = page.page(asked.games, seen, loads, terms, missing, weights(asked.peers, missing))
    if asked.write:
        asked.write.write_text(written, encoding="utf-8")
    else:
        print(written, end="")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", choices=list(ours.SIZES), default=list(ours.SIZES), help="ours; all unless named")
    parser.add_argument(
        "--peers", nargs="*", choices=list(peers.LIBRARIES), default=list(peers.LIBRARIES), help="of others; all"
    )
    parser.add_argument("--rounds", type=int, default=5, help="in which everybody has a turn (5)")
    parser.add_argument("--seconds", type=float, default=0.4, help="of a turn (0.4)")
    parser.add_argument("--kept", type=Path, help="the file of what was measured; a temporary one unless named")
    parser.add_argument("--write", type=Path, help="where the page goes; it is printed unless named")
    return parser.parse_args()


def everything(games: list[str], libraries: list[str]) -> tuple[dict[str, Contender], dict[str, str]]:
    """All contenders by name, and why some libraries have none."""
    # XLA would share one step out over the cores, and what is compared is a core
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    contenders: dict[str, Contender] = {}
    for game in games:
        contenders.update({page.ours(game, row): contender for row, contender in ours.contenders(game).items()})
    for game in ours.relatives(games):
        contenders[page.ours(game, ours.STEPPED)] = ours.stepped(game)
    contenders.update(ours.curve_contenders(games))
    print("looking for other libraries …", file=sys.stderr)
    beside, missing = peers.peers(libraries)
    return {**contenders, **beside}, {**ours.missing(), **missing}


def terms_of(asked: argparse.Namespace, missing: dict[str, str]) -> dict[str, Any]:
    """What must be the same in all that one page says."""
    return {
        "games": asked.games,
        "peers": asked.peers,
        "missing": missing,
        "seconds": asked.seconds,
        "rules": MODE,
        "sources": source_digest(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        "cores": os.cpu_count(),
        "packages": {name: version for name in PACKAGES if (version := version_of(name))},
    }


def processor() -> str:
    """What the processor calls itself, where the system tells."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())


def version_of(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def digest(terms: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()[:12]


def read(kept: Path, terms: dict[str, Any]) -> tuple[dict[str, list[float]], list[float]]:
    """What was measured before under the same terms.  Stops the program where the file holds something else."""
    seen: dict[str, list[float]] = {}
    loads: list[float] = []
    lines = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    if lines and lines[0].get("terms") != terms:
        sys.exit(f"{kept} holds what was measured under other terms: name another file, or remove it.")
    for line in lines[1:]:
        seen.setdefault(line["name"], []).append(line["rate"])
        loads.append(line["load"])
    return seen, loads


def note(out: TextIO, line: dict[str, Any]) -> None:
    out.write(json.dumps(line) + "\n")
    out.flush()


def play(contenders: dict[str, Contender], rounds: int, seconds: float, seen: dict[str, list[float]]) -> Iterator[str]:
    """Everybody's turns, with a line of progress."""
    for number, name in turns(contenders, rounds, seconds, seen):
        done = sum(len(rates) for rates in seen.values())
        print(f"round {number} of {rounds}, {done} of {rounds * len(contenders)}: {name}", file=sys.stderr, flush=True)
        yield name


def weights(libraries: list[str], missing: dict[str, str]) -> dict[str, int | None]:
    """What a deal of the others takes in memory, each weighed in a process of its own."""
    weighed: dict[str, int | None] = {}
    for game, library, title in peers.MEMORIES:
        if library in libraries and peers.LIBRARIES[library][0] not in missing:
            with ProcessPoolExecutor(1, get_context("spawn")) as alone:
                weighed[title] = alone.submit(peers.memory, library, game).result()
    return weighed


if __name__ == "__main__":
    main()
