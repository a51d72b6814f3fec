"""How big and how fast the house is: `python -m benchmarks.house` prints it and writes `docs/house_in_numbers.md`.

Counted are lines of Python, as `wc` counts them, files, the places where a field of a record is written down as data, and the time that
importing all games takes.  The speed beside an earlier commit (`against.py`) takes a quarter of an hour, and times mean nothing on a
busy machine: `--counts` leaves what the page has of them as it is.
"""

import argparse
import ast
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks import against
from docs.making import measured
from qipai.engine.game import Game
from qipai.engine.verbs import Verb
from qipai.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ROOT / "qipai" / "games"
PAGE = ROOT / "docs" / "house_in_numbers.md"
START = "Start"
SPEED = "## Speed beside an earlier commit"
STARTS = 3  # of a process; the fastest counts
NEWEST, AIM = "dou_dizhu", 17_000  # a room, and the lines of Python that `games/` was to have without it
THEN = "4695974"  # the commit before the house was rebuilt
BEFORE = {  # what it had of the four rooms: (where, lines, modules of a room that hold it now)
    "bots": ("bots/heuristic", 1_434, ()),  # and the folder or module `bot`
    "fields of vectors": ("environments/fields", 517, ("features",)),
    "mini packs": ("environments/minis.py", 73, ("mini",)),
    "shortlists for search": ("bots/search/shortlists.py", 36, ()),  # in `bot/` now
    "what nets see, and exercises": ("nowhere", 0, ("inputs", "exercises")),
}
ROOMS_THEN = 25_418  # the same commit's rooms themselves
FOLDERS = ("rules", "asking", "knowing", "notation", "telling", "words", "bot")


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def lines_in(folder: Path, ending: str = "py") -> int:
    return sum(map(lines_of, folder.rglob(f"*.{ending}")))


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    heads = list(heads)
    spelled = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in (heads, ["---", *["---:"] * (len(heads) - 1)], *spelled)]


def rooms() -> list[str]:
    """Lines of each room by folder; apart from them the bot, and the sentences, which are data."""
    rows: list[list[object]] = []
    for room in sorted({game.room for game in GAMES.values()}):
        counts = [lines_in(ROOMS / room / folder) + part_of(ROOMS / room, folder) for folder in FOLDERS]
        whole = lines_in(ROOMS / room)
        rows.append([room, whole - counts[-1], whole - sum(counts), *counts, lines_in(ROOMS / room, "toml")])
    totals = [sum(row[column] for row in rows) for column in range(1, len(rows[0]))]  # type: ignore[misc]
    heads = ["room", "without its bot", "beside folders", *FOLDERS, "TOML"]
    return [*table(heads, [*rows, ["all", *totals]]), "", *beside_the_aim()]


def beside_the_aim() -> list[str]:
    """All of `games/` but Dou Dizhu, which came last, beside what was aimed at, and like beside like."""
    rooms = [room for room in ROOMS.iterdir() if room.is_dir() and room.name != NEWEST]
    whole = lines_in(ROOMS) - lines_in(ROOMS / NEWEST)
    bots = sum(lines_in(room / "bot") + part_of(room, "bot") for room in rooms)
    now = {
        what: sum(lines_of(path) for room in rooms for path in room.rglob("*.py") if path.stem in stems)
        for what, (_, _, stems) in BEFORE.items()
    }
    now["bots"] = bots
    rest, new = whole - sum(now.values()), "what nets see, and exercises"
    there = sum(lines for _, lines, _ in BEFORE.values())
    rows: list[list[object]] = [["rooms without what follows", "games", ROOMS_THEN, rest]]
    rows += [[what, where, lines, now[what] or "among the bots"] for what, (where, lines, _) in BEFORE.items()]
    rows += [["all", "", ROOMS_THEN + there, whole], ["all that both have", "", ROOMS_THEN + there, whole - now[new]]]
    return [
        f"Without Dou Dizhu `games/` has **{whole:,}** lines of Python with its bots and **{whole - bots:,}** without; the aim was {AIM:,}.",
        f"That is {_beside(whole)} with them, and {_beside(whole - bots)} without. Like beside like, at {THEN} and now:",
        "",
        *table(["what", "lay in", "then", "now"], rows),
        "",
        "The aim was set for the folder as it was. Then the folder got what had lain in registries outside of it: a room says itself how its actions become vectors,",
        "what its mini pack is and how its bot plays, so that a new game touches nothing else. (The canonical sets of Gou Ji, among the bots now, were in its room before.)",
        "What nets see, and exercises, did not exist. A declared field has a line of its own with its sentence, and lines were not packed to come closer.",
    ]


def _beside(lines: int) -> str:
    return f"{abs(lines - AIM):,} lines {'more' if lines > AIM else 'less'}"


def part_of(room: Path, folder: str) -> int:
    """A folder that is a single module."""
    module = room / f"{folder}.py"
    return lines_of(module) if module.exists() else 0


def folders() -> list[str]:
    """The fullest folders of the package."""
    files = Counter(path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "qipai").rglob("*.py"))
    return table(["folder", "modules"], files.most_common(8))


def written_as_data(path: Path) -> Iterator[str]:
    """Yield each name that a module writes as data: in a text, as a field of a class, or on both sides of a copy."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield text
            case ast.ClassDef():
                for line in node.body:
                    match line:
                        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                            yield name
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                if any(isinstance(part, ast.Attribute) and part.attr == name for part in ast.walk(node.value)):
                    yield name


def places() -> list[str]:
    """How often the name of a public field is written as data, but where a board shows it; and how many the browser's types name."""
    rows: list[list[object]] = []
    scripts = [path for ending in ("ts", "svelte") for path in (ROOT / "frontend" / "src").rglob(f"*.{ending}")]
    typed = Counter(name for path in scripts for name in re.findall(r"^\s+(\w+)\??:", path.read_text(encoding="utf-8"), re.M))
    for name, game in {game.room: game for game in GAMES.values()}.items():
        record = game.STATE["public"] if "public" in (game.STATE.names or ()) else game.STATE
        fields = record.names or ()
        sources = [path for path in (ROOMS / name).rglob("*.py") if path.parent.name not in ("telling", "words")]
        written = Counter(word for path in sources for word in written_as_data(path))
        counted = sorted(written[field] for field in fields)
        shared = sum(field in typed for field in fields)
        rows.append([name, len(fields), f"{sum(counted) / len(fields):.1f}", counted[-1], shared])
    heads = ["room", "fields", "places in Python, on average", "most", "with a namesake in TypeScript"]
    return table(heads, sorted(rows))


def kept() -> list[str]:
    """What else is counted: how much of the rooms is compiled rules, and how many verbs of `Game` show an example that runs."""
    rooms = [path for path in ROOMS.rglob("*.py") if path.relative_to(ROOMS).parts[0] != NEWEST]
    rules = [path for path in rooms if "bot" not in path.parts and path.stem not in ("bot", "inputs", "exercises")]
    compiled = sum(compiled_lines(path) for path in rules if "knowing" not in path.parts)
    whole = sum(map(lines_of, rules))
    verbs = [name for name, verb in vars(Game).items() if isinstance(verb, Verb)]
    shown = [name for name in verbs if ">>>" in (vars(Game)[name].__doc__ or "")]
    return table(
        ["what", "counted"],
        [
            ["lines of compiled rules, without Dou Dizhu, bots, what nets see and what draws worlds", compiled],
            ["of the lines of these rooms without bots and what nets see", f"{compiled / whole:.1%}"],
            ["most modules in a folder of a room", max(Counter(path.parent for path in ROOMS.rglob("*.py")).values())],
            ["verbs of a game", len(verbs)],
            ["verbs with an example that runs", len(shown)],
        ],
    )


def compiled_lines(path: Path) -> int:
    """Return how many lines of a module are functions that are compiled, or written into compiled ones."""
    found = 0
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and {ast.unparse(one) for one in node.decorator_list} & {"compiled", "inlined"}:
            found += (node.end_lineno or node.lineno) - node.decorator_list[0].lineno + 1
    return found


def starts() -> list[str]:
    """Seconds to import all games in a new process."""
    rows = []
    for mode in ("plain", "native"):
        environment = {**os.environ, "QIPAI_RULES": mode, "PYTHONPATH": str(ROOT)}
        taken = []
        for _ in range(STARTS):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", "import qipai.games"], env=environment, check=True)
            taken.append(time.perf_counter() - begun)
        rows.append([mode, f"{min(taken):.2f} s"])
    return table(["mode", "import qipai.games"], rows)


CHAPTERS = {
    "Lines of Python in each room": rooms,
    "Modules in a folder": folders,
    "Places where a public field is written as data": places,
    "Rules and examples": kept,
    START: starts,
}


def speed(*words: str) -> list[str]:
    """The ratios beside an earlier commit, printed row by row; `words` are those of `against`."""
    lines = []
    for line in against.table(against.parse(words)):
        print(line, flush=True)
        lines.append(line)
    return [SPEED, "", *against.EXPLAINED, "", *lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", action="store_true", help="count only, and keep the times that the page has")
    commit = measured.commit_here()
    asked, words = parser.parse_known_args()  # others are those of `against`, as --caches FOLDER
    lines = [
        "# The house in numbers",
        "",
        f"This page is made by `just measure`{f', measured at commit `{commit}`' if commit else ''}. Lines are all lines, as `wc` counts them; sentences are in the TOML files.",
    ]
    for title, chapter in CHAPTERS.items():
        if title != START or not asked.counts:
            kept = [f"Measured at commit `{commit}`, as is the speed below.", ""] if title == START and commit else []
            lines += ["", f"## {title}", "", *kept, *chapter()]
    print("\n".join(lines), "\n")
    if asked.counts:
        _, head, times = PAGE.read_text(encoding="utf-8").partition(f"## {START}")
        lines += ["", *(head + times).splitlines()]
    else:
        lines += ["", *speed(*words)]
    PAGE.write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
