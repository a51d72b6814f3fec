"""Measure this working tree beside an earlier commit, in one run: `python -m benchmarks.against 4695974`.

Both are measured by processes of their own, which load what others have compiled and take turns, in processor time.  Each figure
compares the fastest turns of both, because what else the machine does can only slow a turn down.  The commit is checked out into a
temporary folder, and each side has a cache of its own.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("gan_deng_yan", "giog", "luk_fu", "gou_ji")
LOOPS = {  # by what is measured: its name in `ours.py`, and the mode of the rules
    "play in compiled loops": ("native, one thread", "native"),
    "stepped from Python": ("stepped", "native"),
    "a call for each verb": ("stepped, a call for each verb", "native"),
    "stepped, with vectors": ("stepped, with the observation as a vector", "native"),
    "batch of 64": ("batch of 64", "native"),
    "batch of 4,096": ("batch of 4,096", "native"),
    "observe": ("observe", "native"),
    "interpreted play": ("play", "plain"),
    "interpreted observe": ("observe", "plain"),
}
WORK = (sys.executable, "-P", str(Path(__file__).resolve()), "--work")
TIMES_AS_MANY = {"batch of 4,096": 3}  # turns of what depends on where its memory lies
FRESH = 5  # turns in one process: where it happened to lay its objects makes up to four hundredths
STARTS = 15  # of a process that imports all games
EXPLAINED = (
    "Both trees are measured in one run by processes that take turns, in processor time; each number compares the fastest turns of both.",
    "Code is loaded from a cache: in the process that compiled it, it was a fifth slower. Each number is of five processes one after the other, on either side.",
    "Above 1 the present tree is faster. Differences of two hundredths are noise; a batch of 4,096 depends on where its memory lies, by a"
    " fifth from process to process, and has fifteen processes.",
)


class Side:
    """A source tree whose loops are measured: one process for each mode of the rules, started when it is first asked."""

    def __init__(self, tree: Path, cache: Path) -> None:
        self.tree, self.cache = tree, cache
        self.workers: dict[str, Any] = {}

    def environment(self, mode: str) -> dict[str, str]:
        path = f"{self.tree}{os.pathsep}{self.tree / 'benchmarks'}"
        return {**os.environ, "QIPAI_RULES": mode, "QIPAI_CACHE": str(self.cache), "QIPAI_QUIET": "1", "PYTHONPATH": path}

    def compile(self, game: str, loop: str) -> None:
        """Compile a loop in a process that ends: where it was compiled, code is up to a fifth slower than where it is loaded."""
        asked = json.dumps([game, loop, 1])
        subprocess.run(
            WORK, env=self.environment("native"), cwd=self.tree, input=asked, stdout=subprocess.PIPE, text=True, check=True
        )

    def measure(self, mode: str, game: str, loop: str, times: int) -> tuple[int, float]:
        """Return how much was done, and the seconds that it took."""
        if mode not in self.workers:
            self.workers[mode] = subprocess.Popen(
                WORK, env=self.environment(mode), cwd=self.tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        worker = self.workers[mode]
        print(json.dumps([game, loop, times]), file=worker.stdin, flush=True)
        done, seconds = json.loads(worker.stdout.readline())
        return done, seconds

    def end(self, mode: str) -> None:
        """End the process of a mode; the next measurement starts another."""
        if worker := self.workers.pop(mode, None):
            worker.terminate()
            worker.wait()

    def start(self, mode: str) -> float:
        """Return the seconds that a new process takes to import all games."""
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import qipai.games"], env=self.environment(mode), cwd=self.tree, check=True)
        return time.perf_counter() - begun

    def warm(self, game: str) -> float:
        """Return the processor seconds of compiling everything for a game into an empty cache; NaN for a tree that cannot be asked to."""
        words = "import sys, time; from qipai.environments.warming import warm; from qipai.games import find_game"
        count = f"{words}; begun = time.process_time(); list(warm(find_game({game!r}))); print(time.process_time() - begun)"
        with tempfile.TemporaryDirectory() as empty:
            environment = {**self.environment("native"), "QIPAI_CACHE": empty}
            command = [sys.executable, "-c", count]
            asked = subprocess.run(command, env=environment, cwd=self.tree, check=False, capture_output=True)
            return float(asked.stdout) if asked.returncode == 0 else math.nan

    def close(self) -> None:
        for mode in list(self.workers):
            self.end(mode)


# -- the worker: it runs in either tree, so it uses only what both have


def work() -> None:
    """Answer each line `[game, loop, times]` with what was done and the seconds that it took."""
    loops: dict[tuple[str, str], Callable[[int], tuple[int, float]]] = {}
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        game, loop, times = json.loads(line)
        if (game, loop) not in loops:
            loops[game, loop] = loop_of(game, loop)
            loops[game, loop](1)  # compiles
        print(json.dumps(loops[game, loop](times)), file=answers, flush=True)


def loop_of(name: str, loop: str) -> Callable[[int], tuple[int, float]]:
    import ours

    from qipai.arena.speed import random_play
    from qipai.games import find_game

    game, players = find_game(name), ours.SIZES[name]
    if loop == "observe":
        return observing(game, players)
    contender = ours.contenders(name).get(loop, lambda deals: random_play(game, game.ruleset(), players, deals))
    return lambda times: tuple(contender(times))


def observing(game: Any, players: int) -> Callable[[int], tuple[int, float]]:
    """Observe every decision of a deal, again and again, in one loop."""
    from qipai.engine import records
    from qipai.engine.compiling import NATIVE
    from qipai.engine.game import read_buffer

    rules, actions, observation = game.rules(), game.new_actions(), game.new_observation()
    setup, states, pick = game.setup(rules, players), [], 12345
    for seed in range(4):
        state = game.start(rules, setup, seed)
        while not game.is_over(state):
            states.append((records.copy(state), game.to_act(state)))
            pick = (pick * 1103515245 + 12345) & 0x7FFFFFFF
            count = game.legal_actions(state, rules, game.to_act(state), actions)
            game.apply_action(state, rules, game.to_act(state), read_buffer(actions)[pick % count])
    states = states[:: max(1, len(states) // 100)]
    look = game.compiled.observe
    if NATIVE:
        import numba

        @numba.njit  # type: ignore[untyped-decorator]
        def loop(state: Any, rules: Any, seat: int, observation: Any, times: int) -> None:
            for _ in range(times):
                look(state[0], rules[0], seat, observation[0])

    else:

        def loop(state: Any, rules: Any, seat: int, observation: Any, times: int) -> None:
            for _ in range(times):
                look(state, rules, seat, observation)

    def play(times: int) -> tuple[int, float]:
        begun = time.process_time()
        for state, seat in states:
            loop(state, rules, seat, observation, times)
        return len(states) * times, time.process_time() - begun

    return play


# -- the table


def ratio(sides: tuple[Side, Side], mode: str, game: str, loop: str, asked: argparse.Namespace) -> str:
    """Return how many times as fast the first side is."""
    if mode == "native":
        for side in sides:
            side.compile(game, loop)
    times = 1
    while (taken := sides[1].measure(mode, game, loop, times)[1]) < asked.seconds / 4:
        times *= 4
    times = max(1, round(times * asked.seconds / taken))
    best = dict.fromkeys(sides, 0.0)
    for number in range(asked.rounds * TIMES_AS_MANY.get(loop, 1)):
        if number % FRESH == 0:
            for side in sides:
                side.end(mode)
        for side in sides if number % 2 else sides[::-1]:
            done, taken = side.measure(mode, game, loop, times)
            best[side] = max(best[side], done / taken)
    return f"{best[sides[0]] / best[sides[1]]:.2f}"


def rows(sides: tuple[Side, Side], asked: argparse.Namespace) -> Iterator[list[str]]:
    games = asked.games
    for title in asked.loops:
        loop, mode = LOOPS[title]
        yield [title, *(ratio(sides, mode, game, loop, asked) for game in games)]
    if not asked.no_compiling:
        then = [sides[1].warm(game) for game in games]  # nan where it had no such command
        if not all(map(math.isnan, then)):
            ratios = [before / sides[0].warm(game) for game, before in zip(games, then, strict=True)]
            yield ["compiling all", *("" if math.isnan(ratio) else f"{ratio:.2f}" for ratio in ratios)]
    for mode in ("native", "plain"):
        taken = [(sides[0].start(mode), sides[1].start(mode)) for _ in range(STARTS)]
        yield [
            f"import qipai.games, {mode}",
            f"{min(before for _, before in taken) / min(after for _, after in taken):.2f}",
            *[""] * (len(games) - 1),
        ]


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """Check out a commit into a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "qipai", "benchmarks"], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        yield Path(folder)


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "commit", nargs="?", default="4695974", help="the earlier one (4695974, before the rooms were built anew)"
    )
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--loops", nargs="+", choices=list(LOOPS), default=list(LOOPS), help="what is measured; all")
    parser.add_argument("--rounds", type=int, default=25, help="in which both take a turn (25)")
    parser.add_argument("--seconds", type=float, default=0.1, help="of a turn (0.1)")
    parser.add_argument("--no-compiling", action="store_true", help="leave out the time of compiling all, which takes minutes")
    parser.add_argument("--caches", type=Path, help="a folder for compiled code, to be used again")
    return parser.parse_args(words)


def table(asked: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the table, each when it is measured."""
    with tree_of(asked.commit) as tree, tempfile.TemporaryDirectory() as caches:
        kept = asked.caches or Path(caches)
        sides = Side(ROOT, kept / "now"), Side(tree, kept / asked.commit)
        try:
            yield f"| times as fast as {asked.commit} | {' | '.join(asked.games)} |"
            yield f"| --- |{' ---: |' * len(asked.games)}"
            for row in rows(sides, asked):
                yield f"| {' | '.join(row)} |"
        finally:
            for side in sides:
                side.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["--work"]:
        work()
    else:
        for line in table(parse()):
            print(line, flush=True)
