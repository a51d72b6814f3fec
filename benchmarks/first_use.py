"""How long the first decision of a game takes where nothing is compiled yet, and where everything is: a page of Markdown.

python benchmarks/first_use.py gan_deng_yan
python benchmarks/first_use.py --write docs/first_use.md

Each figure is of a process of its own, from its start to its end: once with an empty cache folder (cold), then again with what the first
left there (warm).  Games of one room share what is compiled, so one of each room is measured unless others are named.
"""

import argparse
import importlib.util
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from compare import processor

from qipai.games import GAMES, find_game

ROOT = Path(__file__).parent.parent
DEAL = "import qipai; deal = qipai.deal(GAME, seed=1); deal.play(deal.legal[0])"
TABLE = "from qipai.environments.pettingzoo import raw_env; table = raw_env(GAME); table.reset(seed=1); table.step(0)"
BATCH = "import numpy, qipai; qipai.batch(GAME, deals=64).step(numpy.zeros(64, int))"
WORLDS = "seen = deal.observe(); assert deal.game.accepts(seen.record, deal.rules, qipai.worlds(seen, 1)[0].state)"
RULE, *SEARCHES = (
    f"from qipai.bots import make_bot; make_bot(deal.game, {bot!r}, deal.ruleset, 1).act(seen.record, seen.list_record(), None)"
    for bot in ("rule", "pimc:8", "ismcts:8")
)
ALL = "all of these, worlds and search"
DOORS = {  # by what is asked for: the lines of a program
    "a deal": (DEAL,),
    "PettingZoo": (TABLE,),
    "a batch": (BATCH,),
    "a rule bot": (DEAL, "seen = deal.observe()", RULE),
    ALL: (DEAL, WORLDS, TABLE, BATCH, RULE, *SEARCHES),
}
NEEDS = {"PettingZoo": "pettingzoo", ALL: "pettingzoo"}
BEFORE = {"gan_deng_yan": 27.0, "giog": 42.0, "luk_fu": 35.0, "gou_ji": 67.0}  # seconds of processor at commit 4695974


class Took(NamedTuple):
    """What one process took, in seconds."""

    processor: float
    clock: float


def took(program: Sequence[str], game: str, cache: Path) -> Took:
    """Run a program in a process of its own with the compiled rules.  Raises `CalledProcessError` if it fails."""
    environment = {
        **os.environ, "QIPAI_RULES": "native", "QIPAI_CACHE": str(cache), "QIPAI_QUIET": "1", "PYTHONPATH": str(ROOT)
    }  # fmt: skip
    begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "\n".join((f"GAME = {game!r}", *program))], env=environment, check=True)
    after, clock = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - begun
    return Took(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock)


def measure(game: str) -> dict[str, tuple[Took, Took]]:
    """Return for each door what it took cold and warm."""
    found = {}
    for door, program in DOORS.items():
        if door in NEEDS and importlib.util.find_spec(NEEDS[door]) is None:
            continue
        with TemporaryDirectory() as cache:
            found[door] = (took(program, game, Path(cache)), took(program, game, Path(cache)))
        print(f"{game}, {door}: {cell(found[door][0])} s cold, {cell(found[door][1])} s warm", file=sys.stderr)
    return found


def cell(seconds: Took) -> str:
    """The processor's seconds, and those of the clock in brackets."""
    return f"{seconds.processor:.1f} ({seconds.clock:.1f})"


def aim(game: str, whole: Took) -> str:
    """Half of what it once took, and whether that is reached."""
    if game not in BEFORE or not whole.clock:
        return ""
    return f"{BEFORE[game] / 2:.1f} {'✓' if whole.processor <= BEFORE[game] / 2 else '✗'}"


def page(seen: dict[str, dict[str, tuple[Took, Took]]], loads: Sequence[float]) -> Iterator[str]:
    doors = [door for door in DOORS if any(door in found for found in seen.values())]
    yield "# The first decision"
    yield ""
    yield "Made by `python benchmarks/first_use.py --write docs/first_use.md`; do not edit.  Seconds of the processor, and of the clock in brackets, of a"
    yield "process from its start until it has taken one decision; the last is a process that does all of it, draws a world and lets both searching bots choose."
    yield "*Cold* begins with an empty cache, *warm* is the same once more.  Games of one room share what is compiled.  The aim for the last, cold, is half of what the"
    yield "same took at commit 4695974 on another day."
    yield ""
    yield f"{date.today().isoformat()}: {os.cpu_count()} cores ({processor()}, {platform.system()} {platform.machine()}), Python {platform.python_version()}, load average {min(loads):.1f} to {max(loads):.1f} meanwhile."
    yield ""
    yield f"| | {' | '.join(f'{door}, cold | warm' for door in doors)} | aim |"
    yield f"| --- |{' ---: |' * (2 * len(doors) + 1)}"
    for game, found in seen.items():
        pairs = [cell(one) if door in found else "" for door in doors for one in found.get(door, (Took(0, 0), Took(0, 0)))]
        yield f"| {find_game(game).titles['en']} | {' | '.join(pairs)} | {aim(game, found.get(ALL, (Took(0, 0),))[0])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="by name; one of each room unless named")
    parser.add_argument("--write", type=Path, help="where the page goes; it is printed unless named")
    asked = parser.parse_args()
    rooms = {game.room: game.name for game in reversed(GAMES.values())}
    seen, loads = {}, []
    for game in asked.games or list(rooms.values())[::-1]:
        seen[game] = measure(find_game(game).name)
        loads.append(os.getloadavg()[0])
    written = "\n".join(page(seen, loads)) + "\n"
    if asked.write:
        asked.write.write_text(written, encoding="utf-8")
    else:
        print(written, end="")


if __name__ == "__main__":
    main()
